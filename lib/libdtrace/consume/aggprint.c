/* Prints aggregations: default layout, printa(), and at the end those that were not printed. */
#include <stdlib.h>
#include <string.h>
#include "grow.h"
#include "aggs.h"

#define AGG_KEYWIDTH 50

static void agg_print_integer(struct dt_out *ou, const struct dt_value *va)
{
	switch (va->va_size) {
	case 1: dt_out_printf(ou, " %3d", (int)dt_value_int(va)); break;
	case 2: dt_out_printf(ou, " %5d", (int)dt_value_int(va)); break;
	case 4: dt_out_printf(ou, " %8d", (int)dt_value_signed(va)); break;
	default: dt_out_printf(ou, " %16lld", (long long)dt_value_signed(va)); break;
	}
}

static void agg_print_key(struct dt_consumer *co, const struct dt_value *va)
{
	bool empty = !va->va_typed && va->va_size > 0 && va->va_data[0] == '\0';

	if (va->va_kind != DT_ACT_EXPR)
		dt_print_value(co, va);
	else if (dt_value_isint(va))
		agg_print_integer(&co->co_out, va);
	else if (va->va_string || empty)
		dt_print_text(co, (const char *)va->va_data, dt_value_strlen(va), AGG_KEYWIDTH);
	else
		dt_print_bytes(co, va->va_data, va->va_size, AGG_KEYWIDTH, false);
}

static void agg_print_keys(struct dt_consumer *co, const struct dt_aggrow *ar)
{
	struct dt_value va;

	for (uint32_t i = 0; i < ar->ar_desc->ag_nkeys; i++) {
		dt_aggset_key(ar, i, &va);
		agg_print_key(co, &va);
	}
}

static void agg_print_data(struct dt_consumer *co, const struct dt_aggdesc *ag, const int64_t *data)
{
	int64_t normal = dt_agg_normal(co, ag);
	long long v;

	if (dt_agg_isdist(ag)) {
		dt_dist_print(co, ag, data, normal);
		return;
	}
	v = dt_agg_number(ag, data, normal);
	if (ag->ag_kind == DT_ACT_AGG_STDDEV)
		dt_out_printf(&co->co_out, " %16llu", (unsigned long long)v);
	else
		dt_out_printf(&co->co_out, " %16lld", v);
}

static void agg_print_row(struct dt_consumer *co, const struct dt_aggrow *ar,
	const struct dt_aggdesc *const *aggs, unsigned n)
{
	agg_print_keys(co, ar);
	for (unsigned i = 0; i < n; i++)
		agg_print_data(co, aggs[i], ar->ar_data[i]);
	dt_out_puts(&co->co_out, "\n");
	dt_consumer_flush(co);
}

void dt_aggs_print_row(struct dt_consumer *co, const struct dt_aggrow *ar)
{
	agg_print_row(co, ar, &ar->ar_desc, 1);
}

static void agg_print_default(struct dt_aggset *at)
{
	struct dt_consumer *co = at->at_co;

	if (at->at_nrows == 0 || dt_aggset_table(at))
		return;
	for (size_t i = 0; i < at->at_nrows; i++)
		agg_print_row(co, &at->at_rows[i], (const struct dt_aggdesc *const *)at->at_aggs,
			at->at_naggs);
}

/*
 * printa() with a format: conversions print the row's keys one after the other, %@ the
 * aggregations.
 */
struct printa {
	struct dt_aggset *pa_set;
	const struct dt_aggrow *pa_row;
	unsigned pa_key, pa_agg; /* the next */
};

static bool printa_next(void *arg, struct dt_value *va)
{
	struct printa *pa = arg;

	if (pa->pa_key >= pa->pa_row->ar_desc->ag_nkeys)
		return false;
	dt_aggset_key(pa->pa_row, pa->pa_key++, va);
	return true;
}

static void printa_number(struct dt_consumer *co, const struct dt_aggdesc *ag, const int64_t *data,
	const struct dt_convspec *cs, int width, int prec)
{
	int64_t v = dt_agg_number(ag, data, dt_agg_normal(co, ag));
	struct dt_value va = { .va_data = (const uint8_t *)&v,
		.va_size = sizeof(v),
		.va_kind = DT_ACT_EXPR,
		.va_signed = ag->ag_kind != DT_ACT_AGG_STDDEV };
	struct dt_convspec number = *cs;

	if (!strchr("diouxXpTY", cs->cs_conv.fc_conv))
		number.cs_conv.fc_conv = 'd';
	dt_convert(co, &number, width, prec, &va);
}

void dt_aggs_convert(struct dt_consumer *co, const struct dt_aggdesc *ag, const int64_t *data,
	const struct dt_convspec *cs, int width, int prec)
{
	if (dt_agg_isdist(ag))
		dt_dist_print(co, ag, data, dt_agg_normal(co, ag));
	else
		printa_number(co, ag, data, cs, width, prec);
}

static void printa_agg(void *arg, const struct dt_convspec *cs, int width, int prec)
{
	struct printa *pa = arg;
	struct dt_aggset *at = pa->pa_set;
	unsigned k = pa->pa_agg < at->at_naggs ? pa->pa_agg++ : at->at_naggs - 1;

	dt_aggs_convert(at->at_co, at->at_aggs[k], pa->pa_row->ar_data[k], cs, width, prec);
}

static void printa_format(struct dt_aggset *at, const struct dt_format *fm)
{
	struct printa pa = { .pa_set = at };
	struct dt_format_source fs = { .fs_next = printa_next,
		.fs_agg = printa_agg,
		.fs_arg = &pa };
	size_t i;

	for (i = 0; i < at->at_nrows; i++) {
		pa.pa_row = &at->at_rows[i];
		pa.pa_key = pa.pa_agg = 0;
		dt_format_print(at->at_co, fm, &fs);
		dt_consumer_flush(at->at_co);
	}
}

void dt_aggs_printa(struct dt_consumer *co, const struct dt_action *ac)
{
	struct dt_aggset at;

	for (uint32_t i = 0; i < ac->ac_naggs; i++) {
		struct dt_aggstate *as = dt_agg_state(co->co_args.ca_aggs, ac->ac_aggs[i]->ag_id);

		if (as)
			as->as_printed = true;
	}
	if (!ac->ac_fmt)
		dt_out_puts(&co->co_out, "\n");
	if (ac->ac_naggs == 0 || dt_aggset_gather(&at, co, ac->ac_aggs, ac->ac_naggs) != 0)
		return;
	dt_aggset_sort(&at);
	if (!ac->ac_fmt)
		agg_print_default(&at);
	else
		printa_format(&at, ac->ac_fmt);
	dt_aggset_free(&at);
}

/*
 * The end.
 */
struct leftover {
	struct dt_consumer *lo_co;
	struct dt_aggdesc **lo_aggs; /* not printed yet, each once, in no order */
	size_t lo_naggs;
};

static int leftover_entry(const struct dt_aggent *ae, void *arg)
{
	struct leftover *lo = arg;
	const struct dt_aggstate *as = dt_agg_state(lo->lo_co->co_args.ca_aggs, ae->ae_desc->ag_id);

	if (as && as->as_printed)
		return 0;
	if (lo->lo_naggs > 0 && lo->lo_aggs[lo->lo_naggs - 1]->ag_id == ae->ae_desc->ag_id)
		return 0; /* the walk goes aggregation by aggregation */
	if (!base_more(lo->lo_aggs, lo->lo_naggs))
		return -1;
	lo->lo_aggs[lo->lo_naggs++] = (struct dt_aggdesc *)ae->ae_desc;
	return 0;
}

static int leftover_compare(const void *x, const void *y)
{
	const struct dt_aggdesc *a = *(struct dt_aggdesc *const *)x;
	const struct dt_aggdesc *b = *(struct dt_aggdesc *const *)y;

	return a->ag_id < b->ag_id ? -1 : a->ag_id > b->ag_id;
}

int dt_aggs_leftover(struct dt_consumer *co)
{
	struct leftover lo = { .lo_co = co };
	struct dt_aggset at;
	int r = dt_agg_walk(co->co_args.ca_aggs, leftover_entry, &lo);

	if (lo.lo_naggs > 0)
		qsort(lo.lo_aggs, lo.lo_naggs, sizeof(*lo.lo_aggs), leftover_compare);
	for (size_t i = 0; i < lo.lo_naggs && r == 0; i++) {
		r = dt_aggset_gather(&at, co, &lo.lo_aggs[i], 1);
		if (r != 0)
			break;
		dt_aggset_sort(&at);
		agg_print_default(&at);
		dt_aggset_free(&at);
		dt_consumer_flush(co);
	}
	free(lo.lo_aggs);
	return r;
}
