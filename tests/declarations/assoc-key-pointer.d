/* @opts: -q */
int v[4];
int a[int *];

BEGIN
{
	a[&v[1]] = 6;
	printf("%d %d\n", a[&v[1]], a[&v[2]]);
	exit(0);
}
