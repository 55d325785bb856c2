/* A firing: what happens between an event and its records. */
#include <string.h>
#include "engine.h"

struct fire { /* the clause that runs */
	struct dt_engine *fr_en;
	struct dt_ecb *fr_ecb;
	struct dt_firing *fr_fi;
	uint8_t *fr_rec;    /* NULL: the clause leaves no record */
	unsigned fr_action; /* number for messages */
	int64_t fr_spec;    /* the speculation the record goes to */
	bool fr_shadow;	    /* only its assignments: the kernel does the rest */
	bool fr_sync;	    /* records must be consumed before the next clause */
};

static void fire_error(struct fire *fr)
{
	struct dt_engine *en = fr->fr_en;
	struct dif_mach *ma = &en->en_mach;
	int code = ma->ma_fault;
	uint64_t addr = ma->ma_faultaddr;
	int64_t off = ma->ma_faultpc == UINT32_MAX ? -1 : (int64_t)ma->ma_faultpc * 4;
	struct dt_firing fi = *fr->fr_fi;

	if (fr->fr_shadow)
		return; /* the kernel has seen it, and left the clause to us */
	if (en->en_inerror) {
		en->en_drops.dc_dblerror++;
		return;
	}
	en->en_ops->eo_fault(en->en_arg, fr->fr_ecb, fr->fr_action, off, code, addr);
	fi.fi_args[0] = 0;
	fi.fi_args[1] = fr->fr_ecb->ec_desc.ep_id;
	fi.fi_args[2] = fr->fr_action;
	fi.fi_args[3] = off;
	fi.fi_args[4] = code;
	fi.fi_args[5] = addr;
	en->en_inerror = true;
	dt_fire(en, en->en_errorprobe, &fi);
	en->en_inerror = false;
}

static void store_int(uint8_t *dst, uint64_t v, uint32_t size)
{
	switch (size) {
	case 1: *dst = v; break;
	case 2: memcpy(dst, &(uint16_t){ v }, 2); break;
	case 4: memcpy(dst, &(uint32_t){ v }, 4); break;
	default: memcpy(dst, &v, 8); break;
	}
}

static void store_stack(uint8_t *dst, const struct dt_stack *st, uint64_t frames)
{
	uint64_t n = st->st_pcs ? st->st_depth : 0;

	if (n > frames)
		n = frames;
	if (n)
		memcpy(dst, st->st_pcs, n * 8);
	memset(dst + n * 8, 0, (frames - n) * 8);
}

static void note_userpcs(struct dt_engine *en, uint64_t pid)
{
	if (en->en_ops->eo_userpcs)
		en->en_ops->eo_userpcs(en->en_arg, pid);
}

/* Stores the operand at dst. Returns false if it faulted. */
static bool store_operand(struct fire *fr, const struct dt_operand *op, uint8_t *dst)
{
	struct dif_mach *ma = &fr->fr_en->en_mach;
	const struct dt_firing *fi = fr->fr_fi;
	uint64_t pid = (uint32_t)fi->fi_thread->t_proc->p_pid, v;
	const struct dif_type *t;

	switch (op->op_kind) {
	case DT_ACT_STACK: store_stack(dst, &fi->fi_kstack, op->op_arg); return true;
	case DT_ACT_USTACK:
	case DT_ACT_JSTACK:
		note_userpcs(fr->fr_en, pid);
		memset(dst, 0, op->op_size);
		memcpy(dst, &pid, 8);
		store_stack(dst + 8, &fi->fi_ustack, (uint32_t)op->op_arg);
		return true;
	}
	v = dif_run(op->op_difo, ma);
	if (ma->ma_faulted)
		return false;
	t = &op->op_difo->do_type;
	switch (op->op_kind) {
	case DT_ACT_USYM:
	case DT_ACT_UMOD:
	case DT_ACT_UADDR:
		note_userpcs(fr->fr_en, pid);
		memcpy(dst, &pid, 8);
		memcpy(dst + 8, &v, 8);
		return true;
	}
	if (!(t->dt_flags & DIF_TF_BYREF)) {
		store_int(dst, v, op->op_size);
		return true;
	}
	if (t->dt_kind == DIF_TYPE_STRING)
		return dif_copy_string(ma, v, (char *)dst, op->op_size);
	return dif_copy_bytes(ma, v, dst, op->op_size);
}

static bool run_agg(struct fire *fr, const struct dt_action *ac)
{
	struct dt_engine *en = fr->fr_en;
	const struct dt_aggdesc *ag = ac->ac_aggs[0];
	uint32_t i;
	uint64_t off = 0, value = 0, incr = 1;

	for (i = 0; i < ag->ag_nkeys; i++, fr->fr_action++) {
		const struct dt_operand *op = &ac->ac_ops[i];
		uint64_t end = off,
			 at = dt_row_add(&off, ag->ag_keys[i].op_align, ag->ag_keys[i].op_size);

		memset(en->en_keybuf + end, 0, at - end);
		if (!store_operand(fr, op, en->en_keybuf + at))
			return false;
	}
	for (; i < ac->ac_nops; i++, fr->fr_action++) {
		uint64_t v = dif_run(ac->ac_ops[i].op_difo, &en->en_mach);

		if (en->en_mach.ma_faulted)
			return false;
		if (ac->ac_hasincr && i == ac->ac_nops - 1)
			incr = v;
		else
			value = v;
	}
	dt_agg_update(en->en_aggs, fr->fr_fi->fi_cpu, ag, en->en_keybuf, value, incr);
	return true;
}

static void run_exit(struct dt_engine *en, int status)
{
	en->en_exit = status & 0xff;
	en->en_exited = true;
	if (en->en_state == DT_ACTIVE && en->en_livefeed)
		en->en_feedops->fo_over(en->en_livefeed);
	if (en->en_state == DT_ACTIVE)
		en->en_state = DT_STOPPING;
}

/* Returns false if the clause ends here, without a fault: nothing can be speculated. */
static bool run_spec(struct fire *fr, unsigned kind, int64_t id)
{
	struct dt_engine *en = fr->fr_en;

	if (kind == DT_ACT_SPECULATE) {
		fr->fr_spec = id;
		return dt_speculation_room(en, id, fr->fr_fi->fi_cpu, &fr->fr_ecb->ec_desc);
	}
	if (kind == DT_ACT_COMMIT)
		fr->fr_sync |= dt_speculation_commit(en, id);
	else
		dt_speculation_discard(en, id);
	return true;
}

/* Whether the kernel has sent the signal already. */
static bool sent(const struct fire *fr, unsigned kind)
{
	const struct dt_ecb *ec = fr->fr_ecb;

	return (kind == DT_ACT_STOP || kind == DT_ACT_RAISE) && ec->ec_site &&
		ec->ec_site->si_place == DT_PLACE_SPLIT && ec->ec_site->si_signals &&
		!(fr->fr_fi->fi_left >> ec->ec_number & 1);
}

/* relog(): an event that nothing in the trace has made, such as a tick, can't be kept. */
static bool run_relog(struct fire *fr)
{
	struct dt_engine *en = fr->fr_en;
	const struct dt_feed *fd = en->en_feed;

	if (fr->fr_fi->fi_event && fd->fd_ops->fo_keep(en->en_feed, fr->fr_fi->fi_event) == 0)
		return true;
	dif_set_fault(&en->en_mach, fr->fr_fi->fi_event ? DIF_FLT_NOSCRATCH : DIF_FLT_ILLOP, 0);
	return false;
}

static bool run_kind(struct fire *fr, unsigned kind, int64_t value)
{
	switch (DT_ACT_CLASS(kind)) {
	case DT_ACTCLASS_SPECULATION: return run_spec(fr, kind, value);
	case DT_ACTCLASS_TRACE: return run_relog(fr);
	default: return sent(fr, kind) || dt_destruct(fr->fr_en, fr->fr_fi, kind, value);
	}
}

/* Runs an action that records nothing. Returns false if the clause ends, by a fault or without. */
static bool run_now(struct fire *fr, const struct dt_action *ac)
{
	struct dt_engine *en = fr->fr_en;
	int64_t v = ac->ac_nops ? (int64_t)dif_run(ac->ac_ops[0].op_difo, &en->en_mach) : 0;

	if (en->en_mach.ma_faulted || !run_kind(fr, ac->ac_kind, v))
		return false;
	fr->fr_action++;
	return true;
}

/*
 * Runs one action and moves *rd along the record's description. Returns false if the clause ends
 * there, by a fault or without.
 */
static bool run_action(struct fire *fr, const struct dt_action *ac, const struct dt_recdesc **rd)
{
	struct dif_mach *ma = &fr->fr_en->en_mach;
	const struct dt_recdesc *end = fr->fr_ecb->ec_desc.ep_recs + fr->fr_ecb->ec_desc.ep_nrecs;

	if (fr->fr_shadow && ac->ac_kind != DT_ACT_EXPR)
		return true;
	if (dt_acts_at_once(ac))
		return run_now(fr, ac);
	if (DT_ACT_IS_AGG(ac->ac_kind)) {
		unsigned first = fr->fr_action;

		if (!run_agg(fr, ac))
			return false;
		if (fr->fr_action == first)
			fr->fr_action++;
		return true;
	}
	if (*rd < end && (*rd)->rd_action == ac && !(*rd)->rd_op)
		(*rd)++;
	for (uint32_t i = 0; i < ac->ac_nops; i++, fr->fr_action++) {
		const struct dt_operand *op = &ac->ac_ops[i];

		if (*rd < end && (*rd)->rd_op == op) {
			uint8_t *dst = fr->fr_rec + (*rd)->rd_offset;

			if (!store_operand(fr, op, dst))
				return false;
			if (ac->ac_kind == DT_ACT_EXIT)
				run_exit(fr->fr_en, *(int32_t *)dst);
			(*rd)++;
		} else if (op->op_difo) {
			dif_run(op->op_difo, ma);
			if (ma->ma_faulted)
				return false;
		}
	}
	if (!ac->ac_nops)
		fr->fr_action++;
	return true;
}

static bool pred_true(struct fire *fr)
{
	struct dif_mach *ma = &fr->fr_en->en_mach;
	const struct dif_object *pred = fr->fr_ecb->ec_desc.ep_clause->cl_pred;
	uint64_t v;

	fr->fr_action = 0;
	if (!pred)
		return true;
	v = dif_run(pred, ma);
	if (ma->ma_faulted)
		fire_error(fr);
	return v && !ma->ma_faulted;
}

static void record_finish(struct fire *fr)
{
	struct dt_engine *en = fr->fr_en;
	struct dt_record *rc = (struct dt_record *)fr->fr_rec;

	rc->rc_epid = fr->fr_ecb->ec_desc.ep_id;
	rc->rc_size = fr->fr_ecb->ec_desc.ep_size;
	rc->rc_time = fr->fr_fi->fi_time;
	rc->rc_cpu = fr->fr_fi->fi_cpu;
	if (fr->fr_ecb->ec_speculates)
		dt_speculation_add(en, fr->fr_spec, rc);
	else
		dt_buffer_commit(en, rc);
}

static void fire_ecb(struct fire *fr)
{
	struct dt_engine *en = fr->fr_en;
	struct dif_mach *ma = &en->en_mach;
	const struct dt_clause *cl = fr->fr_ecb->ec_desc.ep_clause;
	const struct dt_recdesc *rd = fr->fr_ecb->ec_desc.ep_recs;

	ma->ma_epid = fr->fr_ecb->ec_desc.ep_id;
	ma->ma_faulted = false;
	if (!pred_true(fr))
		return;
	fr->fr_rec = NULL;
	fr->fr_spec = 0;
	fr->fr_sync = fr->fr_ecb->ec_sync && !fr->fr_ecb->ec_speculates;
	if (fr->fr_ecb->ec_speculates) {
		fr->fr_rec = en->en_specrec;
	} else if (cl->cl_records || fr->fr_ecb->ec_desc.ep_nrecs) {
		fr->fr_rec = dt_buffer_reserve(en, fr->fr_fi->fi_cpu, &fr->fr_ecb->ec_desc);
		if (!fr->fr_rec) {
			if (!en->en_filled)
				dt_drops(en, fr->fr_ecb->ec_desc.ep_probe, fr->fr_fi->fi_cpu, 1);
			return;
		}
	}
	fr->fr_action = 1;
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		if (!run_action(fr, ac, &rd)) {
			if (ma->ma_faulted)
				fire_error(fr);
			return;
		}
	if (fr->fr_rec)
		record_finish(fr);
	if (fr->fr_sync && !en->en_defer)
		en->en_ops->eo_drain(en->en_arg);
}

/* What the kernel has done already isn't done again. */
static void fire_placed(struct fire *fr)
{
	const struct dt_ecb *ec = fr->fr_ecb;
	bool done;

	if (ec->ec_logged)
		return;
	done = dt_runs_in_kernel(ec) && !(fr->fr_fi->fi_left >> ec->ec_number & 1);

	fr->fr_shadow = done && ec->ec_shadow;
	if (!done || ec->ec_shadow)
		fire_ecb(fr);
	fr->fr_shadow = false;
}

/* Clause-local variables live for one firing and start as 0. */
static void clear_locals(struct dif_mach *ma)
{
	for (uint32_t i = 0; i < ma->ma_nlocals; i++) {
		ma->ma_locals[i].sl_value = 0;
		if (ma->ma_locals[i].sl_store && !ma->ma_locals[i].sl_string)
			memset(ma->ma_locals[i].sl_store, 0, ma->ma_locals[i].sl_size);
	}
}

void dt_fire(struct dt_engine *en, struct dt_probe *pr, struct dt_firing *fi)
{
	struct dif_mach *ma = &en->en_mach;
	enum dt_state state = en->en_state;
	struct dif_mach saved;
	struct fire fr = { .fr_en = en, .fr_fi = fi };

	int64_t cpu = dt_opt(en->en_opts, DT_OPT_CPU);

	if (pr && pr->pr_census)
		pr->pr_fired = true;
	if (!pr || (!pr->pr_ecbs && !pr->pr_tap) || (cpu >= 0 && fi->fi_cpu != cpu) ||
		(state != DT_ACTIVE && state != DT_ENDING && !en->en_inerror))
		return;
	if (pr->pr_tap)
		pr->pr_tap->ta_fn(pr->pr_tap, pr, fi);
	if (!pr->pr_ecbs)
		return;
	if (en->en_inerror) {
		saved = *ma;
		ma->ma_tok += ma->ma_strsize;
	} else {
		ma->ma_scratch_cur = ma->ma_scratch;
	}
	ma->ma_toklen = ma->ma_tokpos = 0;
	en->en_now = fi->fi_time;
	en->en_wall = fi->fi_wall;
	ma->ma_fi = fi;
	ma->ma_argrecords = pr->pr_records;
	ma->ma_probeid = pr->pr_id;
	ma->ma_probeprov = pr->pr_prov;
	ma->ma_probemod = pr->pr_mod;
	ma->ma_probefunc = pr->pr_func;
	ma->ma_probename = pr->pr_name;
	if (pr->pr_locals && !en->en_inerror)
		clear_locals(ma);
	for (unsigned i = 0; i < fi->fi_nkvars && !en->en_inerror; i++)
		dif_thread_set(ma, fi->fi_kvars[i].ca_var, fi->fi_kvars[i].ca_value);
	for (struct dt_ecb *ec = pr->pr_ecbs; ec; ec = ec->ec_next) {
		fr.fr_ecb = ec;
		fire_placed(&fr);
		fi->fi_time += en->en_clausechill;
		en->en_clausechill = 0;
		if (en->en_state == DT_STOPPING && en->en_exited && !en->en_inerror)
			break; /* exit(): later clauses of this firing do not run */
	}
	if (en->en_inerror) { /* ERROR has fired: restores the state of the firing that faulted */
		saved.ma_rand = ma->ma_rand;
		*ma = saved;
	}
}

/* BEGIN and END: fired by the command's own process. */
void dt_fire_dtrace(struct dt_engine *en, struct dt_probe *pr)
{
	struct dt_firing fi = { .fi_time = en->en_now,
		.fi_wall = en->en_wall,
		.fi_cpu = dt_timer_cpu(en) };

	dt_own_context(en, &fi);
	dt_fire(en, pr, &fi);
}
