/* The order of aggregation entries. */
#include <stdlib.h>
#include <string.h>
#include "aggs.h"

struct sort_order {
	const struct dt_aggset *so_set;
	bool so_keysfirst, so_reverse;
	unsigned so_keypos; /* the first key to compare; the others follow, cyclically */
	unsigned so_valpos; /* the same for the aggregations */
};

/* The addresses of symbols compare as numbers, process first. */
static int sort_symbols(const struct dt_value *a, const struct dt_value *b)
{
	for (uint32_t i = 0; i + 8 <= a->va_size && i + 8 <= b->va_size; i += 8) {
		uint64_t x, y;

		memcpy(&x, a->va_data + i, 8);
		memcpy(&y, b->va_data + i, 8);
		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

static int sort_key(const struct dt_aggrow *a, const struct dt_aggrow *b, unsigned i)
{
	struct dt_value va, vb;
	int r;

	dt_aggset_key(a, i, &va);
	dt_aggset_key(b, i, &vb);
	if (dt_symbol_kind(va.va_kind))
		return sort_symbols(&va, &vb);
	if (va.va_kind == DT_ACT_EXPR && dt_value_isint(&va) && dt_value_isint(&vb)) {
		int64_t x = dt_value_int(&va), y = dt_value_int(&vb);

		if (x == y)
			return va.va_size < vb.va_size ? -1 : va.va_size > vb.va_size;
		if (va.va_signed)
			return x < y ? -1 : 1;
		return (uint64_t)x < (uint64_t)y ? -1 : 1;
	}
	r = memcmp(va.va_data, vb.va_data, va.va_size < vb.va_size ? va.va_size : vb.va_size);
	return r != 0 ? r : va.va_size < vb.va_size ? -1 : va.va_size > vb.va_size;
}

static int sort_keys(const struct sort_order *so, const struct dt_aggrow *a,
	const struct dt_aggrow *b)
{
	unsigned n = a->ar_desc->ag_nkeys, i;
	int r = 0;

	for (i = 0; i < n && i < b->ar_desc->ag_nkeys && r == 0; i++)
		r = sort_key(a, b, (so->so_keypos + i) % n);
	return r;
}

int dt_aggrow_compare(const struct dt_aggrow *a, const struct dt_aggrow *b)
{
	static const struct sort_order so = { .so_keypos = 0 };
	int r = sort_keys(&so, a, b);

	return r ? r : (int)a->ar_desc->ag_nkeys - (int)b->ar_desc->ag_nkeys;
}

static int sort_values(const struct sort_order *so, const struct dt_aggrow *a,
	const struct dt_aggrow *b)
{
	unsigned n = so->so_set->at_naggs, i, k;
	int r = 0;

	for (i = 0; i < n && r == 0; i++) {
		k = (so->so_valpos + i) % n;
		r = dt_agg_compare(so->so_set->at_aggs[k], a->ar_data[k], b->ar_data[k]);
	}
	return r;
}

static int sort_compare(const void *x, const void *y, void *arg)
{
	const struct sort_order *so = arg;
	const struct dt_aggrow *a = x, *b = y;
	int r = so->so_keysfirst ? sort_keys(so, a, b) : sort_values(so, a, b);

	if (r == 0)
		r = so->so_keysfirst ? sort_values(so, a, b) : sort_keys(so, a, b);
	return so->so_reverse ? -r : r;
}

static void sort_rows(struct dt_aggset *at, struct sort_order *so)
{
	so->so_set = at;
	if (at->at_nrows > 1)
		qsort_r(at->at_rows, at->at_nrows, sizeof(*at->at_rows), sort_compare, so);
}

void dt_aggset_sort_values(struct dt_aggset *at)
{
	struct sort_order so = { .so_keysfirst = false };

	sort_rows(at, &so);
}

static unsigned sort_position(const struct dt_consumer *co, enum dt_option opt, unsigned n)
{
	int64_t pos = dt_co_opt(co, opt);

	return pos >= 0 && pos < n ? pos : 0;
}

void dt_aggset_sort(struct dt_aggset *at)
{
	const struct dt_consumer *co = at->at_co;
	struct sort_order so = {
		.so_keysfirst = dt_co_opt(co, DT_OPT_AGGSORTKEY) == 1,
		.so_reverse = dt_co_opt(co, DT_OPT_AGGSORTREV) == 1,
		.so_keypos = sort_position(co, DT_OPT_AGGSORTKEYPOS, at->at_aggs[0]->ag_nkeys),
		.so_valpos = sort_position(co, DT_OPT_AGGSORTPOS, at->at_naggs),
	};

	sort_rows(at, &so);
}
