/* @opts: -q */
int a[3];
int *p;

BEGIN
{
	p = &a[1];
	*p = 4;
	p[1] = 5;
	*(p - 1) = 3;
	printf("%d %d %d\n", a[0], a[1], a[2]);
	exit(0);
}
