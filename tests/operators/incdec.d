/* @opts: -q */
BEGIN
{
	x = 5;
	n++;
	printf("%d %d %d %d %d\n", x++, x, ++x, x--, --x);
	printf("%d %d\n", n, sizeof (n));
	exit(0);
}
