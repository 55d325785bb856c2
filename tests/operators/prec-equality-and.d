/* @opts: -q */
BEGIN
{
	a = 6;
	b = 3;
	printf("%d %d %d\n", a & b == 3, (a & b) == 2, a != b & 1);
	printf("%d %d %d\n", 6 & 3 == 3, (6 & 3) == 2, 6 != 3 & 1);
	exit(0);
}
