/* @opts: -q */
/* @feed: live */
BEGIN
{
	v = vtimestamp;
	printf("%d %d %d\n", v == vtimestamp, sizeof (vtimestamp), (int64_t)vtimestamp >= 0);
	exit(0);
}
