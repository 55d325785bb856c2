/*
 * The rings' records in the order of time.
 *
 * A record's time is read right before its place in the ring is taken, with preemption off; so once
 * the clock shows T, every record older than T - DT_SLACK is in its ring, and the rings' oldest
 * records up to there can be merged. Within a ring records are in the order of time, except after
 * an interrupt between the two steps: a few records are read ahead and sorted.  A record that is
 * reserved but not yet written hides what follows it: meanwhile nothing later than what was read
 * from its ring is delivered.  A record that comes later than all that (the hypervisor stole the
 * CPU in between) is delivered late, with its own time.
 *
 * What processes map is reported in the same order: an address is one of what was mapped then.
 *
 * Records are handled where they lie; a ring's space is given back when its records were delivered.
 */
#include "lx.h"
#include <string.h>

static void reader_insert(struct dt_reader *r, struct dt_head h)
{
	unsigned i = r->rd_first + r->rd_nheads++;

	while (i > r->rd_first && r->rd_heads[i - 1].hd_time > h.hd_time) {
		r->rd_heads[i] = r->rd_heads[i - 1];
		i--;
	}
	r->rd_heads[i] = h;
	if (h.hd_time > r->rd_seen)
		r->rd_seen = h.hd_time;
}

static void reader_release(struct dt_reader *r)
{
	uint64_t pos = r->rd_pos;

	for (unsigned i = 0; i < r->rd_nheads; i++) {
		if (r->rd_heads[r->rd_first + i].hd_start < pos)
			pos = r->rd_heads[r->rd_first + i].hd_start;
	}
	dt_ring_release(&r->rd_ring, pos);
}

void dt_reader_fill(struct dt_reader *r)
{
	reader_release(r);
	memmove(r->rd_heads, r->rd_heads + r->rd_first, r->rd_nheads * sizeof(r->rd_heads[0]));
	r->rd_first = 0;
	r->rd_busy = false;
	while (r->rd_nheads < DT_HEADS) {
		struct dt_head h = { .hd_start = r->rd_pos };
		enum dt_ring_next next = dt_ring_peek(&r->rd_ring, &r->rd_pos, &h.hd_rec,
			&h.hd_len);

		r->rd_busy = next == DT_RING_BUSY;
		if (next != DT_RING_RECORD)
			return;
		h.hd_end = r->rd_pos;
		if (h.hd_len < sizeof(struct dt_rec))
			continue;
		h.hd_time = ((const struct dt_rec *)h.hd_rec)->re_time;
		reader_insert(r, h);
	}
}

static uint64_t reader_time(const struct dt_reader *r)
{
	return r->rd_heads[r->rd_first].hd_time;
}

/* The reader with the oldest record, and the time up to which it may deliver before another one. */
static struct dt_reader *merge_next(struct dt_linux_feed *f, uint64_t *upto)
{
	struct dt_reader *best = NULL;
	uint64_t limit = *upto;

	for (unsigned i = 0; i < f->lf_nreaders; i++) {
		struct dt_reader *r = &f->lf_readers[i];
		uint64_t t;

		if (r->rd_nheads < DT_HEADS / 2)
			dt_reader_fill(r);
		if (r->rd_nheads == 0) {
			if (r->rd_busy && r->rd_seen < *upto)
				limit = *upto = r->rd_seen;
			continue;
		}
		t = reader_time(r);
		if (!best || t < reader_time(best)) {
			if (best && reader_time(best) < limit)
				limit = reader_time(best);
			best = r;
		} else if (t < limit) {
			limit = t;
		}
	}
	if (!best || reader_time(best) > *upto)
		return NULL;
	*upto = limit < *upto ? limit : *upto;
	return best;
}

static unsigned merge_run(struct dt_linux_feed *f, struct dt_reader *r, uint64_t limit)
{
	unsigned n = 0;

	while (r->rd_nheads > 0 && reader_time(r) <= limit) {
		struct dt_head h = r->rd_heads[r->rd_first++];

		r->rd_nheads--;
		n++;
		dt_event_deliver(f, r, &h);
		if (f->lf_running && dt_stopping(f->lf_engine))
			break;
		if (r->rd_nheads < DT_HEADS / 2 && !r->rd_busy)
			dt_reader_fill(r);
	}
	return n;
}

unsigned dt_merge_deliver(struct dt_linux_feed *f, uint64_t upto)
{
	uint64_t mapped = dt_mapped_deliver(&f->lf_mapped, 0);
	unsigned n = 0;

	for (;;) {
		uint64_t limit = upto;
		struct dt_reader *r = merge_next(f, &limit);

		if (!r || (f->lf_running && dt_stopping(f->lf_engine)))
			break;
		if (mapped < reader_time(r))
			mapped = dt_mapped_deliver(&f->lf_mapped, reader_time(r));
		n += merge_run(f, r, mapped < limit ? mapped : limit);
	}
	dt_mapped_deliver(&f->lf_mapped, upto);
	for (unsigned i = 0; i < f->lf_nreaders; i++)
		reader_release(&f->lf_readers[i]);
	return n;
}
