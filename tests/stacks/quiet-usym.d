/* @opts: -q */
BEGIN
{
	usym(0x10);
	printf("|\n");
	exit(0);
}
