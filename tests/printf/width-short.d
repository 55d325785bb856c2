/* @opts: -q */
BEGIN
{
	printf("[%1d][%2s][%3x]\n", 12345, "abcdef", 0xabcdef);
	exit(0);
}
