/* The type store: names, derived types, layout.  typename.c spells types and reads spellings. */
#include <stdlib.h>
#include <string.h>
#include "arena.h"
#include "index.h"
#include "types.h"

enum space { SP_ORDINARY, SP_STRUCT, SP_UNION, SP_ENUM };

struct entry {
	struct base_link en_link;
	const char *en_name;
	enum space en_space;
	struct dt_type *en_type;
	struct dt_type *en_fwd; /* the forward that this definition completes */
	struct entry *en_prev;	/* the one defined before, for rewind */
};

struct dt_types {
	struct dt_arena *ts_arena;
	struct base_index ts_index; /* of entries, by space and name */
	struct entry *ts_last;
	unsigned ts_count;
	uint32_t ts_strsize;
	struct dt_foreign ts_foreign;
};

void *dt_types_alloc(struct dt_types *ts, size_t n)
{
	return dt_arena_alloc(ts->ts_arena, n);
}

const char *dt_types_strdup(struct dt_types *ts, const char *s)
{
	return !s ? NULL : dt_arena_strndup(ts->ts_arena, s, strlen(s));
}

void dt_types_set_strsize(struct dt_types *ts, uint32_t n)
{
	ts->ts_strsize = n;
}

uint32_t dt_types_strsize(const struct dt_types *ts)
{
	return ts->ts_strsize;
}

/* Names. */

static uint64_t name_hash(enum space sp, const char *name)
{
	return base_hash_more(base_hash_key(sp), name);
}

static struct entry *find(struct dt_types *ts, enum space sp, const char *name)
{
	struct base_link *ln = base_index_first(&ts->ts_index, name_hash(sp, name));

	for (; ln; ln = base_index_next(ln)) {
		struct entry *e = BASE_ENTRY(ln, struct entry, en_link);

		if (e->en_space == sp && strcmp(e->en_name, name) == 0)
			return e;
	}
	return NULL;
}

static enum space tag_space(enum dt_tkind kind)
{
	return kind == TY_STRUCT ? SP_STRUCT : kind == TY_UNION ? SP_UNION : SP_ENUM;
}

static struct entry *enter(struct dt_types *ts, enum space sp, const char *name, struct dt_type *ty)
{
	struct entry *e = dt_types_alloc(ts, sizeof(*e));

	e->en_name = dt_types_strdup(ts, name);
	e->en_space = sp;
	e->en_type = ty;
	e->en_prev = ts->ts_last;
	ts->ts_last = e;
	base_index_add(&ts->ts_index, &e->en_link, name_hash(sp, name));
	ts->ts_count++;
	return e;
}

/* The list is in reverse order: it is reversed, walked and reversed again. */
static struct entry *list_turn(struct entry *e)
{
	struct entry *turned = NULL, *prev;

	for (; e; e = prev) {
		prev = e->en_prev;
		e->en_prev = turned;
		turned = e;
	}
	return turned;
}

void dt_types_walk(struct dt_types *ts, void (*fn)(const struct dt_type *, void *), void *arg)
{
	struct entry *first = list_turn(ts->ts_last), *e;

	for (e = first; e; e = e->en_prev)
		fn(e->en_type, arg);
	ts->ts_last = list_turn(first);
}

unsigned dt_types_mark(struct dt_types *ts)
{
	return ts->ts_count;
}

void dt_types_rewind(struct dt_types *ts, unsigned mark)
{
	struct entry *e;

	while (ts->ts_count > mark) {
		e = ts->ts_last;
		if (e->en_fwd)
			e->en_fwd->ty_complete = NULL;
		base_index_remove(&ts->ts_index, &e->en_link);
		ts->ts_last = e->en_prev;
		ts->ts_count--;
	}
}

const struct dt_type *dt_types_lookup_typedef(struct dt_types *ts, const char *name)
{
	struct entry *e = find(ts, SP_ORDINARY, name);

	return !e ? NULL : e->en_type;
}

void dt_types_set_foreign(struct dt_types *ts, const struct dt_foreign *fg)
{
	ts->ts_foreign = *fg;
}

struct dt_type *dt_types_lazy(struct dt_types *ts, enum dt_tkind kind, const char *tag,
	uint32_t number)
{
	struct dt_type *ty = dt_type_new(ts, TY_FORWARD, tag);

	ty->ty_u.fwd = kind;
	ty->ty_lazy = ts;
	ty->ty_foreign = number;
	return ty;
}

static uint32_t foreign_find(struct dt_types *ts, enum dt_tkind kind, const char *tag)
{
	return ts->ts_foreign.fg_find ? ts->ts_foreign.fg_find(ts->ts_foreign.fg_arg, kind, tag) :
					0;
}

/* Tried once: a type that is unknown there, or can't be made, stays incomplete. */
static void foreign_complete(struct dt_type *fwd)
{
	struct dt_types *ts = fwd->ty_lazy;

	fwd->ty_lazy = NULL;
	if (fwd->ty_foreign == 0)
		fwd->ty_foreign = foreign_find(ts, fwd->ty_u.fwd, fwd->ty_name);
	if (fwd->ty_foreign != 0)
		fwd->ty_complete = ts->ts_foreign.fg_make(ts->ts_foreign.fg_arg, ts,
			fwd->ty_foreign);
}

const struct dt_type *dt_types_lookup_tag(struct dt_types *ts, enum dt_tkind kind, const char *tag)
{
	struct entry *e = find(ts, tag_space(kind), tag);

	if (!e)
		return foreign_find(ts, kind, tag) != 0 ? dt_types_forward(ts, kind, tag) : NULL;
	/* it may have become known since it was tried */
	if (e->en_type->ty_kind == TY_FORWARD && e->en_type->ty_foreign == 0)
		e->en_type->ty_lazy = ts;
	return e->en_type;
}

struct dt_type *dt_type_new(struct dt_types *ts, enum dt_tkind kind, const char *name)
{
	struct dt_type *ty = dt_types_alloc(ts, sizeof(*ty));

	ty->ty_kind = kind;
	ty->ty_name = dt_types_strdup(ts, name);
	ty->ty_scope = "D";
	ty->ty_align = 1;
	if (kind == TY_ENUM) {
		ty->ty_size = ty->ty_align = 4;
		ty->ty_signed = true;
	}
	return ty;
}

int dt_types_define_typedef(struct dt_types *ts, const char *name, const struct dt_type *of)
{
	struct entry *e = find(ts, SP_ORDINARY, name);
	struct dt_type *ty;

	if (e)
		return dt_type_same(e->en_type, of) ? 0 : -1;
	ty = dt_type_new(ts, TY_TYPEDEF, name);
	ty->ty_ref = of;
	ty->ty_size = of->ty_size;
	ty->ty_align = of->ty_align;
	ty->ty_depth = of->ty_depth;
	enter(ts, SP_ORDINARY, name, ty);
	return 0;
}

int dt_types_define_tag(struct dt_types *ts, struct dt_type *ty)
{
	enum space sp = tag_space(ty->ty_kind);
	struct entry *e = find(ts, sp, ty->ty_name);
	struct dt_type *fwd = NULL;

	if (e) {
		fwd = e->en_type;
		if (fwd->ty_kind != TY_FORWARD)
			return -1;
	}
	e = enter(ts, sp, ty->ty_name, ty);
	if (fwd) {
		fwd->ty_complete = ty;
		e->en_fwd = fwd;
	}
	return 0;
}

const struct dt_type *dt_types_forward(struct dt_types *ts, enum dt_tkind kind, const char *tag)
{
	struct dt_type *ty;

	if (find(ts, tag_space(kind), tag))
		return dt_types_lookup_tag(ts, kind, tag);
	ty = dt_types_lazy(ts, kind, tag, 0);
	enter(ts, tag_space(kind), tag, ty);
	return ty;
}

/* Derived types. */

/* Doesn't resolve the type: a pointer to a type that isn't made yet must not make it. */
static bool is_named(const struct dt_type *ty)
{
	while (ty->ty_kind >= TY_TYPEDEF && ty->ty_kind <= TY_RESTRICT)
		ty = ty->ty_ref;
	return ty->ty_kind == TY_FORWARD || ty->ty_kind == TY_STRUCT || ty->ty_kind == TY_UNION;
}

const struct dt_type *dt_type_pointer(struct dt_types *ts, const struct dt_type *to)
{
	struct dt_type *ty;

	if (to->ty_pointer)
		return to->ty_pointer;
	ty = dt_type_new(ts, TY_POINTER, NULL);
	ty->ty_ref = to;
	ty->ty_size = ty->ty_align = 8;
	ty->ty_depth = is_named(to) ? 1 : to->ty_depth + 1;
	/* const is for readers; the store may write to its nodes */
	((struct dt_type *)to)->ty_pointer = ty;
	return ty;
}

const struct dt_type *dt_type_array(struct dt_types *ts, const struct dt_type *elem, uint64_t n)
{
	struct dt_type *ty = dt_type_new(ts, TY_ARRAY, NULL);

	ty->ty_ref = elem;
	ty->ty_nelems = n;
	ty->ty_size = n * dt_type_size(ts, elem);
	ty->ty_align = dt_type_align(elem);
	ty->ty_depth = elem->ty_depth + 1;
	return ty;
}

const struct dt_type *dt_type_qualified(struct dt_types *ts, const struct dt_type *of,
	enum dt_tkind q)
{
	struct dt_type *ty;

	if (of->ty_kind == q)
		return of;
	ty = dt_type_new(ts, q, NULL);
	ty->ty_ref = of;
	ty->ty_size = of->ty_size;
	ty->ty_align = of->ty_align;
	ty->ty_depth = of->ty_depth + 1;
	return ty;
}

const struct dt_type *dt_type_userland(struct dt_types *ts, const struct dt_type *pointer)
{
	const struct dt_type *p = dt_type_resolve(pointer);
	struct dt_type *ty;

	if (p->ty_kind != TY_POINTER || p->ty_userland)
		return pointer;
	ty = dt_type_new(ts, TY_POINTER, NULL);
	*ty = *p;
	ty->ty_pointer = NULL;
	ty->ty_userland = true;
	return ty;
}

const struct dt_type *dt_type_function(struct dt_types *ts, const struct dt_type *ret,
	struct dt_param *params, bool varargs)
{
	struct dt_type *ty = dt_type_new(ts, TY_FUNCTION, NULL);

	ty->ty_ref = ret;
	ty->ty_u.params = params;
	ty->ty_varargs = varargs;
	ty->ty_depth = ret->ty_depth + 1;
	for (struct dt_param *p = params; p; p = p->pr_next)
		if (p->pr_type->ty_depth >= ty->ty_depth)
			ty->ty_depth = p->pr_type->ty_depth + 1;
	return ty;
}

/* Layout: System V ABI. */

static uint64_t round_up(uint64_t n, uint64_t to)
{
	return (n + to - 1) / to * to;
}

static void place_bitfield(struct dt_type *sou, struct dt_member *m, uint64_t tsize, uint32_t align)
{
	uint64_t unit = tsize * 8;

	m->mb_offset = sou->ty_kind == TY_UNION ? 0 : sou->ty_size;
	if (m->mb_offset / unit != (m->mb_offset + m->mb_bits - 1) / unit)
		m->mb_offset = round_up(m->mb_offset, unit);
	if (m->mb_name && align > sou->ty_align)
		sou->ty_align = align; /* an unnamed bit-field does not align its structure */
}

/* Until dt_type_finish_sou() ty_size counts bits and the last member is first. */
void dt_type_add_member(struct dt_types *ts, struct dt_type *sou, const char *name,
	const struct dt_type *ty, unsigned bits)
{
	struct dt_member *m = dt_types_alloc(ts, sizeof(*m));
	uint32_t align = dt_type_align(ty);
	uint64_t size = dt_type_size(ts, ty), last;

	m->mb_name = dt_types_strdup(ts, name);
	m->mb_type = ty;
	m->mb_bits = bits;
	if (bits != 0) {
		place_bitfield(sou, m, size, align);
	} else {
		m->mb_offset = sou->ty_kind == TY_UNION ? 0 : round_up(sou->ty_size, align * 8);
		if (align > sou->ty_align)
			sou->ty_align = align;
	}
	last = m->mb_offset + (bits != 0 ? bits : size * 8);
	if (last > sou->ty_size)
		sou->ty_size = last;
	if (ty->ty_depth >= sou->ty_depth)
		sou->ty_depth = ty->ty_depth + 1;
	m->mb_next = sou->ty_u.members;
	sou->ty_u.members = m;
}

void dt_type_add_text(struct dt_types *ts, struct dt_type *sou, const char *name)
{
	const struct dt_type *text = dt_types_lookup(ts, "string");

	dt_type_add_member(ts, sou, name, dt_types_lookup(ts, "uintptr_t"), 0);
	sou->ty_u.members->mb_type = text;
	sou->ty_u.members->mb_ref = true;
}

void dt_type_finish_sou(struct dt_types *ts, struct dt_type *sou)
{
	struct dt_member *m = sou->ty_u.members, *next;

	(void)ts;
	sou->ty_u.members = NULL;
	for (; m; m = next) {
		next = m->mb_next;
		m->mb_next = sou->ty_u.members;
		sou->ty_u.members = m;
	}
	sou->ty_size = round_up(round_up(sou->ty_size, 8) / 8, sou->ty_align);
}

/* Questions. */

const struct dt_type *dt_type_resolve(const struct dt_type *ty)
{
	for (;;) {
		switch (ty->ty_kind) {
		case TY_TYPEDEF:
		case TY_CONST:
		case TY_VOLATILE:
		case TY_RESTRICT: ty = ty->ty_ref; break;
		case TY_FORWARD:
			if (!ty->ty_complete && ty->ty_lazy)
				foreign_complete((struct dt_type *)ty);
			if (!ty->ty_complete)
				return ty;
			ty = ty->ty_complete;
			break;
		default: return ty;
		}
	}
}

uint64_t dt_type_size(struct dt_types *ts, const struct dt_type *ty)
{
	ty = dt_type_resolve(ty);
	return ty->ty_kind == TY_STRING ? ts->ts_strsize : ty->ty_size;
}

uint32_t dt_type_align(const struct dt_type *ty)
{
	return dt_type_resolve(ty)->ty_align;
}

static bool same_params(const struct dt_param *a, const struct dt_param *b)
{
	for (; a && b; a = a->pr_next, b = b->pr_next)
		if (!dt_type_same(a->pr_type, b->pr_type))
			return false;
	return a == b;
}

static bool same_tag(const struct dt_type *a, const struct dt_type *b)
{
	return a->ty_name && b->ty_name && strcmp(a->ty_name, b->ty_name) == 0 &&
		a->ty_size == b->ty_size;
}

bool dt_type_same(const struct dt_type *a, const struct dt_type *b)
{
	a = dt_type_resolve(a);
	b = dt_type_resolve(b);
	if (a == b)
		return true;
	if (a->ty_kind != b->ty_kind)
		return false;
	switch (a->ty_kind) {
	case TY_INTEGER: return a->ty_size == b->ty_size && a->ty_signed == b->ty_signed;
	case TY_FLOAT: return a->ty_size == b->ty_size;
	case TY_POINTER:
		return a->ty_userland == b->ty_userland && dt_type_same(a->ty_ref, b->ty_ref);
	case TY_ARRAY: return a->ty_nelems == b->ty_nelems && dt_type_same(a->ty_ref, b->ty_ref);
	case TY_FUNCTION:
		return a->ty_varargs == b->ty_varargs && dt_type_same(a->ty_ref, b->ty_ref) &&
			same_params(a->ty_u.params, b->ty_u.params);
	case TY_STRUCT:
	case TY_UNION:
	case TY_ENUM:
	case TY_FORWARD: return same_tag(a, b);
	default: return true;
	}
}

static bool pointers_fit(const struct dt_type *a, const struct dt_type *b)
{
	if (a->ty_userland != b->ty_userland)
		return false;
	return dt_type_is_void(a->ty_ref) || dt_type_is_void(b->ty_ref) ||
		dt_type_same(a->ty_ref, b->ty_ref);
}

bool dt_type_compatible(const struct dt_type *a, const struct dt_type *b)
{
	a = dt_type_resolve(a);
	b = dt_type_resolve(b);
	if (dt_type_same(a, b))
		return true;
	if (dt_type_is_integer(a) && dt_type_is_integer(b))
		return true;
	if (dt_type_is_string(a) || dt_type_is_string(b))
		return dt_type_is_strcompat(a) && dt_type_is_strcompat(b);
	return dt_type_is_pointer(a) && dt_type_is_pointer(b) && pointers_fit(a, b);
}

#define MAX_ANON 64

static const struct dt_member *search(const struct dt_type *sou, const char *name, uint64_t *bitoff,
	int depth)
{
	const struct dt_member *found;

	if (!dt_type_is_sou(sou) || depth > MAX_ANON)
		return NULL;
	for (const struct dt_member *m = dt_type_resolve(sou)->ty_u.members; m; m = m->mb_next) {
		if (m->mb_name) {
			if (strcmp(m->mb_name, name) != 0)
				continue;
			*bitoff += m->mb_offset;
			return m;
		}
		found = search(m->mb_type, name, bitoff, depth + 1);
		if (found) {
			*bitoff += m->mb_offset;
			return found;
		}
	}
	return NULL;
}

const struct dt_member *dt_type_member(const struct dt_type *sou, const char *name,
	uint64_t *bitoff)
{
	uint64_t off = 0;
	const struct dt_member *m = search(sou, name, &off, 0);

	if (bitoff)
		*bitoff = off;
	return m;
}

bool dt_type_is_integer(const struct dt_type *ty)
{
	ty = dt_type_resolve(ty);
	return ty->ty_kind == TY_INTEGER || ty->ty_kind == TY_ENUM;
}

bool dt_type_is_float(const struct dt_type *ty)
{
	return dt_type_resolve(ty)->ty_kind == TY_FLOAT;
}

bool dt_type_is_pointer(const struct dt_type *ty)
{
	ty = dt_type_resolve(ty);
	return ty->ty_kind == TY_POINTER || ty->ty_kind == TY_ARRAY;
}

bool dt_type_is_scalar(const struct dt_type *ty)
{
	return dt_type_is_integer(ty) || dt_type_is_pointer(ty);
}

bool dt_type_is_arith(const struct dt_type *ty)
{
	return dt_type_is_integer(ty) || dt_type_is_float(ty);
}

bool dt_type_is_sou(const struct dt_type *ty)
{
	ty = dt_type_resolve(ty);
	return ty->ty_kind == TY_STRUCT || ty->ty_kind == TY_UNION;
}

bool dt_type_is_string(const struct dt_type *ty)
{
	return dt_type_resolve(ty)->ty_kind == TY_STRING;
}

bool dt_type_is_strcompat(const struct dt_type *ty)
{
	ty = dt_type_resolve(ty);
	if (ty->ty_kind == TY_STRING)
		return true;
	return dt_type_is_pointer(ty) && dt_type_resolve(ty->ty_ref)->ty_char;
}

bool dt_type_is_void(const struct dt_type *ty)
{
	return dt_type_resolve(ty)->ty_kind == TY_VOID;
}

bool dt_type_is_byref(const struct dt_type *ty)
{
	ty = dt_type_resolve(ty);
	return ty->ty_kind == TY_STRING || ty->ty_kind == TY_ARRAY || dt_type_is_sou(ty);
}

/* The language's own types, LP64. */

static struct dt_type *base(struct dt_types *ts, const char *name, enum dt_tkind kind,
	unsigned size, bool sgn)
{
	struct dt_type *ty = dt_type_new(ts, kind, name);

	ty->ty_scope = "C";
	ty->ty_size = size;
	ty->ty_align = size == 0 ? 1 : size;
	ty->ty_signed = sgn;
	ty->ty_char = kind == TY_INTEGER && size == 1;
	enter(ts, SP_ORDINARY, name, ty);
	return ty;
}

static const char *const typedefs[][2] = {
	{ "int8_t", "signed char" },
	{ "int16_t", "short" },
	{ "int32_t", "int" },
	{ "int64_t", "long" },
	{ "intptr_t", "long" },
	{ "ssize_t", "long" },
	{ "ptrdiff_t", "long" },
	{ "uint8_t", "unsigned char" },
	{ "uint16_t", "unsigned short" },
	{ "uint32_t", "unsigned int" },
	{ "uint64_t", "unsigned long" },
	{ "uintptr_t", "unsigned long" },
	{ "size_t", "unsigned long" },
	{ "uchar_t", "unsigned char" },
	{ "ushort_t", "unsigned short" },
	{ "uint_t", "unsigned int" },
	{ "ulong_t", "unsigned long" },
	{ "longlong_t", "long long" },
	{ "u_longlong_t", "unsigned long long" },
	{ "id_t", "int" },
	{ "pid_t", "int" },
	{ "uid_t", "unsigned int" },
	{ "gid_t", "unsigned int" },
};

static void add_typedefs(struct dt_types *ts)
{
	for (size_t i = 0; i < sizeof(typedefs) / sizeof(typedefs[0]); i++) {
		dt_types_define_typedef(ts, typedefs[i][0],
			dt_types_lookup_typedef(ts, typedefs[i][1]));
		ts->ts_last->en_type->ty_scope = "C";
	}
}

static void add_base(struct dt_types *ts)
{
	base(ts, "void", TY_VOID, 0, false);
	base(ts, "char", TY_INTEGER, 1, true);
	base(ts, "signed char", TY_INTEGER, 1, true);
	base(ts, "unsigned char", TY_INTEGER, 1, false);
	base(ts, "short", TY_INTEGER, 2, true);
	base(ts, "unsigned short", TY_INTEGER, 2, false);
	base(ts, "int", TY_INTEGER, 4, true);
	base(ts, "unsigned int", TY_INTEGER, 4, false);
	base(ts, "long", TY_INTEGER, 8, true);
	base(ts, "unsigned long", TY_INTEGER, 8, false);
	base(ts, "long long", TY_INTEGER, 8, true);
	base(ts, "unsigned long long", TY_INTEGER, 8, false);
	base(ts, "float", TY_FLOAT, 4, true);
	base(ts, "double", TY_FLOAT, 8, true);
	base(ts, "long double", TY_FLOAT, 16, true);
	base(ts, "string", TY_STRING, 0, false);
	base(ts, "stack", TY_STACK, 0, false);
	base(ts, "_symaddr", TY_SYMADDR, 8, false);
	base(ts, "_usymaddr", TY_USYMADDR, 16, false)->ty_align = 8;
	base(ts, "<DYN>", TY_DYN, 0, false);
}

struct dt_types *dt_types_create(void)
{
	struct dt_arena *ar = dt_arena_create();
	struct dt_types *ts = dt_arena_alloc(ar, sizeof(*ts));

	ts->ts_arena = ar;
	ts->ts_strsize = 256;
	add_base(ts);
	add_typedefs(ts);
	return ts;
}

void dt_types_destroy(struct dt_types *ts)
{
	if (!ts)
		return;
	base_index_clear(&ts->ts_index, NULL);
	dt_arena_destroy(ts->ts_arena);
}
