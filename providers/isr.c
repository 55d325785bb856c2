/*
 * isr: interrupt service routines.
 *
 * The probe fires when the routine ends, in the interrupted thread. arg0 is the time when it began
 * (as timestamp), arg1 the routine, arg2 its result (1: the interrupt was from its device), arg3
 * the vector, arg4 the message number of a message-signalled interrupt. On Linux the vector is the
 * interrupt's number in /proc/interrupts.
 */
#include "etw_perf.h"
#include "linux.h"
#include "providers.h"
#include "windows.h"

enum { ISR_ISR };

static const struct dt_probe_spec isr_probes[] = {
	{ .ps_func = "event",
		.ps_name = "isr",
		.ps_tag = ISR_ISR,
		.ps_args = { { "uint64_t", NULL, 0 }, { "uintptr_t", NULL, 1 },
			{ "uint32_t", NULL, 2 }, { "uint32_t", NULL, 3 },
			{ "uint32_t", NULL, 4 } } },
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
	{ .es_guid = &etl_guid_perfinfo, .es_opcode = 0x43, .es_handle = etw_isr }, { 0 }
};

/* Linux.  The start time is noted by CPU and number: a handler isn't interrupted by itself. */
enum { IRQ_NUMBER, IRQ_HANDLER, IRQ_RETURN };
static const struct dt_linux_field isr_fields[] = { [IRQ_NUMBER] = { "irq", 0, false },
	[IRQ_HANDLER] = { "action->handler", 0, false },
	{ 0 } };
static const struct dt_linux_field isr_end_fields[] = { [IRQ_NUMBER] = { "irq", 0, false },
	[IRQ_HANDLER] = { "action->handler", 0, false },
	[IRQ_RETURN] = { "ret", 0, false },
	{ 0 } };

static uint64_t lx_key(const struct dt_lx_event *e)
{
	return LX_NOTE_IRQ | (uint64_t)dt_lx_cpu(e) << 32 | (uint32_t)dt_lx_value(e, IRQ_NUMBER);
}

static void lx_begin(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_lx_note *no = base_table_renew(dt_lx_notes(e), lx_key(e));

	(void)fd;
	if (no)
		*no = (struct dt_lx_note){ .no_time = dt_lx_time(e) };
}

static void lx_end(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const struct dt_lx_note *no = base_table_find(dt_lx_notes(e), lx_key(e));
	struct dt_firing fi;

	if (!no)
		dt_lx_unmatched(e, 0);
	if (!no || !dt_lx_firing(e, 0, &fi))
		return;
	fi.fi_args[0] = no->no_time;
	fi.fi_args[1] = dt_lx_value(e, IRQ_HANDLER);
	fi.fi_args[2] = dt_lx_value(e, IRQ_RETURN);
	fi.fi_args[3] = dt_lx_value(e, IRQ_NUMBER);
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
	base_table_remove(dt_lx_notes(e), lx_key(e));
}

static const struct dt_linux_view isr_begin_views[] = {
	{ .lv_tag = ISR_ISR, .lv_task = "current", .lv_later = true, .lv_note = true }, { 0 }
};
static const struct dt_linux_view isr_views[] = { { .lv_tag = ISR_ISR, .lv_task = "current" },
	{ 0 } };

static const struct dt_linux_source isr_linux[] = { { .ls_name = "irq_handler_entry",
							    .ls_args = "irq action",
							    .ls_views = isr_begin_views,
							    .ls_fields = isr_fields,
							    .ls_skip = 2,
							    .ls_handle = lx_begin },
	{ .ls_name = "irq_handler_exit",
		.ls_args = "irq action ret",
		.ls_views = isr_views,
		.ls_fields = isr_end_fields,
		.ls_skip = 2,
		.ls_handle = lx_end },
	{ 0 } };

const struct dt_provider dt_prov_isr = {
	.pv_name = "isr",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = isr_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = isr_etw,
	.pv_linux = isr_linux,
};
