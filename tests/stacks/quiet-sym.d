/* @opts: -q */
BEGIN
{
	sym(0x10);
	printf("|\n");
	exit(0);
}
