/*
 * How objects of C++ classes are passed.
 *
 * By the ABI, an object is passed by its address if the class, a base or a member has a destructor,
 * or a constructor that copies, of its own, or virtual functions. Not all compilers say so
 * (DW_AT_calling_convention), so the functions of the class are looked at.
 */
#include <dwarf.h>
#include <string.h>
#include "dwarfimpl.h"

#define MAX_DEPTH 8  /* classes in each other */
#define MAX_NAMES 16 /* typedefs of typedefs */

struct looking {
	const struct dt_dwarf *lo_dwarf;
	unsigned lo_depth;
	unsigned lo_left; /* children that are still looked at */
};

static bool refers(const struct looking *lo, Dwarf_Die *die, Dwarf_Die *to)
{
	return dt_dw_refers(lo->lo_dwarf, die, DW_AT_type, to);
}

/* The type without typedefs, qualifiers and, if wanted, arrays. */
static bool strip(const struct looking *lo, Dwarf_Die *die, bool arrays)
{
	for (unsigned i = 0; i < MAX_NAMES; i++) {
		Dwarf_Die to;

		switch (dwarf_tag(die)) {
		case DW_TAG_array_type:
			if (!arrays)
				return true;
			break;
		case DW_TAG_typedef:
		case DW_TAG_const_type:
		case DW_TAG_volatile_type: break;
		default: return true;
		}
		if (!refers(lo, die, &to))
			return false;
		*die = to;
	}
	return false;
}

static bool is_class(Dwarf_Die *die)
{
	int tag = dwarf_tag(die);

	return tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
}

/* Whether it is a reference, of either kind, to the class. */
static bool is_reference_to(const struct looking *lo, Dwarf_Die *param, Dwarf_Die *class)
{
	Dwarf_Die ref, to;

	if (!refers(lo, param, &ref) ||
		(dwarf_tag(&ref) != DW_TAG_reference_type &&
			dwarf_tag(&ref) != DW_TAG_rvalue_reference_type) ||
		!refers(lo, &ref, &to) || !strip(lo, &to, false))
		return false;
	return to.addr == class->addr;
}

/* Whether its only parameter, besides the object, is an object of the class. */
static bool copies(const struct looking *lo, Dwarf_Die *function, Dwarf_Die *class)
{
	Dwarf_Die param, next;
	bool more = dt_dw_child(function, &param), found = false;

	for (unsigned i = 0; more && i < 4; i++) {
		if (dwarf_tag(&param) == DW_TAG_formal_parameter &&
			!dwarf_hasattr(&param, DW_AT_artificial)) {
			if (found || !is_reference_to(lo, &param, class))
				return false;
			found = true;
		}
		more = dt_dw_sibling(&param, &next);
		param = next;
	}
	return found;
}

/* A constructor's name is the class's, without the arguments of a template. */
static bool is_constructor(const char *name, const char *class)
{
	size_t len = class ? strcspn(class, "<") : 0;

	return len && strlen(name) == len && !strncmp(name, class, len);
}

/* Whether the function makes the class one that is passed by address. */
static bool is_special(const struct looking *lo, Dwarf_Die *function, Dwarf_Die *class)
{
	const char *name = dt_dw_name(function);

	if (!name || dwarf_hasattr(function, DW_AT_defaulted) ||
		dwarf_hasattr(function, DW_AT_deleted))
		return false;
	return *name == '~' ||
		(is_constructor(name, dt_dw_name(class)) && copies(lo, function, class));
}

static bool by_address(Dwarf_Die *class, struct looking *);

static bool part_by_address(Dwarf_Die *part, struct looking *lo)
{
	const char *name = dt_dw_name(part);
	Dwarf_Die type;
	bool rc;

	if (name && !strncmp(name, "_vptr", 5)) /* it has virtual functions */
		return true;
	if (lo->lo_depth == MAX_DEPTH || !refers(lo, part, &type) || !strip(lo, &type, true) ||
		!is_class(&type))
		return false;
	lo->lo_depth++;
	rc = by_address(&type, lo);
	lo->lo_depth--;
	return rc;
}

static bool by_address(Dwarf_Die *class, struct looking *lo)
{
	Dwarf_Attribute at;
	Dwarf_Word convention;
	Dwarf_Die child, next;
	bool more = dt_dw_child(class, &child);

	if (dwarf_attr(class, DW_AT_calling_convention, &at) &&
		dwarf_formudata(&at, &convention) == 0)
		return convention == DW_CC_pass_by_reference;
	for (; more && lo->lo_left > 0; lo->lo_left--) {
		int tag = dwarf_tag(&child);

		if (tag == DW_TAG_subprogram && is_special(lo, &child, class))
			return true;
		if ((tag == DW_TAG_member || tag == DW_TAG_inheritance) &&
			part_by_address(&child, lo))
			return true;
		more = dt_dw_sibling(&child, &next);
		child = next;
	}
	return false;
}

bool dt_dwarf_byref(struct dt_dwarf *dw, uint64_t number)
{
	struct looking lo = { .lo_dwarf = dw, .lo_left = DT_DW_MAXCHILDREN };
	Dwarf_Die die;

	return dt_dw_die(dw, number, &die) && strip(&lo, &die, false) && is_class(&die) &&
		by_address(&die, &lo);
}
