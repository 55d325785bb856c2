/*
 * The analysis of place.h.
 *
 * Every clause starts as the kernel's, and every thread-local scalar too.  A pass looks at each
 * clause under the present assumptions and moves it here, and variables with it, if something has
 * no translation; passes are repeated until nothing moves.  Things only ever move here, so this
 * ends.
 *
 * In the kernel a clause that faults is handed over to the DIF machine, which then runs it from its
 * beginning.  So nothing may have changed before: no fault after an effect.
 */
#include "place_impl.h"
#include <stdio.h>

/*
 * Variables.
 */
static struct dt_kvar *var_find(struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; i < pc->pc_nvars; i++)
		if (pc->pc_vars[i].kv_id == id)
			return &pc->pc_vars[i];
	return NULL;
}

int dt_place_var(const struct dt_places *pc, uint32_t id)
{
	const struct dt_kvar *kv = pc ? var_find((struct dt_places *)pc, id) : NULL;

	return kv && !kv->kv_here ? (int)(kv - pc->pc_vars) : -1;
}

int dt_place_global(const struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; pc && i < pc->pc_nglobals; i++)
		if (pc->pc_globals[i] == id)
			return (int)i;
	return -1;
}

int dt_place_text(const struct dt_places *pc, unsigned number)
{
	int n = 0;

	for (unsigned i = 0; i < number; i++)
		n += pc->pc_vars[i].kv_type.dt_kind == DIF_TYPE_STRING;
	return pc->pc_vars[number].kv_type.dt_kind == DIF_TYPE_STRING ? n : -1;
}

int dt_place_localtext(const struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; pc && i < pc->pc_ntexts; i++)
		if (pc->pc_texts[i] == id)
			return (int)i;
	return -1;
}

static void note_var(struct dt_places *pc, const struct dif_varinfo *dv)
{
	struct dt_kvar *kv = var_find(pc, dv->dv_id);

	if (dv->dv_scope != DIF_SCOPE_THREAD || dv->dv_kind != DIF_KIND_SCALAR)
		return;
	if (!kv && pc->pc_nvars < DT_PLACE_MAXVARS) {
		kv = &pc->pc_vars[pc->pc_nvars++];
		*kv = (struct dt_kvar){ .kv_id = dv->dv_id, .kv_type = dv->dv_type };
	}
	if (!kv)
		return;
	if ((!dt_place_is_scalar(dv) && !dt_place_is_text(dv)) ||
		kv->kv_type.dt_size != dv->dv_type.dt_size ||
		dt_place_text(pc, (unsigned)(kv - pc->pc_vars)) >=
			(pc->pc_scalars ? 0 : DT_PLACE_MAXTEXTS))
		kv->kv_here = true;
}

/*
 * Clauses.
 */
bool dt_object_has(const struct dif_object *o, unsigned op, uint32_t from, uint32_t to)
{
	for (uint32_t pc = 0; o && pc < o->do_len; pc++) {
		uint32_t index = DIF_I_WIDE(o->do_text[pc]);

		if (DIF_I_OP(o->do_text[pc]) == op && index >= from && index <= to)
			return true;
	}
	return false;
}

bool dt_clause_has(const struct dt_clause *cl, unsigned op, uint32_t from, uint32_t to)
{
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		for (uint32_t i = 0; i < ac->ac_nops; i++)
			if (dt_object_has(ac->ac_ops[i].op_difo, op, from, to))
				return true;
	return dt_object_has(cl->cl_pred, op, from, to);
}

bool dt_clause_uses(const struct dt_clause *cl, unsigned op, uint32_t id)
{
	return dt_clause_has(cl, op, id, id);
}

const struct dt_site *dt_place_assigned_here(const struct check *ck, uint32_t id)
{
	const struct dt_places *pc = ck->ck_places;

	for (unsigned i = 0; i < pc->pc_nsites; i++)
		if (pc->pc_sites[i].si_place != DT_PLACE_KERNEL &&
			pc->pc_sites[i].si_clause != ck->ck_site->si_clause &&
			dt_clause_uses(pc->pc_sites[i].si_clause, DIF_OP_STLS, id))
			return &pc->pc_sites[i];
	return NULL;
}

static const char *does(const struct dt_action *ac)
{
	switch (ac->ac_kind) {
	case DT_ACT_EXIT: return "ends tracing";
	case DT_ACT_SYSTEM: return "runs a command";
	case DT_ACT_FREOPEN: return "redirects the output";
	case DT_ACT_LIB: return "changes aggregations or options";
	case DT_ACT_CHILL: return "chills";
	case DT_ACT_RELOG: return "copies events";
	case DT_ACT_STOP:
	case DT_ACT_RAISE: return "sends signals";
	}
	return DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_SPECULATION ? "speculates" : "prints";
}

static bool is_statement(const struct dt_action *ac)
{
	return ac->ac_kind == DT_ACT_EXPR && ac->ac_nops == 1 && ac->ac_ops[0].op_size == 0 &&
		ac->ac_ops[0].op_difo;
}

static bool is_string(enum kind kind)
{
	return kind == KIND_CONST || kind == KIND_PROBE || dt_place_is_kept(kind);
}

/* A part of a key that the kernel can make. */
static bool check_key(struct check *ck, const struct dt_operand *op)
{
	const struct dt_reach *re = &ck->ck_site->si_reach;

	ck->ck_stores = ck->ck_faults = false;
	switch (op->op_kind) {
	case DT_ACT_STACK:
		return re->re_stack ||
			dt_place_refuse(ck, "has a stack that the kernel can't walk there");
	case DT_ACT_USTACK:
	case DT_ACT_JSTACK:
		return re->re_ustack ||
			dt_place_refuse(ck, "has a stack that the kernel can't walk there");
	}
	if (!dt_place_object(ck, op->op_difo))
		return false;
	if (ck->ck_result == KIND_THREAD)
		ck->ck_faults = ck->ck_null = true;
	if (op->op_kind == DT_ACT_EXPR && op->op_arg == 1)
		return is_string(ck->ck_result) ||
			dt_place_refuse(ck, "has a string from memory as a key");
	return ck->ck_result == KIND_NUMBER ||
		dt_place_refuse(ck, "has an address of a string as a key");
}

/* An aggregation that an event's clause prints must be exact as of that event. */
static bool looked_at(const struct dt_places *pc, uint32_t id)
{
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		const struct dt_site *si = &pc->pc_sites[i];
		const struct dt_action *ac = si->si_reach.re_own ? NULL : si->si_clause->cl_actions;

		for (; ac; ac = ac->ac_next) {
			bool all = (ac->ac_kind == DT_ACT_PRINTA || ac->ac_kind == DT_ACT_LIB) &&
				ac->ac_naggs == 0;

			for (uint32_t k = 0; !DT_ACT_IS_AGG(ac->ac_kind) && k < ac->ac_naggs; k++)
				all |= ac->ac_aggs[k]->ag_id == id;
			if (all)
				return true;
		}
	}
	return false;
}

static bool check_agg(struct check *ck, const struct dt_action *ac)
{
	const struct dt_aggdesc *ag = ac->ac_aggs[0];
	bool faults = false;

	if (looked_at(ck->ck_places, ag->ag_id))
		return dt_place_refuse(ck, "fills @%s, which is printed or changed at an event",
			ag->ag_name);
	for (uint32_t i = 0; i < ac->ac_nops; i++) {
		const struct dt_operand *op = &ac->ac_ops[i];
		bool key = i < ag->ag_nkeys;

		if (key ? !check_key(ck, op) : !dt_place_object(ck, op->op_difo))
			return false;
		if (!key && ck->ck_result != KIND_NUMBER)
			return dt_place_refuse(ck, "aggregates a string");
		if (ck->ck_stores)
			return dt_place_refuse(ck, "assigns a variable inside an aggregation");
		faults |= ck->ck_faults;
	}
	ck->ck_faults = faults;
	ck->ck_stores = true; /* an effect */
	return true;
}

static bool is_signal(const struct dt_action *ac)
{
	return ac->ac_kind == DT_ACT_STOP || ac->ac_kind == DT_ACT_RAISE;
}

/* Some processes can't get one from the kernel's program: then the DIF machine tries. */
static bool check_signal(struct check *ck, const struct dt_action *ac)
{
	if (!ck->ck_site->si_reach.re_signal)
		return dt_place_refuse(ck, "sends signals to a thread that doesn't run");
	if (ac->ac_nops != 0 && !dt_place_object(ck, ac->ac_ops[0].op_difo))
		return false;
	ck->ck_faults = ck->ck_hard = ck->ck_again = true;
	ck->ck_stores = true; /* an effect */
	return true;
}

static bool check_action(struct check *ck, const struct dt_action *ac)
{
	if (is_signal(ac))
		return check_signal(ck, ac);
	if (is_statement(ac))
		return dt_place_object(ck, ac->ac_ops[0].op_difo);
	if (DT_ACT_IS_AGG(ac->ac_kind))
		return check_agg(ck, ac);
	return dt_place_refuse(ck, "%s", does(ac));
}

static bool check_pred(struct check *ck)
{
	const struct dif_object *pred = ck->ck_site->si_clause->cl_pred;

	ck->ck_faults = false;
	if (!pred)
		return true;
	return dt_place_object(ck, pred) &&
		((ck->ck_result == KIND_NUMBER && !ck->ck_stores) ||
			dt_place_refuse(ck, "assigns a variable in its predicate"));
}

static bool read_elsewhere(const struct check *ck, uint32_t locals)
{
	const struct dt_places *pc = ck->ck_places;

	for (unsigned i = 0; i < pc->pc_nsites; i++)
		for (uint32_t id = 0; id < DT_PLACE_MAXLOCALS; id++)
			if ((locals >> id & 1) &&
				pc->pc_sites[i].si_clause != ck->ck_site->si_clause &&
				dt_clause_uses(pc->pc_sites[i].si_clause, DIF_OP_LDLS, id))
				return true;
	return false;
}

/*
 * Whether the DIF machine does with the clause what the kernel would have done.  It doesn't see
 * strings of the thread: to it all of them are NULL, and what it assigns stays here.
 */
static bool handed_over(struct check *ck)
{
	if (ck->ck_again && (ck->ck_assigns || read_elsewhere(ck, ck->ck_scalars)))
		return dt_place_refuse(ck, "assigns a variable, and may fault there but not here");
	if (ck->ck_texts != 0 && ck->ck_hard)
		return dt_place_refuse(ck, "reads a string of the thread, and may fault");
	if (ck->ck_null && (ck->ck_texts & (ck->ck_texts - 1)) != 0)
		return dt_place_refuse(ck, "reads strings of the thread of which one may be NULL");
	return true;
}

static bool site_fits(struct check *ck)
{
	const struct dt_clause *cl = ck->ck_site->si_clause;
	bool effects = false;

	if (ck->ck_site->si_reach.re_why)
		return dt_place_refuse(ck, "%s", ck->ck_site->si_reach.re_why);
	if (!cl->cl_actions)
		return dt_place_refuse(ck, "prints");
	ck->ck_texts = ck->ck_scalars = 0;
	ck->ck_null = ck->ck_hard = ck->ck_again = ck->ck_assigns = false;
	if (!check_pred(ck))
		return false;
	ck->ck_site->si_faults = ck->ck_faults;
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next) {
		if (!check_action(ck, ac))
			return false;
		ck->ck_site->si_faults |= ck->ck_faults;
		if (effects && ck->ck_faults)
			return dt_place_refuse(ck, "may fault after it has changed something");
		effects |= ck->ck_stores;
	}
	return handed_over(ck);
}

/*
 * Split clauses.
 */
/* Whether the object always comes to its end, whatever its values are. */
static bool never_faults(const struct dif_object *o)
{
	for (uint32_t pc = 0; o && pc < o->do_len; pc++) {
		unsigned op = DIF_I_OP(o->do_text[pc]), scope, kind;
		const struct dif_varinfo *dv;

		switch (dif_ops[op].oi_form) {
		case DIF_FORM_RRR:
			if (dt_place_is_div(op))
				return false;
			break;
		case DIF_FORM_CMP:
			if (op == DIF_OP_SCMP)
				return false;
			break;
		case DIF_FORM_STV:
			dif_op_var(op, &scope, &kind);
			dv = dif_find_var(o, scope, DIF_I_WIDE(o->do_text[pc]));
			if (kind == DIF_KIND_ARRAY || !dt_place_is_scalar(dv))
				return false;
			break;
		case DIF_FORM_LDV:
			dif_op_var(op, &scope, &kind);
			if (kind == DIF_KIND_ARRAY)
				return false;
			break;
		case DIF_FORM_RR:
		case DIF_FORM_TST:
		case DIF_FORM_BR:
		case DIF_FORM_RET:
		case DIF_FORM_NONE:
		case DIF_FORM_SETX:
		case DIF_FORM_SETS: break;
		default: return false;
		}
	}
	return true;
}

/* A string that is recorded must be readable: constants and builtin variables are. */
static bool action_ends_clause(struct check *ck, const struct dt_action *ac)
{
	if (DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_SPECULATION ||
		DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_KERNELDESTR)
		return true;
	for (uint32_t i = 0; i < ac->ac_nops; i++) {
		const struct dif_object *o = ac->ac_ops[i].op_difo;

		if (!o || (never_faults(o) && !(o->do_type.dt_flags & DIF_TF_BYREF)))
			continue;
		if (!dt_place_object(ck, o) || ck->ck_faults)
			return true;
	}
	return false;
}

/* The variables with which the object does that become the DIF machine's. */
static bool keep_here(struct dt_places *pc, const struct dif_object *o, unsigned op)
{
	bool moved = false;

	for (uint32_t i = 0; o && i < o->do_nvars; i++) {
		struct dt_kvar *kv = o->do_vars[i].dv_scope == DIF_SCOPE_THREAD ?
			var_find(pc, o->do_vars[i].dv_id) :
			NULL;

		if (kv && !kv->kv_here && dt_object_has(o, op, kv->kv_id, kv->kv_id))
			moved = kv->kv_here = true;
	}
	return moved;
}

static bool keep_action_here(struct dt_places *pc, const struct dt_action *ac, unsigned op)
{
	bool moved = false;

	for (uint32_t i = 0; i < ac->ac_nops; i++)
		moved |= keep_here(pc, ac->ac_ops[i].op_difo, op);
	return moved;
}

static bool uses_text(const struct dt_places *pc, const struct dt_clause *cl, unsigned i)
{
	const struct dt_kvar *kv = &pc->pc_vars[i];

	return !kv->kv_here && dt_place_text(pc, i) >= 0 &&
		(dt_clause_uses(cl, DIF_OP_LDTS, kv->kv_id) ||
			dt_clause_uses(cl, DIF_OP_STTS, kv->kv_id));
}

bool dt_place_uses_text(const struct dt_places *pc, const struct dt_clause *cl)
{
	for (unsigned i = 0; i < pc->pc_nvars; i++)
		if (uses_text(pc, cl, i))
			return true;
	return false;
}

/* A clause that isn't the kernel's as a whole doesn't see strings there. */
static bool keep_texts_here(struct dt_places *pc, const struct dt_clause *cl)
{
	bool moved = false;

	for (unsigned i = 0; i < pc->pc_nvars; i++)
		if (uses_text(pc, cl, i))
			moved = pc->pc_vars[i].kv_here = true;
	return moved;
}

/* Where the thread isn't known, neither are its variables in the kernel. */
static bool keep_read_here(struct dt_places *pc, const struct dt_clause *cl)
{
	bool moved = keep_here(pc, cl->cl_pred, DIF_OP_LDTS);

	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		moved |= keep_action_here(pc, ac, DIF_OP_LDTS);
	return moved;
}

#define MAXPARTS 64

static void forget_locals(struct check *ck, const struct dt_action *ac)
{
	for (uint32_t i = 0; i < ac->ac_nops; i++)
		for (uint32_t id = 0; id < DT_PLACE_MAXLOCALS; id++)
			if (dt_object_has(ac->ac_ops[i].op_difo, DIF_OP_STLS, id, id))
				ck->ck_unknown |= 1u << id;
}

/* Whether the DIF machine will find what the kernel finds. */
static bool fault_is_known(const struct check *ck)
{
	return !ck->ck_faults || !ck->ck_site->si_reach.re_repeats;
}

/*
 * Whether the kernel does the action's part: assignments; of an action that runs here, its faults,
 * because they end the clause.
 */
static bool split_action(struct check *ck, const struct dt_action *ac)
{
	bool faults = false;

	if (is_statement(ac))
		return dt_place_object(ck, ac->ac_ops[0].op_difo) && fault_is_known(ck);
	if (is_signal(ac))
		return check_signal(ck, ac);
	if (DT_ACT_CLASS(ac->ac_kind) == DT_ACTCLASS_SPECULATION || ac->ac_nops == 0)
		return false;
	for (uint32_t i = 0; i < ac->ac_nops; i++) {
		const struct dif_object *o = ac->ac_ops[i].op_difo;

		if (o && (!dt_place_object(ck, o) || ck->ck_stores || !fault_is_known(ck)))
			return false;
		faults |= ck->ck_faults;
	}
	ck->ck_stores = false;
	return faults;
}

/*
 * The kernel's part of a clause that runs here: its assignments, as long as nothing before them
 * can end the clause. Returns whether variables moved; sets si_place.
 */
static bool site_split(struct check *ck)
{
	struct dt_site *si = ck->ck_site;
	const struct dt_clause *cl = si->si_clause;
	char why[WHY_SIZE];
	bool moved, reached;
	unsigned n = 0;

	si->si_place = DT_PLACE_HERE;
	si->si_parts = 0;
	si->si_signals = false;
	if (si->si_reach.re_own)
		return false;
	moved = keep_texts_here(ck->ck_places, cl);
	ck->ck_why = why;
	ck->ck_now.st_assigned = ck->ck_unknown = 0;
	reached = !si->si_reach.re_why && check_pred(ck) && fault_is_known(ck);
	moved |= keep_here(ck->ck_places, cl->cl_pred, DIF_OP_STTS);
	if (!si->si_reach.re_thread)
		moved |= keep_read_here(ck->ck_places, cl);
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next, n++) {
		if (reached && n < MAXPARTS && split_action(ck, ac)) {
			si->si_parts |= UINT64_C(1) << n;
			if (ck->ck_stores)
				si->si_place = DT_PLACE_SPLIT;
			si->si_signals |= is_signal(ac);
			reached &= !is_signal(ac); /* here it may fault */
			continue;
		}
		forget_locals(ck, ac);
		moved |= keep_action_here(ck->ck_places, ac, DIF_OP_STTS);
		reached = reached && !action_ends_clause(ck, ac);
	}
	return moved;
}

/* Returns whether anything moved here. */
static bool place_site(struct dt_places *pc, struct dt_site *si)
{
	struct check ck = { .ck_places = pc, .ck_site = si, .ck_why = si->si_why };
	enum dt_place was = si->si_place;

	if (was == DT_PLACE_KERNEL && site_fits(&ck))
		return false;
	return site_split(&ck) || was == DT_PLACE_KERNEL;
}

static void note_vars(struct dt_places *pc, const struct dif_object *o)
{
	for (uint32_t i = 0; o && i < o->do_nvars; i++)
		note_var(pc, &o->do_vars[i]);
}

static void note_clause(struct dt_places *pc, const struct dt_clause *cl)
{
	note_vars(pc, cl->cl_pred);
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		for (uint32_t i = 0; i < ac->ac_nops; i++)
			note_vars(pc, ac->ac_ops[i].op_difo);
}

/* After exit() no clause runs again, and the kernel would learn of it too late. */
static const struct dt_site *ends_tracing(const struct dt_places *pc)
{
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		const struct dt_site *si = &pc->pc_sites[i];
		const struct dt_action *ac = si->si_reach.re_own ? NULL : si->si_clause->cl_actions;

		for (; ac; ac = ac->ac_next)
			if (ac->ac_kind == DT_ACT_EXIT)
				return si;
	}
	return NULL;
}

void dt_place(struct dt_places *pc)
{
	const struct dt_site *end = ends_tracing(pc);
	bool moved = true;

	pc->pc_nvars = pc->pc_nglobals = pc->pc_ntexts = 0;
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		pc->pc_sites[i].si_place = DT_PLACE_KERNEL;
		note_clause(pc, pc->pc_sites[i].si_clause);
	}
	for (unsigned i = 0; end && i < pc->pc_nsites; i++) {
		pc->pc_sites[i].si_place = DT_PLACE_HERE;
		snprintf(pc->pc_sites[i].si_why, WHY_SIZE,
			end == &pc->pc_sites[i] ? "ends tracing at an event" :
						  "clause %u ends tracing at an event",
			end->si_clause->cl_number);
	}
	for (unsigned i = 0; end && i < pc->pc_nvars; i++)
		pc->pc_vars[i].kv_here = true;
	while (!end && moved) {
		moved = false;
		for (unsigned i = 0; i < pc->pc_nsites; i++)
			moved |= place_site(pc, &pc->pc_sites[i]);
	}
}
