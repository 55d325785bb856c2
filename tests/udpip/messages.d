/* @cmd: scene_versions net 0 1 2 */
/* Both probes in every version; version 0 does not say which process. */
udpip:::send, udpip:::receive
{
	printf("%s %d %s %s:%d > %s:%d %d bytes, seq %d, connection %x\n", execname, pid, probename,
	    args[0]->udp_saddr, args[0]->udp_sport, args[0]->udp_daddr, args[0]->udp_dport,
	    args[0]->udp_plength, args[0]->udp_seq, args[0]->udp_connid);
}
