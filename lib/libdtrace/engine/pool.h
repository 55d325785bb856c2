/*
 * One reserved range of addresses that holds everything a D program may follow a pointer to for as
 * long as the handle lives: records, their strings, probes' names.  So the machine's check of such
 * a pointer is one compare. The blocks are dif/blocks.h's; this adds zeroing and strings.
 */
#ifndef DT_POOL_H
#define DT_POOL_H

#include "blocks.h"

void *dt_pool_alloc(struct dif_blocks *,
	size_t); /* zeroed, 16-aligned; NULL: full, as if memory were */
void dt_pool_free(struct dif_blocks *, void *, size_t);
char *dt_pool_strdup(struct dif_blocks *, const char *); /* NULL gives "" */
void dt_pool_strfree(struct dif_blocks *, char *);
/* *sp becomes a copy of s, unless it is one already */
void dt_pool_setstr(struct dif_blocks *, char **sp, const char *s);

#endif
