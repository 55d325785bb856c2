#!/usr/sbin/dtrace -s
/*
 * pid_ustack.d MODULE FUNCTION - from where a function is called: its stacks, the most frequent last.
 *
 *	dtrace -s pid_ustack.d -c COMMAND libc malloc		while the command runs
 *	dtrace -s pid_ustack.d -p PID libc write		of a process, until ^C
 *	dtrace -x unwind=dwarf -s pid_ustack.d ...		programs without frame pointers
 */
#pragma D option quiet
#pragma D option bufsize=16m
#pragma D option aggsize=32m

pid$target:$1:$2:entry
{
	@calls[probefunc] = count();
	@stacks[ustack(20)] = count();
}

dtrace:::END
{
	printa("%k%@16d calls\n", @stacks);
	printa("\n%s: %@d calls in all\n", @calls);
}
