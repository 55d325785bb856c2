/*
 * Events that describe themselves (TraceLogging): beside an event's values its record has the names
 * and types of its fields, and the name of its provider.
 */
#include <errno.h>
#include <string.h>
#include "etl.h"

enum { TYPE_UTF8 = 0x02, TYPE_I32 = 0x07, TYPE_U32 = 0x08, TYPE_I64 = 0x09, TYPE_U64 = 0x0a };
enum { TYPE_BINARY = 0x0e, TYPE_HEX64 = 0x15, COUNTED = 0x40, OUT_FOLLOWS = 0x80, OUT_UTF8 = 35 };
#define ITEM_HEAD 8u

static void put(struct etw_self *s, uint8_t *to, uint32_t *len, uint32_t max, const void *p,
	size_t n)
{
	if (n > max - *len) {
		s->es_full = 1;
		return;
	}
	memcpy(to + *len, p, n);
	*len += (uint32_t)n;
}

static void put_schema(struct etw_self *s, const void *p, size_t n)
{
	put(s, s->es_schema, &s->es_schemalen, sizeof(s->es_schema), p, n);
}

static void put_value(struct etw_self *s, const void *p, size_t n)
{
	put(s, s->es_payload, &s->es_paylen, sizeof(s->es_payload), p, n);
}

static void field(struct etw_self *s, const char *name, uint8_t type, uint8_t out)
{
	uint8_t in = (uint8_t)(type | (out ? OUT_FOLLOWS : 0));

	put_schema(s, name, strlen(name) + 1);
	put_schema(s, &in, 1);
	if (out)
		put_schema(s, &out, 1);
}

void etw_self_begin(struct etw_self *s, const char *event)
{
	s->es_full = 0;
	s->es_nframes = 0;
	s->es_paylen = 0;
	memset(s->es_schema, 0, 3); /* its size, and no tags */
	s->es_schemalen = 3;
	put_schema(s, event, strlen(event) + 1);
}

void etw_self_stack(struct etw_self *s, const uint64_t *frames, size_t n)
{
	for (size_t i = 0; i < n && s->es_nframes < ETW_SELF_FRAMES; i++)
		s->es_frames[s->es_nframes++] = frames[i];
}

static void number(struct etw_self *s, const char *name, uint8_t type, const void *v, size_t size)
{
	field(s, name, type, 0);
	put_value(s, v, size);
}

void etw_self_i32(struct etw_self *s, const char *name, int32_t v)
{
	number(s, name, TYPE_I32, &v, sizeof(v));
}

void etw_self_u32(struct etw_self *s, const char *name, uint32_t v)
{
	number(s, name, TYPE_U32, &v, sizeof(v));
}

void etw_self_i64(struct etw_self *s, const char *name, int64_t v)
{
	number(s, name, TYPE_I64, &v, sizeof(v));
}

void etw_self_u64(struct etw_self *s, const char *name, uint64_t v)
{
	number(s, name, TYPE_U64, &v, sizeof(v));
}

void etw_self_hex(struct etw_self *s, const char *name, uint64_t v)
{
	number(s, name, TYPE_HEX64, &v, sizeof(v));
}

void etw_self_text(struct etw_self *s, const char *name, const char *utf8)
{
	field(s, name, TYPE_UTF8, OUT_UTF8);
	put_value(s, utf8, strlen(utf8) + 1);
}

/* A field of `count` bytes or elements, which says so before them. */
static void counted(struct etw_self *s, const char *name, uint8_t type, uint16_t count,
	const void *v, size_t size)
{
	number(s, name, type, &count, sizeof(count));
	put_value(s, v, size);
}

void etw_self_hexes(struct etw_self *s, const char *name, const uint64_t *v, size_t n)
{
	uint16_t count = (uint16_t)n;

	counted(s, name, TYPE_HEX64 | COUNTED, count, v, count * sizeof(*v));
}

void etw_self_bytes(struct etw_self *s, const char *name, const void *p, size_t n)
{
	uint16_t count = (uint16_t)n;

	counted(s, name, TYPE_BINARY, count, p, count);
}

/* An item of extended data; `last`: none follows. Returns its size. */
static uint32_t item(uint8_t *to, uint16_t type, const uint8_t *data, uint32_t len, bool last)
{
	uint16_t head[4] = { (uint16_t)((ITEM_HEAD + len + 7) & ~7u), type, !last, (uint16_t)len };

	memset(to, 0, head[0]);
	memcpy(to, head, sizeof(head));
	memcpy(to + ITEM_HEAD, data, len);
	return head[0];
}

static uint32_t stack_item(uint8_t *to, const struct etw_self *s)
{
	uint64_t data[1 + ETW_SELF_FRAMES] = { 0 }; /* that of another event it belongs to: none */

	memcpy(data + 1, s->es_frames, s->es_nframes * sizeof(*data));
	return item(to, ETW_EXT_STACK64, (const uint8_t *)data,
		(1 + s->es_nframes) * (uint32_t)sizeof(*data), false);
}

int etw_self_put(struct etw_writer *w, struct etw_event *ev, const char *provider,
	struct etw_self *s)
{
	uint8_t ext[sizeof(s->es_schema) + sizeof(s->es_frames) + 256], traits[128];
	uint16_t schemalen = (uint16_t)s->es_schemalen;
	size_t len = strlen(provider) + 1;
	uint16_t traitslen = (uint16_t)(2 + len);

	if (s->es_full || traitslen > sizeof(traits)) {
		errno = EMSGSIZE;
		return -1;
	}
	memcpy(s->es_schema, &schemalen, sizeof(schemalen));
	memcpy(traits, &traitslen, sizeof(traitslen));
	memcpy(traits + 2, provider, len);
	ev->ev_kind = ETW_EVENT;
	ev->ev_ext = ext;
	ev->ev_extlen = item(ext, ETW_EXT_TRAITS, traits, traitslen, false);
	if (s->es_nframes)
		ev->ev_extlen += stack_item(ext + ev->ev_extlen, s);
	ev->ev_extlen += item(ext + ev->ev_extlen, ETW_EXT_SCHEMA, s->es_schema, schemalen, true);
	ev->ev_payload = s->es_payload;
	ev->ev_paylen = s->es_paylen;
	return etw_writer_put(w, ev);
}
