/*
 * etl.h - what the files of the reader share; nothing here is public.
 *
 * A trace has files; a file has an index of its buffers, ordered by (stream, time); a stream is a
 * slice of that index with a cursor in its one open buffer, of which a window is in memory. The
 * merge is a heap of streams, ordered by the time of the record at each cursor. A filter keeps
 * unwanted records out of the heap: the cursor skips them.
 */
#ifndef ETL_H
#define ETL_H

#include <stdbool.h>
#include <string.h>
#include "bytes.h"
#include "index.h"
#include "etw.h"

#define ETL_BUFHDR 0x48u
#define ETL_RECORD_MAX 65535u	     /* its size is a number of 16 bits */
#define ETL_MAX_EXPANDED (64u << 20) /* Windows allows 16 MiB; more is corrupt */

#define ETL_MAX_HELD (UINT64_C(512) << 20) /* every CPU has one open buffer, usually of 1 MiB */

#define ETL_BUF_EVENTS_LOST 0x0002
#define ETL_BUF_BUFFER_LOST 0x0004
#define ETL_BUF_INDEX 0x0020
#define ETL_BUF_COMPRESSED 0x0040
/* set here: its records are in one sequence with those of other CPUs */
#define ETL_BUF_ONESTREAM 0x8000

/*
 * x * rt_mul / rt_div, exact and truncated. For x < rt_limit, one multiplication by the reciprocal
 * is at most one too small; the remainder shows whether it is.
 */
struct etl_ratio {
	uint64_t rt_mul, rt_div;
	uint64_t rt_recip; /* floor(mul * 2^shift / div) */
	uint64_t rt_limit;
	unsigned rt_shift;
};

void etl_ratio_init(struct etl_ratio *r, uint64_t mul, uint64_t div);
uint64_t etl_ratio_slow(const struct etl_ratio *r, uint64_t x);

static inline uint64_t etl_ratio(const struct etl_ratio *r, uint64_t x)
{
	uint64_t q;

	if (x >= r->rt_limit)
		return etl_ratio_slow(r, x);
	if (r->rt_div == 1)
		return x * r->rt_mul;
	q = (uint64_t)((unsigned __int128)x * r->rt_recip >> r->rt_shift);
	return q + (x * r->rt_mul - q * r->rt_div >= r->rt_div);
}

/* Raw time to time, for one file. */
struct etl_clock {
	struct etl_ratio ck_ns, ck_ft;
	uint64_t ck_t0;	    /* raw time of ck_start */
	uint64_t ck_start;  /* FILETIME */
	uint64_t ck_origin; /* raw time of ns 0, if the files share one clock */
	uint64_t ck_nsbase; /* ns at ck_origin */
};

void etl_clock_init(struct etl_clock *c, const struct etw_logfile *lf);
uint64_t etl_clock_rate(const struct etw_logfile *lf);			   /* ticks a second */
uint64_t etl_clock_ticks(const struct etw_logfile *lf, uint64_t filetime); /* a span of it */
bool etl_clock_same(const struct etw_logfile *a, const struct etw_logfile *b);

static inline uint64_t etl_clock_ns(const struct etl_clock *c, uint64_t raw)
{
	uint64_t back;

	if (raw >= c->ck_origin)
		return c->ck_nsbase + etl_ratio(&c->ck_ns, raw - c->ck_origin);
	back = etl_ratio(&c->ck_ns, c->ck_origin - raw);
	return back < c->ck_nsbase ? c->ck_nsbase - back : 0;
}

static inline uint64_t etl_clock_filetime(const struct etl_clock *c, uint64_t raw)
{
	if (raw >= c->ck_t0)
		return c->ck_start + etl_ratio(&c->ck_ft, raw - c->ck_t0);
	return c->ck_start - etl_ratio(&c->ck_ft, c->ck_t0 - raw);
}

static inline int64_t etl_unix_ns(uint64_t filetime)
{
	return (int64_t)((filetime - UINT64_C(116444736000000000)) * 100);
}

/* One buffer of a file. */
struct etl_buf {
	uint64_t bx_off;
	uint64_t bx_first;  /* raw time of its first record that has one */
	uint32_t bx_size;   /* in the file */
	uint32_t bx_filled; /* valid bytes after expansion, with the header */
	uint32_t bx_no;	    /* position in the file */
	uint16_t bx_cpu;
	uint16_t bx_flags;
};

/* Buffers of the same lane are one stream. */
static inline unsigned etl_lane(const struct etl_buf *b)
{
	return b->bx_flags & ETL_BUF_ONESTREAM ? 0 : b->bx_cpu;
}

struct etl_file {
	unsigned fl_no;
	int fl_fd;
	uint64_t fl_size;
	uint8_t *fl_win; /* a part of the file, for peek() */
	uint64_t fl_winoff;
	size_t fl_winlen;
	struct etw_logfile fl_log;
	char *fl_path, *fl_logger, *fl_filename; /* owned; fl_log points to them */
	struct etl_clock fl_clock;
	uint64_t fl_leap; /* raw time of a minute: a longer step is checked again */
	uint64_t fl_ceil; /* raw: later times are not trusted */
	struct etl_buf *fl_bufs;
	size_t fl_nbufs;
};

/* One CPU's records of one file. The cursor is at a framed record, or the stream has ended. */
struct etl_stream {
	struct etl_file *sm_file;
	const struct etl_buf *sm_buf; /* the open one of the slice */
	const struct etl_buf *sm_firstbuf, *sm_endbuf;
	const uint8_t *sm_p, *sm_end; /* the record, and the end of the data in memory */
	const uint8_t *sm_low;	      /* from here on, more of the buffer must be read first */
	uint64_t sm_off;	      /* file offset of the next part */
	size_t sm_left;		      /* bytes of the buffer that are still to be read */
	uint64_t sm_raw;	      /* its time */
	uint64_t sm_key; /* the time by which it is merged: never less than its predecessor's */
	/* the first time of the next buffer: later times in this buffer are not trusted */
	uint64_t sm_ceil;
	uint32_t sm_size;  /* its size, unpadded */
	uint32_t sm_index; /* its number in the buffer */
	uint8_t *sm_mem;   /* a window of the buffer, or its expansion */
	size_t sm_memsize;
};

/* What etw_filter_*() has gathered. */
#define ETL_SOME 4096
struct etw_filter {
	uint64_t fi_hooks[0x10000 / 64];
	uint64_t fi_some[ETL_SOME / 64]; /* bit set of hashes of wanted GUIDs */
	struct base_index fi_guids;
	bool fi_all;
};

static inline uint32_t etl_guid_hash(const uint8_t *guid)
{
	return (base_u32(guid) ^ base_u32(guid + 4) ^ base_u32(guid + 12)) * 0x9e3779b1u >> 12;
}

bool etl_wanted_guid(const struct etw_filter *f, const uint8_t *guid);

static inline bool etl_wanted_hash(const struct etw_filter *f, const uint8_t *guid)
{
	uint32_t h = etl_guid_hash(guid) % ETL_SOME;

	return (f->fi_some[h / 64] >> h % 64 & 1) && etl_wanted_guid(f, guid);
}

static inline bool etl_wanted_hook(const struct etw_filter *f, uint16_t hook)
{
	return f->fi_hooks[hook / 64] >> hook % 64 & 1;
}

struct etl_slot {
	uint64_t sl_key;
	uint32_t sl_stream; /* streams are numbered by (file, CPU): the tie rule */
};

struct etw_trace {
	struct etl_file *tr_files;
	unsigned tr_nfiles;
	struct etl_stream *tr_streams;
	uint32_t tr_nstreams;
	struct etl_slot *tr_heap;
	uint32_t tr_nheap;
	bool tr_walltime;   /* the files' clocks differ: keys are ns, not raw */
	uint8_t *tr_packed; /* a compressed buffer while it is expanded */
	size_t tr_packedsize;
	uint64_t tr_expanded;		    /* bytes, since the walk began */
	uint64_t tr_heldmax;		    /* of the streams' memory when a buffer is expanded */
	bool tr_delivered;		    /* the caller has the top stream's record: step first */
	const struct etw_filter *tr_filter; /* NULL: everything is wanted */
	uint64_t tr_last;		    /* ns of the last record of the finished streams */
	uint64_t tr_lastft;		    /* as FILETIME */
	struct etw_stats tr_stats, tr_indexed; /* now; when the walk began */
};

/* record.c */
enum etl_frame { ETL_FRAME_OK, ETL_FRAME_END, ETL_FRAME_BAD };
/*
 * Frames the record at p. Sets *size and, if the record has a time, *raw. On ETL_FRAME_BAD *why is
 * the reason.
 */
enum etl_frame etl_frame(const uint8_t *p, const uint8_t *end, uint32_t *size, uint64_t *raw,
	const char **why);
/* Where in the framed record its time is; 0: it has none. */
uint32_t etl_time_at(const uint8_t *p);
/*
 * The first time stamp in the records from p on, which may be cut off at `end`; the second one if
 * the first is more than `leap` after it.
 */
bool etl_first_time(const uint8_t *p, const uint8_t *end, uint64_t leap, uint64_t *raw);
/* Whether the filter accepts the framed record at p. */
bool etl_wanted(const struct etw_filter *f, const uint8_t *p);
/* Fills ev from a framed record. Returns NULL, or what is wrong in the record. */
const char *etl_fill(const struct etl_stream *s, struct etw_event *ev);

/* logfile.c: returns false and a reason if the first record doesn't describe a session */
bool etl_logfile_decode(struct etl_file *f, const uint8_t *rec, uint32_t size, const char **why);

/* index.c: returns false if there is no memory */
bool etl_index(struct etw_trace *t, struct etl_file *f);

/* stream.c: returns false if there is no memory */
bool etl_streams(struct etw_trace *t);
/* Move the cursor to the first record, to the next one; return false at the stream's end. */
bool etl_stream_start(struct etw_trace *t, struct etl_stream *s);
bool etl_stream_step(struct etw_trace *t, struct etl_stream *s);

/* merge.c: moves every stream to its first record */
void etl_merge_start(struct etw_trace *t);

/* xpress.c */
/*
 * Expands until `cap` bytes are written or the input ends; *out is the number of bytes written.
 * Returns NULL, or what is wrong with the input. Never reads past src + n, never writes past dst +
 * cap.
 */
const char *etl_expand(const uint8_t *src, size_t n, uint8_t *dst, size_t cap, size_t *out);

/* compress.c: returns the bytes written, or 0 if they would not fit in cap */
size_t etl_compress(const uint8_t *src, size_t n, uint8_t *dst, size_t cap);

/* stats.c */
void etl_damage(struct etw_trace *t, const struct etl_file *f, uint64_t off, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* hooks.c */
extern const struct etw_guid etl_guid_zero;

#endif
