#!/usr/sbin/dtrace -s
/*
 * waits.d - which programs' threads waited for which other programs, and how long.
 *
 *	dtrace -s waits.d			until ^C
 *	dtrace -E trace.etl -s waits.d		over a trace with context switches and ready threads
 *
 * A thread leaves its CPU, another thread wakes it, and it comes back.  The time in between counts
 * as waiting for the program that woke it.  If no thread woke it, it was runnable all the time, but
 * other threads had the CPU.  The longest waits come first.
 *
 * An interrupt wakes threads in the name of the thread that it interrupts, which may be an idle
 * thread.
 */
#pragma D option quiet
#pragma D option dynvarsize=32m
#pragma D option aggsortrev

sched:::off-cpu
/pid != 0/
{
	self->left = timestamp;
}

sched:::wakeup
{
	waker[args[0]->pr_lwpid] = execname;
	told = 1;
}

sched:::on-cpu
/self->left/
{
	this->who = waker[tid] != "" ? waker[tid] : told ? "(was ready)" : "(the trace does not say)";
	@time[execname, this->who] = sum((timestamp - self->left) / 1000);
	@times[execname, this->who] = count();
	@longest[execname, this->who] = max((timestamp - self->left) / 1000);
	waker[tid] = 0;
	self->left = 0;
}

dtrace:::END
{
	printf("%-24s %-24s %12s %10s %12s\n", "WAITED", "FOR", "us", "TIMES", "LONGEST us");
	printa("%-24s %-24s %@12d %@10d %@12d\n", @time, @times, @longest);
}
