/*
 * A scene of what is wrong with traces: stacks without events, losses, records that no one knows.
 */
#include <string.h>
#include "etw_records.h"
#include "etw_stack.h"
#include "scene.h"

static void stack(struct scene *sc, uint64_t raw)
{
	uint64_t pcs[2] = { scene_addr(sc, 0xfffff80000101000), scene_addr(sc, 0x7ff610001234) };
	uint32_t narrow[2] = { (uint32_t)pcs[0], (uint32_t)pcs[1] };
	struct etw_stack sk = { .sk_time = raw,
		.sk_pid = SCENE_OTHER_PID,
		.sk_tid = SCENE_OTHER_TID,
		.sk_frames = sc->sc_ptrsize == 8 ? (const uint8_t *)pcs : (const uint8_t *)narrow,
		.sk_nframes = 2,
		.sk_ptrsize = (uint8_t)sc->sc_ptrsize };
	struct etw_event ev = scene_head(sc, 0, 0, 2);

	etw_write_stack(sc->sc_w, &ev, &sk);
}

/* An event whose stack's other half has that id, or that half. */
static void half(struct scene *sc, const struct etw_guid *g, uint16_t id, uint64_t match)
{
	uint8_t item[24] = { 24, 0, ETW_EXT_STACK64, 0, 0, 0, 16 };
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 0);

	memcpy(item + 8, &match, 8);
	ev.ev_kind = ETW_EVENT;
	ev.ev_provider = g;
	ev.ev_id = id;
	ev.ev_ext = item;
	ev.ev_extlen = sizeof(item);
	etw_writer_put(sc->sc_w, &ev);
}

static void clr(struct scene *sc, uint16_t id, void *record)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 0);

	ev.ev_kind = ETW_EVENT;
	ev.ev_provider = &etw_clr_runtime;
	ev.ev_id = id;
	ev.ev_keyword = 1;
	*(uint32_t *)record = 9; /* the instance */
	etw_write_record(sc->sc_w, &ev, record);
}

static void classic(struct scene *sc, const struct etw_guid *g, uint8_t op, const void *payload,
	uint32_t len)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, op, 0);

	ev.ev_kind = ETW_FULL;
	ev.ev_provider = g;
	ev.ev_payload = payload;
	ev.ev_paylen = len;
	etw_writer_put(sc->sc_w, &ev);
}

static void agent(struct scene *sc, uint16_t id, uint64_t a, uint64_t b, uint64_t c)
{
	static const struct etw_guid agent_guid = { 0xd8909c24, 0x5be9, 0x4502,
		{ 0x98, 0xca, 0xab, 0x7b, 0xdc, 0x24, 0x89, 0x9d } };
	uint64_t wide[3] = { a, b, c };
	uint32_t narrow[3] = { (uint32_t)a, (uint32_t)b, (uint32_t)c };
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 0);

	ev.ev_kind = ETW_EVENT;
	ev.ev_provider = &agent_guid;
	ev.ev_id = id;
	ev.ev_payload = sc->sc_ptrsize == 8 ? (const uint8_t *)wide : (const uint8_t *)narrow;
	ev.ev_paylen = 3 * sc->sc_ptrsize;
	etw_writer_put(sc->sc_w, &ev);
}

void scene_orphans(struct scene *sc)
{
	static const struct etw_guid lost = { 0x6a399ae0, 0x4bc6, 0x4de9,
		{ 0x87, 0x0b, 0x36, 0x57, 0xf8, 0x94, 0x7e, 0x7e } };
	static const struct etw_guid nobody = { 0x11111111, 0x2222, 0x3333,
		{ 4, 4, 5, 5, 5, 5, 5, 5 } };
	struct etw_clrstack walk = { 0 };
	netgc_t gc = { 0 };

	scene_cast(sc);
	scene_switch(sc, 0, SCENE_TID2, SCENE_TID);
	stack(sc, scene_raw(sc, sc->sc_ns)); /* the switch's */
	stack(sc, scene_raw(sc, sc->sc_ns - 500));
	half(sc, &nobody, 1, 101);
	half(sc, &etw_guid_eventtracing, ETW_STACK_HALF, 101);
	half(sc, &etw_guid_eventtracing, ETW_STACK_HALF, 102);
	clr(sc, 1, &gc);
	clr(sc, 82, &walk);
	clr(sc, 82, &walk);
	classic(sc, &lost, 32, NULL, 0);
	classic(sc, &lost, 32, NULL, 0);
	classic(sc, &lost, 33, NULL, 0);
	classic(sc, &lost, 34, NULL, 0);
	agent(sc, 0, 0x10001000, 11, 12);
	agent(sc, 1, 0x10001000, 99, 0);
	classic(sc, &nobody, 7, "abcd", 4);
}
