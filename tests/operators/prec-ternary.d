/* @opts: -q */
/* ?: is below || and above =, and groups from the right. */
BEGIN
{
	a = 0;
	b = 1;
	printf("%d %d\n", a || b ? 2 : 3, b ? 4 : 5 + 1);
	printf("%d %d\n", a ? 1 : b ? 2 : 3, b ? a ? 1 : 2 : 3);
	x = b ? 7 : 8;
	printf("%d\n", x);
	x += a ? 1 : 2;
	printf("%d\n", x);
	exit(0);
}
