/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", (char)-1, (short)-1, (int)-1, (long long)-1);
	exit(0);
}
