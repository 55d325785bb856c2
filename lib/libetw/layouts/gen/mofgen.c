/*
 * mofgen - compiles mof.def and bind.def to the tables of layout.h, on stdout.
 *
 * Runs when the library is built. It parses each layout's text, gives the fields that precede any
 * of variable length their offsets for both pointer sizes, and pairs fields with members by name.
 * A binding that no layout of its record has a field for is an error.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIELDS 64
#define POINTER 255 /* as a size: what a pointer has */

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
	unsigned group, version;
	const char *events, *layout;
} rows[] = {
#define X(...) { __VA_ARGS__ },
#include "../mof.def"
#undef X
};

/* A record, or what is bound to one of its members. */
static const struct line {
	enum what { RECORD, NUM, NOID, TEXT, SID, LIST, TEXTS, MAYBE } what;
	const char *member, *len, *extra, *field; /* of a record: name, struct, kind, opcodes */
	unsigned group;
} lines[] = {
#define RECORD(name, type, kind, group, ops) { RECORD, #name, "etw_" #type, #kind, ops, group },
#define NUM(m, f) { NUM, #m, NULL, NULL, #f, 0 },
#define NUM_OR_NOID(m, f) { NOID, #m, NULL, NULL, #f, 0 },
#define TEXT(m, len, f) { TEXT, #m, #len, NULL, #f, 0 },
#define USER(m, len, front, f) { SID, #m, #len, #front, #f, 0 },
#define LIST(m, len, size, f) { LIST, #m, #len, #size, #f, 0 },
#define TEXTS(m, len, n, f) { TEXTS, #m, #len, #n, #f, 0 },
#define MAYBE(m, present, f) { MAYBE, #m, #present, NULL, #f, 0 },
#include "../bind.def"
};

static const struct type {
	const char *key, *type, *out;
	unsigned size; /* 0: variable */
	const char *kind;
} types[] = {
	{ "u1", "U8", "NULL", 1, "NUM" },
	{ "u2", "U16", "NULL", 2, "NUM" },
	{ "u4", "U32", "NULL", 4, "NUM" },
	{ "u8", "U64", "NULL", 8, "NUM" },
	{ "i1", "I8", "NULL", 1, "NUM" },
	{ "i2", "I16", "NULL", 2, "NUM" },
	{ "i4", "I32", "NULL", 4, "NUM" },
	{ "i8", "I64", "NULL", 8, "NUM" },
	{ "x1", "U8", "HEX8", 1, "NUM" },
	{ "x2", "U16", "HEX16", 2, "NUM" },
	{ "x4", "HEX32", "NULL", 4, "NUM" },
	{ "x8", "HEX64", "NULL", 8, "NUM" },
	{ "p", "POINTER", "NULL", POINTER, "NUM" },
	{ "s", "SIZE", "NULL", POINTER, "NUM" },
	{ "F", "FILETIME", "NULL", 8, "NUM" },
	{ "g", "GUID", "NULL", 16, "NUM" },
	{ "A", "U32", "IPV4", 4, "NUM" },
	{ "B", "BINARY", "IPV6", 16, "NUM" },
	{ "P", "U16", "PORT", 2, "PORT" },
	{ "b", "BINARY", "NULL", 0, "NUM" },
	{ "w", "UTF16", "NULL", 0, "UTF16" },
	{ "a", "ANSI", "NULL", 0, "ANSI" },
	{ "t", "RESTUTF16", "NULL", 0, NULL },
	{ "S", "WBEMSID", "NULL", 0, "SID" },
};

struct field {
	char name[64];
	const struct type *type;
	unsigned length, count;
	bool rest, counted, optional;
};

static void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

/* ---- names ---- */

static char names[1024][64];
static size_t nnames;

/* The offset of a name in the text of all of them. */
static size_t name_at(const char *name, size_t len)
{
	size_t at = 0, i = 0;

	for (; i < nnames && (strncmp(names[i], name, len) != 0 || names[i][len]); i++)
		at += strlen(names[i]) + 1;
	if (i == COUNT(names))
		die("mofgen: too many names");
	if (i == nnames)
		snprintf(names[nnames++], sizeof(names[0]), "%.*s", (int)len, name);
	return at;
}

static void print_names(void)
{
	printf("const char etl_names[] =");
	for (size_t i = 0; i < nnames; i++)
		printf("\n\t\"%s\\0\"", names[i]);
	printf(";\n");
}

/* ---- mof.def ---- */

static const struct type *find_type(const char *s, size_t n)
{
	for (size_t i = 0; i < COUNT(types); i++)
		if (strlen(types[i].key) == n && memcmp(types[i].key, s, n) == 0)
			return &types[i];
	die("mof.def: no type: %s", s);
	return NULL;
}

static unsigned find_field(const struct field *f, unsigned n, const char *name, size_t len)
{
	for (unsigned i = 0; i < n; i++)
		if (strlen(f[i].name) == len && memcmp(f[i].name, name, len) == 0)
			return i;
	return FIELDS;
}

/* Name:type, and [], [Field] or ? after it. */
static const char *parse_field(struct field *f, unsigned n, const char *s)
{
	size_t name = strcspn(s, ":"), key = strcspn(s + name + 1, " [?0123456789");
	const char *p = s + name + 1;

	memset(&f[n], 0, sizeof(f[n]));
	memcpy(f[n].name, s, name < sizeof(f[n].name) ? name : sizeof(f[n].name) - 1);
	if (*p == 'b')
		f[n].length = (unsigned)strtoul(p + 1, NULL, 10);
	else if (*p == 'B')
		f[n].length = 16;
	f[n].type = find_type(p, *p != 'b' && p[key] > '0' && p[key] <= '9' ? key + 1 : key);
	p += strcspn(p, " [?");
	if (*p == '[') {
		size_t len = strcspn(++p, "]");

		f[n].rest = len == 0;
		f[n].counted = len != 0;
		if (len && (f[n].count = find_field(f, n, p, len)) == FIELDS)
			die("mof.def: no field before it: %s", p);
		p += len + 1;
	}
	f[n].optional = *p == '?';
	return p + strspn(p, "? ");
}

static unsigned parse_layout(const char *s, struct field f[FIELDS])
{
	unsigned n = 0;

	while (*s) {
		if (n == FIELDS)
			die("mof.def: too many fields: %s", s);
		s = parse_field(f, n++, s);
	}
	return n;
}

static bool has_event(size_t row, unsigned opcode)
{
	const char *s = rows[row].events;

	for (char *end; *s; s = end + strcspn(end, " "), s += *s == ' ')
		if (strtoul(s, &end, 16) == opcode)
			return true;
	return false;
}

static const char *flags_of(const struct field *f)
{
	return f->rest ? "ETW_FD_REST" : f->counted ? "ETW_FD_COUNTREF" : "0";
}

static void print_fields(void)
{
	printf("const struct lay_field etl_fields[] = {\n");
	for (size_t r = 0; r < COUNT(rows); r++) {
		struct field f[FIELDS];
		unsigned n = parse_layout(rows[r].layout, f);

		for (unsigned i = 0; i < n; i++)
			printf("\t{%zu, ETW_T_%s, ETW_O_%s, %s, %u, %u},\n",
				name_at(f[i].name, strlen(f[i].name)), f[i].type->type,
				f[i].type->out, flags_of(&f[i]), f[i].length, f[i].count);
	}
	printf("};\n");
}

static void print_events(void)
{
	unsigned first = 0;

	printf("const struct lay_event etl_events[] = {\n");
	for (size_t r = 0; r < COUNT(rows); r++) {
		struct field f[FIELDS];
		unsigned n = parse_layout(rows[r].layout, f);

		for (const char *s = rows[r].events; *s;) {
			char *name;
			unsigned opcode = (unsigned)strtoul(s, &name, 16);
			size_t len = strcspn(++name, " ");

			printf("\t{%#x, %#x, %u, %zu, %u, %u},\n", rows[r].group, opcode,
				rows[r].version, name_at(name, len), first, n);
			s = name + len;
			s += *s == ' ';
		}
		first += n;
	}
	printf("};\nconst size_t etl_nevents = sizeof(etl_events) / sizeof(etl_events[0]);\n");
}

/* ---- bind.def ---- */

static bool used[COUNT(lines)];

static const struct line *find_binding(const struct line *record, const char *field)
{
	for (const struct line *b = record + 1; b < lines + COUNT(lines) && b->what; b++)
		if (strcmp(b->field, field) == 0) {
			used[b - lines] = true;
			return b;
		}
	return NULL;
}

/* Hexadecimal opcodes and ranges of them. */
static bool has_opcode(const struct line *record, unsigned opcode)
{
	const char *s = record->field;

	for (char *end; *s; s = end + strspn(end, " ")) {
		unsigned long first = strtoul(s, &end, 16), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 16);
		if (opcode >= first && opcode <= last)
			return true;
	}
	return false;
}

static unsigned size_of(const struct field *f, unsigned ptrsize)
{
	return f->type->size == POINTER ? ptrsize : f->type->size ? f->type->size : f->length;
}

static bool is_fixed(const struct field *f)
{
	return (f->type->size || f->length) && !f->rest && !f->counted && !f->optional;
}

static const char *kind_of(const struct field *f, const struct line *b)
{
	if (b && (b->what == LIST || b->what == TEXTS || b->what == MAYBE))
		return b->what == LIST ? "LIST" : b->what == TEXTS ? "TEXTS" : "MAYBE";
	return f->type->kind;
}

static void print_member(const char *type, const char *member)
{
	if (member)
		printf("AT(%s, %s), ", type, member);
	else
		printf("0, ");
}

static void print_op(const struct line *record, const struct field *f, const struct line *b,
	unsigned ptrsize, unsigned at)
{
	const char *type = record->len, *kind = b ? kind_of(f, b) : "NUM";
	unsigned size = size_of(f, ptrsize);

	printf("\t{LAY_%s, %u, ", kind, size);
	if (!b || strcmp(kind, "PORT") == 0)
		printf("0, ");
	else if (b->what == TEXTS)
		printf("MANY(%s, %s), ", type, b->member);
	else
		printf("NARROW(%s, %s, %u), ", type, b->member, size);
	printf("%d, %u, ", f->optional, at);
	print_member(type, b ? b->member : NULL);
	print_member(type, b ? b->len : NULL);
	print_member(type, b ? b->extra : NULL);
	printf("%zu},\n", name_at(f->name, strlen(f->name)));
}

/* Members of fields that the layout doesn't have. */
static unsigned print_noids(const struct line *record, const struct field *f, unsigned n)
{
	unsigned found = 0;

	for (const struct line *b = record + 1; b < lines + COUNT(lines) && b->what; b++)
		if (b->what == NOID && find_field(f, n, b->field, strlen(b->field)) == FIELDS) {
			printf("\t{LAY_NOID, 0, 0, 0, 0, AT(%s, %s), 0, 0, 0},\n", record->len,
				b->member);
			found++;
		}
	return found;
}

struct plan {
	unsigned first, nfixed, nwalked, nskipped, fixed;
};

/* The fields with members, or those without, of the part of fixed offsets; returns its size. */
static unsigned print_fixed(const struct line *record, const struct field *f, unsigned n,
	unsigned ptrsize, bool bound, unsigned *found)
{
	unsigned at = 0;

	for (unsigned i = 0; i < n && is_fixed(&f[i]); i++) {
		const struct line *b = find_binding(record, f[i].name);

		if (!b == !bound) {
			print_op(record, &f[i], b, ptrsize, at);
			++*found;
		}
		at += size_of(&f[i], ptrsize);
	}
	return at;
}

static struct plan print_ops(const struct line *record, size_t row, unsigned ptrsize)
{
	struct field f[FIELDS];
	unsigned n = parse_layout(rows[row].layout, f), i = 0;
	struct plan p = { .nfixed = print_noids(record, f, n) };

	p.fixed = print_fixed(record, f, n, ptrsize, true, &p.nfixed);
	while (i < n && is_fixed(&f[i]))
		i++;
	for (; i < n; i++, p.nwalked++) {
		const struct line *b = find_binding(record, f[i].name);

		if (!b)
			die("bind.def: %s has no member for %s", record->member, f[i].name);
		print_op(record, &f[i], b, ptrsize, 0);
	}
	print_fixed(record, f, n, ptrsize, false, &p.nskipped);
	return p;
}

static bool is_of(const struct line *record, size_t row)
{
	for (unsigned op = 0; op < 256; op++)
		if (rows[row].group == record->group && has_opcode(record, op) &&
			has_event(row, op))
			return true;
	return false;
}

/* Of each row of the record's, two plans; of[row] is the number of the first. */
static void print_plans(const struct line *record, unsigned of[COUNT(rows)])
{
	struct plan plans[2 * COUNT(rows)];
	unsigned n = 0, nops = 0;

	printf("static const struct lay_op ops_%s[] = {\n", record->member);
	for (size_t r = 0; r < COUNT(rows); r++) {
		if (!is_of(record, r))
			continue;
		of[r] = n;
		for (unsigned ptrsize = 4; ptrsize <= 8; ptrsize += 4) {
			plans[n] = print_ops(record, r, ptrsize);
			plans[n].first = nops;
			nops += plans[n].nfixed + plans[n].nwalked + plans[n].nskipped;
			n++;
		}
	}
	printf("};\nstatic const struct lay_plan plans_%s[] = {\n", record->member);
	for (unsigned i = 0; i < n; i++)
		printf("\t{%u, %u, %u, %u, %u},\n", plans[i].first, plans[i].nfixed,
			plans[i].nwalked, plans[i].nskipped, plans[i].fixed);
	printf("};\n");
}

/* Versions of an opcode, the newest first. Returns how many there are. */
static unsigned print_versions(const struct line *record, unsigned opcode,
	const unsigned of[COUNT(rows)])
{
	unsigned n = 0, left = 0;

	for (size_t r = 0; r < COUNT(rows); r++)
		left += rows[r].group == record->group && has_event(r, opcode);
	for (size_t r = COUNT(rows); r-- > 0;)
		if (rows[r].group == record->group && has_event(r, opcode))
			printf("\t{%u, %d, %u},\n", rows[r].version, ++n == left, of[r]);
	if (!n)
		die("bind.def: %s: no layout of opcode %#x", record->member, opcode);
	return n;
}

static void print_record(const struct line *record)
{
	unsigned of[COUNT(rows)], first[256] = { 0 }, at = 1, n = 0, only = 0;
	const char *name = record->member;

	print_plans(record, of);
	printf("static const struct lay_version versions_%s[] = {\n", name);
	for (unsigned op = 0; op < 256; op++)
		if (has_opcode(record, op)) {
			first[op] = at;
			at += print_versions(record, op, of);
			only = op;
			n++;
		}
	printf("};\nconst struct lay_record etl_rec_%s = {sizeof(struct %s), %#x, ETW_%s, %#x,\n",
		name, record->len, record->group, record->extra, n == 1 ? only : 0);
	printf("\tops_%s, plans_%s, versions_%s, {\n", name, name, name);
	for (unsigned op = 0; op < 256; op++)
		if (first[op])
			printf("\t[%#x] = %u,\n", op, first[op]);
	printf("}};\n");
}

int main(void)
{
	printf("/* Made by mofgen of mof.def and bind.def. */\n"
	       "#include \"layout.h\"\n#include \"etw_disk.h\"\n#include \"etw_file.h\"\n"
	       "#include \"etw_memory.h\"\n#include \"etw_net.h\"\n#include \"etw_perf.h\"\n"
	       "#include \"etw_registry.h\"\n#include \"etw_sched.h\"\n#include \"etw_stack.h\"\n"
	       "#define AT(s, m) offsetof(struct s, m)\n"
	       "#define SIZE(s, m) sizeof(((struct s *)0)->m)\n"
	       "#define MANY(s, m) (SIZE(s, m) / sizeof(void *))\n"
	       "#define NARROW(s, m, n) (SIZE(s, m) < n ? SIZE(s, m) : n)\n");
	print_fields();
	print_events();
	for (size_t i = 0; i < COUNT(lines); i++)
		if (lines[i].what == RECORD)
			print_record(&lines[i]);
	print_names();
	for (size_t i = 0; i < COUNT(lines); i++)
		if (lines[i].what != RECORD && !used[i])
			die("bind.def: no layout has a field %s", lines[i].field);
	return 0;
}
