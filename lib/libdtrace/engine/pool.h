/*
 * One reserved range of addresses that holds everything a D program may follow a pointer to for as long as the
 * handle lives: records, their strings, probes' names.  So the machine's check of such a pointer is one compare.
 * Freed blocks go to a list of their size class and are used again; the range itself never shrinks.
 */
#ifndef DT_POOL_H
#define DT_POOL_H

#include <stddef.h>
#include <stdint.h>

#define DT_POOL_CLASSES 28

struct dt_pool {
	uint8_t *po_base, *po_cur, *po_end;
	void *po_free[DT_POOL_CLASSES];		/* by power of two */
};

int dt_pool_init(struct dt_pool *, size_t reserve);	/* -1: no address space */
void dt_pool_fini(struct dt_pool *);
void *dt_pool_alloc(struct dt_pool *, size_t);		/* zeroed, 8-aligned; NULL: full */
void dt_pool_free(struct dt_pool *, void *, size_t);
char *dt_pool_strdup(struct dt_pool *, const char *);	/* NULL gives "" */
void dt_pool_strfree(struct dt_pool *, char *);
/* *sp becomes a copy of s, in place when it fits */
void dt_pool_setstr(struct dt_pool *, char **sp, const char *s);

#endif
