/* @feed: live */
/* @opts: -q */
BEGIN
{
	printf("%s %d\n", execname, pid == $pid);
	exit(0);
}
