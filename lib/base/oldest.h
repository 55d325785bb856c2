/*
 * What a full table drops: its oldest entry, but an entry that was used is spared once, and queued
 * again as the newest.
 *
 * Tables that grow with a trace have a limit, far above what any machine has, because a hostile
 * trace may name ten million processes. An entry contains a struct base_aged, the table a struct
 * base_ages: a queue of its entries, the oldest first. Before an entry is added, base_ages_victim()
 * returns the entry to drop, if the table is full.
 *
 * Headers only.
 */
#ifndef BASE_OLDEST_H
#define BASE_OLDEST_H

#include <stdbool.h>
#include <stdint.h>
#include "entry.h"

struct base_aged {
	struct base_aged *ag_older, *ag_newer; /* NULL: not in the queue */
	bool ag_used;			       /* was used since it was queued */
};

struct base_ages {
	struct base_aged ag_ends;  /* head: ag_newer is the oldest entry, ag_older the newest */
	uint32_t ag_count, ag_max; /* max 0: no bound */
	uint64_t ag_forgotten;
};

static inline void base_ages_init(struct base_ages *as, uint32_t max)
{
	*as = (struct base_ages){ .ag_max = max };
	as->ag_ends.ag_older = as->ag_ends.ag_newer = &as->ag_ends;
}

static inline void base_ages_add(struct base_ages *as, struct base_aged *ag)
{
	ag->ag_newer = &as->ag_ends;
	ag->ag_older = as->ag_ends.ag_older;
	ag->ag_older->ag_newer = ag;
	as->ag_ends.ag_older = ag;
	ag->ag_used = false;
	as->ag_count++;
}

static inline void base_ages_remove(struct base_ages *as, struct base_aged *ag)
{
	if (!ag->ag_newer)
		return;
	ag->ag_older->ag_newer = ag->ag_newer;
	ag->ag_newer->ag_older = ag->ag_older;
	ag->ag_older = ag->ag_newer = NULL;
	as->ag_count--;
}

/* Returns the entry to drop, which stays queued until it is removed; NULL if the queue is empty. */
static inline struct base_aged *base_ages_oldest(struct base_ages *as)
{
	struct base_aged *ag;

	if (!as->ag_count)
		return NULL;
	while ((ag = as->ag_ends.ag_newer)->ag_used) {
		base_ages_remove(as, ag);
		base_ages_add(as, ag);
	}
	as->ag_forgotten++;
	return ag;
}

/* Returns the entry to drop before another one is added, or NULL if there is room. */
static inline struct base_aged *base_ages_victim(struct base_ages *as)
{
	return as->ag_max && as->ag_count >= as->ag_max ? base_ages_oldest(as) : NULL;
}

#endif
