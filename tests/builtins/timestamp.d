/* @opts: -q */
BEGIN
{
	t = timestamp;
	u = timestamp;
	printf("%d %d %d\n", t == u, t == timestamp, sizeof (timestamp));
}

tick-10ms
{
	printf("%d\n", timestamp > t);
	exit(0);
}
