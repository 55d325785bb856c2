/*
 * Hashes: a 64 x 64 -> 128 bit multiply folds eight bytes at a time into a running state.
 *
 * Where keys come from outside (ids and names of a trace), the state begins as base_secret(), which
 * is different in every process: a trace can't contain keys that are chosen to collide.
 * Such a table is never walked in the order of its slots, because a replay must print the same
 * every time.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#define BASE_HASH_A 0x9e3779b97f4a7c15u
#define BASE_HASH_B 0xd1b54a32d192ed03u

static inline uint64_t base_hash_fold(uint64_t a, uint64_t b)
{
	unsigned __int128 p = (unsigned __int128)a * b;

	return (uint64_t)p ^ (uint64_t)(p >> 64);
}

static inline uint64_t base_hash_u64(uint64_t state, uint64_t v)
{
	return base_hash_fold(state ^ BASE_HASH_A, v ^ BASE_HASH_B);
}

/* The length is part of the hash, so that runs of zeros differ. */
static inline uint64_t base_hash_bytes(uint64_t state, const void *data, size_t len)
{
	const uint8_t *p = data;
	uint64_t w = 0;

	state ^= len * BASE_HASH_B;
	for (; len >= 8; p += 8, len -= 8) {
		memcpy(&w, p, 8);
		state = base_hash_u64(state, w);
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
	return base_hash_u64(state, w);
}

__attribute__((weak)) uint64_t base_secret_value; /* 0 until the first call */

static inline uint64_t base_secret(void)
{
	uint64_t now = __atomic_load_n(&base_secret_value, __ATOMIC_RELAXED), made = 0;
	struct timespec ts = { 0 };

	if (now)
		return now;
	if (getrandom(&made, sizeof(made), GRND_NONBLOCK) != (ssize_t)sizeof(made)) {
		clock_gettime(CLOCK_MONOTONIC, &ts);
		made = base_hash_u64((uintptr_t)&ts, (uint64_t)ts.tv_nsec);
	}
	made |= 1;
	return __atomic_compare_exchange_n(&base_secret_value, &now, made, false, __ATOMIC_RELAXED,
		       __ATOMIC_RELAXED) ?
		made :
		now;
}

/* Of a string with its NUL, so that several strings can be hashed one after the other. */
static inline uint64_t base_hash_more(uint64_t state, const char *s)
{
	return base_hash_bytes(state, s, strlen(s) + 1);
}

static inline uint64_t base_hash_text(const char *s)
{
	return base_hash_more(base_secret(), s);
}

/* Of a key from outside. */
static inline uint64_t base_hash_key(uint64_t key)
{
	return base_hash_u64(base_secret(), key);
}

#endif
