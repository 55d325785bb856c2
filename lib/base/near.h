/*
 * The names nearest to a word that may be misspelt.
 *
 *	struct base_near nr = { .nr_word = "execnam" };
 *	base_near_offer(&nr, "execname");	once for each name that exists
 *
 * The best are kept, all at the same distance: the number of letters that are wrong, missing, too
 * many or swapped with their neighbour. Letters are compared without case. Headers only.
 */
#ifndef BASE_NEAR_H
#define BASE_NEAR_H

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BASE_NEAR_MAX 3
#define BASE_NEAR_LEN 48 /* longer words have no nearest name */

struct base_near {
	const char *nr_word;
	unsigned nr_n, nr_distance;
	const char *nr_best[BASE_NEAR_MAX];
};

static inline unsigned base_near_min(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

static inline unsigned base_near_distance(const char *a, size_t na, const char *b, size_t nb)
{
	unsigned row[3][BASE_NEAR_LEN + 1]; /* of the last letters of a */

	for (size_t k = 0; k <= nb; k++)
		row[0][k] = (unsigned)k;
	for (size_t i = 1; i <= na; i++) {
		unsigned *now = row[i % 3], *one = row[(i + 2) % 3], *two = row[(i + 1) % 3];

		now[0] = (unsigned)i;
		for (size_t k = 1; k <= nb; k++) {
			int x = tolower((unsigned char)a[i - 1]);
			int y = tolower((unsigned char)b[k - 1]);

			now[k] = base_near_min(one[k - 1] + (x != y),
				1 + base_near_min(one[k], now[k - 1]));
			if (i > 1 && k > 1 && x == tolower((unsigned char)b[k - 2]) &&
				y == tolower((unsigned char)a[i - 2]))
				now[k] = base_near_min(now[k], two[k - 2] + 1);
		}
	}
	return row[na % 3][nb];
}

/* The name must stay as long as the structure is used. */
static inline void base_near_offer(struct base_near *nr, const char *name)
{
	size_t nw = strlen(nr->nr_word), n = strlen(name);
	unsigned limit = (unsigned)(nw + 2) / 4, d;

	if (!nw || !n || nw > BASE_NEAR_LEN || n > BASE_NEAR_LEN)
		return;
	limit = nr->nr_n ? nr->nr_distance : !limit ? 1 : base_near_min(limit, 4);
	if ((nw > n ? nw - n : n - nw) > limit || !strcmp(nr->nr_word, name))
		return;
	d = base_near_distance(nr->nr_word, nw, name, n);
	if (d > limit || d >= base_near_min((unsigned)nw, (unsigned)n))
		return;
	if (nr->nr_n && d < nr->nr_distance)
		nr->nr_n = 0;
	nr->nr_distance = d;
	for (unsigned i = 0; i < nr->nr_n; i++)
		if (!strcmp(nr->nr_best[i], name))
			return;
	if (nr->nr_n < BASE_NEAR_MAX)
		nr->nr_best[nr->nr_n++] = name;
}

/* Writes the hint: each name with the texts before and after it. Returns false if there is none. */
static inline bool base_near_say(const struct base_near *nr, const char *before, const char *after,
	char *out, size_t size)
{
	size_t n = 0;

	if (!nr->nr_n)
		return false;
	for (unsigned i = 0; i < nr->nr_n && n < size; i++)
		n += (size_t)snprintf(out + n, size - n, "%s%s%s%s",
			!i			  ? "did you mean " :
				i + 1 == nr->nr_n ? " or " :
						    ", ",
			before, nr->nr_best[i], after);
	if (n < size)
		snprintf(out + n, size - n, "?");
	return true;
}

#endif
