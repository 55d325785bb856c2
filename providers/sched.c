/*
 * sched: who runs where.
 *
 * A switch fires off-cpu in the thread that leaves, then on-cpu in the thread that comes; off-cpu's arguments are
 * the thread that comes and its process.  wakeup fires in the thread that readies another, its argument.
 */
#include <string.h>
#include "linux.h"
#include "providers.h"
#include "windows.h"

enum { SCHED_ON, SCHED_OFF, SCHED_WAKEUP };

static const struct dt_probe_spec sched_probes[] = {
	{ .ps_func = "event", .ps_name = "on-cpu", .ps_tag = SCHED_ON },
	{ .ps_func = "event", .ps_name = "off-cpu", .ps_tag = SCHED_OFF,
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 0 }, { "proc_t *", "psinfo_t *", 1 } } },
	{ .ps_func = "event", .ps_name = "wakeup", .ps_tag = SCHED_WAKEUP,
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 0 }, { "proc_t *", "psinfo_t *", 1 } } },
	{ 0 }
};

/*
 * Windows.  Both records have the short header; the threads are in the payload, and who wakes is who runs.
 */
#define WIN_RUNNING 2	/* t_state */

static void etw_cswitch(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	struct etw_cswitch cs;
	struct dt_firing fi;
	thread_t *prev, *next;

	if (etw_decode_cswitch(ev, &cs) < 0) {
		etl_broken(fd, ev);
		return;
	}
	prev = etl_thread(fd, ev, cs.cs_oldtid, ETW_NOID);
	next = etl_thread(fd, ev, cs.cs_newtid, ETW_NOID);
	prev->t_pri = cs.cs_oldpri;
	prev->t_state = cs.cs_oldstate;
	prev->t_waitreason = cs.cs_waitreason;
	prev->t_waitmode = cs.cs_waitmode;
	next->t_pri = cs.cs_newpri;
	next->t_waittime = cs.cs_newwait;

	etl_firing(fd, ev, prev, &fi);
	fi.fi_args[0] = (uintptr_t)next;
	fi.fi_args[1] = (uintptr_t)next->t_proc;
	etl_fire(fd, SCHED_OFF, &fi);

	dt_sys_switch(sys, ev->ev_cpu, next, ev->ev_ns);
	next->t_state = WIN_RUNNING;
	etl_firing(fd, ev, next, &fi);
	etl_fire(fd, SCHED_ON, &fi);
}

static void etw_ready(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_ready rt;
	struct dt_firing fi;
	thread_t *t;

	if (etw_decode_ready(ev, &rt) < 0) {
		etl_broken(fd, ev);
		return;
	}
	t = etl_thread(fd, ev, rt.rt_tid, ETW_NOID);
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = (uintptr_t)t;
	fi.fi_args[1] = (uintptr_t)t->t_proc;
	etl_fire(fd, SCHED_WAKEUP, &fi);
}

static const struct dt_etw_source sched_etw[] = {
	{ .es_guid = &etl_guid_thread, .es_opcode = 0x24, .es_state = true, .es_handle = etw_cswitch,
		.es_tags = 1 << SCHED_ON | 1 << SCHED_OFF },
	{ .es_guid = &etl_guid_thread, .es_opcode = 0x32, .es_handle = etw_ready, .es_tags = 1 << SCHED_WAKEUP },
	{ 0 }
};

/*
 * Linux.  The kernel's switch event says who comes and who leaves, its waking event who is readied by the running
 * thread.  A switch is also what the system table learns from: who runs where, and for how long.
 */
enum { SW_NEXT_TID, SW_NEXT_PID, SW_NEXT_NAME, SW_NEXT_PRIO, SW_PREV_TID, SW_PREV_PID, SW_PREV_STATE, SW_PREV_PRIO };
static const struct dt_linux_field switch_fields[] = {
	[SW_NEXT_TID] = { "next->pid", 0, false },
	[SW_NEXT_PID] = { "next->tgid", 0, false },
	[SW_NEXT_NAME] = { "next->group_leader->comm", DT_PLAN_CURTHREAD | DT_PLAN_ARGS, false },
	[SW_NEXT_PRIO] = { "next->prio", DT_PLAN_CURTHREAD | DT_PLAN_ARGS, false },
	[SW_PREV_TID] = { "prev->pid", 0, false },
	[SW_PREV_PID] = { "prev->tgid", 0, false },
	[SW_PREV_STATE] = { "state", DT_PLAN_CURTHREAD | DT_PLAN_ARGS, true },
	[SW_PREV_PRIO] = { "prev->prio", DT_PLAN_CURTHREAD | DT_PLAN_ARGS, false },
	{ 0 }
};

enum { WK_TID, WK_PID, WK_NAME, WK_PRIO };
static const struct dt_linux_field waking_fields[] = {
	[WK_TID] = { "task->pid", 0, false },
	[WK_PID] = { "task->tgid", 0, false },
	[WK_NAME] = { "task->group_leader->comm", DT_PLAN_CURTHREAD | DT_PLAN_ARGS, false },
	[WK_PRIO] = { "task->prio", DT_PLAN_CURTHREAD | DT_PLAN_ARGS, false },
	{ 0 }
};

static thread_t *lx_thread(const struct dt_lx_event *e, unsigned tid, unsigned pid, const char *name)
{
	struct dt_system *sys = dt_lx_system(e);
	uint32_t id = (uint32_t)dt_lx_value(e, tid);
	thread_t *t;

	if (id == 0)
		return dt_sys_idle(sys, dt_lx_cpu(e));
	t = dt_sys_thread(sys, id, (uint32_t)dt_lx_value(e, pid));
	if (name != NULL && strcmp(name, t->t_proc->p_name) != 0)
		dt_sys_proc_exec(sys, t->t_proc, name, NULL);
	return t;
}

static void lx_switch(struct dt_feed *fd, const struct dt_lx_event *e)
{
	thread_t *next = lx_thread(e, SW_NEXT_TID, SW_NEXT_PID, dt_lx_string(e, SW_NEXT_NAME));
	thread_t *prev = lx_thread(e, SW_PREV_TID, SW_PREV_PID, NULL);
	struct dt_system *sys = dt_lx_system(e);
	uint32_t cpu = dt_lx_cpu(e);
	struct dt_firing fi;

	if (dt_sys_running(sys, cpu) != prev)	/* the first switch seen there */
		dt_sys_switch(sys, cpu, prev, dt_lx_time(e));
	if (dt_lx_string(e, SW_NEXT_NAME) != NULL) {
		next->t_pri = (int32_t)dt_lx_value(e, SW_NEXT_PRIO);
		prev->t_pri = (int32_t)dt_lx_value(e, SW_PREV_PRIO);
		prev->t_state = (int32_t)dt_lx_value(e, SW_PREV_STATE);
	}
	if (dt_lx_firing(e, 0, &fi)) {
		fi.fi_args[0] = (uintptr_t)next;
		fi.fi_args[1] = (uintptr_t)next->t_proc;
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
	}
	dt_sys_switch(sys, cpu, next, dt_lx_time(e));
	if (dt_lx_firing(e, 1, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 1), &fi);
}

static void lx_waking(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const char *name = dt_lx_string(e, WK_NAME);
	thread_t *t = lx_thread(e, WK_TID, WK_PID, name);
	struct dt_firing fi;

	if (name != NULL)
		t->t_pri = (int32_t)dt_lx_value(e, WK_PRIO);
	if (!dt_lx_firing(e, 0, &fi))
		return;
	fi.fi_args[0] = (uintptr_t)t;
	fi.fi_args[1] = (uintptr_t)t->t_proc;
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static const struct dt_linux_view switch_views[] = {
	{ .lv_tag = SCHED_OFF, .lv_task = "current" },
	{ .lv_tag = SCHED_ON, .lv_task = "next" },
	{ 0 }
};
static const struct dt_linux_view waking_views[] = {
	{ .lv_tag = SCHED_WAKEUP, .lv_task = "current" },
	{ 0 }
};

static const struct dt_linux_source sched_linux[] = {
	{ .ls_name = "sched_switch", .ls_args = "preempt prev next state", .ls_views = switch_views,
		.ls_fields = switch_fields, .ls_state = DT_LX_STATE_SWITCH, .ls_skip = 2, .ls_handle = lx_switch },
	{ .ls_name = "sched_waking", .ls_args = "task", .ls_views = waking_views,
		.ls_fields = waking_fields, .ls_skip = 2, .ls_handle = lx_waking },
	{ 0 }
};

const struct dt_provider dt_prov_sched = {
	.pv_name = "sched",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = sched_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = sched_etw,
	.pv_linux = sched_linux,
};
