/*
 * TraceLogging: the schema is in the event's extended data. u16 size; tag bytes; name; then for
 * each field its name, a byte of type and flags, and more data that depends on them. For a struct,
 * the out-type byte is the number of the following fields that are its members.
 */
#include "catalog.h"

#define IN_TYPE 0x1f
#define IN_COUNT 0x60	 /* kinds of arrays: */
#define IN_FIXED 0x20	 /* u16 count */
#define IN_VARIABLE 0x40 /* the count is in the payload */
#define IN_CUSTOM 0x60	 /* u16 length and a blob */
#define MORE 0x80

struct tl {
	const uint8_t *tl_p, *tl_end;
	bool tl_bad;
	struct cat_build tl_build;
};

static unsigned tl_byte(struct tl *t)
{
	if (t->tl_p == t->tl_end) {
		t->tl_bad = true;
		return 0;
	}
	return *t->tl_p++;
}

static unsigned tl_u16(struct tl *t)
{
	unsigned lo = tl_byte(t);

	return lo | tl_byte(t) << 8;
}

static void tl_tags(struct tl *t)
{
	while (tl_byte(t) & MORE)
		;
}

static const char *tl_string(struct tl *t)
{
	const uint8_t *p = t->tl_p;
	const uint8_t *nul = memchr(p, 0, (size_t)(t->tl_end - p));
	const char *s;

	if (!nul) {
		t->tl_bad = true;
		return "";
	}
	t->tl_p = nul + 1;
	s = cat_strndup(t->tl_build.cb_cat, (const char *)p, (size_t)(nul - p));
	if (!s)
		t->tl_bad = true;
	return s ? s : "";
}

/* out-type and its tags, then the count */
static void tl_field_tail(struct tl *t, unsigned in, struct etw_field *fd)
{
	if (in & MORE) {
		unsigned out = tl_byte(t);

		fd->fd_out = out & 0x7f;
		if (out & MORE)
			tl_tags(t);
	}
	switch (in & IN_COUNT) {
	case IN_FIXED:
		fd->fd_flags |= ETW_FD_ARRAY;
		fd->fd_count = (uint16_t)tl_u16(t);
		break;
	case IN_VARIABLE: fd->fd_flags |= ETW_FD_VARCOUNT; break;
	case IN_CUSTOM: {
		unsigned n = tl_u16(t);

		if (n > (size_t)(t->tl_end - t->tl_p))
			t->tl_bad = true;
		else
			t->tl_p += n;
		fd->fd_flags |= ETW_FD_VARCOUNT;
	}
	}
}

static unsigned tl_field(struct tl *t, unsigned depth);

/* Parses n fields, or all that are left; returns the index of the first. */
static unsigned tl_fields(struct tl *t, unsigned n, unsigned depth)
{
	unsigned first = ETW_NOFIELD, prev = ETW_NOFIELD;

	for (; n && t->tl_p < t->tl_end && !t->tl_bad; n--) {
		unsigned at = tl_field(t, depth);

		if (at == ETW_NOFIELD)
			break;
		if (prev == ETW_NOFIELD)
			first = at;
		else
			t->tl_build.cb_fields[prev].fd_next = (uint16_t)at;
		prev = at;
	}
	if (n && depth)
		t->tl_bad = true;
	return first;
}

static unsigned tl_field(struct tl *t, unsigned depth)
{
	const char *name = tl_string(t);
	unsigned in = tl_byte(t), at = t->tl_build.cb_n, child;
	struct etw_field *fd = t->tl_bad ? NULL : cat_build_field(&t->tl_build, name);

	if (!fd)
		return ETW_NOFIELD;
	fd->fd_type = in & IN_TYPE;
	tl_field_tail(t, in, fd);
	if (fd->fd_type == ETW_T_STRUCT) {
		unsigned members = fd->fd_out;

		fd->fd_out = 0;
		if (depth == CAT_MAXDEPTH || !members) {
			t->tl_bad = true;
			return ETW_NOFIELD;
		}
		child = tl_fields(t, members, depth + 1);
		t->tl_build.cb_fields[at].fd_child = (uint16_t)child;
	} else if (fd->fd_type > ETW_T_CBINARY) {
		t->tl_bad = true;
	}
	return at;
}

struct etw_schema *cat_tracelog_parse(struct etw_catalog *c, const struct etw_guid *g,
	const uint8_t *p, size_t n)
{
	struct tl t = { .tl_p = p, .tl_end = p + n };
	unsigned size;

	cat_build_start(&t.tl_build, c, g);
	size = tl_u16(&t);
	if (size < 2 || size > n)
		return NULL;
	t.tl_end = p + size;
	tl_tags(&t);
	t.tl_build.cb_schema.sc_name = tl_string(&t);
	t.tl_build.cb_schema.sc_first = (uint16_t)tl_fields(&t, CAT_MAXFIELDS, 0);
	if (t.tl_bad || t.tl_build.cb_failed) {
		cat_build_drop(&t.tl_build);
		return NULL;
	}
	return cat_build_end(&t.tl_build, true);
}

const char *cat_traits_name(struct etw_catalog *c, const uint8_t *p, size_t n)
{
	size_t size = n >= 2 ? base_u16(p) : 0;
	const uint8_t *nul = size > 2 && size <= n ? memchr(p + 2, 0, size - 2) : NULL;

	return nul && nul > p + 2 ? cat_strndup(c, (const char *)p + 2, (size_t)(nul - p - 2)) :
				    NULL;
}

static void tl_describe(const struct etw_event *ev, struct etw_schema *sc)
{
	sc->sc_origin = ETW_FROM_EVENT;
	sc->sc_id = ev->ev_id;
	sc->sc_version = ev->ev_version;
	sc->sc_level = ev->ev_level;
	sc->sc_opcode = ev->ev_opcode;
	sc->sc_task = ev->ev_task;
	sc->sc_keyword = ev->ev_keyword;
}

struct etw_schema *cat_tracelog(struct etw_catalog *c, const struct etw_event *ev)
{
	struct etw_ext x;
	struct etw_schema *sc;
	uint64_t h;
	void **old;

	if (ev->ev_kind != ETW_EVENT || !ev->ev_extlen || !etw_ext_find(ev, ETW_EXT_SCHEMA, &x))
		return NULL;
	h = cat_hash(x.xt_data, x.xt_len, cat_hash(ev->ev_provider, sizeof(*ev->ev_provider), 0));
	old = base_table_find(&c->ca_tl, h);
	if (old)
		return *old;
	sc = c->ca_full ? NULL : cat_tracelog_parse(c, ev->ev_provider, x.xt_data, x.xt_len);
	if (sc) {
		tl_describe(ev, sc);
		cat_provider_adds(c, sc);
	}
	if (!c->ca_full)
		cat_table_put(&c->ca_tl, h, sc);
	return sc;
}
