/* @opts: -q */
BEGIN
{
	@["s", 1, (short)2, (char)3, (long long)-4] = sum(10);
	exit(0);
}
