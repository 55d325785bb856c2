/* Scenes of the network: each deed of TCP and UDP, IPv4 and IPv6. */
#include <string.h>
#include "etw_net.h"
#include "scene.h"

static const uint8_t here4[4] = { 10, 0, 0, 1 }, there4[4] = { 192, 0, 2, 0 };
static const uint8_t here6[16] = { 0xfe, 0x80, [15] = 1 }, there6[16] = { 0x20, 0x01, 0x0d, 0xb8 };

/* The last byte of the other side's address, its port and the sequence number tell the opcode. */
static struct etw_net message(struct scene *sc, uint8_t op, int v6)
{
	struct etw_net nt = { .nt_pid = SCENE_OTHER_PID,
		.nt_size = 1000u + op,
		.nt_ipv6 = (uint8_t)v6,
		.nt_dport = 443,
		.nt_sport = (uint16_t)(50000 + op),
		.nt_seq = 7000u + op,
		.nt_connid = scene_addr(sc, 0xffffe00011220000 + op),
		.nt_start = 100,
		.nt_end = 103,
		.nt_mss = 1460,
		.nt_sackopt = 1,
		.nt_tsopt = 2,
		.nt_wsopt = 3,
		.nt_rcvwin = 65700,
		.nt_rcvscale = 8,
		.nt_sndscale = -1,
		.nt_context = scene_addr(sc, 0xffffe00033440000),
		.nt_dsize = 999 };

	memcpy(nt.nt_daddr, v6 ? there6 : there4, v6 ? 16 : 4);
	memcpy(nt.nt_saddr, v6 ? here6 : here4, v6 ? 16 : 4);
	nt.nt_daddr[v6 ? 15 : 3] = op;
	return nt;
}

static void tcp(struct scene *sc, uint8_t op, int v6)
{
	struct etw_net nt = message(sc, op, v6);
	struct etw_event ev = scene_head(sc, 0, op, 2);

	etw_write_tcpip(sc->sc_w, &ev, &nt);
}

static void udp(struct scene *sc, uint8_t op, int v6)
{
	struct etw_net nt = message(sc, op, v6);
	struct etw_event ev = scene_head(sc, 0, op, 2);

	etw_write_udpip(sc->sc_w, &ev, &nt);
}

static void fail(struct scene *sc, unsigned group, uint32_t proto, uint16_t code)
{
	struct etw_netfail nf = { .nf_proto = proto, .nf_code = code };
	struct etw_event ev = scene_head(sc, 0, 0, 2);

	etw_write_netfail(sc->sc_w, &ev, group, &nf);
}

/*
 * Version 0 has no more than the first six deeds, and IPv4; version 1 has IPv4. The traced process
 * is the one on CPU 1, but all happens on CPU 0.
 */
void scene_net(struct scene *sc)
{
	unsigned version = sc->sc_version < 2 ? sc->sc_version : 2;
	uint8_t last = version ? ETW_TCP_COPY : ETW_TCP_ACCEPT;

	scene_cast(sc);
	for (int v6 = 0; v6 <= (version == 2); v6++) {
		for (uint8_t op = ETW_NET_SEND; op <= last; op++)
			if (op != ETW_NET_FAIL)
				tcp(sc, op, v6);
		udp(sc, ETW_NET_SEND, v6);
		udp(sc, ETW_NET_RECEIVE, v6);
	}
	if (version) {
		fail(sc, 0x06, 2, 6);
		fail(sc, 0x08, 23, 4);
	}
}
