/*
 * Options agghist and aggpack: an aggregation as one table with a line for each key.
 *
 * agghist draws one bar for each key; aggpack draws a distribution in one line, a character for
 * each bucket.
 */
#include <stdlib.h>
#include <string.h>
#include "aggs.h"

#define PACK_LABEL 4 /* columns at least */
#define PACK_LINEAR_LABEL 8

static int table_keywidth(const struct dt_value *va)
{
	if (va->va_kind != DT_ACT_EXPR || !dt_value_isint(va))
		return 16;
	return va->va_size == 8 ? 16 : va->va_size == 4 ? 8 : va->va_size == 2 ? 5 : 3;
}

static void table_key(struct dt_consumer *co, const struct dt_value *va)
{
	int width = table_keywidth(va);
	char text[DT_SYM_MAX];

	if (dt_stack_kind(va->va_kind)) {
		dt_stack_print(co, va, dt_co_opt(co, DT_OPT_STACKINDENT));
	} else if (dt_symbol_kind(va->va_kind)) {
		dt_symbol_value(co, va, text, sizeof(text));
		dt_out_fill(&co->co_out, ' ', 1);
		dt_out_column(&co->co_out, text, strlen(text), width);
	} else if (dt_value_isint(va)) {
		dt_out_printf(&co->co_out, " %*lld", width,
			(long long)(va->va_size < 4 ? dt_value_int(va) : dt_value_signed(va)));
	} else {
		dt_out_fill(&co->co_out, ' ', 1);
		dt_out_column(&co->co_out, (const char *)va->va_data, dt_value_strlen(va), width);
	}
}

static void table_keys(struct dt_aggset *at, const struct dt_aggrow *ar)
{
	struct dt_value va;

	for (uint32_t i = 0; i < ar->ar_desc->ag_nkeys; i++) {
		dt_aggset_key(ar, i, &va);
		table_key(at->at_co, &va);
	}
}

/* The width of a row's keys, each with a blank before it. */
static int table_width(const struct dt_aggset *at)
{
	const struct dt_aggrow *ar = &at->at_rows[0];
	struct dt_value va;
	int width = 0;

	for (uint32_t i = 0; i < ar->ar_desc->ag_nkeys; i++) {
		dt_aggset_key(ar, i, &va);
		width += table_keywidth(&va) + 1;
	}
	return width;
}

static void hist_print(struct dt_aggset *at)
{
	const struct dt_aggdesc *ag = at->at_aggs[0];
	struct dt_consumer *co = at->at_co;
	int64_t normal = dt_agg_normal(co, ag), v;
	int width = table_width(at);
	struct dt_bars bars;

	dt_bars_init(&bars, co);
	for (size_t i = 0; i < at->at_nrows; i++)
		dt_bars_add(&bars, dt_agg_number(ag, at->at_rows[i].ar_data[0], 1));
	bars.br_full = !bars.br_neg;
	dt_bars_heading(&co->co_out, width, width > 0 ? "key" : "");
	for (size_t i = 0; i < at->at_nrows; i++) {
		const int64_t *data = at->at_rows[i].ar_data[0];

		table_keys(at, &at->at_rows[i]);
		dt_out_puts(&co->co_out, " ");
		dt_bar_print(&co->co_out, &bars, dt_agg_number(ag, data, 1));
		v = dt_agg_number(ag, data, normal);
		dt_out_printf(&co->co_out, " %-9lld\n", (long long)v);
		dt_consumer_flush(co);
	}
}

struct pack {
	struct dt_consumer *pk_co;
	const struct dt_aggdesc *pk_agg;
	uint32_t pk_first, pk_last;  /* buckets shown */
	char pk_min[32], pk_max[32]; /* their labels */
	int pk_minwidth, pk_maxwidth;
	int64_t pk_normal;
	bool pk_utf8;
};

static bool pack_utf8(const struct dt_consumer *co)
{
	int64_t encoding = dt_co_opt(co, DT_OPT_ENCODING);
	const char *term = getenv("TERM");

	if (encoding == DT_ENCODING_ASCII || encoding == DT_ENCODING_UTF8)
		return encoding == DT_ENCODING_UTF8;
	return !term ||
		(strcmp(term, "sun") != 0 && strcmp(term, "sun-color") != 0 &&
			strcmp(term, "dumb") != 0);
}

/*
 * The buckets in which any entry has data, and one more on each side; but if the lowest one is that
 * of 0, none below it.
 */
static void pack_range(struct pack *pk, const struct dt_aggset *at)
{
	uint32_t n = dt_agg_words(pk->pk_agg->ag_kind, pk->pk_agg->ag_arg), lo = n, hi = 0;
	uint32_t first, last;

	if (pk->pk_agg->ag_kind == DT_ACT_AGG_LQUANTIZE) {
		pk->pk_first = 0;
		pk->pk_last = n - 1;
		return;
	}
	for (size_t i = 0; i < at->at_nrows; i++) {
		if (!dt_agg_used(at->at_rows[i].ar_data[0], n, &first, &last))
			continue;
		lo = first < lo ? first : lo;
		hi = last > hi ? last : hi;
	}
	if (lo == n)
		lo = hi = DT_QUANT_ZERO;
	pk->pk_first = lo == 0 || lo == DT_QUANT_ZERO ? lo : lo - 1;
	pk->pk_last = hi < n - 1 ? hi + 1 : hi;
}

static int pack_width(const char *label, size_t least)
{
	size_t n = strlen(label);

	return (int)(n > least ? n : least);
}

static void pack_init(struct pack *pk, const struct dt_aggset *at)
{
	bool linear;

	pk->pk_co = at->at_co;
	pk->pk_agg = at->at_aggs[0];
	pk->pk_normal = dt_agg_normal(at->at_co, pk->pk_agg);
	pk->pk_utf8 = pack_utf8(at->at_co);
	pack_range(pk, at);
	dt_agg_label(pk->pk_agg, pk->pk_first, pk->pk_min, sizeof(pk->pk_min));
	dt_agg_label(pk->pk_agg, pk->pk_last, pk->pk_max, sizeof(pk->pk_max));
	/* a blank is before the first one */
	linear = pk->pk_agg->ag_kind == DT_ACT_AGG_LQUANTIZE;
	pk->pk_minwidth = pack_width(pk->pk_min, linear ? PACK_LINEAR_LABEL - 1 : PACK_LABEL);
	pk->pk_maxwidth = pack_width(pk->pk_max, linear ? PACK_LINEAR_LABEL : PACK_LABEL);
}

static void pack_cell(struct pack *pk, int64_t v, unsigned __int128 t)
{
	static const char positive[] = "__xxxxXX", negative[] = "vvvvVV";
	struct dt_out *ou = &pk->pk_co->co_out;
	unsigned __int128 size = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;

	if (v == 0)
		dt_out_puts(ou, " ");
	else if (v < 0)
		dt_out_write(ou, &negative[(2 * 5 * size + t) / (2 * t)], 1);
	else if (pk->pk_utf8)
		dt_out_utf8(ou, 0x2581 + (2 * 7 * size + t) / (2 * t));
	else
		dt_out_write(ou, &positive[(2 * 7 * size + t) / (2 * t)], 1);
}

static void pack_row(struct pack *pk, const int64_t *data)
{
	struct dt_out *ou = &pk->pk_co->co_out;
	struct dt_bars bars;
	uint64_t sum = 0;

	dt_bars_init(&bars, pk->pk_co);
	for (uint32_t i = pk->pk_first; i <= pk->pk_last; i++) {
		dt_bars_add(&bars, data[i]);
		sum += (uint64_t)data[i];
	}
	dt_out_printf(ou, " %*s :", pk->pk_minwidth, pk->pk_min);
	for (uint32_t i = pk->pk_first; i <= pk->pk_last; i++)
		pack_cell(pk, data[i], bars.br_zoom ? bars.br_max : bars.br_sum);
	dt_out_printf(ou, ": %-*s | %lld\n", pk->pk_maxwidth, pk->pk_max,
		(long long)dt_agg_divide((int64_t)sum, pk->pk_normal));
}

static void pack_print(struct dt_aggset *at)
{
	struct dt_out *ou = &at->at_co->co_out;
	int width = table_width(at);
	struct pack pk = { 0 };

	pack_init(&pk, at);
	dt_out_printf(ou, "\n%*s %*s .", width, width > 0 ? "key" : "", pk.pk_minwidth, "min");
	dt_out_fill(ou, '-', pk.pk_last - pk.pk_first + 1);
	dt_out_printf(ou, ". %-*s | count\n", pk.pk_maxwidth, "max");
	for (size_t i = 0; i < at->at_nrows; i++) {
		table_keys(at, &at->at_rows[i]);
		pack_row(&pk, at->at_rows[i].ar_data[0]);
		dt_consumer_flush(at->at_co);
	}
}

bool dt_aggset_table(struct dt_aggset *at)
{
	uint16_t kind = at->at_aggs[0]->ag_kind;

	if (at->at_naggs != 1)
		return false;
	if (kind == DT_ACT_AGG_QUANTIZE || kind == DT_ACT_AGG_LQUANTIZE) {
		if (dt_co_opt(at->at_co, DT_OPT_AGGPACK) != 1)
			return false;
		pack_print(at);
		return true;
	}
	if ((kind != DT_ACT_AGG_COUNT && kind != DT_ACT_AGG_SUM && kind != DT_ACT_AGG_AVG &&
		    kind != DT_ACT_AGG_STDDEV) ||
		dt_co_opt(at->at_co, DT_OPT_AGGHIST) != 1)
		return false;
	hist_print(at);
	return true;
}
