#!/usr/sbin/dtrace -s
/*
 * whererun.d NAME - on which CPUs program NAME runs, and for how long.
 *
 *	dtrace -s whererun.d firefox			until ^C
 *	dtrace -E trace.etl -s whererun.d powerpnt.exe	over a trace (Windows names are lower case)
 *
 * Prints, for each CPU, the milliseconds on that CPU and how often the program was switched to it.
 */
#pragma D option quiet

sched:::on-cpu
/execname == $$1/
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

dtrace:::END
{
	normalize(@time, 1000000);
	printf("%3s %12s %12s\n", "CPU", "MS", "STAYS");
	printa("%3d %@12d %@12d\n", @time, @stays);
}
