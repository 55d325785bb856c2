/*
 * The index lists a file's buffers, and orders them by (stream, time). A file's buffers follow one
 * another without a table: each header has its buffer's size. After a damaged header, the next
 * valid one is searched for.
 */
#include <stdlib.h>
#include "alloc.h"
#include "etl.h"
#include "source.h"

#define PEEK 768  /* enough of an expanded buffer to see the first time stamps */
#define HEAD 1024 /* enough of a buffer to see that, compressed or not */
#define WINDOW 65536
#define MAX_CPUS 4096
#define HOUR UINT64_C(36000000000) /* FILETIME */
#define TEN_YEARS (87660 * HOUR)

enum {
	BH_SIZE = 0x00,
	BH_CPU = 0x28,
	BH_STATE = 0x2c,
	BH_FILLED = 0x30,
	BH_FLAGS = 0x34,
	BH_TYPE = 0x36
};
#define LAST_TYPE 7
#define KNOWN_FLAGS 0x007f

/* Only compressed files have buffers of different sizes. */
static bool fixed_size(const struct etl_file *f)
{
	return !(f->fl_log.lf_mode & ETW_MODE_COMPRESSED) && f->fl_log.lf_bufsize >= ETL_BUFHDR;
}

/*
 * The n bytes at off, and some more where a header is searched for; NULL if the file has fewer.
 * Valid until the next call.
 */
static const uint8_t *peek(struct etl_file *f, uint64_t off, size_t n, bool searching)
{
	if (off < f->fl_winoff || off + n > f->fl_winoff + f->fl_winlen) {
		if (off > f->fl_size || n > f->fl_size - off)
			return NULL;
		f->fl_winoff = off;
		f->fl_winlen = etl_pread(f->fl_fd, off, f->fl_win, searching ? WINDOW : HEAD);
	}
	return n <= f->fl_winoff + f->fl_winlen - off ? f->fl_win + (off - f->fl_winoff) : NULL;
}

static bool plausible(const struct etl_file *f, uint64_t off, const uint8_t *h)
{
	uint32_t size = base_u32(h + BH_SIZE), filled = base_u32(h + BH_FILLED);
	uint16_t flags = base_u16(h + BH_FLAGS);

	if (size < ETL_BUFHDR || size > f->fl_size - off || filled < ETL_BUFHDR ||
		filled > ETL_MAX_EXPANDED)
		return false;
	if (base_u16(h + BH_TYPE) > LAST_TYPE || flags & ~KNOWN_FLAGS)
		return false;
	if (flags & ETL_BUF_COMPRESSED)
		return size > ETL_BUFHDR;
	return filled <= size && (!fixed_size(f) || size == f->fl_log.lf_bufsize);
}

/* The same for a header elsewhere, without moving the window. */
static bool plausible_at(const struct etl_file *f, uint64_t off)
{
	uint8_t h[ETL_BUFHDR];

	if (off > f->fl_size || f->fl_size - off < sizeof(h))
		return false;
	return etl_pread(f->fl_fd, off, h, sizeof(h)) == sizeof(h) && plausible(f, off, h);
}

/* In a compressed file a buffer may start at any byte; two in a row are no accident. */
static bool convincing(struct etl_file *f, uint64_t off)
{
	const uint8_t *h = peek(f, off, ETL_BUFHDR, !fixed_size(f));
	uint64_t next;

	if (!h || !plausible(f, off, h))
		return false;
	if (fixed_size(f))
		return true;
	next = off + base_u32(h);
	return base_u32(h + BH_STATE) == 3 && (next == f->fl_size || plausible_at(f, next));
}

/* The offset of the next valid buffer after off, or the file's size. */
static uint64_t resync(struct etl_file *f, uint64_t off)
{
	uint64_t step = fixed_size(f) ? f->fl_log.lf_bufsize : 1;

	while (f->fl_size - off > step) {
		off += step;
		if (convincing(f, off))
			return off;
	}
	return f->fl_size;
}

/* Whether everything in the header but the size is plausible. */
static bool only_size_wrong(const struct etl_file *f, const uint8_t *h)
{
	uint32_t filled = base_u32(h + BH_FILLED);

	return filled >= ETL_BUFHDR && filled <= f->fl_log.lf_bufsize &&
		base_u16(h + BH_TYPE) <= LAST_TYPE &&
		!(base_u16(h + BH_FLAGS) & ~(KNOWN_FLAGS & ~ETL_BUF_COMPRESSED));
}

/*
 * Whether the size is wrong and the usual size is right. A wrong size may still be within the file.
 */
static bool wrong_size(struct etl_file *f, uint64_t off, const uint8_t *h)
{
	uint64_t left = f->fl_size - off;
	uint32_t size = base_u32(h), stride = f->fl_log.lf_bufsize;

	if (!fixed_size(f) || size == stride || left < stride || !only_size_wrong(f, h))
		return false;
	if (left == stride)
		return size > left || !plausible_at(f, off + size);
	return plausible_at(f, off + stride);
}

/* h: the buffer's header and the part of the buffer that is in memory */
static bool find_time(const struct etl_file *f, struct etl_buf *b, const uint8_t *h, size_t nhead)
{
	const uint8_t *p = h + ETL_BUFHDR;
	uint8_t first[PEEK];
	size_t n = b->bx_filled - ETL_BUFHDR, have = nhead - ETL_BUFHDR;

	if (!(b->bx_flags & ETL_BUF_COMPRESSED))
		return etl_first_time(p, p + (n < have ? n : have), f->fl_leap, &b->bx_first);
	if (have > b->bx_size - ETL_BUFHDR)
		have = b->bx_size - ETL_BUFHDR;
	etl_expand(p, have, first, n < PEEK ? n : PEEK, &n);
	return etl_first_time(first, first + n, f->fl_leap, &b->bx_first);
}

/* The number of valid bytes that the header claims, limited to what is possible. */
static uint32_t believe_filled(struct etw_trace *t, const struct etl_file *f, struct etl_buf *b,
	uint32_t filled)
{
	uint32_t max = b->bx_flags & ETL_BUF_COMPRESSED ? ETL_MAX_EXPANDED : b->bx_size;

	if (filled < ETL_BUFHDR)
		return ETL_BUFHDR;
	if (filled <= max)
		return filled;
	etl_damage(t, f, b->bx_off, "buffer %u: it claims to hold %u bytes", b->bx_no, filled);
	return b->bx_size < max ? b->bx_size : max;
}

/* The session header has the number of CPUs; a few more may have been added while it ran. */
static uint16_t believe_cpu(struct etw_trace *t, const struct etl_file *f, struct etl_buf *b,
	uint16_t cpu)
{
	uint64_t most = 64 + 2 * (uint64_t)f->fl_log.lf_ncpu;

	if (cpu < most && cpu < MAX_CPUS)
		return cpu;
	etl_damage(t, f, b->bx_off, "buffer %u: it claims to belong to CPU %u", b->bx_no, cpu);
	return 0;
}

static void read_header(struct etw_trace *t, struct etl_file *f, struct etl_buf *b,
	const uint8_t *h)
{
	size_t have = (size_t)(f->fl_winoff + f->fl_winlen - b->bx_off);

	b->bx_flags = (uint16_t)(base_u16(h + BH_FLAGS) & ~ETL_BUF_ONESTREAM);
	b->bx_cpu = believe_cpu(t, f, b,
		b->bx_flags & ETL_BUF_INDEX ? base_u16(h + BH_CPU) : h[BH_CPU]);
	b->bx_filled = believe_filled(t, f, b, base_u32(h + BH_FILLED));
	if (b->bx_flags & (ETL_BUF_EVENTS_LOST | ETL_BUF_BUFFER_LOST))
		t->tr_stats.es_lossy_buffers++;
	if (!find_time(f, b, h, have))
		b->bx_first = UINT64_MAX;
}

static struct etl_buf *add(struct etl_file *f, uint64_t off, uint32_t size)
{
	struct etl_buf *b;

	if ((f->fl_nbufs & (f->fl_nbufs - 1)) == 0) {
		size_t n = f->fl_nbufs ? 2 * f->fl_nbufs : 1;

		b = base_realloc(f->fl_bufs, n * sizeof(*b));
		if (!b)
			return NULL;
		f->fl_bufs = b;
	}
	b = &f->fl_bufs[f->fl_nbufs];
	*b = (struct etl_buf){ .bx_off = off,
		.bx_size = size,
		.bx_filled = ETL_BUFHDR,
		.bx_first = UINT64_MAX,
		.bx_no = (uint32_t)f->fl_nbufs++ };
	return b;
}

/*
 * Reports what is at off instead of a buffer, and returns the offset to continue at. A size of zero
 * is the tail of a preallocated file, if nothing follows.
 */
static uint64_t no_buffer(struct etw_trace *t, struct etl_file *f, uint64_t off, uint32_t size)
{
	uint64_t next = resync(f, off);

	if (next < f->fl_size)
		etl_damage(t, f, off, "buffer %zu: its size %u is wrong, skipped %llu bytes",
			f->fl_nbufs, size, (unsigned long long)(next - off));
	else if (size >= ETL_BUFHDR)
		t->tr_stats.es_torn += f->fl_size - off;
	else if (size)
		etl_damage(t, f, off, "buffer %zu: its size %u is wrong, and no buffer follows",
			f->fl_nbufs, size);
	return next;
}

/* Returns the size of the buffer, corrected if necessary, or 0 if it isn't a header. */
static uint32_t judge(struct etw_trace *t, struct etl_file *f, uint64_t off, const uint8_t *h)
{
	uint32_t size = base_u32(h);

	if (wrong_size(f, off, h)) {
		etl_damage(t, f, off, "buffer %zu: its size %u is wrong", f->fl_nbufs, size);
		return f->fl_log.lf_bufsize;
	}
	return size >= ETL_BUFHDR && size <= f->fl_size - off ? size : 0;
}

static const uint8_t *peek_head(struct etl_file *f, uint64_t off)
{
	uint64_t left = f->fl_size - off;

	return left < ETL_BUFHDR ? NULL : peek(f, off, left < HEAD ? left : HEAD, false);
}

static bool scan(struct etw_trace *t, struct etl_file *f)
{
	uint64_t off = 0;
	uint8_t head[ETL_BUFHDR];
	const uint8_t *h;
	struct etl_buf *b;
	uint32_t size;

	while ((h = peek_head(f, off))) {
		memcpy(head, h, sizeof(head));
		size = judge(t, f, off, head);
		if (!size) {
			off = no_buffer(t, f, off, base_u32(head));
			continue;
		}
		if (!(b = add(f, off, size)))
			return false;
		if ((h = peek_head(f, off)))
			read_header(t, f, b, h);
		off += size;
	}
	t->tr_stats.es_torn += f->fl_size - off;
	t->tr_stats.es_buffers += f->fl_nbufs;
	return true;
}

static int by_place(const void *pa, const void *pb)
{
	const struct etl_buf *a = pa, *b = pb;

	if (etl_lane(a) != etl_lane(b))
		return etl_lane(a) < etl_lane(b) ? -1 : 1;
	return a->bx_no < b->bx_no ? -1 : a->bx_no > b->bx_no;
}

static int by_time(const void *pa, const void *pb)
{
	const struct etl_buf *a = pa, *b = pb;

	if (etl_lane(a) == etl_lane(b) && a->bx_first != b->bx_first)
		return a->bx_first < b->bx_first ? -1 : 1;
	return by_place(pa, pb);
}

static bool same_lane(const struct etl_file *f, size_t i, size_t k)
{
	return k < f->fl_nbufs && etl_lane(&f->fl_bufs[i]) == etl_lane(&f->fl_bufs[k]);
}

/* Buffers without a time of their own get the time of the next one. */
static void inherit_times(struct etl_file *f)
{
	for (size_t i = f->fl_nbufs; i-- > 0;)
		if (f->fl_bufs[i].bx_first == UINT64_MAX && same_lane(f, i, i + 1))
			f->fl_bufs[i].bx_first = f->fl_bufs[i + 1].bx_first;
}

/* The first buffer of a lane has neighbours on one side only; only a circular log wraps. */
static void mend_first(struct etl_file *f, size_t i)
{
	struct etl_buf *b = f->fl_bufs;

	if (!(f->fl_log.lf_mode & ETW_MODE_CIRCULAR) && same_lane(f, i, i + 1) &&
		same_lane(f, i, i + 2) && b[i].bx_first > b[i + 1].bx_first &&
		b[i + 1].bx_first <= b[i + 2].bx_first)
		b[i].bx_first = b[i + 1].bx_first;
}

/*
 * A time that is out of order, between neighbours that are in order, is corrupt: the buffer keeps
 * its place. (Where a circular log wraps, the neighbours are not in order.) Returns how many
 * buffers are out of order.
 */
static size_t mend_times(struct etl_file *f)
{
	struct etl_buf *b = f->fl_bufs;
	size_t late = 0;

	for (size_t i = 0; i < f->fl_nbufs; i++) {
		if (i == 0 || !same_lane(f, i, i - 1)) {
			mend_first(f, i);
			continue;
		}
		if (same_lane(f, i, i + 1) && b[i - 1].bx_first <= b[i + 1].bx_first &&
			(b[i].bx_first < b[i - 1].bx_first || b[i].bx_first > b[i + 1].bx_first))
			b[i].bx_first = b[i + 1].bx_first;
		late += b[i].bx_first < b[i - 1].bx_first;
	}
	return late;
}

/*
 * Bounds a file's times before its records are read: they end when the session ended, or soon after
 * the last buffer began. A session that claims to start long after all of its buffers but one is
 * taken to start with the first of them.
 */
static void bound_times(struct etw_trace *t, struct etl_file *f)
{
	struct etw_logfile *lf = &f->fl_log;
	uint64_t length = lf->lf_endtime - lf->lf_starttime, hour = etl_clock_ticks(lf, HOUR);
	uint64_t first = UINT64_MAX, last = lf->lf_t0;
	bool closed = lf->lf_endtime > lf->lf_starttime && length < TEN_YEARS;

	for (size_t i = 0; i < f->fl_nbufs; i++) {
		uint64_t raw = f->fl_bufs[i].bx_first;

		if (raw == UINT64_MAX)
			continue;
		last = raw > last ? raw : last;
		first = f->fl_bufs[i].bx_no && raw < first ? raw : first;
	}
	if (f->fl_nbufs > 2 && first < lf->lf_t0 && lf->lf_t0 - first > hour) {
		etl_damage(t, f, 0, "buffer 0, event 0: the session starts after its events");
		lf->lf_t0 = first;
		etl_clock_init(&f->fl_clock, lf);
	}
	if (closed)
		last = lf->lf_t0 + etl_clock_ticks(lf, length);
	f->fl_ceil = last < UINT64_MAX - hour ? last + hour : UINT64_MAX;
}

/*
 * The buffers of a CPU are in order of time in the file, except in circular logs, which wrap. A
 * session with one stream for all CPUs is one sequence: its file order is kept.
 */
bool etl_index(struct etw_trace *t, struct etl_file *f)
{
	size_t late;

	f->fl_leap = etl_clock_ticks(&f->fl_log, HOUR / 60);
	f->fl_win = base_malloc(WINDOW);
	if (!f->fl_win || !scan(t, f))
		return false;
	free(f->fl_win);
	f->fl_win = NULL;
	if (!f->fl_nbufs)
		return true;
	if (f->fl_log.lf_mode & ETW_MODE_ONESTREAM)
		for (size_t i = 0; i < f->fl_nbufs; i++)
			f->fl_bufs[i].bx_flags |= ETL_BUF_ONESTREAM;
	qsort(f->fl_bufs, f->fl_nbufs, sizeof(*f->fl_bufs), by_place);
	inherit_times(f);
	late = mend_times(f);
	t->tr_stats.es_resorted += late;
	bound_times(t, f);
	if (late)
		qsort(f->fl_bufs, f->fl_nbufs, sizeof(*f->fl_bufs), by_time);
	return true;
}
