/* Unary and binary operators, casts and ?: */
#include <string.h>
#include "numbers.h"
#include "sema.h"

void dt_sema_no_dyn(struct dt_lang *la, const struct dt_node *op, const struct dt_node *n)
{
	if (dt_sema_is_dyn(n))
		dt_lang_error(la, &op->dn_loc, D_OP_DYN,
			"operator %s may not be applied to a translated type",
			dt_sema_opname(op->dn_op));
}

static bool is_arrfun(const struct dt_node *n)
{
	enum dt_tkind k = dt_type_resolve(n->dn_type)->ty_kind;

	return k == TY_ARRAY || k == TY_FUNCTION;
}

static bool is_int(const struct dt_node *n)
{
	return !dt_sema_is_dyn(n) && dt_type_is_integer(n->dn_type);
}

static bool is_ptr(const struct dt_node *n)
{
	return !dt_sema_is_dyn(n) && dt_type_is_pointer(n->dn_type);
}

static bool is_scalar(const struct dt_node *n)
{
	return !dt_sema_is_dyn(n) && n->dn_kind != DN_AGG && dt_type_is_scalar(n->dn_type);
}

/* Converts an integer to another type, without a cast in the text. */
struct dt_node *dt_sema_convert(struct dt_lang *la, struct dt_node *n, const struct dt_type *t)
{
	if (dt_sema_is_dyn(n) || dt_type_same(n->dn_type, t))
		return n;
	if (dt_type_is_string(t))
		n = dt_sema_text(la, n);
	if (n->dn_kind == DN_INT && dt_type_is_integer(t))
		return dt_sema_const(la, &n->dn_loc, dt_fold_cast(n->dn_value, t), t);
	struct dt_node *ty = dt_node_new(la, DN_TYPE, &n->dn_loc);
	ty->dn_dtype = t;
	dt_sema_done(ty, t);
	return dt_sema_done(dt_node_op2(la, &n->dn_loc, OP_CAST, ty, n), t);
}

static struct dt_node *fold_unary(struct dt_lang *la, struct dt_node *n, struct dt_node *c,
	const struct dt_type *t)
{
	uint64_t v = c->dn_value;

	switch (n->dn_op) {
	case '!': v = !v; break;
	case '~': v = ~v; break;
	case OP_INEG: v = -v; break;
	}
	return dt_sema_const(la, &n->dn_loc, v, t);
}

static struct dt_node *cook_arith1(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *c = n->dn_child;
	const struct dt_type *t = dt_sema_strip(c->dn_type);

	if (is_arrfun(c))
		dt_lang_error(la, &n->dn_loc, D_OP_ARRFUN,
			"operator %s may not be applied to an array or function",
			dt_sema_opname(n->dn_op));
	if (n->dn_op == '!') {
		if (!is_scalar(c))
			dt_lang_error(la, &n->dn_loc, D_OP_SCALAR,
				"operator ! requires an operand of scalar type");
		t = dt_sema_state(la)->se_int;
	} else if (!is_int(c)) {
		dt_lang_error(la, &n->dn_loc, n->dn_op == '~' ? D_OP_INT : D_OP_ARITH,
			"operator %s requires an operand of %s type", dt_sema_opname(n->dn_op),
			n->dn_op == '~' ? "integral" : "arithmetic");
	}
	return dt_sema_is_const(c) ? fold_unary(la, n, c, t) : dt_sema_done(n, t);
}

/* Dereferencing a translated pointer gives the same translation, as a struct. */
static struct dt_node *deref_dyn(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *c = n->dn_child, *x = dt_node_new(la, DN_XLATE, &n->dn_loc);
	const struct dt_type *t = dt_type_resolve(c->dn_dtype);

	if (t->ty_kind != TY_POINTER)
		dt_lang_error(la, &n->dn_loc, D_DEREF_NONPTR,
			"cannot dereference non-pointer type %s", dt_sema_tname(la, c->dn_dtype));
	x->dn_dtype = t->ty_ref;
	x->dn_xlator = c->dn_xlator;
	x->dn_child = c->dn_child;
	dt_sema_done(x, c->dn_type);
	x->dn_attr = c->dn_attr;
	return x;
}

static struct dt_node *cook_deref(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *c = n->dn_child;
	const struct dt_type *t = dt_sema_pointee(la, c->dn_type);

	if (!t)
		dt_lang_error(la, &n->dn_loc, D_DEREF_NONPTR,
			"cannot dereference non-pointer type %s", dt_sema_tname(la, c->dn_type));
	enum dt_tkind k = dt_type_resolve(t)->ty_kind;
	if (k == TY_VOID)
		dt_lang_error(la, &n->dn_loc, D_DEREF_VOID, "cannot dereference pointer to void");
	if (k == TY_FUNCTION)
		dt_lang_error(la, &n->dn_loc, D_DEREF_FUNC,
			"cannot dereference pointer to function");
	if (k == TY_FORWARD)
		dt_lang_error(la, &n->dn_loc, D_OP_INCOMPLETE,
			"cannot dereference pointer to incomplete type %s", dt_sema_tname(la, t));
	n->dn_flags |= DNF_LVALUE | DNF_WRITABLE;
	dt_sema_done(n, t);
	if (dt_type_resolve(c->dn_type)->ty_userland)
		n->dn_flags |= DNF_USERLAND;
	return n;
}

/* Whether the node has an address: memory behind a pointer, members, elements of scalar arrays. */
static bool has_address(const struct dt_node *n)
{
	if (n->dn_kind == DN_SYM)
		return true;
	if (n->dn_kind == DN_OP1)
		return n->dn_op == OP_DEREF;
	return n->dn_kind == DN_OP2 &&
		(n->dn_op == '.' || n->dn_op == OP_ARROW || n->dn_op == OP_INDEX);
}

static struct dt_node *cook_addrof(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *c = n->dn_child;

	if (n->dn_child->dn_flags & DNF_BITFIELD)
		dt_lang_error(la, &n->dn_loc, D_ADDROF_BITFIELD,
			"cannot take the address of a bit-field");
	if (!(c->dn_flags & DNF_LVALUE) && c->dn_kind != DN_AGG)
		dt_lang_error(la, &n->dn_loc, D_ADDROF_LVAL, "unary & requires an lvalue");
	if (!has_address(c))
		dt_lang_error(la, &n->dn_loc, D_ADDROF_VAR,
			"cannot take the address of a D variable");
	return dt_sema_done(n, dt_sema_pointer(la, c->dn_type, c));
}

static struct dt_node *cook_stringof(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *c = n->dn_child;

	if (!dt_sema_is_strcompat(c) && !is_scalar(c))
		dt_lang_error(la, &n->dn_loc, D_STRINGOF_TYPE, "cannot convert type %s to string",
			dt_sema_tname(la, c->dn_type));
	n->dn_child = dt_sema_text(la, c);
	return dt_sema_done(n, dt_sema_state(la)->se_string);
}

struct dt_node *dt_sema_op1(struct dt_lang *la, struct dt_node *n)
{
	n->dn_child = dt_sema_expr(la, n->dn_child);
	if (n->dn_op == OP_DEREF && dt_sema_is_dyn(n->dn_child))
		return deref_dyn(la, n);
	dt_sema_no_dyn(la, n, n->dn_child);
	switch (n->dn_op) {
	case OP_DEREF: return cook_deref(la, n);
	case OP_ADDROF: return cook_addrof(la, n);
	case OP_STRINGOF: return cook_stringof(la, n);
	default: dt_sema_known_agg(la, n->dn_child); return cook_arith1(la, n);
	}
}

static bool is_castable(const struct dt_node *n, const struct dt_type *to)
{
	const struct dt_type *r = dt_type_resolve(to);

	switch (r->ty_kind) {
	case TY_VOID: return true;
	case TY_INTEGER:
	case TY_ENUM:
	case TY_POINTER:
		return is_scalar(n) || dt_sema_is_string(n) || dt_type_is_pointer(n->dn_type);
	case TY_STRING: return dt_sema_is_strcompat(n) || is_scalar(n);
	case TY_FLOAT:
	case TY_STRUCT:
	case TY_UNION: return dt_type_same(dt_type_resolve(n->dn_type), r);
	default: return false;
	}
}

static struct dt_node *cook_cast(struct dt_lang *la, struct dt_node *n)
{
	const struct dt_type *t = n->dn_left->dn_dtype;
	struct dt_node *r = n->dn_right;

	if (dt_sema_is_dyn(r))
		dt_lang_error(la, &n->dn_loc, D_OP_DYN, "a translated type may not be cast");
	if (r->dn_kind == DN_AGG || !is_castable(r, t))
		dt_lang_error(la, &n->dn_loc, D_CAST_INVAL, "invalid cast from type %s to type %s",
			dt_sema_tname(la, r->dn_type), dt_sema_tname(la, t));
	if (dt_sema_is_const(r) && dt_type_is_integer(t))
		return dt_sema_const(la, &n->dn_loc, dt_fold_cast(r->dn_value, t), t);
	if (dt_type_is_string(t))
		n->dn_right = dt_sema_text(la, r);
	return dt_sema_done(n, t);
}

static _Noreturn void incompat(struct dt_lang *la, const struct dt_node *n)
{
	dt_lang_error(la, &n->dn_loc, D_OP_INCOMPAT,
		"operands have incompatible types: \"%s\" %s \"%s\"",
		dt_sema_tname(la, n->dn_left->dn_type), dt_sema_opname(n->dn_op),
		dt_sema_tname(la, n->dn_right->dn_type));
}

/* pointer and integer: the size of what it points to must be known */
static const struct dt_type *pointer_arith(struct dt_lang *la, const struct dt_node *n,
	const struct dt_node *p)
{
	const struct dt_type *t = p->dn_type, *ref = dt_sema_pointee(la, t);

	if (dt_sema_is_string(p))
		return dt_sema_state(la)->se_string;
	bool vf = dt_type_is_void(ref) || dt_type_resolve(ref)->ty_kind == TY_FUNCTION;
	if (vf && !(n->dn_flags & DNF_COMPOUND))
		incompat(la, n);
	if (vf || dt_type_size(la->la_types, ref) == 0)
		dt_lang_error(la, &n->dn_loc, D_OP_VFPTR,
			"operator %s requires pointers to objects of known size",
			dt_sema_opname(n->dn_op));
	if (dt_type_resolve(t)->ty_kind == TY_ARRAY)
		return dt_sema_pointer(la, ref, p);
	return dt_sema_strip(t);
}

static const struct dt_type *type_additive(struct dt_lang *la, const struct dt_node *n)
{
	const struct dt_node *l = n->dn_left, *r = n->dn_right;
	bool lp = is_ptr(l) || dt_sema_is_string(l), rp = is_ptr(r) || dt_sema_is_string(r);

	if (is_int(l) && is_int(r))
		return dt_sema_promote(la, l->dn_type, r->dn_type);
	if (lp && is_int(r))
		return pointer_arith(la, n, l);
	if (rp && is_int(l) && n->dn_op == '+')
		return pointer_arith(la, n, r);
	if (is_ptr(l) && is_ptr(r) && n->dn_op == '-' &&
		dt_sema_ptr_compat(l->dn_type, r->dn_type)) {
		pointer_arith(la, n, l);
		pointer_arith(la, n, r);
		return dt_sema_state(la)->se_ptrdiff;
	}
	if ((lp || is_int(l)) && (rp || is_int(r)))
		incompat(la, n);
	dt_lang_error(la, &n->dn_loc, D_OP_ARITH,
		"operator %s requires operands of arithmetic type", dt_sema_opname(n->dn_op));
}

static const struct dt_type *type_integral(struct dt_lang *la, const struct dt_node *n)
{
	const struct dt_node *l = n->dn_left, *r = n->dn_right;
	bool arith = n->dn_op == '*' || n->dn_op == '/';

	if (!is_int(l) || !is_int(r))
		dt_lang_error(la, &n->dn_loc, arith ? D_OP_ARITH : D_OP_INT,
			"operator %s requires operands of %s type", dt_sema_opname(n->dn_op),
			arith ? "arithmetic" : "integral");
	if ((n->dn_op == '/' || n->dn_op == '%') && dt_sema_is_zero(r))
		dt_lang_error(la, &n->dn_loc, D_DIV_ZERO, "expression contains division by zero");
	if (n->dn_op == OP_LSH || n->dn_op == OP_RSH)
		return dt_sema_strip(l->dn_type);
	return dt_sema_promote(la, l->dn_type, r->dn_type);
}

static const struct dt_type *type_compare(struct dt_lang *la, const struct dt_node *n)
{
	const struct dt_node *l = n->dn_left, *r = n->dn_right;
	bool ok = (is_int(l) && is_int(r)) ||
		((dt_sema_is_string(l) || dt_sema_is_string(r)) && dt_sema_is_strcompat(l) &&
			dt_sema_is_strcompat(r)) ||
		((is_ptr(l) || dt_sema_is_string(l)) && dt_sema_is_zero(r)) ||
		((is_ptr(r) || dt_sema_is_string(r)) && dt_sema_is_zero(l)) ||
		(is_ptr(l) && is_ptr(r) && dt_sema_ptr_compat(l->dn_type, r->dn_type));

	if (!ok)
		incompat(la, n);
	return dt_sema_state(la)->se_int;
}

static const struct dt_type *type_logical(struct dt_lang *la, const struct dt_node *n)
{
	if (!is_scalar(n->dn_left) || !is_scalar(n->dn_right))
		dt_lang_error(la, &n->dn_loc, D_OP_SCALAR,
			"operator %s requires operands of scalar type", dt_sema_opname(n->dn_op));
	return dt_sema_state(la)->se_int;
}

static const struct dt_type *type_binary(struct dt_lang *la, const struct dt_node *n)
{
	switch (n->dn_op) {
	case '+':
	case '-': return type_additive(la, n);
	case '<':
	case '>':
	case OP_LE:
	case OP_GE:
	case OP_EQ:
	case OP_NE: return type_compare(la, n);
	case OP_LAND:
	case OP_LOR:
	case OP_LXOR: return type_logical(la, n);
	default: return type_integral(la, n);
	}
}

static bool is_shift(int op)
{
	return op == OP_LSH || op == OP_RSH;
}

static bool is_compare(int op)
{
	return op == '<' || op == '>' || op == OP_LE || op == OP_GE || op == OP_EQ || op == OP_NE;
}

struct dt_node *dt_sema_binary(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *l = n->dn_left, *r = n->dn_right;

	dt_sema_no_dyn(la, n, l);
	dt_sema_no_dyn(la, n, r);
	dt_sema_known_agg(la, l);
	dt_sema_known_agg(la, r);
	if (l->dn_kind == DN_AGG || r->dn_kind == DN_AGG)
		incompat(la, n);
	const struct dt_type *t = type_binary(la, n);
	if (is_compare(n->dn_op) && (dt_sema_is_string(l) || dt_sema_is_string(r))) {
		n->dn_left = dt_sema_text(la, l);
		n->dn_right = dt_sema_text(la, r);
		return dt_sema_done(n, t);
	}
	if (dt_sema_is_const(l) && dt_sema_is_const(r)) {
		const struct dt_type *pt = is_shift(n->dn_op) ?
			l->dn_type :
			dt_sema_promote(la, l->dn_type, r->dn_type);
		uint64_t v;
		if (dt_fold_binary(n->dn_op, dt_sema_is_signed(pt), l->dn_value, r->dn_value, &v))
			return dt_sema_const(la, &n->dn_loc, v, t);
	}
	return dt_sema_done(n, t);
}

static const struct dt_enumval *enumerator(const struct dt_type *t, const char *name)
{
	const struct dt_type *r = dt_type_resolve(t);

	if (r->ty_kind != TY_ENUM)
		return NULL;
	for (const struct dt_enumval *ev = r->ty_u.enums; ev; ev = ev->ev_next)
		if (__builtin_strcmp(ev->ev_name, name) == 0)
			return ev;
	return NULL;
}

static _Noreturn void ambiguous(struct dt_lang *la, const struct dt_node *name)
{
	dt_lang_error(la, &name->dn_loc, D_IDENT_AMBIG, "%s is both an enumerator and a variable",
		name->dn_str);
}

/* A parameter with the name of an enumerator of the other operand's type is an error. */
static void check_bound(struct dt_lang *la, const struct dt_node *name, const struct dt_node *other)
{
	if (name->dn_kind == DN_IDENT && dt_sema_bound(la, name) && !dt_sema_is_dyn(other) &&
		enumerator(other->dn_type, name->dn_str))
		ambiguous(la, name);
}

/* A bare name next to an operand of enum type may be one of its enumerators, in any scope. */
static struct dt_node *as_enumerator(struct dt_lang *la, struct dt_node *name,
	const struct dt_node *other)
{
	if (name->dn_kind != DN_IDENT || name->dn_scope || (name->dn_flags & DNF_COOKED))
		return name;
	const struct dt_enumval *ev = dt_sema_is_dyn(other) ?
		NULL :
		enumerator(other->dn_type, name->dn_str);
	if (!ev)
		return name;
	const struct dt_ident *id = dt_sema_lookup(la, name);
	if (id && id->id_kind != ID_ENUM)
		ambiguous(la, name);
	return dt_sema_const(la, &name->dn_loc, (uint64_t)(int64_t)ev->ev_value, other->dn_type);
}

static void cook_sides(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *l = n->dn_left, *r = n->dn_right;

	if (is_compare(n->dn_op) && l->dn_kind == DN_IDENT && !l->dn_scope &&
		!dt_sema_lookup(la, l) && !dt_sema_bound(la, l)) {
		n->dn_right = dt_sema_expr(la, n->dn_right);
		n->dn_left = dt_sema_expr(la, as_enumerator(la, l, n->dn_right));
		return;
	}
	n->dn_left = dt_sema_expr(la, l);
	if (is_compare(n->dn_op))
		n->dn_right = as_enumerator(la, n->dn_right, n->dn_left);
	n->dn_right = dt_sema_expr(la, n->dn_right);
	if (is_compare(n->dn_op)) {
		check_bound(la, l, n->dn_right);
		check_bound(la, r, n->dn_left);
	}
}

static bool is_pid(const struct dt_node *n)
{
	return n->dn_kind == DN_IDENT && !n->dn_scope && !n->dn_args && !strcmp(n->dn_str, "pid");
}

/* With -x follow, pid == $target becomes progenyof($target). Returns NULL for other expressions. */
static struct dt_node *as_progeny(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *target = is_pid(n->dn_left) ? n->dn_right :
		is_pid(n->dn_right)		    ? n->dn_left :
						      NULL,
		       *call;

	if (!target || target->dn_kind != DN_INT || !(target->dn_flags & DNF_TARGET) ||
		(n->dn_op != OP_EQ && n->dn_op != OP_NE))
		return NULL;
	call = dt_node_new(la, DN_FUNC, &n->dn_loc);
	call->dn_str = "progenyof";
	call->dn_strlen = strlen(call->dn_str);
	call->dn_args = target;
	return n->dn_op == OP_EQ ? call : dt_node_op1(la, &n->dn_loc, '!', call);
}

struct dt_node *dt_sema_op2(struct dt_lang *la, struct dt_node *n)
{
	struct dt_node *progeny = as_progeny(la, n);

	if (progeny)
		return dt_sema_expr(la, progeny);
	if (n->dn_op == OP_CAST) {
		n->dn_left = dt_sema_expr(la, n->dn_left);
		n->dn_right = dt_sema_expr(la, n->dn_right);
		return cook_cast(la, n);
	}
	cook_sides(la, n);
	if (n->dn_op == ',') {
		dt_sema_no_dyn(la, n, n->dn_left);
		dt_sema_no_dyn(la, n, n->dn_right);
		return dt_sema_done(n, n->dn_right->dn_type);
	}
	return dt_sema_binary(la, n);
}

static bool is_action(const struct dt_node *n)
{
	return n->dn_kind == DN_AGG ||
		(n->dn_kind == DN_FUNC &&
			(n->dn_ident->id_kind == ID_ACTION || n->dn_ident->id_kind == ID_AGGFUNC));
}

static const struct dt_type *type_choice(struct dt_lang *la, const struct dt_node *n)
{
	const struct dt_node *l = n->dn_left, *r = n->dn_right;

	if (is_int(l) && is_int(r))
		return dt_sema_promote(la, l->dn_type, r->dn_type);
	if (dt_sema_is_string(l) || dt_sema_is_string(r)) {
		if ((dt_sema_is_strcompat(l) || dt_sema_is_zero(l)) &&
			(dt_sema_is_strcompat(r) || dt_sema_is_zero(r)))
			return dt_sema_state(la)->se_string;
		return NULL;
	}
	if (is_ptr(l) &&
		(dt_sema_is_zero(r) || (is_ptr(r) && dt_sema_ptr_compat(l->dn_type, r->dn_type))))
		return dt_sema_strip(l->dn_type);
	if (is_ptr(r) && dt_sema_is_zero(l))
		return dt_sema_strip(r->dn_type);
	if (!dt_type_is_void(l->dn_type) &&
		dt_type_same(dt_type_resolve(l->dn_type), dt_type_resolve(r->dn_type)))
		return l->dn_type;
	return NULL;
}

struct dt_node *dt_sema_op3(struct dt_lang *la, struct dt_node *n)
{
	n->dn_cond = dt_sema_expr(la, n->dn_cond);
	if (!is_scalar(n->dn_cond))
		dt_lang_error(la, &n->dn_loc, D_OP_SCALAR,
			"operator ?: requires a condition of scalar type");
	if (dt_sema_is_const(n->dn_cond)) /* the other side isn't cooked */
		return dt_sema_expr(la, n->dn_cond->dn_value ? n->dn_left : n->dn_right);
	n->dn_left = dt_sema_expr(la, n->dn_left);
	n->dn_right = dt_sema_expr(la, n->dn_right);
	if (is_action(n->dn_left) || is_action(n->dn_right))
		dt_lang_error(la, &n->dn_loc, D_OP_ACT,
			"operator ?: may not have an action as operand");
	n->dn_op = '?';
	dt_sema_no_dyn(la, n, n->dn_left);
	dt_sema_no_dyn(la, n, n->dn_right);
	const struct dt_type *t = type_choice(la, n);
	if (!t)
		incompat(la, n);
	if (dt_type_is_string(t)) {
		n->dn_left = dt_sema_text(la, n->dn_left);
		n->dn_right = dt_sema_text(la, n->dn_right);
	}
	return dt_sema_done(n, t);
}
