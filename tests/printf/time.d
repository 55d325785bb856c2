/* @opts: -q */
BEGIN
{
	printf("%Y\n", (int64_t)0);
	printf("%T\n", (int64_t)0);
	printf("%Y\n", (int64_t)1000000000000000000);
	exit(0);
}
