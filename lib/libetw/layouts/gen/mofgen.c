/*
 * mofgen - compiles mof.def and bind.def to the tables of kernel_plan.h, on stdout.
 *
 * Runs when the library is built. It parses each layout's text, gives the fields that precede any
 * of variable length their offsets for both pointer sizes, and pairs fields with members by name.
 * A member that no layout of its record has a field for is an error.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME 128    /* bytes */
#define MANY 64	    /* fields, members */
#define POINTER 255 /* as a size: that of a pointer */
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const struct row {
	unsigned group, version;
	const char *events, *layout;
} rows[] = {
#define X(...) { __VA_ARGS__ },
#include "mof.def"
};

static const struct record {
	const char *name, *type, *kind;
	unsigned group;
	const char *opcodes, *members;
} records[] = {
#define RECORD(name, type, kind, ...) { #name, "etw_" #type, #kind, __VA_ARGS__ },
#include "bind.def"
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
	{ "b176", "BINARY", "NULL", 176, "NUM" },
	{ "w", "UTF16", "NULL", 0, "UTF16" },
	{ "a", "ANSI", "NULL", 0, "ANSI" },
	{ "S", "WBEMSID", "NULL", 0, "SID" },
};

struct field {
	char name[NAME];
	const struct type *type;
	unsigned count;
	bool rest, counted, optional;
};

struct member {
	char name[3][NAME], field[NAME]; /* the last ones may be "" */
	bool noid, used;
};

static void die(const char *why, const char *what)
{
	fprintf(stderr, "mofgen: %s: %s\n", why, what);
	exit(1);
}

/* Copies up to one of the characters `ends`; returns the text after it. */
static const char *cut(const char *s, const char *ends, char out[NAME])
{
	size_t n = strcspn(s, ends);

	if (n >= NAME)
		die("too long", s);
	memcpy(out, s, n);
	out[n] = '\0';
	return s[n] ? s + n + 1 : s + n;
}

/* ---- names ---- */

static char names[1024][NAME];
static size_t nnames;

/* The offset of a name in the text of all of them. */
static size_t name_at(const char *name)
{
	size_t at = 0, i = 0;

	for (; i < nnames && strcmp(names[i], name) != 0; i++)
		at += strlen(names[i]) + 1;
	if (i == COUNT(names))
		die("too many names", name);
	strcpy(names[i], name);
	nnames += i == nnames;
	return at;
}

static void print_names(void)
{
	printf("const char etl_names[] =");
	for (size_t i = 0; i < nnames; i++)
		printf("\n\t\"%s\\0\"", names[i]);
	printf(";\n");
}

/* ---- parsing ---- */

static unsigned find_field(const struct field *f, unsigned n, const char *name)
{
	unsigned i = 0;

	while (i < n && strcmp(f[i].name, name) != 0)
		i++;
	return i;
}

static const struct type *find_type(const char *key)
{
	for (size_t i = 0; i < COUNT(types); i++)
		if (strcmp(types[i].key, key) == 0)
			return &types[i];
	die("no such type", key);
	return NULL;
}

/* Name:type, Name:type?, Name:type[] or Name:type[Field]. */
static void parse_field(struct field *f, unsigned n, const char *s)
{
	char key[NAME], of[NAME];
	const char *p = cut(cut(s, ":", f[n].name), "[?", key);

	f[n].type = find_type(key);
	f[n].optional = strchr(s, '?');
	f[n].rest = *p == ']';
	f[n].counted = *p && *p != ']';
	if (!f[n].counted)
		return;
	cut(p, "]", of);
	if ((f[n].count = find_field(f, n, of)) == n)
		die("no field before it that counts it", s);
}

static unsigned parse_layout(const struct row *row, struct field f[MANY])
{
	char one[NAME];
	unsigned n = 0;

	memset(f, 0, MANY * sizeof(*f));
	for (const char *s = row->layout; *s; n++) {
		if (n == MANY)
			die("too many fields", s);
		s = cut(s, " ", one);
		parse_field(f, n, one);
	}
	return n;
}

static unsigned parse_members(const struct record *rc, struct member m[MANY])
{
	char one[NAME], names3[NAME];
	unsigned n = 0;

	memset(m, 0, MANY * sizeof(*m));
	for (const char *s = rc->members; *s; n++) {
		const char *p = names3;

		if (n == MANY)
			die("too many members", s);
		s = cut(s, " ", one);
		cut(cut(one, "=", names3), "", m[n].field);
		m[n].noid = strchr(names3, '?');
		for (unsigned i = 0; i < 3; i++)
			p = cut(p, ",?", m[n].name[i]);
	}
	return n;
}

/* Of "1=Start 2=End" or "1-4 27", hexadecimal. */
static bool has_opcode(const char *s, unsigned opcode)
{
	for (char *end; *s; s = end + strcspn(end, " "), s += *s == ' ') {
		unsigned long first = strtoul(s, &end, 16), last = first;

		if (*end == '-')
			last = strtoul(end + 1, &end, 16);
		if (opcode >= first && opcode <= last)
			return true;
	}
	return false;
}

/* ---- mof.def ---- */

static void print_fields(void)
{
	struct field f[MANY];

	printf("const struct lay_field etl_fields[] = {\n");
	for (size_t r = 0; r < COUNT(rows); r++)
		for (unsigned i = 0, n = parse_layout(&rows[r], f); i < n; i++)
			printf("\t{%zu, ETW_T_%s, ETW_O_%s, %s, %u, %u},\n", name_at(f[i].name),
				f[i].type->type, f[i].type->out,
				f[i].rest	     ? "ETW_FD_REST" :
					f[i].counted ? "ETW_FD_COUNTREF" :
						       "0",
				strcmp(f[i].type->type, "BINARY") ? 0 : f[i].type->size,
				f[i].count);
	printf("};\n");
}

static void print_events(void)
{
	unsigned first = 0;

	printf("const struct lay_event etl_events[] = {\n");
	for (size_t r = 0; r < COUNT(rows); r++) {
		struct field f[MANY];
		unsigned n = parse_layout(&rows[r], f);

		for (const char *s = rows[r].events; *s;) {
			char opcode[NAME], name[NAME];

			s = cut(cut(s, "=", opcode), " ", name);
			printf("\t{%#x, 0x%s, %u, %zu, %u, %u},\n", rows[r].group, opcode,
				rows[r].version, name_at(name), first, n);
		}
		first += n;
	}
	printf("};\nconst size_t etl_nevents = sizeof(etl_events) / sizeof(etl_events[0]);\n");
}

/* ---- bind.def ---- */

struct plan {
	unsigned first, nfixed, nwalked, nskipped, fixed;
};

static struct member *find_member(struct member *m, unsigned n, const char *field)
{
	for (unsigned i = 0; i < n; i++)
		if (strcmp(m[i].field, field) == 0) {
			m[i].used = true;
			return &m[i];
		}
	return NULL;
}

static unsigned size_of(const struct field *f, unsigned ptrsize)
{
	return f->type->size == POINTER ? ptrsize : f->type->size;
}

static bool is_fixed(const struct field *f)
{
	return f->type->size && !f->rest && !f->counted && !f->optional;
}

static const char *kind_of(const struct field *f, const struct member *m)
{
	if (!f->rest)
		return f->counted ? "TEXTS" : f->type->kind;
	return m->name[2][0] ? "LIST" : "MAYBE";
}

/* m is NULL if no member has the field. */
static void print_op(const struct record *rc, const struct field *f, const struct member *m,
	unsigned ptrsize, unsigned at)
{
	printf("\t{LAY_%s, %u, %d, %u, %zu, ", m ? kind_of(f, m) : "NUM", size_of(f, ptrsize),
		f->optional, at, name_at(f->name));
	if (m && f->counted)
		printf("MANY(%s, %s), ", rc->type, m->name[0]);
	else if (m && strcmp(f->type->kind, "PORT") != 0)
		printf("NARROW(%s, %s, %u), ", rc->type, m->name[0], size_of(f, ptrsize));
	else
		printf("0, ");
	for (unsigned i = 0; i < 3; i++)
		if (m && m->name[i][0])
			printf("AT(%s, %s), ", rc->type, m->name[i]);
		else
			printf("0, ");
	printf("},\n");
}

static void print_noids(const struct record *rc, const struct field *f, unsigned n,
	const struct member *m, unsigned nm, struct plan *p)
{
	for (unsigned i = 0; i < nm; i++)
		if (m[i].noid && find_field(f, n, m[i].field) == n) {
			printf("\t{LAY_NOID, 0, 0, 0, 0, 0, AT(%s, %s), 0, 0},\n", rc->type,
				m[i].name[0]);
			p->nfixed++;
		}
}

static struct plan print_ops(const struct record *rc, const struct row *row, unsigned ptrsize,
	struct member *m, unsigned nm)
{
	struct field f[MANY];
	unsigned n = parse_layout(row, f), nfixed = 0, at[MANY];
	struct plan p = { 0 };

	print_noids(rc, f, n, m, nm, &p);
	for (; nfixed < n && is_fixed(&f[nfixed]); nfixed++) {
		at[nfixed] = p.fixed;
		p.fixed += size_of(&f[nfixed], ptrsize);
		if (!find_member(m, nm, f[nfixed].name))
			continue;
		print_op(rc, &f[nfixed], find_member(m, nm, f[nfixed].name), ptrsize, at[nfixed]);
		p.nfixed++;
	}
	if (p.fixed > UINT8_MAX)
		die("too many bytes of fixed offset", row->layout);
	for (unsigned i = nfixed; i < n; i++, p.nwalked++) {
		if (!find_member(m, nm, f[i].name))
			die("no member for it", f[i].name);
		print_op(rc, &f[i], find_member(m, nm, f[i].name), ptrsize, 0);
	}
	for (unsigned i = 0; i < nfixed; i++)
		if (!find_member(m, nm, f[i].name)) {
			print_op(rc, &f[i], NULL, ptrsize, at[i]);
			p.nskipped++;
		}
	return p;
}

static bool has_layout(const struct record *rc, unsigned opcode, const struct row *row)
{
	return row->group == rc->group && has_opcode(rc->opcodes, opcode) &&
		has_opcode(row->events, opcode);
}

static bool is_of(const struct record *rc, const struct row *row)
{
	unsigned op = 0;

	while (op < 256 && !has_layout(rc, op, row))
		op++;
	return op < 256;
}

/* Two plans for each row of the record; of[row] is the number of the first. */
static void print_plans(const struct record *rc, unsigned of[COUNT(rows)])
{
	struct plan plans[2 * COUNT(rows)];
	struct member m[MANY];
	unsigned nm = parse_members(rc, m), n = 0, nops = 0;

	printf("static const struct lay_op ops_%s[] = {\n", rc->name);
	for (size_t r = 0; r < COUNT(rows); r++) {
		of[r] = n;
		for (unsigned ptrsize = 4; ptrsize <= 8 && is_of(rc, &rows[r]); ptrsize += 4, n++) {
			plans[n] = print_ops(rc, &rows[r], ptrsize, m, nm);
			plans[n].first = nops;
			nops += plans[n].nfixed + plans[n].nwalked + plans[n].nskipped;
		}
	}
	printf("};\nstatic const struct lay_plan plans_%s[] = {\n", rc->name);
	for (unsigned i = 0; i < n; i++)
		printf("\t{%u, %u, %u, %u, %u},\n", plans[i].first, plans[i].nfixed,
			plans[i].nwalked, plans[i].nskipped, plans[i].fixed);
	printf("};\n");
	for (unsigned i = 0; i < nm; i++)
		if (!m[i].used)
			die("no layout has the field", m[i].field);
}

/* Versions of an opcode, the newest first; the oldest, as 0, is also for those before it. */
static unsigned print_versions(const struct record *rc, unsigned opcode,
	const unsigned of[COUNT(rows)])
{
	unsigned n = 0, all = 0;

	for (size_t r = 0; r < COUNT(rows); r++)
		all += has_layout(rc, opcode, &rows[r]);
	for (size_t r = COUNT(rows); r-- > 0;)
		if (has_layout(rc, opcode, &rows[r]))
			printf("\t{%u, %u},\n", ++n == all ? 0 : rows[r].version, of[r]);
	if (!n)
		die("an opcode has no layout", rc->name);
	return n;
}

static void print_record(const struct record *rc)
{
	unsigned of[COUNT(rows)], first[256] = { 0 }, at = 1, n = 0, only = 0;

	print_plans(rc, of);
	printf("static const struct lay_version versions_%s[] = {\n", rc->name);
	for (unsigned op = 0; op < 256; op++)
		if (has_opcode(rc->opcodes, op)) {
			first[op] = at;
			at += print_versions(rc, op, of);
			only = op;
			n++;
		}
	printf("};\nconst struct lay_record etl_rec_%s = {sizeof(struct %s), %#x, ETW_%s, %#x,\n",
		rc->name, rc->type, rc->group, rc->kind, n == 1 ? only : 0);
	printf("\tops_%s, plans_%s, versions_%s, {\n", rc->name, rc->name, rc->name);
	for (unsigned op = 0; op < 256; op++)
		if (first[op])
			printf("\t[%#x] = %u,\n", op, first[op]);
	printf("}};\n");
}

int main(void)
{
	printf("/* Made by mofgen of mof.def and bind.def. */\n"
	       "#include \"kernel_plan.h\"\n"
	       "#define AT(s, m) offsetof(struct s, m)\n"
	       "#define SIZE(s, m) sizeof(((struct s *)0)->m)\n"
	       "#define MANY(s, m) (SIZE(s, m) / sizeof(void *))\n"
	       "#define NARROW(s, m, n) (SIZE(s, m) < n ? SIZE(s, m) : n)\n");
	print_fields();
	print_events();
	for (size_t i = 0; i < COUNT(records); i++)
		print_record(&records[i]);
	print_names();
	return 0;
}
