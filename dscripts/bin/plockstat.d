#!/usr/sbin/dtrace -s
/*
 * plockstat.d - which locks the threads of a process wait for, where, and for how long; and how
 * long locks are held.
 *
 *	dtrace -s plockstat.d -p PID		until ^C, or until the process ends
 *	dtrace -s plockstat.d -p PID 10		for ten seconds
 *	dtrace -s plockstat.d -c COMMAND
 *
 * A lock is shown by its name, if it is a variable, else by its address; times are in nanoseconds.
 * Readers-writer locks are there, too; the time that readers hold them isn't.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m

plockstat$target:::*-block,
plockstat$target:::mutex-spin
{
	self->waits = timestamp;
}

plockstat$target:::*-blocked,
plockstat$target:::mutex-spun
/self->waits != 0/
{
	@waits[usym(arg0)] = count();
	@waited[usym(arg0)] = quantize(timestamp - self->waits);
	@where[usym(arg0), ustack(8)] = sum(timestamp - self->waits);
	self->waits = 0;
}

plockstat$target:::mutex-acquire
/arg1 == 0/
{
	self->held[arg0] = timestamp;
}

plockstat$target:::rw-acquire
/arg1 != 0/
{
	self->held[arg0] = timestamp;
}

plockstat$target:::*-release
/self->held[arg0] != 0 && (probename == "rw-release" || arg1 == 0)/
{
	@holds[usym(arg0)] = count();
	@held[usym(arg0)] = sum(timestamp - self->held[arg0]);
	self->held[arg0] = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printf("waits, and nanoseconds of each\n");
	printa("  %-48A %@10d\n%@d\n", @waits, @waited);
	printf("\nnanoseconds waited, by place\n");
	printa("  %A %@d\n%k\n", @where);
	printf("\nholds, and nanoseconds in all\n");
	printa("  %-48A %@10d %@16d\n", @holds, @held);
}
