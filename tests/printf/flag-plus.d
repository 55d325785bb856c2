/* @opts: -q */
BEGIN
{
	printf("[%+d][%+d][%+i][%+5d]\n", 42, -42, 0, 7);
	exit(0);
}
