/* @opts: -q */
BEGIN
{
	@ = quantize(1);
	@ = quantize(2);
	@ = quantize(4);
	@ = quantize(8);
	@ = quantize(16);
	@ = quantize(32);
	@ = quantize(64);
	@ = quantize(128);
	@ = quantize(256);
	@ = quantize(512);
	@ = quantize(1024);
	exit(0);
}
