#!/usr/sbin/dtrace -s
/*
 * whererun.d SECONDS NAME - on which CPUs program NAME runs, and for how long.
 *
 *	dtrace -s whererun.d 10 firefox			for ten seconds
 *	dtrace -s whererun.d 0 firefox			until ^C
 *	dtrace -E trace.etl -s whererun.d 0 powerpnt.exe	over a trace (Windows names are lower case)
 *
 * Prints, for each CPU, the milliseconds on that CPU and how often the program was switched to it.
 */
#pragma D option quiet
#pragma D option defaultargs

BEGIN
/$$2 == ""/
{
	printf("usage: dtrace -s whererun.d SECONDS NAME (0: until ^C)\n");
	exit(2);
}

sched:::on-cpu
/execname == $$2/
{
	self->since = timestamp;
}

sched:::off-cpu
/self->since != 0/
{
	@time[cpu] = sum(timestamp - self->since);
	@stays[cpu] = count();
	self->since = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
/$$2 != ""/
{
	normalize(@time, 1000000);
	printf("%3s %12s %12s\n", "CPU", "MS", "STAYS");
	printa("%3d %@12d %@12d\n", @time, @stays);
}
