#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "tally.h"

#define SLOTS 8192 /* more than the names of any file */

struct tally {
	struct {
		char *key;
		uint64_t n;
	} slots[SLOTS];
};

struct tally *tally_create(void)
{
	return calloc(1, sizeof(struct tally));
}

void tally_destroy(struct tally *t)
{
	for (unsigned i = 0; i < SLOTS; i++)
		free(t->slots[i].key);
	free(t);
}

static unsigned tally_slot(const struct tally *t, const char *key)
{
	uint32_t h = 2166136261u;
	unsigned i;

	for (const char *s = key; *s != '\0'; s++)
		h = (h ^ (uint8_t)*s) * 16777619u;
	for (i = h % SLOTS; t->slots[i].key && strcmp(t->slots[i].key, key) != 0;)
		i = (i + 1) % SLOTS;
	return i;
}

void tally_add(struct tally *t, const char *key, uint64_t n)
{
	unsigned i = tally_slot(t, key);

	if (!t->slots[i].key)
		t->slots[i].key = strdup(key);
	t->slots[i].n += n;
}

uint64_t tally_get(const struct tally *t, const char *key)
{
	return t->slots[tally_slot(t, key)].n;
}

uint64_t tally_total(const struct tally *t)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < SLOTS; i++)
		n += t->slots[i].n;
	return n;
}

static unsigned tally_missing(const struct tally *a, const struct tally *b, const char *what,
	int both)
{
	unsigned bad = 0;

	for (unsigned i = 0; i < SLOTS; i++) {
		const char *key = a->slots[i].key;

		if (!key || a->slots[i].n == tally_get(b, key) || (!both && tally_get(b, key) != 0))
			continue;
		fprintf(stderr, "%s: %s %" PRIu64 ", other %" PRIu64 "\n", key, what, a->slots[i].n,
			tally_get(b, key));
		bad++;
	}
	return bad;
}

unsigned tally_diff(const struct tally *want, const struct tally *got)
{
	return tally_missing(want, got, "want", 1) + tally_missing(got, want, "got", 0);
}
