/*
 * A table from 64-bit keys (numbers of the kernel, hashes) to values of one size.
 *
 * A value stays where it is until it is removed. The table has a limit, so that a stream of ever
 * new numbers doesn't fill the memory. Headers only.
 */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stdlib.h>
#include "alloc.h"
#include "index.h"
#include "oldest.h"

struct base_tablenode {
	struct base_link mn_link;
	struct base_aged mn_age;
	uint64_t mn_key;
	uint64_t mn_value[];
};

struct base_table {
	size_t mp_size;	 /* of a value; set before use */
	uint32_t mp_max; /* values at most; set before use */
	struct base_index mp_index;
	struct base_ages mp_ages; /* once a value has been added */
};

static inline struct base_tablenode *base_table_node(const struct base_table *mp, uint64_t key)
{
	struct base_link *ln = base_index_first(&mp->mp_index, base_hash_key(key));

	for (; ln; ln = base_index_next(ln)) {
		struct base_tablenode *mn = BASE_ENTRY(ln, struct base_tablenode, mn_link);

		if (mn->mn_key == key)
			return mn;
	}
	return NULL;
}

/* The value of a key, or NULL. */
static inline void *base_table_find(const struct base_table *mp, uint64_t key)
{
	struct base_tablenode *mn = base_table_node(mp, key);

	if (!mn)
		return NULL;
	mn->mn_age.ag_used = true;
	return mn->mn_value;
}

/* The value of a key, zeroed if it is new; NULL if the table is full or memory has run out. */
static inline void *base_table_add(struct base_table *mp, uint64_t key)
{
	void *value = base_table_find(mp, key);
	struct base_tablenode *mn;

	if (value)
		return value;
	if (mp->mp_index.ix_count >= mp->mp_max)
		return NULL;
	mn = base_calloc(1, sizeof(*mn) + mp->mp_size);
	if (!mn)
		return NULL;
	mn->mn_key = key;
	if (!mp->mp_ages.ag_ends.ag_newer)
		base_ages_init(&mp->mp_ages, 0);
	base_index_add(&mp->mp_index, &mn->mn_link, base_hash_key(key));
	base_ages_add(&mp->mp_ages, &mn->mn_age);
	return mn->mn_value;
}

static inline void base_table_remove(struct base_table *mp, uint64_t key)
{
	struct base_tablenode *mn = base_table_node(mp, key);

	if (!mn)
		return;
	base_index_remove(&mp->mp_index, &mn->mn_link);
	base_ages_remove(&mp->mp_ages, &mn->mn_age);
	free(mn);
}

/* Like base_table_add(), but a full table drops its oldest value. */
static inline void *base_table_renew(struct base_table *mp, uint64_t key)
{
	void *value = base_table_add(mp, key);

	if (value || mp->mp_index.ix_count < mp->mp_max)
		return value;
	base_table_remove(mp,
		BASE_ENTRY(base_ages_oldest(&mp->mp_ages), struct base_tablenode, mn_age)->mn_key);
	return base_table_add(mp, key);
}

static inline void base_table_walk(const struct base_table *mp, void (*fn)(void *value))
{
	for (uint32_t i = 0; i < base_index_chains(&mp->mp_index); i++)
		for (struct base_link *ln = *base_index_chain(&mp->mp_index, i); ln;
			ln = ln->ln_next)
			fn(BASE_ENTRY(ln, struct base_tablenode, mn_link)->mn_value);
}

static inline void base_table_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct base_tablenode, mn_link));
}

static inline void base_table_clear(struct base_table *mp)
{
	base_index_clear(&mp->mp_index, base_table_free);
	mp->mp_ages = (struct base_ages){ 0 };
}

#endif
