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
	n.l = 0xc002000000000000;
	printf("%f %.2f %10.3f [%-10.1f] %+g\n", n.d, n.d, n.d, n.d, n.d);
	exit(0);
}
