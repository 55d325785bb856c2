/*
 * dpc: deferred procedure calls, of drivers (dpc), of timers (timer) and in threads (thread).
 *
 * A probe fires when the call ends, in the thread that it interrupted. arg0 is the time when it
 * began (as timestamp), arg1 its routine. On Linux these are softirqs (arg2 is the number), timer
 * functions, and work of the kernel's work queues.
 */
#include <stdio.h>
#include <string.h>
#include "etw_perf.h"
#include "linux.h"
#include "providers.h"
#include "stream.h"
#include "windows.h"

enum { DPC_THREAD, DPC_DPC, DPC_TIMER };

/* clang-format off */
#define DPC_ARGS { { "uint64_t", NULL, 0 }, { "uintptr_t", NULL, 1 } }
/* clang-format on */

static const struct dt_probe_spec dpc_probes[] = {
	{ .ps_func = "event", .ps_name = "thread", .ps_tag = DPC_THREAD, .ps_args = DPC_ARGS },
	{ .ps_func = "event", .ps_name = "dpc", .ps_tag = DPC_DPC, .ps_args = DPC_ARGS },
	{ .ps_func = "event", .ps_name = "timer", .ps_tag = DPC_TIMER, .ps_args = DPC_ARGS }, { 0 }
};

/*
 * Windows.
 */
static void etw_dpc(struct dt_feed *fd, const struct etw_event *ev, int tag)
{
	struct etw_dpc dp;
	struct dt_firing fi;

	if (etw_decode_dpc(ev, &dp) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = etw_ns(etl_of(fd)->ef_trace, ev->ev_file, dp.dp_start);
	fi.fi_args[1] = dp.dp_routine;
	etl_fire(fd, tag, &fi);
}

static void etw_thread(struct dt_feed *fd, const struct etw_event *ev)
{
	etw_dpc(fd, ev, DPC_THREAD);
}

static void etw_plain(struct dt_feed *fd, const struct etw_event *ev)
{
	etw_dpc(fd, ev, DPC_DPC);
}

static void etw_timer(struct dt_feed *fd, const struct etw_event *ev)
{
	etw_dpc(fd, ev, DPC_TIMER);
}

static const struct dt_etw_source dpc_etw[] = { { .es_guid = &etl_guid_perfinfo,
							.es_opcode = 0x42,
							.es_tags = 1 << DPC_THREAD,
							.es_handle = etw_thread },
	{ .es_guid = &etl_guid_perfinfo,
		.es_opcode = 0x44,
		.es_tags = 1 << DPC_DPC,
		.es_handle = etw_plain },
	{ .es_guid = &etl_guid_perfinfo,
		.es_opcode = 0x45,
		.es_tags = 1 << DPC_TIMER,
		.es_handle = etw_timer },
	{ 0 } };

/*
 * Linux. The start time is noted: of a softirq by CPU and number, of a timer and of work by
 * address.
 */
#define NSOFTIRQS 10

/* The kernel's functions for them, by number; the names in older kernels follow after a blank. */
static const char *const softirq_names[NSOFTIRQS] = { "tasklet_hi_action", "run_timer_softirq",
	"net_tx_action", "net_rx_action", "blk_done_softirq", "irq_poll_softirq", "tasklet_action",
	"sched_balance_softirq run_rebalance_domains", "hrtimer_run_softirq", "rcu_core_si" };

struct softirqs {
	uint64_t sq_addrs[NSOFTIRQS]; /* addresses of those functions; 0: unknown */
};

static struct softirqs *softirqs_of(struct dt_engine *en)
{
	static const char key;

	return dt_engine_state(en, &key, sizeof(struct softirqs), NULL);
}

static bool lx_is_named(const char *names, const char *name)
{
	size_t n = strlen(name);
	const char *at = strstr(names, name);

	return at && (at == names || at[-1] == ' ') && (at[n] == '\0' || at[n] == ' ');
}

static void find_softirqs(struct softirqs *sq)
{
	FILE *f = base_stream("/proc/kallsyms", "re");
	unsigned long long addr;
	char type, name[128];

	while (f && fscanf(f, "%llx %c %127s%*[^\n]", &addr, &type, name) == 3)
		for (unsigned i = 0; (type == 't' || type == 'T') && i < NSOFTIRQS; i++)
			if (lx_is_named(softirq_names[i], name))
				sq->sq_addrs[i] = addr;
	if (f)
		fclose(f);
}

static int dpc_enable(struct dt_engine *en, struct dt_probe *pr)
{
	struct softirqs *sq = softirqs_of(en);

	if (sq && dt_live(en) && dt_probe_tag(pr) == DPC_DPC && sq->sq_addrs[0] == 0)
		find_softirqs(sq);
	return 0;
}

enum { LX_WHICH, LX_ROUTINE };
static const struct dt_linux_field softirq_fields[] = { [LX_WHICH] = { "vec", 0, false }, { 0 } };
static const struct dt_linux_field timer_fields[] = { [LX_WHICH] = { "timer", 0, false },
	[LX_ROUTINE] = { "timer->function", 0, false },
	{ 0 } };
static const struct dt_linux_field timer_end_fields[] = { [LX_WHICH] = { "timer", 0, false },
	{ 0 } };
static const struct dt_linux_field work_fields[] = { [LX_WHICH] = { "work", 0, false },
	[LX_ROUTINE] = { "work->func", 0, false },
	{ 0 } };
static const struct dt_linux_field work_end_fields[] = { [LX_WHICH] = { "work", 0, false }, { 0 } };

/* no_tid, no_pid: the routine, which the timer may clear in its function. */
static void lx_note(const struct dt_lx_event *e, uint64_t key, uint64_t routine)
{
	struct dt_lx_note *no = base_table_renew(dt_lx_notes(e), key);

	if (no)
		*no = (struct dt_lx_note){ .no_time = dt_lx_time(e),
			.no_tid = (uint32_t)routine,
			.no_pid = (uint32_t)(routine >> 32) };
}

static void lx_finish(struct dt_feed *fd, const struct dt_lx_event *e, uint64_t key, uint64_t which)
{
	const struct dt_lx_note *no = base_table_find(dt_lx_notes(e), key);
	struct dt_firing fi;

	if (!no)
		dt_lx_unmatched(e, 0);
	if (!no || !dt_lx_firing(e, 0, &fi))
		return;
	fi.fi_args[0] = no->no_time;
	fi.fi_args[1] = (uint64_t)no->no_pid << 32 | no->no_tid;
	fi.fi_args[2] = which;
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
	base_table_remove(dt_lx_notes(e), key);
}

static uint64_t lx_softirq_key(const struct dt_lx_event *e)
{
	return LX_NOTE_SOFTIRQ | (uint64_t)dt_lx_cpu(e) << 32 | dt_lx_value(e, LX_WHICH);
}

static void lx_softirq_begin(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const struct softirqs *sq = softirqs_of(fd->fd_engine);
	uint64_t vec = dt_lx_value(e, LX_WHICH);

	lx_note(e, lx_softirq_key(e), sq && vec < NSOFTIRQS ? sq->sq_addrs[vec] : 0);
}

static void lx_softirq_end(struct dt_feed *fd, const struct dt_lx_event *e)
{
	lx_finish(fd, e, lx_softirq_key(e), dt_lx_value(e, LX_WHICH));
}

static void lx_begin(struct dt_feed *fd, const struct dt_lx_event *e)
{
	(void)fd;
	lx_note(e, dt_lx_value(e, LX_WHICH), dt_lx_value(e, LX_ROUTINE));
}

static void lx_end(struct dt_feed *fd, const struct dt_lx_event *e)
{
	lx_finish(fd, e, dt_lx_value(e, LX_WHICH), 0);
}

#define VIEWS(name, tag) \
	static const struct dt_linux_view name##_begin[] = { \
		{ .lv_tag = tag, .lv_task = "current", .lv_later = true, .lv_note = true }, { 0 } \
	}; \
	static const struct dt_linux_view name##_end[] = { \
		{ .lv_tag = tag, .lv_task = "current" }, { 0 } \
	};
VIEWS(softirq, DPC_DPC)
VIEWS(timer, DPC_TIMER)
VIEWS(work, DPC_THREAD)

/* clang-format off */
#define PAIR(begin, beginargs, beginfields, beginfn, end, endargs, endfields, endfn, views) \
	{ .ls_name = begin, .ls_args = beginargs, .ls_views = views##_begin, \
	.ls_fields = beginfields, \
		.ls_skip = 2, .ls_handle = beginfn }, \
	{ .ls_name = end, .ls_args = endargs, .ls_views = views##_end, .ls_fields = endfields, \
		.ls_skip = 2, .ls_handle = endfn }
/* clang-format on */

static const struct dt_linux_source dpc_linux[] = {
	PAIR("softirq_entry", "vec", softirq_fields, lx_softirq_begin, "softirq_exit", "vec",
		softirq_fields, lx_softirq_end, softirq),
	PAIR("timer_expire_entry", "timer baseclk", timer_fields, lx_begin, "timer_expire_exit",
		"timer", timer_end_fields, lx_end, timer),
	PAIR("hrtimer_expire_entry", "timer now", timer_fields, lx_begin, "hrtimer_expire_exit",
		"timer", timer_end_fields, lx_end, timer),
	PAIR("workqueue_execute_start", "work", work_fields, lx_begin, "workqueue_execute_end",
		"work", work_end_fields, lx_end, work),
	{ 0 }
};

const struct dt_provider dt_prov_dpc = {
	.pv_name = "dpc",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = dpc_probes,
	.pv_provide = etl_pmc_provide,
	.pv_enable = dpc_enable,
	.pv_etw = dpc_etw,
	.pv_linux = dpc_linux,
};
