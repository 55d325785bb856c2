#!/usr/sbin/dtrace -s
/*
 * networkanalyzer.d - network packets, one line each.
 *
 *	dtrace -E trace.etl -s networkanalyzer.d	over a trace with captured packets, as
 *							"netsh trace start capture=yes" or pktmon
 *							make them
 *
 * The script itself decodes Ethernet, ARP, IPv4, IPv6, ICMP, UDP and TCP.  At the end it prints the
 * bytes of each conversation.
 */
#pragma D option quiet
#pragma D option zdefs

/* event of NDIS; its payload: interface, lower interface, size, frame */
inline int CAPTURED = 1001;
/*
 * event of pktmon, one for each component that a packet passes; its payload: 34 bytes of
 * description, frame
 */
inline int PKTMON = 160;

this char *l4;
this char *ip;

inline int BE16[char *p] = *(uint8_t *)p << 8 | *(uint8_t *)(p + 1);

microsoft-windows-ndis-packetcapture:::events
{
	this->eth = arg0 == CAPTURED ? arg2 + 12 : 0;
	this->len = arg3 - 12;
}

microsoft-windows-pktmon:::events
{
	this->eth = 0;
	this->len = arg3 - 34;
}

/* only the first event of a frame, and only Ethernet frames */
microsoft-windows-pktmon:::events
/arg0 == PKTMON && *(uint16_t *)(arg2 + 10) == 1 && *(uint16_t *)(arg2 + 14) == 1/
{
	this->eth = arg2 + 34;
}

microsoft-windows-ndis-packetcapture:::events,
microsoft-windows-pktmon:::events
/this->eth/
{
	this->type = BE16[(char *)this->eth + 12];
	this->ip = (char *)this->eth + 14;
	this->src = "";
	this->dst = "";
	this->l4 = (char *)0;
	this->proto = -1;
	@kinds[this->type == 0x800 ? "IPv4" : this->type == 0x86dd ? "IPv6" : this->type == 0x806 ? "ARP" : "other"] =
	    count();
}

microsoft-windows-ndis-packetcapture:::events,
microsoft-windows-pktmon:::events
/this->eth && this->type == 0x800/
{
	this->src = inet_ntoa((uint32_t *)(this->ip + 12));
	this->dst = inet_ntoa((uint32_t *)(this->ip + 16));
	this->proto = *(uint8_t *)(this->ip + 9);
	this->l4 = this->ip + (*(uint8_t *)this->ip & 15) * 4;
}

microsoft-windows-ndis-packetcapture:::events,
microsoft-windows-pktmon:::events
/this->eth && this->type == 0x86dd/
{
	this->src = inet_ntoa6((in6_addr_t *)(this->ip + 8));
	this->dst = inet_ntoa6((in6_addr_t *)(this->ip + 24));
	this->proto = *(uint8_t *)(this->ip + 6);
	this->l4 = this->ip + 40;
}

microsoft-windows-ndis-packetcapture:::events,
microsoft-windows-pktmon:::events
/this->eth && this->type == 0x806/
{
	printf("%6d.%03d ARP  who has %s? tell %s\n", timestamp / 1000000, timestamp / 1000 % 1000,
	    inet_ntoa((uint32_t *)(this->ip + 24)), inet_ntoa((uint32_t *)(this->ip + 14)));
}

microsoft-windows-ndis-packetcapture:::events,
microsoft-windows-pktmon:::events
/this->eth && (this->proto == 6 || this->proto == 17)/
{
	this->sport = BE16[this->l4];
	this->dport = BE16[this->l4 + 2];
	this->port = this->dport < this->sport ? this->dport : this->sport;
	this->flags = this->proto == 6 ? *(uint8_t *)(this->l4 + 13) : 0;
	this->what = this->port == 53 ? "dns" : this->port == 80 ? "http" : this->port == 443 ? "https" :
	    this->port == 67 || this->port == 68 ? "dhcp" : this->port == 123 ? "ntp" : this->port == 137 ? "netbios" :
	    this->port == 445 ? "smb" : this->port == 1900 ? "ssdp" : this->port == 3389 ? "rdp" :
	    this->port == 5353 ? "mdns" : this->port == 5355 ? "llmnr" : "";
	printf("%6d.%03d %s  %s:%d > %s:%d %d bytes %s%s%s%s%s%s\n", timestamp / 1000000, timestamp / 1000 % 1000,
	    this->proto == 6 ? "TCP" : "UDP", this->src, this->sport, this->dst, this->dport, this->len,
	    this->flags & 2 ? "SYN " : "", this->flags & 1 ? "FIN " : "", this->flags & 4 ? "RST " : "",
	    this->flags & 8 ? "PSH " : "", this->flags & 16 ? "ACK " : "", this->what);
	@talk[this->proto == 6 ? "TCP" : "UDP", this->src, this->dst, this->what] = sum(this->len);
}

microsoft-windows-ndis-packetcapture:::events,
microsoft-windows-pktmon:::events
/this->eth && (this->proto == 1 || this->proto == 58)/
{
	printf("%6d.%03d ICMP %s > %s type %d code %d\n", timestamp / 1000000, timestamp / 1000 % 1000, this->src, this->dst,
	    *(uint8_t *)this->l4, *(uint8_t *)(this->l4 + 1));
}

END
{
	printf("\n");
	printa("%-8s %@d packets\n", @kinds);
	printf("\n");
	printa("%s %s > %s %s %@d bytes\n", @talk);
}
