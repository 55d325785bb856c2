/*
 * Growable arrays.
 *
 *   base_more(v, n)       room for v[n] in an array of n elements that only base_more() grows; its
 *                         size follows from n, so it isn't stored
 *   base_grow(v, cap, n)  room for n elements in an array whose size is in cap
 *   base_reach(v, n, to)  an array of n elements has `to` of them, if it had fewer; new ones are 0
 *
 * The first two double the array when it is full. They all return false if there is no memory; then
 * the array is unchanged. An array begins as NULL and is freed by free().
 *
 * Headers only.
 */
#ifndef BASE_GROW_H
#define BASE_GROW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "alloc.h"

#define BASE_GROW_MIN 4

/* Returns the array with room for `to` elements, or NULL if there is no memory. */
static inline void *base_grow_to(void *v, size_t to, size_t size)
{
	return to > SIZE_MAX / 2 / size ? NULL : base_realloc(v, to * size);
}

/* cap doubled until it is at least n */
static inline size_t base_grow_cap(size_t cap, size_t n)
{
	for (cap = cap ? cap : BASE_GROW_MIN; cap < n && cap <= SIZE_MAX / 4;)
		cap *= 2;
	return cap < n ? n : cap;
}

/* Whether an array of n elements that base_more() grew is full. */
static inline bool base_grow_full(size_t n)
{
	return !n || (n >= BASE_GROW_MIN && !(n & (n - 1)));
}

#define base_more(v, n) \
	__extension__({ \
		size_t n_ = (n); \
		void *p_ = base_grow_full(n_) ? \
			base_grow_to(v, n_ ? 2 * n_ : BASE_GROW_MIN, sizeof(*(v))) : \
			(void *)(v); \
		if (p_) \
			(v) = p_; \
		p_ != NULL; \
	})

#define base_grow(v, cap, n) \
	__extension__({ \
		size_t n_ = (n), cap_ = (cap); \
		void *p_ = (v); \
		if (n_ > cap_) { \
			cap_ = base_grow_cap(cap_, n_); \
			p_ = base_grow_to(v, cap_, sizeof(*(v))); \
			if (p_) { \
				(v) = p_; \
				(cap) = (__typeof__(cap))cap_; \
			} \
		} \
		p_ || !n_; \
	})

#define base_reach(v, n, to) \
	__extension__({ \
		size_t n_ = (n), to_ = (to), size_ = sizeof(*(v)); \
		void *p_ = (v); \
		if (to_ > n_) { \
			p_ = base_grow_to(v, to_, size_); \
			if (p_) { \
				memset((char *)p_ + n_ * size_, 0, (to_ - n_) * size_); \
				(v) = p_; \
				(n) = (__typeof__(n))to_; \
			} \
		} \
		p_ || !to_; \
	})

#endif
