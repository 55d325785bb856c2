/* Sockets of the running kernel, for tcpip and udpip. */
#ifndef SOCKETS_H
#define SOCKETS_H

#include "linux.h"

/* The fields of a source whose argument sk is a socket; a source's own begin at SK_OWN. */
enum {
	SK_FAMILY,
	SK_SADDR,
	SK_DADDR,
	SK_SPORT,
	SK_DPORT,
	SK_SADDR6,
	SK_DADDR6 = SK_SADDR6 + 4,
	SK_ADDR = SK_DADDR6 + 4,
	SK_OWN
};
#define SK_SADDR6_PATH "sk->__sk_common.skc_v6_rcv_saddr.in6_u.u6_addr32"
#define SK_DADDR6_PATH "sk->__sk_common.skc_v6_daddr.in6_u.u6_addr32"
#define SK_FIELDS \
	[SK_FAMILY] = { "sk->__sk_common.skc_family", 0, false }, \
	[SK_SADDR] = { "sk->__sk_common.skc_rcv_saddr", 0, false }, \
	[SK_DADDR] = { "sk->__sk_common.skc_daddr", 0, false }, \
	[SK_SPORT] = { "sk->__sk_common.skc_num", 0, false }, \
	[SK_DPORT] = { "sk->__sk_common.skc_dport", 0, false }, \
	[SK_SADDR6] = { SK_SADDR6_PATH "[0]", 0, true }, { SK_SADDR6_PATH "[1]", 0, true }, \
	{ SK_SADDR6_PATH "[2]", 0, true }, \
	{ SK_SADDR6_PATH "[3]", 0, true }, [SK_DADDR6] = { SK_DADDR6_PATH "[0]", 0, true }, \
	{ SK_DADDR6_PATH "[1]", 0, true }, { SK_DADDR6_PATH "[2]", 0, true }, \
	{ SK_DADDR6_PATH "[3]", 0, true }, [SK_ADDR] = { "sk", 0, false }

/*
 * The selector of sources for several protocols: the protocol's number, which is below
 * SK_NPROTOCOLS.
 */
#define SK_PROTOCOL "sk->sk_protocol"
#define SK_NPROTOCOLS 512

struct sk_ends { /* addresses in network byte order: IPv4 in the first 4 bytes */
	int32_t se_family;
	uint16_t se_sport, se_dport;
	uint8_t se_saddr[16], se_daddr[16];
	uint64_t se_id;
};

void sk_ends(const struct dt_lx_event *, struct sk_ends *);

/* Adds the record to the memory that the firing's clauses may read. */
#define SK_MEM 24
void sk_record(struct dt_firing *, const void *record, size_t, struct dt_mem[SK_MEM]);

#endif
