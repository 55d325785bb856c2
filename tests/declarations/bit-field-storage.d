/* @opts: -q */
struct b {
	unsigned lo:4;
	unsigned hi:4;
	int rest;
};
self struct b s;
this struct b t;
struct b g[string];

BEGIN
{
	self->s.lo = 0x1f;
	self->s.hi = 2;
	this->t.hi = 3;
	g["k"].lo = 5;
	g["k"].hi = self->s.hi + this->t.hi;
	printf("%d %d %d %d %d %d\n", self->s.lo, self->s.hi, this->t.lo, this->t.hi, g["k"].lo,
	    g["k"].hi);
	exit(0);
}
