/*
 * D's types of what the debugging information of a process describes: ptypes.h.
 *
 * The process chooses what its file says. So a type that is part of itself, or is derived or nested
 * too deeply, is void there; members beyond the end of their structure are left out.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "ptypes.h"

#define MAX_DEPTH 64
#define MAX_PARAMS 64
#define MAX_SIZE ((uint64_t)1 << 31) /* bytes */

struct made {
	struct base_link ma_link;
	uint64_t ma_number;
	const struct dt_type *ma_type; /* void as long as it is being made */
};

static uint64_t number_hash(uint64_t number)
{
	return base_hash_u64(base_secret(), number);
}

static struct made *made_find(const struct dt_pfile *pf, uint64_t number)
{
	struct base_link *ln = base_index_first(&pf->pf_made, number_hash(number));

	while (ln && BASE_ENTRY(ln, struct made, ma_link)->ma_number != number)
		ln = base_index_next(ln);
	return ln ? BASE_ENTRY(ln, struct made, ma_link) : NULL;
}

static void made_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct made, ma_link));
}

void dt_ptype_forget(struct dt_pfile *pf)
{
	base_index_clear(&pf->pf_made, made_free);
}

static const struct dt_type *named(const struct dt_pfile *pf, const char *name)
{
	return dt_types_lookup_typedef(pf->pf_of->pt_store, name);
}

/* Bytes without a meaning for D. */
static const struct dt_type *opaque(const struct dt_pfile *pf, uint64_t size)
{
	if (size == 0 || size > MAX_SIZE)
		return named(pf, "void");
	return dt_type_array(pf->pf_of->pt_store, named(pf, "unsigned char"), size);
}

/* Most names of C's integers are also D's, in other words: "long unsigned int". */
static const struct dt_type *integer(const struct dt_pfile *pf, const struct dt_dwtype *dw)
{
	struct dt_types *ts = pf->pf_of->pt_store;
	const struct dt_type *known = NULL;
	struct dt_type *ty;

	if (dw->dw_size > 8 || dw->dw_size == 0 || (dw->dw_size & (dw->dw_size - 1)))
		return opaque(pf, dw->dw_size);
	if (dw->dw_name)
		known = dt_types_lookup(ts, dw->dw_name);
	if (known && known->ty_kind == TY_INTEGER && known->ty_size == dw->dw_size &&
		known->ty_signed == dw->dw_signed)
		return known;
	ty = dt_type_new(ts, TY_INTEGER, dw->dw_name ? dw->dw_name : "int");
	ty->ty_size = dw->dw_size;
	ty->ty_align = (uint32_t)dw->dw_size;
	ty->ty_signed = dw->dw_signed;
	ty->ty_char = dw->dw_char && dw->dw_size == 1;
	return ty;
}

static const struct dt_type *floating(const struct dt_pfile *pf, uint64_t size)
{
	return size == sizeof(float)	    ? named(pf, "float") :
		size == sizeof(double)	    ? named(pf, "double") :
		size == sizeof(long double) ? named(pf, "long double") :
					      opaque(pf, size);
}

static const struct dt_type *array(struct dt_pfile *pf, const struct dt_dwtype *dw)
{
	const struct dt_type *ty = dt_ptype_make(pf, dw->dw_ref);
	uint64_t size = dt_type_size(pf->pf_of->pt_store, ty);

	for (unsigned i = dw->dw_ndims; i-- > 0;) {
		uint64_t n = dw->dw_dims[i];

		if (size != 0 && n > MAX_SIZE / size)
			n = 0;
		ty = dt_type_array(pf->pf_of->pt_store, ty, n);
		size *= n;
	}
	return ty;
}

static const struct dt_type *typedef_of(struct dt_pfile *pf, const struct dt_dwtype *dw)
{
	const struct dt_type *of = dt_ptype_make(pf, dw->dw_ref);
	struct dt_type *ty;

	if (!dw->dw_name) /* restrict, _Atomic */
		return of;
	ty = dt_type_new(pf->pf_of->pt_store, TY_TYPEDEF, dw->dw_name);
	ty->ty_scope = DT_SCOPE_PROCESS;
	ty->ty_ref = of;
	ty->ty_size = of->ty_size;
	ty->ty_align = of->ty_align;
	ty->ty_depth = of->ty_depth;
	return ty;
}

struct params {
	struct dt_pfile *pa_file;
	struct dt_param *pa_first, **pa_tail;
	unsigned pa_n;
};

static bool param_add(uint64_t type, void *arg)
{
	struct params *pa = arg;
	struct dt_param *p = dt_types_alloc(pa->pa_file->pf_of->pt_store, sizeof(*p));

	p->pr_type = dt_ptype_make(pa->pa_file, type);
	*pa->pa_tail = p;
	pa->pa_tail = &p->pr_next;
	return ++pa->pa_n < MAX_PARAMS;
}

static const struct dt_type *function(struct dt_pfile *pf, uint64_t number,
	const struct dt_dwtype *dw)
{
	struct params pa = { .pa_file = pf, .pa_tail = &pa.pa_first };

	dt_dwarf_params(pf->pf_dwarf, number, param_add, &pa);
	return dt_type_function(pf->pf_of->pt_store, dt_ptype_make(pf, dw->dw_ref), pa.pa_first,
		false);
}

static enum dt_tkind tag_kind(enum dt_dwkind kind)
{
	return kind == DT_DW_STRUCT ? TY_STRUCT : kind == DT_DW_UNION ? TY_UNION : TY_ENUM;
}

static const struct dt_type *lazy(struct dt_pfile *pf, uint64_t number, const struct dt_dwtype *dw)
{
	struct dt_ptypes *pt = pf->pf_of;

	if (!base_more(pt->pt_lazy, pt->pt_nlazy))
		return named(pf, "void");
	pt->pt_lazy[pt->pt_nlazy++] = (struct dt_incomplete){ pf, number };
	return dt_types_lazy_from(pt->pt_store, tag_kind(dw->dw_kind), dw->dw_name, &pt->pt_foreign,
		pt->pt_nlazy);
}

static const struct dt_type *make(struct dt_pfile *pf, uint64_t number)
{
	struct dt_types *ts = pf->pf_of->pt_store;
	struct dt_dwtype dw;

	if (!dt_dwarf_type(pf->pf_dwarf, number, &dw))
		return named(pf, "void");
	switch (dw.dw_kind) {
	case DT_DW_INTEGER: return integer(pf, &dw);
	case DT_DW_FLOAT: return floating(pf, dw.dw_size);
	case DT_DW_COMPLEX: return dt_type_array(ts, floating(pf, dw.dw_size / 2), 2);
	case DT_DW_POINTER:
		return dt_type_userland(ts, dt_type_pointer(ts, dt_ptype_make(pf, dw.dw_ref)));
	case DT_DW_ARRAY: return array(pf, &dw);
	case DT_DW_STRUCT:
	case DT_DW_UNION:
	case DT_DW_ENUM: return lazy(pf, number, &dw);
	case DT_DW_TYPEDEF: return typedef_of(pf, &dw);
	case DT_DW_CONST: return dt_type_qualified(ts, dt_ptype_make(pf, dw.dw_ref), TY_CONST);
	case DT_DW_VOLATILE:
		return dt_type_qualified(ts, dt_ptype_make(pf, dw.dw_ref), TY_VOLATILE);
	case DT_DW_FUNCTION: return function(pf, number, &dw);
	case DT_DW_OPAQUE: return opaque(pf, dw.dw_size);
	default: return named(pf, "void");
	}
}

const struct dt_type *dt_ptype_make(struct dt_pfile *pf, uint64_t number)
{
	struct dt_ptypes *pt = pf->pf_of;
	struct made *ma = number ? made_find(pf, number) : NULL;

	if (ma)
		return ma->ma_type;
	if (!number || pt->pt_depth >= MAX_DEPTH || !(ma = base_calloc(1, sizeof(*ma))))
		return named(pf, "void");
	ma->ma_number = number;
	ma->ma_type = named(pf, "void");
	base_index_add(&pf->pf_made, &ma->ma_link, number_hash(number));
	pt->pt_depth++;
	ma->ma_type = make(pf, number);
	pt->pt_depth--;
	return ma->ma_type;
}

/*
 * Structures.
 */
struct making {
	struct dt_pfile *mk_file;
	struct dt_type *mk_type;
	union {
		struct dt_member **members;
		struct dt_enumval **enums;
	} mk_tail;
};

/*
 * Machine code loads a bit-field with the unit that its type says; if the field is packed across
 * two such units, a unit of 64 bits may still have it. Returns NULL if none has.
 */
static const struct dt_type *bitfield_type(const struct dt_pfile *pf, const struct dt_type *ty,
	const struct dt_dwmember *dm)
{
	const struct dt_type *r = dt_type_resolve(ty);
	uint64_t unit = r->ty_size * 8, last = dm->dm_bitoff + dm->dm_bits - 1;

	if (!dt_type_is_integer(ty) || dm->dm_bits > unit)
		return NULL;
	if (dm->dm_bitoff / unit == last / unit)
		return ty;
	if (dm->dm_bitoff / 64 != last / 64)
		return NULL;
	return named(pf, r->ty_kind == TY_ENUM || r->ty_signed ? "long" : "unsigned long");
}

/* Structures within this one are made now, so that their depth is known. */
static bool member_add(const struct dt_dwmember *dm, void *arg)
{
	struct making *mk = arg;
	struct dt_types *ts = mk->mk_file->pf_of->pt_store;
	const struct dt_type *ty = dt_ptype_make(mk->mk_file, dm->dm_type), *in = ty;
	struct dt_type *sou = mk->mk_type;
	struct dt_member *m;

	while (dt_type_resolve(in)->ty_kind == TY_ARRAY)
		in = dt_type_resolve(in)->ty_ref;
	in = dt_type_resolve(in);
	if (dm->dm_bits)
		ty = bitfield_type(mk->mk_file, ty, dm);
	if (!ty || in->ty_depth >= MAX_DEPTH || (dt_type_is_sou(in) && in->ty_size == 0) ||
		(!dm->dm_bits && dm->dm_bitoff / 8 + dt_type_size(ts, ty) > sou->ty_size) ||
		(dm->dm_bits && dm->dm_bitoff + dm->dm_bits > sou->ty_size * 8))
		return true;
	m = dt_types_alloc(ts, sizeof(*m));
	m->mb_name = dt_types_strdup(ts, dm->dm_name);
	m->mb_type = ty;
	m->mb_offset = dm->dm_bitoff;
	m->mb_bits = (uint8_t)dm->dm_bits;
	*mk->mk_tail.members = m;
	mk->mk_tail.members = &m->mb_next;
	if (dt_type_is_sou(in) && in->ty_depth >= sou->ty_depth)
		sou->ty_depth = in->ty_depth + 1;
	return true;
}

static bool enumerator_add(const char *name, int64_t value, void *arg)
{
	struct making *mk = arg;
	struct dt_types *ts = mk->mk_file->pf_of->pt_store;
	struct dt_enumval *ev = dt_types_alloc(ts, sizeof(*ev));
	unsigned shift = 64 - 8 * (unsigned)mk->mk_type->ty_size;

	ev->ev_name = dt_types_strdup(ts, name);
	ev->ev_value = (int64_t)((uint64_t)value << shift) >> shift;
	*mk->mk_tail.enums = ev;
	mk->mk_tail.enums = &ev->ev_next;
	return true;
}

static bool defined_in(const struct dt_pfile *pf, uint64_t *number, struct dt_dwtype *dw)
{
	struct dt_dwtype found;
	uint64_t n = pf->pf_dwarf ? dt_dwarf_find(pf->pf_dwarf, dw->dw_kind, dw->dw_name) : 0;

	if (n == 0 || !dt_dwarf_type(pf->pf_dwarf, n, &found) || found.dw_declared)
		return false;
	*number = n;
	*dw = found;
	return true;
}

/* What is only declared in one unit may be defined in another, or in another file. */
static bool definition(struct dt_pfile **file, uint64_t *number, struct dt_dwtype *dw)
{
	struct dt_pfile *pf = *file;

	if (!dt_dwarf_type(pf->pf_dwarf, *number, dw))
		return false;
	if (!dw->dw_declared)
		return true;
	if (!dw->dw_name)
		return false;
	if (defined_in(pf, number, dw))
		return true;
	for (*file = pf->pf_of->pt_files; *file; *file = (*file)->pf_next)
		if (defined_in(*file, number, dw))
			return true;
	return false;
}

static uint32_t align_of(uint64_t size)
{
	return size >= 8 ? 8 : size >= 4 ? 4 : size >= 2 ? 2 : 1;
}

static struct dt_type *whole(struct dt_pfile *pf, uint64_t number)
{
	struct dt_types *ts = pf->pf_of->pt_store;
	struct making mk = { 0 };
	struct dt_dwtype dw;

	if (!definition(&pf, &number, &dw) || dw.dw_size > MAX_SIZE ||
		(dw.dw_kind == DT_DW_ENUM && dw.dw_size != align_of(dw.dw_size)))
		return NULL;
	mk.mk_file = pf;
	mk.mk_type = dt_type_new(ts, tag_kind(dw.dw_kind), dw.dw_name);
	mk.mk_type->ty_scope = DT_SCOPE_PROCESS;
	mk.mk_type->ty_size = dw.dw_size;
	mk.mk_type->ty_align = align_of(dw.dw_size);
	mk.mk_type->ty_depth = 2; /* walks end at pointers */
	if (dw.dw_kind == DT_DW_ENUM) {
		mk.mk_tail.enums = &mk.mk_type->ty_u.enums;
		dt_dwarf_enumerators(pf->pf_dwarf, number, enumerator_add, &mk);
	} else {
		mk.mk_tail.members = &mk.mk_type->ty_u.members;
		dt_dwarf_members(pf->pf_dwarf, number, member_add, &mk);
	}
	return mk.mk_type;
}

struct dt_type *dt_ptype_whole(void *arg, struct dt_types *ts, uint32_t number)
{
	struct dt_ptypes *pt = arg;
	struct dt_incomplete in;
	struct dt_type *ty;

	(void)ts;
	if (number == 0 || number > pt->pt_nlazy || pt->pt_depth >= MAX_DEPTH)
		return NULL;
	in = pt->pt_lazy[number - 1];
	pt->pt_depth++;
	ty = whole(in.in_file, in.in_number);
	pt->pt_depth--;
	return ty;
}
