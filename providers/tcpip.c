/*
 * tcpip: TCP connections.
 *
 * args[0] is the two ends, args[1] the data; fail instead has the protocol (2 IPv4, 23 IPv6; on
 * Linux AF_INET, AF_INET6) and the reason (on Linux an errno). The process is the owner of the
 * connection, not the one that runs when data arrives.
 *
 * On Linux send and receive fire when programs write and read, copy when what they read makes room,
 * reconnect when a connection is tried again. The owner of an incoming connection is unknown until
 * its program uses it: accept and earlier probes fire in the running thread.
 */
#include <string.h>
#include "etw_net.h"
#include "providers.h"
#include "sockets.h"
#include "windows.h"

enum {
	TCP_SEND,
	TCP_RECEIVE,
	TCP_CONNECT,
	TCP_DISCONNECT,
	TCP_RETRANSMIT,
	TCP_ACCEPT,
	TCP_RECONNECT,
	TCP_COPY,
	TCP_FAIL
};

/* clang-format off */
#define MSG_ARGS { { "tcpip_msg_t *", "ipinfo_t *", 0 }, { "tcpip_msg_t *", "tcpinfo_t *", 0 } }
/* clang-format on */

static const struct dt_probe_spec tcpip_probes[] = {
	{ .ps_func = "event", .ps_name = "send", .ps_tag = TCP_SEND, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "receive", .ps_tag = TCP_RECEIVE, .ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "connect", .ps_tag = TCP_CONNECT, .ps_args = MSG_ARGS },
	{ .ps_func = "event",
		.ps_name = "disconnect",
		.ps_tag = TCP_DISCONNECT,
		.ps_args = MSG_ARGS },
	{ .ps_func = "event",
		.ps_name = "retransmit",
		.ps_tag = TCP_RETRANSMIT,
		.ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "accept", .ps_tag = TCP_ACCEPT, .ps_args = MSG_ARGS },
	{ .ps_func = "event",
		.ps_name = "reconnect",
		.ps_tag = TCP_RECONNECT,
		.ps_args = MSG_ARGS },
	{ .ps_func = "event", .ps_name = "copy", .ps_tag = TCP_COPY, .ps_args = MSG_ARGS },
	{ .ps_func = "event",
		.ps_name = "fail",
		.ps_tag = TCP_FAIL,
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

/* clang-format off */
#define SOURCE(op, tag, fn) { .es_guid = &etl_guid_tcpip, .es_opcode = op, \
	.es_tags = 1 << (tag), .es_handle = fn }
/* clang-format on */
#define SOURCES(op, tag, fn) SOURCE(op, tag, fn), SOURCE((op) + ETW_NET_IPV6, tag, fn)

static const struct dt_etw_source tcpip_etw[] = { SOURCES(ETW_NET_SEND, TCP_SEND, etw_send),
	SOURCES(ETW_NET_RECEIVE, TCP_RECEIVE, etw_receive),
	SOURCES(ETW_TCP_CONNECT, TCP_CONNECT, etw_connect),
	SOURCES(ETW_TCP_DISCONNECT, TCP_DISCONNECT, etw_disconnect),
	SOURCES(ETW_TCP_RETRANSMIT, TCP_RETRANSMIT, etw_retransmit),
	SOURCES(ETW_TCP_ACCEPT, TCP_ACCEPT, etw_accept),
	SOURCES(ETW_TCP_RECONNECT, TCP_RECONNECT, etw_reconnect),
	SOURCES(ETW_TCP_COPY, TCP_COPY, etw_copy), SOURCE(ETW_NET_FAIL, TCP_FAIL, etw_fail),
	{ 0 } };

/*
 * Linux.
 */
#define TCP 6

enum {
	TCP_ESTABLISHED = 1,
	TCP_SYN_SENT,
	TCP_SYN_RECV,
	TCP_FIN_WAIT1,
	TCP_CLOSE = 7,
	TCP_CLOSE_WAIT
};

enum { LX_BYTES = SK_OWN };
static const struct dt_linux_field bytes_fields[] = { SK_FIELDS, [LX_BYTES] = { "ret", 0, false },
	{ 0 } };
static const struct dt_linux_field copy_fields[] = { SK_FIELDS, { 0 } };

enum { LX_STATE = SK_OWN };
static const struct dt_linux_field again_fields[] = {
	SK_FIELDS, [LX_STATE] = { "sk->__sk_common.skc_state", 0, false }, { 0 }
};

enum { ST_PROTOCOL = SK_OWN, ST_OLD, ST_NEW, ST_ERROR, ST_TID, ST_PID };
static const struct dt_linux_field state_fields[] = {
	SK_FIELDS, [ST_PROTOCOL] = { SK_PROTOCOL, 0, false }, [ST_OLD] = { "oldstate", 0, false },
	[ST_NEW] = { "newstate", 0, false }, [ST_ERROR] = { "sk->sk_err", 0, false },
	[ST_TID] = { "current->pid", 0, false }, [ST_PID] = { "current->tgid", 0, false }, { 0 }
};

static void lx_fire(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view,
	struct dt_firing *fi, uint32_t bytes)
{
	struct dt_mem mem[SK_MEM];
	struct sk_ends se;
	tcpip_msg_t ti;

	sk_ends(e, &se);
	ti = (tcpip_msg_t){ .ti_family = se.se_family,
		.ti_pid = fi->fi_thread->t_proc->p_pid,
		.ti_size = bytes,
		.ti_sport = se.se_sport,
		.ti_dport = se.se_dport,
		.ti_connid = se.se_id };
	memcpy(ti.ti_saddr, se.se_saddr, sizeof(ti.ti_saddr));
	memcpy(ti.ti_daddr, se.se_daddr, sizeof(ti.ti_daddr));
	sk_record(fi, &ti, sizeof(ti), mem);
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), fi);
}

static void lx_bytes(struct dt_feed *fd, const struct dt_lx_event *e)
{
	int32_t bytes = (int32_t)dt_lx_value(e, LX_BYTES);
	struct dt_firing fi;

	if (bytes >= 0 && dt_lx_firing(e, 0, &fi))
		lx_fire(fd, e, 0, &fi, (uint32_t)bytes);
}

static void lx_copy(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	if (dt_lx_firing(e, 0, &fi))
		lx_fire(fd, e, 0, &fi, 0);
}

enum { VIEW_RETRANSMIT, VIEW_RECONNECT };

static void lx_again(struct dt_feed *fd, const struct dt_lx_event *e)
{
	unsigned view = dt_lx_value(e, LX_STATE) == TCP_SYN_SENT ? VIEW_RECONNECT : VIEW_RETRANSMIT;
	struct dt_firing fi;

	if (dt_lx_firing(e, view, &fi))
		lx_fire(fd, e, view, &fi, 0);
}

/*
 * Connections that begin and end. The thread that asks for one is noted by its socket, because the
 * answer arrives in an interrupt.
 */
enum { VIEW_CONNECT, VIEW_ACCEPT, VIEW_DISCONNECT, VIEW_FAIL, VIEW_NONE };

static unsigned lx_change(uint32_t old, uint32_t now)
{
	if (now == TCP_ESTABLISHED)
		return old == TCP_SYN_SENT  ? VIEW_CONNECT :
			old == TCP_SYN_RECV ? VIEW_ACCEPT :
					      VIEW_NONE;
	if (old == TCP_SYN_SENT && now == TCP_CLOSE)
		return VIEW_FAIL;
	if (old == TCP_ESTABLISHED &&
		(now == TCP_FIN_WAIT1 || now == TCP_CLOSE_WAIT || now == TCP_CLOSE))
		return VIEW_DISCONNECT;
	return VIEW_NONE;
}

static void lx_note(const struct dt_lx_event *e)
{
	struct dt_lx_note *no = base_table_renew(dt_lx_notes(e), dt_lx_value(e, SK_ADDR));

	if (no)
		*no = (struct dt_lx_note){ .no_time = dt_lx_time(e),
			.no_tid = (uint32_t)dt_lx_value(e, ST_TID),
			.no_pid = (uint32_t)dt_lx_value(e, ST_PID) };
}

static void lx_owner(const struct dt_lx_event *e, struct dt_firing *fi)
{
	const struct dt_lx_note *no = base_table_find(dt_lx_notes(e), dt_lx_value(e, SK_ADDR));

	if (!no || no->no_tid == (uint32_t)fi->fi_thread->t_tid)
		return;
	fi->fi_thread = dt_sys_thread(dt_lx_system(e), no->no_tid, no->no_pid);
	fi->fi_execname = NULL;
	fi->fi_hasids = false;
	fi->fi_ustack = (struct dt_stack){ 0 };
}

static void lx_state(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint32_t old = (uint32_t)dt_lx_value(e, ST_OLD), now = (uint32_t)dt_lx_value(e, ST_NEW);
	unsigned view = lx_change(old, now);
	struct dt_firing fi;

	if (dt_lx_value(e, ST_PROTOCOL) != TCP)
		return;
	if (now == TCP_SYN_SENT)
		lx_note(e);
	if (view != VIEW_NONE && dt_lx_firing(e, view, &fi)) {
		lx_owner(e, &fi);
		if (view == VIEW_FAIL) {
			fi.fi_args[0] = dt_lx_value(e, SK_FAMILY);
			fi.fi_args[1] = dt_lx_value(e, ST_ERROR);
			dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
		} else {
			lx_fire(fd, e, view, &fi, 0);
		}
	}
	if (now == TCP_CLOSE)
		base_table_remove(dt_lx_notes(e), dt_lx_value(e, SK_ADDR));
}

static void lx_bind_send(struct dt_lx_source *so, struct dt_probe *pr)
{
	if (dt_probe_tag(pr) == TCP_SEND)
		dt_lx_want(so, pr, 0, TCP);
}

static void lx_bind_receive(struct dt_lx_source *so, struct dt_probe *pr)
{
	if (dt_probe_tag(pr) == TCP_RECEIVE)
		dt_lx_want(so, pr, 0, TCP);
}

static const struct dt_linux_view bytes_views[] = { { .lv_task = "current", .lv_when = "ret >= 0" },
	{ 0 } };
static const struct dt_linux_view copy_views[] = { { .lv_tag = TCP_COPY, .lv_task = "current" },
	{ 0 } };
#define RECONNECTS "sk->__sk_common.skc_state == 2" /* TCP_SYN_SENT */
static const struct dt_linux_view again_views[] = { [VIEW_RETRANSMIT] = { .lv_tag = TCP_RETRANSMIT,
							    .lv_task = "current",
							    .lv_unless = RECONNECTS },
	[VIEW_RECONNECT] = { .lv_tag = TCP_RECONNECT, .lv_task = "current", .lv_when = RECONNECTS },
	{ 0 } };
/* clang-format off */
#define LATER(tag) { .lv_tag = tag, .lv_task = "current", .lv_later = true }
/* clang-format on */
static const struct dt_linux_view state_views[] = { [VIEW_CONNECT] = LATER(TCP_CONNECT),
	[VIEW_ACCEPT] = LATER(TCP_ACCEPT),
	[VIEW_DISCONNECT] = LATER(TCP_DISCONNECT),
	[VIEW_FAIL] = LATER(TCP_FAIL),
	{ 0 } };

#define BY_PROTOCOL .ls_select = SK_PROTOCOL, .ls_nselect = SK_NPROTOCOLS, .ls_skip = 2

static const struct dt_linux_source tcpip_linux[] = { { .ls_name = "sock_send_length",
							      .ls_args = "sk ret flags",
							      BY_PROTOCOL,
							      .ls_views = bytes_views,
							      .ls_fields = bytes_fields,
							      .ls_bind = lx_bind_send,
							      .ls_handle = lx_bytes },
	{ .ls_name = "sock_recv_length",
		.ls_args = "sk ret flags",
		BY_PROTOCOL,
		.ls_views = bytes_views,
		.ls_fields = bytes_fields,
		.ls_bind = lx_bind_receive,
		.ls_handle = lx_bytes },
	{ .ls_name = "inet_sock_set_state",
		.ls_args = "sk oldstate newstate",
		.ls_skip = 2,
		.ls_views = state_views,
		.ls_fields = state_fields,
		.ls_handle = lx_state },
	{ .ls_name = "tcp_rcv_space_adjust",
		.ls_args = "sk",
		.ls_skip = 2,
		.ls_views = copy_views,
		.ls_fields = copy_fields,
		.ls_handle = lx_copy },
	{ .ls_name = "tcp_retransmit_skb",
		.ls_args = "sk skb",
		.ls_skip = 2,
		.ls_views = again_views,
		.ls_fields = again_fields,
		.ls_handle = lx_again },
	{ 0 } };

const struct dt_provider dt_prov_tcpip = {
	.pv_name = "tcpip",
	.pv_attrs = PROVIDER_ATTRS_ISA,
	.pv_probes = tcpip_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = tcpip_etw,
	.pv_linux = tcpip_linux,
};
