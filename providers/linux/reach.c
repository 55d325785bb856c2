/* What a program in the kernel can read when a probe fires: dt_feed_ops.fo_reach. */
#include "lx.h"
#include "options.h"
#include <stdlib.h>
#include <string.h>

#define BIT(var) (UINT64_C(1) << ((var)-DIF_VAR_CURTHREAD))

static uint64_t task_vars(const struct dt_linux_view *v)
{
	static const uint32_t vars[] = { DIF_VAR_PID, DIF_VAR_TID, DIF_VAR_EXECNAME, DIF_VAR_PPID,
		DIF_VAR_UID, DIF_VAR_GID };
	uint64_t bits = 0;
	char text[96];

	for (size_t i = 0; i < sizeof(vars) / sizeof(*vars); i++)
		if (dt_view_path(v, vars[i], text, sizeof(text)))
			bits |= BIT(vars[i]);
	return bits;
}

#define STRSIZE_MAX 1024

/* Of the running thread, its process's memory and its stacks. */
static void reach_running(struct dt_engine *e, const struct dt_linux_source *def,
	const struct dt_linux_view *v, struct dt_reach *re)
{
	int64_t strsize = dt_engine_number(e, "strsize");
	bool runs = strcmp(v->lv_task, "current") == 0 && !v->lv_later;

	re->re_signal = runs;
	re->re_user = runs && strsize <= STRSIZE_MAX ? (uint32_t)strsize : 0;
	re->re_record = def->ls_kind == DT_LX_EVENT ? DT_LX_RECORDARG + 1 : 0;
	re->re_repeats = def->ls_refault != NULL;
	re->re_stack = runs && !v->lv_offcpu;
	re->re_ustack = re->re_stack && dt_engine_number(e, "unwind") == DT_UNWIND_FP;
}

static void reach_view(const struct dt_linux_view *v, struct dt_reach *re)
{
	re->re_thread = !v->lv_later && !strchr(v->lv_task, '-');
	re->re_why = v->lv_direct && re->re_thread ? NULL :
						     "is at a probe that the kernel doesn't fire";
	re->re_vars = task_vars(v) | BIT(DIF_VAR_TIMESTAMP) | BIT(DIF_VAR_WALLTIMESTAMP) |
		BIT(DIF_VAR_PROBEPROV) | BIT(DIF_VAR_PROBEMOD) | BIT(DIF_VAR_PROBEFUNC) |
		BIT(DIF_VAR_PROBENAME) | BIT(DIF_VAR_ERRNO) | BIT(DIF_VAR_CURCPU);
	for (unsigned i = 0; i < DT_MAXARGS; i++)
		if (v->lv_args[i] || ((v->lv_retval || v->lv_pc) && i < 2))
			re->re_vars |= BIT(DIF_VAR_ARG0 + i);
}

/* The views of a source through which it feeds the probe. */
static void views_of(const struct dt_linux_source *def, struct dt_probe *pr,
	struct dt_lx_source *so)
{
	*so = (struct dt_lx_source){ .so_def = def };
	if (def->ls_probe && def->ls_probe != pr)
		return;
	if (def->ls_bind) {
		def->ls_bind(so, pr);
		return;
	}
	for (unsigned i = 0; def->ls_views && def->ls_views[i].lv_task; i++)
		if (def->ls_views[i].lv_tag == dt_probe_tag(pr))
			dt_lx_want(so, pr, i, 0);
}

/* Narrows what was found to what the view has, too. */
static void reach_narrow(struct dt_engine *e, struct dt_reach *re,
	const struct dt_linux_source *def, const struct dt_linux_view *v, bool first)
{
	struct dt_reach one = { 0 };

	reach_view(v, &one);
	reach_running(e, def, v, &one);
	if (first) {
		*re = one;
		return;
	}
	re->re_why = re->re_why ? re->re_why : one.re_why;
	re->re_vars &= one.re_vars;
	re->re_thread &= one.re_thread;
	re->re_signal &= one.re_signal;
	if (re->re_record != one.re_record)
		re->re_record = 0;
	if (re->re_user > one.re_user)
		re->re_user = one.re_user;
	re->re_repeats |= one.re_repeats;
	re->re_stack &= one.re_stack;
	re->re_ustack &= one.re_ustack;
}

void dt_linux_reach(struct dt_engine *e, const struct dt_probe *probe, struct dt_reach *re)
{
	struct dt_probe *pr = (struct dt_probe *)probe; /* nothing is changed */
	const struct dt_provider *pv = dt_probe_provider(probe);
	const struct dt_linux_source *d = pv->pv_sources ? pv->pv_sources(e, pv) : pv->pv_linux;
	unsigned n = 0;

	for (; d && d->ls_name; d++) {
		struct dt_lx_source so;

		views_of(d, pr, &so);
		for (unsigned i = 0; i < so.so_nbinds; i++)
			reach_narrow(e, re, d, &d->ls_views[so.so_binds[i].bi_view], n++ == 0);
		free(so.so_binds);
		free(so.so_periods);
	}
	re->re_own = n == 0; /* a timer of dtrace's own */
}
