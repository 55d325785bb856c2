/*
 * The compressor for xpress.c: greedy, with one candidate for each three bytes. Matches reach back
 * 8 KiB, because the format has 13 bits of distance.
 */
#include "etl.h"

#define WINDOW 8192u
#define HASH_BITS 13
#define MIN_MATCH 3

struct out {
	uint8_t *ou_p, *ou_end;
	uint8_t *ou_flags;  /* the place of the current flag word */
	uint8_t *ou_nibble; /* byte whose high nibble is free, or NULL */
	uint32_t ou_word;
	unsigned ou_nflags;
};

static bool room(const struct out *o, size_t n)
{
	return (size_t)(o->ou_end - o->ou_p) >= n;
}

static void put(struct out *o, unsigned n, uint32_t v)
{
	memcpy(o->ou_p, &v, n); /* little-endian, as all of this room */
	o->ou_p += n;
}

static void begin_flags(struct out *o)
{
	o->ou_flags = o->ou_p;
	o->ou_p += 4;
	o->ou_word = 0;
	o->ou_nflags = 0;
}

static void put_flag(struct out *o, unsigned bit)
{
	o->ou_word |= bit << (31 - o->ou_nflags);
	if (++o->ou_nflags < 32)
		return;
	memcpy(o->ou_flags, &o->ou_word, 4);
	begin_flags(o);
}

static void put_nibble(struct out *o, unsigned v)
{
	if (o->ou_nibble) {
		*o->ou_nibble |= (uint8_t)(v << 4);
		o->ou_nibble = NULL;
		return;
	}
	o->ou_nibble = o->ou_p;
	put(o, 1, v);
}

static void put_match(struct out *o, size_t offset, size_t len)
{
	uint32_t v = (uint32_t)len - MIN_MATCH;

	put(o, 2, (uint32_t)(offset - 1) << 3 | (v < 7 ? v : 7));
	if (v < 7)
		return;
	put_nibble(o, v - 7 < 15 ? v - 7 : 15);
	if (v < 22)
		return;
	put(o, 1, v - 22 < 255 ? v - 22 : 255);
	if (v < 22 + 255)
		return;
	put(o, 2, v <= 0xffff ? v : 0);
	if (v > 0xffff)
		put(o, 4, v);
}

static uint32_t hash(const uint8_t *p)
{
	return ((p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16) * 0x9e3779b1u) >>
		(32 - HASH_BITS);
}

/* The length of the match at i with the last place of the same hash, or 0. */
static size_t find(const uint8_t *src, size_t n, size_t i, uint32_t *table, size_t *offset)
{
	uint32_t *slot = &table[hash(src + i)];
	size_t j = *slot, len = 0; /* 1-based: 0 is free */

	*slot = (uint32_t)i + 1;
	if (!j || i - (j - 1) > WINDOW)
		return 0;
	j--;
	while (i + len < n && src[j + len] == src[i + len])
		len++;
	*offset = i - j;
	return len >= MIN_MATCH ? len : 0;
}

/* 16 bytes are more than any item needs with its flag word and the next one. */
size_t etl_compress(const uint8_t *src, size_t n, uint8_t *dst, size_t cap)
{
	uint32_t table[1 << HASH_BITS] = { 0 };
	struct out o = { .ou_p = dst, .ou_end = dst + cap };
	size_t i = 0, len, offset = 0;

	if (cap < 16)
		return 0;
	begin_flags(&o);
	while (i < n) {
		if (!room(&o, 16))
			return 0;
		len = n - i >= MIN_MATCH ? find(src, n, i, table, &offset) : 0;
		if (len) {
			put_match(&o, offset, len);
		} else {
			put(&o, 1, src[i]);
			len = 1;
		}
		put_flag(&o, len > 1);
		i += len;
	}
	o.ou_word |= o.ou_nflags ? 0xffffffffu >> o.ou_nflags : 0xffffffffu;
	memcpy(o.ou_flags, &o.ou_word, 4);
	return (size_t)(o.ou_p - dst);
}
