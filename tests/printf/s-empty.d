/* @opts: -q */
BEGIN
{
	printf("[%s][%3s]\n", "", "");
	exit(0);
}
