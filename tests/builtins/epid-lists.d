/* @opts: -q */
/* Each description of a list has an enabled clause of its own at each probe that it matches. */
BEGIN, BEGIN, END
{
	printf("%s %d %d\n", probename, epid, sizeof (epid));
}

BEGIN
{
	printf("%d\n", epid);
	exit(0);
}
