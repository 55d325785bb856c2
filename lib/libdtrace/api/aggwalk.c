/* Aggregations, for a program that reads them itself. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "aggs.h"
#include "handle.h"

struct walk {
	dtrace_hdl_t *wk_h;
	dtrace_aggregate_f *wk_fn;
	void *wk_arg;
	dtrace_aggorder_t wk_order;
	dtrace_value_t *wk_keys;
	struct dt_value *wk_values; /* the keys' values */
	bool wk_stop;
};

struct entry { /* dtada_library */
	const struct dt_aggdesc *en_desc;
	const int64_t *en_data;
};

_Static_assert((int)DTRACEAGG_COUNT == DT_ACT_AGG_COUNT &&
		(int)DTRACEAGG_STDDEV == DT_ACT_AGG_STDDEV &&
		(int)DTRACEAGG_LLQUANTIZE == DT_ACT_AGG_LLQUANTIZE,
	"kinds of aggregations are public");

/*
 * Buckets.
 */
static int64_t bucket_low(const struct dt_aggdesc *ag, unsigned n)
{
	if (!n)
		return INT64_MIN;
	if (ag->ag_kind == DT_ACT_AGG_QUANTIZE && n <= DT_QUANT_ZERO)
		return dt_agg_bucket_value(ag->ag_kind, ag->ag_arg, n - 1) + 1;
	return dt_agg_bucket_value(ag->ag_kind, ag->ag_arg, n);
}

int dtrace_aggregate_bucket(const dtrace_aggdata_t *ad, unsigned n, dtrace_aggbucket_t *out)
{
	const struct entry *en = ad->dtada_library;

	if (n >= ad->dtada_nbuckets)
		return -1;
	out->dtab_low = bucket_low(en->en_desc, n);
	out->dtab_high = n + 1 < ad->dtada_nbuckets ? bucket_low(en->en_desc, n + 1) - 1 :
						      INT64_MAX;
	out->dtab_count = dt_agg_divide(en->en_data[n], ad->dtada_normal);
	return 0;
}

/*
 * A walk.
 */
static void row_keys(struct walk *wk, const struct dt_aggrow *ar)
{
	for (unsigned i = 0; i < ar->ar_desc->ag_nkeys; i++) {
		dt_aggset_key(ar, i, &wk->wk_values[i]);
		dt_value_public(&wk->wk_values[i], &wk->wk_keys[i]);
	}
}

static void row_change(struct walk *wk, const struct dt_aggset *at, const struct dt_aggrow *ar,
	bool remove)
{
	for (size_t i = 0; i < ar->ar_nmembers; i++) {
		struct dt_aggent ae = { .ae_desc = at->at_aggs[0], .ae_data = ar->ar_members[i] };

		if (remove)
			dt_agg_remove(wk->wk_h->dh_engine->en_aggs, &ae);
		else
			dt_agg_reset(wk->wk_h->dh_engine->en_aggs, &ae);
	}
}

static int row_visit(struct walk *wk, const struct dt_aggset *at, const struct dt_aggrow *ar)
{
	const struct dt_aggdesc *ag = at->at_aggs[0];
	struct entry en = { ag, ar->ar_data[0] };
	bool dist = dt_agg_isdist(ag);
	dtrace_aggdata_t ad = {
		.dtada_name = ag->ag_name,
		.dtada_id = ag->ag_id,
		.dtada_func = ag->ag_kind,
		.dtada_nkeys = ag->ag_nkeys,
		.dtada_keys = wk->wk_keys,
		.dtada_normal = dt_agg_normal(wk->wk_h->dh_consumer, ag),
		.dtada_nbuckets = dist ? dt_agg_words(ag->ag_kind, ag->ag_arg) : 0,
		.dtada_library = &en,
	};
	int answer;

	row_keys(wk, ar);
	if (!dist)
		ad.dtada_value = dt_agg_number(ag, en.en_data, ad.dtada_normal);
	answer = wk->wk_fn(&ad, wk->wk_arg);
	if (answer == DTRACE_AGGWALK_CLEAR || answer == DTRACE_AGGWALK_REMOVE)
		row_change(wk, at, ar, answer == DTRACE_AGGWALK_REMOVE);
	wk->wk_stop = answer == DTRACE_AGGWALK_STOP;
	return answer == DTRACE_AGGWALK_ABORT ? dt_set_error(wk->wk_h, EDT_ABORT) : 0;
}

static void rows_sort(struct dt_aggset *at, dtrace_aggorder_t order)
{
	if (order == DTRACE_AGGORDER_OPTIONS)
		dt_aggset_sort(at);
	else if (order != DTRACE_AGGORDER_NONE)
		dt_aggset_sort_by(at,
			order == DTRACE_AGGORDER_KEY || order == DTRACE_AGGORDER_KEYREV,
			order == DTRACE_AGGORDER_KEYREV || order == DTRACE_AGGORDER_VALUEREV);
}

static int walk_rows(struct walk *wk, struct dt_aggset *at)
{
	size_t n = at->at_aggs[0]->ag_nkeys + 1;
	int rc = 0;

	wk->wk_keys = base_calloc(n, sizeof(*wk->wk_keys));
	wk->wk_values = base_calloc(n, sizeof(*wk->wk_values));
	if (!wk->wk_keys || !wk->wk_values)
		rc = dt_set_error(wk->wk_h, EDT_NOMEM);
	for (size_t i = 0; i < at->at_nrows && !rc && !wk->wk_stop; i++)
		rc = row_visit(wk, at, &at->at_rows[i]);
	free(wk->wk_keys);
	free(wk->wk_values);
	return rc;
}

static int walk_one(struct walk *wk, const struct dt_aggdesc *ag)
{
	struct dt_aggdesc *const one = (struct dt_aggdesc *)ag;
	struct dt_aggset at;
	int rc;

	if (dt_aggset_gather(&at, wk->wk_h->dh_consumer, &one, 1) != 0)
		return dt_set_error(wk->wk_h, EDT_NOMEM);
	rows_sort(&at, wk->wk_order);
	rc = walk_rows(wk, &at);
	dt_aggset_free(&at);
	return rc;
}

/* Whether a program has an aggregation of that name, perhaps without entries. */
static bool name_known(dtrace_hdl_t *h, const char *name)
{
	for (uint32_t i = 0; i < h->dh_engine->en_necbs; i++) {
		const struct dt_action *ac =
			dt_engine_ecb(h->dh_engine, i + 1)->ec_desc.ep_clause->cl_actions;

		for (; ac; ac = ac->ac_next)
			for (uint32_t k = 0; k < ac->ac_naggs; k++)
				if (!strcmp(ac->ac_aggs[k]->ag_name, name))
					return true;
	}
	return false;
}

static int do_aggregate_walk(dtrace_hdl_t *h, const char *name, dtrace_aggorder_t order,
	dtrace_aggregate_f *fn, void *arg)
{
	struct walk wk = { .wk_h = h, .wk_fn = fn, .wk_arg = arg, .wk_order = order };
	const struct dt_aggdesc *ag;
	int rc = 0;

	if (!h->dh_consumer)
		return dt_set_error(h, EDT_INACTIVE);
	if (name && !name_known(h, name))
		return dt_set_error(h, EDT_NOAGG);
	for (uint32_t id = 0;
		rc == 0 && !wk.wk_stop && (id = dt_agg_next(h->dh_engine->en_aggs, id, &ag)) != 0;)
		if (!name || !strcmp(ag->ag_name, name))
			rc = walk_one(&wk, ag);
	return rc;
}

int dtrace_aggregate_walk(dtrace_hdl_t *h, const char *name, dtrace_aggorder_t order,
	dtrace_aggregate_f *fn, void *arg)
{
	DT_PUBLIC(h, -1, do_aggregate_walk(h, name, order, fn, arg));
}
