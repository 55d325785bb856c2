/* @opts: -q */
/* @E: demo */
int n, m;

sched:::on-cpu
{
	@ = count();
}

sched:::off-cpu
/args[0]->pr_lwpid >= 0 && args[1]->pr_pid >= 0/
{
	n++;
}

END
{
	printf("%d\n", n > 0);
	trunc(@);
}
