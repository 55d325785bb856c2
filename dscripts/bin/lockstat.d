#!/usr/sbin/dtrace -s
/*
 * lockstat.d - where the kernel waits for its locks, how often, and for how long.
 *
 *	dtrace -s lockstat.d			until ^C
 *	dtrace -s lockstat.d 10			for ten seconds
 *	dtrace -s lockstat.d -c COMMAND		while the command runs, of the whole system
 *
 * adaptive-block is a mutex for which a thread slept, adaptive-spin one for which it spun;
 * spin-spin a spin lock, rw-block a readers-writer lock. Locks that were free aren't counted.
 */
#pragma D option quiet
#pragma D option defaultargs

lockstat:::
{
	@waits[probename] = count();
	@ns[probename] = quantize(arg1);
	@where[probename, stack(8)] = sum(arg1);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printf("waits, and nanoseconds of each\n");
	printa("  %-16s %@10d\n%@d\n", @waits, @ns);
	trunc(@where, 20);
	printf("\nnanoseconds waited, by place\n");
	printa("  %s %@d\n%k\n", @where);
}
