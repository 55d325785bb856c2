/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d %d\n", 'ab', '\n', '\101', 017, 0xff);
	printf("%d %d %d %d\n", sizeof (2147483648), sizeof (0x80000000), sizeof (1l), sizeof (1));
	exit(0);
}
