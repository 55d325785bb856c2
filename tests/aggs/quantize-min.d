/* @opts: -q */
BEGIN
{
	@ = quantize(-9223372036854775807 - 1);
	exit(0);
}
