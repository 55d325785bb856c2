/*
 * Descriptions of records and aggregations, as programs see them: made when the first is asked for,
 * and kept.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "consume_impl.h"
#include "grow.h"
#include "handle.h"

#define SAME(public, name) ((int)public == (int)DT_ACT_##name)
_Static_assert(SAME(DTRACEACT_DIFEXPR, EXPR) && SAME(DTRACEACT_PRINTA, PRINTA) &&
		SAME(DTRACEACT_LIBACT, LIB) && SAME(DTRACEACT_PRINT, PRINT) &&
		SAME(DTRACEACT_UADDR, UADDR) && SAME(DTRACEACT_FREOPEN, FREOPEN) &&
		SAME(DTRACEACT_MOD, MOD) && SAME(DTRACEACT_DISCARD, DISCARD) &&
		SAME(DTRACEAGG_COUNT, AGG_COUNT) && SAME(DTRACEAGG_STDDEV, AGG_STDDEV) &&
		SAME(DTRACEAGG_LLQUANTIZE, AGG_LLQUANTIZE) && SAME(DTRACEACT_RELOG, RELOG),
	"kinds of actions are public");
_Static_assert(DTRACE_QUANTIZE_NBUCKETS == DT_QUANT_NBUCKETS &&
		DTRACE_QUANTIZE_ZEROBUCKET == DT_QUANT_ZERO,
	"buckets are public");

dtrace_probedesc_t dt_public_probe(const struct dt_probe *pr)
{
	return (dtrace_probedesc_t){ pr->pr_id, pr->pr_prov, pr->pr_mod, pr->pr_func, pr->pr_name };
}

static void rec_value(dtrace_recdesc_t *rd, const struct dt_operand *op)
{
	struct dt_value va;

	dt_value_init(&va, op, NULL);
	rd->dtrd_size = op->op_size;
	rd->dtrd_alignment = (uint16_t)op->op_align;
	rd->dtrd_arg = op->op_arg;
	rd->dtrd_signed = va.va_signed;
	rd->dtrd_string = va.va_string;
	rd->dtrd_library = op;
}

static void rec_of(dtrace_recdesc_t *out, const struct dt_recdesc *rd)
{
	const struct dt_action *ac = rd->rd_action;

	if (rd->rd_op)
		rec_value(out, rd->rd_op);
	out->dtrd_action = ac->ac_kind;
	out->dtrd_size = rd->rd_size;
	out->dtrd_offset = rd->rd_offset;
	out->dtrd_fmttext = ac->ac_fmt ? dt_format_text(ac->ac_fmt) : NULL;
	out->dtrd_format = ac->ac_fmt != NULL;
}

static dtrace_eprobedesc_t *ep_make(const struct dt_epdesc *ep)
{
	dtrace_eprobedesc_t *ed = base_calloc(1,
		sizeof(*ed) + ep->ep_nrecs * sizeof(ed->dtepd_rec[0]));

	if (!ed)
		return NULL;
	ed->dtepd_epid = ep->ep_id;
	ed->dtepd_probeid = ep->ep_probe->pr_id;
	ed->dtepd_size = ep->ep_size;
	ed->dtepd_nrecs = (int)ep->ep_nrecs;
	for (uint32_t i = 0; i < ep->ep_nrecs; i++)
		rec_of(&ed->dtepd_rec[i], &ep->ep_recs[i]);
	return ed;
}

dtrace_eprobedesc_t *dt_public_ep(dtrace_hdl_t *h, const struct dt_epdesc *ep)
{
	if (!base_reach(h->dh_edescs, h->dh_nedescs, h->dh_engine->en_necbs))
		return NULL;
	if (!h->dh_edescs[ep->ep_id - 1])
		h->dh_edescs[ep->ep_id - 1] = ep_make(ep);
	return h->dh_edescs[ep->ep_id - 1];
}

/* The data of an entry: the number of the variable, the keys as the store has them, the value. */
static void agg_recs(dtrace_aggdesc_t *ad, const struct dt_aggdesc *ag, const uint32_t *offsets)
{
	uint32_t words = dt_agg_words(ag->ag_kind, ag->ag_arg), n = ag->ag_nkeys, i;
	bool constants = ag->ag_kind == DT_ACT_AGG_LQUANTIZE ||
		ag->ag_kind == DT_ACT_AGG_LLQUANTIZE;
	dtrace_recdesc_t *rd = ad->dtagd_rec;
	uint32_t at = sizeof(ad->dtagd_varid);

	rd[0] = (dtrace_recdesc_t){ .dtrd_action = DTRACEACT_DIFEXPR,
		.dtrd_size = at,
		.dtrd_alignment = at,
		.dtrd_signed = true };
	for (i = 0; i < n; i++) {
		rec_value(&rd[i + 1], &ag->ag_keys[i]);
		rd[i + 1].dtrd_action = ag->ag_keys[i].op_kind;
		rd[i + 1].dtrd_offset = at + offsets[i];
	}
	at += dt_agg_keysize(ag, NULL);
	rd[n + 1] = (dtrace_recdesc_t){ .dtrd_action = ag->ag_kind,
		.dtrd_size = (words + constants) * sizeof(int64_t),
		.dtrd_offset = at,
		.dtrd_alignment = sizeof(int64_t),
		.dtrd_arg = ag->ag_arg,
		.dtrd_signed = true,
		.dtrd_library = ag };
	ad->dtagd_size = at + rd[n + 1].dtrd_size;
}

static dtrace_aggdesc_t *agg_make(const struct dt_aggdesc *ag)
{
	uint32_t n = ag->ag_nkeys + 2, *offsets = base_calloc(n, sizeof(*offsets));
	dtrace_aggdesc_t *ad = base_calloc(1, sizeof(*ad) + n * sizeof(ad->dtagd_rec[0]));

	if (!ad || !offsets) {
		free(ad);
		free(offsets);
		return NULL;
	}
	dt_agg_keysize(ag, offsets);
	ad->dtagd_name = (char *)ag->ag_name;
	ad->dtagd_varid = ad->dtagd_id = ag->ag_id;
	ad->dtagd_nrecs = (int)n;
	agg_recs(ad, ag, offsets);
	free(offsets);
	return ad;
}

dtrace_aggdesc_t *dt_public_agg(dtrace_hdl_t *h, const struct dt_aggdesc *ag)
{
	struct dt_pubagg pa = { .pa_agg = ag };

	for (uint32_t i = 0; i < h->dh_naggs; i++)
		if (h->dh_aggs[i].pa_agg == ag)
			return h->dh_aggs[i].pa_desc;
	if (!base_more(h->dh_aggs, h->dh_naggs) || !(pa.pa_desc = agg_make(ag)))
		return NULL;
	h->dh_aggs[h->dh_naggs++] = pa;
	return pa.pa_desc;
}

void dt_public_free(dtrace_hdl_t *h)
{
	for (uint32_t i = 0; i < h->dh_nedescs; i++)
		free(h->dh_edescs[i]);
	for (uint32_t i = 0; i < h->dh_naggs; i++)
		free(h->dh_aggs[i].pa_desc);
	for (uint32_t i = 0; i < h->dh_nformats; i++)
		dt_format_free(h->dh_formats[i]);
	free(h->dh_edescs);
	free(h->dh_aggs);
	free(h->dh_formats);
	free(h->dh_desc);
	free(h->dh_symbol);
}
