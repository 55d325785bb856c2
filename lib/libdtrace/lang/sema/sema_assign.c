/* Assignments, ++ and --. */
#include "sema.h"

static struct dt_node *assign_agg(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *agg = n->dn_left, *fn = n->dn_right;

	if (n->dn_op != '=' || fn->dn_kind != DN_FUNC)
		dt_lang_error(la, &n->dn_loc, D_AGG_FUNC,
			"@%s must be assigned the result of an aggregating function", agg->dn_str);
	agg->dn_aggfun = fn;
	return dt_sema_expr(la, agg);
}

static int plain_op(int op)
{
	switch (op) {
	case OP_ADDEQ: return '+';
	case OP_SUBEQ: return '-';
	case OP_MULEQ: return '*';
	case OP_DIVEQ: return '/';
	case OP_MODEQ: return '%';
	case OP_ANDEQ: return '&';
	case OP_OREQ: return '|';
	case OP_XOREQ: return '^';
	case OP_LSHEQ: return OP_LSH;
	case OP_RSHEQ: return OP_RSH;
	default: return 0;
	}
}

static void check_writable(struct dt_lang *la, const struct dt_node *n, const struct dt_node *l)
{
	if (dt_type_resolve(l->dn_type)->ty_kind == TY_ARRAY)
		dt_lang_error(la, &n->dn_loc, D_OP_ARRFUN,
			"operator %s may not be applied to an array", dt_sema_opname(n->dn_op));
	if (!(l->dn_flags & DNF_LVALUE))
		dt_lang_error(la, &n->dn_loc, D_OP_LVAL,
			"operator %s requires a modifiable lvalue as operand",
			dt_sema_opname(n->dn_op));
	if (!(l->dn_flags & DNF_WRITABLE))
		dt_lang_error(la, &n->dn_loc, D_OP_WRITE,
			"operator %s can only be applied to a writable variable",
			dt_sema_opname(n->dn_op));
}

static void check_value(struct dt_lang *la, const struct dt_node *r)
{
	enum dt_tkind k = dt_type_resolve(r->dn_type)->ty_kind;

	if (r->dn_kind == DN_AGG || k == TY_STACK || k == TY_SYMADDR || k == TY_USYMADDR ||
		(r->dn_kind == DN_FUNC &&
			(r->dn_ident->id_kind == ID_ACTION || r->dn_ident->id_kind == ID_AGGFUNC)))
		dt_lang_error(la, &r->dn_loc, D_CG_EXPR,
			"%s may not be used as a value in an expression",
			r->dn_ident ? r->dn_ident->id_name : "this");
	if (dt_sema_is_dyn(r) && dt_type_is_pointer(r->dn_dtype))
		dt_lang_error(la, &r->dn_loc, D_CG_DYN, "a translated pointer has no value");
}

static void check_assign(struct dt_lang *la, const struct dt_node *n)
{
	const struct dt_node *l = n->dn_left, *r = n->dn_right;

	if (!dt_sema_assignable(la, l->dn_type, r))
		dt_lang_error(la, &n->dn_loc, D_OP_INCOMPAT,
			"operands have incompatible types: \"%s\" = \"%s\"",
			dt_sema_tname(la, l->dn_type),
			dt_sema_tname(la, dt_sema_is_dyn(r) ? r->dn_dtype : r->dn_type));
}

/*
 * For `a op= b`, `a op b` must be allowed and assignable to a. A string + an integer is an address.
 */
static void check_compound(struct dt_lang *la, struct dt_node *n)
{
	if (dt_type_is_string(n->dn_left->dn_type) &&
		(n->dn_op == OP_ADDEQ || n->dn_op == OP_SUBEQ))
		dt_lang_error(la, &n->dn_loc, D_OP_ARITH,
			"operator %s requires operands of arithmetic type",
			dt_sema_opname(n->dn_op));
	struct dt_node *v = dt_node_op2(la, &n->dn_loc, plain_op(n->dn_op), n->dn_left,
		n->dn_right);
	v->dn_flags |= DNF_COMPOUND;
	v = dt_sema_binary(la, v);
	if (!dt_sema_assignable(la, n->dn_left->dn_type, v))
		dt_lang_error(la, &n->dn_loc, D_OP_INCOMPAT,
			"operands have incompatible types: \"%s\" %s \"%s\"",
			dt_sema_tname(la, n->dn_left->dn_type), dt_sema_opname(n->dn_op),
			dt_sema_tname(la, n->dn_right->dn_type));
}

/* The left side of a compound assignment. */
static void cook_existing(struct dt_lang *la, struct dt_node *n)
{
	const struct dt_node *name = n->dn_left;

	if (name->dn_kind == DN_IDENT && !(name->dn_flags & DNF_COOKED) &&
		!dt_sema_bound(la, name) && !dt_sema_lookup(la, name))
		dt_lang_error(la, &name->dn_loc, D_VAR_UNDEF,
			"%s has not yet been declared or assigned", name->dn_str);
	n->dn_left = dt_sema_expr(la, n->dn_left);
}

struct dt_node *dt_sema_assign(struct dt_lang *la, struct dt_node *n)
{
	if (n->dn_left->dn_kind == DN_AGG)
		return assign_agg(la, n);
	if (n->dn_op == '=')
		dt_sema_list(la, &n->dn_left->dn_args); /* what is on the left comes first */
	else
		cook_existing(la, n);
	n->dn_right = dt_sema_expr(la, n->dn_right);
	check_value(la, n->dn_right);
	if (n->dn_op == '=')
		n->dn_left = dt_sema_target(la, n->dn_left, n->dn_right);
	dt_sema_no_dyn(la, n, n->dn_left);
	check_writable(la, n, n->dn_left);
	if (n->dn_op == '=' && dt_type_is_string(n->dn_left->dn_type))
		n->dn_right = dt_sema_text(la, n->dn_right);
	if (n->dn_op == '=')
		check_assign(la, n);
	else
		check_compound(la, n);
	return dt_sema_done(n, n->dn_left->dn_type);
}

struct dt_node *dt_sema_incdec(struct dt_lang *la, struct dt_node *n)
{
	n->dn_child = dt_sema_target(la, n->dn_child, NULL);
	const struct dt_node *c = n->dn_child;
	dt_sema_no_dyn(la, n, c);
	check_writable(la, n, c);
	if (!dt_type_is_scalar(c->dn_type))
		dt_lang_error(la, &n->dn_loc, D_OP_SCALAR,
			"operator %s requires an operand of scalar type", dt_sema_opname(n->dn_op));
	const struct dt_type *ref = dt_type_is_pointer(c->dn_type) ?
		dt_sema_pointee(la, c->dn_type) :
		NULL;
	if (ref && dt_type_size(la->la_types, ref) == 0)
		dt_lang_error(la, &n->dn_loc, D_OP_VFPTR,
			"operator %s requires pointers to objects of known size",
			dt_sema_opname(n->dn_op));
	return dt_sema_done(n, c->dn_type);
}
