/* @opts: -q */
BEGIN
{
	printf("%d %d\n", errno, sizeof (errno));
	exit(0);
}
