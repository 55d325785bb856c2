/* @opts: -q */
BEGIN
{
	x = 9223372036854775807;
	y = 0x8000000000000000;
	printf("%d %d\n", x, y);
	printf("%d\n", 0x8000000000000000 > 0);
	printf("%d %d\n", sizeof (x), sizeof (y));
	exit(0);
}
