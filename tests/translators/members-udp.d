/* @opts: -q */
/* A UDP event whose member n holds n, as udpinfo_t shows it; its family is AF_INET. */
BEGIN
{
	this->m = (udpip_msg_t *)alloca(sizeof (udpip_msg_t));
	this->m->ui_family = AF_INET;
	this->m->ui_pid = 2;
	this->m->ui_size = 3;
	this->m->ui_sport = 4;
	this->m->ui_dport = 5;
	this->m->ui_saddr[0] = 6;
	this->m->ui_saddr[1] = 6;
	this->m->ui_saddr[2] = 6;
	this->m->ui_saddr[3] = 6;
	this->m->ui_daddr[0] = 7;
	this->m->ui_daddr[1] = 7;
	this->m->ui_daddr[2] = 7;
	this->m->ui_daddr[3] = 7;
	this->m->ui_seq = 8;
	this->m->ui_connid = 10;
	print(xlate <udpinfo_t> (this->m));
	printf("\n");
	exit(0);
}
