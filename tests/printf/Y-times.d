/* @opts: -q */
BEGIN
{
	printf("%Y\n", (int64_t)0000000000);
	printf("%Y\n", (int64_t)86399000000000);
	printf("%Y\n", (int64_t)951782400000000000);
	printf("%Y\n", (int64_t)1000000000000000000);
	printf("%Y\n", (int64_t)1709210096000000000);
	printf("%Y\n", (int64_t)4102444800000000000);
	exit(0);
}
