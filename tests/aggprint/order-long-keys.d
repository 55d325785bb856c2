/* @opts: -q */
BEGIN
{
	@[(long long)1] = sum(1);
	@[(long long)-1] = sum(1);
	@[(long long)5000000000] = sum(1);
	exit(0);
}
