/* SystemConfig, written: members of the structs to fields of the layouts' tables. */
#include <stdio.h>
#include "config.h"
#include "kernel_write.h"

static uint64_t get_num(const struct cf_field *f, const uint8_t *rec)
{
	uint64_t v = 0;

	memcpy(&v, rec + f->cf_offset, f->cf_size);
	return v;
}

static const char *get_text(const struct cf_field *f, const uint8_t *rec)
{
	const char *s;

	memcpy(&s, rec + f->cf_offset, sizeof(s));
	return s ? s : "";
}

static uint32_t count(const char *list)
{
	uint32_t n = *list != '\0';

	for (; *list; list++)
		n += *list == ';';
	return n;
}

/* The n-th of a list, cut to what fits. */
static const char *item(const char *list, uint32_t n, char *out, size_t size)
{
	size_t len;

	while (n-- > 0 && (list = strchr(list, ';')))
		list++;
	len = list ? strcspn(list, ";") : 0;
	if (len >= size)
		len = size - 1;
	memcpy(out, list ? list : "", len);
	out[len] = '\0';
	return out;
}

/* Field f is which one of those that fill the same list? */
static uint32_t position(const struct cf_field *first, const struct cf_field *f, unsigned version)
{
	uint32_t n = 0;

	for (; first < f; first++)
		n += cf_has(first, version) && first->cf_kind == f->cf_kind &&
			first->cf_offset == f->cf_offset;
	return n;
}

static void put_fixed(struct kw *k, const char *s, uint32_t units)
{
	uint8_t wide[512] = { 0 };

	etw_utf8_to_utf16(s, wide, units - 1);
	kw_bytes(k, wide, 2 * (size_t)units);
}

static void put_wide(struct kw *k, const char *s)
{
	uint8_t wide[2048];

	kw_utf16(k, wide, (uint32_t)etw_utf8_to_utf16(s, wide, sizeof(wide) / 2));
}

static uint32_t units_of(const char *s)
{
	uint8_t wide[2048];

	return (uint32_t)etw_utf8_to_utf16(s, wide, sizeof(wide) / 2);
}

static void put_list(struct kw *k, const char *list)
{
	char one[1024];

	for (uint32_t i = 0, n = count(list); i < n; i++)
		put_wide(k, item(list, i, one, sizeof(one)));
}

static void put_ipv4(struct kw *k, const char *list, uint32_t n)
{
	unsigned b[4] = { 0 };
	char one[16];

	sscanf(item(list, n, one, sizeof(one)), "%3u.%3u.%3u.%3u", b, b + 1, b + 2, b + 3);
	for (unsigned i = 0; i < 4; i++)
		kw_num(k, 1, b[i]);
}

static void put_guid(struct kw *k, const char *text)
{
	struct etw_guid g = { 0 };

	etw_guid_parse(text, &g);
	kw_bytes(k, &g, sizeof(g));
}

static void put_text(struct kw *k, const struct cf_field *f, const char *s, uint32_t n)
{
	switch (f->cf_kind) {
	case CF_LEN: kw_num(k, 4, units_of(s) + 1 - f->cf_arg); break;
	case CF_FIXED: put_fixed(k, s, f->cf_arg); break;
	case CF_WIDE: put_wide(k, s); break;
	case CF_ANSI: kw_ansi(k, s, (uint32_t)strlen(s)); break;
	case CF_GUID: put_guid(k, s); break;
	case CF_IPV4: put_ipv4(k, s, n); break;
	case CF_COUNT: kw_num(k, 4, count(s)); break;
	case CF_LIST: put_list(k, s); break;
	}
}

static void put(struct kw *k, const struct cf_field *f, const uint8_t *rec, uint32_t n)
{
	static const uint8_t zeros[16];

	switch (f->cf_kind) {
	case CF_U8:
	case CF_U16:
	case CF_U32:
	case CF_U64: kw_num(k, 1u << (f->cf_kind - CF_U8), get_num(f, rec)); break;
	case CF_PTR: kw_ptr(k, get_num(f, rec)); break;
	case CF_SKIP: kw_bytes(k, zeros, f->cf_arg); break;
	case CF_MAC:
		for (unsigned i = 0; i < 8; i++)
			kw_num(k, 2, get_num(f, rec) >> 8 * i & 0xff);
		break;
	default: put_text(k, f, get_text(f, rec), n);
	}
}

int etw_write_config(struct etw_writer *w, struct etw_event *ev, const void *rec)
{
	const struct cf_field *first = etl_config_layout(ev->ev_opcode);
	struct kw k;

	kw_init(&k, ev);
	for (const struct cf_field *f = first; f && f->cf_name; f++)
		if (cf_has(f, ev->ev_version))
			put(&k, f, rec, position(first, f, ev->ev_version));
	return kw_put(w, ev, &k, ETW_SYSTEM, 0x0b);
}
