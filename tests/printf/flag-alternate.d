/* @opts: -q */
BEGIN
{
	printf("[%#x][%#X][%#o][%#x][%#o]\n", 0xab, 0xab, 8, 0, 0);
	exit(0);
}
