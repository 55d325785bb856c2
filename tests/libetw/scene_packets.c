/*
 * Scenes of two providers whose payloads scripts take apart: captured packets, and the graphics
 * kernel.
 */
#include <string.h>
#include "scene.h"

static const struct etw_guid ndis = { 0x2ed6006e, 0x4729, 0x4609,
	{ 0xb4, 0x23, 0x3e, 0xe7, 0xbc, 0xd6, 0x78, 0xef } };
static const struct etw_guid dxgkrnl = { 0x802ec45a, 0x1e99, 0x4b83,
	{ 0x99, 0x20, 0x87, 0xc9, 0x82, 0x77, 0xba, 0x9d } };

static void event(struct scene *sc, const struct etw_guid *g, uint16_t id, uint64_t keyword,
	const void *p, uint32_t len)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 0);

	ev.ev_kind = ETW_EVENT;
	ev.ev_provider = g;
	ev.ev_id = id;
	ev.ev_keyword = keyword;
	ev.ev_payload = p;
	ev.ev_paylen = len;
	etw_writer_put(sc->sc_w, &ev);
}

/* A frame with a header of Ethernet of that type. */
static void frame(struct scene *sc, uint16_t type, const uint8_t *body, uint32_t len)
{
	uint8_t p[256] = { 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0x02, 0, 0, 0, 0, 2, 0x02, 0, 0, 0,
		0, 1 };
	uint32_t size = 14 + len;

	memcpy(p + 8, &size, 4);
	p[24] = (uint8_t)(type >> 8);
	p[25] = (uint8_t)type;
	memcpy(p + 26, body, len);
	event(sc, &ndis, 1001, 0x40000001, p, 12 + size);
}

void scene_packets(struct scene *sc)
{
	static const uint8_t arp[28] = { 0, 1, 8, 0, 6, 4, 0, 1, 2, 0, 0, 0, 0, 1, 10, 0, 0, 1, 0,
		0, 0, 0, 0, 0, 10, 0, 0, 9 };
	static const uint8_t dns[32] = { 0x45, 0, 0, 32, 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10,
		0, 0, 53, 0xc3, 0x50, 0, 53, 0, 12, 0, 0, 'd', 'n', 's', '?' };
	static const uint8_t syn[40] = { 0x45, 0, 0, 40, 0, 2, 0, 0, 64, 6, 0, 0, 10, 0, 0, 1, 192,
		0, 2, 7, 0xc3, 0x51, 1, 0xbb, 0, 0, 0, 9, 0, 0, 0, 0, 0x50, 0x02, 0x20, 0 };
	static const uint8_t ping[28] = { 0x45, 0, 0, 28, 0, 3, 0, 0, 64, 1, 0, 0, 192, 0, 2, 7, 10,
		0, 0, 1, 8, 0 };
	static const uint8_t ack6[60] = { 0x60, 0, 0, 0, 0, 20, 6, 64, 0xfe,
		0x80, [23] = 1, [24] = 0x20, 0x01, 0x0d, 0xb8, [39] = 8, 0xc3, 0x52, 0, 80, 0, 0, 0,
		1, 0, 0, 0, 2, 0x50, 0x18, 0x10, 0 };

	scene_cast(sc);
	frame(sc, 0x0806, arp, sizeof(arp));
	frame(sc, 0x0800, dns, sizeof(dns));
	frame(sc, 0x0800, syn, sizeof(syn));
	frame(sc, 0x0800, ping, sizeof(ping));
	frame(sc, 0x86dd, ack6, sizeof(ack6));
	frame(sc, 0x88cc, arp, 4);
	event(sc, &ndis, 1002, 1, NULL, 0); /* not a packet */
}

/* A packet of work for the graphics processor: its context, kind and number. */
static void work(struct scene *sc, uint16_t id, uint64_t context, uint32_t type, uint32_t number)
{
	uint8_t p[64] = { 0 };

	memcpy(p, &context, sc->sc_ptrsize);
	memcpy(p + sc->sc_ptrsize, &type, 4);
	memcpy(p + sc->sc_ptrsize + 4, &number, 4);
	event(sc, &dxgkrnl, id, 1, p, sc->sc_ptrsize + 24);
}

enum { VSYNC = 17, QUEUE_START = 178, QUEUE_STOP = 180, PRESENT = 184 };

/* Six frames at 60 Hz, the fourth of which is late; two packets a frame. */
void scene_graphics(struct scene *sc)
{
	static const uint32_t frames_us[] = { 16000, 17000, 16500, 33000, 16700, 16800 };
	uint64_t context = scene_addr(sc, 0xffffe00077000000);
	uint8_t none[32] = { 0 };
	uint32_t n = 0;

	scene_cast(sc);
	for (unsigned i = 0; i < sizeof(frames_us) / sizeof(frames_us[0]); i++) {
		uint64_t end = sc->sc_ns + frames_us[i] * UINT64_C(1000);

		work(sc, QUEUE_START, context, 0, ++n);
		work(sc, QUEUE_START, context, 3, ++n);
		scene_switch(sc, 0, 0, SCENE_TID);
		sc->sc_ns += 4000000;
		work(sc, QUEUE_STOP, context, 0, n - 1);
		scene_switch(sc, 0, SCENE_TID, 0);
		sc->sc_ns += 2000000;
		work(sc, QUEUE_STOP, context, 3, n);
		event(sc, &dxgkrnl, PRESENT, 0x8000001, none, sizeof(none));
		event(sc, &dxgkrnl, VSYNC, 1, none, sizeof(none));
		sc->sc_ns = end;
	}
}
