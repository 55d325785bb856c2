#!/usr/sbin/dtrace -s
/*
 * wakeup.d SECONDS NAME - which programs wake the threads of program NAME, and when.
 *
 *	dtrace -s wakeup.d 10 firefox			for ten seconds
 *	dtrace -s wakeup.d 0 firefox			until ^C
 *	dtrace -E trace.etl -s wakeup.d 0 powerpnt.exe	over a trace (Windows names are lower case)
 *
 * Prints, for each program that woke it, the number of wakeups in each second since the start.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/$$2 == ""/
{
	printf("usage: dtrace -s wakeup.d SECONDS NAME (0: until ^C)\n");
	exit(2);
}

dtrace:::BEGIN
{
	start = timestamp;
}

sched:::wakeup
/args[1]->pr_fname == $$2/
{
	@when[execname] = lquantize((timestamp - start) / 1000000000, 0, 120, 1);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
/$$2 != ""/
{
	printf("Wakeups of %s by second\n", $$2);
	printa("\nby %s%@d\n", @when);
}
