/* @cmd: scene_versions net 1 2 */
/* What connect and accept agree on; when a send was asked for and done. */
tcpip:::connect, tcpip:::accept
{
	printf("%s v%d mss %d sack %d ts %d ws %d window %d scales %d %d\n", probename, args[0]->ip_ver,
	    args[1]->tcp_mss, args[1]->tcp_sackopt, args[1]->tcp_tsopt, args[1]->tcp_wsopt, args[1]->tcp_window,
	    args[1]->tcp_rcvws, args[1]->tcp_sndws);
}

tcpip:::send
{
	printf("%s v%d from %d to %d; %d %d %d %d %d %d\n", probename, args[0]->ip_ver, args[0]->ip_stime,
	    args[0]->ip_etime, args[1]->tcp_ack, args[1]->tcp_offset, args[1]->tcp_flags, args[1]->tcp_checksum,
	    args[1]->tcp_urgent, args[1]->tcp_hdr);
}
