#!/usr/sbin/dtrace -s
/*
 * funclat.d SECONDS MODULE FUNCTION [thread] - how long the calls of a function take.
 *
 *	dtrace -s funclat.d -p PID 10 a.out main_loop	of a process, for ten seconds (0: until ^C)
 *	dtrace -s funclat.d -c COMMAND 0 libc malloc	of a command, while it runs
 *	dtrace -s funclat.d -p PID 0 libc write thread	each thread by itself
 *
 * Prints a distribution in nanoseconds from the entry to the return, waiting included, then the number
 * of calls, their mean and the longest.  FUNCTION may be a pattern; each function that matches has its
 * own distribution.  Each call of a recursive function counts, with the calls that it makes.  A call
 * that ends without a return, by longjmp() or an exception, isn't counted.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m
#pragma D option dynvarsize=16m

BEGIN
/$$4 != "" && $$4 != "thread"/
{
	printf("usage: dtrace -s funclat.d -p PID SECONDS MODULE FUNCTION [thread]\n");
	exit(2);
}

/* A call is known by its place on the stack: the stack pointer, but for the return address there. */
pid$target:$$2:$$3:entry
{
	self->since[(uregs[R_SP] + 8) / 16] = timestamp;
}

pid$target:$$2:$$3:return
{
	this->call = (uregs[R_SP] + 8) / 16;
	this->since = self->since[this->call];
	self->since[this->call] = 0;
}

pid$target:$$2:$$3:return
/this->since != 0/
{
	this->thread = $$4 == "thread" ? tid : 0;
	@wait[probefunc, this->thread] = quantize(timestamp - this->since);
	@calls[probefunc, this->thread] = count();
	@mean[probefunc, this->thread] = avg(timestamp - this->since);
	@longest[probefunc, this->thread] = max(timestamp - this->since);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
/$$4 == "thread"/
{
	printa("%s in thread %d, nanoseconds%@d\n", @wait);
	printf("%-44s %10s %12s %12s %12s\n", "FUNCTION", "THREAD", "CALLS", "MEAN(ns)", "LONGEST(ns)");
	printa("%-44s %10d %@12d %@12d %@12d\n", @calls, @mean, @longest);
}

dtrace:::END
/$$4 == ""/
{
	printa("%s, nanoseconds%@d\n", @wait);
	printf("%-44s %12s %12s %12s\n", "FUNCTION", "CALLS", "MEAN(ns)", "LONGEST(ns)");
	printa("%-44s %@12d %@12d %@12d\n", @calls, @mean, @longest);
}
