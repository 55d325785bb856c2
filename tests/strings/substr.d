/* @opts: -q */
BEGIN
{
	printf("[%s] [%s] [%s]\n", substr("hello", 1, 3), substr("hello", 2), substr("hello", -3));
	printf("[%s] [%s] [%s]\n", substr("hello", 0, -2), substr("hello", 10), substr("hello", 1, 0));
	exit(0);
}
