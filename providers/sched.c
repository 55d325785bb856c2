/*
 * sched: who runs where.
 *
 * A switch fires off-cpu in the thread that leaves, then on-cpu in the thread that comes; off-cpu's arguments are
 * the thread that comes and its process.  wakeup fires in the thread that readies another, its argument.
 */
#include "providers.h"

enum { SCHED_ON, SCHED_OFF, SCHED_WAKEUP };

static const struct dt_probe_spec sched_probes[] = {
	{ .ps_func = "event", .ps_name = "on-cpu", .ps_tag = SCHED_ON },
	{ .ps_func = "event", .ps_name = "off-cpu", .ps_tag = SCHED_OFF,
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 0 }, { "proc_t *", "psinfo_t *", 1 } } },
	{ .ps_func = "event", .ps_name = "wakeup", .ps_tag = SCHED_WAKEUP,
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 0 }, { "proc_t *", "psinfo_t *", 1 } } },
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
};
