/* Declarations: variables, typedefs, structures, unions, enumerations. */
#include <string.h>
#include "parse.h"

/* `` D`name `` names a type of the program; types can't be defined in other scopes. */
static const char *local_tag(struct dt_lang *la, const char *tag, const struct dt_loc *loc)
{
	const char *tick = strrchr(tag, '`');

	if (!tick)
		return tag;
	if (tick != tag + 1 || (*tag != 'D' && *tag != 'C'))
		dt_lang_error(la, loc, D_SYNTAX, "a type may not be defined in the scope of %s",
			tag);
	return tick + 1;
}

const struct dt_type *dt_decl_tag(struct dt_lang *la, enum dt_tkind kind, const char *tag,
	const struct dt_loc *loc)
{
	const struct dt_type *ty;
	const char *why;

	if (!dt_types_is_process(tag))
		return dt_types_forward(la->la_types, kind, local_tag(la, tag, loc));
	ty = dt_types_of_process(la->la_types, kind, tag, &why);
	if (!ty)
		dt_lang_error(la, loc, D_SYM_NOTYPES, "no %s %s is known: %s",
			kind == TY_STRUCT	 ? "struct" :
				kind == TY_UNION ? "union" :
						   "enum",
			tag, why);
	return ty;
}

const struct dt_type *dt_decl_typename(struct dt_lang *la, const char *name,
	const struct dt_loc *loc)
{
	const char *why;
	const struct dt_type *ty = dt_types_is_process(name) ?
		dt_types_of_process(la->la_types, TY_TYPEDEF, name, &why) :
		dt_types_in_text(la->la_types, name);

	if (!ty)
		dt_lang_error(la, loc, D_SYNTAX, "unknown type %s", name);
	return ty;
}

void dt_decl_free(struct dt_lang *la, const char *name, const struct dt_loc *loc)
{
	const struct dt_ident *id = dt_ident_lookup(la->la_globals, name);
	bool ours = id && la->la_context != CTX_LIBRARY && (id->id_flags & IDF_LIBRARY) &&
		(id->id_kind == ID_INLINE || id->id_kind == ID_ENUM);

	if (id && !ours)
		dt_lang_error(la, loc, D_DECL_IDRED, "identifier redeclared: %s", name);
}

/* Structures, unions, enumerations. */

struct dt_type *dt_decl_open(struct dt_lang *la, enum dt_tkind kind, const char *tag,
	const struct dt_loc *loc)
{
	const struct dt_type *old;

	if (tag) {
		tag = local_tag(la, tag, loc);
		old = dt_types_forward(la->la_types, kind, tag);
		if (old->ty_kind != TY_FORWARD)
			dt_lang_error(la, loc, D_DECL_TYPERED, "type redeclared: %s", tag);
	}
	return dt_type_new(la->la_types, kind, tag);
}

static unsigned bit_width(struct dt_lang *la, const struct dt_type *ty, struct dt_declr *de)
{
	int64_t n;

	if (!de->de_bits)
		return 0;
	if (!dt_type_is_integer(ty))
		dt_lang_error(la, &de->de_loc, D_DECL_BFTYPE, "invalid type for bit-field");
	if (!dt_const_eval(la, de->de_bits, &n, NULL) || n < 0 ||
		(n == 0 && (de->de_name || !dt_in_header(la))))
		dt_lang_error(la, &de->de_loc, D_DECL_BFCONST,
			"positive integral constant expression expected as "
			"bit-field size");
	if ((uint64_t)n > dt_type_size(la->la_types, ty) * 8)
		dt_lang_error(la, &de->de_loc, D_DECL_BFSIZE, "bit-field too big for type");
	return (unsigned)n;
}

static void check_object(struct dt_lang *la, const struct dt_type *ty, const char *what,
	const char *name, const struct dt_loc *loc)
{
	const struct dt_type *r = dt_type_resolve(ty);
	bool is_member = strcmp(what, "member") == 0;

	if (r->ty_kind == TY_VOID)
		dt_lang_error(la, loc, D_DECL_VOIDOBJ, "cannot declare void %s: %s", what, name);
	if (r->ty_kind == TY_FORWARD)
		dt_lang_error(la, loc, D_DECL_INCOMPLETE, "incomplete struct/union/enum type: %s",
			name);
	if (r->ty_kind == TY_ARRAY && r->ty_nelems == 0 && !(is_member && dt_in_header(la)))
		dt_lang_error(la, loc, D_DECL_ARRNULL,
			"array declaration requires array dimension or tuple "
			"signature: %s",
			name);
}

#define MAX_SOU ((uint64_t)1 << 43) /* bits; so that no offset overflows */

static bool is_text(const struct dt_type *ty)
{
	const struct dt_type *to = ty->ty_kind == TY_POINTER ? dt_type_resolve(ty->ty_ref) : NULL;

	return to && to->ty_kind == TY_INTEGER && to->ty_char;
}

static void add_member(struct dt_lang *la, struct dt_type *sou, const struct dt_type *ty,
	struct dt_declr *de)
{
	const char *name = !de->de_name ? "<unnamed>" : de->de_name;
	unsigned bits = bit_width(la, ty, de);

	check_object(la, ty, "member", name, &de->de_loc);
	if (dt_type_resolve(ty)->ty_kind == TY_FUNCTION)
		dt_lang_error(la, &de->de_loc, D_DECL_VOIDOBJ,
			"cannot declare a function as a member: %s", name);
	if (de->de_name && dt_type_member(sou, de->de_name, NULL))
		dt_lang_error(la, &de->de_loc, D_DECL_IDRED, "member redeclared: %s", name);
	if (ty->ty_depth >= DT_TYPE_MAXDEPTH)
		dt_lang_error(la, &de->de_loc, D_DECL_COMBO, "structures are nested too deeply");
	if (de->de_align)
		dt_type_align_next(sou, de->de_align, false);
	if (de->de_bits && bits == 0)
		dt_type_align_next(sou, dt_type_size(la->la_types, ty), true);
	else if (la->la_records && is_text(ty))
		dt_type_add_text(la->la_types, sou, de->de_name);
	else
		dt_type_add_member(la->la_types, sou, de->de_name, ty, bits);
	if (de->de_align)
		sou->ty_u.members->mb_align = (uint16_t)de->de_align;
	if (sou->ty_size > MAX_SOU)
		dt_lang_error(la, &de->de_loc, D_DECL_ARRBIG, "structure is too big");
}

void dt_decl_members(struct dt_lang *la, struct dt_type *sou, struct dt_spec *sp,
	struct dt_declr *list)
{
	const struct dt_type *ty;
	struct dt_declr anon;

	if (sp->sp_class != 0)
		dt_lang_error(la, &sp->sp_loc, D_SYNTAX, "a member may not have a storage class");
	if (!list) {
		ty = dt_spec_base(la, sp);
		if (sp->sp_defines && dt_in_header(la) && dt_type_resolve(ty)->ty_name)
			return; /* a tag that is declared here */
		if (!dt_type_is_sou(ty) || dt_type_resolve(ty)->ty_name)
			dt_lang_error(la, &sp->sp_loc, D_DECL_MNAME,
				"member declaration requires a name");
		anon = (struct dt_declr){ .de_loc = sp->sp_loc };
		add_member(la, sou, ty, &anon);
	}
	for (; list; list = list->de_next)
		add_member(la, sou, dt_declr_type(la, sp, list, NULL), list);
}

/* GNU C has enumerators that fit no int. */
static const struct dt_type *wide_type(struct dt_lang *la, int64_t v)
{
	return dt_types_lookup_typedef(la->la_types,
		v < 0			? "long" :
			v <= UINT32_MAX ? "unsigned int" :
					  "unsigned long");
}

static void widen_enum(struct dt_type *en)
{
	for (const struct dt_enumval *ev = en->ty_u.enums; ev; ev = ev->ev_next)
		if (ev->ev_value < INT32_MIN || ev->ev_value > UINT32_MAX)
			en->ty_size = en->ty_align = 8;
}

void dt_decl_enumerator(struct dt_lang *la, struct dt_type *en, const char *name,
	struct dt_node *node, const struct dt_loc *loc)
{
	struct dt_enumval *ev = dt_types_alloc(la->la_types, sizeof(*ev));
	int64_t v = !en->ty_u.enums ? 0 : (int64_t)((uint64_t)en->ty_u.enums->ev_value + 1);
	const struct dt_type *of = NULL;
	struct dt_ident *id;

	if (node && !dt_const_eval(la, node, &v, &of))
		dt_lang_error(la, &node->dn_loc, D_DECL_ENCONST,
			"enumerator '%s' must be assigned to an integral "
			"constant expression",
			name);
	if (of && dt_in_header(la))
		v = dt_const_convert(v, of); /* ~0u has 32 bits in C */
	if ((v < INT32_MIN || v > INT32_MAX) && !dt_in_header(la))
		dt_lang_error(la, loc, D_DECL_ENOFLOW, "enumerator '%s' value overflows int", name);
	dt_decl_free(la, name, loc);
	id = dt_ident_insert(la->la_globals, name, ID_ENUM);
	id->id_type = v >= INT32_MIN && v <= INT32_MAX ? en : wide_type(la, v);
	id->id_value = (uint64_t)v;
	id->id_seq = la->la_seq;
	id->id_flags = IDF_WRITTEN | IDF_DECLARED |
		(la->la_context == CTX_LIBRARY ? IDF_LIBRARY : 0);
	dt_pragma_apply(la, id);
	ev->ev_name = id->id_name;
	ev->ev_value = v;
	ev->ev_next = en->ty_u.enums; /* in reverse order, until the list is closed */
	en->ty_u.enums = ev;
}

const struct dt_type *dt_decl_close(struct dt_lang *la, struct dt_type *ty, struct dt_attrs at,
	const struct dt_loc *loc)
{
	const struct dt_type *now = ty;
	struct dt_enumval *ev, *next;

	if (ty->ty_kind == TY_ENUM) {
		ev = ty->ty_u.enums;
		for (ty->ty_u.enums = NULL; ev; ev = next) {
			next = ev->ev_next;
			ev->ev_next = ty->ty_u.enums;
			ty->ty_u.enums = ev;
		}
		widen_enum(ty);
	} else {
		dt_type_finish_sou(la->la_types, ty,
			at.at_packed	     ? 1 :
				la->la_parse ? la->la_parse->ps_pack :
					       0,
			at.at_aligned);
	}
	if (ty->ty_name)
		now = dt_types_define_tag(la->la_types, ty);
	if (!now)
		dt_lang_error(la, loc, D_DECL_TYPERED, "type redeclared: %s", ty->ty_name);
	return now;
}

/* Names. */

static bool same_keys(const struct dt_param *a, const struct dt_param *b)
{
	for (; a && b; a = a->pr_next, b = b->pr_next)
		if (!dt_type_same(a->pr_type, b->pr_type))
			return false;
	return a == b;
}

static void redeclare(struct dt_lang *la, struct dt_ident *id, const struct dt_type *ty,
	struct dt_plist *keys, const struct dt_loc *loc)
{
	enum dt_idkind kind = !keys ? ID_SCALAR : ID_ASSOC;

	if (id->id_kind != kind || (id->id_type && !dt_type_same(id->id_type, ty)) ||
		(keys && id->id_keysfixed && !same_keys(id->id_keys, keys->pl_params)))
		dt_lang_error(la, loc, D_DECL_IDRED, "identifier redeclared: %s", id->id_name);
}

/* The values of stack() and sym() exist in records only. */
static void check_kept(struct dt_lang *la, const struct dt_type *ty, const struct dt_declr *de)
{
	enum dt_tkind kind = dt_type_resolve(ty)->ty_kind;

	if (kind == TY_STACK || kind == TY_SYMADDR || kind == TY_USYMADDR || kind == TY_DYN)
		dt_lang_error(la, &de->de_loc, D_VAR_UNSUP,
			"variable %s may not be of this type: its values can only be recorded",
			de->de_name);
}

static void declare_variable(struct dt_lang *la, enum dt_scope scope, struct dt_declr *de,
	const struct dt_type *ty, struct dt_plist *keys)
{
	struct dt_idtab *tab = scope == SC_SELF ? la->la_self :
		scope == SC_THIS		? la->la_this :
						  la->la_globals;
	struct dt_ident *id = dt_ident_lookup(tab, de->de_name);

	if (keys && scope == SC_THIS)
		dt_lang_error(la, &de->de_loc, D_DECL_LOCASSC,
			"cannot declare associative array as clause-local "
			"variable: %s",
			de->de_name);
	if (keys)
		dt_check_params(la, keys, "associative array", DP_ANON | DP_KEYS);
	check_object(la, ty, "variable", de->de_name, &de->de_loc);
	check_kept(la, ty, de);
	if (id)
		redeclare(la, id, ty, keys, &de->de_loc);
	else
		id = dt_lang_newvar(la, &de->de_loc, scope, de->de_name,
			!keys ? ID_SCALAR : ID_ASSOC);
	id->id_type = ty;
	id->id_flags |= IDF_DECLARED | IDF_WRITTEN;
	if (keys) {
		id->id_keys = keys->pl_params;
		id->id_nkeys = keys->pl_n;
		id->id_keysfixed = true;
	}
}

/* The type of a symbol that is defined elsewhere. */
static void declare_extern(struct dt_lang *la, struct dt_declr *de, const struct dt_type *ty,
	struct dt_plist *keys)
{
	struct dt_ident *id = dt_ident_lookup(la->la_globals, de->de_name);

	if (keys)
		dt_lang_error(la, &de->de_loc, D_DECL_DYNOBJ,
			"an external symbol may not be an associative array: %s", de->de_name);
	if (id && id->id_type && !dt_type_same(id->id_type, ty))
		dt_lang_error(la, &de->de_loc, D_DECL_IDRED, "identifier redeclared: %s",
			de->de_name);
	if (id)
		return;
	id = dt_ident_insert(la->la_globals, de->de_name, ID_SYMBOL);
	id->id_type = ty;
	id->id_flags = IDF_DECLARED;
	id->id_seq = de->de_loc.lo_seq;
}

static void declare_one(struct dt_lang *la, struct dt_spec *sp, struct dt_declr *de)
{
	struct dt_plist *keys = NULL;
	bool is_typedef = sp->sp_class == SP_CLASS_TYPEDEF;
	const struct dt_type *ty = dt_declr_type(la, sp, de, is_typedef ? NULL : &keys);

	if (is_typedef) {
		if (dt_types_define_typedef(la->la_types, de->de_name, ty, dt_in_header(la)) != 0)
			dt_lang_error(la, &de->de_loc, D_DECL_IDRED, "type redeclared: %s",
				de->de_name);
		return;
	}
	if (dt_type_resolve(ty)->ty_kind == TY_FUNCTION && !keys) {
		if (sp->sp_class != 0 && sp->sp_class != SP_CLASS_EXTERN)
			dt_lang_error(la, &de->de_loc, D_DECL_BADCLASS,
				"invalid storage class for function: %s", de->de_name);
		return; /* a prototype creates nothing */
	}
	if (sp->sp_class == SP_CLASS_EXTERN) {
		declare_extern(la, de, ty, keys);
		return;
	}
	declare_variable(la,
		sp->sp_class == SP_CLASS_SELF	      ? SC_SELF :
			sp->sp_class == SP_CLASS_THIS ? SC_THIS :
							SC_GLOBAL,
		de, ty, keys);
}

static void check_class(struct dt_lang *la, const struct dt_spec *sp)
{
	if (sp->sp_class == SP_CLASS_BAD)
		dt_lang_error(la, &sp->sp_loc, D_DECL_BADCLASS,
			"specified storage class not appropriate in D");
}

void dt_decl_declare(struct dt_lang *la, struct dt_spec *sp, struct dt_declr *list)
{
	check_class(la, sp);
	if (sp->sp_class == SP_CLASS_EXTERN && dt_in_header(la))
		return; /* an object of a C program */
	for (; list; list = list->de_next)
		declare_one(la, sp, list);
}

void dt_decl_useless(struct dt_lang *la, struct dt_spec *sp)
{
	check_class(la, sp);
	dt_spec_base(la, sp);
	if (!sp->sp_defines || sp->sp_class != 0)
		dt_lang_error(la, &sp->sp_loc, D_DECL_USELESS, "useless declaration");
}
