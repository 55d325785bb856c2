/* @opts: -q */
/* Operators of one level group from the left. */
BEGIN
{
	a = 100;
	b = 7;
	c = 3;
	printf("%d %d %d\n", a - b - c, a / b / c, a % b * c);
	printf("%d %d %d\n", a * b % c, a << 2 >> 1, a / b * c);
	printf("%d %d\n", 3 > 2 > 1, 1 == 1 == 1);
	printf("%d %d %d\n", 100 - 7 - 3, 100 / 7 / 3, 100 % 7 * 3);
	exit(0);
}
