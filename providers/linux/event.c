/* A record becomes a firing: what the handlers of the sources see.  See linux.h. */
#include "lx.h"
#include <string.h>

#define slot_of(m, NAME) ((m)->vm_vars_at[DIF_VAR_##NAME - DIF_VAR_CURTHREAD])

struct base_table *dt_lx_notes(const struct dt_lx_event *e)
{
	return &e->ev_source->so_feed->lf_notes;
}

struct dt_lx_source *dt_lx_source_of(const struct dt_lx_event *e)
{
	return e->ev_source;
}

uint32_t dt_lx_select(const struct dt_lx_event *e)
{
	uint32_t select = ((const struct dt_rec *)e->ev_rec)->re_select;

	return e->ev_source->so_state == 0 ? select : 0;
}

uint64_t dt_lx_time(const struct dt_lx_event *e)
{
	return e->ev_time;
}

int64_t dt_lx_wall(const struct dt_lx_event *e)
{
	return (int64_t)e->ev_time + e->ev_source->so_feed->lf_walloff;
}

uint32_t dt_lx_cpu(const struct dt_lx_event *e)
{
	return e->ev_cpu;
}

struct dt_system *dt_lx_system(const struct dt_lx_event *e)
{
	return e->ev_source->so_feed->lf_sys;
}

/* Slots are in the fixed part, whose length was checked. */
uint64_t dt_event_slot(const struct dt_lx_event *e, uint16_t off)
{
	uint64_t v = 0;

	if (off != 0)
		memcpy(&v, e->ev_rec + off, sizeof(v));
	return v;
}

uint64_t dt_event_thread(const struct dt_lx_event *e, unsigned view)
{
	const struct dt_viewmap *m = &e->ev_variant->va_views[view];

	return dt_event_slot(e, slot_of(m, PID)) << 32 |
		(uint32_t)dt_event_slot(e, slot_of(m, TID));
}

static const char *event_name(const struct dt_lx_event *e, uint16_t off)
{
	const char *s = (const char *)e->ev_rec + off;

	return off != 0 && memchr(s, '\0', 16) ? s : NULL;
}

bool dt_lx_has(const struct dt_lx_event *e, unsigned field)
{
	return field < DT_LX_FIELDS && e->ev_variant->va_fields[field] != 0;
}

uint64_t dt_lx_value(const struct dt_lx_event *e, unsigned field)
{
	return field < DT_LX_FIELDS ? dt_event_slot(e, e->ev_variant->va_fields[field]) : 0;
}

const char *dt_lx_string(const struct dt_lx_event *e, unsigned field)
{
	return field < DT_LX_FIELDS ? event_name(e, e->ev_variant->va_fields[field]) : NULL;
}

/* Tracing hadn't begun. */
static bool event_early(const struct dt_lx_event *e)
{
	return e->ev_source->so_state != 0 && ((const struct dt_rec *)e->ev_rec)->re_select != 0;
}

struct dt_probe *dt_lx_probe(const struct dt_lx_event *e, unsigned view)
{
	const struct dt_lx_source *so = e->ev_source;
	uint32_t sel = dt_lx_select(e);

	if (view >= DT_LX_VIEWS || sel >= so->so_nselect || !so->so_probes)
		return NULL;
	return so->so_probes[(size_t)view * so->so_nselect + sel];
}

static void firing_thread(const struct dt_lx_event *e, const struct dt_viewmap *m,
	struct dt_firing *fi)
{
	struct dt_system *sys = dt_lx_system(e);
	uint32_t tid = (uint32_t)dt_event_slot(e, slot_of(m, TID)),
		 pid = (uint32_t)dt_event_slot(e, slot_of(m, PID));
	const char *tname = event_name(e, slot_of(m, THREADNAME));
	proc_t *p;

	fi->fi_thread = tid == 0 ? dt_sys_idle(sys, e->ev_cpu) : dt_sys_thread(sys, tid, pid);
	p = fi->fi_thread->t_proc;
	fi->fi_execname = event_name(e, slot_of(m, EXECNAME));
	if (fi->fi_execname && tid != 0 && strcmp(fi->fi_execname, p->p_name) != 0)
		dt_sys_proc_exec(sys, p, fi->fi_execname, NULL);
	if ((m->vm_vars & (DT_PLAN_VTIME | DT_PLAN_CPU)) &&
		dt_sys_running(sys, e->ev_cpu) != fi->fi_thread)
		/* no switch was seen on that CPU yet */
		dt_sys_switch(sys, e->ev_cpu, fi->fi_thread, e->ev_time);
	if (slot_of(m, PPID) != 0)
		p->p_ppid = (int32_t)dt_event_slot(e, slot_of(m, PPID));
	if (tname && strcmp(tname, fi->fi_thread->t_name) != 0)
		dt_sys_thread_name(sys, fi->fi_thread, tname);
	if (slot_of(m, UID) != 0) {
		fi->fi_uid = (uint32_t)dt_event_slot(e, slot_of(m, UID));
		fi->fi_gid = (uint32_t)dt_event_slot(e, slot_of(m, GID));
		fi->fi_hasids = true;
	}
}

static void firing_captured(const struct dt_lx_event *e, const struct dt_viewmap *m,
	struct dt_firing *fi)
{
	struct dt_captured *ca = e->ev_taskbuf->tb_captured;

	for (unsigned i = 0; i < m->vm_ncaptured; i++) {
		const struct dt_capturedvar *cv = &m->vm_captured[i];
		uint64_t value = dt_event_slot(e, m->vm_vars_at[cv->cv_var]);

		if (value != 0 || !cv->cv_optional)
			ca[fi->fi_ncaptured++] = (struct dt_captured){
				DIF_VAR_CURTHREAD + cv->cv_var, value
			};
	}
	fi->fi_captured = ca;
}

static void firing_args(const struct dt_lx_event *e, const struct dt_viewmap *m,
	struct dt_firing *fi)
{
	for (unsigned i = 0; i < DT_MAXARGS; i++)
		fi->fi_args[i] = dt_event_slot(e, m->vm_args[i]);
	if (m->vm_retval == 0)
		return;
	int64_t ret = (int64_t)dt_event_slot(e, m->vm_retval);

	if (ret < 0 && ret >= -4095) {
		fi->fi_errno = (int32_t)-ret;
		ret = -1;
	}
	fi->fi_args[0] = fi->fi_args[1] = (uint64_t)ret;
}

void dt_event_mem(const struct dt_lx_event *e, struct dt_firing *fi, struct dt_mem me)
{
	if (fi->fi_nmem == DT_LX_MAXMEM)
		return;
	fi->fi_mem = e->ev_mem;
	e->ev_mem[fi->fi_nmem++] = me;
}

static void firing_callers(uint32_t vars, struct dt_firing *fi)
{
	if (vars & DT_PLAN_CALLER)
		fi->fi_caller = fi->fi_kstack.st_depth > 1 ? fi->fi_kstack.st_pcs[1] : 0;
	if (vars & DT_PLAN_UCALLER)
		fi->fi_ucaller = fi->fi_ustack.st_depth > 1 ? fi->fi_ustack.st_pcs[1] : 0;
}

static void firing_stacks(const struct dt_lx_event *e, unsigned view, struct dt_firing *fi)
{
	const struct dt_linux_view *lv = &e->ev_source->so_def->ls_views[view];

	if (lv->lv_offcpu)
		dt_offcpu_find(e->ev_source->so_feed,
			(uint32_t)dt_event_slot(e, slot_of(&e->ev_variant->va_views[view], TID)),
			&fi->fi_kstack, &fi->fi_ustack);
	else if (strcmp(lv->lv_task, "current") == 0)
		dt_varlen_stacks(e, &fi->fi_kstack, &fi->fi_ustack);
	firing_callers(e->ev_variant->va_views[view].vm_vars, fi);
}

void dt_lx_leaves(const struct dt_lx_event *e, const thread_t *t)
{
	struct dt_linux_feed *f = e->ev_source->so_feed;
	struct dt_stack k, u;

	if (!e->ev_variant->va_offcpu || t->t_tid == 0)
		return;
	dt_varlen_stacks(e, &k, &u);
	if (t->t_flags & THREAD_EXITED)
		dt_offcpu_drop(f, (uint32_t)t->t_tid);
	else
		dt_offcpu_keep(f, (uint32_t)t->t_tid, &k, &u);
}

static void firing_kernel(const struct dt_lx_event *e, const struct dt_viewmap *m,
	struct dt_firing *fi)
{
	const struct dt_plan *p = m->vm_plan;
	struct dt_captured *ca = e->ev_taskbuf->tb_kvars;

	fi->fi_left = (uint32_t)dt_event_slot(e, m->vm_left);
	for (unsigned i = 0; i < p->pl_nseen && i < DT_PLACE_MAXSEEN; i++)
		ca[fi->fi_nkvars++] = (struct dt_captured){
			p->pl_places->pc_vars[p->pl_seen[i]].kv_id, dt_event_slot(e, m->vm_seen[i])
		};
	fi->fi_kvars = ca;
}

bool dt_lx_firing(const struct dt_lx_event *e, unsigned view, struct dt_firing *fi)
{
	struct dt_linux_feed *f = e->ev_source->so_feed;
	const struct dt_viewmap *m = &e->ev_variant->va_views[view];

	if (view >= DT_LX_VIEWS || !m->vm_used || !dt_lx_probe(e, view) || event_early(e) ||
		(dt_event_slot(e, slot_of(m, PID)) == f->lf_tgid &&
			!e->ev_source->so_def->ls_views[view].lv_later))
		return false;
	memset(fi, 0, sizeof(*fi));
	fi->fi_time = e->ev_time;
	fi->fi_wall = (int64_t)e->ev_time + f->lf_walloff;
	fi->fi_cpu = e->ev_cpu;
	fi->fi_payload = e->ev_rec;
	fi->fi_paylen = e->ev_len;
	memset(&e->ev_taskbuf->tb_ctx, 0, sizeof(e->ev_taskbuf->tb_ctx));
	e->ev_taskbuf->tb_used = 0;
	firing_thread(e, m, fi);
	firing_args(e, m, fi);
	if (e->ev_source->so_format)
		fi->fi_args[0] = e->ev_source->so_format->tf_id;
	dt_varlen_decode(e, view, fi);
	if (e->ev_variant->va_ncomputed != 0)
		dt_compute_firing(e, view, fi);
	firing_stacks(e, view, fi);
	if (m->vm_ncaptured != 0)
		firing_captured(e, m, fi);
	if (m->vm_plan)
		firing_kernel(e, m, fi);
	if (m->vm_crossed != 0) {
		fi->fi_counted = fi->fi_thread;
		fi->fi_crossings = dt_event_slot(e, m->vm_crossed);
	}
	return true;
}

const ofile_t *dt_lx_file(const struct dt_firing *fi, int32_t fd)
{
	const struct dt_taskctx *wh = fi->fi_taskctx;

	for (unsigned i = 0; wh && i < wh->tc_nfiles; i++) {
		const struct dt_taskfile *wf = &wh->tc_files[i];

		if (wf->tcf_asked == fd && wf->tcf_file.of_fd == fd)
			return &wf->tcf_file;
	}
	return NULL;
}

const char *dt_lx_text(const struct dt_firing *fi, uint64_t addr)
{
	for (unsigned i = 0; i < fi->fi_nmem; i++) {
		const struct dt_mem *m = &fi->fi_mem[i];

		if (m->me_user && m->me_addr == addr && memchr(m->me_data, '\0', m->me_len))
			return m->me_data;
	}
	return NULL;
}

void dt_lx_unmatched(const struct dt_lx_event *e, unsigned view)
{
	struct dt_linux_feed *f = e->ev_source->so_feed;
	struct dt_firing fi;

	if (f->lf_unkept != 0 && dt_lx_firing(e, view, &fi))
		dt_drops(f->lf_engine, dt_lx_probe(e, view), e->ev_cpu, 1);
}

void dt_lx_count(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view, uint64_t arg0)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, view, &fi))
		return;
	fi.fi_args[0] = arg0;
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

void dt_lx_record(const struct dt_lx_event *e, struct dt_firing *fi, const void *record,
	uint32_t size)
{
	dt_event_mem(e, fi,
		(struct dt_mem){ .me_addr = (uintptr_t)record, .me_data = record, .me_len = size });
}

/*
 * A timer is never early, so each sample corrects the phase; idle time of the CPU counts in whole
 * periods.
 */
uint64_t dt_lx_late(const struct dt_lx_event *e)
{
	struct dt_lx_source *so = e->ev_source;
	uint32_t sel = dt_lx_select(e);
	uint64_t *due = &so->so_due[(size_t)sel * so->so_feed->lf_ncpu + e->ev_cpu];
	uint64_t period = so->so_periods[sel], late = 0;

	if (*due != 0 && e->ev_time > *due + period)
		late = (e->ev_time - *due) % period;
	*due = e->ev_time - late;
	return late;
}

void dt_event_deliver(struct dt_linux_feed *f, const struct dt_reader *r, const struct dt_head *h)
{
	const struct dt_rec *rec = (const struct dt_rec *)h->hd_rec;
	struct dt_lx_source *so = rec->re_source < f->lf_nsources ? f->lf_byindex[rec->re_source] :
								    NULL;
	struct dt_mem mem[DT_LX_MAXMEM];
	struct dt_lx_event e = { .ev_source = so,
		.ev_rec = h->hd_rec,
		.ev_len = h->hd_len,
		.ev_time = h->hd_time,
		.ev_cpu = r->rd_ring.rg_cpu,
		.ev_mem = mem,
		.ev_taskbuf = &f->lf_where };

	if (!so || rec->re_variant == 0 || rec->re_variant > so->so_nvariants)
		return;
	e.ev_variant = &so->so_variants[rec->re_variant - 1];
	if (e.ev_len < e.ev_variant->va_fixed)
		return;
	if (h->hd_time > f->lf_last)
		f->lf_last = h->hd_time;
	dt_advance(f->lf_engine, f->lf_last, (int64_t)f->lf_last + f->lf_walloff);
	so->so_def->ls_handle(&f->lf_feed, &e);
}
