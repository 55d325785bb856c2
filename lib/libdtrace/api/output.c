/*
 * Where text goes, and the callbacks before a record becomes text.
 *
 * Records that fill a buffer are consumed before the first dtrace_work() names a stream: their text
 * is kept in the handle.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "consume_impl.h"
#include "handle.h"

static void text_keep(dtrace_hdl_t *h, const char *s, size_t n)
{
	if (h->dh_textlen + n >= h->dh_textsize) {
		size_t size = (h->dh_textlen + n + 1) * 2;
		char *p = base_realloc(h->dh_text, size);

		if (!p)
			return;
		h->dh_text = p;
		h->dh_textsize = size;
	}
	memcpy(h->dh_text + h->dh_textlen, s, n);
	h->dh_textlen += n;
	h->dh_text[h->dh_textlen] = 0;
}

static void text_handle(dtrace_hdl_t *h, const char *s, size_t n)
{
	dtrace_bufdata_t bd = { .dtbda_handle = h,
		.dtbda_buffered = s,
		.dtbda_len = n,
		.dtbda_probe = h->dh_ep ? &h->dh_probe : NULL };

	if (h->dh_bufferedfn(&bd, h->dh_bufferedarg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}

void dt_output_write(struct dt_sink *sk, const char *s, size_t n)
{
	dtrace_hdl_t *h = sk->sk_arg;

	dt_progress(h, 0, 0);
	if (h->dh_out)
		fwrite(s, 1, n, h->dh_out);
	else if (h->dh_handing && h->dh_bufferedfn)
		text_handle(h, s, n);
	else
		text_keep(h, s, n);
}

void dt_output_terminal(dtrace_hdl_t *h)
{
	h->dh_sink.sk_terminal = h->dh_out && dt_opt(&h->dh_opts, DT_OPT_RAWTERM) <= 0 &&
		isatty(fileno(h->dh_out));
}

/*
 * From now on output goes to the stream or, if it is NULL, to the handler. Text that was kept goes
 * first.
 */
void dtrace_output(dtrace_hdl_t *h, FILE *fp)
{
	size_t n = h->dh_textlen;

	h->dh_out = fp;
	h->dh_handing = !fp;
	if (h->dh_engine)
		h->dh_engine->en_defer = false;
	dt_output_terminal(h);
	if (!n || (!fp && !h->dh_bufferedfn))
		return;
	h->dh_textlen = 0;
	dt_output_write(&h->dh_sink, h->dh_text, n);
}

int dt_output_check(dtrace_hdl_t *h, FILE *fp)
{
	return fp || h->dh_bufferedfn ? 0 : dt_set_error(h, EDT_NOBUFFERED);
}

int dtrace_handle_buffered(dtrace_hdl_t *h, dtrace_handle_buffered_f *fn, void *arg)
{
	h->dh_bufferedfn = fn;
	h->dh_bufferedarg = arg;
	return 0;
}

/*
 * Records.
 */
static int answer_of(dtrace_hdl_t *h, int answer)
{
	if (answer != DTRACE_CONSUME_THIS && answer != DTRACE_CONSUME_NEXT)
		h->dh_abort = true;
	return h->dh_abort		      ? DT_CHEW_ABORT :
		answer == DTRACE_CONSUME_THIS ? DT_CHEW_THIS :
						DT_CHEW_NEXT;
}

static const dtrace_flowkind_t flows[] = { [DT_FLOW_NONE] = DTRACEFLOW_NONE,
	[DT_FLOW_ENTRY] = DTRACEFLOW_ENTRY,
	[DT_FLOW_RETURN] = DTRACEFLOW_RETURN };

int dt_output_record(void *arg, const struct dt_epdesc *ep, const struct dt_record *rc,
	const struct dt_flowpoint *fp)
{
	dtrace_hdl_t *h = arg;

	h->dh_ep = ep;
	h->dh_pdesc = dt_public_probe(ep->ep_probe);
	h->dh_probe = (dtrace_probedata_t){
		.dtpda_handle = h,
		.dtpda_edesc = dt_public_ep(h, ep),
		.dtpda_pdesc = &h->dh_pdesc,
		.dtpda_cpu = (int)rc->rc_cpu,
		.dtpda_data = (char *)rc,
		.dtpda_flow = flows[fp->fp_kind],
		.dtpda_prefix = fp->fp_prefix,
		.dtpda_indent = (int)fp->fp_indent,
		.dtpda_timestamp = rc->rc_time,
	};
	if (!h->dh_probe.dtpda_edesc)
		return DT_CHEW_ABORT;
	return h->dh_chew ? answer_of(h, h->dh_chew(&h->dh_probe, h->dh_chewarg)) : DT_CHEW_THIS;
}

static int output_operand(void *arg, const struct dt_action *ac, unsigned index,
	const struct dt_value *va)
{
	dtrace_hdl_t *h = arg;
	dtrace_probedata_t pd = h->dh_probe;

	if (va)
		pd.dtpda_data = (char *)va->va_data;
	return answer_of(h,
		h->dh_chewrec(&pd, ac ? &pd.dtpda_edesc->dtepd_rec[index] : NULL, h->dh_chewarg));
}

void dt_output_calls(dtrace_hdl_t *h, dtrace_consume_probe_f *chew, dtrace_consume_rec_f *chewrec,
	void *arg)
{
	h->dh_chew = chew;
	h->dh_chewrec = chewrec;
	h->dh_chewarg = arg;
	dt_consumer_mode(h->dh_consumer, !chew, chewrec ? output_operand : NULL);
}

void dt_output_setopt(dtrace_hdl_t *h, const char *name, const char *value)
{
	dtrace_setoptdata_t sd = { .dtsda_handle = h,
		.dtsda_probe = &h->dh_probe,
		.dtsda_option = name,
		.dtsda_newval = value };

	if (h->dh_setoptfn && h->dh_setoptfn(&sd, h->dh_setoptarg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}

int dtrace_handle_setopt(dtrace_hdl_t *h, dtrace_handle_setopt_f *fn, void *arg)
{
	h->dh_setoptfn = fn;
	h->dh_setoptarg = arg;
	return 0;
}

void dt_output_none(dtrace_hdl_t *h)
{
	h->dh_ep = NULL;
}
