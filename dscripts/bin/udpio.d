#!/usr/sbin/dtrace -s
/*
 * udpio.d - datagrams and bytes that each process sends and receives.
 *
 *	dtrace -s udpio.d			until ^C
 *	dtrace -s udpio.d 10			for ten seconds
 *	dtrace -E trace.etl -s udpio.d		over a trace
 *
 * Counts by process, direction and other side.  For an unconnected socket the other side is
 * unknown, and its address is all zeros.
 */
#pragma D option quiet
#pragma D option defaultargs
#pragma D option aggsortrev

udpip:::send, udpip:::receive
{
	@bytes[pid, execname, probename, args[0]->udp_daddr, args[0]->udp_dport] = sum(args[0]->udp_plength);
	@count[pid, execname, probename, args[0]->udp_daddr, args[0]->udp_dport] = count();
}

profile:::tick-1sec
/$1 != 0 && ++seconds >= $1/
{
	exit(0);
}

END
{
	printf("%7s %-16s %-8s %-24s %5s %12s %8s\n", "PID", "PROGRAM", "WHAT", "OTHER SIDE", "PORT", "BYTES", "COUNT");
	printa("%7d %-16s %-8s %-24s %5d %@12d %@8d\n", @bytes, @count);
}
