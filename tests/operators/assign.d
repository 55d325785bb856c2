/* @opts: -q */
BEGIN
{
	x = 10;
	x += 5; x -= 3; x *= 4;
	printf("%d\n", x);
	x /= 6; x %= 5;
	printf("%d\n", x);
	x <<= 4; x >>= 2;
	printf("%d\n", x);
	x |= 3; x &= 6; x ^= 5;
	printf("%d\n", x);
	y = x = 4;
	printf("%d %d\n", x, y);
	exit(0);
}
