/* @opts: -q */
BEGIN
{
	a = 1;
	b = 2;
	printf("%d %d %d\n", a << b > 3, a < b << 1, a << (b > 1));
	printf("%d %d %d\n", 1 << 2 > 3, 1 < 2 << 1, 1 << (2 > 1));
	exit(0);
}
