/* @opts: -q */
BEGIN
{
	printf("%d %d\n", ipl, sizeof (ipl));
	exit(0);
}
