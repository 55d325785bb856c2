/* @opts: -q */
BEGIN
{
	mod(0x10);
	printf("|\n");
	exit(0);
}
