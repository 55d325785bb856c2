/*
 * Translations. xlate<T>(e) is a node of its own that has only members: a member is a copy of the
 * translator's expression for it, cooked with the input bound to e. args[N] is argN with a type,
 * and translated if the probe's argument is.
 */
#include <stdio.h>
#include "sema.h"

static const struct dt_type *out_type(const struct dt_type *t)
{
	const struct dt_type *r = dt_type_resolve(t);

	return r->ty_kind == TY_POINTER ? dt_type_resolve(r->ty_ref) : r;
}

static struct dt_node *translated(struct dt_lang *la, struct dt_node *n)
{
	return dt_sema_done(n, dt_sema_state(la)->se_dyn);
}

struct dt_node *dt_sema_xlate(struct dt_lang *la, struct dt_node *n)
{
	const struct dt_type *out = out_type(n->dn_dtype);

	n->dn_child = dt_sema_expr(la, n->dn_child);
	if (!dt_type_is_sou(out))
		dt_lang_error(la, &n->dn_loc, D_XLATE_SOU,
			"xlate requires a struct or union type, or a pointer to one, not %s",
			dt_sema_tname(la, n->dn_dtype));
	if (dt_sema_is_dyn(n->dn_child)) {
		if (dt_type_same(out, out_type(n->dn_child->dn_dtype)))
			return n->dn_child;
		dt_lang_error(la, &n->dn_loc, D_OP_DYN,
			"a translated type may not be translated again");
	}
	n->dn_xlator = dt_xlator_find(la, out, n->dn_child->dn_type, &n->dn_loc);
	if (!n->dn_xlator)
		dt_lang_error(la, &n->dn_loc, D_XLATE_NONE,
			"translator does not exist from %s to %s",
			dt_sema_tname(la, n->dn_child->dn_type), dt_sema_tname(la, n->dn_dtype));
	return translated(la, n);
}

static const struct dt_xlmember *find_member(const struct dt_xlator *xl, const char *name)
{
	for (const struct dt_xlmember *m = xl->xl_members; m; m = m->xm_next)
		if (__builtin_strcmp(m->xm_name, name) == 0)
			return m;
	return NULL;
}

/*
 * The member's value: not assignable, of the member's type (the text of a char array is a string),
 * with the stability of the translation, not of the expression.
 */
static struct dt_node *as_member(struct dt_lang *la, const struct dt_node *dyn, struct dt_node *at,
	struct dt_node *v, const struct dt_type *t)
{
	if (dt_sema_is_dyn(v))
		return v;
	if (dt_type_resolve(t)->ty_kind == TY_ARRAY && dt_sema_is_string(v))
		t = v->dn_type;
	struct dt_node *m = dt_node_new(la, DN_MEMBER, &at->dn_loc);
	m->dn_child = dt_sema_convert(la, v, t);
	m->dn_flags |= DNF_LVALUE;
	dt_sema_done(m, t);
	m->dn_attr = dyn->dn_attr;
	return m;
}

/* A member's expression with the input bound. */
static struct dt_node *member_value(struct dt_lang *la, const struct dt_node *at,
	const struct dt_xlator *xl, const struct dt_xlmember *xm, struct dt_node *input,
	const struct dt_type *t)
{
	struct dt_sema *se = dt_sema_state(la);
	struct dt_bind in = { xl->xl_inname, input, NULL }, *outer = se->se_binds;

	dt_sema_enter(la, xm, xm->xm_name, &at->dn_loc);
	se->se_binds = &in;
	struct dt_node *v = dt_sema_expr(la, dt_node_copy(la, xm->xm_expr));
	se->se_binds = outer;
	dt_sema_leave(la);
	if (!dt_sema_assignable(la, t, v))
		dt_lang_error(la, &xm->xm_loc, D_XLATE_INCOMPAT,
			"translator member %s definition uses incompatible types: "
			"\"%s\" = \"%s\"",
			xm->xm_name, dt_sema_tname(la, t), dt_sema_tname(la, v->dn_type));
	return v;
}

void dt_sema_check_xlator(struct dt_lang *la, const struct dt_xlator *xl)
{
	dt_sema_reset(la);
	for (const struct dt_xlmember *xm = xl->xl_members; xm; xm = xm->xm_next)
		member_value(la, xm->xm_expr, xl, xm, dt_sema_unknown(la, &xm->xm_loc, xl->xl_in),
			dt_type_member(xl->xl_out, xm->xm_name, NULL)->mb_type);
	dt_sema_reset(la);
}

struct dt_node *dt_sema_xmember(struct dt_lang *la, struct dt_node *at, struct dt_node *dyn,
	const char *name)
{
	const struct dt_type *out = out_type(dyn->dn_dtype);
	const struct dt_member *mb = dt_type_member(out, name, NULL);
	const struct dt_xlator *xl = dyn->dn_xlator;

	if (!mb)
		dt_sema_no_member(la, &at->dn_loc, name, out);
	const struct dt_xlmember *xm = find_member(xl, name);
	if (!xm)
		dt_lang_error(la, &at->dn_loc, D_XLATE_NOCONV,
			"translator does not define conversion for member: %s", name);
	return as_member(la, dyn, at, member_value(la, at, xl, xm, dyn->dn_child, mb->mb_type),
		mb->mb_type);
}

/* The raw argument with its native type. */
static struct dt_node *native_arg(struct dt_lang *la, struct dt_node *at, const struct dt_arg *ar,
	unsigned n)
{
	char name[16];
	const struct dt_type *t = la->la_probe.pi_types[n];

	if (!t)
		t = dt_types_lookup(la->la_types, ar->ar_native);
	if (ar->ar_from == DT_ARG_NOWHERE)
		dt_lang_error(la, &at->dn_loc, D_ARGS_TYPE,
			"args[%u] is not captured: arg0, arg1 ... are integers and addresses, and a "
			"value of type %s is passed otherwise, or after arg9",
			n, ar->ar_native);
	snprintf(name, sizeof(name), "arg%u", ar->ar_from);
	struct dt_ident *id = dt_ident_lookup(la->la_globals, name);
	if (!t || !id)
		dt_lang_error(la, &at->dn_loc, D_ARGS_TYPE, "failed to resolve type %s of args[%u]",
			ar->ar_native, n);
	struct dt_node *v = dt_node_new(la, DN_VAR, &at->dn_loc);
	v->dn_ident = id;
	bool small = dt_type_is_integer(t) && dt_type_size(la->la_types, t) < 8;
	v = dt_sema_done(v, small ? dt_sema_state(la)->se_int64 : t);
	v->dn_attr = dt_attr_min(v->dn_attr, la->la_probe.pi_attrs.pa_args);
	return small ? dt_sema_convert(la, v, t) : v;
}

static struct dt_node *translate_arg(struct dt_lang *la, struct dt_node *at, struct dt_node *v,
	const char *name, unsigned n)
{
	const struct dt_type *t = dt_types_lookup(la->la_types, name);

	if (!t)
		t = dt_sema_record(la, &at->dn_loc, name, v->dn_type);
	if (!t)
		dt_lang_error(la, &at->dn_loc, D_ARGS_TYPE,
			"failed to resolve translated type %s of args[%u]", name, n);
	if (dt_type_same(t, v->dn_type))
		return v;
	if (!dt_type_is_sou(out_type(t)))
		return dt_sema_convert(la, v, t);
	const struct dt_xlator *xl = dt_xlator_find(la, out_type(t), v->dn_type, &at->dn_loc);
	if (!xl)
		dt_lang_error(la, &at->dn_loc, D_ARGS_XLATOR,
			"translator for args[%u] from %s to %s is not defined", n,
			dt_sema_tname(la, v->dn_type), name);
	struct dt_node *x = dt_node_new(la, DN_XLATE, &at->dn_loc);
	x->dn_dtype = t;
	x->dn_xlator = xl;
	x->dn_child = v;
	return translated(la, x);
}

struct dt_node *dt_sema_args(struct dt_lang *la, struct dt_node *at, struct dt_node *keys)
{
	dt_sema_list(la, &keys);
	if (!la->la_pdesc)
		dt_lang_error(la, &at->dn_loc, D_ARGS_NONE,
			"args[ ] may not be referenced outside of a probe clause");
	if (!keys || keys->dn_next || !dt_sema_is_const(keys))
		dt_lang_error(la, &at->dn_loc, D_PROTO_ARG,
			"args[ ] must be indexed by one integer constant");
	if (la->la_probe.pi_asked && !la->la_multi)
		la->la_env.le_args(la->la_env.le_arg, la->la_pdesc, &la->la_probe, &la->la_multi);
	la->la_probe.pi_asked = false;
	if (la->la_multi || la->la_nprobes == 0)
		dt_lang_error(la, &at->dn_loc, D_ARGS_MULTI,
			"args[ ] may not be referenced because the probe description "
			"matches an unstable set of probes");
	if (keys->dn_value >= la->la_probe.pi_nargs)
		dt_lang_error(la, &keys->dn_loc, D_ARGS_IDX,
			"index %lld is out of range for args[ ]%s%s", (long long)keys->dn_value,
			la->la_probe.pi_why ? ": " : "",
			la->la_probe.pi_why ? la->la_probe.pi_why : "");
	unsigned n = (unsigned)keys->dn_value;
	const struct dt_arg *ar = &la->la_probe.pi_args[n];
	struct dt_node *v = native_arg(la, at, ar, n);
	return ar->ar_xlated ? translate_arg(la, at, v, ar->ar_xlated, n) : v;
}
