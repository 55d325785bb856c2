/* @opts: -q */
/* @feed: live */
BEGIN
{
	printf("%d %d %s\n", curpsinfo->pr_pid == pid, curpsinfo->pr_ppid == ppid,
	    curpsinfo->pr_fname == execname ? "same" : "other");
	exit(0);
}
