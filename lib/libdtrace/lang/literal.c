/* Integer, character and string constants. */
#include <ctype.h>
#include <string.h>
#include "parse.h"

/* The types of integer literals by size: even indices signed, odd ones unsigned. */
const struct dt_type *dt_literal_type(struct dt_lang *la, uint64_t v, bool decimal, bool uns,
	int longs)
{
	static const struct {
		const char *name;
		uint64_t max;
	} ranks[] = {
		{ "int", INT32_MAX },
		{ "unsigned int", UINT32_MAX },
		{ "long", INT64_MAX },
		{ "unsigned long", UINT64_MAX },
		{ "long long", INT64_MAX },
		{ "unsigned long long", UINT64_MAX },
	};
	int i = (uns ? 1 : 0) + 2 * longs, step = decimal || uns ? 2 : 1;

	while (i + step < 6 && v > ranks[i].max)
		i += step;
	if (v > ranks[i].max) /* a decimal literal that is too large for the signed types */
		i = 5;
	return dt_types_lookup_typedef(la->la_types, ranks[i].name);
}

static int suffix(const char *s, size_t n, bool *uns)
{
	int longs = 0;

	*uns = false;
	for (size_t i = 0; i < n; i++) {
		if ((s[i] == 'u' || s[i] == 'U') && !*uns)
			*uns = true;
		else if ((s[i] == 'l' || s[i] == 'L') && longs < 2)
			longs++;
		else
			return -1;
	}
	return longs;
}

static unsigned digit(char c)
{
	return isdigit((unsigned char)c) ? (unsigned)(c - '0') :
					   (unsigned)(tolower((unsigned char)c) - 'a' + 10);
}

struct dt_node *dt_literal_int(struct dt_lang *la, const struct dt_loc *loc, const char *s,
	size_t n)
{
	bool neg = n > 0 && *s == '-', uns;
	size_t i = n > 0 && (*s == '-' || *s == '+');
	unsigned base = 10;
	uint64_t v = 0;
	int longs;

	if (i + 1 < n && s[i] == '0')
		base = 8;
	if (base == 8 && i + 2 < n && (s[i + 1] == 'x' || s[i + 1] == 'X') &&
		isxdigit((unsigned char)s[i + 2])) {
		base = 16;
		i += 2;
	}
	for (; i < n && (base == 16 ? isxdigit((unsigned char)s[i]) : isdigit((unsigned char)s[i]));
		i++) {
		if (digit(s[i]) >= base)
			dt_lang_error(la, loc, D_INT_DIGIT, "invalid digit '%c' in octal constant",
				s[i]);
		if (__builtin_mul_overflow(v, base, &v) ||
			__builtin_add_overflow(v, digit(s[i]), &v))
			dt_lang_error(la, loc, D_INT_OFLOW, "integer constant %.*s is too large",
				(int)n, s);
	}
	longs = suffix(s + i, n - i, &uns);
	if (longs < 0)
		dt_lang_error(la, loc, D_SYNTAX, "syntax error near \"%.*s\"", (int)n, s);
	return dt_node_int(la, loc, neg ? -v : v, dt_literal_type(la, v, base == 10, uns, longs));
}

/* Reads one escape sequence or byte at *s, and moves *s past it. */
static unsigned char unescape(const char **s, const char *end)
{
	static const char from[] = "abfnrtv", to[] = "\a\b\f\n\r\t\v";
	const char *p = *s, *hit;
	unsigned v = 0;
	int i;

	if (*p != '\\' || p + 1 == end) {
		*s = p + 1;
		return *p;
	}
	p++;
	if (*p >= '0' && *p <= '7') {
		for (i = 0; i < 3 && p < end && *p >= '0' && *p <= '7'; i++, p++)
			v = v * 8 + (*p - '0');
	} else if (*p == 'x' && p + 1 < end && isxdigit((unsigned char)p[1])) {
		for (p++; p < end && isxdigit((unsigned char)*p); p++)
			v = v * 16 + digit(*p);
	} else {
		hit = *p == '\0' ? NULL : strchr(from, *p);
		v = !hit ? (unsigned char)*p : (unsigned char)to[hit - from];
		p++;
	}
	*s = p;
	return v;
}

struct dt_str dt_literal_string(struct dt_lang *la, const struct dt_loc *loc, const char *s,
	size_t n)
{
	char *buf = dt_lang_alloc(la, n + 1);
	const char *end = s + n;
	size_t len = 0;

	(void)loc;
	while (s < end)
		buf[len++] = unescape(&s, end);
	return (struct dt_str){ buf, len };
}

struct dt_node *dt_literal_char(struct dt_lang *la, const struct dt_loc *loc, const char *s,
	size_t n)
{
	const char *end = s + n;
	uint64_t v = 0;
	int count = 0;

	if (n == 0)
		dt_lang_error(la, loc, D_CHR_NULL, "empty character constant");
	while (s < end) {
		if (++count > 8)
			dt_lang_error(la, loc, D_CHR_OFLOW,
				"character constant is longer than 8 bytes");
		v = v << 8 | unescape(&s, end);
	}
	return dt_node_int(la, loc, v, dt_types_lookup_typedef(la->la_types, "int"));
}
