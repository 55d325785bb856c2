/* @opts: -q */
struct s {
	int a;
	struct {
		int b;
	} in;
};
self struct s v;

BEGIN
{
	self->v.a = 1;
	self->v.in.b = 2;
	self->v.a += 4;
	self->v.in.b++;
}

BEGIN
{
	printf("%d %d\n", self->v.a, self->v.in.b);
	exit(0);
}
