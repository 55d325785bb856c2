/* @opts: -q */
BEGIN
{
	printf("%Y\n", (int64_t)1999999999);
	printf("%Y\n", (uint64_t)59999999999);
	exit(0);
}
