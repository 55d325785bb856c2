/*
 * Blocks of varying size in one reserved address range: what a table bounded by bytes
 * allocates its entries from.
 *
 * All of the range can be read, so that a pointer into it needs one compare and no more; it
 * becomes writable, and counts as memory of ours, as far as blocks have been given out.  Where
 * the address space is limited (ulimit -v), the range takes a part of that and no more.
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
#define DIF_BLOCK_EXACT 256 /* up to here every number of units is a class of its own */
#define DIF_BLOCK_NCLASS (DIF_BLOCK_EXACT + 4 * 24)

struct dif_blocks {
	uint8_t *bl_base;
	uint32_t bl_units;    /* in all */
	uint32_t bl_next;     /* units from here on were never given out */
	uint32_t bl_writable; /* units before this one can be written */
	uint32_t bl_free[DIF_BLOCK_NCLASS];
};

bool dif_blocks_init(struct dif_blocks *, size_t bytes);
void dif_blocks_fini(struct dif_blocks *);
/* Not zeroed.  0: no room in the range; or no memory, which base_lacked() tells. */
uint32_t dif_blocks_alloc(struct dif_blocks *, size_t bytes);
void dif_blocks_free(struct dif_blocks *, uint32_t block, size_t bytes);

static inline void *dif_blocks_at(const struct dif_blocks *bl, uint32_t block)
{
	return bl->bl_base + (size_t)block * DIF_BLOCK_UNIT;
}

/* Zeroed memory that takes no room until touched; NULL: none. */
void *dif_reserve(size_t bytes);
void dif_release(void *, size_t bytes);

#endif
