/* @opts: -q */
BEGIN
{
	printf("[%.-3d][%.-1s]\n", 7, "abc");
	exit(0);
}
