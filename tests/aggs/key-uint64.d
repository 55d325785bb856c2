/* @opts: -q */
BEGIN
{
	@[(uint64_t)18446744073709551615] = sum(7);
	exit(0);
}
