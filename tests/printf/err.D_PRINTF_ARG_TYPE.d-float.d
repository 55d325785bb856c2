union number {
	uint32_t i;
	float f;
	uint64_t l;
	double d;
};

union number n;

BEGIN
{
	printf("%d\n", n.f);
}
