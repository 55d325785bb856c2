#!/usr/sbin/dtrace -s
/*
 * tcpip.d - which processes communicate with which addresses, and how much.
 *
 *	dtrace -s tcpip.d			until ^C
 *	dtrace -E trace.etl -s tcpip.d		over a trace
 *
 * Prints a line for each connection that begins, ends or fails, and for each datagram; at the end,
 * the bytes by process and other side, and the retransmissions.
 */
#pragma D option quiet

tcpip:::connect, tcpip:::accept, tcpip:::disconnect, tcpip:::reconnect
{
	printf("%-16s %6d %-10s %s:%d %s %s:%d\n", execname, pid, probename, args[0]->ip_saddr, args[1]->tcp_sport,
	    probename == "accept" ? "<" : ">", args[0]->ip_daddr, args[1]->tcp_dport);
}

tcpip:::fail, udpip:::fail
{
	printf("%-16s %6d %s failed: %s\n", execname, pid, probeprov,
	    args[1] == ERROR_INSUFFICIENT_RESOURCES ? "no resources" :
	    args[1] == ERROR_TOO_MANY_ADDRESSES ? "too many addresses" :
	    args[1] == ERROR_ADDRESS_EXISTS ? "the address is in use" :
	    args[1] == ERROR_INVALID_ADDRESS ? "invalid address" :
	    args[1] == ERROR_TIMEWAIT_ADDRESS_EXIST ? "the address is in use by a closed connection" : "other reason");
}

tcpip:::send, tcpip:::receive
{
	@tcp[execname, pid, args[0]->ip_daddr, args[1]->tcp_dport, probename] = sum(args[0]->ip_plength);
}

tcpip:::retransmit
{
	@again[args[0]->ip_daddr] = count();
}

udpip:::send, udpip:::receive
{
	printf("%-16s %6d udp %-7s %s:%d %s %s:%d %d bytes\n", execname, pid, probename, args[0]->udp_saddr,
	    args[0]->udp_sport, probename == "send" ? ">" : "<", args[0]->udp_daddr, args[0]->udp_dport,
	    args[0]->udp_plength);
	@udp[execname, pid, args[0]->udp_daddr, args[0]->udp_dport, probename] = sum(args[0]->udp_plength);
}

END
{
	printf("\n%-16s %6s %-30s %5s %-8s %s\n", "PROCESS", "PID", "OTHER SIDE", "PORT", "", "BYTES");
	printa("%-16s %6d %-30s %5d %-8s %@d\n", @tcp);
	printa("%-16s %6d %-30s %5d %-8s %@d\n", @udp);
	printa("sent again to %s: %@d\n", @again);
}
