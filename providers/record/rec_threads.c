/*
 * Processes and threads, and which thread runs where.
 *
 * Of a switch the kernel's record says in which state the thread leaves; that is known from the
 * probe that fires before off-cpu does: sleep or preempt.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "etw_sched.h"
#include "recorder.h"

#define OP_CSWITCH 36
#define OP_READY 50
enum { STATE_READY = 1, STATE_RUNNING = 2, STATE_TERMINATED = 4, STATE_WAITING = 5 };

enum { NAME_SAME, NAME_NEW, NAME_OTHER };

/* What the trace has of the process' name, which it has from now on. */
static int name_note(struct dt_recorder *rc, const proc_t *p)
{
	char *known = base_table_add(&rc->rc_names, (uint32_t)p->p_pid);
	int what = !known || strncmp(known, p->p_name, REC_NAMESIZE - 1) == 0 ? NAME_SAME :
		*known							      ? NAME_OTHER :
										NAME_NEW;

	if (what != NAME_SAME)
		snprintf(known, REC_NAMESIZE, "%s", p->p_name);
	return what;
}

void rec_name(struct dt_recorder *rc, const struct dt_firing *fi, const proc_t *p)
{
	bool has = p->p_pid > 0 && (p->p_flags & (PROC_NAMED | PROC_EXITED)) == PROC_NAMED;
	int what = has ? name_note(rc, p) : NAME_SAME;

	if (what == NAME_NEW) { /* it started when the recording did */
		rec_process(rc, fi, p, REC_DCSTART);
		rec_images(rc, fi, (uint32_t)p->p_pid, REC_DCSTART);
	}
	if (what != NAME_OTHER)
		return;
	etw_self_begin(&rc->rc_self, "Name");
	etw_self_u32(&rc->rc_self, "ProcessId", (uint32_t)p->p_pid);
	etw_self_text(&rc->rc_self, "Name", p->p_name);
	rec_self_put(rc, fi, DT_RECORDED_NAMED);
}

void rec_process(struct dt_recorder *rc, const struct dt_firing *fi, const proc_t *p,
	uint8_t opcode)
{
	/* of the Windows account that runs services; ours are numbers */
	static const uint8_t sid[12] = { 1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0 };
	struct etw_event ev = rec_head(rc, fi, ETW_SYSTEM, opcode, 4);
	struct etw_process px = { .px_pid = (uint32_t)p->p_pid,
		.px_ppid = (uint32_t)p->p_ppid,
		.px_session = (uint32_t)p->p_sid,
		.px_exit = opcode == REC_END ? p->p_exit : 259,
		.px_key = p->p_addr,
		.px_sid = sid,
		.px_sidlen = sizeof(sid),
		.px_name = p->p_name,
		.px_namelen = (uint32_t)strlen(p->p_name) };

	name_note(rc, p);
	px.px_cmdline = rec_utf16(rc, p->p_args, &px.px_cmdunits);
	rec_wrote(rc, etw_write_process(rc->rc_writer, &ev, &px));
}

/* Whether the trace doesn't have the thread of this process yet. */
static bool thread_note(struct dt_recorder *rc, const thread_t *t)
{
	uint32_t *pid = base_table_add(&rc->rc_threads, (uint32_t)t->t_tid);
	bool is_new = pid && *pid != (uint32_t)t->t_proc->p_pid;

	if (is_new)
		*pid = (uint32_t)t->t_proc->p_pid;
	return is_new;
}

void rec_introduce(struct dt_recorder *rc, const struct dt_firing *fi, const thread_t *t)
{
	if (t->t_flags & THREAD_EXITED)
		return;
	rec_name(rc, fi, t->t_proc);
	if (t->t_tid > 0 && t->t_proc->p_pid > 0 && thread_note(rc, t))
		rec_thread(rc, fi, t, REC_DCSTART);
}

void rec_thread(struct dt_recorder *rc, const struct dt_firing *fi, const thread_t *t,
	uint8_t opcode)
{
	struct etw_event ev = rec_head(rc, fi, ETW_SYSTEM, opcode, 4);
	struct etw_thread tx = { .tx_pid = (uint32_t)t->t_proc->p_pid,
		.tx_tid = (uint32_t)t->t_tid,
		.tx_affinity = t->t_affinity,
		.tx_win32start = t->t_startaddr,
		.tx_basepri = (uint8_t)t->t_pri };

	thread_note(rc, t);
	tx.tx_name = rec_utf16(rc, t->t_name, &tx.tx_nameunits);
	rec_wrote(rc, etw_write_thread(rc->rc_writer, &ev, &tx));
}

static void on_create(struct dt_recorder *rc, const struct dt_firing *fi)
{
	rec_process(rc, fi, (const proc_t *)(uintptr_t)fi->fi_args[0], REC_START);
}

static void on_lwp_create(struct dt_recorder *rc, const struct dt_firing *fi)
{
	rec_thread(rc, fi, (const thread_t *)(uintptr_t)fi->fi_args[0], REC_START);
}

static void on_lwp_exit(struct dt_recorder *rc, const struct dt_firing *fi)
{
	rec_thread(rc, fi, fi->fi_thread, REC_END);
	base_table_remove(&rc->rc_threads, (uint32_t)fi->fi_thread->t_tid);
}

static void on_proc_exit(struct dt_recorder *rc, const struct dt_firing *fi)
{
	proc_t p = *fi->fi_thread->t_proc;

	p.p_exit = fi->fi_args[0] == CLD_EXITED ?
		(int32_t)fi->fi_args[1] :
		DT_RECORDED_KILLED(fi->fi_args[0], fi->fi_args[1]);
	rec_process(rc, fi, &p, REC_END);
	base_table_remove(&rc->rc_names, (uint32_t)p.p_pid);
}

static void on_exec(struct dt_recorder *rc, const struct dt_firing *fi)
{
	const proc_t *p = fi->fi_thread->t_proc;
	char args[REC_ARGS];

	name_note(rc, p);
	etw_self_begin(&rc->rc_self, "Exec");
	etw_self_text(&rc->rc_self, "Name", fi->fi_execname ? fi->fi_execname : p->p_name);
	snprintf(args, sizeof(args), "%s", p->p_args);
	etw_self_text(&rc->rc_self, "Arguments", args);
	rec_self_put(rc, fi, DT_RECORDED_EXEC);
}

static void left(struct dt_recorder *rc, const struct dt_firing *fi, int8_t state)
{
	if (fi->fi_cpu < rc->rc_ncpu)
		rc->rc_left[fi->fi_cpu] = state;
}

static void on_sleep(struct dt_recorder *rc, const struct dt_firing *fi)
{
	left(rc, fi, STATE_WAITING);
}

static void on_preempt(struct dt_recorder *rc, const struct dt_firing *fi)
{
	left(rc, fi, STATE_READY);
}

static int8_t state_of(struct dt_recorder *rc, const struct dt_firing *fi)
{
	int8_t state = fi->fi_cpu < rc->rc_ncpu ? rc->rc_left[fi->fi_cpu] : 0;

	left(rc, fi, 0);
	return fi->fi_thread->t_tid == 0 ? STATE_RUNNING : state ? state : STATE_TERMINATED;
}

static void switch_write(struct dt_recorder *rc, const struct dt_firing *fi, const thread_t *old,
	const thread_t *new, int8_t state)
{
	struct etw_event ev;
	struct etw_cswitch cs = { .cs_newtid = (uint32_t) new->t_tid,
		.cs_oldtid = (uint32_t)old->t_tid,
		.cs_newpri = (int8_t) new->t_pri,
		.cs_oldpri = (int8_t)old->t_pri,
		.cs_oldstate = state,
		.cs_ideal = (int8_t)fi->fi_cpu };

	rec_introduce(rc, fi, new);
	ev = rec_head(rc, fi, ETW_PERFINFO, OP_CSWITCH, 4);
	rec_wrote(rc, etw_write_cswitch(rc->rc_writer, &ev, &cs));
	if (fi->fi_cpu < rc->rc_ncpu)
		rc->rc_switched[fi->fi_cpu] = fi->fi_time;
}

static void on_off_cpu(struct dt_recorder *rc, const struct dt_firing *fi)
{
	const thread_t *new = (const thread_t *)(uintptr_t)fi->fi_args[0];

	switch_write(rc, fi, fi->fi_thread, new, state_of(rc, fi));
	rec_stacks(rc, fi);
}

/* A switch from dtrace itself has no off-cpu. */
static void on_on_cpu(struct dt_recorder *rc, const struct dt_firing *fi)
{
	if (fi->fi_cpu < rc->rc_ncpu && rc->rc_switched[fi->fi_cpu] != fi->fi_time)
		switch_write(rc, fi, rec_own(rc), fi->fi_thread, STATE_WAITING);
}

static void on_wakeup(struct dt_recorder *rc, const struct dt_firing *fi)
{
	const thread_t *t = (const thread_t *)(uintptr_t)fi->fi_args[0];
	struct etw_ready rt = { .rt_tid = (uint32_t)t->t_tid };
	struct etw_event ev;

	rec_introduce(rc, fi, t);
	ev = rec_head(rc, fi, ETW_COMPACT, OP_READY, 2); /* which has the waker */
	rec_wrote(rc, etw_write_ready(rc->rc_writer, &ev, &rt));
	rec_stacks(rc, fi);
}

#define ALL (DT_PLAN_TASK | DT_PLAN_EXECNAME | DT_PLAN_ARGS | DT_PLAN_CURTHREAD)

const struct rec_tap rec_threads[] = { { "proc", "event", "create", REC_PROCESS, on_create, 1, ALL,
					       false },
	{ "proc", "event", "lwp-create", REC_PROCESS, on_lwp_create, 1, ALL, false },
	{ "proc", "event", "lwp-exit", REC_PROCESS, on_lwp_exit, 0, ALL, false },
	{ "proc", "event", "exit", REC_PROCESS, on_proc_exit, 3, ALL, false },
	{ "proc", "event", "exec-success", REC_PROCESS, on_exec, 0, ALL | DT_PLAN_EXECARGS, false },
	{ "sched", "event", "sleep", REC_CPU, on_sleep, 0, 0, false },
	{ "sched", "event", "preempt", REC_CPU, on_preempt, 0, 0, false },
	{ "sched", "event", "off-cpu", REC_CPU, on_off_cpu, 1, ALL, true },
	{ "sched", "event", "on-cpu", REC_CPU, on_on_cpu, 0, ALL, false },
	{ "sched", "event", "wakeup", REC_CPU, on_wakeup, 1, ALL, true }, { .rt_group = 0 } };
