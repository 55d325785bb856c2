/* @opts: -q */
BEGIN
{
	printf("%Y\n", (int64_t)-1);
	exit(0);
}
