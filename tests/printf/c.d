/* @opts: -q */
BEGIN
{
	printf("[%c][%c][%5c][%-5c]\n", 'a', 66, 'c', 'd');
	exit(0);
}
