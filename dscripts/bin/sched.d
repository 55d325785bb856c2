#!/usr/sbin/dtrace -s
/*
 * sched.d - how long do threads stay on a CPU once they are there?
 *
 *	dtrace -s sched.d			until ^C
 *	dtrace -E trace.etl -s sched.d		over a trace
 *
 * One distribution of nanoseconds for each CPU.  Many short stays mean much switching; a peak at the length of
 * a time slice means threads that are made to leave.
 */
#pragma D option quiet

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

dtrace:::END
{
	printf("Time on CPU before a switch, in ns, by CPU\n");
	printa("\nCPU %d%@d\n", @stay);
}
