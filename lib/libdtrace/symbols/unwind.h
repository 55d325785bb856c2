/*
 * Inside the room: user stacks without frame pointers.
 */
#ifndef DT_UNWIND_H
#define DT_UNWIND_H

#include "symbols.h"

struct dt_unwind;
/* of processes whose mappings are there; NULL: no memory */
struct dt_unwind *dt_unwind_create(struct dt_maps *);
void dt_unwind_destroy(struct dt_unwind *);
/* The return addresses, the pc first; at least one if max is. */
unsigned dt_unwind(struct dt_unwind *, uint32_t pid, const struct dt_ustack *, uint64_t *pcs,
	unsigned max);

#endif
