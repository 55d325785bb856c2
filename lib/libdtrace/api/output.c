/*
 * Where text goes, and the handlers that are called before a record becomes text.
 *
 * Records may be consumed before the first dtrace_work() names a stream (a printa() in BEGIN must
 * print the aggregations as they are then): their text is kept in the handle.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
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
	dtrace_bufdata_t bd = { .dtbda_hdl = h,
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
static int abort_if(dtrace_hdl_t *h, int answer)
{
	if (answer == DTRACE_CONSUME_ABORT)
		h->dh_abort = true;
	return answer == DTRACE_CONSUME_THIS ? DT_CHEW_THIS :
		h->dh_abort		     ? DT_CHEW_ABORT :
					       DT_CHEW_NEXT;
}

int dt_output_record(void *arg, const struct dt_epdesc *ep, const struct dt_record *rc)
{
	dtrace_hdl_t *h = arg;
	const struct dt_probe *pr = ep->ep_probe;

	h->dh_ep = ep;
	h->dh_probe = (dtrace_probedata_t){
		.dtpra_hdl = h,
		.dtpra_epid = ep->ep_id,
		.dtpra_probe = { pr->pr_id, pr->pr_prov, pr->pr_mod, pr->pr_func, pr->pr_name },
		.dtpra_cpu = (int)rc->rc_cpu,
		.dtpra_time = rc->rc_time,
	};
	return h->dh_chew ? abort_if(h, h->dh_chew(&h->dh_probe, h->dh_chewarg)) : DT_CHEW_THIS;
}

#define SAME(name) ((int)DTRACEACT_##name == (int)DT_ACT_##name)
_Static_assert(SAME(PRINTA) && SAME(PRINT) && SAME(UADDR) && SAME(FREOPEN) && SAME(MOD),
	"kinds of actions are public");

int dt_output_operand(void *arg, const struct dt_action *ac, unsigned index, unsigned count,
	const struct dt_value *va)
{
	dtrace_hdl_t *h = arg;
	dtrace_recdesc_t rd = { .dtrd_index = index, .dtrd_count = count };

	if (!ac)
		return abort_if(h, h->dh_chewrec(&h->dh_probe, NULL, h->dh_chewarg));
	rd.dtrd_action = ac->ac_kind;
	rd.dtrd_format = ac->ac_fmt ? dt_format_text(ac->ac_fmt) : NULL;
	if (va)
		dt_value_public(va, &rd.dtrd_value);
	return abort_if(h, h->dh_chewrec(&h->dh_probe, &rd, h->dh_chewarg));
}

void dt_output_setopt(dtrace_hdl_t *h, const char *name, const char *value)
{
	dtrace_setoptdata_t sd = { .dtsda_hdl = h,
		.dtsda_probe = &h->dh_probe,
		.dtsda_option = name,
		.dtsda_value = value };

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

int dtrace_handle_records(dtrace_hdl_t *h, dtrace_chew_f *chew, dtrace_chewrec_f *chewrec,
	void *arg)
{
	if (h->dh_going)
		return dt_set_error(h, EDT_ACTIVE);
	h->dh_chew = chew;
	h->dh_chewrec = chewrec;
	h->dh_chewarg = arg;
	return 0;
}
