#!/usr/sbin/dtrace -s
/*
 * perf.d - who used the CPUs, and in which code?
 *
 *	dtrace -s perf.d			until ^C
 *	dtrace -E trace.etl -s perf.d		over a trace that has the profiler's samples
 *
 * Every sample of the profiler is somebody at some place: the programs by their samples, then the ten places that were
 * met most, with the stack that led there, kernel's frames first.  -x sympath= names where functions of Windows' images
 * have their names from.  Idle CPUs are left out.
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
