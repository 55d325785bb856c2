/* @opts: -q */
/* Constants are folded as the machine computes them. */
BEGIN
{
	a = -1;
	printf("%d%d%d\n", (-1 >> 1) == (a >> 1), (-16 >> 2) == -4, (1 << 31) == (1 << 31));
	printf("%d %d\n", -1 >> 1, a >> 1);
	exit(0);
}
