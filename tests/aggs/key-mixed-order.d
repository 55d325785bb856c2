/* @opts: -q */
BEGIN
{
	@[(long long)9, "s", (short)3] = sum(7);
	exit(0);
}
