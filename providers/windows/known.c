/*
 * Names of the traced kernel's numbers, each valid for a span of time.
 *
 * The spans of a number don't overlap, and are in order of time. There is a limit of names and
 * spans, so that a trace of ever new names doesn't fill the memory; beyond it there are no names.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "files.h"
#include "hash.h"

#define MAX_TEXTS (1u << 20) /* a large server has a million files */
#define MAX_SPANS (1u << 20)
#define MAX_BYTES (96u << 20)

/*
 * Texts.
 */
struct etl_text {
	struct etl_text *tx_next; /* of the same hash */
	char tx_text[];
};

const char *etl_known_keep(struct etl_known *kn, const char *text)
{
	struct etl_text **list = base_table_add(&kn->kn_texts, base_hash_text(text)), *tx;
	size_t size = strlen(text) + 1;

	if (!list) {
		kn->kn_full = true;
		return NULL;
	}
	for (tx = *list; tx; tx = tx->tx_next)
		if (strcmp(tx->tx_text, text) == 0)
			return tx->tx_text;
	kn->kn_full |= size > MAX_BYTES - kn->kn_bytes;
	if (size > MAX_BYTES - kn->kn_bytes || !(tx = base_malloc(sizeof(*tx) + size)))
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
	uint64_t sp_from, sp_to; /* ns; to is not part of it */
	const char *sp_text;
};

struct etl_spans {
	struct etl_span *ss_v;
	uint32_t ss_n, ss_max;
};

void etl_known_init(struct etl_known *kn)
{
	*kn = (struct etl_known){
		.kn_spans = { .mp_size = sizeof(struct etl_spans), .mp_max = MAX_SPANS },
		.kn_texts = { .mp_size = sizeof(struct etl_text *), .mp_max = MAX_TEXTS },
	};
}

static void spans_free(void *value)
{
	free(((struct etl_spans *)value)->ss_v);
}

static void texts_free(void *value)
{
	for (struct etl_text *tx = *(struct etl_text **)value, *next; tx; tx = next) {
		next = tx->tx_next;
		free(tx);
	}
}

void etl_known_free(struct etl_known *kn)
{
	base_table_walk(&kn->kn_spans, spans_free);
	base_table_walk(&kn->kn_texts, texts_free);
	base_table_clear(&kn->kn_spans);
	base_table_clear(&kn->kn_texts);
}

/* The number of spans that begin at ns or before. */
static uint32_t spans_until(const struct etl_spans *ss, uint64_t ns)
{
	uint32_t lo = 0, hi = ss->ss_n;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (ss->ss_v[mid].sp_from <= ns)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool spans_room(struct etl_spans *ss)
{
	uint32_t max = ss->ss_max != 0 ? ss->ss_max * 2 : 1;
	struct etl_span *grown;

	if (ss->ss_n < ss->ss_max)
		return true;
	grown = base_realloc(ss->ss_v, max * sizeof(*grown));
	if (!grown)
		return false;
	ss->ss_v = grown;
	ss->ss_max = max;
	return true;
}

static void span_insert(struct etl_known *kn, struct etl_spans *ss, uint32_t i, uint64_t from,
	uint64_t to, const char *text)
{
	const char *kept = etl_known_keep(kn, text);

	kn->kn_full |= kn->kn_nspans >= MAX_SPANS;
	if (!kept || kn->kn_nspans >= MAX_SPANS || from >= to || !spans_room(ss))
		return;
	memmove(ss->ss_v + i + 1, ss->ss_v + i, (ss->ss_n - i) * sizeof(*ss->ss_v));
	ss->ss_v[i] = (struct etl_span){ .sp_from = from, .sp_to = to, .sp_text = kept };
	ss->ss_n++;
	kn->kn_nspans++;
}

void etl_known_tell(struct etl_known *kn, uint64_t key, uint64_t ns, enum etl_know how,
	const char *text)
{
	struct etl_spans *ss = base_table_add(&kn->kn_spans, key);
	struct etl_span *at;
	uint64_t before, end;
	uint32_t i;

	if (!ss) {
		kn->kn_full = true;
		return;
	}
	i = spans_until(ss, ns);
	at = i != 0 ? &ss->ss_v[i - 1] : NULL;
	end = i < ss->ss_n ? ss->ss_v[i].sp_from : UINT64_MAX;
	if (at && ns < at->sp_to) { /* it has a name at that time */
		if (how != ETL_DROPPED && strcmp(at->sp_text, text) == 0)
			return;
		end = at->sp_to;
		at->sp_to = ns;
		before = ns;
	} else {
		before = at ? at->sp_to : 0;
		if (how == ETL_DROPPED && *text != '\0')
			span_insert(kn, ss, i, before, ns, text);
	}
	if (how != ETL_DROPPED)
		span_insert(kn, ss, i, how == ETL_MADE ? ns : before, end, text);
}

void etl_known_report(struct dt_feed *fd, struct etl_known *kn, const char *what)
{
	if (!kn->kn_full || kn->kn_said)
		return;
	kn->kn_said = true;
	dt_warn(fd->fd_engine,
		"the trace has more than a million names of %s, or %u MB of them: the rest are left out",
		what, MAX_BYTES >> 20);
}

/* Data may be written after a file was dropped: the last name is used until there is another. */
const char *etl_known_name(const struct etl_known *kn, uint64_t key, uint64_t ns)
{
	const struct etl_spans *ss = base_table_find(&kn->kn_spans, key);
	uint32_t n = ss ? spans_until(ss, ns) : 0;

	return n != 0 ? ss->ss_v[n - 1].sp_text : NULL;
}
