/*
 * sched: which thread runs on which CPU.
 *
 * A switch fires off-cpu in the thread that leaves, then on-cpu in the thread that comes; off-cpu's
 * arguments are the thread that comes and its process.  wakeup fires in the thread that readies
 * another, its argument.
 *
 * In the thread that leaves, sleep fires as well if it waits for something, preempt if it could go
 * on.
 *
 * change-pri fires in the thread that gives another, its argument, a new priority.
 *
 * On Linux alone: enqueue and dequeue, whose args[0] to args[2] say which thread, of which process,
 * in which CPU's queue.  A thread waits there from its enqueue, at its wakeup or when it is
 * preempted, to its dequeue, when it runs; both fire in that thread. tick fires in the thread that
 * the clock's interrupt finds; surrender in the one that another CPU asks to make way.
 */
#include "etw_sched.h"
#include "providers.h"
#include "sched_probes.h"
#include "windows.h"

/* clang-format off */
#define THREAD_ARGS { "thread_t *", "lwpsinfo_t *", 0 }, { "proc_t *", "psinfo_t *", 1 }
/* clang-format on */

static const struct dt_probe_spec sched_probes[] = {
	{ .ps_func = "event", .ps_name = "on-cpu", .ps_tag = SCHED_ON },
	{ .ps_func = "event",
		.ps_name = "off-cpu",
		.ps_tag = SCHED_OFF,
		.ps_args = { THREAD_ARGS } },
	{ .ps_func = "event",
		.ps_name = "wakeup",
		.ps_tag = SCHED_WAKEUP,
		.ps_args = { THREAD_ARGS } },
	{ .ps_func = "event", .ps_name = "sleep", .ps_tag = SCHED_SLEEP },
	{ .ps_func = "event", .ps_name = "preempt", .ps_tag = SCHED_PREEMPT },
	{ .ps_func = "event",
		.ps_name = "enqueue",
		.ps_tag = SCHED_ENQUEUE,
		.ps_args = { THREAD_ARGS, { "cpu_t *", "cpuinfo_t *", 2 } } },
	{ .ps_func = "event",
		.ps_name = "dequeue",
		.ps_tag = SCHED_DEQUEUE,
		.ps_args = { THREAD_ARGS, { "cpu_t *", "cpuinfo_t *", 2 } } },
	{ .ps_func = "event", .ps_name = "tick", .ps_tag = SCHED_TICK, .ps_args = { THREAD_ARGS } },
	{ .ps_func = "event",
		.ps_name = "surrender",
		.ps_tag = SCHED_SURRENDER,
		.ps_args = { THREAD_ARGS } },
	{ .ps_func = "event",
		.ps_name = "change-pri",
		.ps_tag = SCHED_CHANGE_PRI,
		.ps_args = { THREAD_ARGS, { "int", NULL, 2 } } },
	{ 0 }
};

/*
 * Windows.  Both records have the short header; the threads are in the payload; the waker is the
 * running thread.
 */
enum { WIN_RUNNING = 2, WIN_TERMINATED = 4, WIN_WAITING = 5 }; /* t_state */

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
	etl_priority(prev, cs.cs_oldpri);
	prev->t_state = cs.cs_oldstate;
	prev->t_sname = cs.cs_oldstate == WIN_WAITING ? 'S' :
		cs.cs_oldstate == WIN_TERMINATED      ? 'Z' :
							'R';
	prev->t_waitreason = cs.cs_waitreason;
	prev->t_waitmode = cs.cs_waitmode;
	etl_priority(next, cs.cs_newpri);
	next->t_waittime = cs.cs_newwait;

	etl_firing(fd, ev, prev, &fi);
	fi.fi_args[0] = (uintptr_t)next;
	fi.fi_args[1] = (uintptr_t)next->t_proc;
	etl_fire(fd, SCHED_OFF, &fi);
	if (cs.cs_oldtid != 0 && cs.cs_oldstate != WIN_TERMINATED) {
		etl_firing(fd, ev, prev, &fi);
		etl_fire(fd, cs.cs_oldstate == WIN_WAITING ? SCHED_SLEEP : SCHED_PREEMPT, &fi);
	}

	dt_sys_switch(sys, ev->ev_cpu, next, ev->ev_ns);
	next->t_state = WIN_RUNNING;
	next->t_sname = 'O';
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

static void etw_priority(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_priority pr;
	struct dt_firing fi;
	thread_t *t;

	if (etw_decode_priority(ev, &pr) < 0) {
		etl_broken(fd, ev);
		return;
	}
	t = etl_thread(fd, ev, pr.pr_tid, ETW_NOID);
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = (uintptr_t)t;
	fi.fi_args[1] = (uintptr_t)t->t_proc;
	fi.fi_args[2] = pr.pr_new;
	etl_fire(fd, SCHED_CHANGE_PRI, &fi);
	etl_priority(t, pr.pr_new);
}

static const struct dt_etw_source sched_etw[] = {
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 0x24,
		.es_state = true,
		.es_handle = etw_cswitch,
		.es_tags = 1 << SCHED_ON | 1 << SCHED_OFF | 1 << SCHED_SLEEP | 1 << SCHED_PREEMPT },
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 0x32,
		.es_handle = etw_ready,
		.es_tags = 1 << SCHED_WAKEUP },
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 0x30,
		.es_state = true,
		.es_handle = etw_priority,
		.es_tags = 1 << SCHED_CHANGE_PRI },
	{ 0 }
};

const struct dt_provider dt_prov_sched = {
	.pv_name = "sched",
	.pv_attrs = PROVIDER_ATTRS_ISA,
	.pv_probes = sched_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = sched_etw,
	.pv_linux = dt_sched_linux,
};
