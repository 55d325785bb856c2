#!/usr/sbin/dtrace -s
/*
 * wakeup.d NAME - who wakes a program's threads, and when?
 *
 *	dtrace -s wakeup.d firefox			until ^C
 *	dtrace -E trace.etl -s wakeup.d powerpnt.exe	over a trace (names of Windows are in lower case)
 *
 * For each program that woke it, the number of wakeups in each second since the start.
 */
#pragma D option quiet

dtrace:::BEGIN
{
	start = timestamp;
}

sched:::wakeup
/args[1]->pr_fname == $$1/
{
	@when[execname] = lquantize((timestamp - start) / 1000000000, 0, 120, 1);
}

dtrace:::END
{
	printf("Wakeups of %s by second\n", $$1);
	printa("\nby %s%@d\n", @when);
}
