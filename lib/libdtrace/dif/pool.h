/*
 * Blocks of varying size in one reserved address range: what a table bounded by bytes allocates its entries from.
 *
 * Sizes and addresses are counted in units; block 0 is never given out.  A freed block goes to the list of
 * its size class and is used again for that class, or cut up once the range has been used to its end.
 */
#ifndef DIF_POOL_H
#define DIF_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DIF_POOL_UNIT 16
#define DIF_POOL_EXACT 64	/* up to here every number of units is a class of its own */
#define DIF_POOL_NCLASS (DIF_POOL_EXACT + 4 * 26)

struct dif_pool {
	uint8_t *po_base;
	uint32_t po_units;	/* in all */
	uint32_t po_next;	/* units from here on were never given out */
	uint32_t po_free[DIF_POOL_NCLASS];
};

bool dif_pool_init(struct dif_pool *, size_t bytes);
void dif_pool_fini(struct dif_pool *);
uint32_t dif_pool_alloc(struct dif_pool *, size_t bytes);	/* not zeroed; 0: no room */
void dif_pool_free(struct dif_pool *, uint32_t block, size_t bytes);

static inline void *dif_pool_at(const struct dif_pool *po, uint32_t block)
{
	return po->po_base + (size_t)block * DIF_POOL_UNIT;
}

/* Zeroed memory that takes no room until touched; NULL: none. */
void *dif_reserve(size_t bytes);
void dif_release(void *, size_t bytes);

#endif
