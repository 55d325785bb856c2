/*
 * One reserved range of addresses for everything that a D program may dereference as long as the
 * handle lives (records, their strings, names of probes), so that the machine checks such a pointer
 * with one compare. Blocks come from dif/blocks.h; this adds zeroing and strings.
 */
#ifndef DT_POOL_H
#define DT_POOL_H

#include "blocks.h"

void *dt_pool_alloc(struct dif_blocks *,
	size_t); /* zeroed, 16-aligned; NULL if the pool is full or there is no memory */
void dt_pool_free(struct dif_blocks *, void *, size_t);
char *dt_pool_strdup(struct dif_blocks *, const char *); /* NULL gives "" */
void dt_pool_strfree(struct dif_blocks *, char *);
/* sets *sp to a copy of s, unless it is equal already */
void dt_pool_setstr(struct dif_blocks *, char **sp, const char *s);

#endif
