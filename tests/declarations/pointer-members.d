/* @opts: -q */
struct s {
	int a;
	struct s *next;
} v[2];
struct s *p;

BEGIN
{
	v[0].a = 1;
	v[1].a = 2;
	v[0].next = &v[1];
	p = &v[0];
	printf("%d %d %d\n", p->a, p->next->a, p->next->next == NULL);
	p->next->a = 8;
	(*p).a = 7;
	printf("%d %d %d\n", v[0].a, v[1].a, (&v[1])->a);
	exit(0);
}
