/*
 * Events that say themselves what they mean, in each way there is: TraceLogging, a manifest in the
 * stream (which comes after the first event that needs it), metadata of a merged file; and a
 * provider of Windows whose manifest the user has.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include "scene.h"

static const struct etw_guid service = { 0x5d3a1c20, 0x1111, 0x4a4a,
	{ 0x90, 1, 2, 3, 4, 5, 6, 7 } };
static const struct etw_guid source = { 0x7e0b2f31, 0x2222, 0x4b4b, { 0x91, 1, 2, 3, 4, 5, 6, 7 } };
static const struct etw_guid merged = { 0x0badcafe, 0x3333, 0x4c4c, { 0x92, 1, 2, 3, 4, 5, 6, 7 } };
static const struct etw_guid metadata = { 0xbbccf6c1, 0x6cd1, 0x48c4,
	{ 0x80, 0xff, 0x83, 0x94, 0x82, 0xe3, 0x76, 0x71 } };
static const struct etw_guid dns = { 0x1c95126e, 0x7eea, 0x49a9,
	{ 0xa3, 0xfe, 0xa3, 0x78, 0xb0, 0x3d, 0xdb, 0x4d } };
static const struct etw_guid unknown = { 0xfeedf00d, 0x4444, 0x4d4d,
	{ 0x93, 1, 2, 3, 4, 5, 6, 7 } };

struct bytes {
	uint8_t b_data[8192];
	size_t b_n;
};

static void put(struct bytes *b, const void *p, size_t n)
{
	memcpy(b->b_data + b->b_n, p, n);
	b->b_n += n;
}

static void put_n(struct bytes *b, uint64_t v, size_t n)
{
	put(b, &v, n);
}

static void put_s(struct bytes *b, const char *s)
{
	put(b, s, strlen(s) + 1);
}

static void put_w(struct bytes *b, const char *s)
{
	uint32_t units;
	const uint8_t *p = scene_utf16(s, &units);

	put(b, p, 2 * (size_t)units);
	put_n(b, 0, 2);
}

static struct etw_event event(struct scene *sc, const struct etw_guid *g, unsigned id,
	struct bytes *b)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 0);

	ev.ev_kind = ETW_EVENT;
	ev.ev_provider = g;
	ev.ev_id = (uint16_t)id;
	ev.ev_level = 4;
	ev.ev_version = 0;
	ev.ev_payload = b->b_data;
	ev.ev_paylen = (uint32_t)b->b_n;
	return ev;
}

/*
 * TraceLogging.
 */
static void ext_item(struct bytes *ext, unsigned type, const struct bytes *data, bool more)
{
	size_t size = (8 + data->b_n + 7) & ~(size_t)7;

	put_n(ext, size, 2);
	put_n(ext, type, 2);
	put_n(ext, more, 2);
	put_n(ext, data->b_n, 2);
	put(ext, data->b_data, data->b_n);
	while (ext->b_n % 8)
		put_n(ext, 0, 1);
}

static void sized(struct bytes *b)
{
	uint16_t n = (uint16_t)b->b_n;

	memcpy(b->b_data, &n, 2);
}

static void tracelog(struct scene *sc, struct bytes *schema, struct bytes *payload, unsigned level,
	uint64_t keyword)
{
	struct bytes traits = { .b_n = 2 }, ext = { .b_n = 0 };
	struct etw_event ev = event(sc, &service, 0, payload);

	put_s(&traits, "Demo.Service");
	sized(&traits);
	sized(schema);
	ext_item(&ext, ETW_EXT_TRAITS, &traits, true);
	ext_item(&ext, ETW_EXT_SCHEMA, schema, false);
	ev.ev_ext = ext.b_data;
	ev.ev_extlen = (uint32_t)ext.b_n;
	ev.ev_flags = ETW_FLAG_EXTENDED;
	ev.ev_level = (uint8_t)level;
	ev.ev_keyword = keyword;
	etw_writer_put(sc->sc_w, &ev);
}

static void request_schema(struct bytes *s)
{
	s->b_n = 2;
	put_n(s, 0, 1); /* no tags */
	put_s(s, "Request");
	put_s(s, "Url"), put_n(s, 0x01, 1);
	put_s(s, "Status"), put_n(s, 0x08, 1);
	put_s(s, "Seconds"), put_n(s, 0x0c, 1);
	put_s(s, "Codes"), put_n(s, 0x40 | 0x06, 1);
	put_s(s, "Pair"), put_n(s, 0x20 | 0x05, 1), put_n(s, 2, 2);
	put_s(s, "Peer"), put_n(s, 0x80 | 0x18, 1), put_n(s, 2, 1);
	put_s(s, "Address"), put_n(s, 0x80 | 0x08, 1), put_n(s, 23, 1);
	put_s(s, "Port"), put_n(s, 0x80 | 0x06, 1), put_n(s, 22, 1);
	put_s(s, "Body"), put_n(s, 0x0e, 1);
	put_s(s, "Ok"), put_n(s, 0x80 | 0x04, 1), put_n(s, 13, 1);
}

static void request(struct scene *sc, const char *url, unsigned status, double seconds,
	unsigned ncodes)
{
	struct bytes s, p = { .b_n = 0 };

	request_schema(&s);
	put_w(&p, url);
	put_n(&p, status, 4);
	put(&p, &seconds, 8);
	put_n(&p, ncodes, 2);
	for (unsigned i = 0; i < ncodes; i++)
		put_n(&p, 100 * (i + 1), 2);
	put_n(&p, (uint16_t)-1, 2);
	put_n(&p, 7, 2);
	put(&p, "\x0a\x00\x00\x05\x1f\x90", 6); /* 10.0.0.5, 8080 */
	put_n(&p, 3, 2);
	put(&p, "\x01\x02\xff", 3);
	put_n(&p, status == 200, 1);
	tracelog(sc, &s, &p, 4, status == 200 ? 1 : 3);
}

static void idle(struct scene *sc)
{
	struct bytes s = { .b_n = 2 }, p = { .b_n = 0 };

	put_n(&s, 0, 1);
	put_s(&s, "Idle");
	tracelog(sc, &s, &p, 5, 0);
}

/*
 * A .NET event source.
 */
static const char source_xml[] =
	"<instrumentationManifest xmlns='http://schemas.microsoft.com/win/2004/08/events'>"
	"<instrumentation><events><provider name='Demo-Orders' guid='{7e0b2f31-2222-4b4b-9101-020304050607}'>"
	"<tasks><task name='Order' value='65533'/><task name='Work' value='2'/></tasks>"
	"<opcodes/><keywords><keyword name='Sales' mask='0x1'/><keyword name='Stock Room' mask='0x2'/></keywords>"
	"<maps><valueMap name='Kind'><map value='0' message='$(string.k0)'/><map value='1' message='$(string.k1)'/>"
	"</valueMap><bitMap name='Flags'><map value='0x1' message='$(string.f1)'/>"
	"<map value='0x4' message='$(string.f4)'/></bitMap></maps>"
	"<events><event value='1' version='0' level='win:Informational' symbol='Order' task='Order' keywords='Sales'"
	" template='OrderArgs'/>"
	"<event value='2' version='0' level='win:Warning' symbol='WorkStart' task='Work' opcode='win:Start'"
	" keywords='Stock&#x20;Room' template='WorkArgs'/></events>"
	"<templates><template tid='OrderArgs'><data name='id' inType='win:Int32'/>"
	"<data name='customer' inType='win:UnicodeString'/><data name='kind' inType='win:UInt32' map='Kind'/>"
	"<data name='flags' inType='win:UInt32' map='Flags'/></template>"
	"<template tid='WorkArgs'><data name='n' inType='win:UInt16'/>"
	"<data name='parts' inType='win:UInt32' count='n'/><data name='len' inType='win:UInt32'/>"
	"<data name='blob' inType='win:Binary' length='len'/></template></templates></provider></events>"
	"</instrumentation>"
	"<localization><resources culture='en-US'><stringTable><string id='k0' value='Plain'/>"
	"<string id='k1' value='Gift'/><string id='f1' value='Paid'/><string id='f4' value='Sent'/></stringTable>"
	"</resources></localization></instrumentationManifest>";

static void order(struct scene *sc, int id, const char *customer, unsigned kind, unsigned flags)
{
	struct bytes p = { .b_n = 0 };
	struct etw_event ev;

	put_n(&p, (uint32_t)id, 4);
	put_w(&p, customer);
	put_n(&p, kind, 4);
	put_n(&p, flags, 4);
	ev = event(sc, &source, 1, &p);
	ev.ev_task = 65533;
	ev.ev_keyword = 1;
	etw_writer_put(sc->sc_w, &ev);
}

static void work(struct scene *sc)
{
	struct bytes p = { .b_n = 0 };
	struct etw_event ev;

	put_n(&p, 2, 2);
	put_n(&p, 10, 4);
	put_n(&p, 20, 4);
	put_n(&p, 4, 4);
	put(&p, "\xde\xad\xbe\xef", 4);
	ev = event(sc, &source, 2, &p);
	ev.ev_task = 2;
	ev.ev_opcode = 1;
	ev.ev_level = 3;
	ev.ev_keyword = 2;
	etw_writer_put(sc->sc_w, &ev);
}

static void source_manifest(struct scene *sc)
{
	size_t n = sizeof(source_xml) - 1, half = n / 2;

	for (unsigned piece = 0; piece < 2; piece++) {
		struct bytes p = { .b_n = 0 };
		struct etw_event ev;

		put(&p, "\x01\x01\x00\x5b", 4);
		put_n(&p, 2, 2);
		put_n(&p, piece, 2);
		put(&p, source_xml + (piece ? half : 0), piece ? n - half : half);
		ev = event(sc, &source, 0xfffe, &p);
		ev.ev_opcode = 0xfe;
		ev.ev_task = 0xfffe;
		etw_writer_put(sc->sc_w, &ev);
	}
}

/*
 * Metadata that a merge leaves: TRACE_EVENT_INFO.
 */
struct info {
	struct bytes in_head, in_text;
	size_t in_base;
};

static uint32_t text_at(struct info *in, const char *s)
{
	uint32_t at = (uint32_t)(in->in_base + in->in_text.b_n);

	put_w(&in->in_text, s);
	return at;
}

static void property(struct info *in, unsigned flags, const char *name, unsigned type, unsigned out,
	unsigned count, unsigned length)
{
	put_n(&in->in_head, flags, 4);
	put_n(&in->in_head, text_at(in, name), 4);
	put_n(&in->in_head, type, 2);
	put_n(&in->in_head, out, 2);
	put_n(&in->in_head, 0, 4);
	put_n(&in->in_head, count, 2);
	put_n(&in->in_head, length, 2);
	put_n(&in->in_head, 0, 4);
}

static void merged_info(struct scene *sc)
{
	struct info in = { .in_base = 0x70 + 5 * 24 };
	struct bytes *h = &in.in_head;
	struct etw_event ev;

	put(h, &merged, 16);
	put(h, &(struct etw_guid){ 0 }, 16);
	put_n(h, 30, 2); /* id, version, channel, level, opcode, task, keyword */
	put_n(h, 0, 2);
	put_n(h, 4, 1);
	put_n(h, 2, 1);
	put_n(h, 9, 2);
	put_n(h, 0x10, 8);
	put_n(h, 0, 4); /* from a manifest */
	put_n(h, text_at(&in, "Demo-Merged"), 4);
	put_n(h, 0, 8);
	put_n(h, text_at(&in, "Transfers"), 4);
	put_n(&in.in_text, 0, 2); /* ends the list of keywords */
	put_n(h, text_at(&in, "Copy "), 4);
	put_n(h, text_at(&in, "Stop "), 4);
	while (h->b_n < 0x64)
		put_n(h, 0, 4);
	put_n(h, 5, 4);
	put_n(h, 3, 4); /* on the top level */
	put_n(h, 0, 4);
	property(&in, 0, "Source", 1, 0, 1, 0);
	property(&in, 0, "Count", 8, 0, 1, 4);
	/* a struct of properties 3 and 4, Count of them */
	property(&in, 1 | 4, "Parts", 3, 2, 1, 0);
	property(&in, 0, "Offset", 10, 19, 1, 8);
	property(&in, 0, "Name", 2, 0, 1, 0);
	put(h, in.in_text.b_data, in.in_text.b_n);
	ev = scene_by(sc, SCENE_PID, SCENE_TID, 0x20, 0);
	ev.ev_kind = ETW_FULL;
	ev.ev_version = 0;
	ev.ev_provider = &metadata;
	ev.ev_payload = h->b_data;
	ev.ev_paylen = (uint32_t)h->b_n;
	etw_writer_put(sc->sc_w, &ev);
}

static void copy_stop(struct scene *sc, const char *from, unsigned n)
{
	struct bytes p = { .b_n = 0 };
	struct etw_event ev;

	put_w(&p, from);
	put_n(&p, n, 4);
	for (unsigned i = 0; i < n; i++) {
		char name[16];

		put_n(&p, 0x1000 * i, 8);
		snprintf(name, sizeof(name), "part%u", i);
		put_s(&p, name);
	}
	ev = event(sc, &merged, 30, &p);
	ev.ev_opcode = 2;
	ev.ev_task = 9;
	ev.ev_keyword = 0x8000000000000010u;
	etw_writer_put(sc->sc_w, &ev);
}

/*
 * A provider of Windows, by a manifest that is not in the trace: tests/etw/manifests.
 */
static void lookup(struct scene *sc, const char *name, unsigned status, const char *results)
{
	struct bytes p = { .b_n = 0 };
	struct etw_event ev;

	put_w(&p, name);
	put_n(&p, 1, 4);
	put_n(&p, 0x40000000, 8);
	put_w(&p, "");
	put_n(&p, 0, 4);
	put_n(&p, 0, 4);
	put_n(&p, 5, 4);
	put_n(&p, 1, 4);
	ev = event(sc, &dns, 3006, &p);
	ev.ev_keyword = 0x8000000000000000u;
	etw_writer_put(sc->sc_w, &ev);
	sc->sc_ns += 3000000;
	p.b_n = 0;
	put_w(&p, name);
	put_n(&p, 1, 4);
	put_n(&p, 0x40000000, 8);
	put_n(&p, status, 4);
	put_w(&p, results);
	ev = event(sc, &dns, 3008, &p);
	ev.ev_keyword = 0x8000000000000000u;
	etw_writer_put(sc->sc_w, &ev);
}

static void nobody(struct scene *sc, unsigned opcode)
{
	struct bytes p = { .b_n = 0 };
	struct etw_event ev;

	put_n(&p, 42, 4);
	ev = event(sc, &unknown, 77, &p);
	ev.ev_opcode = (uint8_t)opcode;
	ev.ev_version = 2;
	etw_writer_put(sc->sc_w, &ev);
}

void scene_etw(struct scene *sc)
{
	scene_cast(sc);
	order(sc, 17, "Ann & Co", 1, 5);
	request(sc, "/index.html", 200, 0.25, 3);
	idle(sc);
	source_manifest(sc);
	order(sc, -1, "", 9, 0);
	work(sc);
	request(sc, "/a \"b\"", 404, 1.5, 0);
	copy_stop(sc, "C:\\from", 2);
	merged_info(sc);
	lookup(sc, "www.example.com", 0, "93.184.215.14;");
	lookup(sc, "no.such.name", 9003, "");
	lookup(sc, "www.example.com", 0, "93.184.215.14;");
	nobody(sc, 0);
	nobody(sc, 3);
}
