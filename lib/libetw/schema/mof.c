/* The kernel's layouts, from the texts of mof.def to schemas. */
#include <stdio.h>
#include <stdlib.h>
#include "catalog.h"

static const struct {
	uint16_t group;
	uint8_t version;
	const char *events, *layout;
} rows[] = {
/* clang-format off */
#define X(group, version, events, layout) {group, version, events, layout},
/* clang-format on */
#include "mof.def"
#undef X
};

static const struct {
	struct etw_guid guid;
	const char *name;
} others[] = {
	{ { 0x9b79ee91, 0xb5fd, 0x41c0, { 0xa2, 0x43, 0x42, 0x48, 0xe2, 0x66, 0xe9, 0xd0 } },
		"SystemConfigEx" },
	{ { 0xbbccf6c1, 0x6cd1, 0x48c4, { 0x80, 0xff, 0x83, 0x94, 0x82, 0xe3, 0x76, 0x71 } },
		"EventMetadata" },
	{ { 0xed54dff8, 0xc409, 0x4cf6, { 0xbf, 0x83, 0x05, 0xe1, 0xe6, 0x1a, 0x09, 0xc4 } },
		"WinSat" },
};

static const struct {
	char key[3];
	uint16_t type, out, length;
} types[] = { { "u1", ETW_T_U8, 0, 0 }, { "u2", ETW_T_U16, 0, 0 }, { "u4", ETW_T_U32, 0, 0 },
	{ "u8", ETW_T_U64, 0, 0 }, { "i1", ETW_T_I8, 0, 0 }, { "i2", ETW_T_I16, 0, 0 },
	{ "i4", ETW_T_I32, 0, 0 }, { "i8", ETW_T_I64, 0, 0 }, { "x1", ETW_T_U8, ETW_O_HEX8, 0 },
	{ "x2", ETW_T_U16, ETW_O_HEX16, 0 }, { "x4", ETW_T_HEX32, 0, 0 },
	{ "x8", ETW_T_HEX64, 0, 0 }, { "p", ETW_T_POINTER, 0, 0 }, { "s", ETW_T_SIZE, 0, 0 },
	{ "w", ETW_T_UTF16, 0, 0 }, { "a", ETW_T_ANSI, 0, 0 }, { "t", ETW_T_RESTUTF16, 0, 0 },
	{ "F", ETW_T_FILETIME, 0, 0 }, { "g", ETW_T_GUID, 0, 0 }, { "S", ETW_T_WBEMSID, 0, 0 },
	{ "A", ETW_T_U32, ETW_O_IPV4, 0 }, { "B", ETW_T_BINARY, ETW_O_IPV6, 16 },
	{ "P", ETW_T_U16, ETW_O_PORT, 0 }, { "b", ETW_T_BINARY, 0, 0 } };

static void field_type(struct etw_field *fd, const char *s, size_t n)
{
	size_t key = n >= 2 && s[0] != 'b' ? 2 : 1;

	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if (strlen(types[i].key) == key && memcmp(types[i].key, s, key) == 0) {
			fd->fd_type = types[i].type;
			fd->fd_out = types[i].out;
			fd->fd_length = types[i].length;
		}
	if (s[0] == 'b')
		fd->fd_length = (uint16_t)strtoul(s + 1, NULL, 10);
}

static void field_array(struct cat_build *b, struct etw_field *fd, const char *s, size_t n)
{
	if (n == 0) {
		fd->fd_flags |= ETW_FD_REST;
		return;
	}
	fd->fd_flags |= ETW_FD_COUNTREF;
	for (unsigned i = 0; i + 1 < b->cb_n; i++)
		if (strlen(b->cb_fields[i].fd_name) == n && !memcmp(b->cb_fields[i].fd_name, s, n))
			fd->fd_count = (uint16_t)i;
}

static void layout(struct cat_build *b, const char *s)
{
	while (*s) {
		size_t n = strcspn(s, ":"), len = strcspn(s + n + 1, " ["), size;
		struct etw_field *fd = cat_build_field(b, cat_strndup(b->cb_cat, s, n));

		if (!fd || !fd->fd_name) {
			b->cb_failed = true;
			return;
		}
		s += n + 1;
		field_type(fd, s, len);
		s += len;
		if (*s == '[') {
			size = strcspn(++s, "]");
			field_array(b, fd, s, size);
			s += size + 1;
		}
		s += *s == ' ';
	}
}

static void row_event(struct etw_catalog *c, size_t row, unsigned opcode, const char *name,
	size_t len)
{
	bool kernel = rows[row].group < 0x100;
	const struct etw_guid *g = kernel ? etw_group_guid((uint8_t)rows[row].group) :
					    &others[rows[row].group - 0x100].guid;
	const char *group = kernel ? etw_group_name((uint8_t)rows[row].group) :
				     others[rows[row].group - 0x100].name;
	struct cat_build b;
	struct etw_schema *sc;

	cat_build_start(&b, c, g);
	b.cb_schema.sc_classic = true;
	b.cb_schema.sc_id = (uint16_t)opcode;
	b.cb_schema.sc_opcode = (uint8_t)opcode;
	b.cb_schema.sc_version = rows[row].version;
	b.cb_schema.sc_origin = ETW_FROM_TABLE;
	b.cb_schema.sc_taskname = group;
	b.cb_schema.sc_opname = cat_strndup(c, name, len);
	layout(&b, rows[row].layout);
	sc = cat_build_end(&b, false);
	if (!sc || !sc->sc_opname)
		return;
	cat_name_event(c, sc, NULL);
	cat_schema_enter(c, sc);
}

static void row_events(struct etw_catalog *c, size_t row)
{
	const char *s = rows[row].events;

	while (*s) {
		char *name;
		unsigned opcode = (unsigned)strtoul(s, &name, 16);
		size_t len = strcspn(++name, " ");

		row_event(c, row, opcode, name, len);
		s = name + len;
		s += *s == ' ';
	}
}

void cat_mof(struct etw_catalog *c)
{
	c->ca_mof = true;
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		struct etw_provider *pr = etw_provider_get(c, &others[i].guid);

		if (pr)
			cat_provider_name(c, pr, others[i].name, ETW_FROM_TABLE);
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		row_events(c, i);
}
