/* @opts: -q */
BEGIN
{
	printf("[%.4x][%#.4x][%8.4X]\n", 0xab, 0xab, 0xab);
	exit(0);
}
