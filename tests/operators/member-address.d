/* Members of structure variables of every scope have addresses. */
/* @opts: -q */
struct in { int v[2]; };
struct s { int a; int m; struct in in; };
struct s g;
this struct s t;
self struct s f;

BEGIN
{
	g.m = 1;
	this->t.m = 2;
	self->f.in.v[1] = 3;
	this->p = &g.m;
	this->q = &this->t.m;
	printf("%d %d %d", *this->p, *this->q, *&self->f.in.v[1]);
	*this->p = 4;
	printf(" %d\n", g.m);
	exit(0);
}
