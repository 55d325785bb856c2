/*
 * Ranges of addresses, sorted and without overlap, each with what it leads to: the mappings of one
 * process.
 *
 * Whoever is traced chooses how many there are and in which order they come, so the table is a list
 * of pieces of at most DT_MAPTAB_PIECE ranges: what a new one costs doesn't depend on where it
 * goes.
 */
#ifndef DT_MAPTAB_H
#define DT_MAPTAB_H

#include <stdbool.h>
#include <stdint.h>
#include "symbols.h"

#define DT_MAPTAB_PIECE 256

struct dt_mappiece {
	uint32_t mp_count, mp_max;
	struct dt_map *mp_maps;
};

struct dt_maptab {
	struct dt_mappiece *mt_pieces; /* none is empty */
	uint32_t mt_npieces, mt_maxpieces;
	uint64_t mt_bytes, mt_taken; /* in use; the most there were, which take() was asked for */
};

/*
 * Asked before the table becomes larger than it ever was: whether so many bytes more may be used.
 */
typedef bool dt_maptab_take(void *arg, uint64_t bytes);

/*
 * Puts a range in, in place of what there was of it; false, and nothing is changed: no memory, or
 * take() said no.
 */
bool dt_maptab_set(struct dt_maptab *, const struct dt_map *, dt_maptab_take *take, void *arg);
/* The range that addr is in, or NULL; valid until the table changes. */
const struct dt_map *dt_maptab_find(const struct dt_maptab *, uint64_t addr);
/* In order of addresses. */
void dt_maptab_each(const struct dt_maptab *, void (*fn)(const struct dt_map *, void *), void *arg);
/* Makes an empty table the same as another; on failure it is what there was memory for. */
bool dt_maptab_copy(struct dt_maptab *, const struct dt_maptab *from, dt_maptab_take *take,
	void *arg);
void dt_maptab_free(struct dt_maptab *);

#endif
