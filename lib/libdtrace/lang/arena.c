#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "arena.h"

#define FIRST_BLOCK 4096
#define MAX_BLOCK (256 * 1024)

struct block {
	struct block *bl_next;
	size_t bl_size, bl_used;
	char bl_data[] __attribute__((aligned(16)));
};

struct dt_arena {
	struct block *ar_blocks; /* the first is the one being filled */
	size_t ar_grow;
};

static __thread struct dt_over *innermost;

void dt_over_push(struct dt_over *ov)
{
	ov->ov_outer = innermost;
	innermost = ov;
}

void dt_over_pop(struct dt_over *ov)
{
	innermost = ov->ov_outer;
}

void dt_over_jump(void)
{
	longjmp(innermost->ov_jmp, 1);
}

static void *must(void *p)
{
	if (!p)
		dt_over_jump();
	return p;
}

struct dt_arena *dt_arena_create(void)
{
	struct dt_arena *ar = must(base_calloc(1, sizeof(*ar)));

	ar->ar_grow = FIRST_BLOCK;
	return ar;
}

void dt_arena_destroy(struct dt_arena *ar)
{
	struct block *next;

	if (!ar)
		return;
	for (struct block *b = ar->ar_blocks; b; b = next) {
		next = b->bl_next;
		free(b);
	}
	free(ar);
}

static struct block *add_block(struct dt_arena *ar, size_t n)
{
	size_t size = n > ar->ar_grow ? n : ar->ar_grow;
	struct block *b = must(base_calloc(1, sizeof(*b) + size));

	b->bl_size = size;
	b->bl_next = ar->ar_blocks;
	ar->ar_blocks = b;
	if (ar->ar_grow < MAX_BLOCK)
		ar->ar_grow *= 2;
	return b;
}

void *dt_arena_alloc(struct dt_arena *ar, size_t n)
{
	struct block *b = ar->ar_blocks;
	void *p;

	n = (n + 15) & ~(size_t)15;
	if (!b || b->bl_size - b->bl_used < n)
		b = add_block(ar, n);
	p = b->bl_data + b->bl_used;
	b->bl_used += n;
	return p;
}

char *dt_arena_strndup(struct dt_arena *ar, const char *s, size_t n)
{
	char *p = dt_arena_alloc(ar, n + 1);

	memcpy(p, s, n);
	return p;
}
