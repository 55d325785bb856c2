/*
 * etw_net.h - the kernel's network records: TcpIp (group 06) and UdpIp (group 08).
 *
 * An opcode plus 16 is the same event for IPv6. Addresses are in network byte order, ports in host
 * byte order. "s" is the traced machine and "d" the other side, whichever way the bytes went.
 */
#ifndef ETW_NET_H
#define ETW_NET_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

#define ETW_NET_IPV6 16 /* added to an opcode for IPv6 */

enum {
	ETW_NET_SEND = 10,
	ETW_NET_RECEIVE = 11,
	ETW_TCP_CONNECT = 12,
	ETW_TCP_DISCONNECT = 13,
	ETW_TCP_RETRANSMIT = 14,
	ETW_TCP_ACCEPT = 15,
	ETW_TCP_RECONNECT = 16,
	ETW_NET_FAIL = 17,
	ETW_TCP_COPY = 18
};

/* TcpIp 060A-0610, 0612 and UdpIp 080A, 080B; all versions */
struct etw_net {
	uint32_t nt_pid;  /* the process; ETW_NOID in UdpIp v0, which has nt_context instead */
	uint32_t nt_size; /* bytes */
	uint8_t nt_ipv6;
	uint8_t nt_daddr[16], nt_saddr[16]; /* IPv4: the first 4 */
	uint16_t nt_dport, nt_sport;
	uint32_t nt_seq;    /* v1+; UdpIp v2+ */
	uint64_t nt_connid; /* v1+; UdpIp v2+ */

	uint32_t nt_start, nt_end; /* TCP send: of the request, on the TCP stack's own clock */

	uint16_t nt_mss, nt_sackopt, nt_tsopt, nt_wsopt; /* TCP connect and accept */
	uint32_t nt_rcvwin;
	int16_t nt_rcvscale, nt_sndscale;

	uint64_t nt_context; /* UdpIp v0 */
	uint16_t nt_dsize;   /* UdpIp v0: bytes sent */
};

/* TcpIp 0611, UdpIp 0811 */
struct etw_netfail {
	uint32_t nf_proto; /* 2 or 23 (Windows' AF_INET and AF_INET6) */
	uint16_t nf_code;  /* v2+: 1 no resources, 2 too many addresses, 3 address in use ... */
};

int etw_decode_tcpip(const struct etw_event *ev, struct etw_net *out);
int etw_decode_udpip(const struct etw_event *ev, struct etw_net *out);
int etw_decode_netfail(const struct etw_event *ev, struct etw_netfail *out);

/* ev_opcode is the opcode for IPv4; with nt_ipv6, these functions write the one for IPv6. */
int etw_write_tcpip(struct etw_writer *w, struct etw_event *ev, const struct etw_net *nt);
int etw_write_udpip(struct etw_writer *w, struct etw_event *ev, const struct etw_net *nt);
int etw_write_netfail(struct etw_writer *w, struct etw_event *ev, unsigned group,
	const struct etw_netfail *nf);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
