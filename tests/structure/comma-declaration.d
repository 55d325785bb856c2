/* @opts: -q */
int x, y[2], *z;

BEGIN
{
	x = 1;
	y[1] = 2;
	z = NULL;
	printf("%d %d %d\n", x, y[1], z == NULL);
	exit(0);
}
