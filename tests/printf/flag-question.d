/* @opts: -q */
BEGIN
{
	printf("[%?d][%?x][%-?d|]\n", 1, 0xff, 5);
	exit(0);
}
