/* The value of an entry, from its data. */
#include <string.h>
#include "aggs.h"

bool dt_agg_isdist(const struct dt_aggdesc *ag)
{
	return ag->ag_kind == DT_ACT_AGG_QUANTIZE || ag->ag_kind == DT_ACT_AGG_LQUANTIZE ||
		ag->ag_kind == DT_ACT_AGG_LLQUANTIZE;
}

int64_t dt_agg_divide(int64_t v, int64_t normal)
{
	if (normal == 0 || normal == 1)
		return v;
	return normal == -1 ? (int64_t)(0 - (uint64_t)v) : v / normal;
}

int64_t dt_agg_normal(const struct dt_consumer *co, const struct dt_aggdesc *ag)
{
	const struct dt_aggstate *as = dt_agg_state(co->co_args.ca_aggs, ag->ag_id);

	return !as || as->as_normal == 0 ? 1 : as->as_normal;
}

static uint64_t agg_sqrt(unsigned __int128 v)
{
	unsigned __int128 root = 0, bit = (unsigned __int128)1 << 126;

	while (bit > v)
		bit >>= 2;
	for (; bit != 0; bit >>= 2) {
		if (v >= root + bit) {
			v -= root + bit;
			root = (root >> 1) + bit;
		} else {
			root >>= 1;
		}
	}
	return (uint64_t)root;
}

/* All divisions truncate: the classic implementation had no floating point. */
static int64_t agg_stddev(const int64_t *data, int64_t normal)
{
	unsigned __int128 squares = (unsigned __int128)(uint64_t)data[3] << 64 | (uint64_t)data[2];
	uint64_t n = data[0], factor = normal < 0 ? 0 - (uint64_t)normal : (uint64_t)normal;
	__int128 mean;

	if (n == 0)
		return 0;
	mean = dt_agg_divide(data[1], normal) / (__int128)n;
	squares = squares / factor / factor / n;
	if (squares < (unsigned __int128)(mean * mean))
		return 0;
	return (int64_t)agg_sqrt(squares - (unsigned __int128)(mean * mean));
}

int64_t dt_agg_number(const struct dt_aggdesc *ag, const int64_t *data, int64_t normal)
{
	switch (ag->ag_kind) {
	case DT_ACT_AGG_AVG:
		return data[0] == 0 ? 0 : dt_agg_divide(dt_agg_divide(data[1], normal), data[0]);
	case DT_ACT_AGG_STDDEV: return agg_stddev(data, normal);
	default: return dt_agg_divide(data[0], normal);
	}
}

/*
 * The weight of a distribution is the sum of its values; values in the open ends count as just
 * outside the range.
 */
static double agg_weight(const struct dt_aggdesc *ag, const int64_t *data)
{
	uint32_t i, n = dt_agg_words(ag->ag_kind, ag->ag_arg);
	double sum = 0;

	for (i = 0; i < n; i++) {
		int64_t v;

		if (data[i] == 0)
			continue;
		v = dt_agg_bucket_value(ag->ag_kind, ag->ag_arg, i);
		if (ag->ag_kind != DT_ACT_AGG_QUANTIZE && i == 0)
			v--;
		else if (ag->ag_kind == DT_ACT_AGG_LQUANTIZE && i == n - 1)
			v++;
		sum += (double)v * (double)data[i];
	}
	return sum;
}

static int agg_compare_dist(const struct dt_aggdesc *ag, const int64_t *a, const int64_t *b)
{
	uint32_t zero = dt_agg_bucket(ag->ag_kind, ag->ag_arg, 0);
	double wa = agg_weight(ag, a), wb = agg_weight(ag, b);

	if (wa != wb)
		return wa < wb ? -1 : 1;
	return a[zero] < b[zero] ? -1 : a[zero] > b[zero];
}

int dt_agg_compare(const struct dt_aggdesc *ag, const int64_t *a, const int64_t *b)
{
	int64_t va, vb;

	if (dt_agg_isdist(ag))
		return agg_compare_dist(ag, a, b);
	va = dt_agg_number(ag, a, 1);
	vb = dt_agg_number(ag, b, 1);
	if (ag->ag_kind == DT_ACT_AGG_STDDEV)
		return (uint64_t)va < (uint64_t)vb ? -1 : (uint64_t)va > (uint64_t)vb;
	return va < vb ? -1 : va > vb;
}
