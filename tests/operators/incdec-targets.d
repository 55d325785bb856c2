/* @opts: -q */
struct s {
	char c;
	int i;
} v;
int a[2];
int *p;

BEGIN
{
	v.c = 127;
	v.c++;
	v.i = v.c--;
	a[0] = 10;
	a[1] = 20;
	p = &a[0];
	x = *p++;
	y = *p;
	z = ++*p;
	printf("%d %d %d %d %d\n", v.c, v.i, x, y, z);
	printf("%d %d\n", a[1], p == &a[1]);
	p--;
	printf("%d\n", *p);
	exit(0);
}
