/* Internal to symbols/: user stacks without frame pointers. */
#ifndef DT_UNWIND_H
#define DT_UNWIND_H

#include "symbols.h"

struct dt_unwind;
/* For the processes of the maps. Returns NULL if there is no memory. */
struct dt_unwind *dt_unwind_create(struct dt_maps *);
void dt_unwind_destroy(struct dt_unwind *);
/* Writes the pc and the return addresses. Returns how many: at least 1, unless max is 0. */
unsigned dt_unwind(struct dt_unwind *, uint32_t pid, const struct dt_ustack *, uint64_t *pcs,
	unsigned max);

#endif
