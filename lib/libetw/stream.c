/*
 * A stream is one CPU's part of one file. Its records are walked in a window of its open buffer, or
 * in the expansion of a compressed buffer. The file is read, not mapped: if it is truncated
 * meanwhile, its end is damaged, and nothing crashes.
 */
#include <stdlib.h>
#include "alloc.h"
#include "etl.h"
#include "source.h"

#define PATIENCE 65536	    /* records */
#define RECORD_MAX 0x10000u /* a record's size is 16 bits */
#define WINDOW (3 * RECORD_MAX)
#define EXPANDED_MIN (UINT64_C(64) << 20)
#define EXPANDED_RATIO 1000
/* bytes to prefetch: reading a trace is bound by memory latency, for several streams at once */
#define AHEAD 256

static const char gone[] = "the file was truncated while it was read";

static bool need(uint8_t **mem, size_t *size, size_t n)
{
	uint8_t *m;

	if (*size >= n)
		return true;
	free(*mem);
	*mem = m = base_malloc(n);
	*size = m ? n : 0;
	return m;
}

static const char *unsupported(const uint8_t *header)
{
	switch (base_u32(header + 0x2c)) {
	case 2: return "unsupported compression format 2 (LZNT1)";
	case 4: return "unsupported compression format 4 (XPRESS with Huffman)";
	default: return NULL;
	}
}

/*
 * A damaged byte may claim any size. The total of all expanded buffers is bounded by the size of
 * the files, far above any real compression.
 */
static bool believable(struct etw_trace *t, size_t want)
{
	t->tr_expanded += want;
	return t->tr_expanded <= EXPANDED_MIN + EXPANDED_RATIO * t->tr_stats.es_bytes;
}

static bool has_room(const struct etw_trace *t, const struct etl_stream *s, size_t want)
{
	uint64_t held = 0;

	if (want <= s->sm_memsize)
		return true;
	for (uint32_t i = 0; i < t->tr_nstreams; i++)
		held += t->tr_streams[i].sm_memsize;
	return held - s->sm_memsize + want <= t->tr_heldmax;
}

static const char *read_packed(struct etw_trace *t, struct etl_stream *s, size_t want, size_t *n)
{
	const struct etl_buf *b = s->sm_buf;
	const char *why;

	if (!believable(t, want))
		return "it claims to expand to more than is possible";
	if (!has_room(t, s, want))
		return "the expanded buffers of all CPUs need too much memory";
	if (!need(&t->tr_packed, &t->tr_packedsize, b->bx_size) ||
		!need(&s->sm_mem, &s->sm_memsize, want))
		return "out of memory";
	if (etl_pread(s->sm_file->fl_fd, b->bx_off, t->tr_packed, b->bx_size) != b->bx_size)
		return gone;
	why = unsupported(t->tr_packed);
	if (!why)
		why = etl_expand(t->tr_packed + ETL_BUFHDR, b->bx_size - ETL_BUFHDR, s->sm_mem,
			want, n);
	return why || *n == want ? why : "it expands to less than its size";
}

/* Returns the number of bytes; of a damaged buffer, those before the damage. */
static size_t expand(struct etw_trace *t, struct etl_stream *s)
{
	const struct etl_buf *b = s->sm_buf;
	size_t n = 0;
	const char *why = read_packed(t, s, b->bx_filled - ETL_BUFHDR, &n);

	if (why)
		etl_damage(t, s->sm_file, b->bx_off, "buffer %u: %s", b->bx_no, why);
	return n;
}

static void at_hand(struct etl_stream *s, size_t n)
{
	s->sm_p = s->sm_mem;
	s->sm_end = s->sm_mem ? s->sm_mem + n : NULL;
	s->sm_low = s->sm_left ? s->sm_end - RECORD_MAX : NULL;
}

/*
 * Reads the next part of the buffer; what is left in memory moves to the front. If the file became
 * shorter meanwhile, it ends here.
 */
static void refill(struct etw_trace *t, struct etl_stream *s)
{
	const struct etl_buf *b = s->sm_buf;
	size_t have = (size_t)(s->sm_end - s->sm_p), want = WINDOW - have, got;

	if (have)
		memmove(s->sm_mem, s->sm_p, have);
	if (want > s->sm_left)
		want = s->sm_left;
	got = etl_pread(s->sm_file->fl_fd, s->sm_off, s->sm_mem + have, want);
	s->sm_off += got;
	s->sm_left -= got;
	if (got < want) {
		etl_damage(t, s->sm_file, b->bx_off, "buffer %u: %s", b->bx_no, gone);
		s->sm_left = 0;
	}
	at_hand(s, have + got);
}

static void open_buffer(struct etw_trace *t, struct etl_stream *s)
{
	const struct etl_buf *b = s->sm_buf;
	size_t n = b->bx_filled - ETL_BUFHDR;

	s->sm_left = 0;
	s->sm_index = 0;
	s->sm_ceil = b + 1 < s->sm_endbuf ? b[1].bx_first : s->sm_file->fl_ceil;
	if (b->bx_flags & ETL_BUF_COMPRESSED) {
		n = expand(t, s);
		at_hand(s, n);
		return;
	}
	at_hand(s, 0);
	if (n == 0)
		return;
	if (!need(&s->sm_mem, &s->sm_memsize, n < WINDOW ? n : WINDOW)) {
		etl_damage(t, s->sm_file, b->bx_off, "buffer %u: no memory to read it", b->bx_no);
		return;
	}
	s->sm_p = s->sm_end = s->sm_mem;
	s->sm_off = b->bx_off + ETL_BUFHDR;
	s->sm_left = n;
	refill(t, s);
}

/* Whether the next record, if the buffer has one, confirms a leap of time. */
static bool borne_out(const struct etl_stream *s)
{
	const uint8_t *next = s->sm_p + ((s->sm_size + 7) & ~7u);
	uint64_t raw = s->sm_raw;
	uint32_t size;
	const char *why;

	if (next >= s->sm_end || etl_frame(next, s->sm_end, &size, &raw, &why) != ETL_FRAME_OK)
		return true;
	return raw >= s->sm_raw || s->sm_raw - raw < s->sm_file->fl_leap;
}

/*
 * A time stamp is not trusted if it is before its predecessor's or after the next buffer's, or if
 * it leaps and the next record doesn't follow: the record gets the time of the one before it. Its
 * own time stays in ev_raw.
 */
static inline void believe_time(struct etw_trace *t, struct etl_stream *s)
{
	if (s->sm_raw >= s->sm_key && s->sm_raw <= s->sm_ceil &&
		(s->sm_raw - s->sm_key <= s->sm_file->fl_leap || borne_out(s))) {
		s->sm_key = s->sm_raw;
		return;
	}
	t->tr_stats.es_unordered++;
	if (!s->sm_key && s->sm_buf->bx_first != UINT64_MAX)
		s->sm_key = s->sm_buf->bx_first;
}

static inline void advance(struct etl_stream *s)
{
	size_t padded = (s->sm_size + 7) & ~7u;
	size_t left = (size_t)(s->sm_end - s->sm_p);

	s->sm_p += padded < left ? padded : left;
	s->sm_index++;
}

/*
 * Frames the record at the cursor, and moves on to a wanted record, in following buffers if needed.
 * After PATIENCE unwanted records it stops at one, so that the caller can react.
 */
static bool settle(struct etw_trace *t, struct etl_stream *s)
{
	const struct etw_filter *filter = t->tr_filter;
	const char *why;
	unsigned passed = 0;

	for (;;) {
		if (s->sm_left && s->sm_p >= s->sm_low)
			refill(t, s);
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
		case ETL_FRAME_END: break;
		}
		t->tr_stats.es_walked += s->sm_buf->bx_size;
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
	const struct etl_buf *b = f->fl_bufs, *end = f->fl_nbufs ? b + f->fl_nbufs : b;

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

	t->tr_streams = next = base_calloc(n ? n : 1, sizeof(*t->tr_streams));
	t->tr_heap = base_calloc(n ? n : 1, sizeof(*t->tr_heap));
	if (!t->tr_streams || !t->tr_heap)
		return false;
	t->tr_nstreams = t->tr_stats.es_streams = n;
	for (unsigned i = 0; i < t->tr_nfiles; i++)
		slice(&t->tr_files[i], &next);
	return true;
}
