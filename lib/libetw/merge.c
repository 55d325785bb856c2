/*
 * A heap of the streams with records left, ordered by (time, stream number). The top stream usually
 * stays on top for many records; then a step costs two comparisons.
 */
#include <stdlib.h>
#include "etl.h"

static uint64_t key(const struct etw_trace *t, const struct etl_stream *s)
{
	return t->tr_walltime ? etl_clock_ns(&s->sm_file->fl_clock, s->sm_key) : s->sm_key;
}

static bool before(const struct etl_slot *a, const struct etl_slot *b)
{
	return a->sl_key < b->sl_key || (a->sl_key == b->sl_key && a->sl_stream < b->sl_stream);
}

static void sift_down(struct etl_slot *h, uint32_t n, uint32_t i)
{
	struct etl_slot x = h[i];
	uint32_t c;

	while ((c = 2 * i + 1) < n) {
		if (c + 1 < n && before(&h[c + 1], &h[c]))
			c++;
		if (!before(&h[c], &x))
			break;
		h[i] = h[c];
		i = c;
	}
	h[i] = x;
}

/* Notes the last time of a stream that has ended. */
static void note_last(struct etw_trace *t, const struct etl_stream *s)
{
	uint64_t ns = etl_clock_ns(&s->sm_file->fl_clock, s->sm_key);

	if (ns < t->tr_last)
		return;
	t->tr_last = ns;
	t->tr_lastft = etl_clock_filetime(&s->sm_file->fl_clock, s->sm_key);
}

void etl_merge_start(struct etw_trace *t)
{
	t->tr_nheap = 0;
	t->tr_expanded = 0;
	t->tr_last = t->tr_lastft = 0;
	t->tr_delivered = false;
	for (uint32_t i = 0; i < t->tr_nstreams; i++) {
		struct etl_stream *s = &t->tr_streams[i];

		if (etl_stream_start(t, s))
			t->tr_heap[t->tr_nheap++] = (struct etl_slot){ key(t, s), i };
		else
			note_last(t, s);
	}
	for (uint32_t i = t->tr_nheap / 2; i-- > 0;)
		sift_down(t->tr_heap, t->tr_nheap, i);
}

/* Frees the memory of a stream that has ended: the next one may end gigabytes later. */
static void drop_top(struct etw_trace *t, struct etl_stream *s)
{
	note_last(t, s);
	free(s->sm_mem);
	s->sm_mem = NULL;
	s->sm_memsize = 0;
	t->tr_heap[0] = t->tr_heap[--t->tr_nheap];
}

static void step_top(struct etw_trace *t)
{
	struct etl_slot *top = &t->tr_heap[0];
	struct etl_stream *s = &t->tr_streams[top->sl_stream];

	if (etl_stream_step(t, s))
		top->sl_key = key(t, s);
	else
		drop_top(t, s);
	if (t->tr_nheap > 1)
		sift_down(t->tr_heap, t->tr_nheap, 0);
}

int etw_next(struct etw_trace *t, struct etw_event *ev)
{
	const char *why;

	if (t->tr_delivered)
		step_top(t);
	t->tr_delivered = false;
	while (t->tr_nheap) {
		why = etl_fill(&t->tr_streams[t->tr_heap[0].sl_stream], ev);
		if (!why) {
			t->tr_delivered = true;
			t->tr_stats.es_events++;
			return 1;
		}
		etw_report(t, ev, why);
		step_top(t);
	}
	return 0;
}

void etw_rewind(struct etw_trace *t)
{
	t->tr_stats = t->tr_indexed;
	etl_merge_start(t);
}

void etw_end(const struct etw_trace *t, uint64_t *ns, int64_t *unix_ns)
{
	*ns = t->tr_last;
	*unix_ns = etl_unix_ns(t->tr_lastft);
}
