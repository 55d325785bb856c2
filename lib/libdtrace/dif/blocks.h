/*
 * Blocks of varying size in one reserved address range: what a table bounded by bytes
 * allocates its entries from.
 *
 * Sizes and addresses are counted in units; block 0 is never given out.  A freed block goes
 * to the list of its size class and is used again for that class, or cut up once the range
 * has been used to its end.
 */
#ifndef DIF_BLOCKS_H
#define DIF_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DIF_BLOCK_UNIT 16
#define DIF_BLOCK_EXACT 256	/* up to here every number of units is a class of its own */
#define DIF_BLOCK_NCLASS (DIF_BLOCK_EXACT + 4 * 24)

struct dif_blocks {
	uint8_t *bl_base;
	uint32_t bl_units;	/* in all */
	uint32_t bl_next;	/* units from here on were never given out */
	uint32_t bl_free[DIF_BLOCK_NCLASS];
};

bool dif_blocks_init(struct dif_blocks *, size_t bytes);
void dif_blocks_fini(struct dif_blocks *);
uint32_t dif_blocks_alloc(struct dif_blocks *, size_t bytes);	/* not zeroed; 0: no room */
void dif_blocks_free(struct dif_blocks *, uint32_t block, size_t bytes);

static inline void *dif_blocks_at(const struct dif_blocks *bl, uint32_t block)
{
	return bl->bl_base + (size_t)block * DIF_BLOCK_UNIT;
}

/* Zeroed memory that takes no room until touched; NULL: none. */
void *dif_reserve(size_t bytes);
void dif_release(void *, size_t bytes);

#endif
