/* @opts: -q */
struct s {
	char c[12];
} a[4];
struct s *p, *q;
char *c;

BEGIN
{
	p = &a[1];
	q = &a[3];
	printf("%d %d %d\n", q - p, p + 2 == q, q - 2 == p);
	printf("%d\n", (uint64_t)(p + 1) - (uint64_t)p);
	p++;
	p += 1;
	printf("%d\n", p == q);
	p -= 2;
	printf("%d %d %d\n", p == &a[1], p < q, p >= q);
	c = &a[0].c[0];
	printf("%d\n", (uint64_t)(c + 5) - (uint64_t)c);
	printf("%d\n", 1 + p == p + 1);
	exit(0);
}
