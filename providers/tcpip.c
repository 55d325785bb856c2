/*
 * tcpip: what TCP connections do.
 *
 * args[0] says between whom, args[1] what; fail has the protocol (2 IPv4, 23 IPv6) and why instead.  The process is
 * the one that owns the connection, whoever runs when the bytes come.
 */
#include <string.h>
#include "etw_net.h"
#include "providers.h"
#include "windows.h"

enum { TCP_SEND, TCP_RECEIVE, TCP_CONNECT, TCP_DISCONNECT, TCP_RETRANSMIT, TCP_ACCEPT, TCP_RECONNECT, TCP_COPY,
	TCP_FAIL };

#define MSG_ARGS { { "tcpip_msg_t *", "ipinfo_t *", 0 }, { "tcpip_msg_t *", "tcpinfo_t *", 0 } }

static const struct dt_probe_spec tcpip_probes[] = {
	{ .ps_func = "event", .ps_name = "send", .ps_tag = TCP_SEND, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "receive", .ps_tag = TCP_RECEIVE, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "connect", .ps_tag = TCP_CONNECT, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "disconnect", .ps_tag = TCP_DISCONNECT, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "retransmit", .ps_tag = TCP_RETRANSMIT, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "accept", .ps_tag = TCP_ACCEPT, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "reconnect", .ps_tag = TCP_RECONNECT, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "copy", .ps_tag = TCP_COPY, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "fail", .ps_tag = TCP_FAIL,
		.ps_args = { { "uint16_t", NULL, 0 }, { "uint16_t", NULL, 1 } } },
	{ 0 }
};

/*
 * Windows.
 */
static void etw_message(const struct etw_net *nt, tcpip_msg_t *ti)
{
	memset(ti, 0, sizeof(*ti));
	ti->ti_family = nt->nt_ipv6 ? NET_INET6 : NET_INET;
	ti->ti_pid = (int32_t)nt->nt_pid;
	ti->ti_size = nt->nt_size;
	ti->ti_sport = nt->nt_sport;
	ti->ti_dport = nt->nt_dport;
	memcpy(ti->ti_saddr, nt->nt_saddr, sizeof(ti->ti_saddr));
	memcpy(ti->ti_daddr, nt->nt_daddr, sizeof(ti->ti_daddr));
	ti->ti_seq = nt->nt_seq;
	ti->ti_connid = nt->nt_connid;
	ti->ti_stime = nt->nt_start;
	ti->ti_etime = nt->nt_end;
	ti->ti_window = nt->nt_rcvwin;
	ti->ti_mss = nt->nt_mss;
	ti->ti_sackopt = nt->nt_sackopt;
	ti->ti_tsopt = nt->nt_tsopt;
	ti->ti_wsopt = nt->nt_wsopt;
	ti->ti_rcvws = nt->nt_rcvscale;
	ti->ti_sndws = nt->nt_sndscale;
}

static void etw_tcp(struct dt_feed *fd, const struct etw_event *ev, int tag)
{
	struct etw_net nt;
	struct dt_firing fi;
	tcpip_msg_t ti;
	struct dt_mem mem = etl_mem(&ti, sizeof(ti));

	if (etw_decode_tcpip(ev, &nt) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etw_message(&nt, &ti);
	etl_firing(fd, ev, etl_context_in(fd, ev, nt.nt_pid), &fi);
	fi.fi_mem = &mem;
	fi.fi_nmem = 1;
	fi.fi_args[0] = (uintptr_t)&ti;
	etl_fire(fd, tag, &fi);
}

static void etw_fail(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_netfail nf;
	struct dt_firing fi;

	if (etw_decode_netfail(ev, &nf) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = nf.nf_proto;
	fi.fi_args[1] = nf.nf_code;
	etl_fire(fd, TCP_FAIL, &fi);
}

#define TCP_EVENT(fn, tag) \
static void fn(struct dt_feed *fd, const struct etw_event *ev) \
{ \
	etw_tcp(fd, ev, tag); \
}
TCP_EVENT(etw_send, TCP_SEND)
TCP_EVENT(etw_receive, TCP_RECEIVE)
TCP_EVENT(etw_connect, TCP_CONNECT)
TCP_EVENT(etw_disconnect, TCP_DISCONNECT)
TCP_EVENT(etw_retransmit, TCP_RETRANSMIT)
TCP_EVENT(etw_accept, TCP_ACCEPT)
TCP_EVENT(etw_reconnect, TCP_RECONNECT)
TCP_EVENT(etw_copy, TCP_COPY)

#define SOURCE(op, tag, fn) { .es_guid = &etl_guid_tcpip, .es_opcode = op, .es_tags = 1 << (tag), .es_handle = fn }
#define SOURCES(op, tag, fn) SOURCE(op, tag, fn), SOURCE((op) + ETW_NET_IPV6, tag, fn)

static const struct dt_etw_source tcpip_etw[] = {
	SOURCES(ETW_NET_SEND, TCP_SEND, etw_send),
	SOURCES(ETW_NET_RECEIVE, TCP_RECEIVE, etw_receive),
	SOURCES(ETW_TCP_CONNECT, TCP_CONNECT, etw_connect),
	SOURCES(ETW_TCP_DISCONNECT, TCP_DISCONNECT, etw_disconnect),
	SOURCES(ETW_TCP_RETRANSMIT, TCP_RETRANSMIT, etw_retransmit),
	SOURCES(ETW_TCP_ACCEPT, TCP_ACCEPT, etw_accept),
	SOURCES(ETW_TCP_RECONNECT, TCP_RECONNECT, etw_reconnect),
	SOURCES(ETW_TCP_COPY, TCP_COPY, etw_copy),
	SOURCE(ETW_NET_FAIL, TCP_FAIL, etw_fail),
	{ 0 }
};

const struct dt_provider dt_prov_tcpip = {
	.pv_name = "tcpip",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = tcpip_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = tcpip_etw,
	.pv_offline_only = true,
	.pv_missing = "its events come from a trace file: give one with -E",
};
