/* @feed: live */
/* @needs: root */
/* @opts: -q */
/* A CPU's idle thread is known by its flag. */
sched:::on-cpu
/curlwpsinfo->pr_flag & PR_IDLE/
{
	printf("%d\n", tid);
	exit(0);
}
