/*
 * Memory. All code of this tree allocates by these functions and frees by free().
 *
 * A failed allocation is remembered, however its caller handles it; the public functions of a
 * library check base_lacked() at their end and report it. So an incomplete result is never reported
 * as success, and code deep inside only has to stay safe. base_lack() does the same for
 * descriptors, for disks that can't be read, and for allocations in other libraries. The state
 * belongs to the thread: two handles in two threads don't share it.
 *
 * Tests set ba_fail_from and ba_fail_to to let allocations fail.
 *
 * Headers only: the one variable is weak, so that every room may define it.
 */
#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct base_alloc {
	int ba_lack;	   /* errno of the first failure since the last base_lacked(), or 0 */
	uint64_t ba_count; /* allocations so far */
	uint64_t ba_fail_from, ba_fail_to; /* the allocations that fail; 1 is the first, 0: none */
};

__attribute__((weak)) __thread struct base_alloc base_alloc;

/* The first failure in the thread since the last call: ENOMEM, EMFILE, ENFILE, EIO, or 0. */
static inline int base_lacked(void)
{
	int err = base_alloc.ba_lack;

	base_alloc.ba_lack = 0;
	return err;
}

/*
 * Remembers the errno of a failed call if it is about resources, not about the object of the call.
 */
static inline void base_lack(int err)
{
	if (err == ENOMEM || err == EMFILE || err == ENFILE || err == EIO)
		base_alloc.ba_lack = err;
}

static inline void *base_alloc_checked(void *p)
{
	if (!p)
		base_alloc.ba_lack = ENOMEM;
	return p;
}

static inline bool base_alloc_fails(void)
{
	return ++base_alloc.ba_count <= base_alloc.ba_fail_to &&
		base_alloc.ba_count >= base_alloc.ba_fail_from;
}

static inline void *base_malloc(size_t size)
{
	return base_alloc_checked(base_alloc_fails() ? NULL : malloc(size));
}

static inline void *base_calloc(size_t n, size_t size)
{
	return base_alloc_checked(base_alloc_fails() ? NULL : calloc(n, size));
}

static inline void *base_realloc(void *old, size_t size)
{
	return base_alloc_checked(base_alloc_fails() ? NULL : realloc(old, size));
}

static inline char *base_strdup(const char *s)
{
	return base_alloc_checked(base_alloc_fails() ? NULL : strdup(s));
}

static inline char *base_strndup(const char *s, size_t n)
{
	return base_alloc_checked(base_alloc_fails() ? NULL : strndup(s, n));
}

/* As vasprintf(3); *out is NULL if it fails. */
static inline int base_vasprintf(char **out, const char *fmt, va_list ap)
{
	int n = base_alloc_fails() ? -1 : vasprintf(out, fmt, ap);

	if (n < 0)
		*out = base_alloc_checked(NULL);
	return n;
}

__attribute__((format(printf, 2, 3))) static inline int base_asprintf(char **out, const char *fmt,
	...)
{
	va_list ap;

	va_start(ap, fmt);
	int n = base_vasprintf(out, fmt, ap);
	va_end(ap);
	return n;
}

#endif
