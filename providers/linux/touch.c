/*
 * Makes user memory resident that the capture program is going to read.
 *
 * A capture program can't wait for a page: a string that the process has never touched, as a
 * constant in its file, couldn't be read. At code of processes the kernel allows a program that
 * waits. This one is attached to the same places, computes the same addresses, and touches them. It
 * is attached last, because the kernel runs a place's programs in the reverse order; if another
 * order is ever used, the first event at an untouched page can't be read, and nothing else is
 * wrong.
 *
 * It may be preempted, so two runs may share its memory; what it reads is thrown away, and an
 * address that the other run has changed is touched in vain.
 */
#include "capture.h"
#include <string.h>
#include <unistd.h>

/*
 * Operands in memory that clauses in the kernel may read, which have no slots: counts them, and
 * emits their loads if a isn't NULL.
 */
static unsigned operands_load(struct dt_asm *a, const struct dt_lx_source *so,
	const struct dt_variant *v)
{
	unsigned n = 0;
	struct dt_path p;

	for (unsigned i = 0; i < DT_LX_VIEWS; i++) {
		const struct dt_plan *pl = v->va_views[i].vm_plan;
		const char *const *args = so->so_def->ls_views[i].lv_args;

		for (unsigned k = 0; pl && k < DT_MAXARGS; k++) {
			if (!args[k] || !dt_operand_path(args[k], &p) || !dt_operand_elsewhere(&p))
				continue;
			n++;
			if (a)
				dt_path_load(a, &p, BPF_REG_1);
		}
	}
	return n;
}

static bool variant_reads(const struct dt_lx_source *so, const struct dt_variant *v)
{
	if (operands_load(NULL, so, v) != 0)
		return true;
	for (unsigned i = 0; i < v->va_nvarlens; i++)
		if (v->va_varlens[i].vl_kind == &dt_varlen_mem && !v->va_varlens[i].vl_kernel)
			return true;
	for (unsigned i = 0; i < v->va_nslots; i++)
		if (!v->va_slots[i].sl_syscall && dt_operand_elsewhere(&v->va_slots[i].sl_path))
			return true;
	for (unsigned i = 0; i < v->va_ncomputed; i++)
		if (v->va_computed[i].cp_expr.ex_kind == DT_EX_LOAD &&
			v->va_computed[i].cp_expr.ex_user)
			return true;
	return false;
}

/* Touches the byte whose address is in r3. */
static void touch_emit(struct dt_asm *a)
{
	dt_asm_mov(a, BPF_REG_1, BPF_REG_10);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, DT_FRAME_USER);
	dt_asm_movi(a, BPF_REG_2, 1);
	dt_asm_call(a, BPF_FUNC_copy_from_user);
}

/* The first and the last byte: a piece has at most the size of a page. */
static void varlen_touch(struct dt_asm *a, const struct dt_varlen *t)
{
	if (t->vl_kind != &dt_varlen_mem || t->vl_kernel)
		return;
	dt_asm_ldx(a, BPF_DW, BPF_REG_3, BPF_REG_8, (int16_t)t->vl_addr);
	touch_emit(a);
	dt_varlen_size(a, t, BPF_REG_3);
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_8, (int16_t)t->vl_addr);
	dt_asm_alu(a, BPF_ADD, BPF_REG_3, BPF_REG_1);
	dt_asm_alui(a, BPF_ADD, BPF_REG_3, -1);
	touch_emit(a);
}

void dt_touch_variant(struct capture *c, const struct dt_variant *v)
{
	struct dt_asm *a = &c->ca_asm;

	if (!variant_reads(c->ca_source, v)) {
		dt_asm_ja(a, c->ca_exit);
		return;
	}
	dt_capture_is_own(c, v->va_view, true, c->ca_exit);
	dt_capture_cpu(a);
	dt_capture_lookup(c, c->ca_source->so_touchfd, c->ca_exit);
	dt_asm_mov(a, BPF_REG_8, BPF_REG_0);
	operands_load(a, c->ca_source, v);
	dt_capture_slots(a, v);
	dt_compute_emit(a, v);
	for (unsigned i = 0; i < v->va_nvarlens; i++)
		varlen_touch(a, &v->va_varlens[i]);
	dt_asm_ja(a, c->ca_exit);
}

void dt_touch_load(struct dt_lx_source *so)
{
	struct capture c = { .ca_source = so, .ca_touches = true, .ca_asm = { .as_sleeps = true } };
	struct dt_bpf_prog prog = { .bp_type = BPF_PROG_TYPE_KPROBE,
		.bp_sleeps = true,
		.bp_multi = so->so_feed->lf_multi,
		.bp_name = "dtrace_touch" };
	uint32_t size = 0;
	bool reads = false;

	for (unsigned i = 0; i < so->so_nvariants; i++) {
		const struct dt_variant *v = &so->so_variants[i];

		reads |= variant_reads(so, v);
		size = v->va_fixed > size ? v->va_fixed : size;
	}
	if (!reads || !dt_lx_in_process(so))
		return;
	so->so_touchfd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, size, so->so_feed->lf_ncpu, 0);
	if (so->so_touchfd < 0)
		return;
	dt_capture_assemble(&c);
	so->so_touchprog = dt_bpf_load_asm(&prog, &c.ca_asm);
}

void dt_touch_fini(struct dt_lx_source *so)
{
	if (so->so_touchprog >= 0)
		close(so->so_touchprog);
	if (so->so_touchfd >= 0)
		close(so->so_touchfd);
}
