#!/usr/sbin/dtrace -s
/*
 * runqlat.d - how long runnable threads wait for a CPU.
 *
 *	dtrace -s runqlat.d			until ^C
 *	dtrace -s runqlat.d 10			for ten seconds
 *	dtrace -E trace.etl -s runqlat.d	over a trace
 *
 * Measures the time from a thread's wakeup until it is on a CPU.  Prints a distribution in
 * nanoseconds for all threads, then a table in microseconds by program.  Long waits mean that there
 * is more work than the CPUs can do.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m

sched:::wakeup
{
	woken[args[0]->pr_lwpid] = timestamp;
}

sched:::on-cpu
/woken[tid] != 0/
{
	@wait["nanoseconds from wakeup to CPU"] = quantize(timestamp - woken[tid]);
	@sum[execname] = sum(timestamp - woken[tid]);
	@avg[execname] = avg(timestamp - woken[tid]);
	@max[execname] = max(timestamp - woken[tid]);
	@count[execname] = count();
	woken[tid] = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printa(@wait);
	normalize(@sum, 1000);
	normalize(@avg, 1000);
	normalize(@max, 1000);
	printf("%-24s %10s %12s %10s %10s\n", "PROGRAM", "WAITS", "SUM(us)", "AVG(us)", "MAX(us)");
	printa("%-24s %@10d %@12d %@10d %@10d\n", @count, @sum, @avg, @max);
}
