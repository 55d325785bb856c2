#!/usr/sbin/dtrace -s
/*
 * profile.d - which programs run on the CPUs.
 *
 *	dtrace -s profile.d			for ten seconds
 *	dtrace -E trace.etl -s profile.d	over the first ten seconds of a trace
 *
 * Samples every CPU 97 times a second, and counts the processes found there.  The rate is odd so
 * that the samples don't run in step with programs that do something 100 times a second.
 */
#pragma D option quiet

profile:::profile-97
{
	@looks[execname, pid] = count();
	@cpus[cpu] = count();
}

profile:::tick-10sec
{
	exit(0);
}

dtrace:::END
{
	printf("%-24s %8s %8s\n", "PROGRAM", "PID", "LOOKS");
	printa("%-24s %8d %@8d\n", @looks);
	printf("\n%-24s %17s\n", "CPU", "LOOKS");
	printa("%-24d %@17d\n", @cpus);
}
