#!/usr/sbin/dtrace -s
/*
 * execsnoop.d - every program that is started, with its arguments and its parent.
 *
 *	dtrace -s execsnoop.d			until ^C
 *	dtrace -s execsnoop.d 10			for ten seconds
 *	dtrace -s execsnoop.d 0 NAME		only programs of this name
 *
 * The arguments are captured at the exec itself, so short-lived programs are shown, too.
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	printf("%-20s %6s %8s %8s  %s\n", "TIME", "UID", "PID", "PPID", "ARGS");
}

proc:::exec-success
/$$2 == "" || execname == $$2/
{
	printf("%-20Y %6d %8d %8d  %s\n", walltimestamp, uid, pid, ppid, curpsinfo->pr_psargs);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
