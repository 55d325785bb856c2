/*
 * Describes types and functions of debugging information: dwarftypes.h.
 *
 * A number is the offset of the entry; a bit each tells the other sections and the file of dwz
 * apart, and the bits between them the split unit, by its number.
 */
#include <dwarf.h>
#include <string.h>
#include "dwarfimpl.h"

#define IN_TYPES (UINT64_C(1) << 63) /* .debug_types, of DWARF 4 */
#define IN_ALT (UINT64_C(1) << 62)
#define IN_SPLIT 44 /* the lowest bit of the number of a split unit */
#define OFFSET_MASK ((UINT64_C(1) << IN_SPLIT) - 1)
#define SPLIT_MASK ((IN_ALT - 1) >> IN_SPLIT)

bool dt_dw_child(Dwarf_Die *parent, Dwarf_Die *child)
{
	return dwarf_child(parent, child) == 0 && dwarf_dieoffset(child) > dwarf_dieoffset(parent);
}

bool dt_dw_sibling(Dwarf_Die *die, Dwarf_Die *next)
{
	return dwarf_siblingof(die, next) == 0 && dwarf_dieoffset(next) > dwarf_dieoffset(die);
}

uint64_t dt_dw_number(const struct dt_dwarf *dw, Dwarf_Die *die)
{
	uint64_t number = dwarf_dieoffset(die);
	Dwarf *dwarf = dwarf_cu_getdwarf(die->cu);
	Dwarf_Half version;
	uint8_t kind;

	if (number > OFFSET_MASK)
		return 0;
	if (dwarf == dw->dw_alt.wo_dwarf)
		number |= IN_ALT;
	else if (dwarf != dw->dw_main.wo_dwarf)
		number |= (uint64_t)dt_dw_split_of(dw, dwarf) << IN_SPLIT;
	if (dwarf_cu_info(die->cu, &version, &kind, NULL, NULL, NULL, NULL, NULL) == 0 &&
		version == 4 && kind == DW_UT_type)
		number |= IN_TYPES;
	return number;
}

bool dt_dw_die(const struct dt_dwarf *dw, uint64_t number, Dwarf_Die *die)
{
	Dwarf *dwarf = number & IN_ALT ? dw->dw_alt.wo_dwarf : dw->dw_main.wo_dwarf;
	Dwarf_Off off = number & OFFSET_MASK;
	uint64_t split = number >> IN_SPLIT & SPLIT_MASK;

	if (split)
		dwarf = split <= dw->dw_nsplits ? dw->dw_splits[split - 1]->sp_dwarf : NULL;
	if (number == 0 || !dwarf)
		return false;
	return number & IN_TYPES ? dwarf_offdie_types(dwarf, off, die) != NULL :
				   dwarf_offdie(dwarf, off, die) != NULL;
}

/*
 * libdw finds the unit of a type by its signature in the same file only. It reads the signature
 * with care if the form is another one of the same size.
 */
static bool refers_signed(const struct dt_dwarf *dw, Dwarf_Attribute at, Dwarf_Die *to)
{
	Dwarf_Word signature;

	if (at.form != DW_FORM_ref_sig8)
		return false;
	at.form = DW_FORM_data8;
	return dwarf_formudata(&at, &signature) == 0 &&
		dt_dw_die(dw, dt_dw_signed(dw, signature), to);
}

bool dt_dw_refers(const struct dt_dwarf *dw, Dwarf_Die *die, unsigned attr, Dwarf_Die *to)
{
	Dwarf_Attribute at;

	return dwarf_attr_integrate(die, attr, &at) &&
		(dwarf_formref_die(&at, to) || refers_signed(dw, at, to));
}

/* The bytes from a place in the section to its end; 0 if it is elsewhere. */
static size_t left_in(Elf_Scn *scn, const char *s)
{
	const Elf_Data *data = elf_getdata(scn, NULL);
	const char *from = data ? data->d_buf : NULL;

	return from && s >= from && s < from + data->d_size ? (size_t)(from + data->d_size - s) : 0;
}

/* libdw doesn't look whether a string among the entries ends there. */
static bool ends_among_entries(const Dwarf_Attribute *at, const char *s)
{
	Elf *elf = dwarf_getelf(dwarf_cu_getdwarf(at->cu));
	Elf_Scn *scn = NULL;
	size_t names, left = 0;
	GElf_Shdr sh;

	if (!elf || elf_getshdrstrndx(elf, &names) != 0)
		return false;
	while (left == 0 && (scn = elf_nextscn(elf, scn))) {
		const char *name = gelf_getshdr(scn, &sh) ? elf_strptr(elf, names, sh.sh_name) :
							    NULL;

		if (name && (!strcmp(name, ".debug_info") || !strcmp(name, ".debug_types")))
			left = left_in(scn, s);
	}
	return left != 0 && memchr(s, '\0', left);
}

const char *dt_dw_text(Dwarf_Attribute *at)
{
	const char *s = dwarf_formstring(at);

	return s && (dwarf_whatform(at) != DW_FORM_string || ends_among_entries(at, s)) ? s : NULL;
}

const char *dt_dw_name(Dwarf_Die *die)
{
	Dwarf_Attribute at;

	return dwarf_attr_integrate(die, DW_AT_name, &at) ? dt_dw_text(&at) : NULL;
}

bool dt_dwarf_isgo(struct dt_dwarf *dw, uint64_t number)
{
	Dwarf_Die die, unit;

	return dt_dw_die(dw, number, &die) && dwarf_diecu(&die, &unit, NULL, NULL) &&
		dwarf_srclang(&unit) == DW_LANG_Go;
}

/* An unsigned attribute that is a constant; otherwise, or without one, the default. */
static uint64_t constant(Dwarf_Die *die, unsigned attr, uint64_t dflt)
{
	Dwarf_Attribute at;
	Dwarf_Word v;

	return dwarf_attr_integrate(die, attr, &at) && dwarf_formudata(&at, &v) == 0 ? v : dflt;
}

/* The number of what an attribute refers to, or 0. */
static uint64_t reference(const struct dt_dwarf *dw, Dwarf_Die *die, unsigned attr)
{
	Dwarf_Die to;

	return dt_dw_refers(dw, die, attr, &to) ? dt_dw_number(dw, &to) : 0;
}

static void base_type(struct dt_dwtype *ty, Dwarf_Die *die)
{
	uint64_t encoding = constant(die, DW_AT_encoding, 0);

	ty->dw_kind = DT_DW_INTEGER;
	switch (encoding) {
	case DW_ATE_float: ty->dw_kind = DT_DW_FLOAT; break;
	case DW_ATE_complex_float: ty->dw_kind = DT_DW_COMPLEX; break;
	case DW_ATE_signed: ty->dw_signed = true; break;
	case DW_ATE_signed_char: ty->dw_signed = ty->dw_char = true; break;
	case DW_ATE_unsigned_char: ty->dw_char = true; break;
	case DW_ATE_boolean:
	case DW_ATE_unsigned:
	case DW_ATE_address:
	case DW_ATE_UTF: break;
	default: ty->dw_kind = DT_DW_OPAQUE;
	}
}

/* 0 if the number is not constant, or the array has none. */
static uint64_t dimension(Dwarf_Die *range)
{
	uint64_t n = constant(range, DW_AT_count, 0), low = constant(range, DW_AT_lower_bound, 0),
		 high = constant(range, DW_AT_upper_bound, UINT64_MAX);

	if (n == 0 && high < UINT32_MAX && high >= low)
		n = high - low + 1;
	return n < UINT32_MAX ? n : 0;
}

static void dimensions(struct dt_dwtype *ty, Dwarf_Die *die)
{
	Dwarf_Die child, next;
	bool more = dt_dw_child(die, &child);

	while (more && ty->dw_ndims < DT_DW_MAXDIMS) {
		if (dwarf_tag(&child) == DW_TAG_subrange_type ||
			dwarf_tag(&child) == DW_TAG_enumeration_type)
			ty->dw_dims[ty->dw_ndims++] = dimension(&child);
		more = dt_dw_sibling(&child, &next);
		child = next;
	}
	if (ty->dw_ndims == 0)
		ty->dw_dims[ty->dw_ndims++] = 0;
}

/* A declaration may name the unit of its own in which the type is defined. */
static void follow_signature(const struct dt_dwarf *dw, Dwarf_Die *die)
{
	Dwarf_Die to;

	if (dwarf_hasattr(die, DW_AT_signature) && dt_dw_refers(dw, die, DW_AT_signature, &to))
		*die = to;
}

static enum dt_dwkind kind_of(int tag)
{
	switch (tag) {
	case DW_TAG_pointer_type:
	case DW_TAG_reference_type:
	case DW_TAG_rvalue_reference_type: return DT_DW_POINTER;
	case DW_TAG_array_type: return DT_DW_ARRAY;
	case DW_TAG_structure_type:
	case DW_TAG_class_type: return DT_DW_STRUCT;
	case DW_TAG_union_type: return DT_DW_UNION;
	case DW_TAG_enumeration_type: return DT_DW_ENUM;
	case DW_TAG_typedef:
	case DW_TAG_atomic_type:
	case DW_TAG_restrict_type: return DT_DW_TYPEDEF;
	case DW_TAG_const_type: return DT_DW_CONST;
	case DW_TAG_volatile_type: return DT_DW_VOLATILE;
	case DW_TAG_subroutine_type:
	case DW_TAG_subprogram: return DT_DW_FUNCTION;
	case DW_TAG_ptr_to_member_type:
	case DW_TAG_unspecified_type:
	case DW_TAG_string_type:
	case DW_TAG_subrange_type:
	case DW_TAG_set_type: return DT_DW_OPAQUE;
	default: return DT_DW_VOID;
	}
}

bool dt_dwarf_type(struct dt_dwarf *dw, uint64_t number, struct dt_dwtype *ty)
{
	Dwarf_Die die;

	*ty = (struct dt_dwtype){ 0 };
	if (!dt_dw_die(dw, number, &die))
		return false;
	follow_signature(dw, &die);
	ty->dw_kind = kind_of(dwarf_tag(&die));
	if (dwarf_tag(&die) == DW_TAG_base_type)
		base_type(ty, &die);
	else if (ty->dw_kind == DT_DW_VOID)
		return false;
	ty->dw_name = dt_dw_name(&die);
	ty->dw_size = constant(&die, DW_AT_byte_size, 0);
	ty->dw_ref = reference(dw, &die, DW_AT_type);
	ty->dw_declared = dwarf_hasattr(&die, DW_AT_declaration);
	if (ty->dw_kind == DT_DW_ARRAY)
		dimensions(ty, &die);
	if (ty->dw_kind == DT_DW_ENUM)
		ty->dw_signed = true;
	return true;
}

/*
 * Members.
 */
struct children {
	struct dt_dwarf *ch_dwarf;
	bool (*ch_each)(struct children *, Dwarf_Die *); /* false: no more are wanted */
	union {
		bool (*member)(const struct dt_dwmember *, void *);
		bool (*enumerator)(const char *, int64_t, void *);
		bool (*param)(uint64_t, void *);
	} ch_fn;
	void *ch_arg;
	uint64_t ch_size; /* of the parent, bytes */
	unsigned ch_n;
};

static void children_each(struct children *ch, Dwarf_Die *parent)
{
	Dwarf_Die child, next;
	bool more = dt_dw_child(parent, &child);

	for (unsigned i = 0; more && i < DT_DW_MAXCHILDREN; i++) {
		if (!ch->ch_each(ch, &child))
			return;
		more = dt_dw_sibling(&child, &next);
		child = next;
	}
}

/* Before DWARF 4 the bits of a unit were counted from its most significant one. */
static uint64_t old_bit_offset(struct dt_dwarf *dw, Dwarf_Die *die, uint32_t bits)
{
	struct dt_dwtype ty;
	uint64_t unit = constant(die, DW_AT_byte_size, 0);

	if (unit == 0 && dt_dwarf_type(dw, reference(dw, die, DW_AT_type), &ty))
		unit = ty.dw_size;
	return unit * 8 - bits - constant(die, DW_AT_bit_offset, 0);
}

/*
 * The byte at which a member begins; before DWARF 4, an expression that adds it. UINT64_MAX if it
 * is computed otherwise: a virtual base class has no fixed place.
 */
static uint64_t member_byte(Dwarf_Die *die)
{
	Dwarf_Attribute at;
	Dwarf_Op *ops;
	uint64_t byte;
	size_t n;

	if (!dwarf_attr(die, DW_AT_data_member_location, &at))
		return 0;
	byte = constant(die, DW_AT_data_member_location, UINT64_MAX);
	if (byte != UINT64_MAX)
		return byte;
	return dwarf_getlocation(&at, &ops, &n) == 0 && n == 1 && ops[0].atom == DW_OP_plus_uconst ?
		ops[0].number :
		UINT64_MAX;
}

static bool member_each(struct children *ch, Dwarf_Die *die)
{
	int tag = dwarf_tag(die);
	uint64_t bits = constant(die, DW_AT_bit_size, 0), byte = member_byte(die), bit;
	struct dt_dwmember dm;

	if ((tag != DW_TAG_member && tag != DW_TAG_inheritance) ||
		dwarf_hasattr(die, DW_AT_external) || dwarf_hasattr(die, DW_AT_declaration) ||
		bits > 64)
		return true; /* functions, types; static members */
	if (byte > ch->ch_size)
		return true;
	bit = constant(die, DW_AT_data_bit_offset, UINT64_MAX);
	if (bit == UINT64_MAX)
		bit = byte * 8 +
			(dwarf_hasattr(die, DW_AT_bit_offset) ?
					old_bit_offset(ch->ch_dwarf, die, (uint32_t)bits) :
					0);
	if (bit > ch->ch_size * 8)
		return true;
	dm = (struct dt_dwmember){ .dm_name = tag == DW_TAG_member ? dt_dw_name(die) : NULL,
		.dm_type = reference(ch->ch_dwarf, die, DW_AT_type),
		.dm_bitoff = bit,
		.dm_bits = (uint32_t)bits };
	return ch->ch_fn.member(&dm, ch->ch_arg);
}

void dt_dwarf_members(struct dt_dwarf *dw, uint64_t number,
	bool (*fn)(const struct dt_dwmember *, void *), void *arg)
{
	struct children ch = { .ch_dwarf = dw,
		.ch_each = member_each,
		.ch_fn.member = fn,
		.ch_arg = arg };
	Dwarf_Die die;

	if (!dt_dw_die(dw, number, &die))
		return;
	follow_signature(dw, &die);
	ch.ch_size = constant(&die, DW_AT_byte_size, 0);
	children_each(&ch, &die);
}

static bool enumerator_each(struct children *ch, Dwarf_Die *die)
{
	const char *name = dwarf_tag(die) == DW_TAG_enumerator ? dt_dw_name(die) : NULL;
	Dwarf_Attribute at;
	Dwarf_Sword v;

	if (!name || !dwarf_attr(die, DW_AT_const_value, &at) || dwarf_formsdata(&at, &v) != 0)
		return true;
	return ch->ch_fn.enumerator(name, v, ch->ch_arg);
}

void dt_dwarf_enumerators(struct dt_dwarf *dw, uint64_t number,
	bool (*fn)(const char *, int64_t, void *), void *arg)
{
	struct children ch = { .ch_dwarf = dw,
		.ch_each = enumerator_each,
		.ch_fn.enumerator = fn,
		.ch_arg = arg };
	Dwarf_Die die;

	if (!dt_dw_die(dw, number, &die))
		return;
	follow_signature(dw, &die);
	children_each(&ch, &die);
}

/*
 * Parameters.
 */
static bool param_each(struct children *ch, Dwarf_Die *die)
{
	if (dwarf_tag(die) != DW_TAG_formal_parameter)
		return true;
	ch->ch_n++;
	return ch->ch_fn.param(reference(ch->ch_dwarf, die, DW_AT_type), ch->ch_arg);
}

void dt_dwarf_params(struct dt_dwarf *dw, uint64_t number, bool (*fn)(uint64_t type, void *),
	void *arg)
{
	struct children ch = { .ch_dwarf = dw,
		.ch_each = param_each,
		.ch_fn.param = fn,
		.ch_arg = arg };
	Dwarf_Attribute at;
	Dwarf_Die die, origin;

	if (!dt_dw_die(dw, number, &die))
		return;
	children_each(&ch, &die);
	/* a copy of a function may leave out what its original has */
	if (ch.ch_n == 0 && dwarf_attr(&die, DW_AT_abstract_origin, &at) &&
		dwarf_formref_die(&at, &origin))
		children_each(&ch, &origin);
}
