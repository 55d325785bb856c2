/*
 * diag: the trace itself.
 *
 *   events		every record of a trace file, known or unknown: arg0 the name of its
 *			provider, arg1 event id, arg2 opcode, arg3 length of the payload, arg4 the
 *			payload.  Four bytes precede the payload: event id (16 bits), version, and 0
 *			for a 32-bit or 1 for a 64-bit writer
 *   ignored		the same for records of providers that only diag shows
 *   lostevent		something is missing: arg0 number of events, arg1 number of buffers, arg2
 *			the source of the report: "event", "buffer", "file" (records of a session
 *			that couldn't keep up); at the end "session" (its total) and "marked"
 *			(buffers with a mark that events are missing).  Several reports may be of
 *			the same loss
 *   missed-stack	a stack whose event is not in the trace: arg0 the time of the event (as
 *			timestamp); stack() and ustack() print the stack
 *   missed-ustack	one half of a stack, without an event: arg0 its match id
 *   missed-dnet-stack	a stack of the .NET runtime, without its event: arg0 the runtime's instance
 *   fpid		records of the function tracing agent: arg0 0 entry or 1 return, arg1 the
 *			function's address, arg2 and arg3 its first arguments or its result
 */
#include <string.h>
#include "providers.h"
#include "stacks.h"
#include "program.h"

enum { DIAG_EVENTS, DIAG_IGNORED, DIAG_LOST, DIAG_STACK, DIAG_HALF, DIAG_CLRSTACK, DIAG_FPID };

/* clang-format off */
#define EVENT_ARGS { { "char *", NULL, 0 }, { "uint16_t", NULL, 1 }, { "uint8_t", NULL, 2 }, \
	{ "uint32_t", NULL, 3 }, \
	{ "char *", NULL, 4 } }
/* clang-format on */

static const struct dt_probe_spec diag_probes[] = {
	{ .ps_name = "events", .ps_tag = DIAG_EVENTS, .ps_args = EVENT_ARGS },
	{ .ps_name = "ignored", .ps_tag = DIAG_IGNORED, .ps_args = EVENT_ARGS },
	{ .ps_name = "lostevent",
		.ps_tag = DIAG_LOST,
		.ps_args = { { "uint64_t", NULL, 0 }, { "uint64_t", NULL, 1 },
			{ "char *", NULL, 2 } } },
	{ .ps_name = "missed-stack", .ps_tag = DIAG_STACK, .ps_args = { { "uint64_t", NULL, 0 } } },
	{ .ps_name = "missed-ustack", .ps_tag = DIAG_HALF, .ps_args = { { "uint64_t", NULL, 0 } } },
	{ .ps_name = "missed-dnet-stack",
		.ps_tag = DIAG_CLRSTACK,
		.ps_args = { { "uint16_t", NULL, 0 } } },
	{ .ps_name = "fpid",
		.ps_tag = DIAG_FPID,
		.ps_args = { { "int", NULL, 0 }, { "uintptr_t", NULL, 1 }, { "uint64_t", NULL, 2 },
			{ "uint64_t", NULL, 3 } } },
	{ 0 }
};

/*
 * Records.
 */
/* Payloads are copied only if a clause reads them. */
static bool diag_wants_payload(const struct dt_plan *plan)
{
	return !plan || (plan->pl_args & 1 << 4) || (plan->pl_vars & DT_PLAN_ARGS);
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
	etl_each(fd, DIAG_IGNORED, diag_note_plan);
}

static void diag_payload(struct dt_feed *fd, const struct etw_event *ev, struct dt_firing *fi)
{
	fi->fi_payload = etl_payload(fd, ev);
	fi->fi_paylen = fi->fi_payload ? ev->ev_paylen : 0;
}

static void diag_fire(struct dt_feed *fd, const struct etw_event *ev, int tag)
{
	const char *name = etl_guid_text(fd, ev->ev_provider);
	struct dt_mem mem = etl_mem(name, strlen(name) + 1);
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
	etl_fire(fd, tag, &fi);
}

static void diag_event(struct dt_feed *fd, const struct etw_event *ev)
{
	diag_fire(fd, ev, DIAG_EVENTS);
}

static void diag_ignored(struct dt_feed *fd, const struct etw_event *ev)
{
	if (!etl_has_source(ev->ev_provider))
		diag_fire(fd, ev, DIAG_IGNORED);
}

/*
 * Losses.
 */
static void diag_lost(struct dt_feed *fd, const struct etw_event *ev, uint64_t events,
	uint64_t buffers, const char *who)
{
	struct dt_mem mem = etl_mem(who, strlen(who) + 1);
	struct dt_firing fi;

	if (events == 0 && buffers == 0)
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_mem = &mem;
	fi.fi_nmem = 1;
	fi.fi_args[0] = events;
	fi.fi_args[1] = buffers;
	fi.fi_args[2] = mem.me_addr;
	etl_fire(fd, DIAG_LOST, &fi);
}

enum { LOST_EVENT = 32, LOST_BUFFER = 33, LOST_FILE = 34 };

static void diag_lost_record(struct dt_feed *fd, const struct etw_event *ev)
{
	switch (ev->ev_opcode) {
	case LOST_EVENT: diag_lost(fd, ev, 1, 0, "event"); break;
	case LOST_BUFFER: diag_lost(fd, ev, 0, 1, "buffer"); break;
	case LOST_FILE: diag_lost(fd, ev, 0, 1, "file"); break;
	}
}

static void diag_end(struct dt_feed *fd, const struct etw_event *ev)
{
	const struct etw_stats *es = etw_stats(etl_of(fd)->ef_trace);

	diag_lost(fd, ev, es->es_events_lost, es->es_buffers_lost, "session");
	diag_lost(fd, ev, 0, es->es_lossy_buffers, "marked");
}

/* Stacks without an event. The keys of events that may have a stack are remembered. */
static uint64_t diag_thread_key(const struct etw_event *ev)
{
	return etl_held_key(ev->ev_file, HOLD_BY_THREAD, (uint64_t)ev->ev_pid << 32 | ev->ev_tid);
}

static void diag_remember(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_feed *ef = etl_of(fd);
	struct etw_extstack xs;

	if (ev->ev_hookid != ETW_NOHOOK)
		etl_seen_add(ef, etl_held_key(ev->ev_file, HOLD_BY_TIME, ev->ev_raw));
	else if (ev->ev_ext && ev->ev_id != ETW_STACK_HALF && etw_ext_stack(ev, &xs) &&
		xs.xs_match != 0)
		etl_seen_add(ef, etl_held_key(ev->ev_file, HOLD_BY_MATCH, xs.xs_match));
}

/* A stack directly follows its event; another stack would belong to the next event. */
static void diag_clr(struct dt_feed *fd, const struct etw_event *ev)
{
	uint64_t key = diag_thread_key(ev);
	const struct etw_clrstack *cs;
	struct dt_firing fi;
	size_t used;

	if (ev->ev_id != ETL_CLR_STACKWALK) {
		etl_seen_add(etl_of(fd), key);
		return;
	}
	if (etl_seen_take(etl_of(fd), key) || !(cs = etl_decoded(fd, ev, &used)))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = cs->cs_instance;
	etl_fire(fd, DIAG_CLRSTACK, &fi);
}

static void diag_half(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_extstack xs;
	struct dt_firing fi;

	if (ev->ev_kind != ETW_EVENT || ev->ev_id != ETW_STACK_HALF || !etw_ext_stack(ev, &xs) ||
		etl_seen(etl_of(fd), etl_held_key(ev->ev_file, HOLD_BY_MATCH, xs.xs_match)))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = xs.xs_match;
	etl_fire(fd, DIAG_HALF, &fi);
}

static bool diag_stack_of(struct dt_feed *fd, const struct etw_event *ev, struct etw_stack *sk)
{
	struct etw_stackkey key;

	if (ev->ev_hookid == ETW_STACKWALK)
		return etw_decode_stack(ev, sk) == 0;
	if (etw_decode_stackkey(ev, &key) < 0)
		return false;
	if (!etl_stackkeys_find(etl_of(fd), ev->ev_file, key.sk_key, ev->ev_raw, sk))
		*sk = (struct etw_stack){ .sk_ptrsize = ev->ev_ptrsize };
	sk->sk_time = key.sk_time;
	sk->sk_pid = key.sk_pid;
	sk->sk_tid = key.sk_tid;
	return true;
}

static void diag_stack(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_feed *ef = etl_of(fd);
	struct dt_firing fi;
	struct etw_stack sk;
	uint64_t pcs[STACK_MAXFRAMES];

	if (!diag_stack_of(fd, ev, &sk) ||
		etl_seen(ef, etl_held_key(ev->ev_file, HOLD_BY_TIME, sk.sk_time)))
		return;
	etl_firing(fd, ev, etl_thread(fd, ev, sk.sk_tid, sk.sk_pid), &fi);
	etl_stack_give(&sk, pcs, &fi);
	fi.fi_args[0] = etw_ns(ef->ef_trace, ev->ev_file, sk.sk_time);
	etl_fire(fd, DIAG_STACK, &fi);
}

/*
 * The agent's records: id 0 entry, 1 return; then pointers.
 */
static const struct etw_guid guid_agent = { 0xd8909c24, 0x5be9, 0x4502,
	{ 0x98, 0xca, 0xab, 0x7b, 0xdc, 0x24, 0x89, 0x9d } };

static uint64_t diag_pointer(const struct etw_event *ev, unsigned i)
{
	uint64_t v = 0;

	if ((i + 1) * (uint32_t)ev->ev_ptrsize <= ev->ev_paylen)
		memcpy(&v, ev->ev_payload + i * ev->ev_ptrsize, ev->ev_ptrsize);
	return v;
}

static void diag_fpid(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_firing fi;

	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = ev->ev_id != 0;
	for (unsigned i = 0; i < 3; i++)
		fi.fi_args[1 + i] = diag_pointer(ev, i);
	etl_fire(fd, DIAG_FPID, &fi);
}

/* clang-format off */
#define STACK(op) { .es_guid = &etl_guid_stackwalk, .es_opcode = op, .es_tags = 1 << DIAG_STACK, \
	.es_handle = diag_stack }
/* clang-format on */

static const struct dt_etw_source diag_etw[] = { { .es_opcode = DT_ETW_START,
							 .es_tags = 1 << DIAG_EVENTS |
								 1 << DIAG_IGNORED,
							 .es_handle = diag_start },
	{ .es_guid = &etl_guid_lost,
		.es_opcode = -1,
		.es_tags = 1 << DIAG_LOST,
		.es_handle = diag_lost_record },
	{ .es_opcode = DT_ETW_END, .es_tags = 1 << DIAG_LOST, .es_handle = diag_end }, STACK(0x20),
	STACK(0x25), STACK(0x26),
	{ .es_guid = &etw_guid_eventtracing,
		.es_opcode = -1,
		.es_tags = 1 << DIAG_HALF,
		.es_handle = diag_half },
	{ .es_guid = &etw_clr_runtime,
		.es_opcode = -1,
		.es_tags = 1 << DIAG_CLRSTACK,
		.es_handle = diag_clr },
	{ .es_guid = &guid_agent,
		.es_opcode = -1,
		.es_tags = 1 << DIAG_FPID,
		.es_handle = diag_fpid },
	{ .es_opcode = -1,
		.es_tags = 1 << DIAG_STACK | 1 << DIAG_HALF,
		.es_handle = diag_remember },
	{ .es_opcode = -1, .es_tags = 1 << DIAG_IGNORED, .es_handle = diag_ignored },
	{ .es_opcode = -1, .es_tags = 1 << DIAG_EVENTS, .es_handle = diag_event }, { 0 } };

const struct dt_provider dt_prov_diag = {
	.pv_name = "diag",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = diag_probes,
	.pv_etw = diag_etw,
	.pv_offline_only = true,
	.pv_missing = "diag probes show events of a trace file: name one with -E",
};
