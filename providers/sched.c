/*
 * sched: who runs where.
 *
 * A switch fires off-cpu in the thread that leaves, then on-cpu in the thread that comes; off-cpu's arguments are
 * the thread that comes and its process.  wakeup fires in the thread that readies another, its argument.
 */
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

const struct dt_provider dt_prov_sched = {
	.pv_name = "sched",
	.pv_attrs = {
		.pa_provider = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_module = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_name = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_args = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
	},
	.pv_probes = sched_probes,
	.pv_etw = sched_etw,
};
