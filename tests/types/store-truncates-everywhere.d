/* @opts: -q */
self int8_t t;
this uint8_t l;
int16_t g[2];
uint8_t as[int];
struct s {
	int8_t m;
} v;

BEGIN
{
	x = 511;
	self->t = x;
	this->l = x;
	g[1] = 0x1ffff;
	as[1] = x;
	v.m = 128;
	printf("%d %d %d %d %d\n", self->t, this->l, g[1], as[1], v.m);
	exit(0);
}
