/* SystemConfig, read: fields of the layouts' tables to members of the structs. */
#include <stdio.h>
#include "config.h"
#include "kernel.h"

struct cfg {
	struct kr cg_k;
	uint8_t *cg_rec;
	char *cg_text, *cg_end; /* where the next text goes */
	uint32_t cg_counts[CF_COUNTS];
};

size_t etw_config_room(const struct etw_event *ev)
{
	const struct cf_field *f = etl_config_layout(ev->ev_opcode);
	size_t n = CF_ROOM + 3 * (size_t)ev->ev_paylen;

	for (; f && f->cf_name; f++)
		n += ETW_GUID_STRLEN;
	return n;
}

static void set_num(struct cfg *c, const struct cf_field *f, uint64_t v)
{
	memcpy(c->cg_rec + f->cf_offset, &v, f->cf_size);
}

static void set_text(struct cfg *c, const struct cf_field *f, char *s)
{
	memcpy(c->cg_rec + f->cf_offset, &s, sizeof(s));
}

static char *get_text(const struct cfg *c, const struct cf_field *f)
{
	char *s;

	memcpy(&s, c->cg_rec + f->cf_offset, sizeof(s));
	return s;
}

static char *end_text(struct cfg *c, size_t n)
{
	char *s = c->cg_text;

	s[n] = '\0';
	c->cg_text += n + 1;
	return s;
}

static char *put_wide(struct cfg *c, const uint8_t *p, uint32_t units)
{
	return end_text(c,
		etw_utf16_to_utf8(p, units, c->cg_text, (size_t)(c->cg_end - c->cg_text)));
}

/* Old code pages keep ASCII; what is beyond it is shown as Latin-1. */
static char *put_ansi(struct cfg *c, const char *p, uint32_t len)
{
	size_t n = 0;

	for (uint32_t i = 0; i < len; i++) {
		uint8_t b = (uint8_t)p[i];

		if (b >= 0x80)
			c->cg_text[n++] = (char)(0xc0 | b >> 6);
		c->cg_text[n++] = (char)(b < 0x80 ? b : 0x80 | (b & 0x3f));
	}
	return end_text(c, n);
}

static void take_guid(struct cfg *c, const struct cf_field *f)
{
	const uint8_t *p = kr_bytes(&c->cg_k, 16, f->cf_name);
	struct etw_guid g;

	if (!p)
		return;
	memcpy(&g, p, sizeof(g));
	etw_guid_format(&g, c->cg_text);
	set_text(c, f, end_text(c, strlen(c->cg_text)));
}

/* Another one joins those that the member has: they are the last text, so it can grow. */
static void join(struct cfg *c, const struct cf_field *f, size_t n, bool first)
{
	if (first)
		set_text(c, f, c->cg_text);
	else
		c->cg_text[-1] = ';';
	end_text(c, n);
}

static void take_ipv4(struct cfg *c, const struct cf_field *f)
{
	const uint8_t *p = kr_bytes(&c->cg_k, 4, f->cf_name);
	int n;

	if (!p || !etl_u32(p))
		return;
	n = snprintf(c->cg_text, 16, "%u.%u.%u.%u", p[0], p[1], p[2], p[3]);
	join(c, f, (size_t)n, *get_text(c, f) == '\0');
}

static void take_list(struct cfg *c, const struct cf_field *f)
{
	for (uint32_t i = 0; i < c->cg_counts[f->cf_arg] && !kr_empty(&c->cg_k); i++) {
		uint32_t units;
		const uint8_t *p = kr_utf16(&c->cg_k, &units);

		join(c, f,
			etw_utf16_to_utf8(p, units, c->cg_text, (size_t)(c->cg_end - c->cg_text)),
			i == 0);
	}
}

static void take_mac(struct cfg *c, const struct cf_field *f)
{
	const uint8_t *p = kr_bytes(&c->cg_k, 16, f->cf_name);
	uint64_t v = 0;

	for (unsigned i = 0; p && i < 8; i++)
		v |= (uint64_t)p[2 * i] << 8 * i;
	set_num(c, f, v);
}

static void take_text(struct cfg *c, const struct cf_field *f)
{
	struct kr *k = &c->cg_k;
	const uint8_t *p;
	const char *s;
	uint32_t n;

	switch (f->cf_kind) {
	case CF_FIXED:
		p = kr_bytes(k, 2 * (size_t)f->cf_arg, f->cf_name);
		set_text(c, f, put_wide(c, p, p ? f->cf_arg : 0));
		break;
	case CF_WIDE:
		p = kr_utf16(k, &n);
		set_text(c, f, put_wide(c, p, n));
		break;
	case CF_ANSI:
		s = kr_ansi(k, &n);
		set_text(c, f, put_ansi(c, s, n));
		break;
	case CF_GUID: take_guid(c, f); break;
	case CF_IPV4: take_ipv4(c, f); break;
	case CF_LIST: take_list(c, f); break;
	}
}

static void take(struct cfg *c, const struct cf_field *f)
{
	struct kr *k = &c->cg_k;

	switch (f->cf_kind) {
	case CF_U8: set_num(c, f, kr_u8(k, f->cf_name)); break;
	case CF_U16: set_num(c, f, kr_u16(k, f->cf_name)); break;
	case CF_U32: set_num(c, f, kr_u32(k, f->cf_name)); break;
	case CF_U64: set_num(c, f, kr_u64(k, f->cf_name)); break;
	case CF_PTR: set_num(c, f, kr_ptr(k, f->cf_name)); break;
	case CF_SKIP: kr_bytes(k, f->cf_arg, f->cf_name); break;
	case CF_LEN: kr_u32(k, f->cf_name); break;
	case CF_COUNT: c->cg_counts[f->cf_arg] = kr_u32(k, f->cf_name); break;
	case CF_MAC: take_mac(c, f); break;
	default: take_text(c, f);
	}
}

static void blank(struct cfg *c, const struct cf_field *f)
{
	char *empty = end_text(c, 0);

	for (; f->cf_name; f++)
		if (cf_is_text(f))
			set_text(c, f, empty);
}

int etw_decode_config(const struct etw_event *ev, void *room, size_t *used)
{
	const struct cf_field *f = etl_config_layout(ev->ev_opcode);
	struct cfg c = { .cg_rec = room,
		.cg_text = (char *)room + CF_ROOM,
		.cg_end = (char *)room + etw_config_room(ev) };

	memset(room, 0, CF_ROOM);
	kr_init(&c.cg_k, ev);
	if (!f) {
		c.cg_k.kr_bad = "layout is not known: it";
		return kr_done(&c.cg_k);
	}
	blank(&c, f);
	for (; f->cf_name; f++)
		if (cf_has(f, ev->ev_version))
			take(&c, f);
	*used = (size_t)(c.cg_text - (char *)room);
	return kr_done(&c.cg_k);
}
