/* @opts: -q */
BEGIN
{
	printf("[%.1s][%.3s][%.9s][%5.2s][%-5.2s]\n", "abc", "abc", "abc", "abc", "abc");
	exit(0);
}
