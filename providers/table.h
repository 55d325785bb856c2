/*
 * A table from the kernel's numbers (requests, file objects) to values of one size.
 *
 * A value stays where it is until it is removed.  The table has a most, so that a stream of nothing
 * but new numbers does not fill the memory.
 */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>
#include <stdint.h>
#include "oldest.h"

struct dt_table {
	size_t mp_size;	 /* of a value; set before use */
	uint32_t mp_max; /* values at most; set before use */
	uint32_t mp_count, mp_nslots;
	struct dt_tablenode **mp_slots;
	struct base_ages mp_ages; /* once there are slots */
};

void *dt_table_find(const struct dt_table *, uint64_t key); /* or NULL */
void *dt_table_add(struct dt_table *,
	uint64_t key); /* found, or new and zero; NULL: full, or no memory */
void *dt_table_renew(struct dt_table *,
	uint64_t key); /* the same, but a full table forgets its oldest */
void dt_table_remove(struct dt_table *, uint64_t key);
void dt_table_clear(struct dt_table *);
void dt_table_walk(const struct dt_table *, void (*)(void *value));

#endif
