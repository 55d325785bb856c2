/* @opts: -q */
BEGIN
{
	printf("[%*d][%*s][%*x][%-*d]\n", 4, 7, 5, "ab", 3, 0xf, 4, 7);
	exit(0);
}
