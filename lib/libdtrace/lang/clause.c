/* Actions of the grammar that do more than make a node. */
#include <string.h>
#include "parse.h"

struct dt_node *dt_make_index(struct dt_lang *la, const struct dt_loc *loc, struct dt_node *of,
	struct dt_node *args)
{
	struct dt_node *n;

	if ((of->dn_kind == DN_IDENT || of->dn_kind == DN_AGG) && !of->dn_args) {
		of->dn_args = args;
		of->dn_loc = *loc;
		dt_node_over(la, of, args);
		return of;
	}
	if (args->dn_next && of->dn_kind != DN_AGG)
		dt_lang_error(la, loc, D_ARR_BADREF,
			"more than one index on what is not an associative array");
	n = dt_node_op2(la, loc, OP_INDEX, of, args);
	return n;
}

struct dt_node *dt_make_call(struct dt_lang *la, const struct dt_loc *loc, struct dt_node *of,
	struct dt_node *args)
{
	struct dt_node *n;

	if (of->dn_kind != DN_IDENT || of->dn_scope != 0 || of->dn_args)
		dt_lang_error(la, loc, D_FUNC_IDENT, "function designator is not of function type");
	n = dt_node_name(la, DN_FUNC, loc, of->dn_str);
	n->dn_args = args;
	dt_node_over(la, n, args);
	return n;
}

/* <stddef.h> defines NULL as ((void *)0), which would fit pointers only. */
struct dt_node *dt_make_cast(struct dt_lang *la, const struct dt_loc *loc, struct dt_node *type,
	struct dt_node *of)
{
	const struct dt_type *to = dt_type_resolve(type->dn_dtype);

	if (la->la_parse->ps_included && to->ty_kind == TY_POINTER && dt_type_is_void(to->ty_ref) &&
		of->dn_kind == DN_INT && of->dn_value == 0)
		return dt_node_name(la, DN_IDENT, loc, "NULL");
	return dt_node_op2(la, loc, OP_CAST, type, of);
}

/* <errno.h> defines errno as (*__errno_location ()). */
struct dt_node *dt_make_unary(struct dt_lang *la, const struct dt_loc *loc, int op,
	struct dt_node *of)
{
	if (op == OP_DEREF && of->dn_kind == DN_FUNC && strcmp(of->dn_str, "__errno_location") == 0)
		return dt_node_name(la, DN_IDENT, loc, "errno");
	return dt_node_op1(la, loc, op, of);
}

struct dt_node *dt_make_assign(struct dt_lang *la, const struct dt_loc *loc, int op,
	struct dt_node *left, struct dt_node *right)
{
	if (left->dn_kind == DN_AGG) {
		if (op != '=' || right->dn_kind != DN_FUNC || left->dn_aggfun)
			dt_lang_error(la, loc, D_AGG_FUNC,
				"@%s must be assigned the result of an aggregating function",
				left->dn_str);
		left->dn_aggfun = right;
		left->dn_loc = *loc;
		dt_node_over(la, left, right);
		return left;
	}
	if (left->dn_kind == DN_OP2 && left->dn_op == OP_INDEX && left->dn_left->dn_kind == DN_AGG)
		dt_lang_error(la, &left->dn_loc, D_AGG_MDIM,
			"improper attempt to reference @%s as a multi-dimensional array",
			left->dn_left->dn_str);
	if (left->dn_kind == DN_IDENT && left->dn_scope == 0)
		dt_names_add(la, left->dn_str);
	return dt_node_op2(la, loc, op, left, right);
}

struct dt_node *dt_make_cond(struct dt_lang *la, const struct dt_loc *loc, struct dt_node *cond,
	struct dt_node *left, struct dt_node *right)
{
	struct dt_node *n = dt_node_new(la, DN_OP3, loc);

	n->dn_cond = cond;
	n->dn_left = left;
	n->dn_right = right;
	dt_node_over(la, n, cond);
	dt_node_over(la, n, left);
	dt_node_over(la, n, right);
	return n;
}

struct dt_node *dt_make_typenode(struct dt_lang *la, const struct dt_loc *loc,
	const struct dt_type *type)
{
	struct dt_node *n = dt_node_new(la, DN_TYPE, loc);

	n->dn_dtype = type;
	return n;
}

struct dt_node *dt_make_stmt(struct dt_lang *la, const struct dt_loc *loc, struct dt_node *expr)
{
	struct dt_node *n = dt_node_new(la, DN_STMT, loc);

	n->dn_child = expr;
	dt_node_over(la, n, expr);
	return n;
}

struct dt_node *dt_make_if(struct dt_lang *la, const struct dt_loc *loc, struct dt_node *cond,
	struct dt_node *body, struct dt_node *other)
{
	struct dt_node *n = dt_node_new(la, DN_IF, loc);

	n->dn_ifcond = cond;
	n->dn_body = body;
	n->dn_else = other;
	dt_node_over(la, n, cond);
	dt_node_over(la, n, body);
	dt_node_over(la, n, other);
	return n;
}

static _Noreturn void bare_error(struct dt_lang *la, const struct dt_loc *loc)
{
	dt_lang_error(la, loc, D_SYNTAX,
		"expected predicate and/or actions following probe description");
}

/*
 * Two descriptions before a semicolon are a declaration, whose type isn't known: "foo_t x;",
 * "foo_t *x;".
 */
void dt_make_semicolon(struct dt_lang *la)
{
	const struct dt_node *last = la->la_parse->ps_clauses.tail,
			     *n = la->la_parse->ps_clauses.head;

	if (!last || !last->dn_nobody)
		return;
	while (n && n->dn_next != last)
		n = n->dn_next;
	if (n && n->dn_nobody && n->dn_loc.lo_line == last->dn_loc.lo_line)
		bare_error(la, &last->dn_loc);
}

void dt_make_clause(struct dt_lang *la, const struct dt_loc *loc, struct dt_node *pdescs,
	struct dt_node *pred, bool hasbody, struct dt_node *body)
{
	struct dt_parse *ps = la->la_parse;
	struct dt_node *n = dt_node_new(la, DN_CLAUSE, loc);

	if (la->la_context == CTX_LIBRARY)
		dt_lang_error(la, loc, D_SYNTAX, "probe clauses are not permitted in a library");
	if (!hasbody && pred)
		dt_lang_error(la, &ps->ps_loc, D_SYNTAX,
			"expected actions { } following probe description and "
			"predicate");
	if (!hasbody && la->la_context == CTX_FILE)
		bare_error(la, &ps->ps_loc);
	if (la->la_context != CTX_FILE)
		n->dn_flags |= DNF_BARE;
	n->dn_pdescs = pdescs;
	n->dn_pred = pred;
	n->dn_nobody = !hasbody;
	n->dn_body = body;
	dt_node_over(la, n, pred);
	dt_node_over(la, n, body);
	if (ps->ps_clauses.tail)
		ps->ps_clauses.tail->dn_next = n;
	else
		ps->ps_clauses.head = n;
	ps->ps_clauses.tail = n;
}
