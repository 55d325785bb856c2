/* @opts: -q */
BEGIN
{
	ufunc(0x10);
	printf("|\n");
	exit(0);
}
