/* @cmd: scene_versions net 0 1 2 */
/*
 * Every probe, in every version of its record: between whom, how much, in the process that the record names though
 * another's thread runs.
 */
tcpip:::send, tcpip:::receive, tcpip:::connect, tcpip:::disconnect, tcpip:::retransmit, tcpip:::accept,
tcpip:::reconnect, tcpip:::copy
{
	printf("%s %d %s %s:%d > %s:%d v%d %d bytes, seq %d, connection %x\n", execname, pid, probename,
	    args[0]->ip_saddr, args[1]->tcp_sport, args[0]->ip_daddr, args[1]->tcp_dport, args[0]->ip_ver,
	    args[0]->ip_plength, args[1]->tcp_seq, args[0]->ip_connid);
}
