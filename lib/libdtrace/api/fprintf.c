/* Formats of a program's own, for values of records and aggregations. */
#include <string.h>
#include "alloc.h"
#include "aggs.h"
#include "grow.h"
#include "handle.h"

static void *format_create(dtrace_hdl_t *h, const char *text, bool agg)
{
	char err[256];
	struct dt_format *fm;

	if (!base_more(h->dh_formats, h->dh_nformats)) {
		dt_set_error(h, EDT_NOMEM);
		return NULL;
	}
	fm = dt_format_compile(text, err, sizeof(err));
	if (!fm) {
		dt_set_message(h, EDT_FAILED, "%s", err);
		return NULL;
	}
	h->dh_formats[h->dh_nformats++] = fm;
	for (unsigned i = 0; !agg && i < dt_format_nconv(fm); i++)
		if (dt_format_conv(fm, i)->fc_agg) {
			dt_set_message(h, EDT_FAILED, "conversion #%u is for aggregations", i + 1);
			return NULL;
		}
	return fm;
}

void *dtrace_printf_create(dtrace_hdl_t *h, const char *text)
{
	DT_PUBLIC(h, NULL, format_create(h, text, false));
}

void *dtrace_printa_create(dtrace_hdl_t *h, const char *text)
{
	DT_PUBLIC(h, NULL, format_create(h, text, true));
}

size_t dtrace_printf_format(dtrace_hdl_t *h, void *format, char *buf, size_t size)
{
	const char *text = dt_format_text(format);

	(void)h;
	if (size) {
		size_t n = strlen(text) < size ? strlen(text) : size - 1;

		memcpy(buf, text, n);
		buf[n] = '\0';
	}
	return strlen(text);
}

struct values {
	dtrace_hdl_t *vs_h;
	const dtrace_recdesc_t *vs_recs;
	unsigned vs_n, vs_next;
	const char *vs_buf;
	size_t vs_size;
};

static const void *value_data(const struct values *vs, const dtrace_recdesc_t *rd)
{
	if (rd->dtrd_offset > vs->vs_size || rd->dtrd_size > vs->vs_size - rd->dtrd_offset)
		return NULL;
	return vs->vs_buf + rd->dtrd_offset;
}

static bool value_next(void *arg, struct dt_value *va)
{
	struct values *vs = arg;
	const dtrace_recdesc_t *rd;
	const void *data;

	if (vs->vs_next >= vs->vs_n)
		return false;
	rd = &vs->vs_recs[vs->vs_next++];
	data = value_data(vs, rd);
	if (!data || !rd->dtrd_size)
		return false;
	*va = (struct dt_value){ .va_data = data,
		.va_size = rd->dtrd_size,
		.va_kind = dt_stack_kind(rd->dtrd_action) || dt_symbol_kind(rd->dtrd_action) ?
			rd->dtrd_action :
			DT_ACT_EXPR,
		.va_arg = rd->dtrd_arg,
		.va_signed = rd->dtrd_signed,
		.va_string = rd->dtrd_string,
		.va_typed = true };
	return true;
}

static void value_agg(void *arg, const struct dt_convspec *cs, int width, int prec)
{
	struct values *vs = arg;
	const dtrace_recdesc_t *rd = &vs->vs_recs[vs->vs_n - 1];
	const struct dt_aggdesc *ag = rd->dtrd_library;
	const int64_t *data = value_data(vs, rd);

	if (!data || !ag || !DTRACEACT_ISAGG(rd->dtrd_action))
		return;
	if (rd->dtrd_size > dt_agg_words(ag->ag_kind, ag->ag_arg) * sizeof(*data))
		data++; /* the constants */
	dt_aggs_convert(vs->vs_h->dh_consumer, ag, data, cs, width, prec);
}

static int do_fprintf(dtrace_hdl_t *h, FILE *fp, const struct dt_format *fm, struct values *vs)
{
	struct dt_format_source fs = { .fs_next = value_next,
		.fs_agg = vs->vs_n ? value_agg : NULL,
		.fs_arg = vs };
	struct dt_consumer *co = h->dh_consumer;
	FILE *out = h->dh_out;
	bool handing = h->dh_handing;

	if (!co)
		return dt_set_error(h, EDT_INACTIVE);
	if (dt_output_check(h, fp) < 0)
		return -1;
	dt_consumer_flush(co);
	h->dh_out = fp;
	h->dh_handing = !fp;
	dt_output_terminal(h);
	dt_format_print(co, fm, &fs);
	dt_consumer_flush(co);
	h->dh_out = out;
	h->dh_handing = handing;
	dt_output_terminal(h);
	return (int)vs->vs_next;
}

int dtrace_fprintf(dtrace_hdl_t *h, FILE *fp, void *format, const dtrace_probedata_t *pd,
	const dtrace_recdesc_t *recs, unsigned n, const void *buf, size_t size)
{
	struct values vs = { h, recs, n, 0, buf, size };

	(void)pd;
	DT_PUBLIC(h, -1, do_fprintf(h, fp, format, &vs));
}

int dtrace_fprinta(dtrace_hdl_t *h, FILE *fp, void *format, const dtrace_probedata_t *pd,
	const dtrace_recdesc_t *recs, unsigned n, const void *buf, size_t size)
{
	return dtrace_fprintf(h, fp, format, pd, recs, n, buf, size);
}
