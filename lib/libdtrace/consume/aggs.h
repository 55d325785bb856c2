/*
 * Printing of aggregations; consume_impl.h says which file does what.
 *
 * A set of rows points into the store of the aggregations: it is valid until the store changes.
 */
#ifndef DT_AGGS_H
#define DT_AGGS_H

#include "consume_impl.h"

struct dt_aggrow {
	const struct dt_aggdesc *ar_desc; /* describes the layout of ar_key */
	const uint8_t *ar_key;
	int64_t **ar_data;	    /* one for each aggregation of the set, never NULL */
	int64_t *const *ar_members; /* data of the store's entries that are in this row */
	size_t ar_nmembers;
};

struct dt_aggset {
	struct dt_consumer *at_co;
	struct dt_aggdesc *const *at_aggs;
	unsigned at_naggs;
	struct dt_aggrow *at_rows;
	size_t at_nrows;
	/* data that rows point to and the store doesn't contain */
	int64_t **at_slots, **at_members;
	int64_t *at_zeros;
	void **at_blocks;
	size_t at_nblocks;
};

/* aggset.c: 0, or -1 without memory */
int dt_aggset_gather(struct dt_aggset *, struct dt_consumer *, struct dt_aggdesc *const *aggs,
	unsigned naggs);
void dt_aggset_free(struct dt_aggset *);
void dt_aggset_key(const struct dt_aggrow *, unsigned i, struct dt_value *);
/* i < ar_desc->ag_nkeys */

/* aggsort.c */
void dt_aggset_sort_values(struct dt_aggset *); /* ascending, by the first aggregation */
int dt_aggrow_compare(const struct dt_aggrow *, const struct dt_aggrow *); /* by keys */
void dt_aggset_sort(struct dt_aggset *); /* in the order of the options */

/* aggvalue.c */
bool dt_agg_isdist(const struct dt_aggdesc *);
int64_t dt_agg_number(const struct dt_aggdesc *, const int64_t *data, int64_t normal);
int dt_agg_compare(const struct dt_aggdesc *, const int64_t *, const int64_t *);
int64_t dt_agg_normal(const struct dt_consumer *, const struct dt_aggdesc *);
int64_t dt_agg_divide(int64_t v, int64_t normal);

/* aggdist.c */
struct dt_bars {		  /* the data a column of bars shows */
	unsigned __int128 br_sum; /* of absolute values */
	uint64_t br_max;
	bool br_pos, br_neg;		/* there are such values */
	bool br_zoom, br_full, br_utf8; /* full: zoom makes the longest bar as long as can be */
};
void dt_bars_init(struct dt_bars *, const struct dt_consumer *);
void dt_bars_add(struct dt_bars *, int64_t);
void dt_bar_print(struct dt_out *, const struct dt_bars *, int64_t); /* 41 columns */
void dt_bars_heading(struct dt_out *, int width, const char *title);
/* The first and the last bucket with data; false: there is none. */
bool dt_agg_used(const int64_t *data, uint32_t n, uint32_t *first, uint32_t *last);
void dt_agg_label(const struct dt_aggdesc *, uint32_t bucket, char *out, size_t size);
void dt_dist_print(struct dt_consumer *, const struct dt_aggdesc *, const int64_t *data,
	int64_t normal);

/* aggprint.c: in the default layout, on a line; and a value as a conversion asks */
void dt_aggs_print_row(struct dt_consumer *, const struct dt_aggrow *);
void dt_aggs_convert(struct dt_consumer *, const struct dt_aggdesc *, const int64_t *data,
	const struct dt_convspec *, int width, int prec);

/* aggpack.c: true if the options ask for a table of this aggregation and it has been printed */
bool dt_aggset_table(struct dt_aggset *);

#endif
