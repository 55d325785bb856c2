/*
 * Metadata that merging tools add to a file: raw TRACE_EVENT_INFO structures (opcode 20h) and, for
 * named numbers, EVENT_MAP_INFO (opcode 21h). Both refer to their texts by offsets from their own
 * start; each is checked before it is used.
 */
#include "catalog.h"

const struct etw_guid etw_guid_metadata = { 0xbbccf6c1, 0x6cd1, 0x48c4,
	{ 0x80, 0xff, 0x83, 0x94, 0x82, 0xe3, 0x76, 0x71 } };

enum { OP_EVENT = 0x20, OP_MAP = 0x21 };
enum { SOURCE_XML, SOURCE_WBEM };

/* offsets in TRACE_EVENT_INFO */
enum {
	TI_PROVIDER = 0x00,
	TI_EVENT = 0x10,
	TI_DESC = 0x20,
	TI_SOURCE = 0x30,
	TI_PROVNAME = 0x34,
	TI_KEYWORDS = 0x40,
	TI_TASK = 0x44,
	TI_OPCODE = 0x48,
	TI_MESSAGE = 0x4c,
	TI_NAME = 0x5c,
	TI_COUNT = 0x64,
	TI_TOP = 0x68,
	TI_PROPS = 0x70,
	TI_PROPSIZE = 24
};
enum {
	PROP_STRUCT = 1,
	PROP_LENREF = 2,
	PROP_COUNTREF = 4,
	PROP_FIXEDLEN = 0x10,
	PROP_FIXEDCOUNT = 0x20
};

struct info {
	struct etw_catalog *in_cat;
	const uint8_t *in_p;
	size_t in_n;
};

/*
 * The text at the offset that is stored at `at`; NULL if there is none. Task names end in blanks.
 */
static const char *info_text_at(const struct info *in, uint32_t off)
{
	char *s;
	size_t n;

	if (!off || off >= in->in_n)
		return NULL;
	s = cat_utf16(in->in_cat, in->in_p + off, (in->in_n - off) / 2);
	for (n = s ? strlen(s) : 0; n && (s[n - 1] == ' ' || s[n - 1] == '\n' || s[n - 1] == '\r');)
		s[--n] = '\0';
	return n ? s : NULL;
}

static const char *info_text(const struct info *in, size_t at)
{
	return info_text_at(in, base_u32(in->in_p + at));
}

/* A map is in a record of its own, before or after the schemas that use it. */
static struct etw_map *map_of(struct etw_catalog *c, const struct etw_guid *g, const char *name)
{
	uint64_t h = cat_hash(name, strlen(name), cat_hash(g, sizeof(*g), 1));
	void **old = base_table_find(&c->ca_maps, h);
	struct etw_map *mp;

	if (old)
		return *old;
	mp = cat_alloc(c, sizeof(*mp));
	if (!mp || !cat_table_put(&c->ca_maps, h, mp))
		return NULL;
	mp->mp_name = name;
	return mp;
}

static bool map_entries(struct info *in, struct etw_map *mp, const uint8_t *p, uint32_t n)
{
	struct etw_mapent *v = cat_alloc(in->in_cat, (size_t)n * sizeof(*v) + 1);

	if (!v)
		return false;
	for (uint32_t i = 0; i < n; i++, p += 8) {
		const char *s = info_text_at(in, base_u32(p));

		v[i].me_value = base_u32(p + 4);
		v[i].me_name = s ? s : "";
	}
	mp->mp_entries = v;
	mp->mp_n = n;
	return true;
}

static bool map_info(struct etw_catalog *c, const uint8_t *p, size_t n)
{
	struct info in = { c, p + 16, n - 16 };
	struct etw_guid g;
	struct etw_map *mp;
	const char *name;
	uint32_t count;

	if (n < 16 + 16)
		return false;
	memcpy(&g, p, sizeof(g));
	count = base_u32(in.in_p + 8);
	name = info_text(&in, 0);
	if (!name || count > (in.in_n - 16) / 8 || !(mp = map_of(c, &g, name)))
		return false;
	mp->mp_bits = (base_u32(in.in_p + 4) & 2) != 0;
	return mp->mp_n != 0 || map_entries(&in, mp, in.in_p + 16, count);
}

static void prop_fill(const struct info *in, const struct etw_guid *g, const uint8_t *p,
	struct etw_field *fd)
{
	uint32_t flags = base_u32(p);
	const char *map;

	fd->fd_type = base_u16(p + 8);
	fd->fd_out = base_u16(p + 10);
	fd->fd_count = base_u16(p + 16);
	fd->fd_length = base_u16(p + 18);
	if (flags & PROP_LENREF)
		fd->fd_flags |= ETW_FD_LENREF;
	else if (flags & PROP_FIXEDLEN)
		fd->fd_flags |= ETW_FD_FIXEDLEN;
	if (flags & PROP_COUNTREF)
		fd->fd_flags |= ETW_FD_COUNTREF;
	else if (flags & PROP_FIXEDCOUNT || fd->fd_count > 1)
		fd->fd_flags |= ETW_FD_ARRAY;
	if (flags & PROP_STRUCT) {
		fd->fd_type = ETW_T_STRUCT;
		fd->fd_out = 0;
	} else if ((map = info_text_at(in, base_u32(p + 12)))) {
		fd->fd_map = map_of(in->in_cat, g, map);
	}
}

/* Chains n properties from `first` on; members must follow their struct, so no chain is a ring. */
static bool chain(struct cat_build *b, unsigned first, unsigned n)
{
	if (first > b->cb_n || n > b->cb_n - first)
		return false;
	for (unsigned i = first; i < first + n; i++)
		b->cb_fields[i].fd_next = (uint16_t)(i + 1 < first + n ? i + 1 : ETW_NOFIELD);
	return true;
}

static bool props(const struct info *in, struct cat_build *b, unsigned n, unsigned top)
{
	for (unsigned i = 0; i < n; i++) {
		const uint8_t *p = in->in_p + TI_PROPS + (size_t)i * TI_PROPSIZE;
		const char *name = info_text_at(in, base_u32(p + 4));
		struct etw_field *fd = cat_build_field(b, name ? name : "");

		if (!fd)
			return false;
		prop_fill(in, &b->cb_schema.sc_provider, p, fd);
	}
	for (unsigned i = 0; i < n; i++) {
		const uint8_t *p = in->in_p + TI_PROPS + (size_t)i * TI_PROPSIZE;
		unsigned start = base_u16(p + 8), members = base_u16(p + 10);

		if (b->cb_fields[i].fd_type != ETW_T_STRUCT || !(base_u32(p) & PROP_STRUCT))
			continue;
		if (!members || start <= i || !chain(b, start, members))
			return false;
		b->cb_fields[i].fd_child = (uint16_t)start;
	}
	b->cb_schema.sc_first = top ? 0 : ETW_NOFIELD;
	return chain(b, 0, top);
}

/* The runtime describes its stacks as two frames; the field before has the real number. */
static void repair_stack(struct cat_build *b)
{
	struct etw_field *last = b->cb_n >= 2 ? &b->cb_fields[b->cb_n - 1] : NULL;

	if (!last || strcmp(last->fd_name, "Stack") || strcmp(last[-1].fd_name, "FrameCount") ||
		!(last->fd_flags & ETW_FD_ARRAY))
		return;
	last->fd_flags = ETW_FD_COUNTREF;
	last->fd_count = (uint16_t)(b->cb_n - 2);
}

static void describe(const struct info *in, struct etw_schema *sc)
{
	const uint8_t *d = in->in_p + TI_DESC;

	sc->sc_origin = ETW_FROM_METADATA;
	sc->sc_classic = base_u32(in->in_p + TI_SOURCE) == SOURCE_WBEM;
	sc->sc_id = sc->sc_classic ? d[5] : base_u16(d);
	sc->sc_version = d[2];
	sc->sc_level = d[4];
	sc->sc_opcode = d[5];
	sc->sc_task = base_u16(d + 6);
	sc->sc_keyword = base_u64(d + 8);
	sc->sc_provname = info_text(in, TI_PROVNAME);
	sc->sc_taskname = info_text(in, TI_TASK);
	sc->sc_opname = info_text(in, TI_OPCODE);
	sc->sc_message = info_text(in, TI_MESSAGE);
}

/* KeywordsName is a list of texts, one for each bit that is set, that ends with an empty text. */
static void keywords(const struct info *in, struct etw_provider *pr, uint64_t mask)
{
	size_t off = base_u32(in->in_p + TI_KEYWORDS);

	for (unsigned bit = 0; bit < 48; bit++) {
		size_t n = 0;
		char *s;

		if (!(mask >> bit & 1))
			continue;
		if (!off || off >= in->in_n)
			return;
		while (off + 2 * n + 2 <= in->in_n && base_u16(in->in_p + off + 2 * n))
			n++;
		s = n ? cat_utf16(in->in_cat, in->in_p + off, n) : NULL;
		if (!s)
			return;
		cat_provider_keyword(in->in_cat, pr, s, strlen(s), 1ull << bit);
		off += 2 * n + 2;
	}
}

static unsigned bits(uint64_t m)
{
	return (unsigned)__builtin_popcountll(m & 0xffffffffffffu);
}

static unsigned texts(const struct info *in, uint32_t start)
{
	size_t off = start;
	unsigned count = 0;

	while (off && off + 2 <= in->in_n && base_u16(in->in_p + off)) {
		while (off + 2 <= in->in_n && base_u16(in->in_p + off))
			off += 2;
		off += 2;
		count++;
	}
	return count;
}

static bool event_info(struct etw_catalog *c, const uint8_t *p, size_t n)
{
	struct info in = { c, p, n };
	struct etw_guid g, event;
	struct cat_build b;
	struct etw_provider *pr;
	struct etw_schema *sc;
	uint32_t count, top;

	if (n < TI_PROPS)
		return false;
	memcpy(&g, p + TI_PROVIDER, sizeof(g));
	memcpy(&event, p + TI_EVENT, sizeof(event));
	count = base_u32(p + TI_COUNT);
	top = base_u32(p + TI_TOP);
	if (count > (n - TI_PROPS) / TI_PROPSIZE || top > count)
		return false;
	/* the events of a classic provider have the GUID of their class */
	if (base_u32(p + TI_SOURCE) == SOURCE_WBEM && !etw_guid_eq(&event, &etl_guid_zero))
		g = event;
	cat_build_start(&b, c, &g);
	describe(&in, &b.cb_schema);
	if (!props(&in, &b, count, top)) {
		cat_build_drop(&b);
		return false;
	}
	repair_stack(&b);
	sc = cat_build_end(&b, true);
	pr = etw_provider_get(c, &g);
	if (!sc || !pr)
		return false;
	cat_provider_name(c, pr, sc->sc_provname, ETW_FROM_METADATA);
	cat_name_event(c, sc, sc->sc_classic ? NULL : info_text(&in, TI_NAME));
	if (texts(&in, base_u32(p + TI_KEYWORDS)) == bits(sc->sc_keyword))
		keywords(&in, pr, sc->sc_keyword);
	cat_schema_enter(c, sc);
	return true;
}

bool cat_metadata(struct etw_catalog *c, unsigned opcode, const uint8_t *p, size_t n)
{
	return opcode == OP_EVENT ? event_info(c, p, n) :
		opcode == OP_MAP  ? n >= 16 && map_info(c, p, n) :
				    false;
}
