/* @opts: -q */
BEGIN
{
	x = -7;
	y = 0xffffffffffffffff;
	printf("%d %d %d %d %d\n", 7 + 3, 7 - 10, 6 * 7, 7 / 2, 7 % 3);
	printf("%d %d %d\n", x / 2, x % 3, -x);
	printf("%u %u\n", y / 2, y % 10);
	exit(0);
}
