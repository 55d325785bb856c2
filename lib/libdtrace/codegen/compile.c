/* Programs: clauses and their statements. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "comp.h"
#include "format.h"

__attribute__((noinline)) void *comp_alloc(size_t size) /* into a caller of setjmp() */
{
	void *p = base_calloc(1, size);

	if (!p)
		dt_over_jump();
	return p;
}

static char *copy_text(const char *s, size_t len)
{
	return memcpy(comp_alloc(len + 1), s, len);
}

unsigned comp_count(const struct dt_node *list)
{
	unsigned n = 0;

	for (; list; list = list->dn_next)
		n++;
	return n;
}

bool comp_is_void(const struct dt_node *n)
{
	enum dt_tkind k = dt_type_resolve(n->dn_type)->ty_kind;

	return k == TY_VOID || k == TY_FUNCTION || k == TY_FORWARD;
}

bool comp_is_scalar(const struct dt_node *n)
{
	return n->dn_kind != DN_AGG && !dt_sema_is_dyn(n) && dt_type_is_scalar(n->dn_type);
}

bool comp_is_int(const struct dt_node *n)
{
	return comp_is_scalar(n) && dt_type_is_integer(n->dn_type);
}

bool comp_is_address(const struct dt_node *n, enum dt_tkind k)
{
	return n->dn_kind == DN_FUNC && dt_type_resolve(n->dn_type)->ty_kind == k;
}

/* maxops: how many operands comp_value() and comp_hidden() may add */
struct dt_action *comp_action(struct comp *c, unsigned kind, unsigned maxops)
{
	struct dt_action *ac = comp_alloc(sizeof(*ac));

	*c->co_tail = ac;
	c->co_tail = &ac->ac_next;
	ac->ac_kind = (uint16_t)kind;
	ac->ac_line = c->co_stmt->dn_loc.lo_line;
	ac->ac_ops = maxops ? comp_alloc(maxops * sizeof(*ac->ac_ops)) : NULL;
	if (DT_ACT_IS_DESTRUCTIVE(kind))
		c->co_prog->pg_destructive = true;
	return ac;
}

struct dif_object *comp_code(struct comp *c, struct dt_node *n, bool effect)
{
	struct dif_object *d = dif_codegen(c->co_la, n, effect);

	if (!dif_is_destructive(d))
		return d;
	c->co_prog->pg_destructive = true;
	if (c->co_spec) {
		dif_object_free(d);
		comp_error(c, n, D_ACT_SPEC,
			"destructive actions may not follow speculate( ) in a clause");
	}
	return d;
}

static uint32_t align_of(const struct dt_type *t)
{
	if (dt_type_is_string(t))
		return 1;
	uint32_t a = dt_type_align(t);
	return a == 0 ? 1 : a > 8 ? 8 : a;
}

void comp_size(struct comp *c, struct dt_operand *op, const struct dt_node *n, uint64_t size,
	uint32_t align)
{
	dt_row_add(&c->co_size, 8, size);
	if (size > DT_CLAUSE_MAX || c->co_size > DT_CLAUSE_MAX)
		comp_error(c, n, D_DECL_ARRBIG, "the clause's values are too big: at most %u bytes",
			DT_CLAUSE_MAX);
	op->op_size = (uint32_t)size;
	op->op_align = align;
}

struct dt_operand *comp_value(struct comp *c, struct dt_action *ac, struct dt_node *n)
{
	struct dt_operand *op = &ac->ac_ops[ac->ac_nops++];
	enum dt_tkind k = dt_type_resolve(n->dn_type)->ty_kind;

	op->op_kind = DT_ACT_EXPR;
	op->op_dtype = n->dn_type;
	if (n->dn_kind == DN_FUNC && (k == TY_STACK || k == TY_SYMADDR || k == TY_USYMADDR)) {
		comp_address(c, op, n);
		return op;
	}
	op->op_difo = comp_code(c, n, false);
	comp_size(c, op, n, op->op_difo->do_type.dt_size, align_of(n->dn_type));
	op->op_arg = dt_type_is_string(n->dn_type);
	return op;
}

struct dt_operand *comp_hidden(struct comp *c, struct dt_action *ac, struct dt_node *n)
{
	struct dt_operand *op = comp_value(c, ac, n);

	op->op_size = 0;
	op->op_align = 1;
	return op;
}

/* An expression that is evaluated for its side effects. */
static void comp_effect(struct comp *c, struct dt_node *e)
{
	struct dt_action *ac;

	if (dt_sema_is_dyn(e))
		comp_error(c, e, D_CG_DYN, "a translation is no statement");
	if (e->dn_kind == DN_FUNC && e->dn_ident->id_kind == ID_AGGFUNC)
		comp_error(c, e, D_CG_EXPR, "%s( ) must be assigned to an aggregation",
			e->dn_ident->id_name);
	ac = comp_action(c, DT_ACT_EXPR, 1);
	ac->ac_nops = 1;
	ac->ac_ops[0].op_kind = DT_ACT_EXPR;
	ac->ac_ops[0].op_align = 1;
	ac->ac_ops[0].op_difo = comp_code(c, e, true);
}

static void comp_stmt(struct comp *c, struct dt_node *st)
{
	struct dt_node *e = st->dn_child;

	c->co_stmt = st;
	if (!e)
		return;
	c->co_clause->cl_stmtattr = dt_attr_min(c->co_clause->cl_stmtattr, e->dn_attr);
	if (e->dn_kind == DN_AGG)
		comp_agg(c, e);
	else if (e->dn_kind == DN_FUNC && e->dn_ident->id_kind == ID_ACTION)
		comp_act(c, e);
	else
		comp_effect(c, e);
}

static bool is_empty(const struct dt_node *body)
{
	for (; body; body = body->dn_next)
		if (body->dn_child)
			return false;
	return true;
}

static void comp_desc(struct dt_probedesc *pd, const struct dt_pdesc *from)
{
	char **to[] = { &pd->pd_prov, &pd->pd_mod, &pd->pd_func, &pd->pd_name };

	for (int i = 0; i < 4; i++) {
		const char *s = from->pd_field[i] ? from->pd_field[i] : "";
		*to[i] = copy_text(s, strlen(s));
	}
	pd->pd_id = from->pd_id;
}

static void comp_clause(struct comp *c, const struct dt_node *cooked, const struct dt_node *pdesc)
{
	struct dt_clause *cl = comp_alloc(sizeof(*cl));

	*c->co_cltail = cl;
	c->co_cltail = &cl->cl_next;
	c->co_prog->pg_nclauses++;
	c->co_clause = cl;
	c->co_tail = &cl->cl_actions;
	c->co_commit = c->co_spec = c->co_drec = false;
	c->co_size = 0;
	cl->cl_number = c->co_number;
	comp_desc(&cl->cl_desc, &pdesc->dn_desc);
	cl->cl_descattr = c->co_la->la_descattr;
	cl->cl_stmtattr = cooked->dn_pred ? cooked->dn_pred->dn_attr : dt_attr_stable;
	if (cooked->dn_pred)
		cl->cl_pred = comp_code(c, cooked->dn_pred, false);
	for (struct dt_node *st = cooked->dn_body; st; st = st->dn_next)
		comp_stmt(c, st);
	cl->cl_records = c->co_drec || c->co_spec || is_empty(cooked->dn_body);
}

/* Each probe description gets its own copy of the clause, desugared. */
static void comp_program(struct comp *c, const struct dt_node *prog)
{
	for (struct dt_node *cl = prog->dn_list; cl; cl = cl->dn_next) {
		if (cl->dn_kind != DN_CLAUSE)
			continue;
		c->co_number++;
		for (const struct dt_node *pd = cl->dn_pdescs; pd; pd = pd->dn_next)
			for (const struct dt_node *p = dt_sema_clause(c->co_la, cl, pd); p;
				p = p->dn_next)
				comp_clause(c, p, pd);
	}
}

struct dt_program *dt_compile(struct dt_lang *la, int context, const char *name, const char *text,
	size_t len, int argc, char *const *argv)
{
	struct comp c = { .co_la = la };

	if (dt_lang_parse(la, context, name, text, len, argc, argv) != 0)
		return NULL;
	struct dt_program *pg = comp_alloc(sizeof(*pg));
	dt_over_push(&la->la_over);
	if (setjmp(la->la_over.ov_jmp)) {
		dt_over_pop(&la->la_over);
		dt_program_free(pg);
		dt_lang_undo(la);
		return NULL;
	}
	c.co_prog = pg;
	c.co_cltail = &pg->pg_clauses;
	pg->pg_name = name ? copy_text(name, strlen(name)) : copy_text(text, len);
	pg->pg_providers = la->la_providers;
	pg->pg_provend = la->la_mark.mk_providers;
	comp_program(&c, la->la_prog);
	dt_over_pop(&la->la_over);
	dt_lang_end(la);
	return pg;
}

static void free_action(struct dt_action *ac)
{
	for (uint32_t i = 0; i < ac->ac_nops; i++)
		dif_object_free(ac->ac_ops[i].op_difo);
	free(ac->ac_ops);
	if (ac->ac_fmt)
		dt_format_free(ac->ac_fmt);
	free(ac->ac_aggs);
	free(ac);
}

static void free_clause(struct dt_clause *cl)
{
	struct dt_action *next;

	for (struct dt_action *ac = cl->cl_actions; ac; ac = next) {
		next = ac->ac_next;
		free_action(ac);
	}
	dif_object_free(cl->cl_pred);
	free(cl->cl_desc.pd_prov);
	free(cl->cl_desc.pd_mod);
	free(cl->cl_desc.pd_func);
	free(cl->cl_desc.pd_name);
	free(cl);
}

void dt_program_free(struct dt_program *pg)
{
	struct dt_clause *next;

	if (!pg)
		return;
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = next) {
		next = cl->cl_next;
		free_clause(cl);
	}
	free(pg->pg_name);
	free(pg);
}
