/* @opts: -q */
BEGIN
{
	printf("[%*d][%*s]\n", -4, 7, -5, "ab");
	exit(0);
}
