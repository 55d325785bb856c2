/* From the engine's records to the consumer, which makes text of them. */
#include <stdlib.h>
#include "handle.h"

static void consume_one(const struct dt_record *rc, void *arg)
{
	dtrace_hdl_t *h = arg;

	if (!h->dh_abort)
		dt_consume_record(h->dh_consumer,
			&dt_engine_ecb(h->dh_engine, rc->rc_epid)->ec_desc, rc);
	dt_output_none(h);
}

void dt_drain(dtrace_hdl_t *h)
{
	dt_buffer_walk(h->dh_engine, consume_one, h);
}

static int on_action(void *arg, const struct dt_record *rc, const struct dt_epdesc *ep,
	const struct dt_action *ac)
{
	return dt_effect(arg, rc, ep, ac);
}

static void on_exit_record(void *arg, int status)
{
	((dtrace_hdl_t *)arg)->dh_exit = status & 0xff;
}

static void on_fault(void *arg, const struct dt_epdesc *ep, const char *text)
{
	dtrace_hdl_t *h = arg;

	dt_report_fault(h, dt_engine_ecb(h->dh_engine, ep->ep_id), 0, -1, DIF_FLT_LIBRARY, 0, text);
}

static void on_symbols(void *h, const char *line)
{
	dt_say(h, line);
}

int dt_consumer_start(dtrace_hdl_t *h)
{
	struct dt_consumer_args ca = {
		.ca_sink = &h->dh_sink,
		.ca_opts = &h->dh_opts,
		.ca_aggs = h->dh_engine->en_aggs,
		.ca_syms = dt_symbols_ops(h->dh_syms),
		.ca_arg = h,
		.ca_action = on_action,
		.ca_exit = on_exit_record,
		.ca_fault = on_fault,
		.ca_record = dt_output_record,
	};

	dt_symbols_path(h->dh_syms,
		h->dh_opts.op_str[DT_OPT_SYMPATH] ? h->dh_opts.op_str[DT_OPT_SYMPATH] :
						    getenv("_NT_SYMBOL_PATH"),
		&h->dh_interrupt, on_symbols, h);
	dt_symbols_limit(h->dh_syms, (uint64_t)dt_opt(&h->dh_opts, DT_OPT_SYMFILESIZE),
		(uint64_t)dt_opt(&h->dh_opts, DT_OPT_SYMSIZE), on_symbols, h);
	h->dh_sink = (struct dt_sink){ .sk_write = dt_output_write, .sk_arg = h };
	dt_output_terminal(h);
	h->dh_consumer = dt_consumer_create(&ca);
	return h->dh_consumer ? 0 : dt_set_error(h, EDT_NOMEM);
}
