/*
 * The part of a capture program that counts records for which there was no room.
 *
 * The firings that such a record would have been are counted: one for each view, if the view's
 * thread isn't dtrace's own and the predicate of a clause that doesn't run in the kernel may be
 * true. If that isn't known already, r9 becomes 1 when one is counted.
 */
#include "capture.h"
#include <stddef.h>
#include <string.h>

static void lost_add(struct dt_asm *a, uint8_t base)
{
	dt_asm_ldx(a, BPF_DW, BPF_REG_1, base, 0);
	dt_asm_alui(a, BPF_ADD, BPF_REG_1, 1);
	dt_asm_stx(a, BPF_DW, base, 0, BPF_REG_1);
}

/* Counts one in the cell, or in the one of the event's selector from there on. */
static void lost_count(struct capture *c, uint32_t cell, bool select)
{
	const struct dt_linux_feed *f = c->ca_source->so_feed;
	struct dt_asm *a = &c->ca_asm;

	dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_CPU);
	dt_asm_alui(a, BPF_AND, BPF_REG_1, (int32_t)f->lf_cpumask);
	dt_asm_alui(a, BPF_MUL, BPF_REG_1, (int32_t)(f->lf_ncells * 8));
	dt_asm_mapval(a, BPF_REG_2, f->lf_sharedfd, offsetof(struct dt_lx_shared, sh_lost));
	dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_1);
	lost_add(a, BPF_REG_2);
	if (select) {
		dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_SELECT);
		dt_asm_jmpi(a, BPF_JGE, BPF_REG_1, (int32_t)c->ca_source->so_nselect, c->ca_exit);
		dt_asm_alui(a, BPF_LSH, BPF_REG_1, 3);
		dt_asm_alu(a, BPF_ADD, BPF_REG_2, BPF_REG_1);
	}
	dt_asm_alui(a, BPF_ADD, BPF_REG_2, (int32_t)(cell * 8));
	lost_add(a, BPF_REG_2);
}

/* Goes to `next` unless the view would have fired. */
static void lost_wanted(struct capture *c, unsigned view, uint32_t next)
{
	const struct dt_variant *v = c->ca_variant;
	struct dt_asm *a = &c->ca_asm;
	uint32_t pass = dt_asm_label(a);

	if (v->va_kernel) { /* its clauses in the kernel have found that out */
		dt_asm_ldx(a, BPF_DW, BPF_REG_1, BPF_REG_10, DT_FRAME_WANT);
		dt_asm_alui(a, BPF_AND, BPF_REG_1, 1 << view);
		dt_asm_jmpi(a, BPF_JEQ, BPF_REG_1, 0, next);
		dt_asm_bind(a, pass);
		return;
	}
	dt_capture_is_own(c, view, true, next);
	dt_when_emit(a, c->ca_source, view, next);
	if (c->ca_preds && !v->va_views[view].vm_passall) {
		for (unsigned i = 0; i < v->va_npreds; i++)
			if (v->va_preds[i].ps_view == view)
				dt_capture_predset(c, &v->va_preds[i], pass);
		dt_asm_ja(a, next);
	}
	dt_asm_bind(a, pass);
}

static void lost_view(struct capture *c, unsigned view, bool known)
{
	const struct dt_lx_source *so = c->ca_source;
	struct dt_asm *a = &c->ca_asm;
	uint32_t next = dt_asm_label(a);

	if (!known)
		lost_wanted(c, view, next);
	if (so->so_awaited)
		lost_count(c, so->so_awaited->so_cell + view, false);
	else
		lost_count(c, so->so_cell + view * so->so_nselect, dt_capture_selects(so));
	if (!known)
		dt_asm_movi(a, BPF_REG_9, 1);
	dt_asm_bind(a, next);
}

/* Whether all views would have fired, since the program has got here. */
static bool lost_known(const struct capture *c)
{
	const struct dt_linux_view *v = c->ca_source->so_def->ls_views;
	uint32_t views = dt_capture_views(c, false), threads = dt_capture_views(c, true);
	bool all = c->ca_source->so_state == 0 && threads != 0 && !(threads & (threads - 1)),
	     one = !(views & (views - 1));

	for (unsigned i = 0; views >> i; i++)
		if (views >> i & 1)
			all &= !v[i].lv_note &&
				(one ||
					((c->ca_variant->va_views[i].vm_passall || !c->ca_preds) &&
						!v[i].lv_when && !v[i].lv_unless));
	return all;
}

void dt_capture_lost(struct capture *c)
{
	const struct dt_lx_source *so = c->ca_source;
	uint32_t views = dt_capture_views(c, false);
	struct dt_asm *a = &c->ca_asm;
	bool known = lost_known(c);
	uint32_t early = dt_asm_label(a);

	dt_asm_bind(a, c->ca_lost);
	if (!known)
		dt_asm_movi(a, BPF_REG_9, 0);
	if (so->so_state != 0) {
		dt_asm_ldx(a, BPF_W, BPF_REG_1, BPF_REG_10, DT_FRAME_SELECT);
		dt_asm_jmpi(a, BPF_JNE, BPF_REG_1, 0, early);
	}
	for (unsigned i = 0; views >> i; i++)
		if ((views >> i & 1) && !so->so_def->ls_views[i].lv_note)
			lost_view(c, i, known);
	dt_asm_bind(a, early);
	if (!known) {
		dt_asm_jmpi(a, BPF_JNE, BPF_REG_9, 0, c->ca_exit);
		if (so->so_awaited)
			so = so->so_awaited;
		lost_count(c, so->so_cell + so->so_nviews * so->so_nselect, false);
	}
	dt_asm_ja(a, c->ca_exit);
}
