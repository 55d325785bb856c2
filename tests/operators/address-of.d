/* @opts: -q */
struct s {
	int a;
	int b[3];
} v[2], *p;

BEGIN
{
	p = &v[1];
	printf("%d %d\n", (uint64_t)&p->b[1] - (uint64_t)p, (uint64_t)&(*p).a - (uint64_t)p);
	printf("%d\n", *&p->b == p->b);
	exit(0);
}
