/* @opts: -q */
BEGIN
{
	printf("[%a][%-8a]\n", sym(0x10), mod(0x10));
	exit(0);
}
