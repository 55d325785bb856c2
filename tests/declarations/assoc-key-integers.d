/* @opts: -q */
char k1;
short k2;
int k4;
long k8;

BEGIN
{
	k1 = -1;
	k2 = -1;
	k4 = -1;
	k8 = -1;
	a[k1] = 1;
	b[k2] = 2;
	c[k4] = 3;
	d[k8] = 4;
	printf("%d %d %d %d\n", a[-1], b[-1], c[-1], d[-1]);
	printf("%d %d %d %d\n", a[1], b[1], c[0], d[0xff]);
	exit(0);
}
