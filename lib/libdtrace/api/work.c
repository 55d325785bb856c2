/*
 * The main loop.
 *
 * dtrace_sleep() and dtrace_work() both let the feed deliver events. Records wait in the engine's
 * buffer until they are consumed; when that happens doesn't change what is printed (see engine.h).
 * Live, dtrace_sleep() delivers events as the rings fill. In a replay it returns at once, and
 * dtrace_work() delivers the next part of the trace.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "grow.h"
#include "handle.h"

#define SLICE_NS 10000000u /* between two checks of the traced processes */

static uint64_t monotonic(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/*
 * Start.
 */
static int feed_start(dtrace_hdl_t *h)
{
	if (!h->dh_feed)
		h->dh_feed = h->dh_feedops->fo_open(h->dh_engine, NULL, 0);
	if (!h->dh_feed || h->dh_feedops->fo_start(h->dh_feed) < 0)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	return 0;
}

static void clock_now(dtrace_hdl_t *h)
{
	struct dt_engine *en = h->dh_engine;

	en->en_now = h->dh_feedops->fo_now(h->dh_feed, &en->en_wall);
}

static void aggs_clock(dtrace_hdl_t *h)
{
	struct dt_engine *en = h->dh_engine;

	dt_aggs_clock(en->en_aggs, &en->en_now, dt_opt(&h->dh_opts, DT_OPT_AGGRATE));
}

static int cpu_check(dtrace_hdl_t *h)
{
	int64_t cpu = dt_opt(&h->dh_opts, DT_OPT_CPU);
	/* live, the table has only CPUs that had events; the feed knows which are online */
	int64_t n = h->dh_engine->en_live ? INT_MAX : dt_sys_ncpu(dt_system(h->dh_engine));

	if (cpu >= n)
		return dt_set_message(h, EDT_FAILED, "there is no CPU %lld", (long long)cpu);
	return 0;
}

/* A rate that is out of bounds is set to the nearest bound. */
static const struct rate_bound {
	enum dt_option rb_option;
	const char *rb_what;
	int64_t rb_min, rb_max; /* ns */
} rate_bounds[] = {
	{ DT_OPT_CLEANRATE, "cleaning", 200000, 60000000000 },
	{ DT_OPT_STATUSRATE, "status", 1, 10000000000 },
};

static void rate_say(dtrace_hdl_t *h, const char *what, const char *way, int64_t ns)
{
	char line[96];

	if (ns <= 1000000000)
		snprintf(line, sizeof(line), "%s rate %s to %lld hz", what, way,
			(long long)(1000000000 / ns));
	else if (ns % 1000000000 == 0)
		snprintf(line, sizeof(line), "%s rate %s to once every %lld seconds", what, way,
			(long long)(ns / 1000000000));
	else
		snprintf(line, sizeof(line), "%s rate %s to once every %lld nanoseconds", what, way,
			(long long)ns);
	dt_say(h, line);
}

static void rates_bound(dtrace_hdl_t *h)
{
	for (size_t i = 0; i < sizeof(rate_bounds) / sizeof(*rate_bounds); i++) {
		const struct rate_bound *rb = &rate_bounds[i];
		int64_t *ns = &h->dh_opts.op_num[rb->rb_option], was = *ns;

		*ns = was < rb->rb_min ? rb->rb_min : was > rb->rb_max ? rb->rb_max : was;
		if (*ns != was)
			rate_say(h, rb->rb_what, *ns > was ? "reduced" : "increased", *ns);
	}
}

/*
 * The processes of -c and -p may end before one of their addresses is looked up; those of -c have
 * executed their programs before tracing.
 */
static int procs_known(dtrace_hdl_t *h)
{
	struct dt_engine *en = h->dh_engine;

	for (const dtrace_proc_t *dp = h->dh_procs; dp; dp = dp->dp_next) {
		dt_symbols_mapping(h->dh_syms,
			&(struct dt_mapping){ .mg_what = DT_MAPPING_RUNS, .mg_pid = dp->dp_pid });
		if (!dp->dp_created)
			continue;
		if (!base_more(en->en_created, en->en_ncreated))
			return dt_set_error(h, EDT_NOMEM);
		en->en_created[en->en_ncreated++] = (uint32_t)dp->dp_pid;
	}
	return 0;
}

static int start(dtrace_hdl_t *h)
{
	if (procs_known(h) < 0)
		return -1;
	if (dt_recording_open(h) < 0)
		return -1;
	if (dt_engine_prepare(h->dh_engine) < 0)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	return dt_consumer_start(h) < 0 || feed_start(h) < 0 || dt_recording_begin(h) < 0 ? -1 : 0;
}

/* Option duration: as if it were interrupted then. */
static void duration_over(struct dt_engine *en, void *arg, uint64_t due, int64_t wall)
{
	(void)due;
	(void)wall;
	(void)arg;
	if (en->en_state == DT_ACTIVE)
		en->en_state = DT_STOPPING;
}

static int duration_begin(dtrace_hdl_t *h)
{
	int64_t ns = dt_opt(&h->dh_opts, DT_OPT_DURATION);

	return ns <= 0 ? 0 : dt_timer_add(h->dh_engine, (uint64_t)ns, duration_over, NULL);
}

static int do_go(dtrace_hdl_t *h)
{
	struct dt_engine *en;

	if (h->dh_going)
		return dt_set_error(h, EDT_ACTIVE);
	if (dt_need_init(h) < 0)
		return -1;
	en = h->dh_engine;
	if (h->dh_flags & (DTRACE_O_NODEV | DTRACE_O_WINDOWS))
		return dt_set_error(h, EDT_NODEV);
	if (h->dh_failed)
		return dt_set_message(h, EDT_FAILED, "%s", en->en_error);
	if (dt_opt(&h->dh_opts, DT_OPT_GRABANON) > 0)
		return dt_set_error(h, EDT_ANON);
	if (cpu_check(h) < 0)
		return -1;
	rates_bound(h);
	if (duration_begin(h) < 0)
		return dt_set_error(h, EDT_NOMEM);
	h->dh_failed = start(h) < 0;
	if (h->dh_failed)
		return -1;
	h->dh_opts.op_active = true;
	h->dh_going = true;
	en->en_state = DT_ACTIVE;
	en->en_defer = !h->dh_out && !h->dh_handing;
	dt_debug(h, "tracing starts: %u enabled clauses", en->en_necbs);
	clock_now(h);
	dt_timers_start(en, en->en_now);
	aggs_clock(h);
	dt_fire_dtrace(en, en->en_begin);
	if (en->en_state == DT_ACTIVE && h->dh_feedops->fo_begin)
		h->dh_feedops->fo_begin(h->dh_feed);
	if (h->dh_feedops->fo_over)
		en->en_livefeed = h->dh_feed;
	return dt_aborted(h);
}

int dtrace_go(dtrace_hdl_t *h)
{
	DT_PUBLIC(h, -1, do_go(h));
}

/*
 * Run and end.
 */
static void poll_feed(dtrace_hdl_t *h, uint64_t until)
{
	int rc;

	if (h->dh_eof || h->dh_engine->en_state != DT_ACTIVE)
		return;
	rc = h->dh_feedops->fo_poll(h->dh_feed, until);
	if (rc < 0)
		dt_say(h, h->dh_engine->en_error);
	h->dh_eof = rc <= 0;
	if (h->dh_feedops->fo_progress && !h->dh_eof) {
		uint64_t done, total;

		h->dh_feedops->fo_progress(h->dh_feed, &done, &total);
		dt_progress(h, done, total);
	}
}

void dtrace_interrupt(dtrace_hdl_t *h)
{
	h->dh_interrupt = 1;
	if (h->dh_engine)
		h->dh_engine->en_interrupt = 1;
}

static void clear_interrupt(dtrace_hdl_t *h)
{
	h->dh_interrupt = 0;
	h->dh_engine->en_interrupt = 0;
}

static void do_sleep(dtrace_hdl_t *h)
{
	struct dt_engine *en = h->dh_engine;
	uint64_t until, now;

	if (!h->dh_going || !en->en_live)
		return;
	if (en->en_defer && !h->dh_slept) { /* dtrace_work() comes, before any event */
		h->dh_slept = true;
		return;
	}
	en->en_defer = false;
	now = monotonic();
	until = now + dt_opt(&h->dh_opts, DT_OPT_SWITCHRATE);
	while (now < until && en->en_state == DT_ACTIVE && !h->dh_interrupt && !h->dh_eof &&
		!dt_procs_ended(h)) {
		poll_feed(h, now + SLICE_NS < until ? now + SLICE_NS : until);
		dt_procs_poll(h);
		now = monotonic();
	}
	clear_interrupt(h);
}

void dtrace_sleep(dtrace_hdl_t *h)
{
	struct dt_over over;

	if (!dt_enter(h, &over))
		return;
	if (!setjmp(over.ov_jmp))
		do_sleep(h);
	dt_leave(h, &over, false);
}

static int do_stop(dtrace_hdl_t *h)
{
	struct dt_engine *en = h->dh_engine;

	if (!h->dh_going)
		return dt_set_error(h, EDT_INACTIVE);
	if (h->dh_stopped)
		return 0;
	h->dh_stopped = true;
	dt_debug(h, "tracing stops");
	h->dh_feedops->fo_stop(h->dh_feed);
	dt_recording_end(h);
	clock_now(h);
	en->en_state = DT_ENDING;
	dt_aggs_merge(en->en_aggs);
	dt_fire_dtrace(en, en->en_end);
	en->en_state = DT_STOPPED;
	return 0;
}

int dtrace_stop(dtrace_hdl_t *h)
{
	DT_PUBLIC(h, -1, do_stop(h));
}

static void status_check(dtrace_hdl_t *h, bool last)
{
	uint64_t now = monotonic();

	if (!last && now < h->dh_nextstatus)
		return;
	h->dh_nextstatus = now + dt_opt(&h->dh_opts, DT_OPT_STATUSRATE);
	dt_report_drops(h);
}

static int consume_begin(dtrace_hdl_t *h, FILE *fp, dtrace_consume_probe_f *chew,
	dtrace_consume_rec_f *chewrec, void *arg)
{
	bool deferred;

	if (!h->dh_going)
		return dt_set_error(h, EDT_INACTIVE);
	if (dt_output_check(h, fp) < 0)
		return -1;
	deferred = h->dh_engine->en_defer;
	dtrace_output(h, fp);
	dt_output_calls(h, chew, chewrec, arg);
	if (deferred)
		dt_drain(h);
	return 0;
}

static void consume_rest(dtrace_hdl_t *h)
{
	dt_drain(h);
	dt_consume_flush(h->dh_consumer);
	dt_output_none(h);
}

static int do_consume(dtrace_hdl_t *h, FILE *fp, dtrace_consume_probe_f *chew,
	dtrace_consume_rec_f *chewrec, void *arg)
{
	if (consume_begin(h, fp, chew, chewrec, arg) < 0)
		return -1;
	consume_rest(h);
	return dt_aborted(h);
}

int dtrace_consume(dtrace_hdl_t *h, FILE *fp, dtrace_consume_probe_f *chew,
	dtrace_consume_rec_f *chewrec, void *arg)
{
	DT_PUBLIC(h, -1, do_consume(h, fp, chew, chewrec, arg));
}

static dtrace_workstatus_t do_work(dtrace_hdl_t *h, FILE *fp, dtrace_consume_probe_f *chew,
	dtrace_consume_rec_f *chewrec, void *arg)
{
	struct dt_engine *en = h->dh_engine;
	bool ending;

	if (consume_begin(h, fp, chew, chewrec, arg) < 0)
		return DTRACE_WORKSTATUS_ERROR;
	if (!h->dh_stopped)
		aggs_clock(h); /* the rate may have been set */
	if (!h->dh_stopped && en->en_live)
		dt_aggs_due(en->en_aggs);
	if (!en->en_live && !h->dh_stopped) {
		poll_feed(h, en->en_now + dt_opt(&h->dh_opts, DT_OPT_SWITCHRATE));
		clear_interrupt(h);
	} else if (en->en_live && !h->dh_stopped) {
		dt_procs_poll(h);
	}
	ending = h->dh_stopped || h->dh_eof || en->en_state == DT_STOPPING || dt_procs_ended(h);
	if (ending)
		dtrace_stop(h);
	consume_rest(h);
	status_check(h, ending);
	if (dt_aborted(h) < 0)
		return DTRACE_WORKSTATUS_ERROR;
	h->dh_done = ending;
	return ending ? DTRACE_WORKSTATUS_DONE : DTRACE_WORKSTATUS_OKAY;
}

dtrace_workstatus_t dtrace_work(dtrace_hdl_t *h, FILE *fp, dtrace_consume_probe_f *chew,
	dtrace_consume_rec_f *chewrec, void *arg)
{
	DT_PUBLIC(h, DTRACE_WORKSTATUS_ERROR, do_work(h, fp, chew, chewrec, arg));
}

dtrace_status_t dtrace_status(dtrace_hdl_t *h)
{
	if (!h->dh_going)
		return DTRACE_STATUS_NONE;
	if (h->dh_engine->en_exited)
		return DTRACE_STATUS_EXITED;
	if (h->dh_engine->en_filled)
		return DTRACE_STATUS_FILLED;
	if (h->dh_eof)
		return DTRACE_STATUS_ENDED;
	return h->dh_stopped ? DTRACE_STATUS_STOPPED : DTRACE_STATUS_OKAY;
}

int dtrace_exit_status(dtrace_hdl_t *h)
{
	return h->dh_exit;
}

int dtrace_admin_needed(dtrace_hdl_t *h)
{
	return h->dh_going && h->dh_feedops->fo_admin && h->dh_feedops->fo_admin(h->dh_feed);
}

static int do_aggregate_snap(dtrace_hdl_t *h)
{
	if (!h->dh_going)
		return dt_set_error(h, EDT_INACTIVE);
	h->dh_engine->en_defer = false;
	if (h->dh_engine->en_live && !h->dh_stopped)
		poll_feed(h, 0);
	return dt_aborted(h);
}

int dtrace_aggregate_snap(dtrace_hdl_t *h)
{
	DT_PUBLIC(h, -1, do_aggregate_snap(h));
}
