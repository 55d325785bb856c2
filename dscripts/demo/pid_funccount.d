#!/usr/sbin/dtrace -s
/*
 * pid_funccount.d - how often a process calls which functions.
 *
 *	dtrace -s pid_funccount.d -c COMMAND			all functions of all its modules
 *	dtrace -s pid_funccount.d -p PID a.out			the functions of the program itself
 *	dtrace -s pid_funccount.d -p PID libc 'mem*'		functions whose names match, until ^C
 *
 * A field of a probe that is empty matches everything, and so does an operand that is missing: $$1 is
 * then an empty string.  The counts are kept in the kernel.
 */
#pragma D option quiet
#pragma D option defaultargs

pid$target:$$1:$$2:entry
{
	@calls[probemod, probefunc] = count();
}

dtrace:::END
{
	printf("%-24s %-44s %10s\n", "MODULE", "FUNCTION", "CALLS");
	printa("%-24s %-44s %@10d\n", @calls);
}
