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
	print(n.d);
	exit(0);
}
