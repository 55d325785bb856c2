/*
 * The capture program of a source: BPF that finds the event's variant, evaluates its predicates,
 * and writes the variant's record to the ring of its CPU.
 *
 * Registers: r6 the context, r7 the running task, r8 the record, r9 (varlen fields) its length so
 * far.  frame.h says what is in the frame.
 *
 * A record of fixed size is reserved and filled in place.  One with varlen fields is built in a
 * staging buffer of the CPU and copied with its real length.  Tracepoint programs run with
 * preemption off and the kernel doesn't enter the same program twice on a CPU (it counts:
 * dt_bpf_misses()), so a staging buffer has one user at a time.
 *
 * The time is read right where the place in the ring is taken, so that the order of a ring is the
 * order of time but for what an interrupt squeezes between the two.
 */
#include "capture.h"
#include "options.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"

static bool capture_path(struct capture *c, const char *text, struct dt_path *p)
{
	struct dt_lx_source *so = c->ca_source;

	return dt_btf_path(&so->so_feed->lf_btf, so->so_types, so->so_def->ls_args, text, p) == 0;
}

/* r1 = the event's selector; goes to exit if no probe has it.  r8 = its variant. */
static void capture_select(struct capture *c)
{
	struct dt_lx_source *so = c->ca_source;
	struct dt_asm *a = &c->ca_asm;
	struct dt_path p;

	if (so->so_def->ls_kind == DT_LX_CLOCK || dt_lx_in_process(so)) {
		dt_asm_mov(a, BPF_REG_1, BPF_REG_6);
		dt_asm_call(a, BPF_FUNC_get_attach_cookie);
		dt_asm_mov(a, BPF_REG_1, BPF_REG_0);
		dt_asm_alui(a, BPF_LSH, BPF_REG_1, 32); /* without what is above it */
		dt_asm_alui(a, BPF_RSH, BPF_REG_1, 32);
	} else if (capture_path(c, so->so_def->ls_select, &p)) {
		dt_path_load(a, &p, BPF_REG_1);
	} else {
		a->as_failed = true;
	}
	dt_asm_jmpi(a, BPF_JGE, BPF_REG_1, (int32_t)so->so_nselect, c->ca_exit);
	dt_asm_mov(a, BPF_REG_9, BPF_REG_1);
	dt_asm_mapval(a, BPF_REG_2, so->so_tablefd, 0);
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_1);
	dt_asm_ldx(a, BPF_B, BPF_REG_8, BPF_REG_2, 0);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_8, 0, c->ca_exit);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_SELECT, BPF_REG_9);
}

bool dt_capture_selects(const struct dt_lx_source *so)
{
	return so->so_def->ls_select || so->so_def->ls_kind == DT_LX_CLOCK || dt_lx_in_process(so);
}

/* Goes to exit if the switch is off. */
static void capture_switch(struct capture *c)
{
	struct dt_asm *a = &c->ca_asm;

	dt_asm_mapval(a, BPF_REG_1, c->ca_source->so_feed->lf_sharedfd,
		offsetof(struct dt_lx_shared, sh_switch));
	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_1, 0);
	if (c->ca_source->so_state == 0) {
		dt_asm_jmpi(a, BPF_JNE, BPF_REG_1, DT_SWITCH_ON, c->ca_exit);
		return;
	}
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, DT_SWITCH_OFF, c->ca_exit);
	dt_asm_alui(a, BPF_AND, BPF_REG_1, DT_SWITCH_EARLY);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_SELECT, BPF_REG_1);
}

static void capture_prologue(struct capture *c)
{
	struct dt_asm *a = &c->ca_asm;
	const struct dt_linux_source *def = c->ca_source->so_def;
	struct dt_path p;

	dt_asm_mov(a, BPF_REG_6, BPF_REG_1);
	capture_switch(c);
	if (dt_capture_selects(c->ca_source))
		capture_select(c);
	dt_follow_emit(a, c->ca_source, c->ca_exit);
	dt_asm_call(a, BPF_FUNC_get_current_task_btf);
	dt_asm_mov(a, BPF_REG_7, BPF_REG_0);
	if (def->ls_guard && capture_path(c, def->ls_guard, &p)) {
		dt_path_load(a, &p, BPF_REG_1);
		dt_asm_jmpi(a, BPF_JSET, BPF_REG_1, (int32_t)def->ls_guardmask, c->ca_exit);
	}
}

bool dt_capture_is_own(struct capture *c, unsigned view, bool own, uint32_t to)
{
	const struct dt_linux_view *v = &c->ca_source->so_def->ls_views[view];
	char text[96];
	struct dt_path p;

	if (v->lv_later || !dt_view_path(v, DIF_VAR_PID, text, sizeof(text)) ||
		!capture_path(c, text, &p))
		return false;
	dt_path_load(&c->ca_asm, &p, BPF_REG_1);
	dt_asm_jmpi(&c->ca_asm, own ? BPF_JEQ : BPF_JNE, BPF_REG_1,
		(int32_t)c->ca_source->so_feed->lf_tgid, to);
	return true;
}

/* Drops the event if its only view doesn't fire. */
static void capture_when(struct capture *c, uint32_t views)
{
	for (unsigned i = 0; c->ca_source->so_state == 0 && views >> i; i++)
		if (views >> i == 1 && views == 1u << i)
			dt_when_emit(&c->ca_asm, c->ca_source, i, c->ca_exit);
}

static bool same_task(const struct capture *c, unsigned view, unsigned other)
{
	const struct dt_linux_view *v = c->ca_source->so_def->ls_views;

	return v[view].lv_later == v[other].lv_later &&
		strcmp(v[view].lv_task, v[other].lv_task) == 0;
}

uint32_t dt_capture_views(const struct capture *c, bool threads)
{
	const struct dt_viewmap *m = c->ca_variant->va_views;
	uint32_t views = 0;

	for (unsigned i = 0; i < DT_LX_VIEWS; i++) {
		bool dup = false;

		for (unsigned j = 0; j < i && m[i].vm_used && threads; j++)
			dup |= m[j].vm_used && same_task(c, i, j);
		views |= m[i].vm_used && !dup ? 1u << i : 0;
	}
	return views;
}

/* Drops the event if all its views are of dtrace's own process. */
static void capture_own(struct capture *c)
{
	uint32_t views = c->ca_source->so_state == 0 ? dt_capture_views(c, true) : 0;
	uint32_t other = dt_asm_label(&c->ca_asm);
	bool dropped = views != 0;

	for (unsigned i = 0; views >> i && dropped; i++) {
		bool last = views >> i == 1;

		if (views >> i & 1)
			dropped = dt_capture_is_own(c, i, last, last ? c->ca_exit : other);
	}
	dt_asm_bind(&c->ca_asm, other);
	c->ca_notown = dropped && !(views & (views - 1));
}

/* A system call's result as D shows it: errors are -1. */
static void capture_retval(struct dt_asm *a, const struct dt_path *p, bool err)
{
	uint32_t fine = dt_asm_label(a), done = dt_asm_label(a);

	dt_path_load(a, p, BPF_REG_0);
	dt_asm_jmpi(a, BPF_JLT, BPF_REG_0, -4095, fine); /* unsigned */
	if (err)
		dt_asm_alui(a, BPF_NEG, BPF_REG_0, 0);
	else
		dt_asm_movi(a, BPF_REG_0, -1);
	dt_asm_ja(a, done);
	dt_asm_bind(a, fine);
	if (err)
		dt_asm_movi(a, BPF_REG_0, 0);
	dt_asm_bind(a, done);
}

/* r0 = arg0 or arg1 of a sample. */
static void capture_pc(struct dt_asm *a, const struct dt_path *p, bool kernel)
{
	uint32_t done = dt_asm_label(a);

	dt_path_load(a, p, BPF_REG_0);
	dt_asm_jmpi(a, kernel ? BPF_JSLT : BPF_JSGE, BPF_REG_0, 0, done);
	dt_asm_movi(a, BPF_REG_0, 0);
	dt_asm_bind(a, done);
}

static bool capture_load(struct dt_asm *a, void *arg, uint32_t var)
{
	struct capture *c = arg;
	const struct dt_linux_view *v = &c->ca_source->so_def->ls_views[c->ca_view];
	bool result = var == DIF_VAR_ARG0 || var == DIF_VAR_ARG0 + 1 || var == DIF_VAR_ERRNO;
	struct dt_path p;
	char text[96];

	if (v->lv_retval && result && capture_path(c, v->lv_retval, &p)) {
		capture_retval(a, &p, var == DIF_VAR_ERRNO);
		return true;
	}
	if (v->lv_pc && (var == DIF_VAR_ARG0 || var == DIF_VAR_ARG0 + 1)) {
		if (!capture_path(c, v->lv_pc, &p))
			return false;
		capture_pc(a, &p, var == DIF_VAR_ARG0);
		return true;
	}
	if (var == DIF_VAR_ERRNO) {
		dt_asm_movi(a, BPF_REG_0, 0);
		return true;
	}
	if (!dt_view_path(v, var, text, sizeof(text)) || !capture_path(c, text, &p) || p.pt_chars)
		return false;
	dt_path_load(a, &p, BPF_REG_0);
	return true;
}

static bool capture_execname(struct dt_asm *a, void *arg, int16_t off)
{
	struct capture *c = arg;
	struct dt_path p;
	char text[96];

	if (!dt_view_path(&c->ca_source->so_def->ls_views[c->ca_view], DIF_VAR_EXECNAME, text,
		    sizeof(text)) ||
		!capture_path(c, text, &p) || p.pt_chars == 0)
		return false;
	dt_path_chars(a, &p, BPF_REG_10, off, 16, BPF_REG_1);
	return true;
}

void dt_capture_predset(struct capture *c, const struct dt_predset *ps, uint32_t pass)
{
	struct dt_asm *a = &c->ca_asm;

	c->ca_view = ps->ps_view;
	for (unsigned j = 0; j < ps->ps_npreds; j++) {
		uint32_t next = dt_asm_label(a);

		dt_bpf_pred(a,
			&(struct dt_bpf_env){ .be_obj = ps->ps_preds[j],
				.be_strsize = c->ca_source->so_feed->lf_strsize,
				.be_source = c->ca_source,
				.be_view = c->ca_view,
				.be_fail = pass,
				.be_arg = c,
				.be_load = capture_load,
				.be_execname = capture_execname },
			next);
		dt_asm_bind(a, next);
	}
}

/* Whether an event can leave a record: not if the kernel runs all clauses, and none can fault. */
static bool capture_records(const struct capture *c)
{
	const struct dt_variant *v = c->ca_variant;
	bool records = !v->va_kernel || c->ca_source->so_state != 0 || v->va_offcpu;

	for (unsigned i = 0; i < DT_LX_VIEWS; i++) {
		const struct dt_viewmap *m = &v->va_views[i];

		records |= m->vm_used &&
			(!m->vm_plan || !m->vm_plan->pl_quiet || m->vm_passall || m->vm_left != 0);
	}
	return records;
}

/* Whether events leave records as a rule; else those alone with which a clause faults. */
static bool capture_often(const struct capture *c)
{
	const struct dt_variant *v = c->ca_variant;
	bool often = !v->va_kernel || v->va_offcpu;

	for (unsigned i = 0; i < DT_LX_VIEWS; i++)
		often |= v->va_views[i].vm_used &&
			(!v->va_views[i].vm_plan || !v->va_views[i].vm_plan->pl_quiet);
	return often;
}

/* The clauses of all views; goes to exit if none needs the record. */
static void capture_clauses(struct capture *c)
{
	const struct dt_variant *v = c->ca_variant;
	const struct dt_linux_source *def = c->ca_source->so_def;
	struct dt_asm *a = &c->ca_asm;
	bool records = capture_records(c);

	if (v->va_timed) {
		dt_asm_call(a, BPF_FUNC_ktime_get_ns);
		dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_TIME, BPF_REG_0);
	}
	if (records) /* the less of the frame is used, the sooner the kernel has verified it */
		dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_WANT,
			c->ca_source->so_state != 0 || v->va_offcpu ? DT_WANT_ANYWAY : 0);
	for (unsigned i = 0; i < DT_LX_VIEWS; i++) {
		const struct dt_viewmap *m = &v->va_views[i];
		struct dt_kclause k = { .kc_asm = a,
			.kc_source = c->ca_source,
			.kc_view = i,
			.kc_notown = c->ca_notown,
			.kc_plan = m->vm_plan,
			.kc_arg = c,
			.kc_load = capture_load,
			.kc_execname = capture_execname };

		if (!m->vm_plan)
			continue;
		c->ca_view = i;
		if (m->vm_left != 0)
			dt_asm_sti(a, BPF_DW, BPF_REG_10, DT_FRAME_LEFT(i), 0);
		if (!capture_path(c, def->ls_views[i].lv_task, &k.kc_task) ||
			!dt_kclause_view(&k, m->vm_firstseen, m->vm_passall))
			a->as_failed = true;
	}
	if (records) {
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_WANT);
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, c->ca_exit);
	}
}

/* What the clauses in the kernel leave to the others. */
static void capture_placed(struct capture *c)
{
	const struct dt_variant *v = c->ca_variant;
	struct dt_asm *a = &c->ca_asm;

	for (unsigned i = 0; i < DT_LX_VIEWS && v->va_kernel; i++) {
		const struct dt_viewmap *m = &v->va_views[i];

		if (m->vm_left != 0) {
			dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_LEFT(i));
			dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)m->vm_left, BPF_REG_1);
		}
		for (unsigned s = 0; m->vm_plan && s < m->vm_plan->pl_nseen; s++) {
			dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10,
				DT_FRAME_SEEN(m->vm_firstseen + s));
			dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)m->vm_seen[s], BPF_REG_1);
		}
	}
}

/* Goes to exit unless a predicate of some probe may be true. */
static void capture_preds(struct capture *c)
{
	const struct dt_variant *v = c->ca_variant;
	uint32_t pass;

	if (v->va_passall || !c->ca_preds)
		return;
	pass = dt_asm_label(&c->ca_asm);
	for (unsigned i = 0; i < v->va_npreds; i++)
		dt_capture_predset(c, &v->va_preds[i], pass);
	dt_asm_ja(&c->ca_asm, c->ca_exit);
	dt_asm_bind(&c->ca_asm, pass);
}

void dt_capture_cpu(struct dt_asm *a)
{
	dt_asm_call(a, BPF_FUNC_get_smp_processor_id);
	dt_asm_stx(a, BPF_W, BPF_REG_10, DT_FRAME_CPU, BPF_REG_0);
}

void dt_capture_lookup(struct capture *c, int fd, uint32_t none)
{
	struct dt_asm *a = &c->ca_asm;

	dt_asm_map(a, BPF_REG_1, fd);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, DT_FRAME_CPU);
	dt_asm_call(a, BPF_FUNC_map_lookup_elem);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, none);
}

/* r0 = this CPU's ring.  A CPU that was brought online since has none. */
static void capture_ring(struct capture *c)
{
	const struct dt_linux_feed *f = c->ca_source->so_feed;

	dt_capture_lookup(c, f->lf_outerfd, f->lf_cpu < 0 ? c->ca_lost : c->ca_exit);
}

/* The time that clauses in the kernel have read is the event's. */
static void capture_time(struct dt_asm *a, const struct dt_variant *v)
{
	if (v->va_timed)
		dt_asm_ldx(a, BPF_DW, BPF_REG_0, BPF_REG_10, DT_FRAME_TIME);
	else
		dt_asm_call(a, BPF_FUNC_ktime_get_ns);
	dt_asm_stx(a, BPF_DW, BPF_REG_8, offsetof(struct dt_rec, re_time), BPF_REG_0);
}

void dt_capture_slots(struct dt_asm *a, const struct dt_variant *v)
{
	for (unsigned i = 0; i < v->va_nslots; i++) {
		const struct dt_slot *s = &v->va_slots[i];

		if (s->sl_syscall) {
			dt_syscall_emit(a, &s->sl_sys, (int16_t)s->sl_off);
			continue;
		}
		if (s->sl_path.pt_chars != 0) {
			dt_path_chars(a, &s->sl_path, BPF_REG_8, (int16_t)s->sl_off, 16, BPF_REG_1);
			continue;
		}
		dt_path_load(a, &s->sl_path, BPF_REG_1);
		dt_asm_stx(a, BPF_DW, BPF_REG_8, (int16_t)s->sl_off, BPF_REG_1);
	}
}

static void capture_fixed(struct capture *c)
{
	const struct dt_variant *v = c->ca_variant;
	struct dt_asm *a = &c->ca_asm;
	unsigned ix = (unsigned)(v - c->ca_source->so_variants) + 1;

	dt_asm_sti(a, BPF_W, BPF_REG_8, offsetof(struct dt_rec, re_source),
		(int32_t)(c->ca_source->so_index | ix << 16));
	if (dt_capture_selects(c->ca_source) || c->ca_source->so_state != 0) {
		dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_SELECT);
		dt_asm_stx(a, BPF_W, BPF_REG_8, offsetof(struct dt_rec, re_select), BPF_REG_1);
	} else {
		dt_asm_sti(a, BPF_W, BPF_REG_8, offsetof(struct dt_rec, re_select), 0);
	}
	dt_capture_slots(a, v);
	capture_placed(c);
	dt_crossing_emit(a, c->ca_source->so_feed, v);
	dt_compute_emit(a, v);
}

static void capture_in_place(struct capture *c)
{
	struct dt_asm *a = &c->ca_asm;

	capture_ring(c);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_0);
	dt_asm_movi(a, BPF_REG_2, c->ca_variant->va_fixed);
	dt_asm_movi(a, BPF_REG_3, 0);
	dt_asm_call(a, BPF_FUNC_ringbuf_reserve);
	dt_asm_jmpi(a, BPF_JEQ, BPF_REG_0, 0, c->ca_lost);
	dt_asm_mov(a, BPF_REG_8, BPF_REG_0);
	capture_time(a, c->ca_variant);
	capture_fixed(c);
	dt_asm_mov(a, BPF_REG_1, BPF_REG_8);
	dt_asm_movi(a, BPF_REG_2, BPF_RB_NO_WAKEUP);
	dt_asm_call(a, BPF_FUNC_ringbuf_submit);
	dt_asm_ja(a, c->ca_exit);
}

static void capture_staged(struct capture *c)
{
	struct dt_asm *a = &c->ca_asm;
	const struct dt_variant *v = c->ca_variant;

	dt_capture_lookup(c, c->ca_source->so_stagefd, c->ca_exit);
	dt_asm_mov(a, BPF_REG_8, BPF_REG_0);
	capture_fixed(c);
	dt_asm_movi(a, BPF_REG_9, v->va_fixed);
	for (unsigned i = 0; i < v->va_nvarlens; i++)
		v->va_varlens[i].vl_kind->vk_emit(a, c->ca_source, &v->va_varlens[i]);
	capture_ring(c);
	dt_asm_stx(a, BPF_DW, BPF_REG_10, DT_FRAME_TEMP, BPF_REG_0);
	capture_time(a, c->ca_variant);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, -16);
	dt_asm_mov(a, BPF_REG_2, BPF_REG_8);
	dt_asm_mov(a, BPF_REG_3, BPF_REG_9);
	dt_asm_movi(a, BPF_REG_4, BPF_RB_NO_WAKEUP);
	dt_asm_call(a, BPF_FUNC_ringbuf_output);
	dt_asm_jmpi(a, BPF_JSLT, BPF_REG_0, 0, c->ca_lost);
	if (c->ca_source->so_refaultsize != 0)
		dt_refault_ask(a, c->ca_source, v);
	dt_asm_ja(a, c->ca_exit);
}

static void capture_variant(struct capture *c, const struct dt_variant *v)
{
	c->ca_variant = v;
	c->ca_lost = dt_asm_label(&c->ca_asm);
	capture_own(c);
	capture_when(c, dt_capture_views(c, false));
	dt_capture_cpu(&c->ca_asm);
	if (v->va_kernel)
		capture_clauses(c);
	else
		capture_preds(c);
	c->ca_source->so_records |= capture_often(c);
	if (!capture_records(c)) {
		dt_asm_ja(&c->ca_asm, c->ca_exit);
		return;
	}
	if (v->va_nvarlens == 0)
		capture_in_place(c);
	else
		capture_staged(c);
	dt_capture_lost(c);
}

/* Finds the variant by binary search. */
static void capture_dispatch(struct capture *c, unsigned from, unsigned to)
{
	struct dt_asm *a = &c->ca_asm;
	uint32_t upper;
	unsigned mid = from + (to - from) / 2;

	if (to - from == 1) {
		if (c->ca_touches)
			dt_touch_variant(c, &c->ca_source->so_variants[from]);
		else
			capture_variant(c, &c->ca_source->so_variants[from]);
		return;
	}
	upper = dt_asm_label(a);
	dt_asm_jmpi(a, BPF_JGT, BPF_REG_8, (int32_t)mid, upper); /* variants count from 1 */
	capture_dispatch(c, from, mid);
	dt_asm_bind(a, upper);
	capture_dispatch(c, mid, to);
}

void dt_capture_assemble(struct capture *c)
{
	struct dt_asm *a = &c->ca_asm;

	c->ca_exit = dt_asm_label(a);
	capture_prologue(c);
	capture_dispatch(c, 0, c->ca_source->so_nvariants);
	dt_asm_bind(a, c->ca_exit);
	dt_asm_movi(a, BPF_REG_0, 0);
	dt_asm_exit(a);
}

static int capture_maps(struct dt_lx_source *so)
{
	uint32_t zero = 0, max = 0;

	if (dt_capture_selects(so)) {
		so->so_tablefd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, (so->so_nselect + 7) & ~7u, 1,
			BPF_F_RDONLY_PROG);
		if (so->so_tablefd < 0 ||
			dt_bpf_map_set(so->so_tablefd, &zero, so->so_table) != 0 ||
			dt_bpf_map_freeze(so->so_tablefd) != 0)
			return -1;
	}
	for (unsigned i = 0; i < so->so_nvariants; i++) {
		if (so->so_variants[i].va_nvarlens != 0 && so->so_variants[i].va_max > max)
			max = so->so_variants[i].va_max;
	}
	if (so->so_scratchsize != 0)
		so->so_scratchfd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, so->so_scratchsize,
			so->so_feed->lf_ncpu, 0);
	if (so->so_scratchsize != 0 && so->so_scratchfd < 0)
		return -1;
	if (max == 0)
		return 0;
	so->so_stagefd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, max, so->so_feed->lf_ncpu, 0);
	return so->so_stagefd < 0 ? -1 : 0;
}

/* A tracepoint's program that needs no types spares the kernel the search for them. */
static enum bpf_prog_type capture_type(struct dt_lx_source *so, bool typed)
{
	enum dt_linux_kind kind = so->so_def->ls_kind;

	so->so_raw = !typed && !so->so_perf && (kind == DT_LX_TRACEPOINT || kind == DT_LX_EVENT);
	return kind == DT_LX_CLOCK   ? BPF_PROG_TYPE_PERF_EVENT :
		dt_lx_in_process(so) ? BPF_PROG_TYPE_KPROBE :
		so->so_perf	     ? BPF_PROG_TYPE_TRACEPOINT :
		so->so_raw	     ? BPF_PROG_TYPE_RAW_TRACEPOINT :
				       BPF_PROG_TYPE_TRACING;
}

static int capture_try(struct dt_lx_source *so, bool preds, char *log, uint32_t logsize)
{
	struct capture c = { .ca_source = so, .ca_preds = preds };
	struct dt_bpf_prog prog = { .bp_btf_id = so->so_btf_id,
		.bp_name = "dtrace",
		.bp_log = log,
		.bp_logsize = logsize,
		.bp_attach = so->so_def->ls_kind == DT_LX_ENTRY ? BPF_TRACE_FENTRY :
			so->so_def->ls_kind == DT_LX_RETURN	? BPF_TRACE_FEXIT :
								  BPF_TRACE_RAW_TP,
		.bp_multi = dt_lx_in_process(so) && so->so_feed->lf_multi,
		.bp_btf_fd = so->so_btf_fd };

	dt_capture_assemble(&c);
	prog.bp_type = capture_type(so, c.ca_asm.as_typed);
	return dt_bpf_load_asm(&prog, &c.ca_asm);
}

#define LOGSIZE (1u << 20)

/* The last meaningful line of the verifier's log. */
static const char *capture_reason(char *log)
{
	char *end = log + strlen(log), *line;

	while (end > log) {
		while (end > log && end[-1] == '\n')
			*--end = '\0';
		line = strrchr(log, '\n');
		line = line ? line + 1 : log;
		if (strncmp(line, "processed ", 10) != 0)
			return line;
		end = line;
		*end = '\0';
	}
	return "";
}

/*
 * A function that can't be traced is left out; if the kernel refuses all functions, the message
 * names what it takes.
 */
static int function_refused(struct dt_lx_source *so)
{
	if (errno != EPERM && errno != EACCES && errno != EOPNOTSUPP && errno != ENOTSUP) {
		so->so_dead = true;
		return 0;
	}
	return dt_fail(so->so_feed->lf_engine,
		"fbt: the kernel refuses to trace its functions (%s`%s: %s): that requires "
		"CAP_BPF and CAP_PERFMON, and a kernel with CONFIG_FUNCTION_TRACER, "
		"CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS and CONFIG_DEBUG_INFO_BTF that doesn't "
		"forbid it",
		so->so_def->ls_system, so->so_def->ls_name, strerror(errno));
}

static int capture_refused(struct dt_lx_source *so)
{
	char *log = base_calloc(1, LOGSIZE);
	int fd = log ? capture_try(so, false, log, LOGSIZE) : -1, err = errno;

	if (fd >= 0) {
		free(log);
		so->so_prog = fd;
		return 0;
	}
	errno = err;
	if (dt_lx_is_denial(err) && dt_lx_missing()) {
		free(log);
		return dt_lx_denied(so->so_feed, "can't load the capture program of ",
			so->so_def->ls_name);
	}
	if (so->so_def->ls_kind == DT_LX_ENTRY || so->so_def->ls_kind == DT_LX_RETURN) {
		free(log);
		return function_refused(so);
	}
	dt_fail(so->so_feed->lf_engine, "the kernel refused the capture program of %s: %s%s%s",
		so->so_def->ls_name, strerror(err), log && log[0] ? ": " : "",
		log ? capture_reason(log) : "");
	free(log);
	return -1;
}

static int clauses_refused(struct dt_lx_source *so)
{
	struct dt_engine *e = so->so_feed->lf_engine;
	const char *name = so->so_def->ls_name, *why;
	char *log = base_calloc(1, LOGSIZE);

	if (log)
		capture_try(so, true, log, LOGSIZE);
	why = log && log[0] ? capture_reason(log) : "too long";
	if (so->so_awaited)
		dt_fail(e, "the kernel refuses its clauses (%s)", why);
	else if (dt_engine_number(e, "kernel") == DT_KERNEL_YES)
		dt_fail(e, "option kernel=yes: the kernel refuses the clauses at %s: %s", name,
			why);
	else
		dt_warn(e, "the kernel refuses the clauses at %s (%s): all clauses run here", name,
			why);
	free(log);
	return -1;
}

int dt_capture_load(struct dt_lx_source *so)
{
	bool kernel = false;

	for (unsigned i = 0; i < so->so_nvariants; i++)
		kernel |= so->so_variants[i].va_kernel;
	if (capture_maps(so) != 0)
		return dt_lx_denied(so->so_feed, "can't make a BPF map", "");
	so->so_prog = capture_try(so, true, NULL, 0);
	if (so->so_prog >= 0)
		return 0;
	so->so_feed->lf_refused = kernel && !dt_lx_is_denial(errno);
	if (so->so_feed->lf_refused)
		return clauses_refused(so);
	/*
	 * If the kernel refuses the predicates, the program is loaded without them: the DIF machine
	 * evaluates them anyway.
	 */
	return capture_refused(so);
}
