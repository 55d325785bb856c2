/*
 * A stream is one CPU's part of one file. Its records are walked in place in the mapped file, or
 * in the expansion of a compressed buffer, which lasts until the next one is opened.
 */
#include <stdlib.h>
#include "etl.h"

#define PATIENCE 65536 /* records */
#define AHEAD 256 /* bytes: reading a trace is waiting for memory, several streams at once */

static bool need(struct etl_stream *s, size_t n)
{
	uint8_t *m;

	if (s->sm_memsize >= n)
		return true;
	m = realloc(s->sm_mem, n);
	if (!m)
		return false;
	s->sm_mem = m;
	s->sm_memsize = n;
	return true;
}

static const char *unsupported(const uint8_t *header)
{
	switch (etl_u32(header + 0x2c)) {
	case 2:
		return "unsupported compression format 2 (LZNT1)";
	case 4:
		return "unsupported compression format 4 (XPRESS with Huffman)";
	default:
		return NULL;
	}
}

/* Returns the bytes that came out, the sound part of a damaged buffer included. */
static size_t expand(struct etw_trace *t, struct etl_stream *s)
{
	const struct etl_buf *b = s->sm_buf;
	const uint8_t *src = s->sm_file->fl_map + b->bx_off;
	size_t want = b->bx_filled - ETL_BUFHDR, n = 0;
	const char *why = unsupported(src);

	if (!why && !need(s, want))
		why = "no memory to expand it";
	if (!why) {
		why = etl_expand(src + ETL_BUFHDR, b->bx_size - ETL_BUFHDR, s->sm_mem, want, &n);
		if (!why && n < want)
			why = "it expands to less than its size";
	}
	if (why)
		etl_damage(t, s->sm_file, b->bx_off, "buffer %u: %s", b->bx_no, why);
	return n;
}

/* GUIDs are read where they lie, so a buffer at an odd place (no sound file has any) is moved. */
static const uint8_t *place(struct etl_stream *s, const uint8_t *p, size_t n)
{
	if (s->sm_buf->bx_off % 8 == 0 || !n)
		return p;
	if (!need(s, n))
		return NULL;
	memcpy(s->sm_mem, p, n);
	return s->sm_mem;
}

static void open_buffer(struct etw_trace *t, struct etl_stream *s)
{
	const struct etl_buf *b = s->sm_buf;
	size_t n = b->bx_filled - ETL_BUFHDR;

	if (b->bx_flags & ETL_BUF_COMPRESSED) {
		n = expand(t, s);
		s->sm_p = s->sm_mem;
	} else {
		s->sm_p = place(s, s->sm_file->fl_map + b->bx_off + ETL_BUFHDR, n);
	}
	s->sm_end = s->sm_p ? s->sm_p + n : NULL;
	s->sm_index = 0;
	s->sm_ceil = b + 1 < s->sm_endbuf ? b[1].bx_first : UINT64_MAX;
}

/*
 * A time stamp that is before its predecessor's or after the next buffer's is not believed in
 * the merge: the record keeps its place, and its own time for who wants to see it.
 */
static inline void believe_time(struct etw_trace *t, struct etl_stream *s)
{
	if (s->sm_raw < s->sm_key || s->sm_raw > s->sm_ceil)
		t->tr_stats.es_unordered++;
	else
		s->sm_key = s->sm_raw;
}

static inline void advance(struct etl_stream *s)
{
	size_t padded = (s->sm_size + 7) & ~7u;
	size_t left = (size_t)(s->sm_end - s->sm_p);

	s->sm_p += padded < left ? padded : left;
	s->sm_index++;
}

/*
 * Frames what the cursor stands on, going on to a record that is wanted and to the following
 * buffers as needed; but it stays on one of many that are not, for the caller's sake.
 */
static bool settle(struct etw_trace *t, struct etl_stream *s)
{
	const struct etw_filter *filter = t->tr_filter;
	const char *why;
	unsigned passed = 0;

	for (;;) {
		switch (etl_frame(s->sm_p, s->sm_end, &s->sm_size, &s->sm_raw, &why)) {
		case ETL_FRAME_OK:
			__builtin_prefetch(s->sm_p + AHEAD);
			believe_time(t, s);
			if (!filter || etl_wanted(filter, s->sm_p) || ++passed == PATIENCE)
				return true;
			t->tr_stats.es_events++;
			advance(s);
			continue;
		case ETL_FRAME_BAD:
			etl_damage(t, s->sm_file, s->sm_buf->bx_off, "buffer %u, event %u: %s",
				s->sm_buf->bx_no, s->sm_index, why);
			break;
		case ETL_FRAME_END:
			break;
		}
		t->tr_stats.es_walked += s->sm_buf->bx_size;
		etl_touched(t, s->sm_buf->bx_size);
		if (++s->sm_buf == s->sm_endbuf)
			return false;
		open_buffer(t, s);
	}
}

bool etl_stream_start(struct etw_trace *t, struct etl_stream *s)
{
	s->sm_buf = s->sm_firstbuf;
	s->sm_raw = s->sm_file->fl_log.lf_t0;
	s->sm_key = 0;
	open_buffer(t, s);
	return settle(t, s);
}

bool etl_stream_step(struct etw_trace *t, struct etl_stream *s)
{
	advance(s);
	return settle(t, s);
}

static uint32_t count(const struct etw_trace *t)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < t->tr_nfiles; i++) {
		const struct etl_file *f = &t->tr_files[i];

		for (size_t k = 0; k < f->fl_nbufs; k++)
			n += k == 0 || etl_lane(&f->fl_bufs[k]) != etl_lane(&f->fl_bufs[k - 1]);
	}
	return n;
}

static void slice(struct etl_file *f, struct etl_stream **next)
{
	const struct etl_buf *b = f->fl_bufs, *end = b + f->fl_nbufs;

	while (b < end) {
		struct etl_stream *s = (*next)++;

		s->sm_file = f;
		s->sm_firstbuf = b;
		while (++b < end && etl_lane(b) == etl_lane(s->sm_firstbuf))
			;
		s->sm_endbuf = b;
	}
}

bool etl_streams(struct etw_trace *t)
{
	uint32_t n = count(t);
	struct etl_stream *next;

	t->tr_streams = next = calloc(n ? n : 1, sizeof(*t->tr_streams));
	t->tr_heap = calloc(n ? n : 1, sizeof(*t->tr_heap));
	if (!t->tr_streams || !t->tr_heap)
		return false;
	t->tr_nstreams = n;
	for (unsigned i = 0; i < t->tr_nfiles; i++)
		slice(&t->tr_files[i], &next);
	return true;
}
