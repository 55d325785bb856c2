/* @opts: -q */
BEGIN
{
	a = 7;
	b = 3;
	c = 2;
	printf("%d %d %d\n", a + b * c, a - b / c, a + b % c);
	printf("%d %d %d\n", a * b + c, a / b - c, a % b + c);
	printf("%d %d %d\n", 7 + 3 * 2, 7 - 3 / 2, 7 + 3 % 2);
	exit(0);
}
