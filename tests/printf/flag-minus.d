/* @opts: -q */
BEGIN
{
	printf("[%-5d][%-5x][%-5s][%-5c]\n", 42, 0xa, "ab", 'z');
	exit(0);
}
