/*
 * Aggregation data: one hash table for all aggregations, updated at each firing.
 *
 * An entry is a key (the bytes of its operands, laid out one after the other at their alignments,
 * strings zero-filled to their size) and its data:
 *   count, sum, min, max  1 word
 *   avg                   2 words: count, sum
 *   stddev                4 words: count, sum, low and high half of the sum of squares
 *   quantize              127 words (DT_QUANT_NBUCKETS)
 *   lquantize             levels + 2 words
 *   llquantize            see dt_agg_words()
 * Time is divided into intervals of aggrate.  aggsize limits what the entries that get values on
 * one CPU in one interval take; a value that doesn't fit is counted as an aggregation drop.  The
 * consumer sees the values as of the last merge: at the end of each interval, and before each look
 * unless aggrate is longer than the default of a second.
 */
#ifndef DT_AGG_H
#define DT_AGG_H

#include "aggbucket.h"
#include "program.h"

struct dt_aggs;

struct dt_aggent {
	const struct dt_aggdesc *ae_desc;
	uint32_t ae_keysize;
	const uint8_t *ae_key;
	int64_t *ae_data;
	uint32_t ae_words;
};

/* the consumer's state of a whole aggregation */
struct dt_aggstate {
	int64_t as_normal; /* set by normalize(); 1 by default */
	bool as_printed;   /* a printa() has printed it */
};

struct dt_aggs *dt_aggs_create(size_t room); /* aggsize */
/*
 * Starts an interval, unless nothing changes.  rate: ns.  Before the first call there is one
 * without end.
 */
void dt_aggs_clock(struct dt_aggs *, const uint64_t *now, uint64_t rate);
void dt_aggs_merge(struct dt_aggs *); /* ends intervals: from now on each look merges */
void dt_aggs_destroy(struct dt_aggs *);
uint32_t dt_agg_keysize(const struct dt_aggdesc *,
	uint32_t *offsets); /* ag_nkeys elements, or NULL */

/*
 * Adds value (weight incr for the quantize family).  key: dt_agg_keysize() bytes; bytes after a
 * string's NUL, and gaps between operands, are ignored and stored as zeros.
 */
void dt_agg_update(struct dt_aggs *, uint32_t cpu, const struct dt_aggdesc *, const void *key,
	int64_t value, int64_t incr);

/*
 * Adds data that was aggregated elsewhere, on that CPU, from so many values; only in a pull.
 */
void dt_agg_add(struct dt_aggs *, uint32_t cpu, const struct dt_aggdesc *, const void *key,
	const int64_t *data, uint64_t nvalues);
/*
 * Values that are kept elsewhere until they are wanted. pull: calls dt_agg_add() with what came
 * since the last call. forget: the consumer resets or removes values of the aggregation; none from
 * before may come again.
 */
void dt_aggs_source(struct dt_aggs *, void (*pull)(void *), void (*forget)(void *, uint32_t aggid),
	void *arg);

void dt_aggs_dropped(struct dt_aggs *, uint64_t nvalues); /* values that were dropped elsewhere */
void dt_aggs_due(struct dt_aggs *); /* ends the interval if its time is over */

void dt_agg_clear(struct dt_aggs *,
	const struct dt_aggdesc *); /* resets the values, keeps the keys */
/* These change only the entry that ae_desc and ae_data name. */
void dt_agg_reset(struct dt_aggs *, const struct dt_aggent *);
void dt_agg_remove(struct dt_aggs *, const struct dt_aggent *);
void dt_agg_empty(struct dt_aggs *, const struct dt_aggdesc *); /* all its entries */
struct dt_aggstate *dt_agg_state(struct dt_aggs *, uint32_t aggid);
/*
 * Calls fn for the entries, one aggregation after the other, in no particular order within one,
 * until it returns non-zero. fn may remove its entry.
 */
int dt_agg_walk_one(struct dt_aggs *, uint32_t id, int (*fn)(const struct dt_aggent *, void *),
	void *arg);
int dt_agg_walk(struct dt_aggs *, int (*fn)(const struct dt_aggent *, void *), void *);
/*
 * Returns the id of the next aggregation after id that has had an entry, and its description; 0 if
 * there is none.
 */
uint32_t dt_agg_next(struct dt_aggs *, uint32_t id, const struct dt_aggdesc **);
uint64_t dt_aggs_drops(struct dt_aggs *); /* since the last call */
uint64_t dt_aggs_count(const struct dt_aggs *);

#endif
