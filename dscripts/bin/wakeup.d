#!/usr/sbin/dtrace -s
/*
 * wakeup.d NAME - which programs wake the threads of program NAME, and when.
 *
 *	dtrace -s wakeup.d firefox			until ^C
 *	dtrace -E trace.etl -s wakeup.d powerpnt.exe	over a trace (Windows names are lower case)
 *
 * Prints, for each program that woke it, the number of wakeups in each second since the start.
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
