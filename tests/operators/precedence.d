/* @opts: -q */
BEGIN
{
	a = 2;
	b = 3;
	printf("%d %d %d\n", a + b * 4, (a + b) * 4, a - b - 4);
	printf("%d %d %d\n", a << b + 1, a & b == 3, a | b ^ b & a);
	exit(0);
}
