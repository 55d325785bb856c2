/* @opts: -q */
BEGIN
{
	a = (uint64_t)-1;
	b = (uint64_t)1;
	printf("%d%d%d%d\n", a < b, a <= b, a > b, a >= b);
	c = (uint32_t)-1;
	printf("%d%d%d%d\n", c < 1u, c <= 1u, c > 1u, c >= 1u);
	printf("%d%d%d%d\n", 0xffffffffffffffff < 1, 0xffffffff > 1, -1 > 1u, -1 < 1ul);
	exit(0);
}
