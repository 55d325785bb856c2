/*
 * A table from the kernel's numbers (requests, file objects) to values of one size.
 *
 * A value stays where it is until it is removed.  The table has a most, so that a stream of nothing
 * but new numbers does not fill the memory.
 * Headers only.
 */
#ifndef BASE_TABLE_H
#define BASE_TABLE_H

#include <stdlib.h>
#include "alloc.h"
#include "hash.h"
#include "oldest.h"

struct base_tablenode {
	struct base_tablenode *mn_next;
	struct base_aged mn_age;
	uint64_t mn_key;
	uint64_t mn_value[];
};

struct base_table {
	size_t mp_size;	 /* of a value; set before use */
	uint32_t mp_max; /* values at most; set before use */
	uint32_t mp_count, mp_nslots;
	struct base_tablenode **mp_slots;
	struct base_ages mp_ages; /* once there are slots */
};

static inline struct base_tablenode **base_table_slot(const struct base_table *mp, uint64_t key)
{
	return &mp->mp_slots[base_hash_key(key) & (mp->mp_nslots - 1)];
}

/* The value of a key, or NULL. */
static inline void *base_table_find(const struct base_table *mp, uint64_t key)
{
	struct base_tablenode *mn = mp->mp_count == 0 ? NULL : *base_table_slot(mp, key);

	while (mn && mn->mn_key != key)
		mn = mn->mn_next;
	if (!mn)
		return NULL;
	mn->mn_age.ag_used = true;
	return mn->mn_value;
}

static inline int base_table_grow(struct base_table *mp)
{
	struct base_table bigger = { .mp_nslots = mp->mp_nslots != 0 ? mp->mp_nslots * 2 : 64 };

	bigger.mp_slots = base_calloc(bigger.mp_nslots, sizeof(*bigger.mp_slots));
	if (!bigger.mp_slots)
		return -1;
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct base_tablenode *mn = mp->mp_slots[i], *next; mn; mn = next) {
			struct base_tablenode **slot = base_table_slot(&bigger, mn->mn_key);

			next = mn->mn_next;
			mn->mn_next = *slot;
			*slot = mn;
		}
	if (!mp->mp_slots)
		base_ages_init(&mp->mp_ages, 0);
	free(mp->mp_slots);
	mp->mp_slots = bigger.mp_slots;
	mp->mp_nslots = bigger.mp_nslots;
	return 0;
}

/* The value of a key, zeroed if it is new; NULL if the table is full or memory has run out. */
static inline void *base_table_add(struct base_table *mp, uint64_t key)
{
	void *value = base_table_find(mp, key);
	struct base_tablenode *mn, **slot;

	if (value)
		return value;
	if (mp->mp_count >= mp->mp_max ||
		(mp->mp_count >= mp->mp_nslots && base_table_grow(mp) < 0))
		return NULL;
	mn = base_calloc(1, sizeof(*mn) + mp->mp_size);
	if (!mn)
		return NULL;
	slot = base_table_slot(mp, key);
	mn->mn_key = key;
	mn->mn_next = *slot;
	*slot = mn;
	mp->mp_count++;
	base_ages_add(&mp->mp_ages, &mn->mn_age);
	return mn->mn_value;
}

static inline void base_table_remove(struct base_table *mp, uint64_t key)
{
	struct base_tablenode **p, *mn;

	if (mp->mp_count == 0)
		return;
	for (p = base_table_slot(mp, key); *p && (*p)->mn_key != key;)
		p = &(*p)->mn_next;
	mn = *p;
	if (!mn)
		return;
	*p = mn->mn_next;
	mp->mp_count--;
	base_ages_remove(&mp->mp_ages, &mn->mn_age);
	free(mn);
}

/* Like base_table_add(), but a full table forgets its oldest value. */
static inline void *base_table_renew(struct base_table *mp, uint64_t key)
{
	void *value = base_table_add(mp, key);

	if (value || mp->mp_count < mp->mp_max)
		return value;
	base_table_remove(mp,
		BASE_AGED(base_ages_oldest(&mp->mp_ages), struct base_tablenode, mn_age)->mn_key);
	return base_table_add(mp, key);
}

static inline void base_table_clear(struct base_table *mp)
{
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct base_tablenode *mn = mp->mp_slots[i], *next; mn; mn = next) {
			next = mn->mn_next;
			free(mn);
		}
	free(mp->mp_slots);
	mp->mp_slots = NULL;
	mp->mp_nslots = mp->mp_count = 0;
}

static inline void base_table_walk(const struct base_table *mp, void (*fn)(void *value))
{
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct base_tablenode *mn = mp->mp_slots[i]; mn; mn = mn->mn_next)
			fn(mn->mn_value);
}

#endif
