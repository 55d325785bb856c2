/* @opts: -q */
int a[2];
int *p, *q;
void *v;

BEGIN
{
	p = &a[0];
	q = &a[1];
	v = p;
	printf("%d%d%d%d\n", p < q, p != q, p == v, p == NULL);
	printf("%d%d\n", !p, p && q);
	printf("%d\n", q ? 1 : 2);
	exit(0);
}
