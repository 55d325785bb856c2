/* @opts: -q */
int a[5];

BEGIN
{
	a[0] = 1;
	a[4] = 5;
	printf("%d %d %d %d\n", a[0], a[3], a[4], sizeof (a));
	exit(0);
}
