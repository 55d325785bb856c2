sched:::off-cpu
{
	x = 1;
	trace(args[x]);
}
