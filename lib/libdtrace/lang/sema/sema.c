/* The semantic pass: entry points, and the kinds of nodes. */
#include <string.h>
#include "sema.h"
#include "treedump.h"

#define MAXDEPTH 1000 /* nested expressions, expanded bodies included */

static const struct dt_type *need_type(struct dt_lang *la, const char *name)
{
	const struct dt_type *t = dt_types_lookup(la->la_types, name);

	if (!t)
		dt_lang_error(la, NULL, D_TYPE_ERR, "the type %s is missing", name);
	return t;
}

struct dt_sema *dt_sema_state(struct dt_lang *la)
{
	struct dt_sema *se = la->la_sema;

	if (se)
		return se;
	se = dt_types_alloc(la->la_types, sizeof(*se));
	se->se_int = need_type(la, "int");
	se->se_int64 = need_type(la, "int64_t");
	se->se_size = need_type(la, "size_t");
	se->se_ptrdiff = need_type(la, "ptrdiff_t");
	se->se_char = need_type(la, "char");
	se->se_charptr = dt_type_pointer(la->la_types, se->se_char);
	se->se_string = need_type(la, "string");
	se->se_void = need_type(la, "void");
	se->se_stack = need_type(la, "stack");
	se->se_symaddr = need_type(la, "_symaddr");
	se->se_usymaddr = need_type(la, "_usymaddr");
	se->se_dyn = dt_type_new(la->la_types, TY_DYN, "<DYN>");
	return la->la_sema = se;
}

void dt_sema_reset(struct dt_lang *la)
{
	struct dt_sema *se = dt_sema_state(la);

	se->se_binds = NULL;
	se->se_expand = NULL;
	se->se_depth = se->se_count = 0;
}

static struct dt_attr attr_list(struct dt_attr a, const struct dt_node *list)
{
	for (; list; list = list->dn_next)
		if (list->dn_flags & DNF_COOKED)
			a = dt_attr_min(a, list->dn_attr);
	return a;
}

static struct dt_attr attr_with(struct dt_attr a, const struct dt_node *n)
{
	return n && (n->dn_flags & DNF_COOKED) ? dt_attr_min(a, n->dn_attr) : a;
}

/* The minimum of the parts. */
static struct dt_attr node_attr(const struct dt_node *n)
{
	struct dt_attr a = dt_attr_stable;

	if (n->dn_ident && n->dn_kind != DN_IDENT)
		a = dt_attr_min(a, n->dn_ident->id_attr);
	a = attr_list(a, n->dn_args);
	switch (n->dn_kind) {
	case DN_OP1:
	case DN_MEMBER:
	case DN_XLATE: return attr_with(a, n->dn_child);
	case DN_AGG: return attr_with(a, n->dn_aggfun);
	case DN_OP2: return attr_with(attr_with(a, n->dn_left), n->dn_right);
	case DN_OP3: return attr_with(attr_with(attr_with(a, n->dn_cond), n->dn_left), n->dn_right);
	default: return a;
	}
}

struct dt_node *dt_sema_done(struct dt_node *n, const struct dt_type *t)
{
	n->dn_type = t;
	n->dn_flags |= DNF_COOKED;
	if (dt_sema_is_signed(t))
		n->dn_flags |= DNF_SIGNED;
	if (dt_type_is_byref(t))
		n->dn_flags |= DNF_REF;
	n->dn_attr = node_attr(n);
	return n;
}

static struct dt_node *cook_op1(struct dt_lang *la, struct dt_node *n)
{
	switch (n->dn_op) {
	case OP_PREINC:
	case OP_PREDEC:
	case OP_POSTINC:
	case OP_POSTDEC: return dt_sema_incdec(la, n);
	case OP_SIZEOF: return dt_sema_sizeof(la, n);
	default: return dt_sema_op1(la, n);
	}
}

static struct dt_node *cook_op2(struct dt_lang *la, struct dt_node *n)
{
	switch (n->dn_op) {
	case '=':
	case OP_ADDEQ:
	case OP_SUBEQ:
	case OP_MULEQ:
	case OP_DIVEQ:
	case OP_MODEQ:
	case OP_ANDEQ:
	case OP_OREQ:
	case OP_XOREQ:
	case OP_LSHEQ:
	case OP_RSHEQ: return dt_sema_assign(la, n);
	case '.':
	case OP_ARROW: return dt_sema_member(la, n);
	case OP_INDEX: return dt_sema_index(la, n);
	case OP_OFFSETOF: return dt_sema_offsetof(la, n);
	default: return dt_sema_op2(la, n);
	}
}

static struct dt_node *cook(struct dt_lang *la, struct dt_node *n)
{
	struct dt_sema *se = dt_sema_state(la);

	switch (n->dn_kind) {
	case DN_INT: return dt_sema_done(n, n->dn_type ? n->dn_type : se->se_int);
	case DN_STRING: return dt_sema_done(n, se->se_string);
	case DN_IDENT:
	case DN_VAR: return dt_sema_ident(la, n);
	case DN_SYM: return dt_sema_symbol(la, n);
	case DN_TYPE: return dt_sema_done(n, n->dn_dtype);
	case DN_FUNC: return dt_sema_call(la, n);
	case DN_OP1: return cook_op1(la, n);
	case DN_OP2: return cook_op2(la, n);
	case DN_OP3: return dt_sema_op3(la, n);
	case DN_AGG: return dt_sema_agg(la, n);
	case DN_XLATE: return dt_sema_xlate(la, n);
	default:
		dt_lang_error(la, &n->dn_loc, D_UNKNOWN, "a node of kind %d in an expression",
			n->dn_kind);
	}
}

/*
 * Option amin: the least stability that is allowed in the program's own text. Bodies of libraries
 * are not checked.
 */
static void check_attr(struct dt_lang *la, const struct dt_loc *loc, struct dt_attr a,
	const char *what)
{
	int64_t min = la->la_opts ? dt_opt(la->la_opts, DT_OPT_AMIN) : DT_OPT_UNSET;

	if (min == DT_OPT_UNSET)
		return;
	if (a.at_name < min >> 16 || a.at_data < (min >> 8 & 0xff) || a.at_class < (min & 0xff))
		dt_lang_error(la, loc, D_ATTR_MIN,
			"attributes for %s are less than predefined minimum", what);
}

struct dt_node *dt_sema_expr(struct dt_lang *la, struct dt_node *n)
{
	struct dt_sema *se = dt_sema_state(la);

	if (n->dn_flags & DNF_COOKED)
		return n;
	if (++se->se_depth > MAXDEPTH)
		dt_lang_error(la, &n->dn_loc, D_SYNTAX, "expression is nested too deeply");
	struct dt_node *next = n->dn_next;
	n = cook(la, n);
	se->se_depth--;
	if (!se->se_expand)
		check_attr(la, &n->dn_loc, n->dn_attr,
			n->dn_ident ? n->dn_ident->id_name : "expression");
	if (n->dn_next != next) { /* a shared node must not be linked into this list */
		struct dt_node *link = dt_lang_alloc(la, sizeof(*link));
		*link = *n;
		link->dn_next = next;
		return link;
	}
	return n;
}

void dt_sema_list(struct dt_lang *la, struct dt_node **list)
{
	for (; *list; list = &(*list)->dn_next)
		*list = dt_sema_expr(la, *list);
}

static void cook_pred(struct dt_lang *la, struct dt_node *clause)
{
	struct dt_node *p = dt_sema_expr(la, clause->dn_pred);

	if (dt_sema_is_dyn(p) || !dt_type_is_scalar(p->dn_type) || p->dn_kind == DN_AGG ||
		dt_type_resolve(p->dn_type)->ty_kind == TY_ARRAY)
		dt_lang_error(la, &p->dn_loc, D_PRED_SCALAR,
			"predicate result must be of scalar type");
	clause->dn_pred = p;
}

static void cook_stmt(struct dt_lang *la, struct dt_node *st)
{
	if (!st->dn_child)
		return;
	struct dt_node *e = dt_sema_expr(la, st->dn_child);
	if (e->dn_kind == DN_AGG && !e->dn_aggfun) {
		dt_sema_known_agg(la, e);
		dt_lang_error(la, &e->dn_loc, D_AGG_NULL,
			"expression statement is an aggregation without a function");
	}
	st->dn_child = e;
	st->dn_flags |= DNF_COOKED;
}

/* A pragma of the program overrides the provider's own attributes. */
static struct dt_attr desc_attr(const struct dt_lang *la, const struct dt_pdesc *pd)
{
	const struct dt_provider_attrs *own = dt_lang_provattrs(la, pd->pd_field[0]);
	static const char *const all[4] = { "p", "m", "f", "n" };

	if (!own && la->la_nprobes)
		own = &la->la_probe.pi_attrs;
	return dt_pdesc_attr(own, pd->pd_id ? all : pd->pd_field);
}

/* Fails, unless a library that is loaded later may have the probe. */
static void no_probe(struct dt_lang *la, const struct dt_node *pdesc)
{
	const struct dt_pdesc *pd = &pdesc->dn_desc;
	const char *why;

	if (pd->pd_id)
		dt_lang_error(la, &pdesc->dn_loc, D_PDESC_INVAL,
			"invalid probe identifier %u: Unknown probe identifier", pd->pd_id);
	if (dt_pid_check(la, pdesc))
		return;
	why = la->la_env.le_missing ? la->la_env.le_missing(la->la_env.le_arg, pd->pd_field[0]) :
				      NULL;
	dt_lang_error(la, &pdesc->dn_loc, D_PDESC_ZERO,
		"probe description %s:%s:%s:%s does not match any probes%s%s", pd->pd_field[0],
		pd->pd_field[1], pd->pd_field[2], pd->pd_field[3], why ? ": " : "", why ? why : "");
}

static void find_probes(struct dt_lang *la, const struct dt_node *pdesc)
{
	la->la_pdesc = &pdesc->dn_desc;
	la->la_multi = false;
	la->la_nprobes = 0;
	memset(&la->la_probe, 0, sizeof(la->la_probe));
	if (!la->la_env.le_probes)
		return;
	la->la_nprobes = la->la_env.le_probes(la->la_env.le_arg, la->la_pdesc, &la->la_probe,
		&la->la_multi);
	if (la->la_nprobes == 0 &&
		(la->la_pdesc->pd_id || !la->la_opts || dt_opt(la->la_opts, DT_OPT_ZDEFS) <= 0))
		no_probe(la, pdesc);
	la->la_descattr = desc_attr(la, la->la_pdesc);
	check_attr(la, &pdesc->dn_loc, la->la_descattr, "the probe description");
}

/* Only the first piece has the predicate that was written. */
static void cook_pieces(struct dt_lang *la, struct dt_node *pieces)
{
	bool first = dt_sema_pred_first(la, pieces);

	la->la_clause = pieces;
	if (first)
		cook_pred(la, pieces);
	for (struct dt_node *c = pieces; c; c = c->dn_next) {
		la->la_clause = c;
		for (struct dt_node *st = c->dn_body; st; st = st->dn_next)
			cook_stmt(la, st);
	}
	for (struct dt_node *c = first ? pieces->dn_next : pieces; c; c = c->dn_next) {
		la->la_clause = c;
		if (c->dn_pred)
			cook_pred(la, c);
	}
}

struct dt_node *dt_sema_clause(struct dt_lang *la, struct dt_node *clause,
	const struct dt_node *pdesc)
{
	struct dt_node *pieces = dt_sugar_clause(la, clause);

	dt_sema_reset(la);
	find_probes(la, pdesc);
	cook_pieces(la, pieces);
	la->la_clause = NULL;
	la->la_pdesc = NULL;
	for (struct dt_node *c = pieces; c; c = c->dn_next)
		dt_tree_dump(la, DT_TREE_COOKED, c);
	return pieces;
}
