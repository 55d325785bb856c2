/*
 * The writer keeps one open buffer a CPU and appends a buffer to the file when it is full. The
 * first buffer contains only the session header; it is written again at the end, when the number of
 * buffers and the end time are known.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "alloc.h"
#include "etl.h"

#define BUFFER_GENERIC 0
#define BUFFER_HEADER 4
#define STATE_FLUSH 3
#define FLAG_FLUSH_MARKER 1
#define HEADER_MAX 0x50u

struct wbuf {
	uint8_t *wb_data; /* buffer header included; NULL until its CPU has a record */
	uint32_t wb_used;
	uint64_t wb_last; /* raw time of its last record */
};

struct etw_writer {
	struct etw_writer_config wr_config;
	int wr_fd;
	int wr_errno; /* of the first write that failed */
	uint64_t wr_off;
	uint32_t wr_nbufs;
	uint32_t wr_first;  /* size of the first buffer */
	uint64_t wr_last;   /* latest raw time of all */
	uint64_t wr_events; /* the session's header included */
	uint32_t wr_lane;   /* ETW_MODE_ONESTREAM: the CPU of the last record */
	uint8_t *wr_packed; /* memory for a compressed buffer */
	size_t wr_packedmax;
	struct wbuf *wr_bufs;
};

static void p16(uint8_t *p, uint32_t v)
{
	uint16_t x = (uint16_t)v;

	memcpy(p, &x, 2);
}

static void p32(uint8_t *p, uint32_t v)
{
	memcpy(p, &v, 4);
}

static void p64(uint8_t *p, uint64_t v)
{
	memcpy(p, &v, 8);
}

void etw_writer_defaults(struct etw_writer_config *c)
{
	memset(c, 0, sizeof(*c));
	c->wc_ptrsize = 8;
	c->wc_ncpu = 2;
	c->wc_clock = ETW_CLOCK_QPC;
	c->wc_perffreq = 10000000;
	c->wc_t0 = 1000000;
	c->wc_starttime = UINT64_C(132000000000000000);
	c->wc_boottime = c->wc_starttime - UINT64_C(36000000000);
	c->wc_bufsize = 65536;
	c->wc_mhz = 2400;
	c->wc_mode = 1;
	c->wc_build = 19041;
	c->wc_logger = "libetw";
	c->wc_filename = "trace.etl";
}

static void write_at(struct etw_writer *w, uint64_t off, const uint8_t *p, size_t n)
{
	while (n && !w->wr_errno) {
		ssize_t k = pwrite(w->wr_fd, p, n, (off_t)off);

		if (k < 0 && errno != EINTR)
			w->wr_errno = errno;
		if (k > 0) {
			p += k;
			n -= (size_t)k;
			off += (uint64_t)k;
		}
	}
}

struct bufhdr {
	uint32_t bh_size, bh_filled, bh_cpu, bh_type, bh_flags, bh_seq;
	uint64_t bh_time;
};

static void put_bufhdr(uint8_t *p, const struct bufhdr *h)
{
	memset(p, 0, ETL_BUFHDR);
	p32(p + 0x00, h->bh_size);
	p32(p + 0x04, h->bh_filled);
	p32(p + 0x08, h->bh_filled);
	p64(p + 0x10, h->bh_time);
	p64(p + 0x18, h->bh_seq);
	p16(p + 0x28, h->bh_cpu);
	p32(p + 0x2c, STATE_FLUSH);
	p32(p + 0x30, h->bh_filled);
	p16(p + 0x34, h->bh_flags);
	p16(p + 0x36, h->bh_type);
}

static void append(struct etw_writer *w, const uint8_t *p, size_t n)
{
	write_at(w, w->wr_off, p, n);
	w->wr_off += n;
	w->wr_nbufs++;
}

static void flush(struct etw_writer *w, uint32_t cpu)
{
	struct wbuf *b = &w->wr_bufs[cpu];
	struct bufhdr h = { w->wr_config.wc_bufsize, b->wb_used, cpu, BUFFER_GENERIC, ETL_BUF_INDEX,
		w->wr_nbufs, b->wb_last };

	if (b->wb_used == ETL_BUFHDR)
		return;
	if (w->wr_config.wc_compressed) {
		h.bh_size = ETL_BUFHDR +
			(uint32_t)etl_compress(b->wb_data + ETL_BUFHDR, b->wb_used - ETL_BUFHDR,
				w->wr_packed + ETL_BUFHDR, w->wr_packedmax - ETL_BUFHDR);
		h.bh_flags |= ETL_BUF_COMPRESSED;
		put_bufhdr(w->wr_packed, &h);
		append(w, w->wr_packed, h.bh_size);
	} else {
		memset(b->wb_data + b->wb_used, 0xff, h.bh_size - b->wb_used);
		put_bufhdr(b->wb_data, &h);
		append(w, b->wb_data, h.bh_size);
	}
	b->wb_used = ETL_BUFHDR;
}

/* The CPU's buffer, with room for that many bytes; or NULL with errno. */
static struct wbuf *buffer_of(struct etw_writer *w, uint32_t cpu, size_t padded)
{
	struct wbuf *b = &w->wr_bufs[cpu];

	/* all CPUs' records are one sequence: no two buffers are filled at a time */
	if ((w->wr_config.wc_mode & ETW_MODE_ONESTREAM) && w->wr_lane != cpu)
		flush(w, w->wr_lane);
	w->wr_lane = cpu;
	if (padded > w->wr_config.wc_bufsize - b->wb_used)
		flush(w, cpu);
	if (!b->wb_data && !(b->wb_data = base_malloc(w->wr_config.wc_bufsize)))
		w->wr_errno = ENOMEM;
	errno = w->wr_errno;
	return errno ? NULL : b;
}

/* Returns room for a record of n bytes, or NULL with errno. */
static uint8_t *reserve(struct etw_writer *w, uint32_t cpu, uint64_t raw, size_t n)
{
	size_t padded = (n + 7) & ~(size_t)7;
	struct wbuf *b;
	uint8_t *p;

	errno = cpu >= w->wr_config.wc_ncpu ? EINVAL : EMSGSIZE;
	if (errno == EINVAL || n > ETL_RECORD_MAX ||
		padded > w->wr_config.wc_bufsize - ETL_BUFHDR || !(b = buffer_of(w, cpu, padded)))
		return NULL;
	w->wr_events++;
	p = b->wb_data + b->wb_used;
	if (n)
		memset(p + padded - 8, 0, 8);
	b->wb_used += (uint32_t)padded;
	b->wb_last = raw;
	if (raw > w->wr_last)
		w->wr_last = raw;
	return p;
}

/* ---- header kinds ---- */

/* Types of the 4-byte and the 8-byte variant of each kind. */
static const uint8_t types[][2] = {
	[ETW_SYSTEM] = { 0x01, 0x02 },
	[ETW_COMPACT] = { 0x03, 0x04 },
	[ETW_PERFINFO] = { 0x10, 0x11 },
	[ETW_FULL] = { 0x0a, 0x14 },
	[ETW_INSTANCE] = { 0x0b, 0x15 },
	[ETW_EVENT] = { 0x12, 0x13 },
	[ETW_ERROR] = { 0x0d, 0x0d },
};

static uint32_t put_kernel(uint8_t *p, const struct etw_event *ev, size_t size)
{
	p[0] = ev->ev_version;
	p[1] = (uint8_t)((ev->ev_flags & 0x80) | (ev->ev_npmc & 7));
	p16(p + 4, (uint32_t)size);
	p16(p + 6, ev->ev_hookid);
	if (ev->ev_kind == ETW_PERFINFO) {
		p64(p + 8, ev->ev_raw);
		return 0x10;
	}
	p32(p + 8, ev->ev_tid);
	p32(p + 12, ev->ev_pid);
	p64(p + 16, ev->ev_raw);
	return ev->ev_kind == ETW_SYSTEM ? 0x20 : 0x18;
}

static uint32_t put_classic(uint8_t *p, const struct etw_event *ev)
{
	p[4] = ev->ev_opcode;
	p[5] = ev->ev_level;
	p16(p + 6, ev->ev_version);
	p32(p + 8, ev->ev_tid);
	p32(p + 12, ev->ev_pid);
	p64(p + 16, ev->ev_raw);
	memcpy(p + 0x18, ev->ev_provider, 16);
	return ev->ev_kind == ETW_FULL ? 0x30 : 0x48;
}

static uint32_t put_event(uint8_t *p, const struct etw_event *ev)
{
	p16(p + 4,
		ev->ev_extlen ? ev->ev_flags | ETW_FLAG_EXTENDED :
				ev->ev_flags & (uint32_t)~ETW_FLAG_EXTENDED);
	p32(p + 8, ev->ev_tid);
	p32(p + 12, ev->ev_pid);
	p64(p + 16, ev->ev_raw);
	memcpy(p + 0x18, ev->ev_provider, 16);
	p16(p + 0x28, ev->ev_id);
	p[0x2a] = ev->ev_version;
	p[0x2b] = ev->ev_channel;
	p[0x2c] = ev->ev_level;
	p[0x2d] = ev->ev_opcode;
	p16(p + 0x2e, ev->ev_task);
	p64(p + 0x30, ev->ev_keyword);
	if (ev->ev_activity)
		memcpy(p + 0x40, ev->ev_activity, 16);
	return 0x50;
}

/* struct etw_event has no sequence number and no component id: they are written as 0. */
static uint32_t put_wpp(uint8_t *p, const struct etw_event *ev)
{
	uint32_t n = 8;

	p16(p + 4, ev->ev_id);
	p16(p + 6, ev->ev_flags);
	n += ev->ev_flags & 1 ? 4 : 0;
	if ((ev->ev_flags & 6) == 2)
		memcpy(p + n, ev->ev_provider, 16);
	n += ev->ev_flags & 4 ? 4 : ev->ev_flags & 2 ? 16 : 0;
	if (ev->ev_flags & 8) {
		p64(p + n, ev->ev_raw);
		n += 8;
	}
	if (ev->ev_flags & 0x20) {
		p32(p + n, ev->ev_tid);
		p32(p + n + 4, ev->ev_pid);
		n += 8;
	}
	return n;
}

static uint32_t put_header(uint8_t *p, const struct etw_event *ev, size_t size)
{
	memset(p, 0, HEADER_MAX);
	if (ev->ev_kind == ETW_WPP) {
		p16(p, (uint32_t)size);
		p[3] = 0x90;
		return put_wpp(p, ev);
	}
	p[2] = types[ev->ev_kind][ev->ev_ptrsize == 8];
	p[3] = 0xc0;
	if (ev->ev_kind <= ETW_PERFINFO)
		return put_kernel(p, ev, size);
	p16(p, (uint32_t)size);
	if (ev->ev_kind == ETW_ERROR)
		return 8;
	return ev->ev_kind == ETW_EVENT ? put_event(p, ev) : put_classic(p, ev);
}

int etw_writer_put(struct etw_writer *w, const struct etw_event *ev)
{
	size_t pmc = ev->ev_kind <= ETW_PERFINFO ? 8 * (size_t)(ev->ev_npmc & 7) : 0;
	size_t pebs = ev->ev_kind <= ETW_PERFINFO && ev->ev_flags & 0x80 ? 8 : 0;
	size_t ext = ev->ev_kind == ETW_EVENT ? ev->ev_extlen : 0;
	uint8_t header[HEADER_MAX], *p;
	size_t n, size;

	if (ev->ev_kind > ETW_ERROR ||
		(ev->ev_kind > ETW_PERFINFO && ev->ev_kind != ETW_ERROR && !ev->ev_provider)) {
		errno = EINVAL;
		return -1;
	}
	n = put_header(header, ev, 0);
	size = n + pmc + pebs + ext + ev->ev_paylen;
	p = reserve(w, ev->ev_cpu, ev->ev_raw, size);
	if (!p)
		return -1;
	p16(header + (ev->ev_kind <= ETW_PERFINFO ? 4 : 0), (uint32_t)size);
	memcpy(p, header, n);
	if (pmc)
		memcpy(p + n, ev->ev_pmc, pmc);
	memset(p + n + pmc, 0, pebs);
	if (ext)
		memcpy(p + n + pmc + pebs, ev->ev_ext, ext);
	if (ev->ev_paylen)
		memcpy(p + n + pmc + pebs + ext, ev->ev_payload, ev->ev_paylen);
	return 0;
}

int etw_writer_copy(struct etw_writer *w, const struct etw_event *ev)
{
	uint8_t *p = reserve(w, ev->ev_cpu, ev->ev_raw, ev->ev_size);

	if (!p)
		return -1;
	memcpy(p, ev->ev_record, ev->ev_size);
	return 0;
}

/* ---- the session header ---- */

#define NAME_UNITS 512u
/* where the payload has what is known only later, or belongs to the file */
#define SESSION_BUFSIZE 0x00
#define SESSION_END 0x10
#define SESSION_MODE 0x20
#define SESSION_BUFFERS 0x24

static uint32_t mode(const struct etw_writer_config *c)
{
	return c->wc_mode | (c->wc_compressed ? ETW_MODE_COMPRESSED : 0);
}

static void put_session(const struct etw_writer *w, uint8_t *p, uint64_t end)
{
	const struct etw_writer_config *c = &w->wr_config;

	p32(p, c->wc_bufsize);
	p32(p + 0x04, 0x0501000a); /* Windows 10 */
	p32(p + 0x08, c->wc_build);
	p32(p + 0x0c, c->wc_ncpu);
	p64(p + SESSION_END, end);
	p32(p + 0x18, 156250);
	p32(p + SESSION_MODE, mode(c));
	p32(p + SESSION_BUFFERS, w->wr_nbufs);
	p32(p + 0x28, 1);
	p32(p + 0x2c, c->wc_ptrsize);
	p32(p + 0x30, c->wc_events_lost);
	p32(p + 0x34, c->wc_mhz);
}

/* Zone, times and names; returns the payload's size. */
static uint32_t put_session_tail(const struct etw_writer *w, uint8_t *p)
{
	const struct etw_writer_config *c = &w->wr_config;
	uint32_t zone = c->wc_ptrsize == 8 ? 0x48 : 0x40, n = zone + 0xb0;

	p32(p + zone, (uint32_t)c->wc_bias);
	etw_utf8_to_utf16("UTC", p + zone + 4, 32);
	etw_utf8_to_utf16("UTC", p + zone + 88, 32);
	p64(p + n, c->wc_boottime);
	p64(p + n + 8, c->wc_perffreq);
	p64(p + n + 16, c->wc_starttime);
	p32(p + n + 24, c->wc_clock);
	p32(p + n + 28, c->wc_buffers_lost);
	n += 32;
	n += 2 + 2 * (uint32_t)etw_utf8_to_utf16(c->wc_logger, p + n, NAME_UNITS);
	n += 2 + 2 * (uint32_t)etw_utf8_to_utf16(c->wc_filename, p + n, NAME_UNITS);
	return n;
}

static uint64_t end_time(const struct etw_writer *w)
{
	struct etw_logfile lf = { .lf_clock = w->wr_config.wc_clock,
		.lf_perffreq = w->wr_config.wc_perffreq,
		.lf_mhz = w->wr_config.wc_mhz,
		.lf_t0 = w->wr_config.wc_t0,
		.lf_starttime = w->wr_config.wc_starttime };
	struct etl_clock ck;

	etl_clock_init(&ck, &lf);
	return etl_clock_filetime(&ck, w->wr_last);
}

/* The record is that of another file, in which the session is the same. Returns its size. */
static uint32_t put_header_copy(const struct etw_writer *w, uint8_t *rec)
{
	const struct etw_writer_config *c = &w->wr_config;

	memcpy(rec, c->wc_header->ev_record, c->wc_header->ev_size);
	p32(rec + 0x20 + SESSION_BUFSIZE, c->wc_bufsize);
	p32(rec + 0x20 + SESSION_MODE, mode(c));
	p32(rec + 0x20 + SESSION_BUFFERS, w->wr_nbufs);
	return c->wc_header->ev_size;
}

/* Writes the first record; the end is unknown as long as the session runs. Returns its size. */
static uint32_t put_header_new(const struct etw_writer *w, uint8_t *rec)
{
	const struct etw_writer_config *c = &w->wr_config;
	struct etw_event ev = { .ev_kind = ETW_SYSTEM,
		.ev_version = 2,
		.ev_raw = c->wc_t0,
		.ev_ptrsize = (uint8_t)c->wc_ptrsize,
		.ev_pid = 4,
		.ev_tid = 8 };
	uint32_t size;

	put_header(rec, &ev, 0);
	put_session(w, rec + 0x20, 0);
	size = 0x20 + put_session_tail(w, rec + 0x20);
	p16(rec + 4, size);
	return size;
}

static void write_first(struct etw_writer *w)
{
	uint8_t *buf = base_calloc(1, w->wr_first), *rec = buf + ETL_BUFHDR;
	struct bufhdr h = { .bh_size = w->wr_first,
		.bh_type = BUFFER_HEADER,
		.bh_flags = FLAG_FLUSH_MARKER | ETL_BUF_INDEX,
		.bh_time = w->wr_config.wc_t0 };
	uint32_t size;

	if (!buf) {
		w->wr_errno = ENOMEM;
		return;
	}
	size = w->wr_config.wc_header ? put_header_copy(w, rec) : put_header_new(w, rec);
	h.bh_filled = ETL_BUFHDR + ((size + 7) & ~7u);
	memset(buf + h.bh_filled, 0xff, w->wr_first - h.bh_filled);
	put_bufhdr(buf, &h);
	write_at(w, 0, buf, w->wr_first);
	free(buf);
}

/* ---- life ---- */

#define HEADER_MIN (0x20u + SESSION_BUFFERS + 4)

static const char *check(const struct etw_writer_config *c)
{
	if (c->wc_header && (c->wc_header->ev_hookid != 0 || c->wc_header->ev_size < HEADER_MIN))
		return "its header is no session's";
	if (c->wc_ptrsize != 4 && c->wc_ptrsize != 8)
		return "the pointer size must be 4 or 8";
	if (!c->wc_ncpu || c->wc_ncpu > 65535)
		return "the number of CPUs must be 1 to 65535";
	if (c->wc_bufsize < 4096 || c->wc_bufsize > 16u << 20 || c->wc_bufsize % 8)
		return "the buffer size must be 4 KiB to 16 MiB, in steps of 8";
	if (c->wc_clock == ETW_CLOCK_QPC ? !c->wc_perffreq :
					   c->wc_clock == ETW_CLOCK_CYCLES && !c->wc_mhz)
		return "the clock has no rate";
	return NULL;
}

static bool allocate(struct etw_writer *w)
{
	const struct etw_writer_config *c = &w->wr_config;

	w->wr_first = c->wc_compressed ? 4096 : c->wc_bufsize;
	if (c->wc_header && w->wr_first < ETL_BUFHDR + c->wc_header->ev_size + 8)
		w->wr_first = ETL_BUFHDR + ((c->wc_header->ev_size + 8) & ~7u);
	w->wr_packedmax = ETL_BUFHDR + c->wc_bufsize + c->wc_bufsize / 8 + 64;
	w->wr_packed = base_malloc(w->wr_packedmax);
	w->wr_bufs = base_calloc(c->wc_ncpu, sizeof(*w->wr_bufs));
	if (!w->wr_packed || !w->wr_bufs)
		return false;
	for (unsigned i = 0; i < c->wc_ncpu; i++)
		w->wr_bufs[i].wb_used = ETL_BUFHDR;
	return true;
}

static void destroy(struct etw_writer *w)
{
	if (!w)
		return;
	for (unsigned i = 0; w->wr_bufs && i < w->wr_config.wc_ncpu; i++)
		free(w->wr_bufs[i].wb_data);
	free(w->wr_bufs);
	free(w->wr_packed);
	if (w->wr_fd >= 0)
		close(w->wr_fd);
	free(w);
}

struct etw_writer *etw_writer_create(const char *path, const struct etw_writer_config *c, char *err,
	size_t errlen)
{
	const char *why = check(c);
	struct etw_writer *w;

	snprintf(err, errlen, "cannot write %s: %s", path, why ? why : "out of memory");
	if (why || !(w = base_calloc(1, sizeof(*w))))
		return NULL;
	w->wr_config = *c;
	w->wr_last = c->wc_t0;
	w->wr_fd = open(path, O_WRONLY | O_CREAT | (c->wc_new ? O_EXCL : O_TRUNC) | O_CLOEXEC,
		0666);
	if (w->wr_fd < 0)
		snprintf(err, errlen, "cannot write %s: %s", path, strerror(errno));
	if (w->wr_fd < 0 || !allocate(w)) {
		destroy(w);
		return NULL;
	}
	/* The caller may free names and header: they are in the file; only times change later. */
	write_first(w);
	w->wr_off = w->wr_first;
	w->wr_nbufs = 1;
	w->wr_events = 1;
	return w;
}

static void patch_first(struct etw_writer *w)
{
	uint8_t b[8];

	p64(b, w->wr_config.wc_endtime ? w->wr_config.wc_endtime : end_time(w));
	write_at(w, ETL_BUFHDR + 0x20 + SESSION_END, b, 8);
	p32(b, w->wr_nbufs);
	write_at(w, ETL_BUFHDR + 0x20 + SESSION_BUFFERS, b, 4);
}

void etw_writer_stats(const struct etw_writer *w, struct etw_writer_stats *ws)
{
	*ws = (struct etw_writer_stats){ .ws_events = w->wr_events,
		.ws_buffers = w->wr_nbufs,
		.ws_bytes = w->wr_off,
		.ws_errno = w->wr_errno };
}

int etw_writer_flush(struct etw_writer *w)
{
	for (uint32_t i = 0; i < w->wr_config.wc_ncpu; i++)
		flush(w, i);
	patch_first(w);
	errno = w->wr_errno;
	return errno ? -1 : 0;
}

int etw_writer_close(struct etw_writer *w)
{
	int error;

	etw_writer_flush(w);
	if (close(w->wr_fd) < 0 && !w->wr_errno)
		w->wr_errno = errno;
	w->wr_fd = -1;
	error = w->wr_errno;
	destroy(w);
	errno = error;
	return error ? -1 : 0;
}
