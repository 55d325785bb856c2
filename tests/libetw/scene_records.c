/*
 * Records of every header kind, with what may stand between header and payload; each says what it
 * is.
 */
#include <stdio.h>
#include <string.h>
#include "scene.h"

static const struct etw_guid provider = { 0x11223344, 0x5566, 0x7788,
	{ 0x99, 0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0x01 } };

static void put(struct scene *sc, struct etw_event *ev, const char *what)
{
	ev->ev_payload = (const uint8_t *)what;
	ev->ev_paylen = (uint32_t)strlen(what) + 1;
	etw_writer_put(sc->sc_w, ev);
}

static struct etw_event of_kind(struct scene *sc, enum etw_kind kind)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID2, 7, 3);

	ev.ev_kind = kind;
	ev.ev_provider = &provider;
	ev.ev_hookid = 0x0707;
	ev.ev_level = 4;
	ev.ev_id = 1000;
	return ev;
}

static void headers(struct scene *sc)
{
	struct etw_event ev = of_kind(sc, ETW_SYSTEM);

	put(sc, &ev, "system");
	ev = of_kind(sc, ETW_COMPACT);
	put(sc, &ev, "compact");
	ev = of_kind(sc, ETW_PERFINFO);
	put(sc, &ev, "perfinfo");
	ev = of_kind(sc, ETW_FULL);
	put(sc, &ev, "full");
	ev = of_kind(sc, ETW_INSTANCE);
	put(sc, &ev, "instance");
	ev = of_kind(sc, ETW_EVENT);
	put(sc, &ev, "event");
	ev = of_kind(sc, ETW_ERROR);
	put(sc, &ev, "error");
	ev = of_kind(sc, ETW_SYSTEM);
	ev.ev_hookid = 0x2f07; /* a group that has no name */
	put(sc, &ev, "group");
}

/* Each number of counters, without and with the word of the sampling hardware. */
static void counters(struct scene *sc)
{
	static const uint64_t values[7] = { 1, 2, 3, 4, 5, 6, 7 };
	static const enum etw_kind kinds[] = { ETW_SYSTEM, ETW_COMPACT, ETW_PERFINFO };
	char what[32];

	for (unsigned i = 0; i < 24; i++) {
		struct etw_event ev = of_kind(sc, kinds[i % 3]);

		ev.ev_npmc = i / 3;
		ev.ev_pmc = (const uint8_t *)values;
		ev.ev_flags = (uint16_t)(ev.ev_npmc | (i & 1 ? 0x80 : 0));
		snprintf(what, sizeof(what), "counters %u%s", i / 3, i & 1 ? " and one" : "");
		put(sc, &ev, what);
	}
}

/* Every type of item alone, then many at once; 0x7f is of no type. */
static void items(struct scene *sc)
{
	static const uint8_t sizes[] = { 0, 16, 12, 4, 24, 16, 24, 8, 24, 8, 8, 16, 12, 8, 16, 8,
		16, 16, 16 };
	uint8_t all[1024] = { 0 };
	size_t n = 0;
	char what[32];

	for (unsigned type = 1; type <= sizeof(sizes); type++) {
		unsigned data = type < sizeof(sizes) ? sizes[type] : 3;
		unsigned size = 8 + ((data + 7) & ~7u);
		uint8_t *p = all + n;
		struct etw_event ev = of_kind(sc, ETW_EVENT);
		uint16_t head[4] = { (uint16_t)size, (uint16_t)(type < sizeof(sizes) ? type : 0x7f),
			0, (uint16_t)data };

		memcpy(p, head, 8);
		memset(p + 8, 0x40 + (int)type, data);
		ev.ev_flags = ETW_FLAG_EXTENDED;
		ev.ev_ext = p;
		ev.ev_extlen = size;
		snprintf(what, sizeof(what), "item %u", head[1]);
		put(sc, &ev, what);
		p[4] = 1; /* another one follows */
		n += size;
		if (type == sizeof(sizes)) {
			p[4] = 0;
			ev = of_kind(sc, ETW_EVENT);
			ev.ev_flags = ETW_FLAG_EXTENDED;
			ev.ev_ext = all;
			ev.ev_extlen = (uint32_t)n;
			put(sc, &ev, "all items");
		}
	}
}

static void messages(struct scene *sc)
{
	static const uint16_t flags[] = { 0x28, 0x2a, 0x2c, 0x2e, 0x29, 0x2b, 0x08, 0x20, 0x00,
		0x68, 0xa8 };
	char what[32];

	for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++) {
		struct etw_event ev = of_kind(sc, ETW_WPP);

		ev.ev_flags = flags[i];
		ev.ev_id = (uint16_t)(10 + i);
		snprintf(what, sizeof(what), "message %x", flags[i]);
		put(sc, &ev, what);
	}
}

void scene_records(struct scene *sc)
{
	scene_cast(sc);
	headers(sc);
	counters(sc);
	items(sc);
	messages(sc);
}
