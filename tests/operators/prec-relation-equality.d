/* @opts: -q */
BEGIN
{
	a = 1;
	b = 2;
	printf("%d %d %d\n", a < b == 1, 1 == a < b, a == b > 5);
	printf("%d %d %d\n", 1 < 2 == 1, 1 == 1 < 2, 1 == 2 > 5);
	exit(0);
}
