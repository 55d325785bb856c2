/*
 * Gathers the entries of some aggregations into rows.
 *
 * Entries of several aggregations with the same key make one row, and so do entries whose keys
 * differ only in addresses of the same symbol: the engine records addresses, but @[func(arg0)] is
 * about functions. Therefore each entry gets a joining key, with a number for each symbol instead
 * of the address; sorting by it brings the entries of a row together.
 */
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "aggs.h"

struct gather_item {
	struct dt_aggent gi_ent;
	unsigned gi_agg; /* index in the set */
	const uint8_t *gi_join;
	uint32_t gi_joinsize;
};

struct gather {
	struct dt_aggset *ga_set;
	struct gather_item *ga_items;
	size_t ga_nitems;
	bool ga_symbols; /* some key is a symbol */
	void *ga_names;	 /* tsearch() tree of the symbols seen */
};

static uint32_t aggset_offset(const struct dt_aggdesc *ag, unsigned key)
{
	uint64_t end = 0, at = 0;

	for (unsigned i = 0; i <= key; i++)
		at = dt_row_add(&end, ag->ag_keys[i].op_align, ag->ag_keys[i].op_size);
	return (uint32_t)at;
}

void dt_aggset_key(const struct dt_aggrow *ar, unsigned i, struct dt_value *va)
{
	dt_value_init(va, &ar->ar_desc->ag_keys[i], ar->ar_key + aggset_offset(ar->ar_desc, i));
	va->va_key = true;
}

/* Allocates a block that the set frees. */
static void *aggset_alloc(struct dt_aggset *at, size_t size)
{
	void **blocks = at->at_blocks, *p;

	if ((at->at_nblocks & (at->at_nblocks - 1)) == 0) { /* full at each power of two */
		blocks = base_realloc(blocks,
			(at->at_nblocks ? 2 * at->at_nblocks : 1) * sizeof(*blocks));
		if (!blocks)
			return NULL;
		at->at_blocks = blocks;
	}
	p = base_malloc(size ? size : 1);
	if (p)
		blocks[at->at_nblocks++] = p;
	return p;
}

static int gather_push(struct gather *ga, const struct dt_aggent *ae, unsigned agg)
{
	if (!base_more(ga->ga_items, ga->ga_nitems))
		return -1;
	ga->ga_items[ga->ga_nitems++] = (struct gather_item){ .gi_ent = *ae,
		.gi_agg = agg,
		.gi_join = ae->ae_key,
		.gi_joinsize = ae->ae_keysize };
	return 0;
}

static int gather_entry(const struct dt_aggent *ae, void *arg)
{
	struct gather *ga = arg;

	for (unsigned i = 0; i < ga->ga_set->at_naggs; i++) {
		if (ga->ga_set->at_aggs[i]->ag_id == ae->ae_desc->ag_id &&
			gather_push(ga, ae, i) != 0)
			return -1;
	}
	return 0;
}

static int gather_compare_names(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Returns the same number for the same text; 0 if there is no memory. */
static uint64_t gather_name(struct gather *ga, const char *text)
{
	char **node = tfind(text, &ga->ga_names, gather_compare_names), *name;

	if (!node) {
		name = base_strdup(text);
		node = name ? tsearch(name, &ga->ga_names, gather_compare_names) : NULL;
		if (!node)
			free(name);
	}
	return node ? (uintptr_t)*node : 0;
}

static int gather_joinkey(struct gather *ga, struct gather_item *gi)
{
	struct dt_aggrow row = { .ar_desc = gi->gi_ent.ae_desc, .ar_key = gi->gi_ent.ae_key };
	uint8_t *join = aggset_alloc(ga->ga_set, gi->gi_joinsize);
	char text[DT_SYM_MAX];
	struct dt_value va;
	uint64_t name;

	if (!join)
		return -1;
	memcpy(join, row.ar_key, gi->gi_joinsize);
	for (unsigned i = 0; i < row.ar_desc->ag_nkeys; i++) {
		dt_aggset_key(&row, i, &va);
		if (!dt_symbol_kind(va.va_kind) || va.va_size < sizeof(name))
			continue;
		dt_symbol_value(ga->ga_set->at_co, &va, text, sizeof(text));
		name = gather_name(ga, text);
		if (name == 0)
			return -1;
		memset(join + (va.va_data - row.ar_key), 0, va.va_size);
		memcpy(join + (va.va_data - row.ar_key), &name, sizeof(name));
	}
	gi->gi_join = join;
	return 0;
}

static int gather_compare(const void *x, const void *y)
{
	const struct gather_item *a = x, *b = y;
	int r;

	if (a->gi_joinsize != b->gi_joinsize)
		return a->gi_joinsize < b->gi_joinsize ? -1 : 1;
	r = memcmp(a->gi_join, b->gi_join, a->gi_joinsize);
	if (r == 0)
		r = memcmp(a->gi_ent.ae_key, b->gi_ent.ae_key, a->gi_joinsize);
	return r != 0 ? r : a->gi_agg < b->gi_agg ? -1 : a->gi_agg > b->gi_agg;
}

static void gather_add(const struct dt_aggdesc *ag, int64_t *sum, const int64_t *data,
	uint32_t words)
{
	unsigned __int128 squares[2];

	if (ag->ag_kind == DT_ACT_AGG_MIN || ag->ag_kind == DT_ACT_AGG_MAX) {
		if ((data[0] < sum[0]) == (ag->ag_kind == DT_ACT_AGG_MIN))
			sum[0] = data[0];
		return;
	}
	if (ag->ag_kind == DT_ACT_AGG_STDDEV) {
		memcpy(&squares[0], sum + 2, sizeof(squares[0]));
		memcpy(&squares[1], data + 2, sizeof(squares[1]));
		squares[0] += squares[1];
		memcpy(sum + 2, &squares[0], sizeof(squares[0]));
		words = 2;
	}
	for (uint32_t i = 0; i < words; i++)
		sum[i] = (int64_t)((uint64_t)sum[i] + (uint64_t)data[i]);
}

/*
 * Sets an entry's data in a row; a second entry for the same place is added to a copy of the first.
 */
static int gather_place(struct dt_aggset *at, struct dt_aggrow *ar, const struct gather_item *gi,
	unsigned nth)
{
	uint32_t words = gi->gi_ent.ae_words;
	int64_t **slot = &ar->ar_data[gi->gi_agg], *copy;

	if (nth == 0) {
		*slot = gi->gi_ent.ae_data;
		return 0;
	}
	if (nth == 1) {
		copy = aggset_alloc(at, words * sizeof(*copy));
		if (!copy)
			return -1;
		memcpy(copy, *slot, words * sizeof(*copy));
		*slot = copy;
	}
	gather_add(gi->gi_ent.ae_desc, *slot, gi->gi_ent.ae_data, words);
	return 0;
}

static bool gather_same(const struct gather_item *a, const struct gather_item *b)
{
	return a->gi_joinsize == b->gi_joinsize &&
		memcmp(a->gi_join, b->gi_join, a->gi_joinsize) == 0;
}

static struct dt_aggrow *gather_newrow(struct dt_aggset *at, const struct gather_item *gi)
{
	struct dt_aggrow *ar = &at->at_rows[at->at_nrows];

	ar->ar_desc = gi->gi_ent.ae_desc;
	ar->ar_key = gi->gi_ent.ae_key;
	ar->ar_data = at->at_slots + at->at_nrows++ * at->at_naggs;
	for (unsigned i = 0; i < at->at_naggs; i++)
		ar->ar_data[i] = at->at_zeros;
	return ar;
}

/* joined: the items of one row are adjacent */
static int gather_rows(struct gather *ga, bool joined)
{
	struct dt_aggset *at = ga->ga_set;
	struct dt_aggrow *ar = NULL;
	unsigned *nth = base_calloc(at->at_naggs, sizeof(*nth));
	int r = !nth ? -1 : 0;

	for (size_t i = 0; i < ga->ga_nitems && r == 0; i++) {
		struct gather_item *gi = &ga->ga_items[i];

		if (i == 0 || !joined || !gather_same(gi - 1, gi)) {
			ar = gather_newrow(at, gi);
			memset(nth, 0, at->at_naggs * sizeof(*nth));
		}
		at->at_members[i] = gi->gi_ent.ae_data;
		if (ar->ar_nmembers++ == 0)
			ar->ar_members = &at->at_members[i];
		r = gather_place(at, ar, gi, nth[gi->gi_agg]++);
	}
	free(nth);
	return r;
}

static int gather_room(struct gather *ga)
{
	struct dt_aggset *at = ga->ga_set;
	size_t n = ga->ga_nitems ? ga->ga_nitems : 1, words = 4;

	for (unsigned i = 0; i < at->at_naggs; i++) {
		uint32_t w = dt_agg_words(at->at_aggs[i]->ag_kind, at->at_aggs[i]->ag_arg);

		words = w > words ? w : words;
	}
	at->at_zeros = base_calloc(words, sizeof(*at->at_zeros));
	at->at_rows = base_calloc(n, sizeof(*at->at_rows));
	at->at_slots = base_calloc(n * at->at_naggs, sizeof(*at->at_slots));
	at->at_members = base_calloc(n, sizeof(*at->at_members));
	return at->at_zeros && at->at_rows && at->at_slots && at->at_members ? 0 : -1;
}

static int gather_join(struct gather *ga)
{
	if (ga->ga_set->at_naggs == 1 && !ga->ga_symbols)
		return gather_rows(ga, false);
	for (size_t i = 0; ga->ga_symbols && i < ga->ga_nitems; i++) {
		if (gather_joinkey(ga, &ga->ga_items[i]) != 0)
			return -1;
	}
	if (ga->ga_nitems > 0)
		qsort(ga->ga_items, ga->ga_nitems, sizeof(*ga->ga_items), gather_compare);
	return gather_rows(ga, true);
}

static bool gather_has_symbols(const struct dt_aggdesc *ag)
{
	for (uint32_t i = 0; i < ag->ag_nkeys; i++) {
		if (dt_symbol_kind(ag->ag_keys[i].op_kind))
			return true;
	}
	return false;
}

int dt_aggset_gather(struct dt_aggset *at, struct dt_consumer *co, struct dt_aggdesc *const *aggs,
	unsigned naggs)
{
	struct gather ga = { .ga_set = at };
	int r = -1;

	*at = (struct dt_aggset){ .at_co = co, .at_aggs = aggs, .at_naggs = naggs };
	ga.ga_symbols = naggs > 0 && gather_has_symbols(aggs[0]);
	if (naggs == 1)
		r = dt_agg_walk_one(co->co_args.ca_aggs, aggs[0]->ag_id, gather_entry, &ga);
	else if (naggs > 1)
		r = dt_agg_walk(co->co_args.ca_aggs, gather_entry, &ga);
	if (r == 0)
		r = gather_room(&ga) == 0 ? gather_join(&ga) : -1;
	free(ga.ga_items);
	tdestroy(ga.ga_names, free);
	if (r != 0)
		dt_aggset_free(at);
	return r;
}

void dt_aggset_free(struct dt_aggset *at)
{
	while (at->at_nblocks > 0)
		free(at->at_blocks[--at->at_nblocks]);
	free(at->at_blocks);
	free(at->at_rows);
	free(at->at_slots);
	free(at->at_members);
	free(at->at_zeros);
	memset(at, 0, sizeof(*at));
}
