/*
 * Buckets of the distributions: their number, the bucket of a value, and their labels.
 *
 * lquantize and llquantize carry their constants in one descriptor word, whose fields are not
 * checked here: a word that no compiler makes gives few or odd buckets, but never an index past the
 * data.
 */
#include "aggbucket.h"
#include "actions.h"

typedef __int128 wide; /* factor^(high + 1) may pass 64 bits */

#define LINEAR_BASE(arg) ((int64_t)(int32_t)(uint32_t)(arg))
#define LINEAR_LEVELS(arg) ((uint32_t)((arg) >> 32 & 0xffff))
#define LOG_FACTOR(arg) ((uint32_t)((arg) >> 48 & 0xffff))
#define LOG_LOW(arg) ((uint32_t)((arg) >> 32 & 0xffff))
#define LOG_HIGH(arg) ((uint32_t)((arg) >> 16 & 0xffff))
#define LOG_STEPS(arg) ((uint32_t)((arg)&0xffff))
#define WORDS_MAX (1u << 24)

static uint32_t quant_bucket(int64_t v)
{
	unsigned log;

	if (v == 0)
		return DT_QUANT_ZERO;
	log = 63 - __builtin_clzll(v < 0 ? -(uint64_t)v : (uint64_t)v);
	if (v > 0)
		return DT_QUANT_ZERO + 1 + log;
	return log > DT_QUANT_ZERO - 1 ? 0 : DT_QUANT_ZERO - 1 - log;
}

static int64_t quant_value(uint32_t bucket)
{
	if (bucket > DT_QUANT_NBUCKETS - 1)
		bucket = DT_QUANT_NBUCKETS - 1;
	if (bucket == DT_QUANT_ZERO)
		return 0;
	if (bucket < DT_QUANT_ZERO)
		return -((int64_t)1 << (DT_QUANT_ZERO - 1 - bucket));
	return (int64_t)1 << (bucket - DT_QUANT_ZERO - 1);
}

static uint32_t linear_step(uint64_t arg)
{
	uint32_t step = arg >> 48 & 0xffff;

	return step ? step : 1;
}

static uint32_t linear_bucket(uint64_t arg, int64_t v)
{
	int64_t base = LINEAR_BASE(arg);
	uint64_t level;

	if (v < base)
		return 0;
	level = ((uint64_t)v - (uint64_t)base) / linear_step(arg);
	return level < LINEAR_LEVELS(arg) ? level + 1 : LINEAR_LEVELS(arg) + 1;
}

static int64_t linear_value(uint64_t arg, uint32_t bucket)
{
	uint32_t level = bucket ? bucket - 1 : 0;

	if (level > LINEAR_LEVELS(arg))
		level = LINEAR_LEVELS(arg);
	return LINEAR_BASE(arg) + (int64_t)level * linear_step(arg);
}

/* Log-linear: a magnitude is the range from factor^m to factor^(m+1), divided into steps. */
struct magnitude {
	uint64_t mg_factor;
	uint32_t mg_steps, mg_left; /* magnitudes after this one */
	uint32_t mg_bucket;	    /* its first bucket */
	wide mg_from, mg_to, mg_step;
};

static bool magnitude_set(struct magnitude *mg)
{
	mg->mg_to = mg->mg_from * mg->mg_factor;
	mg->mg_step = mg->mg_to / mg->mg_steps;
	if (mg->mg_step < 1)
		mg->mg_step = 1;
	return mg->mg_from <= INT64_MAX;
}

static bool magnitude_first(struct magnitude *mg, uint64_t arg)
{
	uint32_t low = LOG_LOW(arg), high = LOG_HIGH(arg);

	*mg = (struct magnitude){ .mg_factor = LOG_FACTOR(arg),
		.mg_steps = LOG_STEPS(arg),
		.mg_bucket = 1,
		.mg_left = high - low,
		.mg_from = 1 };
	if (mg->mg_factor < 2 || mg->mg_steps == 0 || low > high)
		return false;
	while (low-- && mg->mg_from <= INT64_MAX)
		mg->mg_from *= mg->mg_factor;
	return magnitude_set(mg);
}

/* At most 2 * mg_steps, because the step is rounded down. */
static uint32_t magnitude_buckets(const struct magnitude *mg)
{
	return (uint32_t)((mg->mg_to - mg->mg_from + mg->mg_step - 1) / mg->mg_step);
}

static uint32_t magnitude_bucket(const struct magnitude *mg, int64_t v)
{
	if (mg->mg_step > INT64_MAX)
		return mg->mg_bucket;
	return mg->mg_bucket + (uint32_t)((v - (int64_t)mg->mg_from) / (int64_t)mg->mg_step);
}

static bool magnitude_next(struct magnitude *mg)
{
	mg->mg_bucket += magnitude_buckets(mg);
	mg->mg_from = mg->mg_to;
	if (mg->mg_left == 0 || mg->mg_bucket >= WORDS_MAX)
		return false;
	mg->mg_left--;
	return magnitude_set(mg);
}

static uint32_t log_words(uint64_t arg)
{
	struct magnitude mg;

	if (!magnitude_first(&mg, arg))
		return 2;
	while (magnitude_next(&mg))
		;
	return mg.mg_bucket + 1;
}

static uint32_t log_bucket(uint64_t arg, int64_t v)
{
	struct magnitude mg;

	if (!magnitude_first(&mg, arg))
		return 0;
	if (v < mg.mg_from)
		return 0;
	do {
		if (v < mg.mg_to)
			return magnitude_bucket(&mg, v);
	} while (magnitude_next(&mg));
	return mg.mg_bucket;
}

static int64_t log_value(uint64_t arg, uint32_t bucket)
{
	struct magnitude mg;
	wide v;

	if (!magnitude_first(&mg, arg))
		return 0;
	v = mg.mg_from;
	if (bucket) {
		do {
			v = mg.mg_from + (wide)(bucket - mg.mg_bucket) * mg.mg_step;
			if (bucket < mg.mg_bucket + magnitude_buckets(&mg))
				break;
			v = mg.mg_to;
		} while (magnitude_next(&mg));
	}
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

/*
 * By kind.
 */
uint32_t dt_agg_words(uint16_t kind, uint64_t arg)
{
	switch (kind) {
	case DT_ACT_AGG_AVG: return 2;
	case DT_ACT_AGG_STDDEV: return 4;
	case DT_ACT_AGG_QUANTIZE: return DT_QUANT_NBUCKETS;
	case DT_ACT_AGG_LQUANTIZE: return LINEAR_LEVELS(arg) + 2;
	case DT_ACT_AGG_LLQUANTIZE: return log_words(arg);
	default: return 1;
	}
}

uint32_t dt_agg_bucket(uint16_t kind, uint64_t arg, int64_t value)
{
	switch (kind) {
	case DT_ACT_AGG_QUANTIZE: return quant_bucket(value);
	case DT_ACT_AGG_LQUANTIZE: return linear_bucket(arg, value);
	case DT_ACT_AGG_LLQUANTIZE: return log_bucket(arg, value);
	default: return 0;
	}
}

int64_t dt_agg_bucket_value(uint16_t kind, uint64_t arg, uint32_t bucket)
{
	switch (kind) {
	case DT_ACT_AGG_QUANTIZE: return quant_value(bucket);
	case DT_ACT_AGG_LQUANTIZE: return linear_value(arg, bucket);
	case DT_ACT_AGG_LLQUANTIZE: return log_value(arg, bucket);
	default: return 0;
	}
}

static void linear_pieces(uint64_t arg, void (*fn)(const struct dt_agg_piece *, void *), void *p)
{
	int64_t base = LINEAR_BASE(arg);
	uint32_t step = linear_step(arg), levels = LINEAR_LEVELS(arg);

	if (levels != 0)
		fn(&(struct dt_agg_piece){ base, step, 1 }, p);
	fn(&(struct dt_agg_piece){ base + (int64_t)levels * step, 0, levels + 1 }, p);
}

static void log_pieces(uint64_t arg, void (*fn)(const struct dt_agg_piece *, void *), void *p)
{
	struct magnitude mg;

	if (!magnitude_first(&mg, arg))
		return;
	do {
		if (mg.mg_from > INT64_MAX)
			return;
		fn(&(struct dt_agg_piece){ (int64_t)mg.mg_from,
			   mg.mg_step > INT64_MAX ? 0 : (uint64_t)mg.mg_step, mg.mg_bucket },
			p);
	} while (magnitude_next(&mg));
	if (mg.mg_from <= INT64_MAX)
		fn(&(struct dt_agg_piece){ (int64_t)mg.mg_from, 0, mg.mg_bucket }, p);
}

void dt_agg_pieces(uint16_t kind, uint64_t arg, void (*fn)(const struct dt_agg_piece *, void *),
	void *p)
{
	if (kind == DT_ACT_AGG_LQUANTIZE)
		linear_pieces(arg, fn, p);
	else if (kind == DT_ACT_AGG_LLQUANTIZE)
		log_pieces(arg, fn, p);
}
