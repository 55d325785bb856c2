/*
 * The running kernel's types as types of D. Each is made from the kernel's BTF when a program first
 * looks into it.
 *
 * A struct that is only pointed to stays incomplete until a program follows the pointer, so a
 * program pays only for what it uses. The BTF is opened when a program first looks into a
 * structure that neither it nor a library defines. The number of a type is its BTF id or, with the
 * bit TRACE_TYPE, the id of a tracepoint's record, whose members the feed knows.
 */
#include "ktypes.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "btf.h"

#define TRACE_TYPE 0x80000000u
#define MAX_DEPTH 64

struct dt_ktypes {
	const struct dt_feed_ops *kt_feed;
	struct dt_engine *kt_engine;
	struct base_btf kt_btf;
	bool kt_tried;
	const struct dt_type **kt_made; /* by id */
	unsigned kt_depth;
};

static bool open_btf(struct dt_ktypes *kt)
{
	if (kt->kt_tried)
		return kt->kt_made;
	kt->kt_tried = true;
	if (base_btf_open(&kt->kt_btf, "/sys/kernel/btf/vmlinux", NULL) == 0)
		kt->kt_made = base_calloc(kt->kt_btf.bb_end, sizeof(*kt->kt_made));
	return kt->kt_made;
}

static const char *name_of(const struct dt_ktypes *kt, uint32_t off)
{
	const char *s = base_btf_name(&kt->kt_btf, off);

	return *s ? s : NULL;
}

static enum dt_tkind kind_of(const struct btf_type *t)
{
	return btf_is_any_enum(t)						       ? TY_ENUM :
		btf_is(t, BTF_KIND_UNION) || (btf_is(t, BTF_KIND_FWD) && btf_kflag(t)) ? TY_UNION :
											 TY_STRUCT;
}

static uint32_t find(void *arg, enum dt_tkind kind, const char *tag)
{
	struct dt_ktypes *kt = arg;
	if (kt->kt_feed->fo_record) {
		uint32_t n = kind == TY_STRUCT ? kt->kt_feed->fo_record(kt->kt_engine, tag) : 0;

		if (n)
			return n | TRACE_TYPE;
	}
	if (!open_btf(kt))
		return 0;
	return base_btf_find(&kt->kt_btf, tag,
		kind == TY_STRUCT	 ? BTF_KIND_STRUCT :
			kind == TY_UNION ? BTF_KIND_UNION :
					   BTF_KIND_ENUM);
}

static void each(void *arg, enum dt_tkind kind, void (*fn)(void *, const char *tag), void *to)
{
	struct dt_ktypes *kt = arg;
	uint32_t n = open_btf(kt) ? kt->kt_btf.bb_end : 0;

	for (uint32_t id = 1; id < n; id++) {
		const struct btf_type *t = base_btf_type(&kt->kt_btf, id);
		const char *tag = name_of(kt, t->name_off);

		if (tag && (btf_is_composite(t) || btf_is_any_enum(t)) && kind_of(t) == kind)
			fn(to, tag);
	}
}

static const struct dt_type *type_of(struct dt_ktypes *, struct dt_types *, uint32_t id);

/* Most names of the kernel's integers are also types of D; others are found by size and sign. */
static const struct dt_type *integer(struct dt_types *ts, const struct dt_ktypes *kt,
	const struct btf_type *t)
{
	static const char *const names[2][9] = {
		{ [1] = "uint8_t", [2] = "uint16_t", [4] = "uint32_t", [8] = "uint64_t" },
		{ [1] = "int8_t", [2] = "int16_t", [4] = "int32_t", [8] = "int64_t" },
	};
	const char *name = name_of(kt, t->name_off);
	const struct dt_type *ty = name ? dt_types_lookup(ts, name) : NULL;

	if (ty && dt_type_is_integer(ty) && dt_type_size(ts, ty) == t->size)
		return ty;
	name = t->size <= 8 ? names[!!(btf_int_encoding(t) & BTF_INT_SIGNED)][t->size] : NULL;
	return name ? dt_types_lookup(ts, name) :
		      dt_type_array(ts, dt_types_lookup(ts, "uint8_t"), t->size);
}

static const struct dt_type *typedef_of(struct dt_ktypes *kt, struct dt_types *ts,
	const struct btf_type *t)
{
	struct dt_type *ty = dt_type_new(ts, TY_TYPEDEF, name_of(kt, t->name_off));
	const struct dt_type *of = type_of(kt, ts, t->type);

	ty->ty_ref = of;
	ty->ty_size = of->ty_size;
	ty->ty_align = of->ty_align;
	ty->ty_depth = of->ty_depth;
	return ty;
}

static const struct dt_type *make(struct dt_ktypes *kt, struct dt_types *ts, uint32_t id,
	const struct btf_type *t)
{
	const struct dt_type *none = dt_types_lookup(ts, "void");

	switch (btf_kind(t)) {
	case BTF_KIND_INT: return integer(ts, kt, t);
	case BTF_KIND_PTR: return dt_type_pointer(ts, type_of(kt, ts, t->type));
	case BTF_KIND_ARRAY:
		return dt_type_array(ts, type_of(kt, ts, btf_array(t)->type), btf_array(t)->nelems);
	case BTF_KIND_TYPEDEF: return typedef_of(kt, ts, t);
	case BTF_KIND_CONST: return dt_type_qualified(ts, type_of(kt, ts, t->type), TY_CONST);
	case BTF_KIND_VOLATILE: return dt_type_qualified(ts, type_of(kt, ts, t->type), TY_VOLATILE);
	case BTF_KIND_RESTRICT:
	case BTF_KIND_TYPE_TAG: return type_of(kt, ts, t->type);
	case BTF_KIND_FUNC_PROTO: return dt_type_function(ts, none, NULL, true);
	case BTF_KIND_STRUCT:
	case BTF_KIND_UNION:
	case BTF_KIND_ENUM:
	case BTF_KIND_ENUM64: return dt_types_lazy(ts, kind_of(t), name_of(kt, t->name_off), id);
	case BTF_KIND_FWD: return dt_types_lazy(ts, kind_of(t), name_of(kt, t->name_off), 0);
	default: return none;
	}
}

static const struct dt_type *type_of(struct dt_ktypes *kt, struct dt_types *ts, uint32_t id)
{
	const struct btf_type *t = id ? base_btf_type(&kt->kt_btf, id) : NULL;
	const struct dt_type *ty;

	if (!t || kt->kt_depth >= MAX_DEPTH)
		return dt_types_lookup(ts, "void");
	if (!kt->kt_made[id]) {
		kt->kt_depth++;
		ty = make(kt, ts, id, t);
		kt->kt_depth--;
		kt->kt_made[id] = ty;
	}
	return kt->kt_made[id];
}

static void add_member(struct dt_types *ts, struct dt_member ***tail, const char *name,
	const struct dt_type *ty, uint64_t bitoff, uint8_t bits)
{
	struct dt_member *m = dt_types_alloc(ts, sizeof(*m));

	m->mb_name = name ? dt_types_strdup(ts, name) : NULL;
	m->mb_type = ty;
	m->mb_offset = bitoff;
	m->mb_bits = bits;
	**tail = m;
	*tail = &m->mb_next;
}

static void members(struct dt_ktypes *kt, struct dt_types *ts, struct dt_type *ty,
	const struct btf_type *t)
{
	struct dt_member **tail = &ty->ty_u.members;

	for (unsigned i = 0; i < btf_vlen(t); i++) {
		const struct btf_member *bm = &btf_members(t)[i];

		add_member(ts, &tail, name_of(kt, bm->name_off), type_of(kt, ts, bm->type),
			btf_member_bit_offset(t, i), (uint8_t)btf_member_bitfield_size(t, i));
	}
}

static void enumerators(struct dt_ktypes *kt, struct dt_types *ts, struct dt_type *ty,
	const struct btf_type *t)
{
	struct dt_enumval **tail = &ty->ty_u.enums;

	for (unsigned i = 0; btf_is(t, BTF_KIND_ENUM) && i < btf_vlen(t); i++) {
		struct dt_enumval *ev = dt_types_alloc(ts, sizeof(*ev));

		ev->ev_name = dt_types_strdup(ts, name_of(kt, btf_enum(t)[i].name_off));
		ev->ev_value = btf_enum(t)[i].val;
		*tail = ev;
		tail = &ev->ev_next;
	}
}

static struct dt_type *record(struct dt_ktypes *kt, struct dt_types *ts, uint32_t number)
{
	struct dt_record_field f;
	struct dt_type *ty = dt_type_new(ts, TY_STRUCT,
		kt->kt_feed->fo_field(kt->kt_engine, number, 0, &f) ? f.rf_record : "record");
	struct dt_member **tail = &ty->ty_u.members;

	ty->ty_scope = "kernel";
	ty->ty_align = 8;
	ty->ty_depth = 2;
	for (unsigned i = 0; kt->kt_feed->fo_field(kt->kt_engine, number, i, &f); i++) {
		const struct dt_type *elem = dt_types_lookup(ts, f.rf_type);

		if (!elem)
			continue;
		add_member(ts, &tail, f.rf_name,
			f.rf_count ? dt_type_array(ts, elem, f.rf_count) : elem, f.rf_offset * 8ull,
			0);
		if (ty->ty_size < f.rf_offset + f.rf_size)
			ty->ty_size = f.rf_offset + f.rf_size;
	}
	return ty;
}

static struct dt_type *whole(void *arg, struct dt_types *ts, uint32_t number)
{
	struct dt_ktypes *kt = arg;
	const struct btf_type *t;
	struct dt_type *ty;

	if (number & TRACE_TYPE)
		return record(kt, ts, number & ~TRACE_TYPE);
	t = open_btf(kt) ? base_btf_type(&kt->kt_btf, number) : NULL;
	if (!t)
		return NULL;
	ty = dt_type_new(ts, kind_of(t), name_of(kt, t->name_off));
	ty->ty_scope = "kernel";
	ty->ty_size = t->size;
	ty->ty_align = t->size >= 8 ? 8 : t->size ? t->size : 1;
	ty->ty_depth = 2; /* walks end at pointers */
	if (btf_is_any_enum(t))
		enumerators(kt, ts, ty, t);
	else
		members(kt, ts, ty, t);
	return ty;
}

struct dt_ktypes *dt_ktypes_create(const struct dt_feed_ops *feed, struct dt_engine *en)
{
	struct dt_ktypes *kt = base_calloc(1, sizeof(*kt));

	if (!kt)
		return NULL;
	kt->kt_feed = feed;
	kt->kt_engine = en;
	return kt;
}

void dt_ktypes_destroy(struct dt_ktypes *kt)
{
	if (!kt)
		return;
	base_btf_close(&kt->kt_btf);
	free(kt->kt_made);
	free(kt);
}

void dt_ktypes_attach(struct dt_ktypes *kt, struct dt_types *ts)
{
	dt_types_set_foreign(ts,
		&(struct dt_foreign){ .fg_arg = kt,
			.fg_find = find,
			.fg_make = whole,
			.fg_each = each });
}
