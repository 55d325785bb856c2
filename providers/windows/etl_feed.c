/*
 * The feed of trace files.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "counters.h"
#include "fields.h"
#include "stacks.h"
#include "files.h"

#define ETL_BATCH 4096					 /* events in a poll without a time limit */
#define ETL_GAP 3600000000000u				 /* ns */
#define ETL_FOREVER (UINT64_C(100) * 365 * 24 * ETL_GAP) /* no trace is longer */

/*
 * The stream's clock never goes back, and not far past the end of the session: a time stamp that
 * would do that is corrupt, and its event happens now.
 */
#define ETL_SLACK 3600000000000u /* ns; the clock may be set while a session runs */

static uint64_t feed_limit(const struct etl_feed *ef)
{
	uint64_t limit = 0;

	for (unsigned i = 0; i < etw_nfiles(ef->ef_trace); i++) {
		const struct etw_logfile *lf = etw_logfile(ef->ef_trace, i);
		uint64_t first = etw_logfile(ef->ef_trace, 0)->lf_starttime, length;

		if (lf->lf_endtime <= lf->lf_starttime || lf->lf_endtime <= first)
			return ETL_FOREVER; /* never closed: its end is unknown */
		length = (lf->lf_endtime - (first < lf->lf_starttime ? first : lf->lf_starttime)) *
			100;
		limit = length + ETL_SLACK > limit ? length + ETL_SLACK : limit;
	}
	return limit < ETL_FOREVER ? limit : ETL_FOREVER;
}

bool etl_read(struct etl_feed *ef, struct etw_event *ev)
{
	if (ef->ef_again) {
		ef->ef_again = false;
		return true;
	}
	if (!etw_next(ef->ef_trace, ev))
		return false;
	if (ev->ev_ns < ef->ef_readns || ev->ev_ns > ef->ef_limit) {
		ev->ev_ns = ef->ef_readns;
		ev->ev_unix_ns = ef->ef_readwall;
	}
	ef->ef_readns = ev->ev_ns;
	ef->ef_readwall = ev->ev_unix_ns;
	return true;
}

static bool feed_next(struct etl_feed *ef)
{
	return ef->ef_hold ? etl_hold_next(ef) : etl_read(ef, &ef->ef_event);
}

/* Opening. The first event is read at once: its time is that of BEGIN. */
static void feed_first_event(struct etl_feed *ef)
{
	ef->ef_limit = feed_limit(ef);
	ef->ef_readns = 0;
	ef->ef_pending = feed_next(ef);
	if (ef->ef_pending) {
		ef->ef_now = ef->ef_event.ev_ns;
		ef->ef_wall = ef->ef_event.ev_unix_ns;
	}
}

/*
 * Every CPU of the machine runs something, even if it has no events; of very many CPUs only some
 * are named.
 */
static void feed_name_cpus(struct etl_feed *ef)
{
	struct dt_system *sys = dt_system(ef->ef_feed.fd_engine);
	uint32_t most = ETL_FEWCPUS + ETL_FEWCPUS * etw_stats(ef->ef_trace)->es_streams;

	for (unsigned i = 0; i < etw_nfiles(ef->ef_trace); i++) {
		uint32_t ncpu = etw_logfile(ef->ef_trace, i)->lf_ncpu;

		for (uint32_t cpu = 0; ncpu <= most && cpu < ncpu; cpu++)
			dt_sys_cpu(sys, cpu);
	}
}

/* As the running kernel calls what runs when nothing else does. */
static void feed_name_idle(struct etl_feed *ef)
{
	struct dt_system *sys = dt_system(ef->ef_feed.fd_engine);
	char name[32];

	dt_sys_proc_exec(sys, dt_sys_idle(sys, 0)->t_proc, "swapper", NULL);
	for (uint32_t cpu = 0; cpu < dt_sys_ncpu(sys); cpu++) {
		snprintf(name, sizeof(name), "swapper/%u", cpu);
		dt_sys_thread_name(sys, dt_sys_idle(sys, cpu), name);
	}
}

static bool recorded_on_linux(const struct etw_trace *t)
{
	bool is = true;

	for (unsigned i = 0; i < etw_nfiles(t); i++)
		is &= !strncmp(etw_logfile(t, i)->lf_logger, DT_LINUX_LOGGER,
			strlen(DT_LINUX_LOGGER));
	return is;
}

/* The process whose own events fire nothing; the event that says so is one of the first. */
#define FIRST_EVENTS 16

static void feed_recorder(struct etl_feed *ef)
{
	struct etw_event ev;

	for (unsigned n = 0; n < FIRST_EVENTS && etw_next(ef->ef_trace, &ev); n++) {
		struct etl_fields fs = etl_fields(&ev);

		if (ev.ev_id != DT_RECORDED_SYSTEM || ev.ev_paylen < 16 ||
			!etw_guid_eq(ev.ev_provider, &etl_guid_recorded))
			continue;
		ef->ef_recorder = (uint32_t)etl_take_number(&fs, 4);
		ef->ef_target = (uint32_t)etl_take_number(&fs, 4);
		ef->ef_sampleperiod = etl_take_number(&fs, 8);
	}
	etw_rewind(ef->ef_trace);
}

static void feed_close(struct dt_feed *fd)
{
	struct etl_feed *ef = etl_of(fd);

	etl_dispatch_free(&ef->ef_dispatch);
	etl_text_free(ef);
	etl_counters_free(ef);
	etl_hold_free(ef);
	etl_kept_free(ef);
	etl_fired_free(ef);
	etl_stackkeys_free(ef);
	etl_profile_free(ef);
	free(ef->ef_born[0]);
	free(ef->ef_born[1]);
	etl_files_free(ef);
	etl_regkeys_free(ef);
	etl_schema_free(ef);
	dt_feed_attach(fd->fd_engine, NULL);
	if (ef->ef_trace)
		etw_close(ef->ef_trace);
	free(ef->ef_payload);
	free(ef->ef_record);
	free(ef->ef_seen);
	free(ef);
}

/* A message names the file; for one that the user didn't name it also tells why it was opened. */
static void feed_blame_sibling(char *const *paths, unsigned named, unsigned n, char *err,
	size_t errlen)
{
	size_t len = strlen(err);

	for (unsigned i = named; i < n; i++)
		if (strstr(err, paths[i]))
			snprintf(err + len, errlen - len,
				"; it was opened because it belongs to the named file: -x etlsiblings=no leaves it out");
}

static struct etw_trace *feed_open_files(struct dt_engine *en, const char *const *files,
	unsigned nfiles, char *err, size_t errlen)
{
	struct etw_trace *t;
	unsigned n = 0, named = 0;
	char **paths;

	if (dt_engine_number(en, "etlsiblings") == 0)
		return etw_open(files, nfiles, err, errlen);
	paths = etw_siblings(files, nfiles, &named, &n);
	t = etw_open_found((const char *const *)paths, named, paths ? n : 0, err, errlen);
	if (!t && paths)
		feed_blame_sibling(paths, nfiles, n, err, errlen);
	etw_siblings_free(paths, n);
	return t;
}

static struct dt_feed *feed_open(struct dt_engine *en, const char *const *paths, unsigned npaths)
{
	struct etl_feed *ef = base_calloc(1, sizeof(*ef));
	char err[512];

	if (!ef) {
		dt_fail(en, "no memory to open a trace");
		return NULL;
	}
	ef->ef_feed.fd_ops = &dt_feed_etl;
	ef->ef_feed.fd_engine = en;
	ef->ef_passes = 2;
	dt_feed_attach(en, &ef->ef_feed);
	if (!npaths)
		return &ef->ef_feed; /* only lists what is known without a trace */
	ef->ef_trace = feed_open_files(en, paths, npaths, err, sizeof(err));
	if (!ef->ef_trace) {
		dt_fail(en, "%s", err);
		feed_close(&ef->ef_feed);
		return NULL;
	}
	ef->ef_from = (uint64_t)dt_engine_number(en, "etlfrom");
	ef->ef_to = (uint64_t)dt_engine_number(en, "etlto");
	if (ef->ef_to == 0)
		ef->ef_to = UINT64_MAX;
	ef->ef_summary = dt_engine_number(en, "etlsummary") > 0;
	ef->ef_passes = dt_engine_number(en, "etlpasses") == 1 ? 1 : 2;
	ef->ef_running = &ef->ef_dispatch;
	feed_name_cpus(ef);
	ef->ef_linux = recorded_on_linux(ef->ef_trace);
	if (ef->ef_linux) {
		feed_recorder(ef);
		etl_fired_open(ef);
		feed_name_idle(ef);
	}
	feed_first_event(ef);
	return &ef->ef_feed;
}

/* The time of the last event, wanted or not; false: the clock is there already. */
static bool feed_last(struct etl_feed *ef, uint64_t *now, int64_t *wall)
{
	etw_end(ef->ef_trace, now, wall);
	if (*now > ef->ef_to) {
		*wall -= (int64_t)(*now - ef->ef_to);
		*now = ef->ef_to;
	}
	return *now > ef->ef_now && *now <= ef->ef_limit;
}

/*
 * Walks to that time, or to the end. The first event after it is delivered when tracing has begun.
 */
static void feed_begin_at(struct etl_feed *ef, uint64_t from)
{
	uint64_t now;
	int64_t wall;

	ef->ef_muted = true;
	do
		etl_dispatch(ef, &ef->ef_event);
	while (!dt_interrupted(ef->ef_feed.fd_engine) && etl_read(ef, &ef->ef_event) &&
		ef->ef_event.ev_ns < from);
	ef->ef_muted = ef->ef_pending = false;
	if (ef->ef_event.ev_ns >= from) {
		ef->ef_again = true;
		ef->ef_wall = ef->ef_event.ev_unix_ns - (int64_t)(ef->ef_event.ev_ns - from);
		ef->ef_now = from;
	} else if (feed_last(ef, &now, &wall)) {
		ef->ef_now = now < from ? now : from;
		ef->ef_wall = wall - (int64_t)(now - ef->ef_now);
	}
}

static int feed_start(struct dt_feed *fd)
{
	struct etl_feed *ef = etl_of(fd);

	if (!etl_schema_ok(ef))
		return dt_fail(fd->fd_engine,
			"the manifests of option manifests could not be read");
	ef->ef_needs = etl_dispatch_needs(ef);
	if (ef->ef_needs & DT_NEEDS_SCHEMAS)
		etl_catalog(fd);
	if (etl_counters_start(ef) < 0 || etl_prepass(ef) < 0 ||
		etl_dispatch_build(ef, &ef->ef_dispatch, false) < 0)
		return dt_fail(fd->fd_engine, "no memory to start a replay");
	etl_rundown_end(fd);
	if (ef->ef_dispatch.di_stacks && etl_hold_start(ef) < 0)
		return dt_fail(fd->fd_engine,
			"out of memory for events that wait for their stacks");
	if (!ef->ef_pending)
		feed_first_event(ef);
	etw_set_filter(ef->ef_trace, ef->ef_dispatch.di_filter);
	ef->ef_started = true;
	etl_dispatch_start(ef);
	if (ef->ef_from > ef->ef_now)
		feed_begin_at(ef, ef->ef_from);
	return 0;
}

/*
 * Running.
 */
static bool feed_read(struct etl_feed *ef)
{
	if (!ef->ef_pending)
		ef->ef_pending = feed_next(ef);
	return ef->ef_pending && ef->ef_event.ev_ns <= ef->ef_to;
}

static void feed_deliver(struct etl_feed *ef)
{
	const struct etw_event *ev = &ef->ef_event;

	ef->ef_pending = false;
	ef->ef_now = ev->ev_ns;
	ef->ef_wall = ev->ev_unix_ns;
	etl_dispatch(ef, ev);
}

/* No event happens before `until`: sets the stream's clock to it. */
static void feed_idle(struct etl_feed *ef, uint64_t until)
{
	if (until > ef->ef_now) {
		ef->ef_wall += (int64_t)(until - ef->ef_now);
		ef->ef_now = until;
	}
	dt_advance(ef->ef_feed.fd_engine, ef->ef_now, ef->ef_wall);
}

/* Advances time to an event; most of a long gap is skipped. */
static void feed_bridge(struct etl_feed *ef, uint64_t next)
{
	uint64_t gap = next > ef->ef_now ? next - ef->ef_now : 0;

	if (gap <= ETL_GAP)
		return;
	ef->ef_now += gap - ETL_GAP;
	ef->ef_wall += (int64_t)(gap - ETL_GAP);
	dt_skip(ef->ef_feed.fd_engine, ef->ef_now, ef->ef_wall);
}

/* The last event may be unwanted: time advances to it. Returns 1 if it is after `until`. */
static int feed_end(struct etl_feed *ef, uint64_t until)
{
	uint64_t now;
	int64_t wall;

	if (feed_last(ef, &now, &wall)) {
		feed_bridge(ef, now);
		if (until != 0 && now > until) {
			feed_idle(ef, until);
			return 1;
		}
		ef->ef_now = now;
		ef->ef_wall = wall;
	}
	feed_idle(ef, ef->ef_now);
	etl_dispatch_end(ef);
	return 0;
}

static int feed_poll(struct dt_feed *fd, uint64_t until)
{
	struct etl_feed *ef = etl_of(fd);

	for (unsigned n = 0; !dt_stopping(fd->fd_engine); n++) {
		if (!feed_read(ef))
			return feed_end(ef, until);
		feed_bridge(ef, ef->ef_event.ev_ns);
		if (until == 0 ? n == ETL_BATCH : ef->ef_event.ev_ns > until) {
			if (until != 0)
				feed_idle(ef, until);
			return 1;
		}
		feed_deliver(ef);
	}
	return 1;
}

static void feed_stop(struct dt_feed *fd)
{
	etl_damage_report(etl_of(fd));
}

static uint64_t feed_now(struct dt_feed *fd, int64_t *wall)
{
	const struct etl_feed *ef = etl_of(fd);

	if (wall)
		*wall = ef->ef_wall;
	return ef->ef_now;
}

static uint32_t feed_target(const struct dt_feed *fd)
{
	return ((const struct etl_feed *)fd)->ef_target;
}

static void feed_progress(const struct dt_feed *fd, uint64_t *done, uint64_t *total)
{
	const struct etw_stats *es = etw_stats(((const struct etl_feed *)fd)->ef_trace);

	*done = es->es_walked;
	*total = es->es_bytes;
}

const struct dt_feed_ops dt_feed_etl = {
	.fo_name = "etl",
	.fo_live = false,
	.fo_open = feed_open,
	.fo_start = feed_start,
	.fo_poll = feed_poll,
	.fo_stop = feed_stop,
	.fo_close = feed_close,
	.fo_now = feed_now,
	.fo_progress = feed_progress,
	.fo_target = feed_target,
	.fo_text = etl_text,
	.fo_number = etl_number,
	.fo_has_field = etl_has_field,
	.fo_keep = etl_keep,
	.fo_relog = etl_relog,
	.fo_member = etl_member,
};
