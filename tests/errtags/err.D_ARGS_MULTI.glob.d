sched:::
{
	trace(args[0]->pr_lwpid);
}
