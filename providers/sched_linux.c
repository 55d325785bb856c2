/*
 * sched on the running kernel.
 *
 * The kernel's switch event has the threads that leave and come, its waking event the thread that
 * the running one readies, its wakeup events the thread that was put into a CPU's queue, and its
 * migration event the thread that goes from one queue to another. The system table also learns from
 * switches: which thread runs on which CPU, and for how long.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "openfile.h"
#include "sched_probes.h"
#include "sysregs.h"

/* A thread and its process, for args[0] and args[1]. */
static void thread_args(struct dt_firing *fi, thread_t *t)
{
	fi->fi_args[0] = (uintptr_t)t;
	fi->fi_args[1] = (uintptr_t)t->t_proc;
}

static void lx_fire(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view,
	struct dt_firing *fi)
{
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), fi);
}

static thread_t *lx_thread(const struct dt_lx_event *e, unsigned tid, unsigned pid,
	const char *name)
{
	struct dt_system *sys = dt_lx_system(e);
	uint32_t id = (uint32_t)dt_lx_value(e, tid);
	thread_t *t;

	if (id == 0)
		return dt_sys_idle(sys, dt_lx_cpu(e));
	t = dt_sys_thread(sys, id, (uint32_t)dt_lx_value(e, pid));
	if (name && strcmp(name, t->t_proc->p_name) != 0)
		dt_sys_proc_exec(sys, t->t_proc, name, NULL);
	return t;
}

/*
 * A switch.
 */
enum {
	SW_NEXT_TID,
	SW_NEXT_PID,
	SW_NEXT_NAME,
	SW_NEXT_PRIO,
	SW_PREV_TID,
	SW_PREV_PID,
	SW_PREV_STATE,
	SW_PREV_PRIO,
	SW_PREEMPT
};
static const struct dt_linux_field switch_fields[] = { [SW_NEXT_TID] = { "next->pid", 0, false },
	[SW_NEXT_PID] = { "next->tgid", 0, false },
	[SW_NEXT_NAME] = { "next->group_leader->comm", DT_PLAN_RECORDS, false },
	[SW_NEXT_PRIO] = { "next->prio", DT_PLAN_RECORDS, false },
	[SW_PREV_TID] = { "prev->pid", 0, false },
	[SW_PREV_PID] = { "prev->tgid", 0, false },
	[SW_PREV_STATE] = { "state", 0, true },
	[SW_PREV_PRIO] = { "prev->prio", DT_PLAN_RECORDS, false },
	[SW_PREEMPT] = { "preempt", 0, false },
	{ 0 } };

/* A thread leaves that is neither idle nor ended: task states EXIT_DEAD, EXIT_ZOMBIE, TASK_DEAD. */
#define STATE_GONE 0xb0
#define LEAVES "prev->pid != 0 && state !& 0xb0"
#define SLEEPS "state != 0 && preempt == 0"
/* In the order in which they fire. */
enum { VIEW_SLEEP, VIEW_PREEMPT, VIEW_ENQUEUE, VIEW_DEQUEUE, VIEW_OFF, VIEW_ON };
static const struct dt_linux_view switch_views[] = { [VIEW_SLEEP] = { .lv_tag = SCHED_SLEEP,
							     .lv_task = "current",
							     .lv_when = LEAVES " && " SLEEPS,
							     .lv_direct = true },
	[VIEW_PREEMPT] = { .lv_tag = SCHED_PREEMPT,
		.lv_task = "current",
		.lv_when = LEAVES,
		.lv_unless = SLEEPS,
		.lv_direct = true },
	[VIEW_ENQUEUE] = { .lv_tag = SCHED_ENQUEUE,
		.lv_task = "current",
		.lv_when = LEAVES,
		.lv_unless = SLEEPS },
	[VIEW_DEQUEUE] = { .lv_tag = SCHED_DEQUEUE,
		.lv_task = "next",
		.lv_when = "next->pid != 0",
		.lv_offcpu = true },
	[VIEW_OFF] = { .lv_tag = SCHED_OFF, .lv_task = "current", .lv_direct = true },
	[VIEW_ON] = { .lv_tag = SCHED_ON, .lv_task = "next", .lv_offcpu = true, .lv_direct = true },
	{ 0 } };

/* The queue that t enters or leaves. */
static void lx_queue(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view, thread_t *t,
	uint32_t cpu)
{
	struct dt_firing fi;

	if (t->t_tid == 0 || !dt_lx_firing(e, view, &fi))
		return;
	thread_args(&fi, t);
	fi.fi_args[2] = (uintptr_t)dt_sys_cpu(dt_lx_system(e), cpu);
	lx_fire(fd, e, view, &fi);
}

/* The probes of the thread that leaves. */
static void lx_leave(struct dt_feed *fd, const struct dt_lx_event *e, thread_t *prev)
{
	uint64_t state = dt_lx_value(e, SW_PREV_STATE);
	bool sleeps = state != 0 && !dt_lx_value(e, SW_PREEMPT);
	unsigned view = sleeps ? VIEW_SLEEP : VIEW_PREEMPT;
	struct dt_firing fi;

	if (prev->t_tid == 0 || (state & STATE_GONE))
		return;
	if (dt_lx_firing(e, view, &fi))
		lx_fire(fd, e, view, &fi);
	if (!sleeps)
		lx_queue(fd, e, VIEW_ENQUEUE, prev, dt_lx_cpu(e));
}

static void lx_switch(struct dt_feed *fd, const struct dt_lx_event *e)
{
	thread_t *next = lx_thread(e, SW_NEXT_TID, SW_NEXT_PID, dt_lx_string(e, SW_NEXT_NAME));
	thread_t *prev = lx_thread(e, SW_PREV_TID, SW_PREV_PID, NULL);
	struct dt_system *sys = dt_lx_system(e);
	uint32_t cpu = dt_lx_cpu(e);
	struct dt_firing fi;

	if (dt_sys_running(sys, cpu) != prev) /* the first switch seen there */
		dt_sys_switch(sys, cpu, prev, dt_lx_time(e));
	if (dt_lx_string(e, SW_NEXT_NAME)) {
		next->t_pri = (int32_t)dt_lx_value(e, SW_NEXT_PRIO);
		prev->t_pri = (int32_t)dt_lx_value(e, SW_PREV_PRIO);
		prev->t_state = (int32_t)dt_lx_value(e, SW_PREV_STATE);
	}
	dt_lx_facts(e, 0, next);
	dt_lx_facts(e, 1, prev);
	next->t_wchan = 0;
	prev->t_wchan = dt_lx_value(e, SW_PREV_STATE) != 0 && !dt_lx_value(e, SW_PREEMPT) ?
		dt_lx_wchan(e) :
		0;
	lx_leave(fd, e, prev);
	lx_queue(fd, e, VIEW_DEQUEUE, next, cpu);
	if (dt_lx_firing(e, VIEW_OFF, &fi)) {
		thread_args(&fi, next);
		lx_fire(fd, e, VIEW_OFF, &fi);
	}
	dt_sys_switch(sys, cpu, next, dt_lx_time(e));
	if (dt_lx_firing(e, VIEW_ON, &fi))
		lx_fire(fd, e, VIEW_ON, &fi);
	dt_lx_leaves(e, prev);
}

/* Wakeups: the waker's event, and the event when the thread is in a queue. */
enum { WK_TID, WK_PID, WK_NAME, WK_PRIO, WK_CPU, WK_RUNS, WK_QUEUED, WK_DELAYED, WK_TO };
#define WK_FIELDS \
	[WK_TID] = { "task->pid", 0, false }, [WK_PID] = { "task->tgid", 0, false }, \
	[WK_NAME] = { "task->group_leader->comm", DT_PLAN_RECORDS, false }, \
	[WK_PRIO] = { "task->prio", DT_PLAN_RECORDS, false }, \
	[WK_CPU] = { "task->thread_info.cpu", 0, false }, [WK_RUNS] = { "task->on_cpu", 0, true }
#define WK_QUEUE_FIELDS \
	[WK_QUEUED] = { "task->on_rq", 0, false }, \
	[WK_DELAYED] = { "task->se.sched_delayed", 0, true }
static const struct dt_linux_field waking_fields[] = { WK_FIELDS, WK_QUEUE_FIELDS, { 0 } };
static const struct dt_linux_field woken_fields[] = { WK_FIELDS, { 0 } };
static const struct dt_linux_field move_fields[] = { WK_FIELDS,
	WK_QUEUE_FIELDS, [WK_TO] = { "to", 0, false }, { 0 } };

static thread_t *lx_woken_thread(const struct dt_lx_event *e)
{
	const char *name = dt_lx_string(e, WK_NAME);
	thread_t *t = lx_thread(e, WK_TID, WK_PID, name);

	if (name)
		t->t_pri = (int32_t)dt_lx_value(e, WK_PRIO);
	dt_lx_facts(e, 0, t);
	return t;
}

/*
 * Whether it is in a queue. One that sleeps may still be there for the kernel, because its turn
 * hasn't come.
 */
static bool lx_waits(const struct dt_lx_event *e)
{
	return dt_lx_value(e, WK_QUEUED) && !dt_lx_value(e, WK_RUNS) && !dt_lx_value(e, WK_DELAYED);
}

enum { WAKING_WAKEUP, WAKING_ENQUEUE };

static void lx_waking(struct dt_feed *fd, const struct dt_lx_event *e)
{
	thread_t *t = lx_woken_thread(e);
	struct dt_firing fi;

	if (dt_lx_firing(e, WAKING_WAKEUP, &fi)) {
		thread_args(&fi, t);
		lx_fire(fd, e, WAKING_WAKEUP, &fi);
	}
	if (lx_waits(e)) /* it was preempted on its way to sleep */
		t->t_flags |= THREAD_REWOKEN;
}

/*
 * A thread that is woken before it has left its CPU goes on there, without a queue; and one that
 * waits in a queue does so already.
 */
static void lx_woken(struct dt_feed *fd, const struct dt_lx_event *e)
{
	thread_t *t = lx_woken_thread(e);
	bool rewoken = t->t_flags & THREAD_REWOKEN;

	t->t_flags &= ~THREAD_REWOKEN;
	if (!rewoken && !dt_lx_value(e, WK_RUNS))
		lx_queue(fd, e, 0, t, (uint32_t)dt_lx_value(e, WK_CPU));
}

/* A thread in a queue is moved to that of another CPU. */
enum { MOVE_DEQUEUE, MOVE_ENQUEUE };
static const struct dt_linux_view move_views[] = { [MOVE_DEQUEUE] = { .lv_tag = SCHED_DEQUEUE,
							   .lv_task = "task" },
	[MOVE_ENQUEUE] = { .lv_tag = SCHED_ENQUEUE, .lv_task = "task" },
	{ 0 } };

static void lx_move(struct dt_feed *fd, const struct dt_lx_event *e)
{
	thread_t *t = lx_woken_thread(e);

	if (!lx_waits(e))
		return;
	lx_queue(fd, e, MOVE_DEQUEUE, t, (uint32_t)dt_lx_value(e, WK_CPU));
	lx_queue(fd, e, MOVE_ENQUEUE, t, (uint32_t)dt_lx_value(e, WK_TO));
}

static const struct dt_linux_view waking_views[] = { [WAKING_WAKEUP] = { .lv_tag = SCHED_WAKEUP,
							     .lv_task = "current" },
	[WAKING_ENQUEUE] = { .lv_tag = SCHED_ENQUEUE, .lv_task = "task", .lv_note = true },
	{ 0 } };
static const struct dt_linux_view woken_views[] = { { .lv_tag = SCHED_ENQUEUE, .lv_task = "task" },
	{ 0 } };

/* Interrupts: the clock's, and another CPU's.  They fire in the interrupted thread. */
static void lx_interrupt(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, 0, &fi))
		return;
	dt_lx_facts(e, 0, fi.fi_thread);
	thread_args(&fi, fi.fi_thread);
	lx_fire(fd, e, 0, &fi);
}

static const struct dt_linux_view tick_views[] = { { .lv_tag = SCHED_TICK, .lv_task = "current" },
	{ 0 } };
static const struct dt_linux_view surrender_views[] = {
	{ .lv_tag = SCHED_SURRENDER, .lv_task = "current" }, { 0 }
};

/*
 * Priorities change by system calls that succeed, and when a thread inherits one from a thread that
 * waits for it.
 */
#define PRIO_BASE 100 /* of the kernel's priorities, those of real-time threads are below */
#define PRIO_DEFAULT 120

enum { SP_RET, SP_NR, SP_ARG0, SP_ARG1, SP_ARG2, SP_TID, SP_PID, SP_PRIO };
static const struct dt_linux_field setpri_fields[] = { [SP_RET] = { "ret", 0, false },
	[SP_NR] = { SYSCALL_NR, 0, false },
	[SP_ARG0] = { SYSCALL_ARG0, 0, false },
	[SP_ARG1] = { SYSCALL_ARG1, 0, false },
	[SP_ARG2] = { SYSCALL_ARG2, 0, false },
	[SP_TID] = { "current->pid", 0, false },
	[SP_PID] = { "current->tgid", 0, false },
	[SP_PRIO] = { "current->prio", 0, false },
	{ 0 } };
static const struct dt_linux_view setpri_views[] = {
	{ .lv_tag = SCHED_CHANGE_PRI, .lv_task = "current" }, { 0 }
};

static void setpri_bind(struct dt_lx_source *so, struct dt_probe *p)
{
	static const uint32_t calls[] = { SYS_setpriority, SYS_sched_setparam,
		SYS_sched_setscheduler, SYS_sched_setattr };

	for (unsigned i = 0;
		dt_probe_tag(p) == SCHED_CHANGE_PRI && i < sizeof(calls) / sizeof(calls[0]); i++)
		dt_lx_want(so, p, 0, calls[i]);
}

/* The current priority of another thread; -1: it has exited. */
static int lx_priority(uint32_t tid)
{
	char path[64], buf[512], *p;

	snprintf(path, sizeof(path), "/proc/%u/stat", tid);
	/* the name may have blanks; the priority is the 16th word after it */
	p = base_slurp(AT_FDCWD, path, buf, sizeof(buf)) > 0 ? strrchr(buf, ')') : NULL;
	for (unsigned i = 0; p && i < 16; i++)
		p = strchr(p + 1, ' ');
	return p ? atoi(p) + PRIO_BASE : -1;
}

static int lx_nice(int64_t nice)
{
	return PRIO_DEFAULT + (int)(nice < -20 ? -20 : nice > 19 ? 19 : nice);
}

static void lx_setpri(struct dt_feed *fd, const struct dt_lx_event *e)
{
	bool nice = dt_lx_value(e, SP_NR) == SYS_setpriority;
	uint32_t self = (uint32_t)dt_lx_value(e, SP_TID);
	uint32_t who = (uint32_t)dt_lx_value(e, nice ? SP_ARG1 : SP_ARG0);
	struct dt_firing fi;
	thread_t *t;
	int pri;

	if (dt_lx_value(e, SP_RET) != 0 || (nice && (int)dt_lx_value(e, SP_ARG0) != PRIO_PROCESS))
		return;
	if (who == 0 || who == self)
		pri = (int)dt_lx_value(e, SP_PRIO);
	else
		pri = nice ? lx_nice((int32_t)dt_lx_value(e, SP_ARG2)) : lx_priority(who);
	if (pri < 0 || !dt_lx_firing(e, 0, &fi))
		return;
	dt_lx_facts(e, 0, fi.fi_thread);
	t = who == 0 ? fi.fi_thread : dt_sys_thread(dt_lx_system(e), who, DT_NOID);
	t->t_pri = pri;
	thread_args(&fi, t);
	fi.fi_args[2] = (uint64_t)pri;
	lx_fire(fd, e, 0, &fi);
}

enum { PI_TID, PI_PID, PI_NORMAL, PI_LENT };
static const struct dt_linux_field inherit_fields[] = { [PI_TID] = { "task->pid", 0, false },
	[PI_PID] = { "task->tgid", 0, false },
	[PI_NORMAL] = { "task->normal_prio", 0, false },
	[PI_LENT] = { "lender->prio", 0, false }, /* 0: no thread waits any more */
	{ 0 } };

static void lx_inherit(struct dt_feed *fd, const struct dt_lx_event *e)
{
	int own = (int)dt_lx_value(e, PI_NORMAL), lent = (int)dt_lx_value(e, PI_LENT);
	thread_t *t = lx_thread(e, PI_TID, PI_PID, NULL);
	struct dt_firing fi;

	if (!dt_lx_firing(e, 0, &fi))
		return;
	dt_lx_facts(e, 0, t);
	t->t_pri = lent != 0 && lent < own ? lent : own;
	thread_args(&fi, t);
	fi.fi_args[2] = (uint64_t)t->t_pri;
	lx_fire(fd, e, 0, &fi);
}

const struct dt_linux_source dt_sched_linux[] = { { .ls_name = "sched_switch",
							  .ls_args = "preempt prev next state",
							  .ls_views = switch_views,
							  .ls_fields = switch_fields,
							  .ls_tasks = { "next", "prev" },
							  .ls_state = DT_LX_STATE_SWITCH,
							  .ls_skip = 2,
							  .ls_handle = lx_switch },
	{ .ls_name = "sched_waking",
		.ls_args = "task",
		.ls_views = waking_views,
		.ls_fields = waking_fields,
		.ls_tasks = { "task" },
		.ls_skip = 2,
		.ls_handle = lx_waking },
	{ .ls_name = "sched_wakeup",
		.ls_args = "task",
		.ls_views = woken_views,
		.ls_fields = woken_fields,
		.ls_tasks = { "task" },
		.ls_skip = 2,
		.ls_handle = lx_woken },
	{ .ls_name = "sched_wakeup_new",
		.ls_args = "task",
		.ls_views = woken_views,
		.ls_fields = woken_fields,
		.ls_tasks = { "task" },
		.ls_skip = 2,
		.ls_handle = lx_woken },
	{ .ls_name = "sched_migrate_task",
		.ls_args = "task to",
		.ls_views = move_views,
		.ls_fields = move_fields,
		.ls_tasks = { "task" },
		.ls_skip = 2,
		.ls_handle = lx_move },
	{ .ls_name = "local_timer_entry",
		.ls_args = "vector",
		.ls_views = tick_views,
		.ls_tasks = { "current" },
		.ls_skip = 2,
		.ls_handle = lx_interrupt },
	{ .ls_name = "reschedule_entry",
		.ls_args = "vector",
		.ls_views = surrender_views,
		.ls_tasks = { "current" },
		.ls_skip = 2,
		.ls_handle = lx_interrupt },
	{ .ls_name = "sys_exit",
		.ls_args = "regs ret",
		.ls_select = SYSCALL_NR,
		.ls_guard = SYSCALL_GUARD,
		.ls_views = setpri_views,
		.ls_fields = setpri_fields,
		.ls_tasks = { "current" },
		.ls_bind = setpri_bind,
		.ls_skip = 3,
		.ls_handle = lx_setpri },
	{ .ls_name = "sched_pi_setprio",
		.ls_args = "task lender",
		.ls_views = setpri_views,
		.ls_fields = inherit_fields,
		.ls_tasks = { "task" },
		.ls_skip = 2,
		.ls_handle = lx_inherit },
	{ 0 } };
