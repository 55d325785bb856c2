/* @opts: -q -x dynvarsize=1k */
/* @feed: replay */
BEGIN
{
	x[0, 0] = 1;
}

tick-1ms
{
	x[i++, 1] = 1;
}

tick-1ms
/i == 500/
{
	exit(0);
}
