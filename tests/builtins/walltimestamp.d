/* @opts: -q */
BEGIN
{
	w = walltimestamp;
	printf("%d %d %d\n", w == walltimestamp, sizeof (walltimestamp), walltimestamp > 0);
	x = -walltimestamp;
	printf("%d\n", x < 0);
	exit(0);
}
