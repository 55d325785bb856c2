/*
 * The order within a clause. Bodies are cooked before predicates, though they run after them, so
 * that `tick-1s /left != 10/ { left++; }` is a whole program. The other order is for a predicate
 * that makes a variable which its body only reads.
 */
#include <string.h>
#include "sema.h"

typedef bool name_f(struct dt_lang *, const struct dt_node *name, const void *arg);

static bool is_assign(const struct dt_node *n)
{
	return n->dn_kind == DN_OP2 ?
		n->dn_op == '=' :
		n->dn_kind == DN_OP1 && n->dn_op >= OP_PREINC && n->dn_op <= OP_POSTDEC;
}

static bool each_assigned(struct dt_lang *, const struct dt_node *list, name_f *, const void *);

static bool in_node(struct dt_lang *la, const struct dt_node *n, name_f *fn, const void *arg)
{
	const struct dt_node *to = n->dn_kind == DN_OP2 ? n->dn_left : n->dn_child;

	if (is_assign(n) && to->dn_kind == DN_IDENT && fn(la, to, arg))
		return true;
	switch (n->dn_kind) {
	case DN_OP2:
		return each_assigned(la, n->dn_left, fn, arg) ||
			each_assigned(la, n->dn_right, fn, arg);
	case DN_OP3:
		return each_assigned(la, n->dn_cond, fn, arg) ||
			each_assigned(la, n->dn_left, fn, arg) ||
			each_assigned(la, n->dn_right, fn, arg);
	case DN_OP1:
	case DN_XLATE:
	case DN_STMT: return each_assigned(la, n->dn_child, fn, arg);
	default: return false;
	}
}

/* Calls fn for the names that the trees assign, until it returns true. */
static bool each_assigned(struct dt_lang *la, const struct dt_node *list, name_f *fn,
	const void *arg)
{
	for (; list; list = list->dn_next)
		if (in_node(la, list, fn, arg) || each_assigned(la, list->dn_args, fn, arg) ||
			each_assigned(la, list->dn_aggfun, fn, arg))
			return true;
	return false;
}

static bool is_same(struct dt_lang *la, const struct dt_node *a, const void *b)
{
	const struct dt_node *n = b;

	(void)la;
	return a->dn_scope == n->dn_scope && strcmp(a->dn_str, n->dn_str) == 0;
}

static bool is_only_here(struct dt_lang *la, const struct dt_node *name, const void *pieces)
{
	if (dt_sema_lookup(la, name))
		return false;
	for (const struct dt_node *c = pieces; c; c = c->dn_next)
		if (each_assigned(la, c->dn_body, is_same, name))
			return false;
	return true;
}

bool dt_sema_pred_first(struct dt_lang *la, const struct dt_node *pieces)
{
	return pieces->dn_pred && each_assigned(la, pieces->dn_pred, is_only_here, pieces);
}
