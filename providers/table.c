/*
 * Tables from numbers to values.
 */
#include <stdlib.h>
#include "alloc.h"
#include "hash.h"
#include "table.h"

struct dt_tablenode {
	struct dt_tablenode *mn_next;
	struct base_aged mn_age;
	uint64_t mn_key;
	uint64_t mn_value[];
};

static struct dt_tablenode **table_slot(const struct dt_table *mp, uint64_t key)
{
	return &mp->mp_slots[base_hash_key(key) & (mp->mp_nslots - 1)];
}

void *dt_table_find(const struct dt_table *mp, uint64_t key)
{
	struct dt_tablenode *mn = mp->mp_count == 0 ? NULL : *table_slot(mp, key);

	while (mn && mn->mn_key != key)
		mn = mn->mn_next;
	if (!mn)
		return NULL;
	mn->mn_age.ag_used = true;
	return mn->mn_value;
}

static int table_grow(struct dt_table *mp)
{
	struct dt_table bigger = { .mp_nslots = mp->mp_nslots != 0 ? mp->mp_nslots * 2 : 64 };

	bigger.mp_slots = base_calloc(bigger.mp_nslots, sizeof(*bigger.mp_slots));
	if (!bigger.mp_slots)
		return -1;
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct dt_tablenode *mn = mp->mp_slots[i], *next; mn; mn = next) {
			struct dt_tablenode **slot = table_slot(&bigger, mn->mn_key);

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

void *dt_table_add(struct dt_table *mp, uint64_t key)
{
	void *value = dt_table_find(mp, key);
	struct dt_tablenode *mn, **slot;

	if (value)
		return value;
	if (mp->mp_count >= mp->mp_max || (mp->mp_count >= mp->mp_nslots && table_grow(mp) < 0))
		return NULL;
	mn = base_calloc(1, sizeof(*mn) + mp->mp_size);
	if (!mn)
		return NULL;
	slot = table_slot(mp, key);
	mn->mn_key = key;
	mn->mn_next = *slot;
	*slot = mn;
	mp->mp_count++;
	base_ages_add(&mp->mp_ages, &mn->mn_age);
	return mn->mn_value;
}

void *dt_table_renew(struct dt_table *mp, uint64_t key)
{
	void *value = dt_table_add(mp, key);

	if (value || mp->mp_count < mp->mp_max)
		return value;
	dt_table_remove(mp,
		BASE_AGED(base_ages_oldest(&mp->mp_ages), struct dt_tablenode, mn_age)->mn_key);
	return dt_table_add(mp, key);
}

void dt_table_remove(struct dt_table *mp, uint64_t key)
{
	struct dt_tablenode **p, *mn;

	if (mp->mp_count == 0)
		return;
	for (p = table_slot(mp, key); *p && (*p)->mn_key != key;)
		p = &(*p)->mn_next;
	mn = *p;
	if (!mn)
		return;
	*p = mn->mn_next;
	mp->mp_count--;
	base_ages_remove(&mp->mp_ages, &mn->mn_age);
	free(mn);
}

void dt_table_clear(struct dt_table *mp)
{
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct dt_tablenode *mn = mp->mp_slots[i], *next; mn; mn = next) {
			next = mn->mn_next;
			free(mn);
		}
	free(mp->mp_slots);
	mp->mp_slots = NULL;
	mp->mp_nslots = mp->mp_count = 0;
}

void dt_table_walk(const struct dt_table *mp, void (*fn)(void *value))
{
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct dt_tablenode *mn = mp->mp_slots[i]; mn; mn = mn->mn_next)
			fn(mn->mn_value);
}
