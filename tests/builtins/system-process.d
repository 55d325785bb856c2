/* @E: demo */
/* @opts: -q */
/* Windows' process System and the idle threads are the kernel's */
sched:::on-cpu
{
	@[execname, pid, curlwpsinfo->pr_flag & PR_ISSYS ? "kernel's" : "a user's",
	    curlwpsinfo->pr_flag & PR_IDLE ? "idle" : ""] = count();
}

END
{
	printa("%s %d: %s %s\n", @);
}
