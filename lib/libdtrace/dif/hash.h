/*
 * The hash of the dynamic variables' and the aggregations' tables: a 64 x 64 -> 128 bit
 * multiply folds eight bytes at a time into a running state.
 */
#ifndef DIF_HASH_H
#define DIF_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define DIF_HASH_A 0x9e3779b97f4a7c15u
#define DIF_HASH_B 0xd1b54a32d192ed03u

static inline uint64_t dif_hash_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 p = (unsigned __int128)a * b;

	return (uint64_t)p ^ (uint64_t)(p >> 64);
}

static inline uint64_t dif_hash_u64(uint64_t state, uint64_t v)
{
	return dif_hash_fold(state ^ DIF_HASH_A, v ^ DIF_HASH_B);
}

/* The length is part of the hash, so that runs of zeros differ. */
static inline uint64_t dif_hash_bytes(uint64_t state, const void *data, size_t len)
{
	const uint8_t *p = data;
	uint64_t w = 0;

	state ^= len * DIF_HASH_B;
	for (; len >= 8; p += 8, len -= 8) {
		memcpy(&w, p, 8);
		state = dif_hash_u64(state, w);
	}
	if (len == 0)
		return state;
	w = 0;
	if (len & 4) {
		uint32_t half;
		memcpy(&half, p, 4);
		w = half;
		p += 4;
	}
	for (len &= 3; len; len--)
		w = w << 8 | *p++;
	return dif_hash_u64(state, w);
}

#endif
