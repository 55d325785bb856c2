/* @opts: -q */
/* @feed: replay */
/* The trace's own time: it begins on 2019-04-17 at 18:40, and timestamp counts from there. */
BEGIN
{
	printf("%Y %d\n", walltimestamp, walltimestamp);
}

sched:::on-cpu
/n++ < 2/
{
	printf("%Y %d\n", walltimestamp, walltimestamp - timestamp);
}
