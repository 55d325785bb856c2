/* @opts: -q */
BEGIN
{
	@[(int64_t)0] = count();
	printa("%Y %@d\n", @);
	exit(0);
}
