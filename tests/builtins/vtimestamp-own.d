/* @opts: -q */
/* BEGIN and END run in a thread of dtrace's that has used some time. */
BEGIN
{
	began = vtimestamp;
	exit(0);
}

END
{
	printf("%d %d\n", began > 0, vtimestamp >= began);
}
