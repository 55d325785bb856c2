/* Distributions: rows of a label, a bar and a count. */
#include <inttypes.h>
#include <string.h>
#include "aggs.h"

#define BAR_WIDTH 40

void dt_bars_init(struct dt_bars *br, const struct dt_consumer *co)
{
	memset(br, 0, sizeof(*br));
	br->br_zoom = dt_co_opt(co, DT_OPT_AGGZOOM) == 1;
	br->br_utf8 = dt_co_opt(co, DT_OPT_ENCODING) == DT_ENCODING_UTF8;
}

static uint64_t bar_abs(int64_t v)
{
	return v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
}

void dt_bars_add(struct dt_bars *br, int64_t v)
{
	uint64_t a = bar_abs(v);

	br->br_sum += a;
	br->br_max = a > br->br_max ? a : br->br_max;
	br->br_pos |= v > 0;
	br->br_neg |= v < 0;
}

/*
 * Length of a bar in units of 1/parts of a column: width * parts * |v| / total, in whole numbers.
 * With zoom, the longest bar is 95 percent of the width, or all of it. round adds a half.
 */
static unsigned bar_length(const struct dt_bars *br, int64_t v, unsigned width, unsigned parts,
	bool round)
{
	unsigned __int128 total = br->br_zoom ? br->br_max : br->br_sum;
	unsigned __int128 num = (unsigned __int128)bar_abs(v) * width * parts;

	if (br->br_zoom && !br->br_full) {
		total *= 100;
		num *= 95;
	}
	if (total == 0)
		return 0;
	return round ? (2 * num + total) / (2 * total) : num / total;
}

static void bar_utf8(struct dt_out *ou, const struct dt_bars *br, int64_t v)
{
	unsigned eighths = bar_length(br, v, BAR_WIDTH, 8, false), i;

	dt_out_puts(ou, "|");
	for (i = 0; i < eighths / 8; i++)
		dt_out_utf8(ou, 0x2588);
	if (eighths % 8 != 0)
		dt_out_utf8(ou, 0x2590 - eighths % 8);
	dt_out_fill(ou, ' ', BAR_WIDTH - (eighths + 7) / 8);
}

static void bar_left(struct dt_out *ou, unsigned len, unsigned width)
{
	dt_out_fill(ou, ' ', width - len);
	dt_out_fill(ou, '@', len);
	dt_out_puts(ou, "|");
}

static void bar_right(struct dt_out *ou, unsigned len, unsigned width)
{
	dt_out_fill(ou, '@', len);
	dt_out_fill(ou, ' ', width - len);
}

void dt_bar_print(struct dt_out *ou, const struct dt_bars *br, int64_t v)
{
	unsigned width = br->br_pos && br->br_neg ? BAR_WIDTH / 2 : BAR_WIDTH, len;

	if (!br->br_neg && br->br_utf8) {
		bar_utf8(ou, br, v);
		return;
	}
	len = bar_length(br, v, width, 1, true);
	if (br->br_neg)
		bar_left(ou, v < 0 ? len : 0, width);
	else
		dt_out_puts(ou, "|");
	if (br->br_pos || !br->br_neg)
		bar_right(ou, v > 0 ? len : 0, width);
}

void dt_bars_heading(struct dt_out *ou, int width, const char *title)
{
	dt_out_printf(ou, "\n%*s %41s %-9s\n", width, title,
		"------------- Distribution -------------", "count");
}

bool dt_agg_used(const int64_t *data, uint32_t n, uint32_t *first, uint32_t *last)
{
	for (*first = 0; *first < n && data[*first] == 0; ++*first)
		;
	if (*first == n)
		return false;
	for (*last = n - 1; data[*last] == 0; --*last)
		;
	return true;
}

/* The buckets to print: those with data and one on each side; a few if there is no data. */
static void agg_range(const struct dt_aggdesc *ag, const int64_t *data, uint32_t *first,
	uint32_t *last)
{
	uint32_t n = dt_agg_words(ag->ag_kind, ag->ag_arg);

	if (!dt_agg_used(data, n, first, last)) {
		*first = ag->ag_kind == DT_ACT_AGG_QUANTIZE ? DT_QUANT_ZERO - 1 : 0;
		*last = *first + (ag->ag_kind == DT_ACT_AGG_LLQUANTIZE ? 1 : 2);
		if (*last >= n)
			*last = n - 1;
		return;
	}
	*first -= *first > 0;
	*last += *last < n - 1;
}

void dt_agg_label(const struct dt_aggdesc *ag, uint32_t bucket, char *out, size_t size)
{
	uint32_t last = dt_agg_words(ag->ag_kind, ag->ag_arg) - 1;
	const char *how = "";

	if (ag->ag_kind != DT_ACT_AGG_QUANTIZE)
		how = bucket == 0 ? "< " : bucket == last ? ">= " : "";
	snprintf(out, size, "%s%" PRId64, how,
		dt_agg_bucket_value(ag->ag_kind, ag->ag_arg, bucket));
}

void dt_dist_print(struct dt_consumer *co, const struct dt_aggdesc *ag, const int64_t *data,
	int64_t normal)
{
	struct dt_out *ou = &co->co_out;
	uint32_t first, last;
	struct dt_bars bars;
	char label[32];

	agg_range(ag, data, &first, &last);
	dt_bars_init(&bars, co);
	for (uint32_t i = first; i <= last; i++)
		dt_bars_add(&bars, data[i]);
	dt_bars_heading(ou, 16, "value");
	for (uint32_t i = first; i <= last; i++) {
		dt_agg_label(ag, i, label, sizeof(label));
		dt_out_printf(ou, "%16s ", label);
		dt_bar_print(ou, &bars, data[i]);
		dt_out_printf(ou, " %-9lld\n", (long long)dt_agg_divide(data[i], normal));
	}
}
