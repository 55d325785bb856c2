/* On Linux start and lwp-start fire in what is new, and exit says why, then with what. */
/* @feed: live */
/* @needs: root */
/* @opts: -q -c 'sh -c "exec 2>/dev/null; (exit 3); (read me rest </proc/self/stat; kill -9 $me); true"' */
proc:::exec-success
/pid == $target/
{
	printf("%s: %s, %d words\n", probename, execname, curpsinfo->pr_argc);
}

proc:::start,
proc:::lwp-start,
proc:::lwp-exit
/ppid == $target/
{
	printf("%s of %s, step %d: %d %d\n", probename, execname, self->step++, pid != $target, tid == pid);
}

proc:::start
/ppid == $target/
{
	printf("\tits own: %d %d\n", curpsinfo->pr_pid == args[0]->pr_pid, args[0]->pr_ppid == $target);
}

proc:::exit
/ppid == $target/
{
	printf("exit, step %d: %s with %d\n", self->step, args[0] == CLD_EXITED ? "exited" :
	    args[0] == CLD_KILLED ? "killed" : "?", args[1]);
}

proc:::exit
/pid == $target/
{
	printf("%d %d\n", args[0] == CLD_EXITED, args[1]);
	exit(0);
}
