/* TCP and UDP: the records of Windows' network stack, of which the probes' own are made. */
#include <string.h>
#include "etw_net.h"
#include "recorder.h"

#define INET6 10 /* AF_INET6 */

static void tcp_write(struct dt_recorder *rc, const struct dt_firing *fi, uint8_t opcode)
{
	const tcpip_msg_t *ti = (const tcpip_msg_t *)(uintptr_t)fi->fi_args[0];
	struct etw_event ev = rec_head(rc, fi, ETW_SYSTEM, opcode, 2);
	struct etw_net nt = { .nt_pid = (uint32_t)ti->ti_pid,
		.nt_size = ti->ti_size,
		.nt_ipv6 = ti->ti_family == INET6,
		.nt_sport = ti->ti_sport,
		.nt_dport = ti->ti_dport,
		.nt_seq = ti->ti_seq,
		.nt_connid = ti->ti_connid };

	memcpy(nt.nt_saddr, ti->ti_saddr, sizeof(nt.nt_saddr));
	memcpy(nt.nt_daddr, ti->ti_daddr, sizeof(nt.nt_daddr));
	rec_wrote(rc, etw_write_tcpip(rc->rc_writer, &ev, &nt));
	rec_stacks(rc, fi);
}

static void udp_write(struct dt_recorder *rc, const struct dt_firing *fi, uint8_t opcode)
{
	const udpip_msg_t *ui = (const udpip_msg_t *)(uintptr_t)fi->fi_args[0];
	struct etw_event ev = rec_head(rc, fi, ETW_SYSTEM, opcode, 2);
	struct etw_net nt = { .nt_pid = (uint32_t)ui->ui_pid,
		.nt_size = ui->ui_size,
		.nt_ipv6 = ui->ui_family == INET6,
		.nt_sport = ui->ui_sport,
		.nt_dport = ui->ui_dport,
		.nt_seq = ui->ui_seq,
		.nt_connid = ui->ui_connid };

	memcpy(nt.nt_saddr, ui->ui_saddr, sizeof(nt.nt_saddr));
	memcpy(nt.nt_daddr, ui->ui_daddr, sizeof(nt.nt_daddr));
	rec_wrote(rc, etw_write_udpip(rc->rc_writer, &ev, &nt));
	rec_stacks(rc, fi);
}

static void fail_write(struct dt_recorder *rc, const struct dt_firing *fi, unsigned group)
{
	struct etw_event ev = rec_head(rc, fi, ETW_SYSTEM, ETW_NET_FAIL, 2);
	struct etw_netfail nf = { .nf_proto = (uint32_t)fi->fi_args[0],
		.nf_code = (uint16_t)fi->fi_args[1] };

	rec_wrote(rc, etw_write_netfail(rc->rc_writer, &ev, group, &nf));
}

#define EVENT(fn, write, opcode) \
	static void fn(struct dt_recorder *rc, const struct dt_firing *fi) \
	{ \
		write(rc, fi, opcode); \
	}
EVENT(on_tcp_send, tcp_write, ETW_NET_SEND)
EVENT(on_tcp_receive, tcp_write, ETW_NET_RECEIVE)
EVENT(on_connect, tcp_write, ETW_TCP_CONNECT)
EVENT(on_disconnect, tcp_write, ETW_TCP_DISCONNECT)
EVENT(on_retransmit, tcp_write, ETW_TCP_RETRANSMIT)
EVENT(on_accept, tcp_write, ETW_TCP_ACCEPT)
EVENT(on_reconnect, tcp_write, ETW_TCP_RECONNECT)
EVENT(on_copy, tcp_write, ETW_TCP_COPY)
EVENT(on_tcp_fail, fail_write, 0x06)
EVENT(on_udp_send, udp_write, ETW_NET_SEND)
EVENT(on_udp_receive, udp_write, ETW_NET_RECEIVE)

#define READS (DT_PLAN_TASK | DT_PLAN_EXECNAME | DT_PLAN_ARGS)
#define NET(prov, name, fn) \
	{ \
		prov, "event", name, REC_NET, fn, 3, READS, true \
	}

const struct rec_tap rec_net[] = { NET("tcpip", "send", on_tcp_send),
	NET("tcpip", "receive", on_tcp_receive), NET("tcpip", "connect", on_connect),
	NET("tcpip", "disconnect", on_disconnect), NET("tcpip", "retransmit", on_retransmit),
	NET("tcpip", "accept", on_accept), NET("tcpip", "reconnect", on_reconnect),
	NET("tcpip", "copy", on_copy), NET("tcpip", "fail", on_tcp_fail),
	NET("udpip", "send", on_udp_send), NET("udpip", "receive", on_udp_receive),
	{ .rt_group = 0 } };
