/*
 * Memory that goes away all at once.  Blocks are zeroed, aligned to 16 and never freed one by one.
 *
 * Who asks for memory here always gets it, and so does whoever says dt_over_jump() instead of
 * checking: if there is none, the innermost dt_over_push() of the thread is jumped back to.  Every
 * public function of the library pushes one, and so does what has something to free.  Each is
 * popped by the function that pushed it, on either way.
 */
#ifndef DT_ARENA_H
#define DT_ARENA_H

#include <setjmp.h>
#include <stddef.h>

struct dt_over {
	jmp_buf ov_jmp; /* set it next, in the same function */
	struct dt_over *ov_outer;
};

void dt_over_push(struct dt_over *);
void dt_over_pop(struct dt_over *);
_Noreturn void dt_over_jump(void);

struct dt_arena;

struct dt_arena *dt_arena_create(void);
void dt_arena_destroy(struct dt_arena *); /* NULL is fine */
void *dt_arena_alloc(struct dt_arena *, size_t);
char *dt_arena_strndup(struct dt_arena *, const char *, size_t);

#endif
