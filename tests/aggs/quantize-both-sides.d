/* @opts: -q */
BEGIN
{
	@ = quantize(-15);
	@ = quantize(-16);
	@ = quantize(-17);
	@ = quantize(15);
	@ = quantize(16);
	@ = quantize(17);
	exit(0);
}
