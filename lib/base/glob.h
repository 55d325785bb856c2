/*
 * Globs of probe descriptions: * ? [set] [!set] [a-z], a backslash quotes.
 *
 * Headers only.
 */
#ifndef BASE_GLOB_H
#define BASE_GLOB_H

#include <stdbool.h>
#include <string.h>

/* Whether the text contains characters of a pattern. */
static inline bool base_is_glob(const char *p)
{
	return strpbrk(p, "*?[\\") != NULL;
}

/* Whether it is a single name: a pattern, or an empty field, may match several. */
static inline bool base_is_name(const char *p)
{
	return *p && !base_is_glob(p);
}

/* One [set]: *pp is after its opening bracket, and moves after the closing one. */
static inline bool base_glob_set(const char **pp, char c)
{
	const char *p = *pp;
	bool invert = *p == '!', hit = false;

	if (invert)
		p++;
	for (bool first = true; *p && (first || *p != ']'); first = false) {
		char lo = *p++, hi;

		if (lo == '\\' && *p)
			lo = *p++;
		hi = lo;
		if (*p == '-' && p[1] && p[1] != ']') {
			hi = p[1];
			p += 2;
		}
		hit |= lo <= c && c <= hi;
	}
	if (*p == ']')
		p++;
	*pp = p;
	return hit != invert;
}

/* One character of a pattern that isn't '*'; *pp moves after it. */
static inline bool base_glob_one(const char **pp, char c)
{
	const char *p = (*pp)++;

	if (*p == '?')
		return true;
	if (*p == '[')
		return base_glob_set(pp, c);
	if (*p == '\\' && p[1])
		return *(*pp)++ == c;
	return *p == c;
}

/* An empty pattern matches anything. On a mismatch the last '*' takes one more character. */
static inline bool base_glob(const char *p, const char *s)
{
	const char *star = NULL, *mark = NULL;

	if (!*p)
		return true;
	for (;;) {
		const char *next = p;

		if (*p == '*') {
			star = ++p;
			mark = s;
			continue;
		}
		if (!*s)
			return !*p;
		if (base_glob_one(&next, *s)) {
			p = next;
			s++;
		} else if (star) {
			p = star;
			s = ++mark;
		} else {
			return false;
		}
	}
}

#endif
