#!/usr/sbin/dtrace -s
/*
 * offcputime.d - where threads wait, and for how long, as folded stacks for a flame graph.
 *
 *	dtrace -s offcputime.d > out.folded		until ^C
 *	dtrace -s offcputime.d 10 > out.folded		for ten seconds
 *	dtrace -s offcputime.d -p PID > out.folded	one process
 *	dtrace -s offcputime.d -c COMMAND > out.folded	a command, while it runs
 *	flamegraph.pl --countname=us out.folded > out.svg
 *
 * Each line has a program, the stack with which its threads left the CPU (outermost function first,
 * user frames before kernel frames), and the total microseconds until they were back on a CPU.
 * Threads that are still waiting at the end are not counted.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m
#pragma D option aggsize=32m

sched:::off-cpu
/pid != 0 && ($target == 0 || pid == $target)/
{
	self->left = timestamp;
}

sched:::on-cpu
/self->left != 0/
{
	@[execname, ustack(127), stack(127)] = sum(timestamp - self->left);
	self->left = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	normalize(@, 1000);
	printa("%s%#k%#k %@d\n", @);
}
