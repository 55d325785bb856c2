/*
 * udpip: datagrams, sent and received.  args[0] has the two ends and the size; fail instead has the
 * protocol (2 IPv4, 23 IPv6; on Linux AF_INET, AF_INET6) and the reason (on Linux an errno).
 *
 * On Linux a datagram is received when the program gets it, not when it arrives.  For a socket that
 * isn't connected, the other side is unknown: its address is 0.
 */
#include <string.h>
#include "etw_net.h"
#include "providers.h"
#include "sockets.h"
#include "windows.h"

enum { UDP_SEND, UDP_RECEIVE, UDP_FAIL };

/* clang-format off */
#define MSG_ARGS { { "udpip_msg_t *", "udpinfo_t *", 0 } }
/* clang-format on */

static const struct dt_probe_spec udpip_probes[] = {
	{ .ps_func = "event", .ps_name = "send", .ps_tag = UDP_SEND, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "receive", .ps_tag = UDP_RECEIVE, .ps_args = MSG_ARGS },
	{ .ps_func = "event",
		.ps_name = "fail",
		.ps_tag = UDP_FAIL,
		.ps_args = { { "uint16_t", NULL, 0 }, { "uint16_t", NULL, 1 } } },
	{ 0 }
};

/*
 * Windows.
 */
static void etw_message(const struct etw_net *nt, udpip_msg_t *ui)
{
	memset(ui, 0, sizeof(*ui));
	ui->ui_family = nt->nt_ipv6 ? NET_INET6 : NET_INET;
	ui->ui_pid = (int32_t)nt->nt_pid;
	ui->ui_size = nt->nt_size;
	ui->ui_sport = nt->nt_sport;
	ui->ui_dport = nt->nt_dport;
	memcpy(ui->ui_saddr, nt->nt_saddr, sizeof(ui->ui_saddr));
	memcpy(ui->ui_daddr, nt->nt_daddr, sizeof(ui->ui_daddr));
	ui->ui_seq = nt->nt_seq;
	ui->ui_connid = nt->nt_connid;
}

static void etw_udp(struct dt_feed *fd, const struct etw_event *ev, int tag)
{
	struct etw_net nt;
	struct dt_firing fi;
	udpip_msg_t ui;
	struct dt_mem mem = etl_mem(&ui, sizeof(ui));

	if (etw_decode_udpip(ev, &nt) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etw_message(&nt, &ui);
	etl_firing(fd, ev, etl_context_in(fd, ev, nt.nt_pid), &fi);
	fi.fi_mem = &mem;
	fi.fi_nmem = 1;
	fi.fi_args[0] = (uintptr_t)&ui;
	etl_fire(fd, tag, &fi);
}

static void etw_send(struct dt_feed *fd, const struct etw_event *ev)
{
	etw_udp(fd, ev, UDP_SEND);
}

static void etw_receive(struct dt_feed *fd, const struct etw_event *ev)
{
	etw_udp(fd, ev, UDP_RECEIVE);
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
	etl_fire(fd, UDP_FAIL, &fi);
}

/* clang-format off */
#define SOURCE(op, tag, fn) { .es_guid = &etl_guid_udpip, .es_opcode = op, \
	.es_tags = 1 << (tag), .es_handle = fn }
/* clang-format on */

static const struct dt_etw_source udpip_etw[] = { SOURCE(ETW_NET_SEND, UDP_SEND, etw_send),
	SOURCE(ETW_NET_SEND + ETW_NET_IPV6, UDP_SEND, etw_send),
	SOURCE(ETW_NET_RECEIVE, UDP_RECEIVE, etw_receive),
	SOURCE(ETW_NET_RECEIVE + ETW_NET_IPV6, UDP_RECEIVE, etw_receive),
	SOURCE(ETW_NET_FAIL, UDP_FAIL, etw_fail), { 0 } };

/*
 * Linux.
 */
#define UDP 17

enum { LX_BYTES = SK_OWN };
static const struct dt_linux_field message_fields[] = { SK_FIELDS, [LX_BYTES] = { "ret", 0, false },
	{ 0 } };
static const struct dt_linux_field fail_fields[] = { SK_FIELDS, [LX_BYTES] = { "rc", 0, false },
	{ 0 } };

static void lx_bind_send(struct dt_lx_source *so, struct dt_probe *pr)
{
	if (dt_probe_tag(pr) == UDP_SEND)
		dt_lx_want(so, pr, 0, UDP);
}

static void lx_bind_receive(struct dt_lx_source *so, struct dt_probe *pr)
{
	if (dt_probe_tag(pr) == UDP_RECEIVE)
		dt_lx_want(so, pr, 0, UDP);
}

static void lx_message(struct dt_feed *fd, const struct dt_lx_event *e)
{
	int32_t bytes = (int32_t)dt_lx_value(e, LX_BYTES);
	struct dt_mem mem[SK_MEM];
	struct dt_firing fi;
	struct sk_ends se;
	udpip_msg_t ui;

	if (bytes < 0 || !dt_lx_firing(e, 0, &fi))
		return;
	sk_ends(e, &se);
	ui = (udpip_msg_t){ .ui_family = se.se_family,
		.ui_pid = fi.fi_thread->t_proc->p_pid,
		.ui_size = (uint32_t)bytes,
		.ui_sport = se.se_sport,
		.ui_dport = se.se_dport,
		.ui_connid = se.se_id };
	memcpy(ui.ui_saddr, se.se_saddr, sizeof(ui.ui_saddr));
	memcpy(ui.ui_daddr, se.se_daddr, sizeof(ui.ui_daddr));
	sk_record(&fi, &ui, sizeof(ui), mem);
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static void lx_fail(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, 0, &fi))
		return;
	fi.fi_args[0] = dt_lx_value(e, SK_FAMILY);
	fi.fi_args[1] = (uint64_t) - (int32_t)dt_lx_value(e, LX_BYTES);
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static const struct dt_linux_view message_views[] = {
	{ .lv_task = "current", .lv_when = "ret >= 0" }, { 0 }
};
static const struct dt_linux_view fail_views[] = { { .lv_tag = UDP_FAIL, .lv_task = "current" },
	{ 0 } };

static const struct dt_linux_source udpip_linux[] = { { .ls_name = "sock_send_length",
							      .ls_args = "sk ret flags",
							      .ls_select = SK_PROTOCOL,
							      .ls_nselect = SK_NPROTOCOLS,
							      .ls_views = message_views,
							      .ls_fields = message_fields,
							      .ls_skip = 2,
							      .ls_bind = lx_bind_send,
							      .ls_handle = lx_message },
	{ .ls_name = "sock_recv_length",
		.ls_args = "sk ret flags",
		.ls_select = SK_PROTOCOL,
		.ls_nselect = SK_NPROTOCOLS,
		.ls_views = message_views,
		.ls_fields = message_fields,
		.ls_skip = 2,
		.ls_bind = lx_bind_receive,
		.ls_handle = lx_message },
	{ .ls_name = "udp_fail_queue_rcv_skb",
		.ls_args = "rc sk skb",
		.ls_views = fail_views,
		.ls_fields = fail_fields,
		.ls_skip = 2,
		.ls_handle = lx_fail },
	{ 0 } };

const struct dt_provider dt_prov_udpip = {
	.pv_name = "udpip",
	.pv_attrs = PROVIDER_ATTRS_ISA,
	.pv_probes = udpip_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = udpip_etw,
	.pv_linux = udpip_linux,
};
