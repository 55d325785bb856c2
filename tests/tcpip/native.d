/* @E: demo --scene net */
/* @opts: -q */
/* arg0 is the native record, and its members are as the translators have them. */
tcpip:::receive
/((tcpip_msg_t *)arg0)->ti_family == AF_INET6/
{
	this->t = (tcpip_msg_t *)arg0;
	printf("%d %d %d %d %x %x %d\n", this->t->ti_pid, this->t->ti_size, this->t->ti_sport, this->t->ti_dport,
	    this->t->ti_daddr[0], this->t->ti_daddr[15], this->t->ti_size == args[0]->ip_plength);
}
