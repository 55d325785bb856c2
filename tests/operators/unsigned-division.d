/* @opts: -q */
BEGIN
{
	a = (uint64_t)-8;
	b = (uint64_t)3;
	printf("%u %u\n", a / b, a % b);
	c = -8;
	printf("%d %d\n", a / 3 == c / 3, a / 3 > c / 3u);
	exit(0);
}
