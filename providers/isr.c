/*
 * isr: interrupt service routines.
 *
 * The probe fires when the routine ends.  arg0 is when it began, on timestamp's clock, arg1 the routine, arg2 what it
 * returned (1: the interrupt was its device's), arg3 the vector, arg4 the message number of a message-signalled
 * interrupt.  It happens in the thread that was interrupted.
 */
#include "etw_perf.h"
#include "providers.h"
#include "windows.h"

enum { ISR_ISR };

static const struct dt_probe_spec isr_probes[] = {
	{ .ps_func = "event", .ps_name = "isr", .ps_tag = ISR_ISR,
		.ps_args = { { "uint64_t", NULL, 0 }, { "uintptr_t", NULL, 1 }, { "uint32_t", NULL, 2 },
			{ "uint32_t", NULL, 3 }, { "uint32_t", NULL, 4 } } },
	{ 0 }
};

/*
 * Windows.
 */
static void etw_isr(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_isr is;
	struct dt_firing fi;

	if (etw_decode_isr(ev, &is) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = etw_ns(etl_of(fd)->ef_trace, ev->ev_file, is.is_start);
	fi.fi_args[1] = is.is_routine;
	fi.fi_args[2] = is.is_return;
	fi.fi_args[3] = is.is_vector;
	fi.fi_args[4] = is.is_message;
	etl_fire(fd, ISR_ISR, &fi);
}

static const struct dt_etw_source isr_etw[] = {
	{ .es_guid = &etl_guid_perfinfo, .es_opcode = 0x32, .es_handle = etw_isr },
	{ .es_guid = &etl_guid_perfinfo, .es_opcode = 0x43, .es_handle = etw_isr },
	{ 0 }
};

const struct dt_provider dt_prov_isr = {
	.pv_name = "isr",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = isr_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = isr_etw,
	.pv_offline_only = true,
	.pv_missing = "its events come from a trace file: give one with -E",
};
