/*
 * diag: the trace itself.  events fires for every record of a trace file, known or not: arg0 the name of the
 * provider, arg1 event id, arg2 opcode, arg3 length of the payload, arg4 the payload.  Four bytes stand before the
 * payload: event id (16 bits), version, and 0 for a 32-bit or 1 for a 64-bit writer.
 */
#include <string.h>
#include "providers.h"
#include "windows.h"
#include "dif/program.h"

enum { DIAG_EVENTS };

static const struct dt_probe_spec diag_probes[] = {
	{ .ps_name = "events", .ps_tag = DIAG_EVENTS,
		.ps_args = { { "char *", NULL, 0 }, { "uint16_t", NULL, 1 }, { "uint8_t", NULL, 2 },
			{ "uint32_t", NULL, 3 }, { "char *", NULL, 4 } } },
	{ 0 }
};

/* Copying every payload is for those who look at it. */
static bool diag_wants_payload(const struct dt_plan *plan)
{
	return plan == NULL || (plan->pl_args & 1 << 4) || (plan->pl_vars & DT_PLAN_ARGS);
}

static void diag_note_plan(struct dt_feed *fd, struct dt_probe *pr)
{
	if (diag_wants_payload(dt_probe_plan(pr)))
		etl_of(fd)->ef_wantpayload = true;
}

static void diag_start(struct dt_feed *fd, const struct etw_event *ev)
{
	(void)ev;
	etl_each(fd, DIAG_EVENTS, diag_note_plan);
}

static void diag_payload(struct dt_feed *fd, const struct etw_event *ev, struct dt_firing *fi)
{
	fi->fi_payload = etl_payload(fd, ev, 0);
	fi->fi_paylen = fi->fi_payload != NULL ? ev->ev_paylen : 0;
}

static void diag_event(struct dt_feed *fd, const struct etw_event *ev)
{
	const char *name = etl_guid_text(fd, ev->ev_provider);
	struct dt_mem mem = { .me_addr = (uintptr_t)name, .me_data = name, .me_len = (uint32_t)strlen(name) + 1 };
	struct dt_firing fi;

	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_mem = &mem;
	fi.fi_nmem = 1;
	fi.fi_args[0] = mem.me_addr;
	fi.fi_args[1] = ev->ev_id;
	fi.fi_args[2] = ev->ev_opcode;
	fi.fi_args[3] = ev->ev_paylen;
	if (etl_of(fd)->ef_wantpayload) {
		diag_payload(fd, ev, &fi);
		fi.fi_args[4] = (uintptr_t)fi.fi_payload;
	}
	etl_fire(fd, DIAG_EVENTS, &fi);
}

static const struct dt_etw_source diag_etw[] = {
	{ .es_opcode = DT_ETW_START, .es_handle = diag_start },
	{ .es_opcode = -1, .es_handle = diag_event },
	{ 0 }
};

const struct dt_provider dt_prov_diag = {
	.pv_name = "diag",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = diag_probes,
	.pv_etw = diag_etw,
	.pv_offline_only = true,
	.pv_missing = "diag probes look at the events of a trace file: give one with -E",
};
