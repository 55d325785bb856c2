/* @opts: -q */
BEGIN
{
	x = 1;
	y = -16;
	printf("%d %d %d\n", x << 4, y >> 2, 0x80000000 >> 4);
	exit(0);
}
