/* @opts: -q */
struct pt {
	int x;
	int y;
} p, q;
int a[struct pt];

BEGIN
{
	p.x = 1;
	p.y = 2;
	a[p] = 7;
	q.x = 1;
	printf("%d", a[q]);
	q.y = 2;
	printf(" %d\n", a[q]);
	exit(0);
}
