#!/usr/sbin/dtrace -s
/*
 * perf.d - which programs used the CPUs, and in which code.
 *
 *	dtrace -s perf.d			until ^C
 *	dtrace -E trace.etl -s perf.d		over a trace with the profiler's samples
 *
 * Prints the number of samples by program, then the ten stacks that were sampled most, kernel
 * frames first.  -x sympath= sets where the symbols of Windows images are.  Idle CPUs are left out.
 */
#pragma D option quiet
#pragma D option stackframes=12
#pragma D option ustackframes=12

profile:::sample-997
/pid != 0/
{
	@all = count();
	@programs[execname, pid] = count();
	@places[execname, pid, stack(), ustack()] = count();
}

dtrace:::END
{
	trunc(@places, 10);
	printa("%@d samples\n", @all);
	printf("\n%-28s %8s %10s\n", "PROGRAM", "PID", "SAMPLES");
	printa("%-28s %8d %@10d\n", @programs);
	printa("\n%s (%d): %k%k%@14d samples\n", @places);
}
