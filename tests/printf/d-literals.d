/* @opts: -q */
BEGIN
{
	printf("%d %d %d\n", 2147483648, 4294967296, 0xffffffff);
	exit(0);
}
