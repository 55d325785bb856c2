/*
 * The store of aggregation data.
 *
 * An entry is one block of a pool: header, data words, key.  It is linked into the chain of its
 * hash and, in order of appearance, into the list of its aggregation.  The layout of keys is
 * computed once, as runs of bytes to hash, compare and copy.  An aggregation whose uses have keys
 * of different sizes has a layout for each; the first one has its list and state.
 */
#include "agg.h"
#include "hash.h"
#include "blocks.h"

#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"

#define MAX_ID (1u << 20)

struct entry {
	uint32_t en_next;	      /* by hash */
	uint32_t en_hash, en_check;   /* low and high half */
	uint32_t en_after, en_before; /* in the aggregation's list */
	uint32_t en_layout;	      /* number */
	int64_t en_data[];
};

struct run { /* adjacent operands, or one string */
	uint32_t ru_offset, ru_size;
	bool ru_string;
};

struct layout {
	const struct dt_aggdesc *ly_desc; /* NULL: only its state is known */
	uint32_t ly_number;		  /* in as_all */
	struct layout *ly_other;	  /* the next one of the same aggregation */
	struct dt_aggstate ly_state;
	uint16_t ly_kind;
	uint64_t ly_arg;
	uint32_t ly_words, ly_keysize;
	size_t ly_size;		    /* of an entry */
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
};

struct dt_aggs *dt_aggs_create(size_t maxbytes)
{
	struct dt_aggs *as = base_calloc(1, sizeof(*as));

	if (!as)
		return NULL;
	as->as_nheads = 1024;
	while (as->as_nheads < maxbytes / 64)
		as->as_nheads <<= 1;
	as->as_heads = dif_reserve(as->as_nheads * sizeof(uint32_t));
	if (!as->as_heads || !dif_blocks_init(&as->as_blocks, maxbytes)) {
		dif_release(as->as_heads, as->as_nheads * sizeof(uint32_t));
		free(as);
		return NULL;
	}
	return as;
}

void dt_aggs_destroy(struct dt_aggs *as)
{
	if (!as)
		return;
	for (uint32_t i = 0; i < as->as_nall; i++) {
		free(as->as_all[i]->ly_runs);
		free(as->as_all[i]);
	}
	free(as->as_all);
	free(as->as_layouts);
	dif_release(as->as_heads, as->as_nheads * sizeof(uint32_t));
	dif_blocks_fini(&as->as_blocks);
	free(as);
}

uint64_t dt_aggs_drops(struct dt_aggs *as)
{
	uint64_t n = as->as_drops;

	as->as_drops = 0;
	return n;
}

uint64_t dt_aggs_count(const struct dt_aggs *as)
{
	return as->as_count;
}

/*
 * Layouts.
 */
uint32_t dt_agg_keysize(const struct dt_aggdesc *ag, uint32_t *offsets)
{
	uint64_t end = 0;

	for (uint32_t i = 0; i < ag->ag_nkeys; i++) {
		uint64_t at = dt_row_add(&end, ag->ag_keys[i].op_align, ag->ag_keys[i].op_size);

		if (offsets)
			offsets[i] = (uint32_t)at;
	}
	return ((uint32_t)end + 7) & ~7u;
}

static bool is_string(const struct dt_operand *op)
{
	return op->op_kind == DT_ACT_EXPR && op->op_arg == 1;
}

static void add_run(struct layout *ly, uint32_t offset, const struct dt_operand *op)
{
	struct run *last = ly->ly_nruns ? &ly->ly_runs[ly->ly_nruns - 1] : NULL;

	if (last && !last->ru_string && !is_string(op) && last->ru_offset + last->ru_size == offset)
		last->ru_size += op->op_size;
	else
		ly->ly_runs[ly->ly_nruns++] = (struct run){ offset, op->op_size, is_string(op) };
}

static bool layout_set(struct layout *ly, const struct dt_aggdesc *ag)
{
	uint32_t *offsets = base_calloc(ag->ag_nkeys + 1, sizeof(*offsets));

	ly->ly_runs = base_calloc(ag->ag_nkeys + 1, sizeof(*ly->ly_runs));
	if (!offsets || !ly->ly_runs) {
		free(ly->ly_runs);
		ly->ly_runs = NULL;
		free(offsets);
		return false;
	}
	ly->ly_kind = ag->ag_kind;
	ly->ly_arg = ag->ag_arg;
	ly->ly_words = dt_agg_words(ag->ag_kind, ag->ag_arg);
	ly->ly_keysize = dt_agg_keysize(ag, offsets);
	ly->ly_size = sizeof(struct entry) + ly->ly_words * sizeof(int64_t) + ly->ly_keysize;
	for (uint32_t i = 0; i < ag->ag_nkeys; i++)
		add_run(ly, offsets[i], &ag->ag_keys[i]);
	ly->ly_desc = ag;
	free(offsets);
	return true;
}

static bool layouts_grow(struct dt_aggs *as, uint32_t id)
{
	uint32_t n = as->as_nlayouts ? as->as_nlayouts : 16;
	struct layout **more;

	if (id >= MAX_ID)
		return false;
	while (n <= id)
		n *= 2;
	more = base_realloc(as->as_layouts, n * sizeof(*more));
	if (!more)
		return false;
	memset(more + as->as_nlayouts, 0, (n - as->as_nlayouts) * sizeof(*more));
	as->as_layouts = more;
	as->as_nlayouts = n;
	return true;
}

static struct layout *layout_new(struct dt_aggs *as)
{
	struct layout *ly = base_more(as->as_all, as->as_nall) ? base_calloc(1, sizeof(*ly)) : NULL;

	if (!ly)
		return NULL;
	ly->ly_state.as_normal = 1;
	ly->ly_number = as->as_nall;
	as->as_all[as->as_nall++] = ly;
	return ly;
}

static struct layout *layout_at(struct dt_aggs *as, uint32_t id)
{
	struct layout **ly;

	if (id >= as->as_nlayouts && !layouts_grow(as, id))
		return NULL;
	ly = &as->as_layouts[id];
	if (!*ly)
		*ly = layout_new(as);
	return *ly;
}

/* The layout of a description that is not the first of its aggregation. */
static struct layout *layout_add(struct dt_aggs *as, struct layout *ly, const struct dt_aggdesc *ag)
{
	struct layout *more;

	while (ly->ly_desc != ag && ly->ly_other)
		ly = ly->ly_other;
	if (ly->ly_desc == ag)
		return ly;
	more = layout_new(as);
	if (!more || !layout_set(more, ag))
		return NULL;
	return ly->ly_other = more;
}

static struct layout *layout_get(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	struct layout *ly = NULL;

	if (ag->ag_id < as->as_nlayouts)
		ly = as->as_layouts[ag->ag_id];
	if (ly && ly->ly_desc)
		return ly->ly_desc == ag ? ly : layout_add(as, ly, ag);
	ly = layout_at(as, ag->ag_id);
	return ly && layout_set(ly, ag) ? ly : NULL;
}

struct dt_aggstate *dt_agg_state(struct dt_aggs *as, uint32_t aggid)
{
	struct layout *ly = layout_at(as, aggid);

	return ly ? &ly->ly_state : NULL;
}

/*
 * Keys.
 */
static uint32_t run_len(const struct run *ru, const uint8_t *p)
{
	return ru->ru_string ? strnlen((const char *)p, ru->ru_size) : ru->ru_size;
}

static uint64_t key_hash(const struct layout *ly, const uint8_t *key)
{
	uint64_t h = ly->ly_number;

	for (const struct run *ru = ly->ly_runs, *end = ru + ly->ly_nruns; ru < end; ru++)
		h = base_hash_bytes(h, key + ru->ru_offset, run_len(ru, key + ru->ru_offset));
	return h;
}

/* Strings are equal if their bytes up to the NUL, or the end of the operand, are equal. */
static bool key_same(const struct layout *ly, const uint8_t *a, const uint8_t *b)
{
	for (const struct run *ru = ly->ly_runs, *end = ru + ly->ly_nruns; ru < end; ru++) {
		const uint8_t *pa = a + ru->ru_offset, *pb = b + ru->ru_offset;

		if (ru->ru_string ? strncmp((const char *)pa, (const char *)pb, ru->ru_size) :
				    memcmp(pa, pb, ru->ru_size))
			return false;
	}
	return true;
}

static void key_copy(const struct layout *ly, uint8_t *to, const uint8_t *from)
{
	memset(to, 0, ly->ly_keysize);
	for (const struct run *ru = ly->ly_runs, *end = ru + ly->ly_nruns; ru < end; ru++)
		memcpy(to + ru->ru_offset, from + ru->ru_offset, run_len(ru, from + ru->ru_offset));
}

/*
 * Entries.
 */
static struct entry *entry_at(const struct dt_aggs *as, uint32_t block)
{
	return dif_blocks_at(&as->as_blocks, block);
}

static struct layout *entry_layout(const struct dt_aggs *as, const struct entry *en)
{
	return as->as_all[en->en_layout];
}

/* The layout that has the list of the entry's aggregation. */
static struct layout *layout_first(const struct dt_aggs *as, const struct layout *ly)
{
	return as->as_layouts[ly->ly_desc->ag_id];
}

static uint8_t *entry_key(const struct layout *ly, struct entry *en)
{
	return (uint8_t *)(en->en_data + ly->ly_words);
}

static void entry_reset(const struct layout *ly, struct entry *en)
{
	memset(en->en_data, 0, ly->ly_words * sizeof(int64_t));
	if (ly->ly_kind == DT_ACT_AGG_MIN)
		en->en_data[0] = INT64_MAX;
	if (ly->ly_kind == DT_ACT_AGG_MAX)
		en->en_data[0] = INT64_MIN;
}

static void list_append(struct dt_aggs *as, struct layout *ly, uint32_t block, struct entry *en)
{
	en->en_after = 0;
	en->en_before = ly->ly_last;
	if (ly->ly_last)
		entry_at(as, ly->ly_last)->en_after = block;
	else
		ly->ly_first = block;
	ly->ly_last = block;
}

static void list_remove(struct dt_aggs *as, struct layout *ly, const struct entry *en)
{
	if (en->en_before)
		entry_at(as, en->en_before)->en_after = en->en_after;
	else
		ly->ly_first = en->en_after;
	if (en->en_after)
		entry_at(as, en->en_after)->en_before = en->en_before;
	else
		ly->ly_last = en->en_before;
}

static struct entry *entry_make(struct dt_aggs *as, struct layout *ly, uint64_t hash,
	const uint8_t *key)
{
	uint32_t block = dif_blocks_alloc(&as->as_blocks, ly->ly_size);
	uint32_t *head = &as->as_heads[hash & (as->as_nheads - 1)];
	struct entry *en;

	if (!block)
		return NULL;
	en = entry_at(as, block);
	en->en_next = *head;
	en->en_hash = (uint32_t)hash;
	en->en_check = hash >> 32;
	en->en_layout = ly->ly_number;
	*head = block;
	entry_reset(ly, en);
	key_copy(ly, entry_key(ly, en), key);
	list_append(as, layout_first(as, ly), block, en);
	as->as_count++;
	return en;
}

static struct entry *entry_find(const struct dt_aggs *as, const struct layout *ly, uint64_t hash,
	const uint8_t *key)
{
	uint32_t block = as->as_heads[hash & (as->as_nheads - 1)];

	while (block) {
		struct entry *en = entry_at(as, block);

		if (en->en_check == hash >> 32 && en->en_layout == ly->ly_number &&
			key_same(ly, key, entry_key(ly, en)))
			return en;
		block = en->en_next;
	}
	return NULL;
}

static void entry_free(struct dt_aggs *as, struct entry *en)
{
	struct layout *ly = entry_layout(as, en);
	uint32_t block = ((uint8_t *)en - as->as_blocks.bl_base) / DIF_BLOCK_UNIT;
	uint32_t *link = &as->as_heads[en->en_hash & (as->as_nheads - 1)];

	while (*link && *link != block)
		link = &entry_at(as, *link)->en_next;
	if (*link)
		*link = en->en_next;
	list_remove(as, layout_first(as, ly), en);
	dif_blocks_free(&as->as_blocks, block, ly->ly_size);
	as->as_count--;
}

/*
 * Values.  Sums wrap as 64 bits do.
 */
static int64_t wrap_add(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a + (uint64_t)b);
}

static void add_square(int64_t *data, int64_t v)
{
	unsigned __int128 sum = (unsigned __int128)(uint64_t)data[3] << 64 | (uint64_t)data[2];

	sum += (unsigned __int128)((__int128)v * v);
	data[2] = (int64_t)(uint64_t)sum;
	data[3] = (int64_t)(uint64_t)(sum >> 64);
}

static void add_value(const struct layout *ly, int64_t *data, int64_t v, int64_t incr)
{
	switch (ly->ly_kind) {
	case DT_ACT_AGG_COUNT: data[0]++; break;
	case DT_ACT_AGG_SUM: data[0] = wrap_add(data[0], v); break;
	case DT_ACT_AGG_MIN:
		if (v < data[0])
			data[0] = v;
		break;
	case DT_ACT_AGG_MAX:
		if (v > data[0])
			data[0] = v;
		break;
	case DT_ACT_AGG_STDDEV: add_square(data, v); /* fall through */
	case DT_ACT_AGG_AVG:
		data[0]++;
		data[1] = wrap_add(data[1], v);
		break;
	default:
		data += dt_agg_bucket(ly->ly_kind, ly->ly_arg, v);
		*data = wrap_add(*data, incr);
		break;
	}
}

void dt_agg_update(struct dt_aggs *as, const struct dt_aggdesc *ag, const void *key, int64_t value,
	int64_t incr)
{
	struct layout *ly = layout_get(as, ag);
	struct entry *en = NULL;
	uint64_t hash;

	if (ly) {
		hash = key_hash(ly, key);
		en = entry_find(as, ly, hash, key);
		if (!en)
			en = entry_make(as, ly, hash, key);
	}
	if (en)
		add_value(ly, en->en_data, value, incr);
	else
		as->as_drops++;
}

/* For the consumer. */
static struct layout *layout_find(const struct dt_aggs *as, uint32_t id)
{
	struct layout *ly = id < as->as_nlayouts ? as->as_layouts[id] : NULL;

	return ly && ly->ly_desc ? ly : NULL;
}

void dt_agg_clear(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	struct layout *ly = layout_find(as, ag->ag_id);

	for (uint32_t block = ly ? ly->ly_first : 0; block; block = entry_at(as, block)->en_after)
		entry_reset(ly, entry_at(as, block));
}

void dt_agg_empty(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	struct layout *ly = layout_find(as, ag->ag_id);

	while (ly && ly->ly_first)
		entry_free(as, entry_at(as, ly->ly_first));
}

static struct entry *entry_of(const struct dt_aggent *ae)
{
	return (struct entry *)((uint8_t *)ae->ae_data - offsetof(struct entry, en_data));
}

void dt_agg_reset(struct dt_aggs *as, const struct dt_aggent *ae)
{
	entry_reset(entry_layout(as, entry_of(ae)), entry_of(ae));
}

void dt_agg_remove(struct dt_aggs *as, const struct dt_aggent *ae)
{
	entry_free(as, entry_of(ae));
}

uint32_t dt_agg_next(const struct dt_aggs *as, uint32_t id, const struct dt_aggdesc **ag)
{
	while (++id < as->as_nlayouts) {
		const struct layout *ly = layout_find(as, id);

		if (ly) {
			*ag = ly->ly_desc;
			return id;
		}
	}
	return 0;
}

static int walk_layout(struct dt_aggs *as, const struct layout *first,
	int (*fn)(const struct dt_aggent *, void *), void *arg)
{
	uint32_t block = first->ly_first;
	int rc = 0;

	while (block && rc == 0) {
		struct entry *en = entry_at(as, block);
		const struct layout *ly = entry_layout(as, en);
		struct dt_aggent ae = { .ae_desc = ly->ly_desc,
			.ae_keysize = ly->ly_keysize,
			.ae_key = entry_key(ly, en),
			.ae_data = en->en_data,
			.ae_words = ly->ly_words };

		block = en->en_after; /* fn may remove this one */
		rc = fn(&ae, arg);
	}
	return rc;
}

int dt_agg_walk_one(struct dt_aggs *as, uint32_t id, int (*fn)(const struct dt_aggent *, void *),
	void *arg)
{
	struct layout *ly = id < as->as_nlayouts ? as->as_layouts[id] : NULL;

	return ly && ly->ly_desc ? walk_layout(as, ly, fn, arg) : 0;
}

int dt_agg_walk(struct dt_aggs *as, int (*fn)(const struct dt_aggent *, void *), void *arg)
{
	int rc = 0;

	for (uint32_t id = 0; id < as->as_nlayouts && rc == 0; id++)
		rc = dt_agg_walk_one(as, id, fn, arg);
	return rc;
}
