/* @opts: -q */
union number {
	uint32_t i;
	float f;
	uint64_t l;
	double d;
};

union number n;

BEGIN
{
	n.i = 0x3fc00000;
	printf("%f %e %E %g %G\n", n.f, n.f, n.f, n.f, n.f);
	exit(0);
}
