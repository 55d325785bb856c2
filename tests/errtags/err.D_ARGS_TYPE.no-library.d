/* @opts: -x nolibs */
/* @at: 5 args[0] */
sched:::off-cpu
{
	trace(args[0]->pr_lwpid);
}
