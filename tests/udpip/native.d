/* @E: demo --scene net */
/* @opts: -q */
udpip:::send
{
	this->u = (udpip_msg_t *)arg0;
	printf("%s %d %d\n", inet_ntop(this->u->ui_family, this->u->ui_daddr), this->u->ui_pid, this->u->ui_size);
}
