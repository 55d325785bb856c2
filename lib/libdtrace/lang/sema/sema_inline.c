/*
 * Inlines: a copy of the body takes the place of the name, its parameters bound to the arguments.
 */
#include "sema.h"

#define MAXCOUNT \
	65536 /* limit of bodies in one clause: inlines may use each other any number of times */

void dt_sema_enter(struct dt_lang *la, const void *what, const char *name, const struct dt_loc *loc)
{
	struct dt_sema *se = dt_sema_state(la);

	for (struct dt_expand *e = se->se_expand; e; e = e->ex_next)
		if (e->ex_what == what)
			dt_lang_error(la, loc, D_IDENT_UNDEF, "%s may not be defined by itself",
				name);
	if (++se->se_count > MAXCOUNT)
		dt_lang_error(la, loc, D_SYNTAX, "%s expands to too much", name);
	struct dt_expand *e = dt_lang_alloc(la, sizeof(*e));
	e->ex_what = what;
	e->ex_next = se->se_expand;
	se->se_expand = e;
}

void dt_sema_leave(struct dt_lang *la)
{
	struct dt_sema *se = dt_sema_state(la);

	se->se_expand = se->se_expand->ex_next;
}

static unsigned count_params(const struct dt_param *p)
{
	unsigned n = 0;

	for (; p; p = p->pr_next)
		n++;
	return n;
}

static unsigned count_nodes(const struct dt_node *p)
{
	unsigned n = 0;

	for (; p; p = p->dn_next)
		n++;
	return n;
}

static struct dt_bind *bind_args(struct dt_lang *la, const struct dt_node *at, struct dt_ident *id,
	struct dt_node *args)
{
	struct dt_bind *list = NULL;
	unsigned want = count_params(id->id_params), have = count_nodes(args), i = 0;

	if (want != have)
		dt_lang_error(la, &at->dn_loc, D_PROTO_LEN,
			"%s[ ] prototype mismatch: %u arguments passed, %u expected", id->id_name,
			have, want);
	for (struct dt_param *p = id->id_params; p; p = p->pr_next, args = args->dn_next) {
		i++;
		if (!dt_sema_arg_ok(la, p->pr_type, args) && !dt_sema_is_dyn(args))
			dt_lang_error(la, &args->dn_loc, D_PROTO_ARG,
				"%s[ ] argument #%u is incompatible with prototype", id->id_name,
				i);
		struct dt_bind *b = dt_lang_alloc(la, sizeof(*b));
		b->bi_name = p->pr_name;
		b->bi_node = dt_sema_convert(la, args, p->pr_type);
		b->bi_next = list;
		list = b;
	}
	return list;
}

/* A value of the inline's type that can't be assigned to. */
static struct dt_node *as_value(struct dt_lang *la, const struct dt_node *at, struct dt_ident *id,
	struct dt_node *body)
{
	const struct dt_type *t = id->id_type ? id->id_type : body->dn_type;

	if (!dt_sema_assignable(la, t, body))
		dt_lang_error(la, &at->dn_loc, D_OP_INCOMPAT,
			"inline %s definition uses incompatible types: \"%s\" = \"%s\"",
			id->id_name, dt_sema_tname(la, t), dt_sema_tname(la, body->dn_type));
	body = dt_sema_convert(la, body, t);
	if (!(body->dn_flags & DNF_LVALUE))
		return body;
	struct dt_node *m = dt_node_new(la, DN_MEMBER, &at->dn_loc);
	m->dn_child = body;
	return dt_sema_done(m, body->dn_type);
}

/* The body as the value of the name: messages point to the name. */
static struct dt_node *in_place(struct dt_lang *la, const struct dt_node *at,
	const struct dt_ident *id, const struct dt_node *body)
{
	struct dt_node *n = dt_lang_alloc(la, sizeof(*n));

	*n = *body;
	n->dn_loc = at->dn_loc;
	n->dn_attr = id->id_flags & IDF_ATTR ? id->id_attr :
					       dt_attr_min(id->id_attr, body->dn_attr);
	return n;
}

struct dt_node *dt_sema_inline(struct dt_lang *la, struct dt_node *at, struct dt_ident *id,
	struct dt_node *args)
{
	struct dt_sema *se = dt_sema_state(la);

	if (id->id_const)
		return dt_sema_const(la, &at->dn_loc, id->id_value, id->id_type);
	dt_sema_list(la, &args);
	struct dt_bind *mine = bind_args(la, at, id, args), *outer = se->se_binds;
	dt_sema_enter(la, id, id->id_name, &at->dn_loc);
	se->se_binds = mine;
	struct dt_node *body = dt_sema_expr(la, dt_node_copy(la, id->id_body));
	se->se_binds = outer;
	dt_sema_leave(la);
	return in_place(la, at, id, as_value(la, at, id, body));
}

struct dt_node *dt_sema_unknown(struct dt_lang *la, const struct dt_loc *loc,
	const struct dt_type *t)
{
	struct dt_node *n = dt_node_op1(la, loc, OP_DEREF,
		dt_sema_const(la, loc, 0, dt_type_pointer(la->la_types, t)));

	n->dn_flags |= DNF_LVALUE | DNF_WRITABLE;
	return dt_sema_done(n, t);
}

void dt_sema_check_inline(struct dt_lang *la, struct dt_ident *id)
{
	struct dt_node *body = dt_node_copy(la, id->id_body);
	struct dt_loc loc = body->dn_loc;

	if (id->id_const)
		return;
	dt_sema_reset(la);
	for (const struct dt_param *p = id->id_params; p; p = p->pr_next) {
		struct dt_bind *b = dt_lang_alloc(la, sizeof(*b));
		*b = (struct dt_bind){ p->pr_name, dt_sema_unknown(la, &loc, p->pr_type),
			dt_sema_state(la)->se_binds };
		dt_sema_state(la)->se_binds = b;
	}
	dt_sema_enter(la, id, id->id_name, &loc);
	body = dt_sema_expr(la, body);
	as_value(la, body, id, body);
	dt_sema_reset(la);
}
