#!/usr/sbin/dtrace -s
/*
 * proc.d - start and end of processes and threads, and the modules that they map.
 *
 *	dtrace -s proc.d			until ^C
 *	dtrace -E trace.etl -s proc.d		over a trace
 *
 * Each line begins with the process and thread that caused the event; args[] describe the process
 * or thread that it is about.
 */
#pragma D option quiet

proc:::create
{
	printf("%6d %6d %-20s starts process %d: %s\n", pid, tid, execname, args[0]->pr_pid, args[0]->pr_psargs);
}

proc:::exec-success
{
	printf("%6d %6d %-20s executes: %s\n", pid, tid, execname, curpsinfo->pr_psargs);
}

proc:::exit
{
	printf("%6d %6d %-20s exits with %d\n", pid, tid, execname, curpsinfo->pr_wstat);
}

proc:::lwp-create
{
	printf("%6d %6d %-20s starts thread %d of %s\n", pid, tid, execname, args[0]->pr_lwpid,
		args[1]->pr_fname);
}

proc:::lwp-exit
{
	printf("%6d %6d %-20s ends thread %d\n", pid, tid, execname, curlwpsinfo->pr_lwpid);
}

proc:::module-load
{
	printf("%6d %6d %-20s maps %s at %x\n", pid, tid, execname, stringof(args[0]), args[1]);
}

proc:::module-unload
{
	printf("%6d %6d %-20s unmaps %s at %x\n", pid, tid, execname, stringof(args[0]), args[1]);
}
