/* @opts: -q */
BEGIN
{
	@ = quantize((uint64_t)-1);
	exit(0);
}
