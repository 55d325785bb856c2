/* @opts: -q */
BEGIN
{
	printf("[%I]\n", "no address");
	exit(0);
}
