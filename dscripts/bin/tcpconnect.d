#!/usr/sbin/dtrace -s
/*
 * tcpconnect.d - every outgoing TCP connection, with its process and addresses.
 *
 *	dtrace -s tcpconnect.d			all processes, until ^C
 *	dtrace -s tcpconnect.d 10			for ten seconds
 *	dtrace -s tcpconnect.d 0 NAME		all processes of a program
 *	dtrace -E trace.etl -s tcpconnect.d	over a trace
 *
 * Prints a line when a connection that a process of this machine requested is established.
 */
#pragma D option quiet
#pragma D option defaultargs

dtrace:::BEGIN
{
	printf("%7s %-16s %2s %-24s %5s %-24s %5s\n", "PID", "PROGRAM", "IP", "FROM", "PORT", "TO", "PORT");
}

tcpip:::connect
/$$2 == "" || execname == $$2/
{
	printf("%7d %-16s %2d %-24s %5d %-24s %5d\n", pid, execname, args[0]->ip_ver, args[0]->ip_saddr,
	    args[1]->tcp_sport, args[0]->ip_daddr, args[1]->tcp_dport);
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
