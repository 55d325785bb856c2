/* @opts: -q */
BEGIN
{
	a = -256;
	b = (uint64_t)-256;
	n = 4;
	printf("%d %u %d\n", a >> n, b >> n, a << n);
	printf("%d %d\n", a >> 0, 1 << 0);
	printf("%x %d\n", 1ul << 63, (1ul << 63) >> 63);
	c = (int8_t)-128;
	printf("%d\n", c >> 3);
	exit(0);
}
