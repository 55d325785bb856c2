#!/usr/sbin/dtrace -s
/*
 * pid_functime.d - how long the functions of a process take, and how much of it in themselves.
 *
 *	dtrace -s pid_functime.d -c COMMAND a.out		the functions of the program itself
 *	dtrace -s pid_functime.d -p PID libc 'f*'		functions whose names match, until ^C
 *	dtrace -s pid_functime.d -c COMMAND			all functions of all modules
 *
 * ELAPSED is the time from a function's entry to its return, waiting included; OWN is what is left of
 * it without the calls of other traced functions inside.  A call is known by its place on the stack,
 * where the stack pointer is at its entry and, but for the return address, at its return: so each call of
 * a recursive function has its own, and one that longjmp() or an exception ends disturbs no other.
 *
 * A probe takes time itself, which the function around it seems to have spent: read the numbers of
 * functions that call many others with that in mind.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m
#pragma D option dynvarsize=16m

self uint64_t now;

pid$target:$$1:$$2:entry
{
	this->call = (uregs[R_SP] + 8) / 16;
	self->since[this->call] = timestamp;
	self->inside[this->call] = 0;
	self->caller[this->call] = self->now;
	self->now = this->call;
}

pid$target:$$1:$$2:return
{
	this->call = (uregs[R_SP] + 8) / 16;
}

pid$target:$$1:$$2:return
/self->since[this->call]/
{
	this->elapsed = timestamp - self->since[this->call];
	@calls[probemod, probefunc] = count();
	@elapsed[probemod, probefunc] = sum(this->elapsed);
	@own[probemod, probefunc] = sum(this->elapsed - self->inside[this->call]);
	self->now = self->caller[this->call];
	self->inside[self->now] += this->elapsed;
	self->since[this->call] = 0;
	self->caller[this->call] = 0;
}

dtrace:::END
{
	normalize(@elapsed, 1000);
	normalize(@own, 1000);
	printf("%-20s %-36s %8s %12s %12s\n", "MODULE", "FUNCTION", "CALLS", "ELAPSED(us)", "OWN(us)");
	printa("%-20s %-36s %@8d %@12d %@12d\n", @calls, @elapsed, @own);
}
