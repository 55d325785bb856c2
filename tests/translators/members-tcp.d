/* @opts: -q */
/* A TCP event whose member n holds n, as ipinfo_t and tcpinfo_t show it; its family is AF_INET. */
BEGIN
{
	this->m = (tcpip_msg_t *)alloca(sizeof (tcpip_msg_t));
	this->m->ti_family = AF_INET;
	this->m->ti_pid = 2;
	this->m->ti_size = 3;
	this->m->ti_sport = 4;
	this->m->ti_dport = 5;
	this->m->ti_saddr[0] = 6;
	this->m->ti_saddr[1] = 6;
	this->m->ti_saddr[2] = 6;
	this->m->ti_saddr[3] = 6;
	this->m->ti_daddr[0] = 7;
	this->m->ti_daddr[1] = 7;
	this->m->ti_daddr[2] = 7;
	this->m->ti_daddr[3] = 7;
	this->m->ti_seq = 8;
	this->m->ti_ack = 9;
	this->m->ti_connid = 10;
	this->m->ti_stime = 11;
	this->m->ti_etime = 12;
	this->m->ti_window = 13;
	this->m->ti_mss = 14;
	this->m->ti_sackopt = 15;
	this->m->ti_tsopt = 16;
	this->m->ti_wsopt = 17;
	this->m->ti_rcvws = 18;
	this->m->ti_sndws = 19;
	print(xlate <ipinfo_t> (this->m));
	printf("\n");
	print(xlate <tcpinfo_t> (this->m));
	printf("\n");
	exit(0);
}
