/* The layouts of kernel_net.c, written. */
#include "etw_net.h"
#include "kernel_write.h"

static void put_port(struct kw *k, uint16_t port)
{
	kw_num(k, 1, port >> 8);
	kw_num(k, 1, port & 0xff);
}

static void put_ends(struct kw *k, const struct etw_net *nt)
{
	size_t n = nt->nt_ipv6 ? 16 : 4;

	kw_bytes(k, nt->nt_daddr, n);
	kw_bytes(k, nt->nt_saddr, n);
	put_port(k, nt->nt_dport);
	put_port(k, nt->nt_sport);
}

static void put_head(struct kw *k, const struct etw_net *nt)
{
	kw_num(k, 4, nt->nt_pid);
	kw_num(k, 4, nt->nt_size);
	put_ends(k, nt);
}

static void put_options(struct kw *k, const struct etw_net *nt)
{
	kw_num(k, 2, nt->nt_mss);
	kw_num(k, 2, nt->nt_sackopt);
	kw_num(k, 2, nt->nt_tsopt);
	kw_num(k, 2, nt->nt_wsopt);
	kw_num(k, 4, nt->nt_rcvwin);
	kw_num(k, 2, (uint16_t)nt->nt_rcvscale);
	kw_num(k, 2, (uint16_t)nt->nt_sndscale);
}

static void put_tail(struct kw *k, const struct etw_net *nt, unsigned version)
{
	if (version == 1)
		kw_ptr(k, nt->nt_connid);
	kw_num(k, 4, nt->nt_seq);
	if (version >= 2)
		kw_ptr(k, nt->nt_connid);
}

static void put_tcp(struct kw *k, const struct etw_event *ev, const struct etw_net *nt)
{
	put_head(k, nt);
	if (ev->ev_opcode == ETW_NET_SEND) {
		kw_num(k, 4, nt->nt_start);
		kw_num(k, 4, nt->nt_end);
	} else if (ev->ev_opcode == ETW_TCP_CONNECT || ev->ev_opcode == ETW_TCP_ACCEPT) {
		put_options(k, nt);
	}
	put_tail(k, nt, ev->ev_version);
}

static int put_net(struct etw_writer *w, struct etw_event *ev, const struct kw *k,
	const struct etw_net *nt, unsigned group)
{
	if (nt->nt_ipv6)
		ev->ev_opcode += ETW_NET_IPV6;
	return kw_put(w, ev, k, ETW_SYSTEM, group);
}

int etw_write_tcpip(struct etw_writer *w, struct etw_event *ev, const struct etw_net *nt)
{
	struct kw k;

	kw_init(&k, ev);
	if (ev->ev_version == 0) {
		put_ends(&k, nt);
		kw_num(&k, 4, nt->nt_size);
		kw_num(&k, 4, nt->nt_pid);
	} else {
		put_tcp(&k, ev, nt);
	}
	return put_net(w, ev, &k, nt, 0x06);
}

static void put_udp_v0(struct kw *k, const struct etw_net *nt)
{
	size_t n = nt->nt_ipv6 ? 16 : 4;

	kw_ptr(k, nt->nt_context);
	kw_bytes(k, nt->nt_saddr, n);
	put_port(k, nt->nt_sport);
	kw_num(k, 2, nt->nt_size);
	kw_bytes(k, nt->nt_daddr, n);
	put_port(k, nt->nt_dport);
	kw_num(k, 2, nt->nt_dsize);
}

int etw_write_udpip(struct etw_writer *w, struct etw_event *ev, const struct etw_net *nt)
{
	struct kw k;

	kw_init(&k, ev);
	if (ev->ev_version == 0)
		put_udp_v0(&k, nt);
	else
		put_head(&k, nt);
	if (ev->ev_version >= 2)
		put_tail(&k, nt, ev->ev_version);
	return put_net(w, ev, &k, nt, 0x08);
}

int etw_write_netfail(struct etw_writer *w, struct etw_event *ev, unsigned group,
	const struct etw_netfail *nf)
{
	struct kw k;

	kw_init(&k, ev);
	if (ev->ev_version < 2) {
		kw_num(&k, 4, nf->nf_proto);
	} else {
		kw_num(&k, 2, nf->nf_proto);
		kw_num(&k, 2, nf->nf_code);
	}
	ev->ev_opcode = ETW_NET_FAIL;
	return kw_put(w, ev, &k, ETW_SYSTEM, group);
}
