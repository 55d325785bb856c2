/* @opts: -q */
BEGIN
{
	x = 7;
	printf("%d %d\n", x * x + 1, -x);
	exit(0);
}
