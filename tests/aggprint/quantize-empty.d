/* @opts: -q */
BEGIN
{
	@ = quantize(1);
	clear(@);
	exit(0);
}
