/* @feed: live */
/* @opts: -q -c '/bin/true' */
BEGIN
{
	printf("%d%d\n", curpsinfo->pr_pid == pid, curpsinfo->pr_ppid == ppid);
	printf("%d%d\n", curpsinfo->pr_uid == uid, curpsinfo->pr_gid == gid);
	printf("%d%d\n", curpsinfo->pr_euid == $euid, curpsinfo->pr_egid == $egid);
	printf("%d%d\n", curpsinfo->pr_pgid == $pgid, curpsinfo->pr_sid == $sid);
	printf("%d %d\n", curpsinfo->pr_dmodel == PR_MODEL_LP64, PR_MODEL_ILP32);
	exit(0);
}
