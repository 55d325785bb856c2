/* Ids of a process as of the event: what it has changed since it started counts. */
/* @feed: live */
/* @needs: root cmd:setpriv cmd:setsid */
/* @opts: -q -c 'setsid -w setpriv --reuid=12 --regid=13 --clear-groups sh -c "kill -0 0"' */
syscall::kill:entry
/execname == "sh" && progenyof($target) && uid == 12/
{
	printf("%d %d %d %d\n", curpsinfo->pr_uid, curpsinfo->pr_euid, curpsinfo->pr_gid, curpsinfo->pr_egid);
	printf("%d %d %d\n", curpsinfo->pr_sid == pid || curpsinfo->pr_sid == ppid, curpsinfo->pr_pgid == curpsinfo->pr_sid,
	    curpsinfo->pr_ppid == ppid);
	exit(0);
}
