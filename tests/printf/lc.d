/* @opts: -q */
BEGIN
{
	printf("[%lc][%wc][%lc]\n", 65, 66, 0xe9);
	exit(0);
}
