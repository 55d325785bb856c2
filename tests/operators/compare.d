/* @opts: -q */
BEGIN
{
	x = -1;
	u = (uint64_t)x;
	printf("%d%d%d%d%d%d\n", x < 1, x <= -1, x > 1, x >= -1, x == -1, x != -1);
	printf("%d%d\n", u > 1, u < 1);
	exit(0);
}
