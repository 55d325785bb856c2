/* @opts: -q */
int a[2];
void *v;
int *p;
struct s {
	int a;
} *q;

BEGIN
{
	a[1] = 42;
	v = &a[1];
	p = v;
	q = v;
	printf("%d %d %d\n", *p, q->a, v == p);
	exit(0);
}
