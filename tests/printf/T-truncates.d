/* @opts: -q */
BEGIN
{
	printf("%T\n", (int64_t)1999999999);
	printf("%T\n", (uint64_t)59999999999);
	exit(0);
}
