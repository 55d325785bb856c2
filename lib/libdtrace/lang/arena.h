/*
 * Memory that goes away all at once.  Blocks are zeroed, aligned to 16 and never freed one by one.
 * Running out of memory ends the process: nothing in here can go on without it.
 */
#ifndef DT_ARENA_H
#define DT_ARENA_H

#include <stddef.h>

struct dt_arena;

struct dt_arena *dt_arena_create(void);
void dt_arena_destroy(struct dt_arena *); /* NULL is fine */
void *dt_arena_alloc(struct dt_arena *, size_t);
char *dt_arena_strndup(struct dt_arena *, const char *, size_t);

#endif
