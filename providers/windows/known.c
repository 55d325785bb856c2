/*
 * Numbers of the traced kernel and the names they stand for, for a while.
 *
 * The spans of a number don't overlap.  They are kept latest first: questions and answers come in order of time, so
 * the first is mostly the one.  A trace of nothing but different names may not fill the memory: there is a most of
 * everything, and what comes after it has no name.
 */
#include <stdlib.h>
#include <string.h>
#include "files.h"

#define MAX_TEXTS (1u << 20)
#define MAX_SPANS (1u << 21)
#define MAX_BYTES (256u << 20)

/*
 * Tables.
 */
struct etl_mapnode {
	struct etl_mapnode *mn_next;
	uint64_t mn_key;
	uint64_t mn_value[];
};

static struct etl_mapnode **map_slot(const struct etl_map *mp, uint64_t key)
{
	return &mp->mp_slots[(key * 0x9e3779b97f4a7c15u) >> 32 & (mp->mp_nslots - 1)];
}

void *etl_map_find(const struct etl_map *mp, uint64_t key)
{
	struct etl_mapnode *mn = mp->mp_count == 0 ? NULL : *map_slot(mp, key);

	while (mn != NULL && mn->mn_key != key)
		mn = mn->mn_next;
	return mn != NULL ? mn->mn_value : NULL;
}

static int map_grow(struct etl_map *mp)
{
	struct etl_map bigger = { .mp_nslots = mp->mp_nslots != 0 ? mp->mp_nslots * 2 : 64 };

	bigger.mp_slots = calloc(bigger.mp_nslots, sizeof(*bigger.mp_slots));
	if (bigger.mp_slots == NULL)
		return -1;
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct etl_mapnode *mn = mp->mp_slots[i], *next; mn != NULL; mn = next) {
			struct etl_mapnode **slot = map_slot(&bigger, mn->mn_key);

			next = mn->mn_next;
			mn->mn_next = *slot;
			*slot = mn;
		}
	free(mp->mp_slots);
	mp->mp_slots = bigger.mp_slots;
	mp->mp_nslots = bigger.mp_nslots;
	return 0;
}

void *etl_map_add(struct etl_map *mp, uint64_t key)
{
	void *value = etl_map_find(mp, key);
	struct etl_mapnode *mn, **slot;

	if (value != NULL)
		return value;
	if (mp->mp_count >= mp->mp_max || (mp->mp_count >= mp->mp_nslots && map_grow(mp) < 0))
		return NULL;
	mn = calloc(1, sizeof(*mn) + mp->mp_size);
	if (mn == NULL)
		return NULL;
	slot = map_slot(mp, key);
	mn->mn_key = key;
	mn->mn_next = *slot;
	*slot = mn;
	mp->mp_count++;
	return mn->mn_value;
}

void etl_map_remove(struct etl_map *mp, uint64_t key)
{
	struct etl_mapnode **p, *mn;

	if (mp->mp_count == 0)
		return;
	for (p = map_slot(mp, key); *p != NULL && (*p)->mn_key != key;)
		p = &(*p)->mn_next;
	mn = *p;
	if (mn == NULL)
		return;
	*p = mn->mn_next;
	mp->mp_count--;
	free(mn);
}

void etl_map_clear(struct etl_map *mp)
{
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (struct etl_mapnode *mn = mp->mp_slots[i], *next; mn != NULL; mn = next) {
			next = mn->mn_next;
			free(mn);
		}
	free(mp->mp_slots);
	mp->mp_slots = NULL;
	mp->mp_nslots = mp->mp_count = 0;
}

/*
 * Texts.
 */
struct etl_text {
	struct etl_text *tx_next;	/* of the same hash */
	char tx_text[];
};

static uint64_t text_hash(const char *s)
{
	uint64_t h = 0xcbf29ce484222325u;

	for (; *s != '\0'; s++)
		h = (h ^ (uint8_t)*s) * 0x100000001b3u;
	return h;
}

const char *etl_known_keep(struct etl_known *kn, const char *text)
{
	struct etl_text **list = etl_map_add(&kn->kn_texts, text_hash(text)), *tx;
	size_t size = strlen(text) + 1;

	if (list == NULL)
		return NULL;
	for (tx = *list; tx != NULL; tx = tx->tx_next)
		if (strcmp(tx->tx_text, text) == 0)
			return tx->tx_text;
	if (size > MAX_BYTES - kn->kn_bytes || (tx = malloc(sizeof(*tx) + size)) == NULL)
		return NULL;
	memcpy(tx->tx_text, text, size);
	tx->tx_next = *list;
	*list = tx;
	kn->kn_bytes += size;
	return tx->tx_text;
}

/*
 * Spans.
 */
struct etl_span {
	struct etl_span *sp_older;
	uint64_t sp_from, sp_to;	/* ns; to is not part of it */
	const char *sp_text;
};

void etl_known_init(struct etl_known *kn)
{
	*kn = (struct etl_known){
		.kn_spans = { .mp_size = sizeof(struct etl_span *), .mp_max = MAX_SPANS },
		.kn_texts = { .mp_size = sizeof(struct etl_text *), .mp_max = MAX_TEXTS },
	};
}

static void spans_free(const struct etl_mapnode *mn)
{
	struct etl_span *sp, *older;

	for (memcpy(&sp, mn->mn_value, sizeof(sp)); sp != NULL; sp = older) {
		older = sp->sp_older;
		free(sp);
	}
}

static void texts_free(const struct etl_mapnode *mn)
{
	struct etl_text *tx, *next;

	for (memcpy(&tx, mn->mn_value, sizeof(tx)); tx != NULL; tx = next) {
		next = tx->tx_next;
		free(tx);
	}
}

static void known_free_lists(struct etl_map *mp, void (*each)(const struct etl_mapnode *))
{
	for (uint32_t i = 0; i < mp->mp_nslots; i++)
		for (const struct etl_mapnode *mn = mp->mp_slots[i]; mn != NULL; mn = mn->mn_next)
			each(mn);
	etl_map_clear(mp);
}

void etl_known_free(struct etl_known *kn)
{
	known_free_lists(&kn->kn_spans, spans_free);
	known_free_lists(&kn->kn_texts, texts_free);
}

/* Where a span that begins at ns belongs: behind those that begin later. *later: the earliest of these, or NULL. */
static struct etl_span **span_place(struct etl_span **list, uint64_t ns, const struct etl_span **later)
{
	*later = NULL;
	while (*list != NULL && (*list)->sp_from > ns) {
		*later = *list;
		list = &(*list)->sp_older;
	}
	return list;
}

static void span_insert(struct etl_known *kn, struct etl_span **place, uint64_t from, uint64_t to, const char *text)
{
	const char *kept = etl_known_keep(kn, text);
	struct etl_span *sp;

	if (kept == NULL || kn->kn_nspans >= MAX_SPANS || from >= to || (sp = malloc(sizeof(*sp))) == NULL)
		return;
	*sp = (struct etl_span){ .sp_older = *place, .sp_from = from, .sp_to = to, .sp_text = kept };
	*place = sp;
	kn->kn_nspans++;
}

void etl_known_tell(struct etl_known *kn, uint64_t key, uint64_t ns, enum etl_know how, const char *text)
{
	struct etl_span **list = etl_map_add(&kn->kn_spans, key), **place, *at;
	const struct etl_span *later;
	uint64_t before, end;

	if (list == NULL)
		return;
	place = span_place(list, ns, &later);
	at = *place;
	end = later != NULL ? later->sp_from : UINT64_MAX;
	if (at != NULL && ns < at->sp_to) {	/* it stands for something now */
		if (how != ETL_DROPPED && strcmp(at->sp_text, text) == 0)
			return;
		end = at->sp_to;
		at->sp_to = ns;
		before = ns;
	} else {
		before = at != NULL ? at->sp_to : 0;
		if (how == ETL_DROPPED && *text != '\0')
			span_insert(kn, place, before, ns, text);
	}
	if (how != ETL_DROPPED)
		span_insert(kn, place, how == ETL_MADE ? ns : before, end, text);
}

/* What is written after a file was dropped is still its data: the last name holds until there is another. */
const char *etl_known_name(const struct etl_known *kn, uint64_t key, uint64_t ns)
{
	struct etl_span **list = etl_map_find(&kn->kn_spans, key);
	const struct etl_span *sp = list != NULL ? *list : NULL;

	while (sp != NULL && sp->sp_from > ns)
		sp = sp->sp_older;
	return sp != NULL ? sp->sp_text : NULL;
}
