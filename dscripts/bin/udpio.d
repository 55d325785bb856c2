#!/usr/sbin/dtrace -s
/*
 * udpio.d - who sends and receives datagrams, and how much?
 *
 *	dtrace -s udpio.d			until ^C
 *	dtrace -E trace.etl -s udpio.d		over a trace
 *
 * By process, direction and other side: datagrams and bytes.  A socket that is not connected does not say the other
 * side, which is then all zeroes.
 */
#pragma D option quiet
#pragma D option aggsortrev

udpip:::send, udpip:::receive
{
	@bytes[pid, execname, probename, args[0]->udp_daddr, args[0]->udp_dport] = sum(args[0]->udp_plength);
	@count[pid, execname, probename, args[0]->udp_daddr, args[0]->udp_dport] = count();
}

END
{
	printf("%7s %-16s %-8s %-24s %5s %12s %8s\n", "PID", "PROGRAM", "WHAT", "OTHER SIDE", "PORT", "BYTES", "COUNT");
	printa("%7d %-16s %-8s %-24s %5d %@12d %@8d\n", @bytes, @count);
}
