/*
 * UTF-16LE, as Windows writes it, and UTF-8.
 *
 * Headers only.
 */
#ifndef BASE_UTF_H
#define BASE_UTF_H

#include "bytes.h"

#define BASE_UTF_BAD 0xfffdu /* replaces an invalid character */

/* Writes a character as UTF-8; returns its bytes, 1 to 4. */
static inline size_t base_utf8_put(char out[4], uint32_t c)
{
	static const uint8_t lead[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = n; i-- > 1; c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(lead[n] | c);
	return n;
}

/* The character at unit *i of `units`, past which *i moves; a lone surrogate is BASE_UTF_BAD. */
static inline uint32_t base_utf16_get(const uint8_t *p, size_t units, size_t *i)
{
	uint32_t c = base_u16(p + 2 * *i), low;

	++*i;
	if (c < 0xd800 || c > 0xdfff)
		return c;
	if (c > 0xdbff || *i == units)
		return BASE_UTF_BAD;
	low = base_u16(p + 2 * *i);
	if (low < 0xdc00 || low > 0xdfff)
		return BASE_UTF_BAD;
	++*i;
	return 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
}

#endif
