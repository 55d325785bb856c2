/*
 * The store of aggregation data.
 *
 * An entry is one block of a pool: header, data words twice, key.  It is linked into the chain of
 * its hash and, in order of appearance, into the list of its aggregation.
 *
 * A value is added to the second copy of the words, pending; merging adds those to the first copy,
 * which is what the consumer sees.  So each interval of aggrate has its own room, though nothing is
 * ever moved: an entry counts anew when it gets its first value of an interval.
 */
#include <stdlib.h>
#include <string.h>
#include "agg_impl.h"
#include "alloc.h"
#include "grow.h"
#include "hash.h"
#include "record.h"

#define SPACE ((size_t)16 << 30) /* of addresses; what is used takes memory */
#define HEADS 1024
#define SLOW 1000000000 /* up to this aggrate, each look of the consumer merges */

struct dt_aggs *dt_aggs_create(size_t room)
{
	struct dt_aggs *as = base_calloc(1, sizeof(*as));

	if (!as)
		return NULL;
	as->as_room = room;
	as->as_interval = 1;
	as->as_nheads = HEADS;
	as->as_heads = dif_reserve(as->as_nheads * sizeof(uint32_t));
	if (!as->as_heads || !dif_blocks_init(&as->as_blocks, SPACE)) {
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
	dt_agg_layouts_free(as);
	free(as->as_used);
	dif_release(as->as_heads, as->as_nheads * sizeof(uint32_t));
	dif_blocks_fini(&as->as_blocks);
	free(as);
}

void dt_aggs_clock(struct dt_aggs *as, const uint64_t *now, uint64_t rate)
{
	if (as->as_now == now && as->as_rate == rate)
		return;
	as->as_now = now;
	as->as_rate = rate;
	as->as_due = *now + rate;
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

static int64_t *entry_pending(const struct layout *ly, struct entry *en)
{
	return en->en_data + ly->ly_words;
}

static uint8_t *entry_key(const struct layout *ly, struct entry *en)
{
	return (uint8_t *)(en->en_data + 2 * ly->ly_words);
}

static void data_reset(const struct layout *ly, int64_t *data)
{
	memset(data, 0, ly->ly_words * sizeof(int64_t));
	if (ly->ly_kind == DT_ACT_AGG_MIN)
		data[0] = INT64_MAX;
	if (ly->ly_kind == DT_ACT_AGG_MAX)
		data[0] = INT64_MIN;
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

/* Without memory the chains get longer. */
static void heads_grow(struct dt_aggs *as)
{
	uint64_t n = as->as_nheads * 4;
	uint32_t *heads = n <= UINT32_MAX ? dif_reserve(n * sizeof(*heads)) : NULL;

	if (!heads)
		return;
	for (uint64_t i = 0; i < as->as_nheads; i++) {
		for (uint32_t block = as->as_heads[i], next; block; block = next) {
			struct entry *en = entry_at(as, block);
			uint32_t *head = &heads[en->en_hash & (n - 1)];

			next = en->en_next;
			en->en_next = *head;
			*head = block;
		}
	}
	dif_release(as->as_heads, as->as_nheads * sizeof(*heads));
	as->as_heads = heads;
	as->as_nheads = n;
}

static struct entry *entry_make(struct dt_aggs *as, struct layout *ly, uint64_t hash,
	const uint8_t *key)
{
	uint32_t block = dif_blocks_alloc(&as->as_blocks, ly->ly_size), *head;
	struct entry *en;

	if (!block)
		return NULL;
	if (as->as_count >= as->as_nheads)
		heads_grow(as);
	head = &as->as_heads[hash & (as->as_nheads - 1)];
	en = entry_at(as, block);
	en->en_next = *head;
	en->en_hash = (uint32_t)hash;
	en->en_check = hash >> 32;
	en->en_layout = ly->ly_number;
	en->en_pending = 0;
	en->en_merged = false;
	*head = block;
	data_reset(ly, en->en_data);
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

static uint32_t block_of(const struct dt_aggs *as, const struct entry *en)
{
	return (uint32_t)(((const uint8_t *)en - as->as_blocks.bl_base) / DIF_BLOCK_UNIT);
}

/* If it has values to be merged, only the merged ones go. */
static void entry_free(struct dt_aggs *as, struct entry *en)
{
	struct layout *ly = entry_layout(as, en);
	uint32_t block = block_of(as, en);
	uint32_t *link = &as->as_heads[en->en_hash & (as->as_nheads - 1)];

	if (en->en_pending) {
		data_reset(ly, en->en_data);
		en->en_merged = false;
		return;
	}
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

/* Adds the words of b to a. */
static void add_data(const struct layout *ly, int64_t *a, const int64_t *b)
{
	unsigned __int128 squares;

	switch (ly->ly_kind) {
	case DT_ACT_AGG_MIN: *a = *b < *a ? *b : *a; return;
	case DT_ACT_AGG_MAX: *a = *b > *a ? *b : *a; return;
	case DT_ACT_AGG_STDDEV:
		memcpy(&squares, a + 2, sizeof(squares));
		squares += (unsigned __int128)(uint64_t)b[3] << 64 | (uint64_t)b[2];
		a[0] += b[0];
		a[1] = wrap_add(a[1], b[1]);
		memcpy(a + 2, &squares, sizeof(squares));
		return;
	}
	for (uint32_t i = 0; i < ly->ly_words; i++)
		a[i] = wrap_add(a[i], b[i]);
}

/*
 * Intervals.
 */
static void merge(struct dt_aggs *as)
{
	uint32_t block, next;

	if (as->as_pull)
		as->as_pull(as->as_source);
	for (block = as->as_pending; block; block = next) {
		struct entry *en = entry_at(as, block);
		const struct layout *ly = entry_layout(as, en);

		next = en->en_pending == block ? 0 : en->en_pending;
		add_data(ly, en->en_data, entry_pending(ly, en));
		en->en_pending = 0;
		en->en_merged = true;
	}
	as->as_pending = 0;
}

static void interval_check(struct dt_aggs *as)
{
	if (!as->as_now || *as->as_now < as->as_due)
		return;
	merge(as);
	as->as_interval++;
	as->as_due = *as->as_now + as->as_rate;
	if (as->as_used)
		memset(as->as_used, 0, as->as_ncpus * sizeof(*as->as_used));
}

/* Before the consumer looks, or changes what is merged: also before it asks for a layout. */
static void look(struct dt_aggs *as)
{
	interval_check(as);
	if (as->as_rate <= SLOW || !as->as_looked)
		merge(as);
	as->as_looked = true;
}

void dt_aggs_merge(struct dt_aggs *as)
{
	merge(as);
	as->as_now = NULL;
	as->as_rate = 0;
}

static bool charge(struct dt_aggs *as, const struct layout *ly, uint32_t cpu)
{
	if (cpu >= DT_MAXCPUS || !base_reach(as->as_used, as->as_ncpus, cpu + 1))
		return false;
	if (ly->ly_charge > as->as_room - as->as_used[cpu])
		return false;
	as->as_used[cpu] += ly->ly_charge;
	return true;
}

/* The entry of a key, charged to the CPU of its first value in the interval. */
static struct entry *entry_get(struct dt_aggs *as, struct layout *ly, uint32_t cpu,
	const uint8_t *key)
{
	uint64_t hash = key_hash(ly, key);
	struct entry *en = entry_find(as, ly, hash, key);

	if (en && en->en_interval == as->as_interval)
		return en;
	if (!charge(as, ly, cpu))
		return NULL;
	if (!en)
		en = entry_make(as, ly, hash, key);
	if (en)
		en->en_interval = as->as_interval;
	return en;
}

/* The words to which values are added. */
static int64_t *entry_data(struct dt_aggs *as, const struct layout *ly, struct entry *en)
{
	int64_t *data = entry_pending(ly, en);

	if (!en->en_pending) {
		uint32_t block = block_of(as, en);

		data_reset(ly, data);
		en->en_pending = as->as_pending ? as->as_pending : block;
		as->as_pending = block;
	}
	return data;
}

/* Most aggregations have one layout. */
static inline struct layout *layout_of(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	struct layout *ly = ag->ag_id < as->as_nlayouts ? as->as_layouts[ag->ag_id] : NULL;

	return ly && ly->ly_desc == ag ? ly : dt_agg_layout(as, ag);
}

void dt_agg_update(struct dt_aggs *as, uint32_t cpu, const struct dt_aggdesc *ag, const void *key,
	int64_t value, int64_t incr)
{
	struct layout *ly = layout_of(as, ag);
	struct entry *en;

	interval_check(as);
	en = ly ? entry_get(as, ly, cpu, key) : NULL;
	if (en)
		add_value(ly, entry_data(as, ly, en), value, incr);
	else
		as->as_drops++;
}

void dt_aggs_source(struct dt_aggs *as, void (*pull)(void *),
	void (*forget)(void *, uint32_t aggid), void *arg)
{
	as->as_pull = pull;
	as->as_forget = forget;
	as->as_source = arg;
}

void dt_agg_add(struct dt_aggs *as, uint32_t cpu, const struct dt_aggdesc *ag, const void *key,
	const int64_t *data, uint64_t nvalues)
{
	struct layout *ly = layout_of(as, ag);
	struct entry *en = ly ? entry_get(as, ly, cpu, key) : NULL;

	if (en)
		add_data(ly, entry_data(as, ly, en), data);
	else
		as->as_drops += nvalues;
}

void dt_aggs_dropped(struct dt_aggs *as, uint64_t nvalues)
{
	as->as_drops += nvalues;
}

void dt_aggs_due(struct dt_aggs *as)
{
	interval_check(as);
}

/*
 * For the consumer.
 */
static void forget(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	if (as->as_forget)
		as->as_forget(as->as_source, ag->ag_id);
}

void dt_agg_clear(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	struct layout *ly;

	look(as);
	ly = dt_agg_layout_find(as, ag->ag_id);
	forget(as, ag);
	for (uint32_t block = ly ? ly->ly_first : 0; block; block = entry_at(as, block)->en_after)
		data_reset(ly, entry_at(as, block)->en_data);
}

void dt_agg_empty(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	struct layout *ly;

	look(as);
	ly = dt_agg_layout_find(as, ag->ag_id);
	forget(as, ag);
	for (uint32_t block = ly ? ly->ly_first : 0, next; block; block = next) {
		next = entry_at(as, block)->en_after;
		entry_free(as, entry_at(as, block));
	}
}

static struct entry *entry_of(const struct dt_aggent *ae)
{
	return (struct entry *)((uint8_t *)ae->ae_data - offsetof(struct entry, en_data));
}

void dt_agg_reset(struct dt_aggs *as, const struct dt_aggent *ae)
{
	forget(as, ae->ae_desc);
	data_reset(entry_layout(as, entry_of(ae)), entry_of(ae)->en_data);
}

void dt_agg_remove(struct dt_aggs *as, const struct dt_aggent *ae)
{
	forget(as, ae->ae_desc);
	entry_free(as, entry_of(ae));
}

uint32_t dt_agg_next(struct dt_aggs *as, uint32_t id, const struct dt_aggdesc **ag)
{
	if (id == 0)
		look(as);
	while (++id < as->as_nlayouts) {
		const struct layout *ly = dt_agg_layout_find(as, id);

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
		if (en->en_merged)
			rc = fn(&ae, arg);
	}
	return rc;
}

int dt_agg_walk_one(struct dt_aggs *as, uint32_t id, int (*fn)(const struct dt_aggent *, void *),
	void *arg)
{
	const struct layout *ly;

	look(as);
	ly = dt_agg_layout_find(as, id);
	return ly ? walk_layout(as, ly, fn, arg) : 0;
}

int dt_agg_walk(struct dt_aggs *as, int (*fn)(const struct dt_aggent *, void *), void *arg)
{
	int rc = 0;

	look(as);
	for (uint32_t id = 0; id < as->as_nlayouts && rc == 0; id++)
		rc = dt_agg_walk_one(as, id, fn, arg);
	return rc;
}
