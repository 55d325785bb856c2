/* The data words of aggregating functions, and the buckets of distributions. */
#ifndef DT_AGGBUCKET_H
#define DT_AGGBUCKET_H

#include <stdbool.h>
#include <stdint.h>

#define DT_QUANT_NBUCKETS 127
#define DT_QUANT_ZERO 63

uint32_t dt_agg_words(uint16_t kind, uint64_t arg);
uint32_t dt_agg_bucket(uint16_t kind, uint64_t arg,
	int64_t value); /* index into the data of the quantize family */
/*
 * A bucket's label: the least value in it (quantize's negative ones: the greatest).  The underflow
 * bucket of a linear distribution has the label of the next bucket, which means "less than".
 */
int64_t dt_agg_bucket_value(uint16_t kind, uint64_t arg, uint32_t bucket);
/*
 * The pieces of a distribution by their least values: from dr_from on (up to the next piece), value
 * v is in bucket dr_bucket + (v - dr_from) / dr_step, or in dr_bucket if dr_step is 0. Below the
 * first piece it is in bucket 0. Calls fn for each piece, least first; not for quantize.
 */
struct dt_agg_piece {
	int64_t dr_from;
	uint64_t dr_step;
	uint32_t dr_bucket;
};
void dt_agg_pieces(uint16_t kind, uint64_t arg, void (*fn)(const struct dt_agg_piece *, void *),
	void *);

#endif
