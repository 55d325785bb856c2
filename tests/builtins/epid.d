/* @opts: -q */
/* Enabled clauses are numbered from 1 in the order in which they were enabled. */
BEGIN
{
	printf("%d ", epid);
}

BEGIN
{
	printf("%d ", epid);
}

END
{
	printf("%d\n", epid);
}

BEGIN
{
	printf("%d ", epid);
	exit(0);
}
