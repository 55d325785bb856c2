#!/usr/sbin/dtrace -s
/*
 * execsnoop.d - which programs are started, by whom, with what arguments?
 *
 *	dtrace -s execsnoop.d			until ^C
 *	dtrace -s execsnoop.d NAME		of one name
 *
 * The arguments are those of the exec itself, so programs that end at once are shown too.
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	printf("%-20s %6s %8s %8s  %s\n", "TIME", "UID", "PID", "PPID", "ARGS");
}

proc:::exec-success
/$$1 == "" || execname == $$1/
{
	printf("%-20Y %6d %8d %8d  %s\n", walltimestamp, uid, pid, ppid, curpsinfo->pr_psargs);
}
