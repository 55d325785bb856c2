/* Walks of aggregations, as data. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "aggs.h"
#include "grow.h"
#include "handle.h"

enum { BY_KEY = 1, BY_VALUE = 2, VARIABLE_LAST = 4, DESCENDING = 8, BY_OPTIONS = 16 };

struct walk {
	dtrace_hdl_t *wk_h;
	dtrace_aggregate_f *wk_fn;
	void *wk_arg;
	unsigned wk_order;
	struct dt_aggset *wk_sets;
	uint32_t wk_nsets;
	const struct dt_aggrow **wk_rows; /* of all sets */
	size_t wk_nrows;
};

/*
 * An entry as data.
 */
static bool entry_fill(dtrace_hdl_t *h, const struct dt_aggrow *ar, const int64_t *data,
	dtrace_aggdata_t *ad)
{
	const struct dt_aggdesc *ag = ar->ar_desc;
	dtrace_aggdesc_t *desc = dt_public_agg(h, ag);
	uint32_t keysize = dt_agg_keysize(ag, NULL);
	const dtrace_recdesc_t *value;
	char *p;

	*ad = (dtrace_aggdata_t){ .dtada_handle = h, .dtada_desc = desc, .dtada_library = ar };
	if (!desc || !(ad->dtada_data = base_calloc(1, desc->dtagd_size)))
		return false;
	ad->dtada_size = desc->dtagd_size;
	ad->dtada_normal = dt_agg_normal(h->dh_consumer, ag);
	if (!dt_agg_isdist(ag))
		ad->dtada_value = dt_agg_number(ag, data, ad->dtada_normal);
	memcpy(ad->dtada_data, &desc->dtagd_varid, sizeof(desc->dtagd_varid));
	memcpy(ad->dtada_data + sizeof(desc->dtagd_varid), ar->ar_key, keysize);
	value = &desc->dtagd_rec[desc->dtagd_nrecs - 1];
	p = ad->dtada_data + value->dtrd_offset;
	if (value->dtrd_size > dt_agg_words(ag->ag_kind, ag->ag_arg) * sizeof(int64_t)) {
		memcpy(p, &ag->ag_arg, sizeof(ag->ag_arg));
		p += sizeof(ag->ag_arg);
	}
	memcpy(p, data, dt_agg_words(ag->ag_kind, ag->ag_arg) * sizeof(int64_t));
	return true;
}

static void entry_change(struct walk *wk, const struct dt_aggrow *ar, bool remove)
{
	for (size_t i = 0; i < ar->ar_nmembers; i++) {
		struct dt_aggent ae = { .ae_desc = ar->ar_desc, .ae_data = ar->ar_members[i] };

		if (remove)
			dt_agg_remove(wk->wk_h->dh_engine->en_aggs, &ae);
		else
			dt_agg_reset(wk->wk_h->dh_engine->en_aggs, &ae);
	}
}

static void entry_normalize(dtrace_hdl_t *h, const struct dt_aggdesc *ag, uint64_t factor)
{
	struct dt_aggstate *as = dt_agg_state(h->dh_engine->en_aggs, ag->ag_id);

	if (as && factor)
		as->as_normal = (int64_t)factor;
}

static int visit(struct walk *wk, const struct dt_aggrow *ar)
{
	const struct dt_aggdesc *ag = ar->ar_desc;
	dtrace_aggdata_t ad;
	int answer;

	if (!entry_fill(wk->wk_h, ar, ar->ar_data[0], &ad))
		return dt_set_error(wk->wk_h, EDT_NOMEM);
	answer = wk->wk_fn(&ad, wk->wk_arg);
	free(ad.dtada_data);
	switch (answer) {
	case DTRACE_AGGWALK_NEXT: return 0;
	case DTRACE_AGGWALK_CLEAR:
	case DTRACE_AGGWALK_REMOVE: entry_change(wk, ar, answer == DTRACE_AGGWALK_REMOVE); return 0;
	case DTRACE_AGGWALK_NORMALIZE: entry_normalize(wk->wk_h, ag, ad.dtada_normal); return 0;
	case DTRACE_AGGWALK_DENORMALIZE: entry_normalize(wk->wk_h, ag, 1); return 0;
	}
	return dt_set_error(wk->wk_h, EDT_ABORT);
}

/*
 * Order.
 */
static int by_variable(const struct dt_aggrow *a, const struct dt_aggrow *b)
{
	uint32_t x = a->ar_desc->ag_id, y = b->ar_desc->ag_id;

	return x < y ? -1 : x > y;
}

/* Values of different aggregations compare as they are printed. */
static int by_value(const struct dt_aggrow *a, const struct dt_aggrow *b)
{
	const struct dt_aggdesc *ag = a->ar_desc, *bg = b->ar_desc;
	int64_t v, w;

	if (ag->ag_id == bg->ag_id)
		return dt_agg_compare(ag, a->ar_data[0], b->ar_data[0]);
	if (dt_agg_isdist(ag) || dt_agg_isdist(bg))
		return 0;
	v = dt_agg_number(ag, a->ar_data[0], 1);
	w = dt_agg_number(bg, b->ar_data[0], 1);
	return v < w ? -1 : v > w;
}

static int compare(const void *x, const void *y, void *arg)
{
	const struct dt_aggrow *a = *(const struct dt_aggrow *const *)x;
	const struct dt_aggrow *b = *(const struct dt_aggrow *const *)y;
	unsigned order = *(unsigned *)arg;
	bool keys = order & BY_KEY;
	int r = order & VARIABLE_LAST ? 0 : by_variable(a, b);

	if (!r)
		r = keys ? dt_aggrow_compare(a, b) : by_value(a, b);
	if (!r && order & VARIABLE_LAST)
		r = by_variable(a, b);
	if (!r)
		r = keys ? by_value(a, b) : dt_aggrow_compare(a, b);
	return order & DESCENDING ? -r : r;
}

/*
 * A walk.
 */
/* The set points to `one`, but only its sort looks there. */
static int walk_add(struct walk *wk, const struct dt_aggdesc *ag)
{
	struct dt_aggdesc *const one = (struct dt_aggdesc *)ag;
	struct dt_aggset *at;

	if (!base_more(wk->wk_sets, wk->wk_nsets))
		return -1;
	at = &wk->wk_sets[wk->wk_nsets];
	if (dt_aggset_gather(at, wk->wk_h->dh_consumer, &one, 1) != 0)
		return -1;
	wk->wk_nsets++;
	if (wk->wk_order & BY_OPTIONS)
		dt_aggset_sort(at);
	wk->wk_nrows += at->at_nrows;
	return 0;
}

static int walk_gather(struct walk *wk)
{
	const struct dt_aggdesc *ag;
	size_t at = 0;

	for (uint32_t id = 0; (id = dt_agg_next(wk->wk_h->dh_engine->en_aggs, id, &ag)) != 0;)
		if (walk_add(wk, ag) != 0)
			return -1;
	wk->wk_rows = base_calloc(wk->wk_nrows + 1, sizeof(*wk->wk_rows));
	if (!wk->wk_rows)
		return -1;
	for (uint32_t i = 0; i < wk->wk_nsets; i++)
		for (size_t k = 0; k < wk->wk_sets[i].at_nrows; k++)
			wk->wk_rows[at++] = &wk->wk_sets[i].at_rows[k];
	return 0;
}

static int do_walk(dtrace_hdl_t *h, unsigned order, dtrace_aggregate_f *fn, void *arg)
{
	struct walk wk = { .wk_h = h, .wk_fn = fn, .wk_arg = arg, .wk_order = order };
	int rc;

	if (!h->dh_consumer)
		return dt_set_error(h, EDT_INACTIVE);
	rc = walk_gather(&wk) == 0 ? 0 : dt_set_error(h, EDT_NOMEM);
	if (!rc && wk.wk_nrows > 1 && order & (BY_KEY | BY_VALUE))
		qsort_r(wk.wk_rows, wk.wk_nrows, sizeof(*wk.wk_rows), compare, &order);
	for (size_t i = 0; i < wk.wk_nrows && !rc; i++)
		rc = visit(&wk, wk.wk_rows[i]);
	for (uint32_t i = 0; i < wk.wk_nsets; i++)
		dt_aggset_free(&wk.wk_sets[i]);
	free(wk.wk_sets);
	free(wk.wk_rows);
	return rc;
}

/* clang-format off */
#define WALK(name, order) \
int dtrace_aggregate_walk##name(dtrace_hdl_t *h, dtrace_aggregate_f *fn, void *arg) \
{ \
	DT_PUBLIC(h, -1, do_walk(h, order, fn, arg)); \
}
WALK(, 0)
WALK(_sorted, BY_OPTIONS)
WALK(_keysorted, BY_KEY)
WALK(_valsorted, BY_VALUE)
WALK(_keyvarsorted, BY_KEY | VARIABLE_LAST)
WALK(_valvarsorted, BY_VALUE | VARIABLE_LAST)
WALK(_keyrevsorted, BY_KEY | DESCENDING)
WALK(_valrevsorted, BY_VALUE | DESCENDING)
WALK(_keyvarrevsorted, BY_KEY | VARIABLE_LAST | DESCENDING)
WALK(_valvarrevsorted, BY_VALUE | VARIABLE_LAST | DESCENDING)
/* clang-format on */

/*
 * Joined.
 */
static int visit_joined(dtrace_hdl_t *h, const struct dt_aggset *at, const struct dt_aggrow *ar,
	dtrace_aggregate_walk_joined_f *fn, void *arg)
{
	unsigned n = at->at_naggs;
	dtrace_aggdata_t *data = base_calloc(n + 1, sizeof(*data));
	const dtrace_aggdata_t **all = base_calloc(n + 1, sizeof(*all));
	int rc = !data || !all ? dt_set_error(h, EDT_NOMEM) : 0;

	for (unsigned i = 0; i < n && !rc; i++) {
		struct dt_aggrow row = *ar;

		/* joined keys have one layout; the value's is the variable's */
		if (dt_agg_keysize(at->at_aggs[i], NULL) == dt_agg_keysize(ar->ar_desc, NULL))
			row.ar_desc = at->at_aggs[i];
		if (!entry_fill(h, &row, ar->ar_data[i], &data[i + 1]))
			rc = dt_set_error(h, EDT_NOMEM);
		data[i + 1].dtada_library = ar;
		all[i + 1] = &data[i + 1];
	}
	if (!rc) {
		data[0] = data[1];
		all[0] = &data[0];
		if (fn(all, (int)n + 1, arg) != DTRACE_AGGWALK_NEXT)
			rc = dt_set_error(h, EDT_ABORT);
	}
	for (unsigned i = 0; data && i < n; i++)
		free(data[i + 1].dtada_data);
	free(data);
	free(all);
	return rc;
}

static const struct dt_aggdesc *agg_of(dtrace_hdl_t *h, dtrace_aggvarid_t var)
{
	const struct dt_aggdesc *ag = NULL;

	if (var <= 0 || var > UINT32_MAX ||
		dt_agg_next(h->dh_engine->en_aggs, (uint32_t)var - 1, &ag) != (uint32_t)var)
		return NULL;
	return ag;
}

static int do_walk_joined(dtrace_hdl_t *h, const dtrace_aggvarid_t *vars, int n,
	dtrace_aggregate_walk_joined_f *fn, void *arg)
{
	const struct dt_aggdesc **aggs;
	struct dt_aggset at = { 0 };
	int rc = 0, known = 0;

	if (!h->dh_consumer)
		return dt_set_error(h, EDT_INACTIVE);
	aggs = base_calloc(n > 0 ? (size_t)n : 1, sizeof(*aggs));
	if (!aggs)
		return dt_set_error(h, EDT_NOMEM);
	for (int i = 0; i < n; i++)
		if ((aggs[known] = agg_of(h, vars[i])) != NULL)
			known++; /* one without entries has no description */
	if (known &&
		dt_aggset_gather(&at, h->dh_consumer, (struct dt_aggdesc *const *)aggs,
			(unsigned)known) != 0)
		rc = dt_set_error(h, EDT_NOMEM);
	else if (known)
		dt_aggset_sort(&at);
	for (size_t i = 0; i < at.at_nrows && !rc; i++)
		rc = visit_joined(h, &at, &at.at_rows[i], fn, arg);
	dt_aggset_free(&at);
	free(aggs);
	return rc;
}

int dtrace_aggregate_walk_joined(dtrace_hdl_t *h, dtrace_aggvarid_t *vars, int n,
	dtrace_aggregate_walk_joined_f *fn, void *arg)
{
	DT_PUBLIC(h, -1, do_walk_joined(h, vars, n, fn, arg));
}

/*
 * All of them.
 */
static int do_clear(dtrace_hdl_t *h)
{
	const struct dt_aggdesc *ag;

	if (!h->dh_consumer)
		return dt_set_error(h, EDT_INACTIVE);
	for (uint32_t id = 0; (id = dt_agg_next(h->dh_engine->en_aggs, id, &ag)) != 0;)
		dt_agg_clear(h->dh_engine->en_aggs, ag);
	return 0;
}

static int public_clear(dtrace_hdl_t *h)
{
	DT_PUBLIC(h, -1, do_clear(h));
}

void dtrace_aggregate_clear(dtrace_hdl_t *h)
{
	public_clear(h);
}

static int print_entry(const dtrace_aggdata_t *ad, void *arg)
{
	dtrace_hdl_t *h = arg;

	dt_aggs_print_row(h->dh_consumer, ad->dtada_library);
	return DTRACE_AGGWALK_NEXT;
}

static int do_aggregate_print(dtrace_hdl_t *h, FILE *fp, dtrace_aggregate_walk_f *walk)
{
	if (!h->dh_consumer)
		return dt_set_error(h, EDT_INACTIVE);
	if (dt_output_check(h, fp) < 0)
		return -1;
	dtrace_output(h, fp);
	if (walk)
		return walk(h, print_entry, h);
	return dt_consume_aggs(h->dh_consumer) != 0 ? dt_set_error(h, EDT_NOMEM) : dt_aborted(h);
}

int dtrace_aggregate_print(dtrace_hdl_t *h, FILE *fp, dtrace_aggregate_walk_f *walk)
{
	DT_PUBLIC(h, -1, do_aggregate_print(h, fp, walk));
}
