/*
 * The types and functions of a file, by name and by address.
 *
 * Few files have an index of their own, so every unit is walked once, at the first question: only
 * its outermost entries, and those in namespaces. A name is that of the first definition; names of
 * namespaces are left out.
 */
#include <dwarf.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "dwarfimpl.h"

#define MAX_NAMESPACES 16 /* in each other */
#define MAX_RANGES 4	  /* of a function */

struct named {
	struct base_link na_link;
	const char *na_name;
	uint64_t na_number;
	enum dt_dwkind na_kind;
};

struct placed {
	struct base_link pl_link;
	uint64_t pl_vaddr, pl_number;
};

struct signature { /* of a unit of a type */
	struct base_link sg_link;
	uint64_t sg_signature, sg_number;
};

struct indexing {
	struct dt_dwarf *ix_dwarf;
	uint64_t ix_split; /* the id of the split unit that is walked, or 0 */
	bool ix_cplusplus;
	/* An entry takes a byte or more, so only a file that leads back has more than bytes. */
	uint64_t ix_left;
};

static uint64_t name_hash(enum dt_dwkind kind, const char *name)
{
	return base_hash_more(base_hash_u64(base_secret(), kind), name);
}

static uint64_t name_find(const struct dt_dwarf *dw, enum dt_dwkind kind, const char *name)
{
	struct base_link *ln = base_index_first(&dw->dw_names, name_hash(kind, name));

	for (; ln; ln = base_index_next(ln)) {
		struct named *na = BASE_ENTRY(ln, struct named, na_link);

		if (na->na_kind == kind && !strcmp(na->na_name, name))
			return na->na_number;
	}
	return 0;
}

/* Returns a zeroed entry of an index, or NULL if there is no room. */
static void *room(struct indexing *ix, size_t size)
{
	struct dt_dwarf *dw = ix->ix_dwarf;

	if (!dt_symlimit_take(dw->dw_limit, &dw->dw_held, size + 16, dw->dw_path)) {
		ix->ix_left = 0;
		return NULL;
	}
	return base_calloc(1, size);
}

static void name_add(struct indexing *ix, enum dt_dwkind kind, const char *name, uint64_t number)
{
	struct named *na;

	if (!name || name_find(ix->ix_dwarf, kind, name))
		return;
	na = room(ix, sizeof(*na));
	if (!na)
		return;
	na->na_name = name;
	na->na_kind = kind;
	na->na_number = number;
	base_index_add(&ix->ix_dwarf->dw_names, &na->na_link, name_hash(kind, name));
}

static uint64_t vaddr_hash(uint64_t vaddr)
{
	return base_hash_u64(base_secret(), vaddr);
}

/* A function whose rarely used part is elsewhere has several ranges; its symbol begins one. */
static void function_add(struct indexing *ix, Dwarf_Die *die)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	struct placed *pl;

	if (dwarf_hasattr(die, DW_AT_declaration))
		return;
	for (unsigned i = 0;
		i < MAX_RANGES && (at = dwarf_ranges(die, at, &base, &start, &end)) > 0; i++) {
		pl = room(ix, sizeof(*pl));
		if (!pl)
			return;
		pl->pl_vaddr = start;
		pl->pl_number = dt_dw_number(ix->ix_dwarf, die);
		base_index_add(&ix->ix_dwarf->dw_funcs, &pl->pl_link, vaddr_hash(start));
	}
}

static void enumerators_add(struct indexing *ix, Dwarf_Die *die, uint64_t number)
{
	Dwarf_Die child, next;
	bool more = dt_dw_child(die, &child);

	for (; more && ix->ix_left > 0; ix->ix_left--) {
		if (dwarf_tag(&child) == DW_TAG_enumerator)
			name_add(ix, DT_DW_ENUMERATOR, dt_dw_name(&child), number);
		more = dt_dw_sibling(&child, &next);
		child = next;
	}
}

static void type_add(struct indexing *ix, Dwarf_Die *die, enum dt_dwkind kind)
{
	uint64_t number = dt_dw_number(ix->ix_dwarf, die);

	if (dwarf_hasattr(die, DW_AT_declaration))
		return;
	name_add(ix, kind, dt_dw_name(die), number);
	if (ix->ix_cplusplus && kind != DT_DW_TYPEDEF)
		name_add(ix, DT_DW_TYPEDEF, dt_dw_name(die), number);
	if (kind == DT_DW_ENUM)
		enumerators_add(ix, die, number);
}

static void children_add(struct indexing *, Dwarf_Die *, unsigned depth);

static void entry_add(struct indexing *ix, Dwarf_Die *die, unsigned depth)
{
	switch (dwarf_tag(die)) {
	case DW_TAG_base_type:
	case DW_TAG_typedef: type_add(ix, die, DT_DW_TYPEDEF); break;
	case DW_TAG_structure_type:
	case DW_TAG_class_type: type_add(ix, die, DT_DW_STRUCT); break;
	case DW_TAG_union_type: type_add(ix, die, DT_DW_UNION); break;
	case DW_TAG_enumeration_type: type_add(ix, die, DT_DW_ENUM); break;
	case DW_TAG_subprogram: function_add(ix, die); break;
	case DW_TAG_namespace:
		if (depth < MAX_NAMESPACES)
			children_add(ix, die, depth + 1);
		break;
	}
}

static void children_add(struct indexing *ix, Dwarf_Die *parent, unsigned depth)
{
	Dwarf_Die die, next;
	bool more = dt_dw_child(parent, &die);

	for (; more && ix->ix_left > 0; ix->ix_left--) {
		entry_add(ix, &die, depth);
		more = dt_dw_sibling(&die, &next);
		die = next;
	}
}

static bool is_cplusplus(Dwarf_Die *unit)
{
	switch (dwarf_srclang(unit)) {
	case DW_LANG_C_plus_plus:
	case DW_LANG_C_plus_plus_03:
	case DW_LANG_C_plus_plus_11:
	case DW_LANG_C_plus_plus_14: return true;
	default: return false;
	}
}

static uint64_t signature_hash(uint64_t signature)
{
	return base_hash_u64(base_secret(), signature);
}

static void signature_add(struct indexing *ix, uint64_t signature, Dwarf_Die *type)
{
	struct dt_dwarf *dw = ix->ix_dwarf;
	struct signature *sg = dt_dw_signed(dw, signature) ? NULL : room(ix, sizeof(*sg));

	if (!sg)
		return;
	sg->sg_signature = signature;
	sg->sg_number = dt_dw_number(dw, type);
	base_index_add(&dw->dw_sigs, &sg->sg_link, signature_hash(signature));
}

uint64_t dt_dw_signed(const struct dt_dwarf *dw, uint64_t signature)
{
	struct base_link *ln = base_index_first(&dw->dw_sigs, signature_hash(signature));

	for (; ln; ln = base_index_next(ln)) {
		struct signature *sg = BASE_ENTRY(ln, struct signature, sg_link);

		if (sg->sg_signature == signature)
			return sg->sg_number;
	}
	return 0;
}

/*
 * A skeleton has no children; libdw may open files for one that has. The addresses that a split
 * unit was opened with are not those of another unit in its file.
 */
static void unit_add(struct indexing *ix, Dwarf_CU *cu, Dwarf_Die *unit)
{
	Dwarf_Die type;
	uint64_t id = 0;
	uint8_t kind;

	if (dwarf_cu_info(cu, NULL, &kind, NULL, NULL, &id, NULL, NULL) != 0 ||
		kind == DW_UT_skeleton)
		return;
	if (kind == DW_UT_type || kind == DW_UT_split_type) {
		if (dwarf_cu_info(cu, NULL, NULL, NULL, &type, NULL, NULL, NULL) == 0)
			signature_add(ix, id, &type);
	} else if (ix->ix_split && id != ix->ix_split) {
		return;
	}
	ix->ix_cplusplus = is_cplusplus(unit);
	children_add(ix, unit, 0);
}

static void units_add(struct indexing *ix, Dwarf *dwarf)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die unit;

	while (ix->ix_left > 0 && dwarf_get_units(dwarf, cu, &cu, NULL, NULL, &unit, NULL) == 0)
		unit_add(ix, cu, &unit);
}

static void index_make(struct dt_dwarf *dw)
{
	struct indexing ix = { .ix_dwarf = dw };

	if (dw->dw_indexed)
		return;
	dw->dw_indexed = true;
	dt_dw_splits_open(dw);
	ix.ix_left = dw->dw_info;
	units_add(&ix, dw->dw_main.wo_dwarf);
	if (dw->dw_alt.wo_dwarf)
		units_add(&ix, dw->dw_alt.wo_dwarf);
	for (unsigned i = 0; i < dw->dw_nsplits; i++) {
		ix.ix_split = dw->dw_splits[i]->sp_id;
		units_add(&ix, dw->dw_splits[i]->sp_dwarf);
	}
}

uint64_t dt_dwarf_find(struct dt_dwarf *dw, enum dt_dwkind kind, const char *name)
{
	index_make(dw);
	return name_find(dw, kind, name);
}

const char *dt_dwarf_lacks(struct dt_dwarf *dw)
{
	index_make(dw);
	return *dw->dw_lack ? dw->dw_lack : NULL;
}

uint64_t dt_dwarf_function(struct dt_dwarf *dw, uint64_t vaddr)
{
	struct base_link *ln;

	index_make(dw);
	ln = base_index_first(&dw->dw_funcs, vaddr_hash(vaddr));
	for (; ln; ln = base_index_next(ln)) {
		struct placed *pl = BASE_ENTRY(ln, struct placed, pl_link);

		if (pl->pl_vaddr == vaddr)
			return pl->pl_number;
	}
	return 0;
}

static void named_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct named, na_link));
}

static void placed_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct placed, pl_link));
}

static void signature_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct signature, sg_link));
}

void dt_dw_index_free(struct dt_dwarf *dw)
{
	base_index_clear(&dw->dw_names, named_free);
	base_index_clear(&dw->dw_funcs, placed_free);
	base_index_clear(&dw->dw_sigs, signature_free);
	dt_symlimit_give(dw->dw_limit, &dw->dw_held);
}
