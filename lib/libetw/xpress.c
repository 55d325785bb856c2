/*
 * MS-XCA plain LZ77 ("XPRESS"). The stream is a loop of 32-bit flag words, read from the top bit: 0
 * is a literal byte, 1 a match of 16 bits, 13 of distance and 3 of length. Longer lengths continue
 * in a nibble (two matches share a byte), then a byte, then 16, then 32 bits.
 */
#include "etl.h"

struct in {
	const uint8_t *in_p, *in_end;
	const uint8_t *in_nibble; /* byte whose high nibble the next long match takes */
};

static bool get_bytes(struct in *in, unsigned n, uint32_t *v)
{
	if ((size_t)(in->in_end - in->in_p) < n)
		return false;
	*v = n == 1 ? *in->in_p : n == 2 ? base_u16(in->in_p) : base_u32(in->in_p);
	in->in_p += n;
	return true;
}

/* The length beyond the three bits: from the nibble and the bytes after it. */
static bool get_long(struct in *in, uint64_t *len)
{
	uint32_t v;

	if (in->in_nibble) {
		v = *in->in_nibble >> 4;
		in->in_nibble = NULL;
	} else {
		in->in_nibble = in->in_p;
		if (!get_bytes(in, 1, &v))
			return false;
		v &= 15;
	}
	*len = 7 + v;
	if (v < 15)
		return true;
	if (!get_bytes(in, 1, &v))
		return false;
	*len += v;
	if (v < 255)
		return true;
	if (!get_bytes(in, 2, &v) || (!v && !get_bytes(in, 4, &v)))
		return false;
	*len = v; /* 16 and 32 bits are the whole length minus 3 */
	return v >= 22;
}

static bool get_match(struct in *in, size_t *offset, uint64_t *len)
{
	uint32_t m;

	if (!get_bytes(in, 2, &m))
		return false;
	*offset = (m >> 3) + 1;
	*len = m & 7;
	if (*len == 7 && !get_long(in, len))
		return false;
	*len += 3;
	return true;
}

/* Source and target overlap when the offset is less than the length: a repeated pattern. */
static void copy_match(uint8_t *dst, size_t offset, size_t len)
{
	const uint8_t *src = dst - offset;

	if (offset >= len) {
		memcpy(dst, src, len);
		return;
	}
	while (len--)
		*dst++ = *src++;
}

/* A match that is cut at cap is no error, nor is input that ends between items. */
const char *etl_expand(const uint8_t *src, size_t n, uint8_t *dst, size_t cap, size_t *produced)
{
	struct in in = { src, src + n, NULL };
	uint32_t flags = 0;
	unsigned left = 0;
	size_t offset;
	uint64_t len;

	for (size_t out = *produced = 0; out < cap; *produced = out) {
		if (!left && !get_bytes(&in, 4, &flags))
			break;
		left = left ? left - 1 : 31;
		if (in.in_p == in.in_end)
			break;
		if (!(flags >> left & 1)) {
			dst[out++] = *in.in_p++;
			continue;
		}
		if (!get_match(&in, &offset, &len))
			return "a match is cut off";
		if (offset > out)
			return "a match refers to data before the start";
		if (len > cap - out)
			len = cap - out;
		copy_match(dst + out, offset, (size_t)len);
		out += (size_t)len;
	}
	return NULL;
}
