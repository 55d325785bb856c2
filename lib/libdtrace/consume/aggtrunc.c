/* trunc(): which entries of an aggregation are kept. */
#include <stdlib.h>
#include "alloc.h"
#include "aggs.h"

struct trunc {
	struct dt_consumer *tr_co;
	const int64_t **tr_keep; /* data of the entries that are kept, sorted by address */
	size_t tr_nkeep;
};

static int trunc_compare(const void *x, const void *y)
{
	uintptr_t a = (uintptr_t) * (const int64_t *const *)x;
	uintptr_t b = (uintptr_t) * (const int64_t *const *)y;

	return a < b ? -1 : a > b;
}

static int trunc_entry(const struct dt_aggent *ae, void *arg)
{
	struct trunc *tr = arg;
	const int64_t *data = ae->ae_data;

	if (!bsearch(&data, tr->tr_keep, tr->tr_nkeep, sizeof(data), trunc_compare))
		dt_agg_remove(tr->tr_co->co_args.ca_aggs, ae);
	return 0;
}

/* Of a sorted set, keeps the first n rows. */
static void trunc_rows(struct dt_consumer *co, const struct dt_aggset *at, size_t first, size_t n)
{
	struct trunc tr = { .tr_co = co };
	size_t i, k, members = 0;

	for (i = first; i < first + n; i++)
		members += at->at_rows[i].ar_nmembers;
	tr.tr_keep = base_malloc(members * sizeof(*tr.tr_keep));
	if (!tr.tr_keep)
		return;
	for (i = first; i < first + n; i++) {
		for (k = 0; k < at->at_rows[i].ar_nmembers; k++)
			tr.tr_keep[tr.tr_nkeep++] = at->at_rows[i].ar_members[k];
	}
	qsort(tr.tr_keep, tr.tr_nkeep, sizeof(*tr.tr_keep), trunc_compare);
	dt_agg_walk_one(co->co_args.ca_aggs, at->at_aggs[0]->ag_id, trunc_entry, &tr);
	free(tr.tr_keep);
}

void dt_consume_trunc(struct dt_consumer *co, const struct dt_aggdesc *ag, int64_t n)
{
	struct dt_aggdesc *const one = (struct dt_aggdesc *)ag;
	uint64_t keep = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
	struct dt_aggset at;

	if (n == 0) {
		dt_agg_empty(co->co_args.ca_aggs, ag);
		return;
	}
	if (dt_aggset_gather(&at, co, &one, 1) != 0)
		return;
	dt_aggset_sort_values(&at);
	if (keep < at.at_nrows)
		trunc_rows(co, &at, n < 0 ? 0 : at.at_nrows - keep, keep);
	dt_aggset_free(&at);
}
