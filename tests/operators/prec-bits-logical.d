/* @opts: -q */
BEGIN
{
	a = 4;
	b = 2;
	printf("%d %d %d\n", a | b && 0, a & b || 1, a ^ b && a & b);
	printf("%d %d %d\n", 4 | 2 && 0, 4 & 2 || 1, 4 ^ 2 && 4 & 2);
	exit(0);
}
