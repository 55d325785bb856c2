#!/usr/sbin/dtrace -s
/*
 * sched.d - how long threads stay on a CPU.
 *
 *	dtrace -s sched.d			until ^C
 *	dtrace -s sched.d 10			for ten seconds
 *	dtrace -E trace.etl -s sched.d		over a trace
 *
 * Prints a distribution of nanoseconds for each CPU.  Many short stays mean frequent switching; a
 * peak at the length of a time slice means that threads are preempted.
 */
#pragma D option quiet
#pragma D option defaultargs

sched:::on-cpu
/pid != 0/
{
	self->since = timestamp;
}

sched:::off-cpu
/self->since != 0/
{
	@stay[cpu] = quantize(timestamp - self->since);
	self->since = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printf("Time on CPU before a switch, in ns, by CPU\n");
	printa("\nCPU %d%@d\n", @stay);
}
