#!/usr/sbin/dtrace -s
/*
 * procsystime.d - how long system calls take.
 *
 *	dtrace -s procsystime.d			all processes, until ^C
 *	dtrace -s procsystime.d -p PID		one process
 *	dtrace -s procsystime.d 10			for ten seconds
 *	dtrace -s procsystime.d 0 NAME		all processes of a program
 *	dtrace -s procsystime.d -c COMMAND	a command, while it runs
 *
 * Prints for each system call the number of calls, their elapsed nanoseconds (waiting included),
 * and the nanoseconds spent on a CPU.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m

syscall:::entry
/($target == 0 || pid == $target) && ($$2 == "" || execname == $$2)/
{
	self->since = timestamp;
	self->cpu = vtimestamp;
}

syscall:::return
/self->since != 0/
{
	@count[probefunc] = count();
	@elapsed[probefunc] = sum(timestamp - self->since);
	@oncpu[probefunc] = sum(vtimestamp - self->cpu);
	@total = count();
	@telapsed = sum(timestamp - self->since);
	@toncpu = sum(vtimestamp - self->cpu);
	self->since = 0;
	self->cpu = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printf("%-24s %10s %16s %16s\n", "CALL", "COUNT", "ELAPSED(ns)", "ON CPU(ns)");
	printa("%-24s %@10d %@16d %@16d\n", @count, @elapsed, @oncpu);
	printa("TOTAL:                   %@10d %@16d %@16d\n", @total, @telapsed, @toncpu);
}
