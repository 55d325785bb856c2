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
	bool en_program; /* of a program's layer */
	struct dt_type *en_fwd,
		*en_was;       /* the forward that this definition completes; its last type */
	struct entry *en_prev; /* the one defined before, for rewind */
};

struct dt_types {
	struct dt_arena *ts_arena;
	struct base_index ts_index; /* of entries, by space and name */
	struct entry *ts_last;
	unsigned ts_count;
	uint32_t ts_strsize;
	bool ts_sealed;
	struct dt_foreign ts_foreign;
	struct dt_scopes ts_scopes;
};

void dt_types_seal(struct dt_types *ts)
{
	ts->ts_sealed = true;
}

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

static struct entry *find_layer(struct dt_types *ts, enum space sp, const char *name, bool program)
{
	struct base_link *ln = base_index_first(&ts->ts_index, name_hash(sp, name));

	for (; ln; ln = base_index_next(ln)) {
		struct entry *e = BASE_ENTRY(ln, struct entry, en_link);

		if (e->en_program == program && e->en_space == sp && strcmp(e->en_name, name) == 0)
			return e;
	}
	return NULL;
}

/* In the text that is parsed: while a library is parsed there is no program. */
static struct entry *find(struct dt_types *ts, enum space sp, const char *name)
{
	struct entry *e = find_layer(ts, sp, name, true);

	return e ? e : find_layer(ts, sp, name, false);
}

static enum space tag_space(enum dt_tkind kind)
{
	return kind == TY_STRUCT ? SP_STRUCT : kind == TY_UNION ? SP_UNION : SP_ENUM;
}

static struct entry *enter_layer(struct dt_types *ts, enum space sp, const char *name,
	struct dt_type *ty, bool program)
{
	struct entry *e = dt_types_alloc(ts, sizeof(*e));

	e->en_program = program;
	e->en_name = dt_types_strdup(ts, name);
	e->en_space = sp;
	e->en_type = ty;
	e->en_prev = ts->ts_last;
	ts->ts_last = e;
	base_index_add(&ts->ts_index, &e->en_link, name_hash(sp, name));
	ts->ts_count++;
	return e;
}

static struct entry *enter(struct dt_types *ts, enum space sp, const char *name, struct dt_type *ty)
{
	return enter_layer(ts, sp, name, ty, ts->ts_sealed);
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
			e->en_fwd->ty_complete = e->en_was;
		base_index_remove(&ts->ts_index, &e->en_link);
		ts->ts_last = e->en_prev;
		ts->ts_count--;
	}
}

/* Ours or, if we have none, a program's. */
static struct entry *find_ours(struct dt_types *ts, enum space sp, const char *name)
{
	struct entry *e = find_layer(ts, sp, name, false);

	return e ? e : find_layer(ts, sp, name, true);
}

const struct dt_type *dt_types_lookup_typedef(struct dt_types *ts, const char *name)
{
	struct entry *e = find_ours(ts, SP_ORDINARY, name);

	return !e ? NULL : e->en_type;
}

const struct dt_type *dt_types_typedef_in_text(struct dt_types *ts, const char *name)
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

struct dt_type *dt_types_lazy_from(struct dt_types *ts, enum dt_tkind kind, const char *tag,
	const struct dt_foreign *from, uint32_t number)
{
	struct dt_type *ty = dt_types_lazy(ts, kind, tag, number);

	ty->ty_from = from;
	return ty;
}

void dt_types_set_scopes(struct dt_types *ts, const struct dt_scopes *sc)
{
	ts->ts_scopes = *sc;
}

/* The name after its scope, which is copied to buf; NULL if the scope is too long. */
static const char *split_scope(const char *name, char *buf, size_t size)
{
	size_t n = (size_t)(strrchr(name, '`') - name);

	if (n >= size)
		return NULL;
	memcpy(buf, name, n);
	buf[n] = '\0';
	return name + n + 1;
}

bool dt_type_is_process(const struct dt_type *ty)
{
	for (; ty && !ty->ty_from && strcmp(ty->ty_scope, DT_SCOPE_PROCESS) != 0; ty = ty->ty_ref)
		;
	return ty;
}

bool dt_types_is_process(const char *name)
{
	size_t digits = strncmp(name, "pid", 3) ? 0 : strspn(name + 3, "0123456789");

	return digits && name[3 + digits] == '`';
}

#define MAX_SCOPE 256

const struct dt_type *dt_types_of_process(struct dt_types *ts, enum dt_tkind kind, const char *name,
	const char **why)
{
	char scope[MAX_SCOPE];
	const char *last = split_scope(name, scope, sizeof(scope));

	*why = "types of processes are known only to a live trace";
	return last && ts->ts_scopes.sc_find ?
		ts->ts_scopes.sc_find(ts->ts_scopes.sc_arg, scope, kind, last, why) :
		NULL;
}

const struct dt_type *dt_types_enumerator(struct dt_types *ts, const char *name, int64_t *value)
{
	char scope[MAX_SCOPE];
	const char *last = split_scope(name, scope, sizeof(scope));

	return last && ts->ts_scopes.sc_enumerator ?
		ts->ts_scopes.sc_enumerator(ts->ts_scopes.sc_arg, scope, last, value) :
		NULL;
}

static uint32_t foreign_find(struct dt_types *ts, enum dt_tkind kind, const char *tag)
{
	return ts->ts_foreign.fg_find ? ts->ts_foreign.fg_find(ts->ts_foreign.fg_arg, kind, tag) :
					0;
}

void dt_types_each_foreign(struct dt_types *ts, enum dt_tkind kind,
	void (*fn)(void *, const char *tag), void *arg)
{
	if (ts->ts_foreign.fg_each)
		ts->ts_foreign.fg_each(ts->ts_foreign.fg_arg, kind, fn, arg);
}

/* Tried once: a type that is unknown there, or can't be made, stays incomplete. */
static void foreign_complete(struct dt_type *fwd)
{
	struct dt_types *ts = fwd->ty_lazy;
	const struct dt_foreign *fg = fwd->ty_from ? fwd->ty_from : &ts->ts_foreign;

	fwd->ty_lazy = NULL;
	if (fwd->ty_foreign == 0)
		fwd->ty_foreign = foreign_find(ts, fwd->ty_u.fwd, fwd->ty_name);
	if (fwd->ty_foreign != 0)
		fwd->ty_complete = fg->fg_make(fg->fg_arg, ts, fwd->ty_foreign);
}

const struct dt_type *dt_types_lookup_tag(struct dt_types *ts, enum dt_tkind kind, const char *tag)
{
	struct entry *e = find_layer(ts, tag_space(kind), tag, false);

	if (!e && foreign_find(ts, kind, tag) != 0)
		e = enter_layer(ts, tag_space(kind), tag, dt_types_lazy(ts, kind, tag, 0), false);
	if (!e)
		e = find_layer(ts, tag_space(kind), tag, true);
	if (!e)
		return NULL;
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

/* The names of the libraries may be hidden, those of the language only by a header of C (id_t). */
static bool may_hide(const struct dt_types *ts, const struct entry *e, bool header)
{
	return ts->ts_sealed && !e->en_program && e->en_type->ty_kind == TY_TYPEDEF &&
		(header || strcmp(e->en_type->ty_scope, "D") == 0);
}

int dt_types_define_typedef(struct dt_types *ts, const char *name, const struct dt_type *of,
	bool header)
{
	struct entry *e = find(ts, SP_ORDINARY, name);
	struct dt_type *ty;

	if (e && !may_hide(ts, e, header))
		return dt_type_same(e->en_type, of) ? 0 : -1;
	ty = dt_type_new(ts, TY_TYPEDEF, name);
	ty->ty_ref = of;
	ty->ty_size = of->ty_size;
	ty->ty_align = of->ty_align;
	ty->ty_depth = of->ty_depth;
	enter(ts, SP_ORDINARY, name, ty);
	return 0;
}

static void complete(struct entry *by, struct dt_type *fwd)
{
	by->en_fwd = fwd;
	by->en_was = fwd->ty_complete;
	fwd->ty_complete = by->en_type;
}

/*
 * While the members are compared, the program's forward still stands for our type, so that a
 * structure that points to itself is compared as if it agreed.
 */
static struct dt_type *define_over(struct dt_types *ts, struct dt_type *ty, struct dt_type *fwd)
{
	struct entry *ours = find_layer(ts, tag_space(ty->ty_kind), ty->ty_name, false);
	const struct dt_type *old = ours ? dt_type_resolve(ours->en_type) : NULL;
	struct entry *e;

	if (old && dt_type_same(old, ty))
		ty = (struct dt_type *)old;
	e = enter(ts, tag_space(ty->ty_kind), ty->ty_name, ty);
	if (old && old->ty_kind == TY_FORWARD) /* nobody else knows it */
		fwd = (struct dt_type *)old;
	if (fwd)
		complete(e, fwd);
	return ty;
}

const struct dt_type *dt_types_define_tag(struct dt_types *ts, struct dt_type *ty)
{
	enum space sp = tag_space(ty->ty_kind);
	struct entry *e = find_layer(ts, sp, ty->ty_name, ts->ts_sealed);
	struct dt_type *fwd = e ? e->en_type : NULL;

	if (fwd && fwd->ty_kind != TY_FORWARD)
		return NULL;
	if (ts->ts_sealed)
		return define_over(ts, ty, fwd);
	e = enter(ts, sp, ty->ty_name, ty);
	if (fwd)
		complete(e, fwd);
	return ty;
}

/* Makes the forward of a tag in the layer of the text that is parsed. */
const struct dt_type *dt_types_forward(struct dt_types *ts, enum dt_tkind kind, const char *tag)
{
	struct entry *e = find(ts, tag_space(kind), tag);
	struct dt_type *ty;

	if (!e || e->en_program != ts->ts_sealed) {
		ty = dt_types_lazy(ts, kind, tag, 0);
		if (e)
			ty->ty_complete = e->en_type;
		e = enter(ts, tag_space(kind), tag, ty);
	}
	/* it may have become known since it was tried */
	if (e->en_type->ty_kind == TY_FORWARD && e->en_type->ty_foreign == 0)
		e->en_type->ty_lazy = ts;
	return e->en_type;
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

void dt_type_align_next(struct dt_type *sou, uint64_t align, bool bits)
{
	if (sou->ty_kind == TY_STRUCT)
		sou->ty_size = round_up(sou->ty_size, align * 8);
	if (!bits && align > sou->ty_align)
		sou->ty_align = (uint32_t)align;
}

/* Where a member that is aligned to most at most begins, at bit off or later. */
static uint64_t pack_at(struct dt_types *ts, const struct dt_member *m, uint64_t off, uint32_t most)
{
	uint64_t size = dt_type_size(ts, m->mb_type), unit = size * 8;
	uint32_t align = dt_type_align(m->mb_type);

	if (m->mb_bits)
		return most < size || off / unit == (off + m->mb_bits - 1) / unit ?
			off :
			round_up(off, unit);
	align = align < most ? align : most;
	return round_up(off, 8u * (m->mb_align > align ? m->mb_align : align));
}

static void pack(struct dt_types *ts, struct dt_type *sou, uint32_t most)
{
	uint32_t whole = 1;
	uint64_t off = 0;

	for (struct dt_member *m = sou->ty_u.members; m; m = m->mb_next) {
		uint64_t bits = m->mb_bits ? m->mb_bits : dt_type_size(ts, m->mb_type) * 8;
		uint32_t align = dt_type_align(m->mb_type);

		align = align < most ? align : most;
		align = m->mb_align > align ? m->mb_align : align;
		whole = align > whole ? align : whole;
		if (sou->ty_kind == TY_STRUCT) {
			m->mb_offset = pack_at(ts, m, off, most);
			off = m->mb_offset + bits;
		} else if (bits > off) {
			off = bits;
		}
	}
	sou->ty_align = whole;
	sou->ty_size = off;
}

void dt_type_finish_sou(struct dt_types *ts, struct dt_type *sou, uint32_t most, uint32_t align)
{
	struct dt_member *m = sou->ty_u.members, *next;

	sou->ty_u.members = NULL;
	for (; m; m = next) {
		next = m->mb_next;
		m->mb_next = sou->ty_u.members;
		sou->ty_u.members = m;
	}
	if (most)
		pack(ts, sou, most);
	if (align > sou->ty_align)
		sou->ty_align = align;
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

static const struct dt_type *unqualified(const struct dt_type *ty)
{
	while (ty->ty_kind >= TY_TYPEDEF && ty->ty_kind <= TY_RESTRICT)
		ty = ty->ty_ref;
	return ty;
}

/* The tag's kind, or TY_VOID if the type has none. Makes no type. */
static enum dt_tkind tag_kind(const struct dt_type *ty)
{
	enum dt_tkind kind = ty->ty_kind == TY_FORWARD ? ty->ty_u.fwd : ty->ty_kind;

	return ty->ty_name && kind >= TY_STRUCT && kind <= TY_ENUM ? kind : TY_VOID;
}

static bool same_members(const struct dt_type *, const struct dt_type *);

/* Follows no pointer to a tag or a function: they may lead back. */
static bool same_member_type(const struct dt_type *a, const struct dt_type *b)
{
	a = unqualified(a);
	b = unqualified(b);
	if (a->ty_kind == TY_ARRAY && b->ty_kind == TY_ARRAY)
		return a->ty_nelems == b->ty_nelems && same_member_type(a->ty_ref, b->ty_ref);
	if (dt_type_is_sou(a) && dt_type_is_sou(b) && !a->ty_name && !b->ty_name) {
		a = dt_type_resolve(a);
		b = dt_type_resolve(b);
		return a->ty_kind == b->ty_kind && same_members(a, b);
	}
	if (a->ty_kind != TY_POINTER || b->ty_kind != TY_POINTER)
		return dt_type_same(a, b);
	a = unqualified(a->ty_ref);
	b = unqualified(b->ty_ref);
	if (tag_kind(a) != TY_VOID && tag_kind(b) != TY_VOID)
		return tag_kind(a) == tag_kind(b) && strcmp(a->ty_name, b->ty_name) == 0;
	if (a->ty_kind == TY_FUNCTION && b->ty_kind == TY_FUNCTION)
		return true;
	return same_member_type(a, b);
}

static bool same_name(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool same_members(const struct dt_type *sa, const struct dt_type *sb)
{
	const struct dt_member *a = sa->ty_u.members, *b = sb->ty_u.members;

	if (sa->ty_size != sb->ty_size)
		return false;
	for (; a && b; a = a->mb_next, b = b->mb_next)
		if (!same_name(a->mb_name, b->mb_name) || a->mb_offset != b->mb_offset ||
			a->mb_bits != b->mb_bits || !same_member_type(a->mb_type, b->mb_type))
			return false;
	return a == b;
}

static bool same_enums(const struct dt_enumval *a, const struct dt_enumval *b)
{
	for (; a && b; a = a->ev_next, b = b->ev_next)
		if (strcmp(a->ev_name, b->ev_name) != 0 || a->ev_value != b->ev_value)
			return false;
	return a == b;
}

/* One structure may have two nodes, and one tag may name two structures. */
static bool same_tag(const struct dt_type *a, const struct dt_type *b)
{
	if (!a->ty_name || !b->ty_name || strcmp(a->ty_name, b->ty_name) != 0)
		return false;
	switch (a->ty_kind) {
	case TY_FORWARD: return a->ty_u.fwd == b->ty_u.fwd;
	case TY_ENUM: return a->ty_size == b->ty_size && same_enums(a->ty_u.enums, b->ty_u.enums);
	default: return same_members(a, b);
	}
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

bool dt_type_same_object(const struct dt_type *a, const struct dt_type *b)
{
	a = dt_type_resolve(a);
	b = dt_type_resolve(b);
	return dt_type_is_sou(a) && a->ty_kind == b->ty_kind && a->ty_size == b->ty_size &&
		a->ty_name && same_name(a->ty_name, b->ty_name);
}

static bool pointers_fit(const struct dt_type *a, const struct dt_type *b)
{
	if (a->ty_userland != b->ty_userland)
		return false;
	return dt_type_is_void(a->ty_ref) || dt_type_is_void(b->ty_ref) ||
		dt_type_same(a->ty_ref, b->ty_ref) || dt_type_same_object(a->ty_ref, b->ty_ref);
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
	/* of C */
	{ "_Bool", "unsigned char" },
	{ "_Float32", "float" },
	{ "_Float64", "double" },
	{ "_Float32x", "double" },
	{ "_Float64x", "long double" },
	{ "_Float128", "long double" },
	{ "__float128", "long double" },
};

static void add_typedefs(struct dt_types *ts)
{
	for (size_t i = 0; i < sizeof(typedefs) / sizeof(typedefs[0]); i++) {
		dt_types_define_typedef(ts, typedefs[i][0],
			dt_types_lookup_typedef(ts, typedefs[i][1]), false);
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

/* Types of C that a value of D can't have: 16 bytes in two halves, and the state of varargs. */
static void add_c(struct dt_types *ts)
{
	static const char *const names[] = { "__int128", "unsigned __int128", "__builtin_va_list" };
	const struct dt_type *half = dt_types_lookup_typedef(ts, "unsigned long");

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct dt_type *ty = base(ts, names[i], TY_STRUCT, 0, false);

		ty->ty_align = 1;
		dt_type_add_member(ts, ty, "lo", half, 0);
		dt_type_add_member(ts, ty, "hi", half, 0);
		if (i == 2)
			dt_type_add_member(ts, ty, "saved", half, 0);
		dt_type_finish_sou(ts, ty, 0, i == 2 ? 8 : 16);
	}
}

struct dt_types *dt_types_create(void)
{
	struct dt_arena *ar = dt_arena_create();
	struct dt_types *ts = dt_arena_alloc(ar, sizeof(*ts));

	ts->ts_arena = ar;
	ts->ts_strsize = 256;
	add_base(ts);
	add_typedefs(ts);
	add_c(ts);
	return ts;
}

void dt_types_destroy(struct dt_types *ts)
{
	if (!ts)
		return;
	base_index_clear(&ts->ts_index, NULL);
	dt_arena_destroy(ts->ts_arena);
}
