/* A manifest's items to providers, maps and schemas. */
#include <stdlib.h>
#include <strings.h>
#include "manifest.h"

static const struct {
	const char *name;
	uint16_t type;
} intypes[] = { { "UnicodeString", ETW_T_UTF16 }, { "AnsiString", ETW_T_ANSI },
	{ "Int8", ETW_T_I8 }, { "UInt8", ETW_T_U8 }, { "Int16", ETW_T_I16 },
	{ "UInt16", ETW_T_U16 }, { "Int32", ETW_T_I32 }, { "UInt32", ETW_T_U32 },
	{ "Int64", ETW_T_I64 }, { "UInt64", ETW_T_U64 }, { "Float", ETW_T_F32 },
	{ "Double", ETW_T_F64 }, { "Boolean", ETW_T_BOOL }, { "Binary", ETW_T_BINARY },
	{ "GUID", ETW_T_GUID }, { "Pointer", ETW_T_POINTER }, { "FILETIME", ETW_T_FILETIME },
	{ "SYSTEMTIME", ETW_T_SYSTEMTIME }, { "SID", ETW_T_SID }, { "HexInt32", ETW_T_HEX32 },
	{ "HexInt64", ETW_T_HEX64 }, { "CountedUnicodeString", ETW_T_CUTF16 },
	{ "CountedAnsiString", ETW_T_CANSI }, { "CountedBinary", ETW_T_CBINARY },
	{ "UnicodeChar", ETW_T_WCHAR }, { "AnsiChar", ETW_T_CHAR }, { "SizeT", ETW_T_SIZE },
	{ "WBEMSid", ETW_T_WBEMSID }, { "HexDump", ETW_T_HEXDUMP } };

static const struct {
	const char *name;
	uint16_t out;
} outtypes[] = { { "boolean", ETW_O_BOOL }, { "hexBinary", ETW_O_HEXBINARY },
	{ "HexInt8", ETW_O_HEX8 }, { "HexInt16", ETW_O_HEX16 }, { "HexInt32", ETW_O_HEX32 },
	{ "HexInt64", ETW_O_HEX64 }, { "PID", ETW_O_PID }, { "TID", ETW_O_TID },
	{ "Port", ETW_O_PORT }, { "IPv4", ETW_O_IPV4 }, { "IPv6", ETW_O_IPV6 },
	{ "SocketAddress", ETW_O_SOCKADDR }, { "ErrorCode", ETW_O_ERRORCODE },
	{ "Win32Error", ETW_O_WIN32ERROR }, { "NTSTATUS", ETW_O_NTSTATUS },
	{ "HResult", ETW_O_HRESULT }, { "Json", ETW_O_JSON }, { "Utf8", ETW_O_UTF8 },
	{ "CodePointer", ETW_O_CODEPTR } };

static const char *bare(const char *name) /* win:UInt32 */
{
	const char *colon = strchr(name, ':');

	return colon ? colon + 1 : name;
}

uint16_t man_intype(const char *name)
{
	for (size_t i = 0; name && i < sizeof(intypes) / sizeof(*intypes); i++)
		if (strcasecmp(intypes[i].name, bare(name)) == 0)
			return intypes[i].type;
	return UINT16_MAX; /* reading it fails and names the field */
}

uint16_t man_outtype(const char *name)
{
	for (size_t i = 0; name && i < sizeof(outtypes) / sizeof(*outtypes); i++)
		if (strcasecmp(outtypes[i].name, bare(name)) == 0)
			return outtypes[i].out;
	return ETW_O_NULL;
}

struct resolve {
	struct etw_catalog *rs_cat;
	struct man_item *rs_items;
	unsigned rs_n;
	enum etw_origin rs_from;
	struct base_table rs_strings; /* by id */
	struct base_table rs_names;   /* by kind, provider, scope and name */
};

static uint64_t name_hash(enum man_kind kind, int provider, int scope, const char *name)
{
	uint64_t seed = (uint64_t)kind << 56 ^ (uint64_t)(unsigned)provider << 28 ^ (unsigned)scope;

	return cat_hash(name, strlen(name), seed);
}

static struct man_item *find(struct resolve *rs, enum man_kind kind, int provider, int scope,
	const char *name)
{
	void **p = NULL;

	if (name)
		p = base_table_find(&rs->rs_names, name_hash(kind, provider, scope, name));
	return p ? *p : NULL;
}

/* "$(string.ID)" is the text of that id; other texts are unchanged. */
static const char *text(struct resolve *rs, const char *s)
{
	size_t n = s ? strlen(s) : 0;
	void **p;

	if (n < 10 || strncasecmp(s, "$(string.", 9) != 0 || s[n - 1] != ')')
		return s;
	p = base_table_find(&rs->rs_strings, cat_hash(s + 9, n - 10, 0));
	return p ? *p : NULL;
}

static void index_items(struct resolve *rs)
{
	for (unsigned i = 0; i < rs->rs_n; i++) {
		struct man_item *it = &rs->rs_items[i];
		int scope = it->it_kind == MAN_OPCODE ? it->it_scope : -1;

		if (!it->it_name)
			continue;
		if (it->it_kind == MAN_STRING) {
			uint64_t h = cat_hash(it->it_name, strlen(it->it_name), 0);

			if (!base_table_find(&rs->rs_strings, h)) /* the first language */
				cat_table_put(&rs->rs_strings, h, (void *)it->it_text);
		} else if (it->it_kind != MAN_DATA && it->it_kind != MAN_EVENT) {
			cat_table_put(&rs->rs_names,
				name_hash(it->it_kind, it->it_provider, scope, it->it_name), it);
		}
	}
}

/*
 * Maps.
 */
static const struct etw_map *map_make(struct resolve *rs, struct man_item *map)
{
	struct etw_map *mp = cat_alloc(rs->rs_cat, sizeof(*mp));
	int scope = (int)(map - rs->rs_items);
	unsigned n = 0, first = (unsigned)scope + 1, last = first;

	for (; last < rs->rs_n && rs->rs_items[last].it_kind == MAN_MAPENTRY; last++)
		n += rs->rs_items[last].it_scope == scope;
	if (!mp || !(mp->mp_entries = cat_alloc(rs->rs_cat, n * sizeof(*mp->mp_entries) + 1)))
		return NULL;
	mp->mp_name = map->it_name;
	mp->mp_bits = map->it_value == 1;
	for (unsigned i = first; i < last; i++) {
		const struct man_item *it = &rs->rs_items[i];
		const char *s = text(rs, it->it_text);

		if (it->it_scope == scope && s)
			mp->mp_entries[mp->mp_n++] = (struct etw_mapent){ (uint32_t)it->it_value,
				s };
	}
	return mp;
}

static const struct etw_map *map_named(struct resolve *rs, int provider, const char *name)
{
	struct man_item *map = find(rs, MAN_MAP, provider, -1, name);

	if (map && !map->it_made)
		map->it_made = map_make(rs, map);
	return map ? map->it_made : NULL;
}

/*
 * Templates.
 */
/* A length or count: a number, or the name of a field before it. */
static bool amount(const struct cat_build *b, const char *s, uint16_t *out, bool *is_ref)
{
	char *end;
	unsigned long n;

	if (!s || !*s)
		return false;
	n = strtoul(s, &end, 0);
	*is_ref = *end != '\0';
	*out = (uint16_t)(n > UINT16_MAX ? UINT16_MAX : n);
	for (unsigned i = 0; *is_ref && i + 1 < b->cb_n; i++)
		if (strcmp(b->cb_fields[i].fd_name, s) == 0) {
			*out = (uint16_t)i;
			return true;
		}
	return !*is_ref;
}

static bool field_make(struct resolve *rs, struct cat_build *b, const struct man_item *it)
{
	struct etw_field *fd = cat_build_field(b, it->it_name ? it->it_name : "");
	bool is_ref;

	if (!fd)
		return false;
	fd->fd_type = it->it_type;
	fd->fd_out = it->it_out;
	fd->fd_map = it->it_map ? map_named(rs, it->it_provider, it->it_map) : NULL;
	if (amount(b, it->it_length, &fd->fd_length, &is_ref))
		fd->fd_flags |= is_ref ? ETW_FD_LENREF : ETW_FD_FIXEDLEN;
	if (amount(b, it->it_count, &fd->fd_count, &is_ref))
		fd->fd_flags |= is_ref ? ETW_FD_COUNTREF : ETW_FD_ARRAY;
	return true;
}

/* Fields are in the order of the text; the members of a struct directly follow it. */
static void link_fields(struct cat_build *b, const int *in_struct)
{
	int last_top = -1, last_member = -1;

	b->cb_schema.sc_first = ETW_NOFIELD;
	for (unsigned i = 0; i < b->cb_n; i++) {
		if (in_struct[i] < 0) {
			if (last_top < 0)
				b->cb_schema.sc_first = (uint16_t)i;
			else
				b->cb_fields[last_top].fd_next = (uint16_t)i;
			last_top = (int)i;
			last_member = -1;
		} else if (last_top >= 0 && b->cb_fields[last_top].fd_type == ETW_T_STRUCT) {
			if (last_member < 0)
				b->cb_fields[last_top].fd_child = (uint16_t)i;
			else
				b->cb_fields[last_member].fd_next = (uint16_t)i;
			last_member = (int)i;
		}
	}
}

static bool template_fields(struct resolve *rs, struct cat_build *b, const struct man_item *tpl)
{
	int scope = (int)(tpl - rs->rs_items), in_struct[CAT_MAXFIELDS];

	for (unsigned i = (unsigned)scope + 1; i < rs->rs_n; i++) {
		const struct man_item *it = &rs->rs_items[i];

		if (it->it_kind != MAN_DATA || it->it_scope != scope)
			break;
		if (b->cb_n == CAT_MAXFIELDS || !field_make(rs, b, it))
			return false;
		in_struct[b->cb_n - 1] = it->it_struct;
	}
	link_fields(b, in_struct);
	return true;
}

/*
 * Events.
 */
static uint8_t level_of(const char *s)
{
	static const char *const levels[] = { "LogAlways", "Critical", "Error", "Warning",
		"Informational", "Verbose" };

	for (uint8_t i = 0; s && i < sizeof(levels) / sizeof(*levels); i++)
		if (strcasecmp(bare(s), levels[i]) == 0)
			return i;
	return 0;
}

static void event_task(struct resolve *rs, const struct man_item *it, struct etw_schema *sc)
{
	const struct man_item *task = find(rs, MAN_TASK, it->it_provider, -1, it->it_task);
	const struct man_item *op = NULL;

	if (task) {
		sc->sc_taskname = task->it_name;
		sc->sc_task = (uint16_t)task->it_value;
	}
	if (!it->it_opcode)
		return;
	if (task)
		op = find(rs, MAN_OPCODE, it->it_provider, (int)(task - rs->rs_items),
			it->it_opcode);
	if (!op)
		op = find(rs, MAN_OPCODE, it->it_provider, -1, it->it_opcode);
	if (op)
		sc->sc_opcode = (uint8_t)op->it_value;
	for (unsigned i = 0; !op && i < 256; i++) /* win:Start */
		if (etw_opcode_name((uint8_t)i) &&
			strcasecmp(etw_opcode_name((uint8_t)i), bare(it->it_opcode)) == 0)
			sc->sc_opcode = (uint8_t)i;
	sc->sc_opname = bare(it->it_opcode);
}

static uint64_t event_keywords(struct resolve *rs, const struct man_item *it)
{
	const char *p = it->it_keywords;
	uint64_t mask = 0;

	while (p && *p) {
		size_t n = strcspn(p, " \t\r\n");
		char name[256];

		if (n && n < sizeof(name)) {
			const struct man_item *kw;

			memcpy(name, p, n);
			name[n] = '\0';
			kw = find(rs, MAN_KEYWORD, it->it_provider, -1, name);
			mask |= kw ? kw->it_value : 0;
		}
		p += n;
		p += strspn(p, " \t\r\n");
	}
	return mask;
}

static void event_make(struct resolve *rs, const struct man_item *it)
{
	const struct man_item *pr = &rs->rs_items[it->it_provider];
	const struct man_item *tpl = find(rs, MAN_TEMPLATE, it->it_provider, -1, it->it_template);
	struct cat_build b;
	struct etw_schema *sc;

	cat_build_start(&b, rs->rs_cat, &pr->it_guid);
	b.cb_schema.sc_id = (uint16_t)it->it_value;
	b.cb_schema.sc_version = it->it_version;
	b.cb_schema.sc_level = level_of(it->it_level);
	b.cb_schema.sc_keyword = event_keywords(rs, it);
	b.cb_schema.sc_provname = pr->it_name;
	b.cb_schema.sc_message = text(rs, it->it_text);
	b.cb_schema.sc_origin = rs->rs_from;
	b.cb_schema.sc_first = ETW_NOFIELD;
	event_task(rs, it, &b.cb_schema);
	if ((tpl && !template_fields(rs, &b, tpl)) || (!tpl && it->it_template)) {
		cat_build_drop(&b);
		return;
	}
	sc = cat_build_end(&b, true);
	if (sc) {
		cat_name_event(rs->rs_cat, sc, it->it_name);
		cat_schema_enter(rs->rs_cat, sc);
	}
}

static void provider_make(struct resolve *rs, const struct man_item *it)
{
	struct etw_provider *pr = etw_provider_get(rs->rs_cat, &it->it_guid);

	if (pr && it->it_name)
		cat_provider_name(rs->rs_cat, pr, it->it_name, rs->rs_from);
}

static void keyword_make(struct resolve *rs, const struct man_item *it)
{
	struct etw_provider *pr = etw_provider_get(rs->rs_cat,
		&rs->rs_items[it->it_provider].it_guid);

	if (pr && it->it_name && it->it_value)
		cat_provider_keyword(rs->rs_cat, pr, it->it_name, strlen(it->it_name),
			it->it_value);
}

void man_resolve(struct etw_catalog *c, struct man_item *items, unsigned n, enum etw_origin from)
{
	struct resolve rs = { .rs_cat = c,
		.rs_items = items,
		.rs_n = n,
		.rs_strings = CAT_TABLE,
		.rs_names = CAT_TABLE,
		.rs_from = from };

	index_items(&rs);
	for (unsigned i = 0; i < n; i++) {
		const struct man_item *it = &items[i];

		if (it->it_kind == MAN_PROVIDER)
			provider_make(&rs, it);
		else if (it->it_provider >= 0 && it->it_kind == MAN_KEYWORD)
			keyword_make(&rs, it);
		else if (it->it_provider >= 0 && it->it_kind == MAN_EVENT)
			event_make(&rs, it);
	}
	base_table_clear(&rs.rs_strings);
	base_table_clear(&rs.rs_names);
}
