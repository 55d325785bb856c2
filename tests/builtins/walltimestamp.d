/* @opts: -q */
/* Signed, of 64 bits; walltimestamp-now and walltimestamp-trace say which time. */
BEGIN
{
	w = walltimestamp;
	printf("%d %d\n", w == walltimestamp, sizeof (walltimestamp));
	x = -walltimestamp;
	printf("%d\n", x < 0);
	exit(0);
}
