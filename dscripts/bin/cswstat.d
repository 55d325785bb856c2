#!/usr/sbin/dtrace -s
/*
 * cswstat.d - how often the CPUs switch between threads, and how long threads stay on a CPU.
 *
 *	dtrace -s cswstat.d			until ^C
 *	dtrace -s cswstat.d 10			for ten seconds
 *	dtrace -E trace.etl -s cswstat.d	over a trace, each second of it
 *
 * Prints a line each second: the number of switches, the number of switches to a thread (not to the
 * idle loop), and the microseconds that threads spent on a CPU before they were switched away, in
 * total and on average.
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	printf("%-20s %10s %10s %12s %10s\n", "TIME", "SWITCHES", "TO THREADS", "ON CPU(us)", "AVG(us)");
	switches = threads = stayed = stays = 0;
}

sched:::off-cpu
{
	switches++;
}

sched:::on-cpu
/pid != 0/
{
	threads++;
	self->since = timestamp;
}

sched:::off-cpu
/self->since != 0/
{
	stayed += timestamp - self->since;
	stays++;
	self->since = 0;
}

profile:::tick-1sec
{
	printf("%-20Y %10d %10d %12d %10d\n", walltimestamp, switches, threads, stayed / 1000,
	    stays != 0 ? stayed / stays / 1000 : 0);
	switches = threads = stayed = stays = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
