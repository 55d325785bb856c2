/* @opts: -q */
/* & before ^ before | */
BEGIN
{
	a = 5;
	b = 3;
	c = 6;
	printf("%d %d %d\n", a | b & c, a ^ b & c, a | b ^ c);
	printf("%d %d %d\n", (a | b) & c, (a ^ b) & c, (a | b) ^ c);
	printf("%d %d %d\n", 5 | 3 & 6, 5 ^ 3 & 6, 5 | 3 ^ 6);
	exit(0);
}
