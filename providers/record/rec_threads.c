/*
 * Processes and threads, and which thread runs where.
 *
 * Of a switch the kernel's record says in which state the thread leaves; that is known from the
 * probe that fires before off-cpu does: sleep or preempt.
 */
#include <string.h>
#include "etw_sched.h"
#include "recorder.h"

#define OP_CSWITCH 36
#define OP_READY 50
enum { STATE_READY = 1, STATE_RUNNING = 2, STATE_TERMINATED = 4, STATE_WAITING = 5 };

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

	px.px_cmdline = rec_utf16(rc, 0, p->p_args, &px.px_cmdunits);
	rec_wrote(rc, etw_write_process(rc->rc_writer, &ev, &px));
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

	tx.tx_name = rec_utf16(rc, 0, t->t_name, &tx.tx_nameunits);
	rec_wrote(rc, etw_write_thread(rc->rc_writer, &ev, &tx));
}

static void on_create(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	(void)pr;
	rec_process(recorder_of(ta), fi, (const proc_t *)(uintptr_t)fi->fi_args[0], REC_START);
}

static void on_lwp_create(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	(void)pr;
	rec_thread(recorder_of(ta), fi, (const thread_t *)(uintptr_t)fi->fi_args[0], REC_START);
}

static void on_lwp_exit(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	(void)pr;
	rec_thread(recorder_of(ta), fi, fi->fi_thread, REC_END);
}

/* The status as wait(2) gives it would be lost: the code, or the signal above it. */
static void on_exit(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	proc_t p = *fi->fi_thread->t_proc;

	(void)pr;
	p.p_exit = (int32_t)fi->fi_args[1];
	rec_process(recorder_of(ta), fi, &p, REC_END);
}

static void left(const struct dt_tap *ta, const struct dt_firing *fi, int8_t state)
{
	struct dt_recorder *rc = recorder_of(ta);

	if (fi->fi_cpu < rc->rc_ncpu)
		rc->rc_left[fi->fi_cpu] = state;
}

static void on_sleep(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	(void)pr;
	left(ta, fi, STATE_WAITING);
}

static void on_preempt(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	(void)pr;
	left(ta, fi, STATE_READY);
}

static int8_t state_of(struct dt_recorder *rc, const struct dt_firing *fi)
{
	int8_t *left = fi->fi_cpu < rc->rc_ncpu ? &rc->rc_left[fi->fi_cpu] : NULL, state;

	state = fi->fi_thread->t_tid == 0 ? STATE_RUNNING :
		left && *left		  ? *left :
					    STATE_TERMINATED;
	if (left)
		*left = 0;
	return state;
}

static void on_off_cpu(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	struct dt_recorder *rc = recorder_of(ta);
	const thread_t *old = fi->fi_thread, *new = (const thread_t *)(uintptr_t)fi->fi_args[0];
	struct etw_event ev = rec_head(rc, fi, ETW_PERFINFO, OP_CSWITCH, 4);
	struct etw_cswitch cs = { .cs_newtid = (uint32_t) new->t_tid,
		.cs_oldtid = (uint32_t)old->t_tid,
		.cs_newpri = (int8_t) new->t_pri,
		.cs_oldpri = (int8_t)old->t_pri,
		.cs_oldstate = state_of(rc, fi),
		.cs_ideal = (int8_t)fi->fi_cpu };

	(void)pr;
	rec_wrote(rc, etw_write_cswitch(rc->rc_writer, &ev, &cs));
	rec_stacks(rc, fi);
}

static void on_wakeup(const struct dt_tap *ta, struct dt_probe *pr, const struct dt_firing *fi)
{
	struct dt_recorder *rc = recorder_of(ta);
	const thread_t *t = (const thread_t *)(uintptr_t)fi->fi_args[0];
	struct etw_event ev = rec_head(rc, fi, ETW_PERFINFO, OP_READY, 2);
	struct etw_ready rt = { .rt_tid = (uint32_t)t->t_tid };

	(void)pr;
	rec_wrote(rc, etw_write_ready(rc->rc_writer, &ev, &rt));
	rec_stacks(rc, fi);
}

#define ALL (DT_PLAN_TASK | DT_PLAN_EXECNAME | DT_PLAN_ARGS | DT_PLAN_CURTHREAD)

const struct rec_tap rec_threads[] = { { "proc", "event", "create", REC_PROCESS, on_create, 1, ALL,
					       false },
	{ "proc", "event", "lwp-create", REC_PROCESS, on_lwp_create, 1, ALL, false },
	{ "proc", "event", "lwp-exit", REC_PROCESS, on_lwp_exit, 0, ALL, false },
	{ "proc", "event", "exit", REC_PROCESS, on_exit, 3, ALL, false },
	{ "sched", "event", "sleep", REC_CPU, on_sleep, 0, 0, false },
	{ "sched", "event", "preempt", REC_CPU, on_preempt, 0, 0, false },
	{ "sched", "event", "off-cpu", REC_CPU, on_off_cpu, 1, ALL, true },
	{ "sched", "event", "wakeup", REC_CPU, on_wakeup, 1, ALL, true }, { .rt_group = 0 } };
