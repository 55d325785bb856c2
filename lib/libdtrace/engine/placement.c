/*
 * Which clauses run in the kernel: dif/place.c decides, from what the feed says of each probe.
 *
 * A clause is decided once for all probes at which the kernel can read the same.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "engine.h"

static const char error_probe[] = "is at the ERROR probe";
static const char own_probe[] = "is at a probe of dtrace's own";
#define MAXCLAUSES 32 /* of a probe: bits of fi_left */

static bool reach_same(const struct dt_reach *a, const struct dt_reach *b)
{
	return a->re_why == b->re_why && a->re_own == b->re_own && a->re_begin == b->re_begin &&
		a->re_thread == b->re_thread && a->re_signal == b->re_signal &&
		a->re_record == b->re_record && a->re_user == b->re_user &&
		a->re_repeats == b->re_repeats && a->re_stack == b->re_stack &&
		a->re_ustack == b->re_ustack && a->re_vars == b->re_vars;
}

static void reach_probe(struct dt_engine *en, const struct dt_probe *pr, struct dt_reach *re)
{
	unsigned n = 0;

	/* a model has the clauses of all its probes, which have fewer each */
	*re = (struct dt_reach){ .re_why = "is at a probe that the kernel doesn't fire" };
	for (const struct dt_ecb *ec = pr->pr_ecbs; ec && pr->pr_id != 0; ec = ec->ec_next)
		n++;
	if (pr == en->en_begin || pr == en->en_end)
		*re = (struct dt_reach){ .re_why = own_probe,
			.re_own = true,
			.re_begin = pr == en->en_begin };
	else if (pr == en->en_errorprobe)
		re->re_why = error_probe;
	else if (en->en_feedops && en->en_feedops->fo_reach)
		en->en_feedops->fo_reach(en, pr, re);
	if (re->re_own)
		re->re_why = own_probe;
	if (n > MAXCLAUSES && !re->re_why)
		re->re_why = "is at a probe with too many clauses";
}

/* The number of the site, or -1 if there is none. */
static int site_find(const struct dt_places *pc, const struct dt_clause *cl,
	const struct dt_reach *re)
{
	for (unsigned i = 0; i < pc->pc_nsites; i++)
		if (pc->pc_sites[i].si_clause == cl && reach_same(&pc->pc_sites[i].si_reach, re))
			return (int)i;
	return -1;
}

/* The same, which is made if there is none; -1 if there is no memory. */
static int site_at(struct dt_places *pc, const struct dt_clause *cl, const struct dt_reach *re)
{
	int found = site_find(pc, cl, re);
	struct dt_site *si;

	if (found >= 0)
		return found;
	if (!base_more(pc->pc_sites, pc->pc_nsites))
		return -1;
	si = &pc->pc_sites[pc->pc_nsites++];
	memset(si, 0, sizeof(*si));
	si->si_clause = cl;
	si->si_reach = *re;
	return (int)pc->pc_nsites - 1;
}

void dt_placement_fini(struct dt_engine *en)
{
	if (en->en_places)
		free(en->en_places->pc_sites);
	free(en->en_places);
	en->en_places = NULL;
	for (uint32_t i = 0; i < en->en_necbs; i++) {
		en->en_ecbs[i]->ec_site = NULL;
		en->en_ecbs[i]->ec_shadow = false;
	}
}

static bool placement_wanted(const struct dt_engine *en)
{
	return en->en_live && !en->en_logged && en->en_feedops && en->en_feedops->fo_reach &&
		dt_opt(en->en_opts, DT_OPT_KERNEL) != DT_KERNEL_NO &&
		dt_opt(en->en_opts, DT_OPT_BUFPOLICY) == DT_POLICY_SWITCH;
}

/*
 * The sites of a program that isn't enabled: at each description, the first probe of each kind.
 */
struct look {
	struct dt_engine *lk_en;
	struct dt_places *lk_places;
	const struct dt_clause *lk_clause;
	bool lk_failed;
};

static int look_probe(struct dt_probe *pr, void *arg)
{
	struct look *lk = arg;
	struct dt_reach re;

	reach_probe(lk->lk_en, pr, &re);
	lk->lk_failed |= site_at(lk->lk_places, lk->lk_clause, &re) < 0;
	return lk->lk_failed;
}

static void look_program(struct look *lk, const struct dt_program *pg)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl && !lk->lk_failed; cl = cl->cl_next) {
		const struct dt_probedesc *pd = &cl->cl_desc;
		const char *field[4] = { pd->pd_prov, pd->pd_mod, pd->pd_func, pd->pd_name };

		lk->lk_clause = cl;
		dt_probe_match(lk->lk_en, field, pd->pd_id, look_probe, lk);
	}
}

int dt_placement_look(struct dt_engine *en, const struct dt_program *pg, struct dt_places *pc)
{
	struct look lk = { .lk_en = en, .lk_places = pc };

	for (; pg; pg = pg->pg_next)
		look_program(&lk, pg);
	if (lk.lk_failed)
		return dt_fail(en, "out of memory");
	if (placement_wanted(en))
		dt_place(pc);
	for (unsigned i = 0; i < pc->pc_nsites && !placement_wanted(en); i++)
		snprintf(pc->pc_sites[i].si_why, sizeof(pc->pc_sites[i].si_why),
			"has no kernel to run in, as the options say");
	return 0;
}

/*
 * What is repeated here.
 */
/* Whether it runs here, always or sometimes. */
static bool runs_here(const struct dt_ecb *ec)
{
	return !dt_runs_in_kernel(ec) || ec->ec_site->si_faults;
}

/* Whether a clause after this one that runs here, or is repeated here, reads the variable. */
static bool read_later(const struct dt_ecb *ec, unsigned op, uint32_t id)
{
	for (ec = ec->ec_next; ec; ec = ec->ec_next)
		if ((runs_here(ec) || ec->ec_shadow) &&
			dt_clause_uses(ec->ec_desc.ep_clause, op, id))
			return true;
	return false;
}

/* Whether clauses after this one need here what it assigns.  Strings of threads are never here. */
static bool casts_shadow(const struct dt_engine *en, const struct dt_ecb *ec)
{
	const struct dt_places *pc = en->en_places;
	const struct dt_clause *cl = ec->ec_desc.ep_clause;

	for (unsigned i = 0; i < pc->pc_nvars; i++)
		if ((pc->pc_vars[i].kv_here || dt_place_text(pc, i) < 0) &&
			dt_clause_uses(cl, DIF_OP_STTS, pc->pc_vars[i].kv_id) &&
			read_later(ec, DIF_OP_LDTS, pc->pc_vars[i].kv_id))
			return true;
	for (uint32_t id = 0; id < DT_PLACE_MAXLOCALS; id++)
		if (dt_clause_uses(cl, DIF_OP_STLS, id) && read_later(ec, DIF_OP_LDLS, id))
			return true;
	return false;
}

/* What is repeated may need others that are repeated. */
static void plan_shadows(struct dt_engine *en, struct dt_probe *pr)
{
	bool more = true;

	while (more) {
		more = false;
		for (struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next) {
			if (ec->ec_shadow || !dt_runs_in_kernel(ec) || !casts_shadow(en, ec))
				continue;
			ec->ec_shadow = more = true;
		}
	}
}

/*
 * The enabled clauses.
 */
/* Of kernel=yes: every clause at an event must run in the kernel. */
static int placement_demand(struct dt_engine *en, const struct dt_places *pc)
{
	if (dt_opt(en->en_opts, DT_OPT_KERNEL) != DT_KERNEL_YES)
		return 0;
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		const struct dt_site *si = &pc->pc_sites[i];

		if (si->si_place != DT_PLACE_KERNEL && !si->si_reach.re_own &&
			si->si_reach.re_why != error_probe)
			return dt_fail(en,
				"option kernel=yes: clause %u can't run in the kernel: it %s",
				si->si_clause->cl_number, si->si_why);
	}
	return 0;
}

/* Whether a clause that uses a string of the kernel is repeated here, where there is none. */
static bool texts_repeated(struct dt_engine *en)
{
	bool repeated = false;

	for (uint32_t i = 0; i < en->en_necbs; i++)
		plan_shadows(en, en->en_ecbs[i]->ec_desc.ep_probe);
	for (uint32_t i = 0; i < en->en_necbs; i++) {
		repeated |= en->en_ecbs[i]->ec_shadow &&
			dt_place_uses_text(en->en_places, en->en_ecbs[i]->ec_desc.ep_clause);
		en->en_ecbs[i]->ec_shadow = false;
	}
	return repeated;
}

static int placement_make(struct dt_engine *en)
{
	struct dt_places *pc = en->en_places = base_calloc(1, sizeof(*pc));
	int *sites = base_calloc(en->en_necbs + 1, sizeof(*sites)), rc = pc && sites ? 0 : -1;

	for (uint32_t i = 0; i < en->en_necbs && rc == 0; i++) {
		const struct dt_epdesc *ep = &en->en_ecbs[i]->ec_desc;
		struct dt_reach re;

		reach_probe(en, ep->ep_probe, &re);
		sites[i] = site_at(pc, ep->ep_clause, &re);
		rc = sites[i] < 0 ? -1 : 0;
	}
	for (uint32_t i = 0; i < en->en_necbs && rc == 0; i++)
		en->en_ecbs[i]->ec_site = &pc->pc_sites[sites[i]];
	free(sites);
	if (rc < 0)
		return dt_fail(en, "out of memory");
	dt_place(pc);
	if (texts_repeated(en)) {
		pc->pc_scalars = true;
		dt_place(pc);
	}
	return placement_demand(en, pc);
}

int dt_placement(struct dt_engine *en)
{
	return placement_wanted(en) ? placement_make(en) : 0;
}

int dt_placement_later(struct dt_engine *en, struct dt_probe *pr)
{
	struct dt_reach re;
	int site;

	if (!en->en_places)
		return 0;
	reach_probe(en, pr, &re);
	for (struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next) {
		site = site_find(en->en_places, ec->ec_desc.ep_clause, &re);
		if (site < 0)
			return dt_fail(en, "it isn't decided where clause %u runs",
				ec->ec_desc.ep_clause->cl_number);
		ec->ec_site = &en->en_places->pc_sites[site];
	}
	return 0;
}

/*
 * Plans.
 */
/* The variables of the kernel that clauses read here, or in the shadow of others. */
static int plan_seen(struct dt_engine *en, struct dt_probe *pr)
{
	struct dt_plan *pl = pr->pr_plan;
	const struct dt_places *pc = en->en_places;

	for (unsigned i = 0; i < pc->pc_nvars; i++) {
		bool seen = false;

		for (const struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next)
			seen |= (runs_here(ec) || ec->ec_shadow) &&
				dt_clause_uses(ec->ec_desc.ep_clause, DIF_OP_LDTS,
					pc->pc_vars[i].kv_id);
		if (!seen || pc->pc_vars[i].kv_here || dt_place_text(pc, i) >= 0)
			continue;
		if (!base_more(pl->pl_seen, pl->pl_nseen))
			return -1;
		pl->pl_seen[pl->pl_nseen++] = (uint8_t)i;
	}
	return 0;
}

/* Whether some clause has addresses of a process as keys. */
static bool records_users(const struct dt_probe *pr)
{
	bool users = false;

	for (const struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next)
		for (const struct dt_action *ac = ec->ec_desc.ep_clause->cl_actions; ac;
			ac = ac->ac_next)
			for (uint32_t i = 0; i < ac->ac_nops; i++)
				users |= DT_ACT_CLASS(ac->ac_ops[i].op_kind) == DT_ACTCLASS_USER;
	return users;
}

/* The kernel's variables that the clause assigns, as bits. */
static uint32_t assigned(const struct dt_places *pc, const struct dt_clause *cl)
{
	uint32_t bits = 0;

	for (unsigned i = 0; pc && i < pc->pc_nvars; i++)
		if (!pc->pc_vars[i].kv_here &&
			dt_clause_uses(cl, DIF_OP_STTS, pc->pc_vars[i].kv_id))
			bits |= UINT32_C(1) << i;
	return bits;
}

uint32_t dt_placement_before(const struct dt_engine *en, const struct dt_probe *pr,
	const struct dt_ecb *ec)
{
	uint32_t bits = 0;

	for (const struct dt_ecb *o = pr->pr_ecbs; o != ec; o = o->ec_next)
		bits |= assigned(en->en_places, o->ec_desc.ep_clause);
	return bits;
}

bool dt_placement_changes(const struct dt_engine *en, const struct dt_probe *pr,
	const struct dt_ecb *ec)
{
	const struct dt_places *pc = en->en_places;
	const struct dt_clause pred = { .cl_pred = ec->ec_desc.ep_clause->cl_pred };
	uint32_t before = dt_placement_before(en, pr, ec);

	for (unsigned i = 0; before >> i; i++)
		if ((before >> i & 1) && dt_clause_uses(&pred, DIF_OP_LDTS, pc->pc_vars[i].kv_id))
			return true;
	return false;
}

/* The feed has to give the program the record if a clause in the kernel reads it. */
static void plan_record(struct dt_probe *pr)
{
	for (const struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next) {
		const struct dt_clause *cl = ec->ec_desc.ep_clause;

		if (ec->ec_site->si_reach.re_record != 0 &&
			dt_clause_has(cl, DIF_OP_LDGA, 0, UINT32_MAX))
			pr->pr_plan->pl_args |= 1u << (ec->ec_site->si_reach.re_record - 1);
	}
}

int dt_placement_plan(struct dt_engine *en, struct dt_probe *pr)
{
	struct dt_plan *pl = pr->pr_plan;
	uint8_t number = 0;

	if (!en->en_places)
		return 0;
	pl->pl_usyms |= records_users(pr);
	plan_record(pr);
	pl->pl_places = en->en_places;
	plan_shadows(en, pr);
	pl->pl_quiet = true;
	for (struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next) {
		bool whole = dt_runs_in_kernel(ec);

		pl->pl_quiet &= whole;
		if (ec->ec_site->si_place == DT_PLACE_HERE)
			continue;
		if (!base_more(pl->pl_placed, pl->pl_nplaced))
			return dt_fail(en, "out of memory");
		ec->ec_number = number++;
		pl->pl_placed[pl->pl_nplaced++] = (struct dt_placed){
			.pd_clause = ec->ec_desc.ep_clause,
			.pd_whole = whole,
			.pd_parts = ec->ec_site->si_parts,
			.pd_faults = whole ? ec->ec_site->si_faults : ec->ec_site->si_signals,
			.pd_number = ec->ec_number
		};
	}
	return plan_seen(en, pr) < 0 ? dt_fail(en, "out of memory") : 0;
}

/*
 * What the kernel aggregates.
 */
static void pull(void *arg)
{
	struct dt_feed *fd = arg;

	fd->fd_ops->fo_aggregate(fd);
}

static void forget(void *arg, uint32_t aggid)
{
	struct dt_feed *fd = arg;

	fd->fd_ops->fo_aggforget(fd, aggid);
}

void dt_feed_aggregates(struct dt_feed *fd, bool on)
{
	struct dt_aggs *as = fd->fd_engine->en_aggs;

	if (as)
		dt_aggs_source(as, on ? pull : NULL, on ? forget : NULL, fd);
}

uint64_t dt_global(const struct dt_engine *en, uint32_t id)
{
	const struct dif_mach *ma = &en->en_mach;
	uint32_t n = id - DIF_VAR_OTHER_UMIN;

	return n < ma->ma_nglobals ? ma->ma_globals[n].sl_value : 0;
}

void dt_kernel_drops(struct dt_engine *en, uint64_t naggs, uint64_t nvars)
{
	dt_aggs_dropped(en->en_aggs, naggs);
	dif_dyn_dropped(en->en_mach.ma_dyn, nvars);
}

void dt_aggregated(struct dt_engine *en, uint32_t cpu, const struct dt_aggdesc *ag, const void *key,
	const int64_t *data, uint64_t nvalues)
{
	uint64_t end = 0, pid;

	for (uint32_t i = 0; i < ag->ag_nkeys && en->en_ops->eo_userpcs; i++) {
		const struct dt_operand *op = &ag->ag_keys[i];
		uint64_t at = dt_row_add(&end, op->op_align, op->op_size);

		if (DT_ACT_CLASS(op->op_kind) != DT_ACTCLASS_USER)
			continue;
		memcpy(&pid, (const uint8_t *)key + at, sizeof(pid));
		en->en_ops->eo_userpcs(en->en_arg, (uint32_t)pid);
	}
	dt_agg_add(en->en_aggs, cpu, ag, key, data, nvalues);
}
