/* Making and copying nodes. */
#include <string.h>
#include "lang.h"
#include "parse.h"

struct dt_node *dt_node_new(struct dt_lang *la, enum dn_kind kind, const struct dt_loc *loc)
{
	struct dt_node *n = dt_lang_alloc(la, sizeof(*n));

	n->dn_kind = kind;
	n->dn_reg = -1;
	n->dn_attr = (struct dt_attr){ DT_STAB_STABLE, DT_STAB_STABLE, DT_CLASS_COMMON };
	if (loc)
		n->dn_loc = *loc;
	return n;
}

/*
 * Makes c a child of n, and limits the height of the tree, so that functions may recurse over it.
 */
static void over(struct dt_lang *la, struct dt_node *n, const struct dt_node *c)
{
	if (!c || c->dn_depth < n->dn_depth)
		return;
	if (c->dn_depth >= DT_NODE_MAXDEPTH)
		dt_lang_error(la, &n->dn_loc, D_SYNTAX,
			"expression or statement is nested too deeply");
	n->dn_depth = c->dn_depth + 1;
}

void dt_node_over(struct dt_lang *la, struct dt_node *n, const struct dt_node *list)
{
	for (; list; list = list->dn_next)
		over(la, n, list);
}

struct dt_node *dt_node_int(struct dt_lang *la, const struct dt_loc *loc, uint64_t value,
	const struct dt_type *type)
{
	struct dt_node *n = dt_node_new(la, DN_INT, loc);

	n->dn_value = value;
	n->dn_type = type;
	return n;
}

struct dt_node *dt_node_op1(struct dt_lang *la, const struct dt_loc *loc, int op,
	struct dt_node *child)
{
	struct dt_node *n = dt_node_new(la, DN_OP1, loc);

	n->dn_op = op;
	n->dn_child = child;
	over(la, n, child);
	return n;
}

struct dt_node *dt_node_op2(struct dt_lang *la, const struct dt_loc *loc, int op,
	struct dt_node *left, struct dt_node *right)
{
	struct dt_node *n = dt_node_new(la, DN_OP2, loc);

	n->dn_op = op;
	n->dn_left = left;
	n->dn_right = right;
	over(la, n, left);
	over(la, n, right);
	return n;
}

struct dt_node *dt_node_append(struct dt_node *list, struct dt_node *n)
{
	struct dt_node *last;

	if (!list)
		return n;
	for (last = list; last->dn_next; last = last->dn_next)
		;
	last->dn_next = n;
	return list;
}

/* Copies. */

struct copier {
	struct dt_lang *cp_la;
	bool cp_keep; /* copy strings as well: the source is freed */
};

static struct dt_node *copy_one(struct copier *, const struct dt_node *);

static struct dt_node *copy_list(struct copier *cp, const struct dt_node *n)
{
	struct dt_node *head = NULL, **end = &head;

	for (; n; n = n->dn_next) {
		*end = copy_one(cp, n);
		end = &(*end)->dn_next;
	}
	return head;
}

static void copy_text(struct copier *cp, struct dt_node *n)
{
	char *p;

	if (!cp->cp_keep || !n->dn_str)
		return;
	p = dt_lang_alloc(cp->cp_la, n->dn_strlen + 1);
	memcpy(p, n->dn_str, n->dn_strlen);
	n->dn_str = p;
}

static void copy_operands(struct copier *cp, struct dt_node *n)
{
	n->dn_child = copy_list(cp, n->dn_child);
	n->dn_left = copy_list(cp, n->dn_left);
	n->dn_right = copy_list(cp, n->dn_right);
	n->dn_cond = copy_list(cp, n->dn_cond);
}

static void copy_block(struct copier *cp, struct dt_node *n)
{
	n->dn_body = copy_list(cp, n->dn_body);
	n->dn_else = copy_list(cp, n->dn_else);
	n->dn_pdescs = copy_list(cp, n->dn_pdescs);
	n->dn_pred = copy_list(cp, n->dn_pred);
	n->dn_ifcond = copy_list(cp, n->dn_ifcond);
}

static struct dt_node *copy_one(struct copier *cp, const struct dt_node *from)
{
	struct dt_node *n = dt_lang_alloc(cp->cp_la, sizeof(*n));

	*n = *from;
	n->dn_next = NULL;
	switch (n->dn_kind) {
	case DN_STRING:
	case DN_IDENT:
	case DN_SYM:
	case DN_FUNC:
	case DN_AGG:
	case DN_PROVIDER:
	case DN_PROBE: copy_text(cp, n); break;
	case DN_OP1:
	case DN_OP2:
	case DN_OP3:
	case DN_MEMBER:
	case DN_XLATE:
	case DN_STMT: copy_operands(cp, n); break;
	case DN_IF:
	case DN_CLAUSE: copy_block(cp, n); break;
	default: break;
	}
	n->dn_args = copy_list(cp, n->dn_args);
	n->dn_aggfun = copy_list(cp, n->dn_aggfun);
	n->dn_list = copy_list(cp, n->dn_list);
	return n;
}

struct dt_node *dt_node_copy(struct dt_lang *la, const struct dt_node *n)
{
	struct copier cp = { la, false };

	return !n ? NULL : copy_one(&cp, n);
}

struct dt_node *dt_node_copylist(struct dt_lang *la, const struct dt_node *n)
{
	struct copier cp = { la, false };

	return copy_list(&cp, n);
}

struct dt_node *dt_node_keep(struct dt_lang *la, const struct dt_node *n)
{
	struct copier cp = { la, true };
	struct dt_arena *compilation = la->la_arena;
	struct dt_node *kept;

	la->la_arena = NULL; /* dt_lang_alloc() then allocates permanent memory */
	kept = !n ? NULL : copy_one(&cp, n);
	la->la_arena = compilation;
	return kept;
}

struct dt_node *dt_node_name(struct dt_lang *la, enum dn_kind kind, const struct dt_loc *loc,
	const char *name)
{
	struct dt_node *n = dt_node_new(la, kind, loc);

	n->dn_str = name;
	n->dn_strlen = strlen(name);
	return n;
}
