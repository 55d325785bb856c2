/* @opts: -q */
BEGIN
{
	printf("%C %C %C %C\n", 1, 0x7f, 0x80, 0xff);
	exit(0);
}
