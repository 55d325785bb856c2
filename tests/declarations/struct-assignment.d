/* @opts: -q */
struct in {
	char c;
	int v[3];
};
struct out {
	struct in o_in;
	string o_s;
	long o_l;
} a, b;
self struct out t;
this struct out l;

BEGIN
{
	a.o_in.c = 'q';
	a.o_in.v[2] = 33;
	a.o_s = "text";
	a.o_l = -1;
	b = a;
	a.o_l = 0;
	a.o_s = "other";
	printf("%c %d %s %d\n", b.o_in.c, b.o_in.v[2], b.o_s, b.o_l);
	self->t = b;
	this->l = self->t;
	printf("%c %d %s %d\n", this->l.o_in.c, this->l.o_in.v[2], self->t.o_s, this->l.o_l);
	b.o_in = a.o_in;
	printf("%d\n", b.o_in.v[2]);
	exit(0);
}
