/* @opts: -q */
BEGIN
{
	printf("[%05d][%05d][%08x][%05u]\n", 42, -42, 0xbeef, 7);
	exit(0);
}
