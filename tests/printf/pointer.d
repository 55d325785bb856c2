/* @opts: -q */
BEGIN
{
	printf("%p [%?x]\n", 0x1234, 0xff);
	exit(0);
}
