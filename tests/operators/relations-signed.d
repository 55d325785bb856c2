/* @opts: -q */
BEGIN
{
	a = -1;
	b = 1;
	printf("%d%d%d%d\n", a < b, a <= b, a > b, a >= b);
	printf("%d%d%d%d\n", a < a, a <= a, a > a, a >= a);
	printf("%d%d%d%d\n", -1 < 1, -1 <= 1, -1 > 1, -1 >= 1);
	printf("%d%d%d%d\n", a == b, a != b, a == a, a != a);
	exit(0);
}
