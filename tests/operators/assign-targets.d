/* @opts: -q */
/* Each kind of variable takes compound assignments. */
struct s {
	int m;
} v, *p, w[2];
int arr[2];
self int t;
this int l;

BEGIN
{
	p = &w[1];
	v.m += 2;
	p->m -= 3;
	(*p).m *= 5;
	arr[1] |= 6;
	self->t ^= 7;
	this->l += 8;
	as["k"] = 1;
	as["k"] <<= 4;
	self->as[1] = 9;
	self->as[1] %= 5;
	w[0].m++;
	--arr[0];
	printf("%d %d %d %d %d\n", v.m, p->m, arr[1], self->t, this->l);
	printf("%d %d %d %d\n", as["k"], self->as[1], w[0].m, arr[0]);
	exit(0);
}
