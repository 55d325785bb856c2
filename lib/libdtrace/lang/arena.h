/*
 * Memory that is freed all at once. Blocks are zeroed, aligned to 16 bytes and never freed one by
 * one.
 *
 * dt_arena_alloc() never returns NULL: without memory it jumps back to the innermost dt_over_push()
 * of the thread, as dt_over_jump() does. Every public function of the library pushes one, and so
 * does every function that has something to free. The function that pushed it pops it, after a jump
 * as well.
 */
#ifndef DT_ARENA_H
#define DT_ARENA_H

#include <setjmp.h>
#include <stddef.h>

struct dt_over {
	jmp_buf ov_jmp; /* set by setjmp() right after the push, in the same function */
	struct dt_over *ov_outer;
};

void dt_over_push(struct dt_over *);
void dt_over_pop(struct dt_over *);
_Noreturn void dt_over_jump(void);

struct dt_arena;

struct dt_arena *dt_arena_create(void);
void dt_arena_destroy(struct dt_arena *); /* NULL has no effect */
void *dt_arena_alloc(struct dt_arena *, size_t);
char *dt_arena_strndup(struct dt_arena *, const char *, size_t);

#endif
