/* @opts: -q */
/* A count is taken modulo 64. */
BEGIN
{
	x = (int64_t)3;
	n = 64;
	m = 65;
	printf("%d %d %d\n", x << n, x << m, x >> n);
	exit(0);
}
