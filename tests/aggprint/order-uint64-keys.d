/* @opts: -q */
BEGIN
{
	@[(uint64_t)1] = sum(1);
	@[(uint64_t)-1] = sum(1);
	@[(uint64_t)0] = sum(1);
	exit(0);
}
