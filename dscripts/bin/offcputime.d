#!/usr/sbin/dtrace -s
/*
 * offcputime.d - where do threads wait, and for how long?
 *
 *	dtrace -s offcputime.d > out.folded		until ^C
 *	dtrace -s offcputime.d 10 > out.folded		for ten seconds
 *	dtrace -s offcputime.d -p PID > out.folded	one process; -c COMMAND: a command, while it runs
 *	flamegraph.pl --countname=us out.folded > out.svg
 *
 * A line is a program and the stack it left its CPU with, outermost function first, the user's part before the
 * kernel's, and the microseconds until it was back, in all.  Threads that have not come back yet are not counted.
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
