/*
 * Enabling: clauses become ECBs at the probes they match, and everything a firing needs is set up.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "engine.h"

struct enable_arg {
	struct dt_engine *ea_en;
	struct dt_clause *ea_clause;
	int ea_error;
	unsigned ea_logged; /* probes of the clause at which it is only recorded */
};

/* Whether the consumer must act on the action although it records nothing. */
static bool action_acts(const struct dt_action *ac)
{
	return ac->ac_kind != DT_ACT_EXPR && !DT_ACT_IS_AGG(ac->ac_kind) && !dt_acts_at_once(ac);
}

static bool action_syncs(const struct dt_action *ac)
{
	return ac->ac_kind == DT_ACT_PRINTA || ac->ac_kind == DT_ACT_LIB;
}

static bool op_recorded(const struct dt_action *ac, const struct dt_operand *op)
{
	return op->op_size > 0 && !DT_ACT_IS_AGG(ac->ac_kind) &&
		DT_ACT_CLASS(ac->ac_kind) != DT_ACTCLASS_SPECULATION;
}

static unsigned recs_count(const struct dt_clause *cl)
{
	unsigned n = 0;

	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		n += ac->ac_nops + 1;
	return n;
}

/* What a record counts for in a buffer: a header, and at least a word for each action. */
#define ROOM_HEADER 12
#define ROOM_ALIGN 4u

/*
 * Lays out the record: each operand at its alignment; an action without operands is an empty entry.
 */
static int ecb_layout(struct dt_ecb *ec, const struct dt_clause *cl)
{
	struct dt_recdesc *rd = base_calloc(recs_count(cl) + 1, sizeof(*rd));
	struct dt_epdesc *ep = &ec->ec_desc;
	uint64_t off = sizeof(struct dt_record), room = ROOM_HEADER;
	uint32_t n = 0, actno = 1;

	if (!rd)
		return -1;
	ep->ep_align = ROOM_ALIGN;
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next) {
		bool any = false;

		for (uint32_t i = 0; i < ac->ac_nops; i++) {
			const struct dt_operand *op = &ac->ac_ops[i];

			if (op_recorded(ac, op)) {
				uint32_t at = (uint32_t)dt_row_add(&off, op->op_align, op->op_size);

				rd[n++] = (struct dt_recdesc){ ac, op, i, at, op->op_size,
					actno + i };
				any = true;
				dt_row_add(&room, op->op_align, op->op_size);
				if (op->op_align > ep->ep_align)
					ep->ep_align = op->op_align;
			}
		}
		if (!any && action_acts(ac)) {
			rd[n++] = (struct dt_recdesc){ .rd_action = ac,
				.rd_offset = (uint32_t)off,
				.rd_actno = actno };
			dt_row_add(&room, ROOM_ALIGN, ROOM_ALIGN);
		}
		actno += ac->ac_nops ? ac->ac_nops : 1;
		ec->ec_sync |= action_syncs(ac);
		ec->ec_speculates |= ac->ac_kind == DT_ACT_SPECULATE;
	}
	ep->ep_recs = rd;
	ep->ep_nrecs = n;
	ep->ep_size = ((uint32_t)off + 7) & ~7u;
	ep->ep_room = ((uint32_t)room + ROOM_ALIGN - 1) & ~(ROOM_ALIGN - 1);
	return 0;
}

static bool object_has_locals(const struct dif_object *d)
{
	for (uint32_t i = 0; d && i < d->do_nvars; i++)
		if (d->do_vars[i].dv_scope == DIF_SCOPE_LOCAL)
			return true;
	return false;
}

/* Calls fn for each object of a clause. */
static int clause_objects(const struct dt_clause *cl, int (*fn)(struct dif_object *, void *),
	void *arg)
{
	int rc = cl->cl_pred ? fn(cl->cl_pred, arg) : 0;

	for (const struct dt_action *ac = cl->cl_actions; ac && !rc; ac = ac->ac_next)
		for (uint32_t i = 0; i < ac->ac_nops && !rc; i++)
			if (ac->ac_ops[i].op_difo)
				rc = fn(ac->ac_ops[i].op_difo, arg);
	return rc;
}

static int note_locals(struct dif_object *d, void *arg)
{
	*(bool *)arg |= object_has_locals(d);
	return 0;
}

static int enable_probe(struct dt_probe *pr, void *arg)
{
	struct enable_arg *ea = arg;
	struct dt_engine *en = ea->ea_en;
	struct dt_ecb *ec = base_calloc(1, sizeof(*ec));

	if (!ec || !base_more(en->en_ecbs, en->en_necbs) || ecb_layout(ec, ea->ea_clause) < 0) {
		free(ec);
		ea->ea_error = dt_fail(en, "no memory to enable %s", pr->pr_name);
		return 1;
	}
	en->en_ecbs[en->en_necbs++] = ec;
	ec->ec_desc.ep_id = en->en_necbs;
	ec->ec_desc.ep_probe = pr;
	ec->ec_desc.ep_clause = ea->ea_clause;
	ec->ec_logged = en->en_logs && en->en_logs(pr);
	en->en_logged |= ec->ec_logged;
	ea->ea_logged += ec->ec_logged;
	clause_objects(ea->ea_clause, note_locals, &ec->ec_locals);
	pr->pr_locals |= ec->ec_locals;
	*pr->pr_tail = ec;
	pr->pr_tail = &ec->ec_next;
	return 0;
}

int dt_ecb_add(struct dt_engine *en, struct dt_probe *pr, struct dt_clause *cl)
{
	struct enable_arg ea = { .ea_en = en, .ea_clause = cl };

	enable_probe(pr, &ea);
	return ea.ea_error;
}

static int decode_object(struct dif_object *d, void *arg)
{
	struct dt_engine *en = arg;
	struct dif_mach *ma = &en->en_mach;
	char err[256];

	if (dif_verify(d, err, sizeof(err)) < 0)
		return dt_fail(en, "program is not valid: %s", err);
	if (dif_prepare(d) < 0 || !base_more(ma->ma_strings, ma->ma_nstrings))
		return dt_fail(en, "no memory to prepare the program");
	if (d->do_strlen)
		ma->ma_strings[ma->ma_nstrings++] = (struct dif_region){ (uintptr_t)d->do_strs,
			(uintptr_t)d->do_strs + d->do_strlen };
	return 0;
}

/* Clauses that don't run now are named, in one line for each program. */
static void logged_note(char *line, size_t size, const struct dt_clause *cl)
{
	size_t n = strlen(line);

	snprintf(line + n, size - n, "%s%u", n ? ", " : "", cl->cl_number);
}

static bool destructive_refused(struct dt_engine *en, const struct dt_program *pg)
{
	return pg->pg_destructive && dt_opt(en->en_opts, DT_OPT_DESTRUCTIVE) <= 0;
}

/* Actions that a tracer in user space can't do, or that need an option. */
static int actions_refused(struct dt_engine *en, const struct dt_clause *cl)
{
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		if (ac->ac_kind == DT_ACT_PANIC || ac->ac_kind == DT_ACT_BREAKPOINT)
			return dt_fail(en, "%s() is not supported on this system",
				ac->ac_kind == DT_ACT_PANIC ? "panic" : "breakpoint");
		else if (ac->ac_kind == DT_ACT_RELOG && !en->en_opts->op_str[DT_OPT_RELOG])
			return dt_fail(en,
				"relog() has no file to copy events to: name a new one with -R");
	return 0;
}

int dt_engine_enable(struct dt_engine *en, struct dt_program *pg, unsigned *matched)
{
	struct enable_arg ea = { .ea_en = en };
	char logged[256] = "";

	*matched = 0;
	if (destructive_refused(en, pg))
		return dt_fail(en, "Destructive actions not allowed");
	if (dt_program_keep(en, pg) < 0)
		return -1;
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		const struct dt_probedesc *pd = &cl->cl_desc;
		const char *field[4] = { pd->pd_prov, pd->pd_mod, pd->pd_func, pd->pd_name };
		unsigned n, later = 0;

		if (actions_refused(en, cl) < 0 || clause_objects(cl, decode_object, en))
			return -1;
		ea.ea_clause = cl;
		ea.ea_logged = 0;
		n = dt_probe_match(en, field, pd->pd_id, enable_probe, &ea);
		if (!pd->pd_id && !ea.ea_error)
			later = dt_models_match(en, field, enable_probe, &ea);
		*matched += n != 0 ? n : later != 0;
		if (ea.ea_error)
			return -1;
		if (ea.ea_logged != 0)
			logged_note(logged, sizeof(logged), cl);
	}
	if (*logged)
		dt_warn(en,
			"only recorded, because their probes fire often: clauses %s; -g runs them as well",
			logged);
	return 0;
}

/* Variables: slots for scalars, as large as the objects declare them. */
struct vars_arg {
	struct dt_engine *va_en;
	size_t va_store; /* bytes of by-reference storage */
};

static struct dif_slot *var_slot(struct dt_engine *en, const struct dif_varinfo *dv)
{
	struct dif_mach *ma = &en->en_mach;

	if (dv->dv_kind != DIF_KIND_SCALAR)
		return NULL;
	if (dv->dv_scope == DIF_SCOPE_LOCAL) {
		if (!base_reach(ma->ma_locals, ma->ma_nlocals, dv->dv_id + 1))
			return NULL;
		return &ma->ma_locals[dv->dv_id];
	}
	if (dv->dv_scope != DIF_SCOPE_GLOBAL || dv->dv_id < DIF_VAR_OTHER_UMIN)
		return NULL;
	if (!base_reach(ma->ma_globals, ma->ma_nglobals, dv->dv_id - DIF_VAR_OTHER_UMIN + 1))
		return NULL;
	return &ma->ma_globals[dv->dv_id - DIF_VAR_OTHER_UMIN];
}

#define VAR_MAX (16u << 10)

static int size_vars(struct dif_object *d, void *arg)
{
	struct vars_arg *va = arg;

	for (uint32_t i = 0; i < d->do_nvars; i++) {
		const struct dif_varinfo *dv = &d->do_vars[i];
		struct dif_slot *sl = var_slot(va->va_en, dv);

		if (!sl || sl->sl_width || sl->sl_size)
			continue;
		sl->sl_flags = dv->dv_type.dt_flags;
		sl->sl_string = dv->dv_type.dt_kind == DIF_TYPE_STRING;
		if (sl->sl_flags & DIF_TF_BYREF) {
			if (dv->dv_type.dt_size > VAR_MAX)
				return dt_fail(va->va_en, "variable %s is larger than %u bytes",
					dv->dv_name, VAR_MAX);
			sl->sl_size = (uint32_t)dif_store_size(&dv->dv_type);
			va->va_store += ((size_t)sl->sl_size + 15) & ~(size_t)15;
		} else {
			sl->sl_width = dv->dv_type.dt_size ? dv->dv_type.dt_size : 8;
		}
	}
	return 0;
}

static uint8_t *slots_place(struct dif_slot *sl, uint32_t n, uint8_t *p)
{
	for (; n; n--, sl++) {
		if (!sl->sl_size)
			continue;
		sl->sl_store = p;
		p += (sl->sl_size + 15) & ~15u;
	}
	return p;
}

static int variables_init(struct dt_engine *en)
{
	struct vars_arg va = { .va_en = en };
	struct dif_mach *ma = &en->en_mach;

	for (uint32_t i = 0; i < en->en_necbs; i++)
		if (clause_objects(en->en_ecbs[i]->ec_desc.ep_clause, size_vars, &va) != 0)
			return -1;
	en->en_vars = base_calloc(1, va.va_store + 16);
	en->en_varsize = va.va_store;
	if (!en->en_vars)
		return dt_fail(en, "no memory for %zu bytes of variables", va.va_store);
	slots_place(ma->ma_locals, ma->ma_nlocals,
		slots_place(ma->ma_globals, ma->ma_nglobals, en->en_vars));
	return 0;
}

void dt_variables_fini(struct dt_engine *en)
{
	struct dif_mach *ma = &en->en_mach;

	free(ma->ma_globals);
	free(ma->ma_locals);
	free(ma->ma_scratch);
	free(ma->ma_tok);
	free(en->en_vars);
	if (ma->ma_dyn)
		dif_dyn_destroy(ma->ma_dyn);
}

/*
 * Scratch holds the results of subroutines, most of them strings, so its size grows with strsize.
 */
#define SCRATCH_STRINGS 32
#define SCRATCH_MIN (64 << 10)
#define SCRATCH_MAX (64 << 20)

/*
 * What a clause got is kept until the last clause of its firing, so there must be room for as many
 * clauses as one probe can have. Only what is used takes memory.
 */
static size_t scratch_size(const struct dt_engine *en)
{
	size_t one = ((size_t)dt_strsize(en->en_opts) + 1) * SCRATCH_STRINGS,
	       clauses = en->en_necbs ? en->en_necbs : 1;

	if (one < SCRATCH_MIN)
		one = SCRATCH_MIN;
	return one >= SCRATCH_MAX || clauses > SCRATCH_MAX / one ?
		(one > SCRATCH_MAX ? one : SCRATCH_MAX) :
		one * clauses;
}

static int machine_init(struct dt_engine *en)
{
	struct dif_mach *ma = &en->en_mach;
	uint32_t strsize = dt_strsize(en->en_opts);
	int64_t dynsize = dt_opt(en->en_opts, DT_OPT_DYNVARSIZE);
	size_t scratch = scratch_size(en);

	if (variables_init(en) < 0)
		return -1;
	ma->ma_ops = &dt_mach_ops;
	ma->ma_arg = en;
	ma->ma_strsize = strsize;
	ma->ma_rand = 88172645463325252u;
	ma->ma_scratch = base_malloc(scratch);
	ma->ma_tok = base_malloc((size_t)strsize * 2); /* the second half is for ERROR clauses */
	ma->ma_dyn = dif_dyn_create(dynsize, strsize);
	if (!ma->ma_scratch || !ma->ma_tok || !ma->ma_dyn)
		return dt_fail(en, "no memory for dynvarsize %lld", (long long)dynsize);
	ma->ma_scratch_end = ma->ma_scratch + scratch;
	ma->ma_scratch_cur = ma->ma_scratch;
	en->en_regions[0] = (struct dif_region){ (uintptr_t)en->en_pool.bl_base,
		(uintptr_t)dif_blocks_at(&en->en_pool, en->en_pool.bl_units) };
	en->en_regions[1] = (struct dif_region){ (uintptr_t)en->en_vars,
		(uintptr_t)en->en_vars + en->en_varsize };
	en->en_regions[2] = dif_dyn_region(ma->ma_dyn);
	ma->ma_regions = en->en_regions;
	ma->ma_nregions = 3;
	return 0;
}

/*
 * Plans.
 */
/* Entries are made, and planned, before their returns. */
static const struct dt_plan *entry_plan(struct dt_engine *en, const struct dt_probe *pr)
{
	const struct dt_probe *entry = strcmp(pr->pr_name, "return") != 0 ?
		NULL :
		dt_probe_find(en, pr->pr_provider->pv_name, pr->pr_mod, pr->pr_func, "entry");

	return entry ? entry->pr_plan : NULL;
}

static int plan_preds(struct dt_engine *en, struct dt_probe *pr, unsigned npreds)
{
	struct dt_plan *pl = pr->pr_plan;

	pl->pl_preds = npreds == 0 ? NULL : base_calloc(npreds, sizeof(*pl->pl_preds));
	if (npreds != 0 && !pl->pl_preds)
		return dt_fail(en, "no memory to plan %s", pr->pr_name);
	for (struct dt_ecb *ec = pr->pr_ecbs; ec && npreds != 0; ec = ec->ec_next)
		if (!dt_runs_in_kernel(ec))
			pl->pl_preds[pl->pl_npreds++] = ec->ec_desc.ep_clause->cl_pred;
	return 0;
}

/* Forgets what was planned: the clauses are placed anew. */
static struct dt_plan *plan_new(struct dt_probe *pr)
{
	struct dt_plan *pl = pr->pr_plan;

	if (!pl)
		return pr->pr_plan = base_calloc(1, sizeof(*pl));
	dt_plan_fini(pl);
	memset(pl, 0, sizeof(*pl));
	return pl;
}

static void plan_tap(struct dt_plan *pl, const struct dt_tap *ta)
{
	pl->pl_args |= ta->ta_args;
	pl->pl_vars |= ta->ta_vars;
	if (ta->ta_kstack > pl->pl_kstack)
		pl->pl_kstack = ta->ta_kstack;
	if (ta->ta_ustack > pl->pl_ustack)
		pl->pl_ustack = ta->ta_ustack;
	pl->pl_usyms |= ta->ta_ustack != 0;
	pl->pl_quiet = false;
}

int dt_plan_probe(struct dt_engine *en, struct dt_probe *pr)
{
	struct dt_plan *pl;
	unsigned necbs = 0, npreds = 0;

	if (!pr->pr_ecbs && !pr->pr_tap)
		return 0;
	pl = plan_new(pr);
	if (!pl)
		return dt_fail(en, "no memory to plan %s", pr->pr_name);
	if (dt_placement_plan(en, pr) < 0)
		return -1;
	pl->pl_entry = entry_plan(en, pr);
	for (struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next) {
		bool kernel = dt_runs_in_kernel(ec);

		pl->pl_changed = dt_placement_before(en, pr, ec);
		if (!kernel || ec->ec_shadow || ec->ec_site->si_faults ||
			(pr->pr_tap && pr->pr_tap->ta_clauses))
			dif_plan_clause(pl, ec->ec_desc.ep_clause);
		npreds += !kernel && ec->ec_desc.ep_clause->cl_pred != NULL &&
			!dt_placement_changes(en, pr, ec);
		necbs += !kernel;
	}
	if (pr->pr_tap)
		plan_tap(pl, pr->pr_tap);
	/* without a predicate that the kernel can decide, an enabling needs every event */
	return plan_preds(en, pr, npreds < necbs || pr->pr_tap ? 0 : npreds);
}

static size_t keys_max(struct dt_engine *en)
{
	size_t max = 8;

	for (uint32_t i = 0; i < en->en_necbs; i++) {
		const struct dt_action *ac = en->en_ecbs[i]->ec_desc.ep_clause->cl_actions;

		for (; ac; ac = ac->ac_next)
			if (DT_ACT_IS_AGG(ac->ac_kind)) {
				size_t n = dt_agg_keysize(ac->ac_aggs[0], NULL);

				max = n > max ? n : max;
			}
	}
	return max;
}

#define AGGS_MIN (64 << 10)

static bool aggs_fit(struct dt_engine *en, size_t size)
{
	return dt_fits(en, size) && (en->en_aggs = dt_aggs_create(size));
}

static int aggs_init(struct dt_engine *en)
{
	size_t size = dt_opt(en->en_opts, DT_OPT_AGGSIZE);

	return dt_size_fit(en, DT_OPT_AGGSIZE, "aggregation", AGGS_MIN, &size, aggs_fit);
}

static int buffers_init(struct dt_engine *en)
{
	if (dt_buffers_init(en) < 0)
		return -1;
	en->en_keymax = keys_max(en);
	en->en_keybuf = base_malloc(en->en_keymax);
	return en->en_keybuf ? aggs_init(en) : dt_fail(en, "out of memory");
}

static int plan_all(struct dt_engine *en)
{
	for (uint32_t i = 0; i < en->en_nprobes; i++)
		if (dt_plan_probe(en, en->en_probes[i]) < 0)
			return -1;
	for (unsigned i = 0; i < en->en_nmodels; i++)
		if (dt_plan_probe(en, en->en_models[i]) < 0)
			return -1;
	return 0;
}

int dt_run_here(struct dt_engine *en)
{
	dt_placement_fini(en);
	return plan_all(en);
}

int dt_engine_prepare(struct dt_engine *en)
{
	if (machine_init(en) < 0 || buffers_init(en) < 0 || dt_speculations_init(en) < 0)
		return -1;
	if (dt_placement(en) < 0 || plan_all(en) < 0)
		return -1;
	for (uint32_t i = 0; i < en->en_nprobes; i++) {
		struct dt_probe *pr = en->en_probes[i];

		if (!pr->pr_ecbs && !pr->pr_tap)
			continue;
		if (pr->pr_ecbs && dt_argrecords_init(en, pr) < 0)
			return -1;
		if (pr->pr_provider->pv_enable && pr->pr_provider->pv_enable(en, pr) < 0)
			return -1;
	}
	return 0;
}
