/* A plain store of aggregations, until the engine's is there. */
#include <stdlib.h>
#include <string.h>
#include "engine/agg.h"

struct entry {
	struct dt_aggent en_ent;
	struct entry *en_next;
};

struct dt_aggs {
	struct entry *st_entries;
	struct dt_aggstate st_states[64];
};

struct dt_aggs *dt_aggs_create(size_t maxbytes)
{
	struct dt_aggs *st = calloc(1, sizeof(*st));
	unsigned i;

	(void)maxbytes;
	for (i = 0; i < 64; i++)
		st->st_states[i].as_normal = 1;
	return st;
}

static void entry_free(struct entry *en)
{
	free((void *)en->en_ent.ae_key);
	free(en->en_ent.ae_data);
	free(en);
}

void dt_aggs_destroy(struct dt_aggs *st)
{
	struct entry *en;

	while ((en = st->st_entries) != NULL) {
		st->st_entries = en->en_next;
		entry_free(en);
	}
	free(st);
}

uint32_t dt_agg_words(uint16_t kind, uint64_t arg)
{
	unsigned factor = arg >> 48, nsteps = arg & 0xffff;

	switch (kind) {
	case DT_ACT_AGG_AVG:
		return 2;
	case DT_ACT_AGG_STDDEV:
		return 4;
	case DT_ACT_AGG_QUANTIZE:
		return DT_QUANT_NBUCKETS;
	case DT_ACT_AGG_LQUANTIZE:
		return (arg >> 32 & 0xffff) + 2;
	case DT_ACT_AGG_LLQUANTIZE:
		return ((arg >> 16 & 0xffff) - (arg >> 32 & 0xffff) + 1) * (nsteps - nsteps / factor) + 2;
	}
	return 1;
}

int64_t dt_agg_bucket_value(uint16_t kind, uint64_t arg, uint32_t b)
{
	int64_t factor = arg >> 48, nsteps = arg & 0xffff, low, m;
	unsigned i;

	if (kind == DT_ACT_AGG_QUANTIZE)
		return b < 63 ? -(int64_t)(1ULL << (62 - b)) : b == 63 ? 0 : 1LL << (b - 64);
	if (kind == DT_ACT_AGG_LQUANTIZE)
		return (int32_t)arg + ((int64_t)b - 1) * (int64_t)(arg >> 48);
	low = 1;
	for (i = 0; i < (arg >> 32 & 0xffff); i++)
		low *= factor;
	m = b == 0 ? 0 : b - 1;
	for (; m >= nsteps - nsteps / factor; m -= nsteps - nsteps / factor)
		low *= factor;
	return low + m * (low * factor / nsteps ? low * factor / nsteps : 1);
}

uint32_t dt_agg_bucket(uint16_t kind, uint64_t arg, int64_t v)
{
	uint32_t n = dt_agg_words(kind, arg), i;

	if (kind == DT_ACT_AGG_QUANTIZE && v < 0) {
		for (i = 0; dt_agg_bucket_value(kind, arg, i) < v; i++)
			;
		return i;
	}
	for (i = n - 1; i > 0 && dt_agg_bucket_value(kind, arg, i) > v; i--)
		;
	return i;
}

uint32_t dt_agg_keysize(const struct dt_aggdesc *ag, uint32_t *offsets)
{
	uint32_t off = 0, i;

	for (i = 0; i < ag->ag_nkeys; i++) {
		off = (off + ag->ag_keys[i].op_align - 1) / ag->ag_keys[i].op_align * ag->ag_keys[i].op_align;
		if (offsets != NULL)
			offsets[i] = off;
		off += ag->ag_keys[i].op_size;
	}
	return off;
}

static void start(const struct dt_aggdesc *ag, int64_t *data, uint32_t words)
{
	memset(data, 0, words * sizeof(*data));
	if (ag->ag_kind == DT_ACT_AGG_MIN)
		data[0] = INT64_MAX;
	if (ag->ag_kind == DT_ACT_AGG_MAX)
		data[0] = INT64_MIN;
}

static struct entry *find(struct dt_aggs *st, const struct dt_aggdesc *ag, const void *key)
{
	struct dt_aggent *ae;
	struct entry *en;
	uint32_t size = dt_agg_keysize(ag, NULL);

	for (en = st->st_entries; en != NULL; en = en->en_next) {
		if (en->en_ent.ae_desc->ag_id == ag->ag_id && en->en_ent.ae_keysize == size &&
			memcmp(en->en_ent.ae_key, key, size) == 0)
			return en;
	}
	en = calloc(1, sizeof(*en));
	ae = &en->en_ent;
	ae->ae_desc = ag;
	ae->ae_keysize = size;
	ae->ae_key = memcpy(malloc(size + 1), key, size);
	ae->ae_words = dt_agg_words(ag->ag_kind, ag->ag_arg);
	ae->ae_data = calloc(ae->ae_words, sizeof(int64_t));
	start(ag, ae->ae_data, ae->ae_words);
	en->en_next = st->st_entries;
	st->st_entries = en;
	return en;
}

void dt_agg_update(struct dt_aggs *st, const struct dt_aggdesc *ag, const void *key, int64_t v, int64_t incr)
{
	int64_t *data = find(st, ag, key)->en_ent.ae_data;
	unsigned __int128 squares;

	switch (ag->ag_kind) {
	case DT_ACT_AGG_COUNT:
		data[0]++;
		break;
	case DT_ACT_AGG_SUM:
		data[0] += v;
		break;
	case DT_ACT_AGG_MIN:
		data[0] = v < data[0] ? v : data[0];
		break;
	case DT_ACT_AGG_MAX:
		data[0] = v > data[0] ? v : data[0];
		break;
	case DT_ACT_AGG_STDDEV:
		memcpy(&squares, data + 2, 16);
		squares += (__int128)v * v;
		memcpy(data + 2, &squares, 16);
		/* fall through */
	case DT_ACT_AGG_AVG:
		data[0]++;
		data[1] += v;
		break;
	default:
		data[dt_agg_bucket(ag->ag_kind, ag->ag_arg, v)] += incr;
		break;
	}
}

void dt_agg_clear(struct dt_aggs *st, const struct dt_aggdesc *ag)
{
	struct entry *en;

	for (en = st->st_entries; en != NULL; en = en->en_next) {
		if (en->en_ent.ae_desc->ag_id == ag->ag_id)
			start(ag, en->en_ent.ae_data, en->en_ent.ae_words);
	}
}

void dt_agg_remove(struct dt_aggs *st, const struct dt_aggent *ae)
{
	struct entry **p, *en;

	for (p = &st->st_entries; (en = *p) != NULL; p = &en->en_next) {
		if (en->en_ent.ae_data == ae->ae_data) {
			*p = en->en_next;
			entry_free(en);
			return;
		}
	}
}

void dt_agg_empty(struct dt_aggs *st, const struct dt_aggdesc *ag)
{
	struct entry **p = &st->st_entries, *en;

	while ((en = *p) != NULL) {
		if (en->en_ent.ae_desc->ag_id != ag->ag_id) {
			p = &en->en_next;
			continue;
		}
		*p = en->en_next;
		entry_free(en);
	}
}

struct dt_aggstate *dt_agg_state(struct dt_aggs *st, uint32_t id)
{
	return &st->st_states[id];
}

int dt_agg_walk(struct dt_aggs *st, int (*fn)(const struct dt_aggent *, void *), void *arg)
{
	struct entry *en, *next;
	int r = 0;

	for (en = st->st_entries; en != NULL && r == 0; en = next) {
		next = en->en_next;
		r = fn(&en->en_ent, arg);
	}
	return r;
}
