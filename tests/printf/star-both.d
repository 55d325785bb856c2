/* @opts: -q */
BEGIN
{
	printf("[%*.*d][%-*.*s]\n", 6, 3, 7, 6, 2, "abc");
	exit(0);
}
