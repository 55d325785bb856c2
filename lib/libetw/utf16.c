/* Conversions between UTF-16 and UTF-8. */
#include "etl.h"
#include "utf.h"

/*
 * Most text is ASCII: returns the number of units before the first that isn't ASCII, or is a NUL.
 */
static size_t copy_ascii(const uint8_t *p, size_t max, char *out)
{
	size_t n = 0;

	for (uint16_t c; n < max && (c = base_u16(p + 2 * n)) - 1u < 0x7f; n++)
		out[n] = (char)c;
	return n;
}

size_t etw_utf16_to_utf8(const uint8_t *p, size_t units, char *out, size_t outlen)
{
	size_t n, k, i;
	char b[4];

	if (!outlen)
		return 0;
	n = i = p ? copy_ascii(p, units < outlen ? units : outlen - 1, out) : 0;
	while (p && i < units) {
		uint32_t c = base_utf16_get(p, units, &i);

		if (!c)
			break;
		k = base_utf8_put(b, c);
		if (n + k >= outlen)
			break;
		memcpy(out + n, b, k);
		n += k;
	}
	out[n] = '\0';
	return n;
}

/* Reads one character; each byte that isn't UTF-8 is U+FFFD. */
static uint32_t get_utf8(const uint8_t **s)
{
	const uint8_t *p = *s;
	uint32_t c = *p++, min;
	int more;

	*s = p;
	if (c < 0x80)
		return c;
	more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
	min = more == 3 ? 0x10000 : more == 2 ? 0x800 : 0x80;
	if (c < 0xc2 || c > 0xf4)
		return BASE_UTF_BAD;
	c &= 0x3fu >> more;
	for (int i = 0; i < more; i++, p++) {
		if ((*p & 0xc0) != 0x80)
			return BASE_UTF_BAD;
		c = c << 6 | (*p & 0x3f);
	}
	if (c < min || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return BASE_UTF_BAD;
	*s = p;
	return c;
}

size_t etw_utf8_to_utf16(const char *utf8, uint8_t *out, size_t maxunits)
{
	const uint8_t *s = (const uint8_t *)utf8;
	size_t n = 0;
	uint32_t c;
	uint16_t u[2];

	while (*s) {
		size_t k = 1;

		c = get_utf8(&s);
		u[0] = (uint16_t)c;
		if (c > 0xffff) {
			u[0] = (uint16_t)(0xd800 + ((c - 0x10000) >> 10));
			u[1] = (uint16_t)(0xdc00 + (c & 0x3ff));
			k = 2;
		}
		if (n + k > maxunits)
			break;
		memcpy(out + 2 * n, u, 2 * k);
		n += k;
	}
	return n;
}

int etw_is_utf8(const char *s, uint32_t len)
{
	for (uint32_t i = 0; i < len;) {
		uint8_t c = (uint8_t)s[i++];
		unsigned more = c < 0x80      ? 0 :
			c >= 0xc2 && c < 0xe0 ? 1 :
			c >= 0xe0 && c < 0xf0 ? 2 :
			c >= 0xf0 && c < 0xf5 ? 3 :
						4;

		if (more == 4 || more > len - i)
			return 0;
		for (; more > 0; more--)
			if (((uint8_t)s[i++] & 0xc0) != 0x80)
				return 0;
	}
	return 1;
}
