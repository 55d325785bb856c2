/*
 * Numbers of the traced kernel and the names they stand for, for a while.
 *
 * The spans of a number don't overlap.  They are kept latest first: questions and answers come in order of time, so
 * the first is mostly the one.  A trace of nothing but different names may not fill the memory: there is a most of
 * everything, and what comes after it has no name.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "files.h"
#include "hash.h"

#define MAX_TEXTS (1u << 20)	/* a large server has a million files */
#define MAX_SPANS (1u << 20)
#define MAX_BYTES (96u << 20)

/*
 * Texts.
 */
struct etl_text {
	struct etl_text *tx_next;	/* of the same hash */
	char tx_text[];
};

static uint64_t text_hash(const char *s)
{
	return base_hash_bytes(base_secret(), s, strlen(s));
}

const char *etl_known_keep(struct etl_known *kn, const char *text)
{
	struct etl_text **list = dt_table_add(&kn->kn_texts, text_hash(text)), *tx;
	size_t size = strlen(text) + 1;

	if (list == NULL) {
		kn->kn_full = true;
		return NULL;
	}
	for (tx = *list; tx != NULL; tx = tx->tx_next)
		if (strcmp(tx->tx_text, text) == 0)
			return tx->tx_text;
	kn->kn_full |= size > MAX_BYTES - kn->kn_bytes;
	if (size > MAX_BYTES - kn->kn_bytes || (tx = base_malloc(sizeof(*tx) + size)) == NULL)
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

static void spans_free(void *value)
{
	for (struct etl_span *sp = *(struct etl_span **)value, *older; sp != NULL; sp = older) {
		older = sp->sp_older;
		free(sp);
	}
}

static void texts_free(void *value)
{
	for (struct etl_text *tx = *(struct etl_text **)value, *next; tx != NULL; tx = next) {
		next = tx->tx_next;
		free(tx);
	}
}

void etl_known_free(struct etl_known *kn)
{
	dt_table_walk(&kn->kn_spans, spans_free);
	dt_table_walk(&kn->kn_texts, texts_free);
	dt_table_clear(&kn->kn_spans);
	dt_table_clear(&kn->kn_texts);
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

	kn->kn_full |= kn->kn_nspans >= MAX_SPANS;
	if (kept == NULL || kn->kn_nspans >= MAX_SPANS || from >= to || (sp = base_malloc(sizeof(*sp))) == NULL)
		return;
	*sp = (struct etl_span){ .sp_older = *place, .sp_from = from, .sp_to = to, .sp_text = kept };
	*place = sp;
	kn->kn_nspans++;
}

void etl_known_tell(struct etl_known *kn, uint64_t key, uint64_t ns, enum etl_know how, const char *text)
{
	struct etl_span **list = dt_table_add(&kn->kn_spans, key), **place, *at;
	const struct etl_span *later;
	uint64_t before, end;

	if (list == NULL) {
		kn->kn_full = true;
		return;
	}
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

void etl_known_report(struct dt_feed *fd, struct etl_known *kn, const char *what)
{
	if (!kn->kn_full || kn->kn_said)
		return;
	kn->kn_said = true;
	dt_warn(fd->fd_engine, "more than a million names of %s, or %u MB of them: the rest have none", what,
		MAX_BYTES >> 20);
}

/* What is written after a file was dropped is still its data: the last name holds until there is another. */
const char *etl_known_name(const struct etl_known *kn, uint64_t key, uint64_t ns)
{
	struct etl_span **list = dt_table_find(&kn->kn_spans, key);
	const struct etl_span *sp = list != NULL ? *list : NULL;

	while (sp != NULL && sp->sp_from > ns)
		sp = sp->sp_older;
	return sp != NULL ? sp->sp_text : NULL;
}
