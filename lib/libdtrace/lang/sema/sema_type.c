/* Which types go together. */
#include <stdio.h>
#include <string.h>
#include "sema.h"

const struct dt_attr dt_attr_stable = { DT_STAB_STABLE, DT_STAB_STABLE, DT_CLASS_COMMON };

struct dt_attr dt_attr_min(struct dt_attr a, struct dt_attr b)
{
	return (struct dt_attr){
		a.at_name < b.at_name ? a.at_name : b.at_name,
		a.at_data < b.at_data ? a.at_data : b.at_data,
		a.at_class < b.at_class ? a.at_class : b.at_class,
	};
}

const struct dt_type *dt_sema_strip(const struct dt_type *t)
{
	while (t &&
		(t->ty_kind == TY_CONST || t->ty_kind == TY_VOLATILE || t->ty_kind == TY_RESTRICT))
		t = t->ty_ref;
	return t;
}

bool dt_sema_is_signed(const struct dt_type *t)
{
	const struct dt_type *r = dt_type_resolve(t);

	return r->ty_kind == TY_ENUM || (r->ty_kind == TY_INTEGER && r->ty_signed);
}

bool dt_sema_is_const(const struct dt_node *n)
{
	return n->dn_kind == DN_INT && dt_type_is_integer(n->dn_type);
}

bool dt_sema_is_zero(const struct dt_node *n)
{
	return dt_sema_is_const(n) && n->dn_value == 0;
}

bool dt_sema_is_dyn(const struct dt_node *n)
{
	return n->dn_kind == DN_XLATE;
}

bool dt_sema_is_string(const struct dt_node *n)
{
	return !dt_sema_is_dyn(n) && dt_type_is_string(n->dn_type);
}

bool dt_sema_is_strcompat(const struct dt_node *n)
{
	return !dt_sema_is_dyn(n) && dt_type_is_strcompat(n->dn_type);
}

static unsigned rank_of(const struct dt_type *r)
{
	return (unsigned)r->ty_size * 8 + (r->ty_kind == TY_INTEGER && !r->ty_signed);
}

/* The common integer type of two operands: the one of higher rank; enums are int. */
const struct dt_type *dt_sema_promote(struct dt_lang *la, const struct dt_type *l,
	const struct dt_type *r)
{
	const struct dt_type *lr = dt_type_resolve(l), *rr = dt_type_resolve(r);
	const struct dt_type *win = rank_of(rr) > rank_of(lr) ? r : l;

	if (dt_type_resolve(win)->ty_kind == TY_ENUM)
		return dt_sema_state(la)->se_int;
	return dt_sema_strip(win);
}

const struct dt_type *dt_sema_pointee(struct dt_lang *la, const struct dt_type *t)
{
	const struct dt_type *r = dt_type_resolve(t);

	if (r->ty_kind == TY_STRING)
		return dt_sema_state(la)->se_char;
	return r->ty_kind == TY_POINTER || r->ty_kind == TY_ARRAY ? r->ty_ref : NULL;
}

const struct dt_type *dt_sema_pointer(struct dt_lang *la, const struct dt_type *to,
	const struct dt_node *n)
{
	const struct dt_type *ty = dt_type_pointer(la->la_types, to);

	return n->dn_flags & DNF_USERLAND ? dt_type_userland(la->la_types, ty) : ty;
}

static bool is_userland(const struct dt_type *t)
{
	return dt_type_resolve(t)->ty_userland;
}

bool dt_sema_ptr_compat(const struct dt_type *a, const struct dt_type *b)
{
	if (!dt_type_is_pointer(a) || !dt_type_is_pointer(b) || is_userland(a) != is_userland(b))
		return false;
	const struct dt_type *pa = dt_type_resolve(dt_type_resolve(a)->ty_ref);
	const struct dt_type *pb = dt_type_resolve(dt_type_resolve(b)->ty_ref);
	if (dt_type_is_void(pa) || dt_type_is_void(pb))
		return true;
	if (dt_type_is_pointer(pa) && dt_type_is_pointer(pb))
		return dt_sema_ptr_compat(pa, pb);
	return dt_type_same(pa, pb) || dt_type_same_object(pa, pb);
}

static bool is_float(const struct dt_type *t)
{
	return dt_type_is_float(t);
}

bool dt_sema_assignable(struct dt_lang *la, const struct dt_type *to, const struct dt_node *from)
{
	const struct dt_type *ft = from->dn_type;

	if (dt_type_resolve(ft)->ty_kind == TY_ARRAY && (from->dn_flags & DNF_USERLAND))
		ft = dt_sema_pointer(la, dt_type_resolve(ft)->ty_ref, from);
	if (dt_sema_is_dyn(from))
		return dt_type_same(dt_type_resolve(to), dt_type_resolve(from->dn_dtype));
	if (dt_type_is_integer(to))
		return dt_type_is_integer(ft);
	if (is_float(to))
		return is_float(ft) && dt_type_resolve(to)->ty_size == dt_type_resolve(ft)->ty_size;
	if (dt_type_is_string(to) || dt_type_is_pointer(to)) {
		if (dt_sema_is_zero(from))
			return true;
		if (dt_type_is_strcompat(to) && dt_type_is_strcompat(ft) &&
			(dt_type_is_string(to) || dt_type_is_string(ft)))
			return true;
		return dt_sema_ptr_compat(to, ft);
	}
	return dt_type_same(dt_type_resolve(to), dt_type_resolve(ft));
}

/*
 * Arguments and keys follow the rules of assignment; besides, an address may be passed as an
 * integer, and a string as a void *.
 */
bool dt_sema_arg_ok(struct dt_lang *la, const struct dt_type *param, const struct dt_node *arg)
{
	const struct dt_type *p = dt_sema_strip(param);

	if (dt_sema_is_dyn(arg))
		return false;
	if (p->ty_kind == TY_TYPEDEF && p->ty_name && strcmp(p->ty_name, "uintptr_t") == 0 &&
		dt_type_is_pointer(arg->dn_type))
		return true;
	if (dt_type_is_pointer(p) && dt_type_is_void(dt_sema_pointee(la, p)) &&
		dt_type_is_string(arg->dn_type))
		return true;
	return dt_sema_assignable(la, param, arg);
}

const char *dt_sema_tname(struct dt_lang *la, const struct dt_type *t)
{
	char buf[128];

	return dt_lang_strdup(la, dt_type_name(t, buf, sizeof(buf)));
}

static const struct {
	int on_op;
	const char *on_name;
} opnames[] = {
	{ OP_ARROW, "->" },
	{ OP_LSH, "<<" },
	{ OP_RSH, ">>" },
	{ OP_LE, "<=" },
	{ OP_GE, ">=" },
	{ OP_EQ, "==" },
	{ OP_NE, "!=" },
	{ OP_LAND, "&&" },
	{ OP_LXOR, "^^" },
	{ OP_LOR, "||" },
	{ OP_ADDEQ, "+=" },
	{ OP_SUBEQ, "-=" },
	{ OP_MULEQ, "*=" },
	{ OP_DIVEQ, "/=" },
	{ OP_MODEQ, "%=" },
	{ OP_ANDEQ, "&=" },
	{ OP_OREQ, "|=" },
	{ OP_XOREQ, "^=" },
	{ OP_LSHEQ, "<<=" },
	{ OP_RSHEQ, ">>=" },
	{ OP_PREINC, "++" },
	{ OP_POSTINC, "++" },
	{ OP_PREDEC, "--" },
	{ OP_POSTDEC, "--" },
	{ OP_DEREF, "*" },
	{ OP_ADDROF, "&" },
	{ OP_IPOS, "+" },
	{ OP_INEG, "-" },
	{ OP_CAST, "(cast)" },
	{ OP_SIZEOF, "sizeof" },
	{ OP_STRINGOF, "stringof" },
	{ OP_OFFSETOF, "offsetof" },
	{ OP_INDEX, "[]" },
	{ '+', "+" },
	{ '-', "-" },
	{ '*', "*" },
	{ '/', "/" },
	{ '%', "%" },
	{ '&', "&" },
	{ '|', "|" },
	{ '^', "^" },
	{ '<', "<" },
	{ '>', ">" },
	{ '=', "=" },
	{ '!', "!" },
	{ '~', "~" },
	{ ',', "," },
	{ '.', "." },
	{ '?', "?:" },
};

const char *dt_sema_opname(int op)
{
	for (size_t i = 0; i < sizeof(opnames) / sizeof(opnames[0]); i++)
		if (opnames[i].on_op == op)
			return opnames[i].on_name;
	return "?";
}
