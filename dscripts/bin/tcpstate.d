#!/usr/sbin/dtrace -s
/*
 * tcpstate.d - every state change of TCP connections, and how long they were in each state.
 *
 *	dtrace -s tcpstate.d			until ^C
 *	dtrace -s tcpstate.d 10			for ten seconds
 *
 * US is the time that the socket spent in the old state; it is 0 if that state began before
 * tracing.  A change caused by the network happens in whatever thread is running, so the process
 * shown is right only if the change was caused by a system call.  Windows traces contain only the
 * begin and end of connections: see tcpconnect.d.
 */
#pragma D option quiet
#pragma D option defaultargs

inline int TCP = 6;
inline int CLOSE = 7;

dtrace:::BEGIN
{
	since[(uintptr_t)0] = timestamp;
	name[1] = "ESTABLISHED"; name[2] = "SYN_SENT"; name[3] = "SYN_RECV"; name[4] = "FIN_WAIT1";
	name[5] = "FIN_WAIT2"; name[6] = "TIME_WAIT"; name[7] = "CLOSE"; name[8] = "CLOSE_WAIT";
	name[9] = "LAST_ACK"; name[10] = "LISTEN"; name[11] = "CLOSING"; name[12] = "NEW_SYN_RECV";
	printf("%18s %7s %-16s %5s %5s %-12s %-12s %9s\n", "SOCKET", "PID", "PROGRAM", "FROM", "TO", "OLD", "NEW", "US");
}

linux-sock:::inet_sock_set_state
/args[0]->protocol == TCP/
{
	this->sk = (uintptr_t)args[0]->skaddr;
	this->us = since[this->sk] ? (timestamp - since[this->sk]) / 1000 : 0;
	printf("%18x %7d %-16s %5d %5d %-12s %-12s %9d\n", this->sk, pid, execname, args[0]->sport, args[0]->dport,
	    name[args[0]->oldstate], name[args[0]->newstate], this->us);
	since[this->sk] = args[0]->newstate == CLOSE ? 0 : timestamp;
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}
