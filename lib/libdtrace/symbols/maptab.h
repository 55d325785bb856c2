/*
 * The mappings of one process: ranges of addresses, sorted and without overlap, each with its
 * image.
 *
 * The traced process decides how many there are and in which order they come, so the table is a
 * list of pieces of at most DT_MAPTAB_PIECE ranges: the cost of a new one doesn't depend on its
 * place.
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
	/* bytes in use, and their maximum so far, which take() has allowed */
	uint64_t mt_bytes, mt_taken;
};

/*
 * Called before the table gets larger than ever before; returns whether it may use that many more
 * bytes.
 */
typedef bool dt_maptab_take(void *arg, uint64_t bytes);

/*
 * Enters a range, which replaces what it overlaps. Returns false, and changes nothing, if there is
 * no memory or take() refuses.
 */
bool dt_maptab_set(struct dt_maptab *, const struct dt_map *, dt_maptab_take *take, void *arg);
/* The range that addr is in, or NULL; valid until the table changes. */
const struct dt_map *dt_maptab_find(const struct dt_maptab *, uint64_t addr);
/* The first range that ends after addr, or NULL; valid until the table changes. */
const struct dt_map *dt_maptab_next(const struct dt_maptab *, uint64_t addr);
/* Calls fn for each range, in order of addresses. */
void dt_maptab_each(const struct dt_maptab *, void (*fn)(const struct dt_map *, void *), void *arg);
/* Copies another table to an empty one; on failure, as much as there is memory for. */
bool dt_maptab_copy(struct dt_maptab *, const struct dt_maptab *from, dt_maptab_take *take,
	void *arg);
void dt_maptab_free(struct dt_maptab *);

#endif
