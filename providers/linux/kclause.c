/*
 * The clauses of a view that run in the kernel: their code in the capture program.
 *
 * For each view of a variant: the thread's variables are found, and those that clauses here read
 * are kept for the record; the predicates of the clauses that run here decide whether the event is
 * wanted; then the clauses run, in program order.  A clause that faults has had no effect yet; its
 * bit is set, and the record tells the DIF machine to run it.
 */
#include "lx.h"
#include <signal.h>
#include <string.h>

static bool plan_reads(const struct dt_plan *p, unsigned op, uint32_t from, uint32_t to)
{
	for (unsigned i = 0; i < p->pl_nplaced; i++)
		if (dt_clause_has(p->pl_placed[i].pd_clause, op, from, to))
			return true;
	return false;
}

bool dt_kclause_timed(const struct dt_plan *p)
{
	return plan_reads(p, DIF_OP_LDGS, DIF_VAR_TIMESTAMP, DIF_VAR_TIMESTAMP) ||
		plan_reads(p, DIF_OP_LDGS, DIF_VAR_WALLTIMESTAMP, DIF_VAR_WALLTIMESTAMP);
}

/* Whether the view's program touches thread-local variables of the kernel. */
static bool uses_storage(const struct dt_kclause *k, const struct dt_plan *p)
{
	bool uses = p->pl_nseen != 0 || plan_reads(p, DIF_OP_LDTS, 0, UINT32_MAX) ||
		plan_reads(p, DIF_OP_STTS, 0, UINT32_MAX);

	for (unsigned i = 0; i < p->pl_npreds; i++)
		uses |= dt_object_has(p->pl_preds[i], DIF_OP_LDTS, 0, UINT32_MAX);
	return uses && k->kc_source->so_feed->lf_kvarfd >= 0;
}

static bool clause_load(struct dt_asm *a, void *arg, uint32_t var)
{
	struct dt_kclause *k = arg;

	if (var == DIF_VAR_TIMESTAMP || var == DIF_VAR_WALLTIMESTAMP) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_10, DT_FRAME_TIME);
		if (var == DIF_VAR_WALLTIMESTAMP) {
			dt_asm_imm64(a, BPF_REG_1, (uint64_t)k->kc_source->so_feed->lf_walloff);
			dt_asm_alu(a, BPF_ADD, BPF_REG_0, BPF_REG_1);
		}
		return true;
	}
	return k->kc_load(a, k->kc_arg, var);
}

static bool clause_execname(struct dt_asm *a, void *arg, int16_t off)
{
	struct dt_kclause *k = arg;

	return k->kc_execname(a, k->kc_arg, off);
}

static void clause_store(struct dt_asm *a, void *arg, unsigned number)
{
	struct dt_kclause *k = arg;

	dt_kvar_store(a, k->kc_source->so_feed, &k->kc_task, number);
}

static void clause_global(struct dt_asm *a, void *arg, unsigned number)
{
	const struct dt_linux_feed *f = ((struct dt_kclause *)arg)->kc_source->so_feed;

	dt_asm_mapval(a, BPF_REG_1, f->lf_areafd, 8 * (f->lf_nkaggs + 1 + number));
	dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_1, 0);
}

static struct dt_bpf_env clause_env(struct dt_kclause *k, const struct dif_object *o)
{
	return (struct dt_bpf_env){ .be_obj = o,
		.be_places = k->kc_plan->pl_places,
		.be_clause = true,
		.be_record = k->kc_source->so_perf ? DT_LX_RECORDARG + 1 : 0,
		.be_strsize = k->kc_source->so_feed->lf_strsize,
		.be_fail = k->kc_fail,
		.be_source = k->kc_source,
		.be_view = k->kc_view,
		.be_arg = k,
		.be_load = clause_load,
		.be_execname = clause_execname,
		.be_store = clause_store,
		.be_global = clause_global };
}

bool dt_kclause_object(struct dt_kclause *k, const struct dif_object *o, struct dt_bpf_value *v)
{
	struct dt_bpf_env env = clause_env(k, o);

	return dt_bpf_object(k->kc_asm, &env, v);
}

bool dt_kclause_text(struct dt_kclause *k, struct dt_bpf_value v, uint8_t reg, int16_t *off)
{
	struct dt_bpf_env env = clause_env(k, NULL);

	return dt_bpf_text(k->kc_asm, &env, v, reg, off);
}

/* What the kernel can't send is left to the DIF machine. */
static bool emit_signal(struct dt_kclause *k, const struct dt_action *ac)
{
	struct dt_asm *a = k->kc_asm;
	struct dt_bpf_value v;

	if (ac->ac_kind == DT_ACT_STOP)
		dt_asm_movi(a, BPF_REG_0, SIGSTOP);
	else if (!dt_kclause_object(k, ac->ac_ops[0].op_difo, &v) || v.bv_kind != DT_BPF_NUMBER)
		return false;
	dt_asm_jmpi(a, BPF_JGT, BPF_REG_0, SIGRTMAX, k->kc_fail);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_0);
	dt_asm_call(a, BPF_FUNC_send_signal);
	dt_asm_jmpi(a, BPF_JNE, BPF_REG_0, 0, k->kc_fail);
	return true;
}

static bool emit_action(struct dt_kclause *k, const struct dt_action *ac, bool whole)
{
	struct dt_bpf_value v;

	if (DT_ACT_IS_AGG(ac->ac_kind) && whole)
		return dt_kagg_emit(k, ac);
	if (ac->ac_kind == DT_ACT_STOP || ac->ac_kind == DT_ACT_RAISE)
		return emit_signal(k, ac);
	for (uint32_t i = 0; i < ac->ac_nops; i++)
		if (ac->ac_ops[i].op_difo && !dt_kclause_object(k, ac->ac_ops[i].op_difo, &v))
			return false;
	return true;
}

/* The view wants the event's record. */
static void emit_want(struct dt_kclause *k)
{
	struct dt_asm *a = k->kc_asm;

	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_WANT);
	dt_asm_alui(a, BPF_OR, BPF_REG_1, 1 << k->kc_view);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_WANT, BPF_REG_1);
}

static bool emit_clause(struct dt_kclause *k, const struct dt_placed *pd)
{
	struct dt_asm *a = k->kc_asm;
	const struct dt_clause *cl = pd->pd_clause;
	uint32_t next = dt_asm_label(a);
	struct dt_bpf_value v;
	unsigned n = 0;

	k->kc_fail = dt_asm_label(a);
	if (cl->cl_pred && (!dt_kclause_object(k, cl->cl_pred, &v) || v.bv_kind != DT_BPF_NUMBER))
		return false;
	if (cl->cl_pred)
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, next);
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next, n++)
		if ((pd->pd_whole || (n < 64 && (pd->pd_parts >> n & 1))) &&
			!emit_action(k, ac, pd->pd_whole))
			return false;
	dt_asm_ja(a, next);
	dt_asm_bind(a, k->kc_fail);
	if (pd->pd_faults) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_LEFT(k->kc_view));
		dt_asm_imm64(a, BPF_REG_2, UINT64_C(1) << pd->pd_number);
		dt_asm_alu(a, BPF_OR, BPF_REG_1, BPF_REG_2);
		dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_LEFT(k->kc_view), BPF_REG_1);
		emit_want(k);
	}
	dt_asm_bind(a, next);
	return true;
}

/* Keeps the variables that clauses here read, as they are before the first clause. */
static void emit_seen(struct dt_kclause *k, unsigned first)
{
	for (unsigned i = 0; i < k->kc_plan->pl_nseen; i++) {
		dt_kvar_load(k->kc_asm, k->kc_plan->pl_seen[i], BPF_REG_1);
		dt_asm_stx(k->kc_asm, BPF_DW, BPF_REG_10, DT_FRAME_SEEN(first + i), BPF_REG_1);
	}
}

/* A clause that runs here wants the event unless its predicate is false. */
static void emit_wanted(struct dt_kclause *k)
{
	struct dt_asm *a = k->kc_asm;
	uint32_t pass = dt_asm_label(a), done = dt_asm_label(a);

	for (unsigned i = 0; i < k->kc_plan->pl_npreds; i++) {
		uint32_t next = dt_asm_label(a);

		dt_bpf_pred(a,
			&(struct dt_bpf_env){ .be_obj = k->kc_plan->pl_preds[i],
				.be_places = k->kc_plan->pl_places,
				.be_strsize = k->kc_source->so_feed->lf_strsize,
				.be_fail = pass,
				.be_source = k->kc_source,
				.be_view = k->kc_view,
				.be_arg = k,
				.be_load = clause_load,
				.be_execname = clause_execname },
			next);
		dt_asm_bind(a, next);
	}
	dt_asm_ja(a, done);
	dt_asm_bind(a, pass);
	emit_want(k);
	dt_asm_bind(a, done);
}

/* Goes to `over` if the view's thread is dtrace's own, or if only another CPU is traced. */
static void emit_guard(struct dt_kclause *k, uint32_t over)
{
	const struct dt_linux_feed *f = k->kc_source->so_feed;
	struct dt_asm *a = k->kc_asm;

	if (k->kc_source->so_state != 0) { /* DT_SWITCH_EARLY: tracing hasn't begun */
		dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_SELECT);
		dt_asm_jmpi(a, BPF_JNE, BPF_REG_1, 0, over);
	}
	if (!k->kc_notown && k->kc_load(a, k->kc_arg, DIF_VAR_PID))
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, (int32_t)f->lf_tgid, over);
	dt_when_emit(a, k->kc_source, k->kc_view, over);
	if (f->lf_cpu >= 0) {
		dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_CPU);
		dt_asm_jmpi(a, BPF_JNE, BPF_REG_1, f->lf_cpu, over);
	}
}

/* The address of this CPU's scratch memory goes to the frame. */
static void emit_scratch(struct dt_kclause *k, uint32_t over)
{
	struct dt_asm *a = k->kc_asm;

	if (k->kc_source->so_scratchfd < 0)
		return;
	dt_asm_map(a, BPF_REG_1, k->kc_source->so_scratchfd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_CPU);
	dt_asm_call(a, BPF_FUNC_map_lookup_elem);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, over);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_SCRATCH, BPF_REG_0);
}

bool dt_kclause_view(struct dt_kclause *k, unsigned firstseen, bool wanted)
{
	const struct dt_plan *p = k->kc_plan;
	struct dt_asm *a = k->kc_asm;
	uint32_t over = dt_asm_label(a);
	bool fits = firstseen + p->pl_nseen <= DT_PLACE_MAXSEEN;

	if (!fits)
		return false;
	for (unsigned i = 0; i < p->pl_nseen; i++)
		dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_SEEN(firstseen + i), 0);
	emit_guard(k, over);
	if (uses_storage(k, p) && !dt_kvar_find(a, k->kc_source->so_feed, &k->kc_task, false))
		return false;
	emit_seen(k, firstseen);
	emit_scratch(k, over);
	if (wanted)
		emit_want(k);
	else if (!p->pl_quiet)
		emit_wanted(k);
	for (unsigned i = 0; i < DT_PLACE_MAXLOCALS; i++)
		if (plan_reads(p, DIF_OP_LDLS, i, i) || plan_reads(p, DIF_OP_STLS, i, i))
			dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_LOCAL(i), 0);
	for (unsigned i = 0; i < p->pl_nplaced && fits; i++)
		fits = emit_clause(k, &p->pl_placed[i]);
	dt_asm_bind(a, over);
	return fits;
}
