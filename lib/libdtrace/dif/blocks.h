/*
 * An allocator of blocks of varying size in one reserved address range, for tables that are bounded
 * by bytes.
 *
 * The whole range is readable, so that checking a pointer into it takes one compare. It becomes
 * writable, and takes memory, as blocks are allocated. If the address space is limited (ulimit -v),
 * the range takes only a part of the limit.
 *
 * Sizes and addresses are counted in units; block 0 is never allocated. A freed block goes to the
 * list of its size class. It is reused for that class, or split when the range is used up.
 */
#ifndef DIF_BLOCKS_H
#define DIF_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DIF_BLOCK_UNIT 16
#define DIF_BLOCK_EXACT 256 /* up to here each number of units has its own class */
#define DIF_BLOCK_NCLASS (DIF_BLOCK_EXACT + 4 * 24)

struct dif_blocks {
	uint8_t *bl_base;
	uint32_t bl_units;    /* in all */
	uint32_t bl_next;     /* units from here on have never been allocated */
	uint32_t bl_writable; /* units before this one can be written */
	uint32_t bl_free[DIF_BLOCK_NCLASS];
};

bool dif_blocks_init(struct dif_blocks *, size_t bytes);
void dif_blocks_fini(struct dif_blocks *);
/* Not zeroed. Returns 0 if the range is full, or if there is no memory (base_lacked()). */
uint32_t dif_blocks_alloc(struct dif_blocks *, size_t bytes);
void dif_blocks_free(struct dif_blocks *, uint32_t block, size_t bytes);

static inline void *dif_blocks_at(const struct dif_blocks *bl, uint32_t block)
{
	return bl->bl_base + (size_t)block * DIF_BLOCK_UNIT;
}

/* Returns zeroed memory that is allocated when it is touched, or NULL. */
void *dif_reserve(size_t bytes);
void dif_release(void *, size_t bytes);

#endif
