/* @opts: -q */
BEGIN
{
	@[(uint32_t)1] = sum(1);
	@[(uint32_t)-1] = sum(1);
	@[(uint32_t)0] = sum(1);
	exit(0);
}
