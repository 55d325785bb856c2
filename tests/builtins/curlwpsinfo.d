/* @opts: -q */
/* @feed: live */
BEGIN
{
	printf("%d\n", curlwpsinfo->pr_lwpid == tid);
	exit(0);
}
