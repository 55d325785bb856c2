/* @opts: -q */
BEGIN
{
	x = 5;
	n = sizeof (x++);
	printf("%d %d\n", n, x);
	exit(0);
}
