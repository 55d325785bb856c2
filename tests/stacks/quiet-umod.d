/* @opts: -q */
BEGIN
{
	umod(0x10);
	printf("|\n");
	exit(0);
}
