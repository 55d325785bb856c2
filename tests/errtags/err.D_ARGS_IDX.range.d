/* @at: 4 4 */
sched:::off-cpu
{
	trace(args[4]);
}
