#!/usr/sbin/dtrace -s
/*
 * tcpconnlat.d - how long it takes to establish an outgoing TCP connection.
 *
 *	dtrace -s tcpconnlat.d			all connections, until ^C
 *	dtrace -s tcpconnlat.d 10		for ten seconds
 *	dtrace -s tcpconnlat.d 0 5		connections that took 5 ms or more
 *
 * US is the time from the request to the answer of the other side: one round trip.  Connections
 * that were requested before tracing started are left out.  Windows traces don't contain the time
 * of the request.
 */
#pragma D option quiet
#pragma D option defaultargs

inline int SYN_SENT = 2;
inline int CLOSE = 7;

dtrace:::BEGIN
{
	printf("%7s %-16s %2s %-24s %5s %-24s %5s %9s\n", "PID", "PROGRAM", "IP", "FROM", "PORT", "TO", "PORT", "US");
}

linux-sock:::inet_sock_set_state
/args[0]->newstate == SYN_SENT/
{
	asked[(uintptr_t)args[0]->skaddr] = timestamp;
}

tcpip:::connect
/asked[args[0]->ip_connid] && timestamp - asked[args[0]->ip_connid] >= $2 * 1000000/
{
	printf("%7d %-16s %2d %-24s %5d %-24s %5d %9d\n", pid, execname, args[0]->ip_ver, args[0]->ip_saddr,
	    args[1]->tcp_sport, args[0]->ip_daddr, args[1]->tcp_dport,
	    (timestamp - asked[args[0]->ip_connid]) / 1000);
}

tcpip:::connect
{
	asked[args[0]->ip_connid] = 0;
}

linux-sock:::inet_sock_set_state
/args[0]->oldstate == SYN_SENT && args[0]->newstate == CLOSE/
{
	asked[(uintptr_t)args[0]->skaddr] = 0;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
