/*
 * An index: entries that are found by a hash of their key.
 *
 * An entry is a structure of the caller with a struct base_link in it; the index owns no entries. A
 * lookup walks the entries of one hash, the last added first, and compares their keys:
 *
 *	for (struct base_link *ln = base_index_first(ix, hash); ln; ln = base_index_next(ln)) {
 *		struct thing *th = BASE_ENTRY(ln, struct thing, th_link);
 *		if (th->th_id == id)
 *			return th;
 *	}
 *
 * Where keys come from outside, the hash begins as base_secret() (hash.h). Adding can't fail: if
 * there is no memory to grow, the chains get longer. A zeroed index is empty. Headers only.
 */
#ifndef BASE_INDEX_H
#define BASE_INDEX_H

#include <stdlib.h>
#include "alloc.h"
#include "entry.h"
#include "hash.h"

struct base_link {
	struct base_link *ln_next;
	uint64_t ln_hash;
};

struct base_index {
	struct base_link **ix_slots; /* NULL: all entries are in ix_one */
	struct base_link *ix_one;
	uint32_t ix_nslots, ix_count; /* slots: a power of 2, or 0 */
};

static inline uint32_t base_index_chains(const struct base_index *ix)
{
	return ix->ix_slots ? ix->ix_nslots : 1;
}

static inline struct base_link **base_index_chain(const struct base_index *ix, uint32_t i)
{
	return ix->ix_slots ? &ix->ix_slots[i] : (struct base_link **)&ix->ix_one;
}

static inline struct base_link **base_index_slot(const struct base_index *ix, uint64_t hash)
{
	return base_index_chain(ix, (uint32_t)hash & (base_index_chains(ix) - 1));
}

static inline struct base_link *base_index_same(struct base_link *ln, uint64_t hash)
{
	while (ln && ln->ln_hash != hash)
		ln = ln->ln_next;
	return ln;
}

static inline struct base_link *base_index_first(const struct base_index *ix, uint64_t hash)
{
	return base_index_same(*base_index_slot(ix, hash), hash);
}

static inline struct base_link *base_index_next(const struct base_link *ln)
{
	return base_index_same(ln->ln_next, ln->ln_hash);
}

/* Chains keep their order: the entry added last stays first. */
static inline void base_index_grow(struct base_index *ix)
{
	struct base_index bigger = { .ix_nslots = ix->ix_nslots ? ix->ix_nslots * 2 : 64,
		.ix_count = ix->ix_count };

	if (bigger.ix_nslots == 0)
		return;
	bigger.ix_slots = base_calloc(bigger.ix_nslots, sizeof(*bigger.ix_slots));
	if (!bigger.ix_slots)
		return;
	for (uint32_t i = 0; i < base_index_chains(ix); i++)
		for (struct base_link *ln = *base_index_chain(ix, i), *next; ln; ln = next) {
			struct base_link **tail = base_index_slot(&bigger, ln->ln_hash);

			while (*tail)
				tail = &(*tail)->ln_next;
			next = ln->ln_next;
			ln->ln_next = NULL;
			*tail = ln;
		}
	free(ix->ix_slots);
	*ix = bigger;
}

static inline void base_index_add(struct base_index *ix, struct base_link *ln, uint64_t hash)
{
	struct base_link **slot;

	if (ix->ix_count >= ix->ix_nslots)
		base_index_grow(ix);
	slot = base_index_slot(ix, hash);
	ln->ln_hash = hash;
	ln->ln_next = *slot;
	*slot = ln;
	ix->ix_count++;
}

/* The entry must be in the index. */
static inline void base_index_remove(struct base_index *ix, struct base_link *ln)
{
	struct base_link **p = base_index_slot(ix, ln->ln_hash);

	while (*p != ln)
		p = &(*p)->ln_next;
	*p = ln->ln_next;
	ix->ix_count--;
}

/* Removes the entries, in no order, for which drop() returns true; it may have freed them. */
static inline void base_index_sweep(struct base_index *ix,
	bool (*drop)(struct base_link *, void *arg), void *arg)
{
	for (uint32_t i = 0; i < base_index_chains(ix); i++)
		for (struct base_link **p = base_index_chain(ix, i), *ln, *next; (ln = *p);) {
			next = ln->ln_next;
			if (!drop(ln, arg)) {
				p = &ln->ln_next;
				continue;
			}
			*p = next;
			ix->ix_count--;
		}
}

/* Empties the index; calls free_entry(), if it isn't NULL, for each entry. */
static inline void base_index_clear(struct base_index *ix, void (*free_entry)(struct base_link *))
{
	for (uint32_t i = 0; free_entry && i < base_index_chains(ix); i++)
		for (struct base_link *ln = *base_index_chain(ix, i), *next; ln; ln = next) {
			next = ln->ln_next;
			free_entry(ln);
		}
	free(ix->ix_slots);
	*ix = (struct base_index){ 0 };
}

#endif
