/*
 * Variants: what the probes of a source capture, and the layout of the record.
 *
 * Probes that share a source but not a selector (the two sides of a switch) are always captured
 * together.  Probes that a selector distinguishes (system calls) share a variant if their plans are
 * equal, so that a string that is needed at one call isn't read at all others.
 */
#include "lx.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"

static bool preds_equal(unsigned n, const struct dif_object *const *a, unsigned m,
	const struct dif_object *const *b)
{
	return n == m && (n == 0 || memcmp(a, b, n * sizeof(*a)) == 0);
}

static bool placed_equal(const struct dt_plan *a, const struct dt_plan *b)
{
	bool same = a->pl_nplaced == b->pl_nplaced && a->pl_nseen == b->pl_nseen &&
		a->pl_quiet == b->pl_quiet;

	for (unsigned i = 0; same && i < a->pl_nplaced; i++)
		same = a->pl_placed[i].pd_clause == b->pl_placed[i].pd_clause &&
			a->pl_placed[i].pd_whole == b->pl_placed[i].pd_whole;
	return same && (a->pl_nseen == 0 || memcmp(a->pl_seen, b->pl_seen, a->pl_nseen) == 0);
}

static bool plan_equal(const struct dt_plan *a, const struct dt_plan *b)
{
	if (a == b)
		return true;
	if (a->pl_args != b->pl_args || a->pl_vars != b->pl_vars || a->pl_kstack != b->pl_kstack ||
		a->pl_ustack != b->pl_ustack || a->pl_nmem != b->pl_nmem ||
		a->pl_nfiles != b->pl_nfiles ||
		memcmp(a->pl_files, b->pl_files, a->pl_nfiles * sizeof(a->pl_files[0])) != 0)
		return false;
	if (a->pl_nexprs != b->pl_nexprs || a->pl_nreads != b->pl_nreads ||
		memcmp(a->pl_exprs, b->pl_exprs, a->pl_nexprs * sizeof(a->pl_exprs[0])) != 0 ||
		memcmp(a->pl_reads, b->pl_reads, a->pl_nreads * sizeof(a->pl_reads[0])) != 0)
		return false;
	for (unsigned i = 0; i < a->pl_nmem; i++) {
		const struct dt_plan_mem *x = &a->pl_mem[i], *y = &b->pl_mem[i];

		if (x->pm_arg != y->pm_arg || x->pm_string != y->pm_string ||
			x->pm_size != y->pm_size || x->pm_sizearg != y->pm_sizearg)
			return false;
	}
	return placed_equal(a, b) &&
		preds_equal(a->pl_npreds, a->pl_preds, b->pl_npreds, b->pl_preds);
}

/* Built-in variables that are read from the task. */
static const struct task_var {
	uint32_t tv_var, tv_plan;
	const char *tv_path;
} task_vars[] = {
#define DIF_VAR(n, NAME, s, t, a, plan, path) { n, DT_PLAN_##plan, path },
#include "builtins.def"
#undef DIF_VAR
};
#define NTASKVARS (sizeof(task_vars) / sizeof(*task_vars))

static const struct task_var *task_var(uint32_t var)
{
	for (size_t i = 0; i < NTASKVARS; i++)
		if (task_vars[i].tv_var == var && *task_vars[i].tv_path)
			return &task_vars[i];
	return NULL;
}

static bool is_optional(const struct task_var *tv)
{
	return *tv->tv_path == '?';
}

bool dt_view_path(const struct dt_linux_view *v, uint32_t var, char *buf, size_t size)
{
	bool arg = var >= DIF_VAR_ARG0 && var < DIF_VAR_ARG0 + DT_MAXARGS;
	const char *p = arg ? v->lv_args[var - DIF_VAR_ARG0] : NULL;
	const struct task_var *tv = arg ? NULL : task_var(var);

	if (p)
		snprintf(buf, size, "%s", p);
	else if (tv)
		snprintf(buf, size, "%s->%s", v->lv_task, tv->tv_path + is_optional(tv));
	return p || tv;
}

static void layout_fail(struct dt_layout *l, const char *why)
{
	if (l->ly_rc == 0)
		dt_fail(l->ly_source->so_feed->lf_engine, "can't capture at %s: %s",
			l->ly_source->so_def->ls_name, why);
	l->ly_rc = -1;
}

uint16_t dt_layout_room(struct dt_variant *v, uint32_t bytes)
{
	uint16_t off = v->va_fixed;

	v->va_fixed = (uint16_t)(off + ((bytes + 7) & ~7u));
	return off;
}

/*
 * The slot of a path, which is made at its first use. 0: the path is absent, which is allowed if it
 * is optional, otherwise an error.
 */
uint16_t dt_layout_slot(struct dt_layout *l, const char *text, bool optional)
{
	struct dt_variant *v = l->ly_variant;
	struct dt_lx_source *so = l->ly_source;
	struct dt_btf *btf = &so->so_feed->lf_btf;
	struct dt_slot new = { .sl_syscall = false };

	for (unsigned i = 0; i < v->va_nslots; i++) {
		if (strcmp(v->va_slots[i].sl_text, text) == 0)
			return v->va_slots[i].sl_off;
	}
	new.sl_syscall = dt_syscall_path(btf, so->so_types, so->so_def->ls_args, text, &new.sl_sys);
	if (!new.sl_syscall &&
		dt_btf_path(btf, so->so_types, so->so_def->ls_args, text, &new.sl_path) != 0) {
		if (!optional)
			layout_fail(l, btf->bt_err);
		return 0;
	}
	if (v->va_nslots == DT_LX_SLOTS || strlen(text) >= sizeof(v->va_slots[0].sl_text)) {
		layout_fail(l, "too many values");
		return 0;
	}
	if (!base_more(v->va_slots, v->va_nslots)) {
		layout_fail(l, "out of memory");
		return 0;
	}
	struct dt_slot *s = &v->va_slots[v->va_nslots++];

	*s = new;
	strcpy(s->sl_text, text);
	s->sl_off = dt_layout_room(v, !new.sl_syscall &&new.sl_path.pt_chars != 0 ? 16 : 8);
	return s->sl_off;
}

uint16_t dt_layout_var(struct dt_layout *l, const struct dt_linux_view *view, uint32_t var)
{
	char text[96];

	return dt_view_path(view, var, text, sizeof(text)) ? dt_layout_slot(l, text, false) : 0;
}

/* Returns the slot of an argument of the entry to which the view's return belongs; 0: none. */
uint16_t dt_layout_entryarg(struct dt_layout *l, const struct dt_linux_view *view, unsigned n)
{
	for (unsigned i = 0; view->lv_entry && view->lv_entry[i]; i++)
		if (i == n)
			return dt_layout_slot(l, view->lv_entry[i], true);
	return 0;
}

static void layout_args(struct dt_layout *l, const struct dt_plan *p,
	const struct dt_linux_view *view, struct dt_viewmap *m)
{
	uint32_t args = p->pl_vars & DT_PLAN_ARGS ? (1u << DT_MAXARGS) - 1 : p->pl_args;

	for (unsigned i = 0; i < DT_MAXARGS; i++) {
		if ((args >> i & 1) && m->vm_args[i] == 0)
			m->vm_args[i] = dt_layout_var(l, view, DIF_VAR_ARG0 + i);
	}
	if (view->lv_retval && ((args & 3) || (p->pl_vars & DT_PLAN_ERRNO)))
		m->vm_retval = dt_layout_slot(l, view->lv_retval, false);
}

/* firing_thread() keeps these in the system table or in members of the firing. */
#define KEPT (DT_PLAN_TASK | DT_PLAN_EXECNAME | DT_PLAN_THREADNAME | DT_PLAN_PPID | DT_PLAN_IDS)

static void layout_var(struct dt_layout *l, const struct task_var *tv,
	const struct dt_linux_view *view, struct dt_viewmap *m)
{
	uint32_t n = tv->tv_var - DIF_VAR_CURTHREAD;
	char text[96];

	if (m->vm_vars_at[n] || !dt_view_path(view, tv->tv_var, text, sizeof(text)))
		return;
	m->vm_vars_at[n] = dt_layout_slot(l, text, is_optional(tv));
	if (m->vm_vars_at[n] && !(tv->tv_plan & KEPT) && m->vm_ncaptured < DT_LX_CAPTURED)
		m->vm_captured[m->vm_ncaptured++] = (struct dt_capturedvar){ (uint8_t)n,
			is_optional(tv) };
}

/* What the record needs of the clauses in the kernel. */
static void layout_placed(struct dt_layout *l, const struct dt_plan *p, struct dt_viewmap *m)
{
	struct dt_variant *v = l->ly_variant;
	bool faults = false;

	if (!p->pl_places || m->vm_plan) /* the view's other probes have the same clauses */
		return;
	m->vm_plan = p;
	v->va_kernel |= p->pl_nplaced != 0 || p->pl_nseen != 0;
	v->va_timed |= dt_kclause_timed(p);
	for (unsigned i = 0; i < p->pl_nplaced; i++)
		faults |= p->pl_placed[i].pd_faults;
	if (faults)
		m->vm_left = dt_layout_room(v, 8);
	m->vm_firstseen = (uint8_t)v->va_nseen;
	for (unsigned i = 0; i < p->pl_nseen && i < DT_PLACE_MAXSEEN; i++)
		m->vm_seen[i] = dt_layout_room(v, 8);
	v->va_nseen += p->pl_nseen;
}

uint16_t dt_layout_kvar(const struct dt_layout *l, unsigned view, unsigned number)
{
	const struct dt_viewmap *m = &l->ly_variant->va_views[view];

	for (unsigned i = 0; m->vm_plan && i < m->vm_plan->pl_nseen && i < DT_PLACE_MAXSEEN; i++)
		if (m->vm_plan->pl_seen[i] == number)
			return m->vm_seen[i];
	return 0;
}

/* Adds what one plan needs from one view; every firing has its pid and tid. */
static void layout_plan(struct dt_layout *l, const struct dt_plan *p, unsigned ix)
{
	const struct dt_linux_view *view = &l->ly_source->so_def->ls_views[ix];
	struct dt_viewmap *m = &l->ly_variant->va_views[ix];

	m->vm_used = true;
	m->vm_vars |= p->pl_vars;
	layout_placed(l, p, m);
	for (size_t i = 0; i < NTASKVARS; i++)
		if (*task_vars[i].tv_path && ((p->pl_vars | DT_PLAN_TASK) & task_vars[i].tv_plan))
			layout_var(l, &task_vars[i], view, m);
	layout_args(l, p, view, m);
	dt_varlen_layout(l, p, ix);
	dt_taskctx_layout(l, p, ix);
	dt_compute_layout(l, p, ix);
	dt_crossing_layout(l, p, ix);
}

static void layout_preds(struct dt_variant *v, const struct dt_plan *p, unsigned view, bool later)
{
	for (unsigned i = 0; i < v->va_npreds; i++) {
		const struct dt_predset *o = &v->va_preds[i];

		if (o->ps_view == view &&
			preds_equal(o->ps_npreds, o->ps_preds, p->pl_npreds, p->pl_preds))
			return;
	}
	if (p->pl_quiet)
		return;
	if (later || p->pl_npreds == 0 || v->va_npreds == DT_LX_VIEWS) {
		v->va_passall = v->va_views[view].vm_passall = true;
		return;
	}
	v->va_preds[v->va_npreds++] = (struct dt_predset){ .ps_view = view,
		.ps_npreds = p->pl_npreds,
		.ps_preds = p->pl_preds };
}

static void layout_fields(struct dt_layout *l)
{
	const struct dt_linux_field *f = l->ly_source->so_def->ls_fields;
	uint32_t vars = l->ly_source->so_feed->lf_vars;

	for (unsigned i = 0; f && f[i].lf_path && i < DT_LX_FIELDS; i++) {
		if (f[i].lf_vars == 0 || (f[i].lf_vars & vars))
			l->ly_variant->va_fields[i] = dt_layout_slot(l, f[i].lf_path,
				f[i].lf_optional);
	}
}

static struct dt_variant *variant_new(struct dt_lx_source *so)
{
	struct dt_variant *v = base_realloc(so->so_variants, (so->so_nvariants + 1) * sizeof(*v));

	if (!v)
		return NULL;
	so->so_variants = v;
	v += so->so_nvariants++;
	memset(v, 0, sizeof(*v));
	v->va_fixed = sizeof(struct dt_rec);
	return v;
}

/* The variant of a bind: 1 + its index; 0: a new one is needed. */
static unsigned variant_find(struct dt_lx_source *so, const struct dt_lx_bind *b)
{
	if (!dt_capture_selects(so) || so->so_def->ls_together)
		return so->so_nvariants;
	for (unsigned i = 0; i < so->so_nvariants; i++) {
		if (so->so_variants[i].va_view == b->bi_view &&
			plan_equal(so->so_variants[i].va_plan, b->bi_plan))
			return i + 1;
	}
	return so->so_nvariants < DT_LX_VARIANTS ? 0 : so->so_nvariants;
}

static int variant_place(struct dt_lx_source *so, struct dt_lx_bind *b)
{
	unsigned ix = variant_find(so, b);
	struct dt_variant *v;

	if (ix == 0) {
		v = variant_new(so);
		if (!v)
			return dt_fail(so->so_feed->lf_engine, "out of memory");
		v->va_plan = b->bi_plan;
		v->va_view = b->bi_view;
		ix = so->so_nvariants;
	}
	v = &so->so_variants[ix - 1];
	b->bi_variant = (uint16_t)ix;
	struct dt_layout l = { .ly_source = so, .ly_variant = v };

	layout_plan(&l, b->bi_plan, b->bi_view);
	layout_preds(v, b->bi_plan, b->bi_view, so->so_def->ls_views[b->bi_view].lv_later);
	return l.ly_rc;
}

int dt_variants_make(struct dt_lx_source *so)
{
	for (unsigned i = 0; i < so->so_nbinds; i++) {
		if (variant_place(so, &so->so_binds[i]) != 0)
			return -1;
	}
	if (so->so_nvariants == 0) { /* runs only for its effect on the system table */
		if (!variant_new(so))
			return dt_fail(so->so_feed->lf_engine, "out of memory");
	}
	for (unsigned i = 0; i < so->so_nvariants; i++) {
		struct dt_variant *v = &so->so_variants[i];
		struct dt_layout l = { .ly_source = so, .ly_variant = v };

		if (so->so_nbinds == 0 || (so->so_def->ls_state & so->so_state))
			v->va_passall = true;
		layout_fields(&l);
		dt_facts_layout(&l);
		dt_varlen_range(&l);
		dt_varlen_wchan(&l);
		v->va_max = v->va_fixed;
		for (unsigned t = 0; t < v->va_nvarlens; t++)
			/* rounded as the verifier does */
			v->va_max += ((v->va_varlens[t].vl_max + 7) & ~7u) + 8;
		if (l.ly_rc != 0)
			return -1;
	}
	return 0;
}
