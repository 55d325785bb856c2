/* The store of aggregation data: what agg.c and agglayout.c share. */
#ifndef DT_AGG_IMPL_H
#define DT_AGG_IMPL_H

#include "agg.h"
#include "blocks.h"

struct run { /* adjacent operands, or one string */
	uint32_t ru_offset, ru_size;
	bool ru_string;
};

struct entry {
	uint32_t en_next;	      /* by hash */
	uint32_t en_hash, en_check;   /* low and high half */
	uint32_t en_after, en_before; /* in the aggregation's list */
	uint32_t en_layout;	      /* number */
	uint32_t en_interval;	      /* the last one in which it got a value */
	uint32_t en_pending;	      /* the next entry to merge, or itself at the end; 0: merged */
	bool en_merged;		      /* false: all its values are to be merged */
	int64_t en_data[];	      /* merged values, those to be merged, the key */
};

/*
 * How keys and data of one aggregation lie in its entries.  An aggregation whose uses have keys of
 * different sizes has a layout for each; the first one has its list and state.
 */
struct layout {
	const struct dt_aggdesc *ly_desc; /* NULL: only its state is known */
	uint32_t ly_number;		  /* in as_all */
	struct layout *ly_other;	  /* the next one of the same aggregation */
	struct dt_aggstate ly_state;
	uint16_t ly_kind;
	uint64_t ly_arg;
	uint32_t ly_words, ly_keysize;
	size_t ly_size, ly_charge;  /* of an entry; what it counts for in aggsize */
	uint32_t ly_first, ly_last; /* entries */
	uint32_t ly_nruns;
	struct run *ly_runs;
};

struct dt_aggs {
	struct dif_blocks as_blocks;
	uint32_t *as_heads;
	uint64_t as_nheads;	    /* power of 2 */
	struct layout **as_layouts; /* the first ones, by id */
	uint32_t as_nlayouts;
	struct layout **as_all; /* by number */
	uint32_t as_nall;
	uint64_t as_drops, as_count;

	void (*as_pull)(void *); /* or NULL */
	void (*as_forget)(void *, uint32_t aggid);
	void *as_source;

	const uint64_t *as_now; /* NULL: there is one interval */
	uint64_t as_rate, as_due;
	uint32_t as_interval;
	size_t as_room, *as_used; /* bytes for each CPU, in this interval */
	uint32_t as_ncpus;
	uint32_t as_pending; /* the first entry with values to merge */
	bool as_looked;
};

/* The layout for a description, or NULL if there is no memory. */
struct layout *dt_agg_layout(struct dt_aggs *, const struct dt_aggdesc *);
/* The first layout of an aggregation that has had an entry, or NULL. */
struct layout *dt_agg_layout_find(const struct dt_aggs *, uint32_t id);
void dt_agg_layouts_free(struct dt_aggs *);

#endif
