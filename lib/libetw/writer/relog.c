/*
 * Makes one file of a trace. Records are copied as they are: what the reader doesn't understand
 * stays the same too. Only if the files have different clocks, times are converted to that of the
 * first one: the record's own, and those that a kernel event has of an earlier moment.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "alloc.h"
#include "etl.h"

#define NSEC UINT64_C(1000000000)
#define KINDS_OF_FILE (ETW_MODE_CIRCULAR | ETW_MODE_COMPRESSED | 0x500) /* real time, buffering */
#define SEQUENTIAL 1
#define CPUS_MAX 65535

struct etw_relog {
	struct etw_trace *rl_trace;
	struct etw_writer *rl_writer;
	const struct etw_relog_config *rl_config;
	struct etw_event rl_header; /* of the first file; its record is owned */
	uint64_t rl_ns, rl_rate;    /* of the first file: when it began; ticks a second */
	uint8_t *
		rl_record; /* ETL_RECORD_MAX bytes for one with other times; NULL: not needed yet */
};

struct etw_writer *etw_relog_writer(struct etw_relog *rl)
{
	return rl->rl_writer;
}

static bool is_header(const struct etw_event *ev)
{
	return ev->ev_kind == ETW_SYSTEM && ev->ev_hookid == 0 && ev->ev_buffer == 0 &&
		ev->ev_index == 0;
}

/* Keeps the first file's header; returns false if it isn't found. */
static bool header_find(struct etw_relog *rl)
{
	struct etw_filter *fi = etw_filter_create();
	struct etw_event ev;
	uint8_t *copy = NULL;

	if (!fi)
		return false;
	etw_filter_hook(fi, 0);
	etw_set_filter(rl->rl_trace, fi);
	etw_rewind(rl->rl_trace);
	while (!copy && etw_next(rl->rl_trace, &ev))
		if (ev.ev_file == 0 && is_header(&ev) && (copy = base_malloc(ev.ev_size))) {
			memcpy(copy, ev.ev_record, ev.ev_size);
			rl->rl_header = ev;
			rl->rl_header.ev_record = copy;
		}
	etw_set_filter(rl->rl_trace, NULL);
	etw_rewind(rl->rl_trace);
	etw_filter_free(fi);
	return copy != NULL;
}

static uint32_t mode_of(const struct etw_logfile *lf)
{
	return lf->lf_mode & KINDS_OF_FILE ? (lf->lf_mode & ~KINDS_OF_FILE) | SEQUENTIAL :
					     lf->lf_mode;
}

static void config_make(const struct etw_relog *rl, struct etw_writer_config *c)
{
	const struct etw_logfile *first = etw_logfile(rl->rl_trace, 0);
	const struct etw_relog_config *rc = rl->rl_config;

	*c = (struct etw_writer_config){ .wc_ptrsize = first->lf_ptrsize,
		.wc_ncpu = CPUS_MAX, /* a header may claim fewer than there are */
		.wc_clock = first->lf_clock,
		.wc_perffreq = first->lf_perffreq,
		.wc_mhz = first->lf_mhz,
		.wc_t0 = first->lf_t0,
		.wc_starttime = first->lf_starttime,
		.wc_bufsize = rc->rc_bufsize,
		.wc_mode = mode_of(first),
		.wc_compressed = rc->rc_compressed,
		.wc_new = rc->rc_new,
		.wc_header = &rl->rl_header };
	for (unsigned i = 0; i < etw_nfiles(rl->rl_trace); i++) {
		const struct etw_logfile *lf = etw_logfile(rl->rl_trace, i);

		c->wc_events_lost += lf->lf_events_lost;
		c->wc_buffers_lost += lf->lf_buffers_lost;
		if (lf->lf_endtime > c->wc_endtime)
			c->wc_endtime = lf->lf_endtime;
		if (rc->rc_bufsize == 0 && lf->lf_bufsize > c->wc_bufsize)
			c->wc_bufsize = lf->lf_bufsize;
	}
	c->wc_bufsize = (c->wc_bufsize + 7) & ~7u;
	if (c->wc_bufsize < 4096)
		c->wc_bufsize = 4096;
}

/*
 * Times.
 */
static uint64_t converted(const struct etw_relog *rl, uint64_t ns)
{
	const struct etw_logfile *lf = etw_logfile(rl->rl_trace, 0);
	uint64_t span = ns > rl->rl_ns ? ns - rl->rl_ns : 0;

	return lf->lf_t0 + (uint64_t)(((unsigned __int128)span * rl->rl_rate + NSEC / 2) / NSEC);
}

/* Whether the payload of a kernel's event begins with the time of another moment. */
static bool begins_with_time(const struct etw_event *ev)
{
	switch (ev->ev_hookid) {
	case 0x0220: /* HardFault */
	case 0x0f32: /* ISR-MSI */
	case 0x0f42: /* ThreadedDPC */
	case 0x0f43: /* ISR */
	case 0x0f44: /* DPC */
	case 0x0f45: /* TimerDPC */
	case 0x1820: /* StackWalk, and its kinds that give a key */
	case 0x1825:
	case 0x1826: return true;
	default: return ev->ev_hookid >> 8 == 0x09 && ev->ev_version >= 2; /* Registry */
	}
}

static void put_time(uint8_t *p, uint64_t raw)
{
	memcpy(p, &raw, sizeof(raw));
}

/* The event with the first file's clock, or NULL if memory has run out. */
static const struct etw_event *restamp(struct etw_relog *rl, const struct etw_event *ev,
	struct etw_event *out)
{
	uint32_t at = etl_time_at(ev->ev_record),
		 payload = (uint32_t)(ev->ev_payload - ev->ev_record);
	uint8_t *p;

	if (etl_clock_same(etw_logfile(rl->rl_trace, 0), etw_logfile(rl->rl_trace, ev->ev_file)))
		return ev;
	if (!rl->rl_record)
		rl->rl_record = base_malloc(ETL_RECORD_MAX);
	if (!(p = rl->rl_record))
		return NULL;
	memcpy(p, ev->ev_record, ev->ev_size);
	*out = *ev;
	out->ev_record = p;
	out->ev_payload = p + payload;
	out->ev_raw = converted(rl, ev->ev_ns);
	if (at != 0 && at + 8 <= ev->ev_size)
		put_time(p + at, out->ev_raw);
	if (ev->ev_paylen >= 8 && begins_with_time(ev))
		put_time(p + payload,
			converted(rl, etw_ns(rl->rl_trace, ev->ev_file, base_u64(ev->ev_payload))));
	return out;
}

/*
 * The walk. Returns 0, or -1 with errno: ECANCELED if a callback ended it.
 */
static int event_pass(struct etw_relog *rl, const struct etw_event *ev,
	const struct etw_relog_ops *ops, void *arg)
{
	struct etw_event changed;
	int keep = ops && ops->ro_event ? ops->ro_event(rl, ev, arg) : 1;

	if (keep < 0)
		errno = ECANCELED;
	if (keep <= 0)
		return keep;
	errno = ENOMEM;
	ev = restamp(rl, ev, &changed);
	return ev ? etw_writer_copy(rl->rl_writer, ev) : -1;
}

static int walk(struct etw_relog *rl, const struct etw_relog_ops *ops, void *arg)
{
	struct etw_event ev;

	for (unsigned i = 0; i < etw_nfiles(rl->rl_trace) && ops && ops->ro_begin; i++)
		if (ops->ro_begin(rl, etw_logfile(rl->rl_trace, i), arg) < 0) {
			errno = ECANCELED;
			return -1;
		}
	while (etw_next(rl->rl_trace, &ev))
		if (!is_header(&ev) && event_pass(rl, &ev, ops, arg) < 0)
			return -1;
	errno = ECANCELED;
	return ops && ops->ro_end && ops->ro_end(rl, arg) < 0 ? -1 : 0;
}

static int writer_end(struct etw_relog *rl, int rc, struct etw_writer_stats *ws)
{
	int error = errno;

	etw_writer_flush(rl->rl_writer);
	etw_writer_stats(rl->rl_writer, ws);
	if (etw_writer_close(rl->rl_writer) < 0 && rc == 0) {
		error = errno;
		rc = -1;
	}
	errno = error;
	return rc;
}

int etw_relog(struct etw_trace *t, const char *path, const struct etw_relog_config *rc,
	const struct etw_relog_ops *ops, void *arg, struct etw_writer_stats *ws, char *err,
	size_t errlen)
{
	struct etw_relog rl = { .rl_trace = t, .rl_config = rc };
	struct etw_writer_config c;
	int rv = -1;

	if (!header_find(&rl)) {
		snprintf(err, errlen, "cannot write %s: %s has no header", path,
			etw_logfile(t, 0)->lf_path);
		return -1;
	}
	rl.rl_rate = etl_clock_rate(etw_logfile(t, 0));
	rl.rl_ns = etw_ns(t, 0, etw_logfile(t, 0)->lf_t0);
	config_make(&rl, &c);
	rl.rl_writer = etw_writer_create(path, &c, err, errlen);
	if (rl.rl_writer) {
		rv = writer_end(&rl, walk(&rl, ops, arg), ws);
		if (rv < 0)
			snprintf(err, errlen, "cannot write %s: %s", path, strerror(errno));
	}
	free((void *)rl.rl_header.ev_record);
	free(rl.rl_record);
	return rv;
}
