#!/usr/sbin/dtrace -s
/*
 * syscallbyproc.d - the number of system calls by process, and by program and call.
 *
 *	dtrace -s syscallbyproc.d			until ^C
 *	dtrace -s syscallbyproc.d 10			for ten seconds
 *	dtrace -s syscallbyproc.d -p PID		one process
 *	dtrace -s syscallbyproc.d -c COMMAND		a command, while it runs
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option bufsize=16m

syscall:::entry
/$target == 0 || pid == $target/
{
	@procs[pid, execname] = count();
	@calls[execname, probefunc] = count();
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

dtrace:::END
{
	printf("%8s %-24s %10s\n", "PID", "PROGRAM", "CALLS");
	printa("%8d %-24s %@10d\n", @procs);
	printf("\n%-24s %-24s %10s\n", "PROGRAM", "CALL", "CALLS");
	printa("%-24s %-24s %@10d\n", @calls);
}
