/* @opts: -q */
BEGIN
{
	a = 7;
	b = -7;
	c = 2;
	d = -2;
	printf("%d %d %d %d\n", a / c, b / c, a / d, b / d);
	printf("%d %d %d %d\n", a % c, b % c, a % d, b % d);
	printf("%d %d %d %d\n", 7 / 2, -7 / 2, 7 / -2, -7 / -2);
	printf("%d %d %d %d\n", 7 % 2, -7 % 2, 7 % -2, -7 % -2);
	exit(0);
}
