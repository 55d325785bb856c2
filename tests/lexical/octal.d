/* @opts: -q */
BEGIN
{
	printf("%d %d %d %d\n", 00, 07, 010, 0777);
	printf("%u\n", 01777777777777777777777);
	exit(0);
}
