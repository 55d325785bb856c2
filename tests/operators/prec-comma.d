/* @opts: -q */
BEGIN
{
	a = 1, b = 2;
	c = (a = 5, a + b);
	printf("%d %d %d\n", a, b, c);
	printf("%d\n", (a++, a++, a));
	exit(0);
}
