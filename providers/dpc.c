/*
 * dpc: deferred procedure calls, of drivers (dpc), of timers (timer) and in threads (thread).
 *
 * A probe fires when the call ends.  arg0 is when it began, on timestamp's clock, arg1 its routine.  It happens in the
 * thread that it interrupted.
 */
#include "etw_perf.h"
#include "providers.h"
#include "windows.h"

enum { DPC_THREAD, DPC_DPC, DPC_TIMER };

#define DPC_ARGS { { "uint64_t", NULL, 0 }, { "uintptr_t", NULL, 1 } }

static const struct dt_probe_spec dpc_probes[] = {
	{ .ps_func = "event", .ps_name = "thread", .ps_tag = DPC_THREAD, .ps_args = DPC_ARGS },
	{ .ps_func = "event", .ps_name = "dpc", .ps_tag = DPC_DPC, .ps_args = DPC_ARGS },
	{ .ps_func = "event", .ps_name = "timer", .ps_tag = DPC_TIMER, .ps_args = DPC_ARGS },
	{ 0 }
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

static const struct dt_etw_source dpc_etw[] = {
	{ .es_guid = &etl_guid_perfinfo, .es_opcode = 0x42, .es_tags = 1 << DPC_THREAD, .es_handle = etw_thread },
	{ .es_guid = &etl_guid_perfinfo, .es_opcode = 0x44, .es_tags = 1 << DPC_DPC, .es_handle = etw_plain },
	{ .es_guid = &etl_guid_perfinfo, .es_opcode = 0x45, .es_tags = 1 << DPC_TIMER, .es_handle = etw_timer },
	{ 0 }
};

const struct dt_provider dt_prov_dpc = {
	.pv_name = "dpc",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = dpc_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = dpc_etw,
	.pv_offline_only = true,
	.pv_missing = "its events come from a trace file: give one with -E",
};
