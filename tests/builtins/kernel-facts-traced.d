/* @E: demo */
/* @opts: -q */
/* What a trace has of them. */
BEGIN
{
	printf("%d %d %d %d\n", `hz, `ncpus, `_pagesize, `time == walltimestamp / 1000000000);
	exit(0);
}
