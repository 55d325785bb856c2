/* @opts: -q */
BEGIN
{
	printf("[%.*d][%.*s][%.*x]\n", 3, 7, 2, "abc", 4, 0xf);
	exit(0);
}
