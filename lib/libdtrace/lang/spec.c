/* Declaration specifiers and declarators, up to a type. */
#include <string.h>
#include "basetype.h"
#include "parse.h"

struct dt_spec *dt_spec_new(struct dt_lang *la, const struct dt_loc *loc)
{
	struct dt_spec *sp = dt_lang_alloc(la, sizeof(*sp));

	sp->sp_loc = *loc;
	return sp;
}

void dt_spec_class(struct dt_lang *la, struct dt_spec *sp, int sclass, const struct dt_loc *loc)
{
	if (sp->sp_class != 0)
		dt_lang_error(la, loc, D_DECL_CLASS,
			"only one storage class allowed in declaration");
	sp->sp_class = sclass;
}

void dt_spec_word(struct dt_lang *la, struct dt_spec *sp, unsigned word, const struct dt_loc *loc)
{
	if (dt_basetype_add(&sp->sp_words, word) != 0)
		dt_lang_error(la, loc, D_DECL_COMBO, "invalid type combination");
}

void dt_spec_type(struct dt_lang *la, struct dt_spec *sp, const struct dt_type *type,
	const struct dt_loc *loc)
{
	if (sp->sp_type)
		dt_lang_error(la, loc, D_DECL_COMBO, "invalid type combination");
	sp->sp_type = type;
}

void dt_spec_qualifier(struct dt_spec *sp, enum dt_tkind q)
{
	sp->sp_const |= q == TY_CONST;
	sp->sp_volatile |= q == TY_VOLATILE;
	sp->sp_restrict |= q == TY_RESTRICT;
	sp->sp_userland |= q == TY_POINTER;
}

static void check_words(struct dt_lang *la, const struct dt_spec *sp)
{
	unsigned w = sp->sp_words;
	bool sign = w & (BT_SIGNED | BT_UNSIGNED), length = w & (BT_SHORT | BT_LONG);
	bool other = sp->sp_type != NULL;

	if ((w & BT_CHAR) && length)
		dt_lang_error(la, &sp->sp_loc, D_DECL_CHARATTR,
			"invalid type declaration: short or long char");
	if ((w & BT_VOID) && (sign || length))
		dt_lang_error(la, &sp->sp_loc, D_DECL_VOIDATTR,
			"invalid type declaration: attributes may not be "
			"used with void type");
	if (sign && (other || (w & (BT_FLOAT | BT_DOUBLE))))
		dt_lang_error(la, &sp->sp_loc, D_DECL_SIGNINT,
			"invalid type declaration: signed and unsigned may "
			"only be used with integer type");
	if ((w & BT_LONG) && (other || (w & BT_FLOAT)))
		dt_lang_error(la, &sp->sp_loc, D_DECL_LONGINT,
			"invalid type declaration: long may only be used with "
			"integer or double type");
	if (other && w != 0)
		dt_lang_error(la, &sp->sp_loc, D_DECL_COMBO, "invalid type combination");
}

const struct dt_type *dt_spec_base(struct dt_lang *la, struct dt_spec *sp)
{
	const struct dt_type *ty = sp->sp_type;
	const char *name;

	check_words(la, sp);
	if (!ty && sp->sp_words == 0) {
		if (sp->sp_class != SP_CLASS_SELF && sp->sp_class != SP_CLASS_THIS)
			dt_lang_error(la, &sp->sp_loc, D_SYNTAX, "declaration names no type");
		ty = dt_types_lookup_typedef(la->la_types, "int");
	}
	if (!ty) {
		name = dt_basetype_name(sp->sp_words);
		if (!name)
			dt_lang_error(la, &sp->sp_loc, D_DECL_COMBO, "invalid type combination");
		ty = dt_types_lookup_typedef(la->la_types, name);
	}
	if (sp->sp_const)
		ty = dt_type_qualified(la->la_types, ty, TY_CONST);
	if (sp->sp_volatile)
		ty = dt_type_qualified(la->la_types, ty, TY_VOLATILE);
	return ty;
}

/* Declarators. */

struct dt_declr *dt_declr_new(struct dt_lang *la, const char *name, const struct dt_loc *loc)
{
	struct dt_declr *de = dt_lang_alloc(la, sizeof(*de));

	de->de_name = name;
	de->de_loc = *loc;
	return de;
}

struct dt_mod *dt_mod_new(struct dt_lang *la, enum dt_modkind kind, const struct dt_loc *loc)
{
	struct dt_mod *md = dt_lang_alloc(la, sizeof(*md));

	md->md_kind = kind;
	if (loc)
		md->md_loc = *loc;
	return md;
}

struct dt_mod *dt_mod_array(struct dt_lang *la, struct dt_node *dim, const struct dt_loc *loc)
{
	struct dt_mod *md = dt_mod_new(la, MOD_ARRAY, loc);
	int64_t n;
	bool constant = dt_const_eval(la, dim, &n, NULL), header = dt_in_header(la);

	if (!constant && header)
		n = 0; /* a parameter of variable length */
	else if (!constant || n < !header)
		dt_lang_error(la, loc, D_DECL_ARRSUB,
			"positive integral constant expression or tuple signature "
			"expected as array declaration subscript");
	if (n > UINT32_MAX)
		dt_lang_error(la, loc, D_DECL_ARRBIG, "array dimension is too big");
	md->md_n = (uint64_t)n;
	md->md_open = n == 0;
	return md;
}

struct dt_declr *dt_declr_add(struct dt_lang *la, struct dt_declr *de, struct dt_mod *md)
{
	(void)la;
	if (de->de_last)
		de->de_last->md_next = md;
	else
		de->de_mods = md;
	while (md->md_next)
		md = md->md_next;
	de->de_last = md;
	return de;
}

#define MAX_SIZE ((uint64_t)1 << 40)

static const struct dt_type *make_pointer(struct dt_lang *la, const struct dt_spec *sp,
	const struct dt_mod *md, const struct dt_type *to)
{
	const struct dt_type *ty = dt_type_pointer(la->la_types, to);

	if (md->md_userland || sp->sp_userland || dt_type_is_process(to))
		ty = dt_type_userland(la->la_types, ty);
	if (md->md_const)
		ty = dt_type_qualified(la->la_types, ty, TY_CONST);
	if (md->md_volatile)
		ty = dt_type_qualified(la->la_types, ty, TY_VOLATILE);
	return ty;
}

static const struct dt_type *make_array(struct dt_lang *la, const struct dt_mod *md,
	const struct dt_type *elem)
{
	const struct dt_type *el = dt_type_resolve(elem);
	uint64_t size = dt_type_size(la->la_types, elem);

	if (el->ty_kind == TY_VOID)
		dt_lang_error(la, &md->md_loc, D_DECL_VOIDOBJ, "cannot declare array of void");
	if (el->ty_kind == TY_FUNCTION)
		dt_lang_error(la, &md->md_loc, D_DECL_COMBO, "cannot declare array of functions");
	if (el->ty_kind == TY_ARRAY && el->ty_nelems == 0)
		dt_lang_error(la, &md->md_loc, D_DECL_ARRNULL,
			"array declaration requires array dimension or tuple "
			"signature");
	if (el->ty_kind == TY_FORWARD)
		dt_lang_error(la, &md->md_loc, D_DECL_INCOMPLETE,
			"cannot declare array of incomplete type");
	if (size != 0 && md->md_n > MAX_SIZE / size)
		dt_lang_error(la, &md->md_loc, D_DECL_ARRBIG, "array is too big");
	return dt_type_array(la->la_types, elem, md->md_n);
}

static const struct dt_type *make_function(struct dt_lang *la, const struct dt_mod *md,
	const struct dt_type *ret)
{
	const struct dt_type *r = dt_type_resolve(ret);
	struct dt_plist *pl = md->md_params;

	if (r->ty_kind == TY_FUNCTION || r->ty_kind == TY_ARRAY)
		dt_lang_error(la, &md->md_loc, D_DECL_COMBO,
			"function cannot return a function or an array");
	dt_check_params(la, pl, "function",
		DP_ANON | DP_VOID | DP_VARARGS | (dt_in_header(la) ? DP_ANY : 0));
	return dt_type_function(la->la_types, ret, !pl ? NULL : pl->pl_params,
		pl && pl->pl_varargs);
}

/* The type of the declared identifier, without key types: they go to *keys, if keys are allowed. */
const struct dt_type *dt_declr_type(struct dt_lang *la, struct dt_spec *sp, struct dt_declr *de,
	struct dt_plist **keys)
{
	const struct dt_type *ty = dt_spec_base(la, sp);
	struct dt_mod *mods[DT_TYPE_MAXDEPTH], *md;
	int n = 0;

	for (md = !de ? NULL : de->de_mods; md; md = md->md_next) {
		if (n == DT_TYPE_MAXDEPTH)
			dt_lang_error(la, &sp->sp_loc, D_DECL_COMBO, "type is derived too deeply");
		mods[n++] = md;
	}
	while (n-- > 0) {
		md = mods[n];
		if (md->md_kind == MOD_KEYS && (n > 0 || !keys))
			dt_lang_error(la, &md->md_loc, D_DECL_DYNOBJ,
				"cannot declare an object of associative arrays");
		if (md->md_kind == MOD_POINTER)
			ty = make_pointer(la, sp, md, ty);
		else if (md->md_kind == MOD_ARRAY)
			ty = make_array(la, md, ty);
		else if (md->md_kind == MOD_FUNCTION)
			ty = make_function(la, md, ty);
		else
			*keys = md->md_params;
		if (ty->ty_depth > DT_TYPE_MAXDEPTH)
			dt_lang_error(la, &sp->sp_loc, D_DECL_COMBO, "type is derived too deeply");
	}
	return ty;
}

/* Parameters. */

struct dt_plist *dt_plist_add(struct dt_lang *la, struct dt_plist *pl, struct dt_spec *sp,
	struct dt_declr *de, const struct dt_loc *loc)
{
	struct dt_param *p;

	if (!pl) {
		pl = dt_lang_alloc(la, sizeof(*pl));
		pl->pl_loc = *loc;
	}
	if (!sp)
		return pl;
	if (sp->sp_class != 0)
		dt_lang_error(la, loc, D_DECL_PARMCLASS,
			"inappropriate storage class for function or associative "
			"array parameter");
	p = dt_types_alloc(la->la_types, sizeof(*p));
	p->pr_type = dt_declr_type(la, sp, de, NULL);
	if (p->pr_type->ty_kind == TY_ARRAY && p->pr_type->ty_nelems == 0)
		p->pr_type = dt_type_pointer(la->la_types, p->pr_type->ty_ref);
	if (de)
		p->pr_name = dt_types_strdup(la->la_types, de->de_name);
	if (pl->pl_last)
		pl->pl_last->pr_next = p;
	else
		pl->pl_params = p;
	pl->pl_last = p;
	pl->pl_n++;
	return pl;
}

static void check_param(struct dt_lang *la, struct dt_plist *pl, const struct dt_param *p,
	unsigned i, const char *what, unsigned flags)
{
	const struct dt_type *ty = dt_type_resolve(p->pr_type);

	if (ty->ty_kind == TY_VOID && (flags & DP_KEYS))
		dt_lang_error(la, &pl->pl_loc, D_DECL_PROTO_TYPE, "%s prototype may not use void",
			what);
	if (ty->ty_kind == TY_VOID) {
		if (p->pr_name)
			dt_lang_error(la, &pl->pl_loc, D_DECL_PROTO_NAME,
				"%s prototype: a void parameter may not have "
				"a name",
				what);
		dt_lang_error(la, &pl->pl_loc,
			pl->pl_n == 1 ? D_DECL_PROTO_FORM : D_DECL_PROTO_VOID,
			"%s prototype may not use void%s", what,
			pl->pl_n == 1 ? "" : " among other parameters");
	}
	if (ty->ty_kind == TY_DYN || ty->ty_kind == TY_FUNCTION || ty->ty_kind == TY_STACK ||
		ty->ty_kind == TY_SYMADDR || ty->ty_kind == TY_USYMADDR ||
		ty->ty_kind == TY_FORWARD)
		dt_lang_error(la, &pl->pl_loc, D_DECL_PROTO_TYPE,
			"%s prototype parameter #%u is of a type that may "
			"not be used",
			what, i);
	if (!p->pr_name && !(flags & DP_ANON))
		dt_lang_error(la, &pl->pl_loc, D_DECL_PROTO_NAME,
			"%s prototype needs a name for parameter #%u", what, i);
}

unsigned dt_check_params(struct dt_lang *la, struct dt_plist *pl, const char *what, unsigned flags)
{
	struct dt_param *p;
	unsigned i = 0;

	if (!pl)
		return 0;
	if (pl->pl_varargs && !(flags & DP_VARARGS))
		dt_lang_error(la, &pl->pl_loc, D_DECL_PROTO_VARARGS,
			"%s prototype may not use a variable-length "
			"argument list",
			what);
	p = pl->pl_params;
	if (p && !p->pr_next && !p->pr_name && dt_type_is_void(p->pr_type) && (flags & DP_VOID)) {
		pl->pl_params = pl->pl_last = NULL;
		return pl->pl_n = 0;
	}
	for (; p && !(flags & DP_ANY); p = p->pr_next)
		check_param(la, pl, p, ++i, what, flags);
	return pl->pl_n;
}

const struct dt_type *dt_decl_type(struct dt_lang *la, struct dt_spec *sp, struct dt_declr *de)
{
	if (sp->sp_class != 0)
		dt_lang_error(la, &sp->sp_loc, D_DECL_BADCLASS,
			"a type name may not have a storage class");
	return dt_declr_type(la, sp, de, NULL);
}
