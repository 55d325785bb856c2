/* @opts: -q */
BEGIN
{
	printf("[%.*d][%.*s][%.*s]\n", -3, 7, -2, "abc", 0, "abc");
	exit(0);
}
