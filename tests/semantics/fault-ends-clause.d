/* @opts: -q */
int zero, n;

BEGIN
{
	n = 1;
	1 / zero;
	n = 2;
}

BEGIN
{
	printf("%d\n", n);
	exit(0);
}
