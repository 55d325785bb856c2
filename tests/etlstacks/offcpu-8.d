/* @E: demo --scene stacks --ptr 8 */
/* @opts: -q */
/* A switch's stack is the one of the thread that comes: where it stood when it left. */
sched:::off-cpu, sched:::on-cpu /tid == 1504 && timestamp > 1000000/
{
	printf("%s %d %d %d", probename, tid, stackdepth, ustackdepth);
	stack(1);
	ustack(2);
}
