/*
 * diag: the trace itself.  events fires for every record of a trace file, known or not: arg0 the name of the
 * provider, arg1 event id, arg2 opcode, arg3 length of the payload, arg4 the payload.  Four bytes stand before the
 * payload: event id (16 bits), version, and 0 for a 32-bit or 1 for a 64-bit writer.
 */
#include "providers.h"

enum { DIAG_EVENTS };

static const struct dt_probe_spec diag_probes[] = {
	{ .ps_name = "events", .ps_tag = DIAG_EVENTS,
		.ps_args = { { "char *", NULL, 0 }, { "uint16_t", NULL, 1 }, { "uint8_t", NULL, 2 },
			{ "uint32_t", NULL, 3 }, { "char *", NULL, 4 } } },
	{ 0 }
};

const struct dt_provider dt_prov_diag = {
	.pv_name = "diag",
	.pv_attrs = {
		.pa_provider = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_module = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_name = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_args = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
	},
	.pv_probes = diag_probes,
	.pv_offline_only = true,
	.pv_missing = "diag probes look at the events of a trace file: give one with -E",
};
