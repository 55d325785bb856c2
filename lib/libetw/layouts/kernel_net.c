/* TcpIp and UdpIp: what was sent and received, by whom and to whom. */
#include "etw_net.h"
#include "kernel.h"

static bool ipv6(const struct etw_event *ev)
{
	return ev->ev_opcode >= ETW_NET_SEND + ETW_NET_IPV6;
}

static unsigned deed(const struct etw_event *ev)
{
	return ipv6(ev) ? ev->ev_opcode - ETW_NET_IPV6 : ev->ev_opcode;
}

static void take_addr(struct kr *k, uint8_t out[16], bool v6)
{
	size_t n = v6 ? 16 : 4;
	const uint8_t *p = kr_bytes(k, n, "address");

	if (p)
		memcpy(out, p, n);
}

static uint16_t take_port(struct kr *k)
{
	const uint8_t *p = kr_bytes(k, 2, "port");

	return p ? (uint16_t)(p[0] << 8 | p[1]) : 0;
}

static void take_ends(struct kr *k, struct etw_net *nt)
{
	take_addr(k, nt->nt_daddr, nt->nt_ipv6);
	take_addr(k, nt->nt_saddr, nt->nt_ipv6);
	nt->nt_dport = take_port(k);
	nt->nt_sport = take_port(k);
}

static void take_head(struct kr *k, struct etw_net *nt)
{
	nt->nt_pid = kr_u32(k, "process id");
	nt->nt_size = kr_u32(k, "size");
	take_ends(k, nt);
}

static void take_options(struct kr *k, struct etw_net *nt)
{
	nt->nt_mss = kr_u16(k, "maximum segment size");
	nt->nt_sackopt = kr_u16(k, "SACK option");
	nt->nt_tsopt = kr_u16(k, "time stamp option");
	nt->nt_wsopt = kr_u16(k, "window scale option");
	nt->nt_rcvwin = kr_u32(k, "receive window");
	nt->nt_rcvscale = (int16_t)kr_u16(k, "receive window's scale");
	nt->nt_sndscale = (int16_t)kr_u16(k, "send window's scale");
}

/* Version 1 has the connection before the sequence number, later ones after it. */
static void take_tail(struct kr *k, struct etw_net *nt, unsigned version)
{
	if (version == 1)
		nt->nt_connid = kr_ptr(k, "connection");
	nt->nt_seq = kr_u32(k, "sequence number");
	if (version >= 2)
		nt->nt_connid = kr_ptr(k, "connection");
}

static void take_tcp_v0(struct kr *k, struct etw_net *nt)
{
	take_ends(k, nt);
	nt->nt_size = kr_u32(k, "size");
	nt->nt_pid = kr_u32(k, "process id");
}

static void take_tcp(struct kr *k, const struct etw_event *ev, struct etw_net *nt)
{
	take_head(k, nt);
	if (deed(ev) == ETW_NET_SEND) {
		nt->nt_start = kr_u32(k, "start time");
		nt->nt_end = kr_u32(k, "end time");
	} else if (deed(ev) == ETW_TCP_CONNECT || deed(ev) == ETW_TCP_ACCEPT) {
		take_options(k, nt);
	}
	take_tail(k, nt, ev->ev_version);
}

int etw_decode_tcpip(const struct etw_event *ev, struct etw_net *nt)
{
	struct kr k;

	memset(nt, 0, sizeof(*nt));
	kr_init(&k, ev);
	nt->nt_ipv6 = ipv6(ev);
	if (ev->ev_version == 0)
		take_tcp_v0(&k, nt);
	else
		take_tcp(&k, ev, nt);
	return kr_done(&k);
}

static void take_udp_v0(struct kr *k, struct etw_net *nt)
{
	nt->nt_pid = ETW_NOID;
	nt->nt_context = kr_ptr(k, "context");
	take_addr(k, nt->nt_saddr, nt->nt_ipv6);
	nt->nt_sport = take_port(k);
	nt->nt_size = kr_u16(k, "size");
	take_addr(k, nt->nt_daddr, nt->nt_ipv6);
	nt->nt_dport = take_port(k);
	nt->nt_dsize = kr_u16(k, "bytes sent");
}

int etw_decode_udpip(const struct etw_event *ev, struct etw_net *nt)
{
	struct kr k;

	memset(nt, 0, sizeof(*nt));
	kr_init(&k, ev);
	nt->nt_ipv6 = ipv6(ev);
	if (ev->ev_version == 0)
		take_udp_v0(&k, nt);
	else
		take_head(&k, nt);
	if (ev->ev_version >= 2)
		take_tail(&k, nt, ev->ev_version);
	return kr_done(&k);
}

int etw_decode_netfail(const struct etw_event *ev, struct etw_netfail *nf)
{
	struct kr k;

	memset(nf, 0, sizeof(*nf));
	kr_init(&k, ev);
	if (ev->ev_version < 2) {
		nf->nf_proto = kr_u32(&k, "protocol");
	} else {
		nf->nf_proto = kr_u16(&k, "protocol");
		nf->nf_code = kr_u16(&k, "failure code");
	}
	return kr_done(&k);
}
