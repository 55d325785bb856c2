/* @opts: -q */
BEGIN
{
	@ = quantize((char)200);
	exit(0);
}
