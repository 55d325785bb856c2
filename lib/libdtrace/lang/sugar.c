/*
 * if/else. A clause with conditions becomes several clauses ("pieces"). Each `if` has a hidden
 * clause-local variable, which the predicates of the pieces test. It says how far this firing is:
 *   0  the `if` was not reached: the clause's predicate failed, or something before it faulted
 *   1  the condition is true
 *   2  the condition is false
 *   3  a branch was completed
 *
 * The piece before the `if` ends by evaluating the condition, once, and storing 1 or 2. Each branch
 * ends by storing 3. The piece after the `if` runs if a branch was completed, or if the condition
 * is false and there is no `else`. So a fault ends all of the written clause. A speculate() of the
 * written clause is repeated in the pieces after it.
 */
#include <stdio.h>
#include <string.h>
#include "lang.h"

struct sugar {
	struct dt_lang *sg_la;
	const struct dt_node *sg_clause;
	struct dt_node *sg_out;
	const char *sg_spec; /* the variable that holds the speculation's id */
	bool sg_respec;	     /* an earlier piece has set it */
};

static const char *hidden_name(struct sugar *sg, const char *what)
{
	char name[32];

	snprintf(name, sizeof(name), "-%s%u", what, sg->sg_la->la_nextthis_tmp++);
	return dt_lang_strdup(sg->sg_la, name);
}

static struct dt_node *hidden(struct sugar *sg, const struct dt_loc *loc, const char *name)
{
	struct dt_node *n = dt_node_new(sg->sg_la, DN_IDENT, loc);

	n->dn_str = name;
	n->dn_strlen = strlen(name);
	n->dn_scope = 't';
	return n;
}

static struct dt_node *number(struct sugar *sg, const struct dt_loc *loc, uint64_t v)
{
	return dt_node_int(sg->sg_la, loc, v, dt_types_lookup(sg->sg_la->la_types, "int"));
}

static struct dt_node *statement(struct sugar *sg, struct dt_node *e)
{
	struct dt_node *n = dt_node_new(sg->sg_la, DN_STMT, &e->dn_loc);

	n->dn_child = e;
	return n;
}

static struct dt_node *set(struct sugar *sg, const struct dt_loc *loc, const char *name,
	struct dt_node *v)
{
	return statement(sg, dt_node_op2(sg->sg_la, loc, '=', hidden(sg, loc, name), v));
}

static struct dt_node *test(struct sugar *sg, const struct dt_loc *loc, const char *name, int op,
	uint64_t v)
{
	return dt_node_op2(sg->sg_la, loc, op, hidden(sg, loc, name), number(sg, loc, v));
}

static struct dt_node *choose(struct sugar *sg, struct dt_node *cond)
{
	struct dt_node *n = dt_node_new(sg->sg_la, DN_OP3, &cond->dn_loc);

	n->dn_op = '?';
	n->dn_cond = cond;
	n->dn_left = number(sg, &cond->dn_loc, 1);
	n->dn_right = number(sg, &cond->dn_loc, 2);
	return n;
}

static const char *called(const struct dt_node *st)
{
	return st->dn_kind == DN_STMT && st->dn_child && st->dn_child->dn_kind == DN_FUNC ?
		st->dn_child->dn_str :
		NULL;
}

static bool is_speculate(const struct dt_node *st)
{
	const char *f = called(st);

	return f && strcmp(f, "speculate") == 0 && st->dn_child->dn_args &&
		!st->dn_child->dn_args->dn_next;
}

static bool records(const struct dt_node *list)
{
	for (; list; list = list->dn_next) {
		const char *f = called(list);
		if (f && strcmp(f, "commit") && strcmp(f, "discard") && strcmp(f, "speculate"))
			return true;
	}
	return false;
}

static struct dt_node *speculate(struct sugar *sg, const struct dt_loc *loc)
{
	struct dt_node *call = dt_node_new(sg->sg_la, DN_FUNC, loc);

	call->dn_str = "speculate";
	call->dn_strlen = strlen(call->dn_str);
	call->dn_args = hidden(sg, loc, sg->sg_spec);
	return statement(sg, call);
}

static void piece(struct sugar *sg, struct dt_node *pred, struct dt_node *body)
{
	struct dt_node *c = dt_node_new(sg->sg_la, DN_CLAUSE, &sg->sg_clause->dn_loc);

	if (sg->sg_respec && records(body)) {
		struct dt_node *first = speculate(sg, &body->dn_loc);
		first->dn_next = body;
		body = first;
	}
	c->dn_flags = sg->sg_clause->dn_flags;
	c->dn_pdescs = sg->sg_clause->dn_pdescs;
	c->dn_pred = pred;
	c->dn_body = body;
	sg->sg_out = dt_node_append(sg->sg_out, c);
	sg->sg_respec = sg->sg_spec != NULL;
}

/* Keeps the id for the later pieces. */
static struct dt_node *keep_spec(struct sugar *sg, const struct dt_node *st)
{
	struct dt_node *id = dt_node_copy(sg->sg_la, st->dn_child->dn_args);

	sg->sg_spec = hidden_name(sg, "spec");
	return dt_node_append(set(sg, &st->dn_loc, sg->sg_spec, id), speculate(sg, &st->dn_loc));
}

static void block(struct sugar *sg, struct dt_node *pred, const struct dt_node *list,
	struct dt_node *last, unsigned depth);

/* Returns the predicate of the pieces that follow. */
static struct dt_node *branch(struct sugar *sg, const struct dt_node *n, struct dt_node *pred,
	struct dt_node *before, unsigned depth)
{
	const struct dt_loc *loc = &n->dn_loc;
	const char *name = hidden_name(sg, "if");
	struct dt_node *cond = choose(sg, dt_node_copy(sg->sg_la, n->dn_ifcond));

	piece(sg, pred, dt_node_append(before, set(sg, loc, name, cond)));
	block(sg, test(sg, loc, name, OP_EQ, 1), n->dn_body, set(sg, loc, name, number(sg, loc, 3)),
		depth + 1);
	if (!n->dn_else)
		return test(sg, loc, name, OP_GE, 2);
	block(sg, test(sg, loc, name, OP_EQ, 2), n->dn_else, set(sg, loc, name, number(sg, loc, 3)),
		depth + 1);
	return test(sg, loc, name, OP_EQ, 3);
}

static void block(struct sugar *sg, struct dt_node *pred, const struct dt_node *list,
	struct dt_node *last, unsigned depth)
{
	struct dt_node *cur = NULL;

	for (; list; list = list->dn_next) {
		if (list->dn_kind == DN_IF) {
			pred = branch(sg, list, pred, cur, depth);
			cur = NULL;
		} else if (depth == 0 && is_speculate(list)) {
			cur = dt_node_append(cur, keep_spec(sg, list));
		} else {
			cur = dt_node_append(cur, dt_node_copy(sg->sg_la, list));
		}
	}
	cur = last ? dt_node_append(cur, last) : cur;
	if (cur)
		piece(sg, pred, cur);
}

static bool has_if(const struct dt_node *list)
{
	for (; list; list = list->dn_next)
		if (list->dn_kind == DN_IF)
			return true;
	return false;
}

struct dt_node *dt_sugar_clause(struct dt_lang *la, const struct dt_node *clause)
{
	struct sugar sg = { .sg_la = la, .sg_clause = clause };

	if (!has_if(clause->dn_body))
		return dt_node_copy(la, clause);
	block(&sg, dt_node_copy(la, clause->dn_pred), clause->dn_body, NULL, 0);
	return sg.sg_out;
}
