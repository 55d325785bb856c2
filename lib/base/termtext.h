/*
 * Text for a terminal. The traced system chooses the names and strings that are printed, and a
 * terminal obeys control sequences in them: they move the cursor, change its title, or make it
 * answer as if the user had typed. So characters that aren't printable are written as in C: \n,
 * \033, \302\233.
 */
#ifndef BASE_TERMTEXT_H
#define BASE_TERMTEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* C1 controls, and marks that change the direction of the following text. */
static inline bool base_term_obeys(uint32_t c)
{
	return c < 0xa0 || c == 0x61c || c == 0x200e || c == 0x200f ||
		(c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
}

/*
 * The length of the printable character at s (len is at least 1); 0: the first byte must be
 * escaped.
 */
static inline size_t base_term_char(const char *s, size_t len)
{
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *p = (const unsigned char *)s;
	size_t n = *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;
	uint32_t c;

	if (*p >= ' ' && *p < 0x7f)
		return 1;
	if (n == 0 || n > len)
		return 0;
	c = *p & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (p[i] & 0x3f);
	}
	return c < least[n] || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) || base_term_obeys(c) ?
		0 :
		n;
}

/* Writes the escape of one byte to out, which has room for 5; returns its length. */
static inline size_t base_term_escape(unsigned char c, char *out)
{
	static const char what[] = "\a\b\f\n\r\t\v", how[] = "abfnrtv";
	const char *p = c ? strchr(what, c) : NULL;

	return (size_t)(p ? snprintf(out, 5, "\\%c", how[p - what]) :
			    snprintf(out, 5, "\\%03o", c));
}

/* The length of the escaped text. */
static inline size_t base_term_len(const char *s, size_t len)
{
	char esc[5];
	size_t all = 0;

	for (size_t i = 0, n; i < len; i += n ? n : 1) {
		n = base_term_char(s + i, len - i);
		all += n ? n : base_term_escape((unsigned char)s[i], esc);
	}
	return all;
}

/* Writes the escaped text, without a NUL, to out, which has room for base_term_len() bytes. */
static inline void base_term_copy(char *out, const char *s, size_t len)
{
	char esc[5];

	for (size_t i = 0, n; i < len; i += n ? n : 1) {
		size_t k = n = base_term_char(s + i, len - i);

		if (!n)
			k = base_term_escape((unsigned char)s[i], esc);
		memcpy(out, n ? s + i : esc, k);
		out += k;
	}
}

#endif
