/*
 * Keys that were seen recently: times, match ids, threads. A slot has a few keys; a new key
 * replaces the oldest of its slot, so the table neither grows nor is swept.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "windows.h"

#define SEEN_PLACES 65536 /* a power of two */
#define SEEN_KEYS 8

struct etl_seen {
	uint64_t se_keys[SEEN_PLACES][SEEN_KEYS]; /* newest first; 0: none */
};

static uint64_t *seen_place(struct etl_feed *ef, uint64_t key)
{
	return ef->ef_seen->se_keys[(key ^ key >> 32) & (SEEN_PLACES - 1)];
}

static uint64_t *seen_find(struct etl_feed *ef, uint64_t key)
{
	uint64_t *place = ef->ef_seen ? seen_place(ef, key) : NULL;

	for (unsigned i = 0; place && i < SEEN_KEYS; i++)
		if (place[i] == key)
			return &place[i];
	return NULL;
}

bool etl_seen(struct etl_feed *ef, uint64_t key)
{
	return seen_find(ef, key) != NULL;
}

void etl_seen_add(struct etl_feed *ef, uint64_t key)
{
	uint64_t *place;

	if (!ef->ef_seen)
		ef->ef_seen = base_calloc(1, sizeof(*ef->ef_seen));
	if (!ef->ef_seen || seen_find(ef, key))
		return;
	place = seen_place(ef, key);
	memmove(place + 1, place, (SEEN_KEYS - 1) * sizeof(*place));
	place[0] = key;
}

bool etl_seen_take(struct etl_feed *ef, uint64_t key)
{
	uint64_t *at = seen_find(ef, key);

	if (at)
		*at = 0;
	return at != NULL;
}
