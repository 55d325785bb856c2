/*
 * dt_feed_linux: start, deliver, stop; see linux.h.
 *
 * The kernel isn't called before fo_start, and not at all if no probe has a source: a program of
 * BEGIN and ticks needs no privileges.
 */
#include "lx.h"
#include "options.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"
#include "stream.h"

#define DT_SLACK UINT64_C(2000000) /* ns; see order.c */
#define DT_NAP UINT64_C(1000000)   /* ns between two checks of the rings */
#define DT_LONGNAP (10 * DT_NAP)   /* if only what starts and ends leaves records */
#define DT_MINRING ((size_t)1 << 12)

static struct dt_linux_feed *feed_of(struct dt_feed *fd)
{
	return (struct dt_linux_feed *)fd; /* lf_feed is its first member */
}

static uint64_t dt_clock(clockid_t id)
{
	struct timespec ts;

	clock_gettime(id, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/*
 * Binding.
 */
static const struct dt_plan dt_noplan;

void dt_lx_want(struct dt_lx_source *so, struct dt_probe *probe, unsigned view, uint32_t select)
{
	const struct dt_plan *plan;

	if (view >= DT_LX_VIEWS || !base_more(so->so_binds, so->so_nbinds))
		return;
	plan = dt_probe_plan(probe);
	so->so_binds[so->so_nbinds++] = (struct dt_lx_bind){ .bi_probe = probe,
		.bi_plan = plan ? plan : &dt_noplan,
		.bi_view = view,
		.bi_select = select };
	if (select >= so->so_nselect)
		so->so_nselect = select + 1;
}

const struct dt_linux_source *dt_lx_definition(const struct dt_lx_source *so)
{
	return so->so_def;
}

void dt_lx_clock(struct dt_lx_source *so, uint32_t select, uint64_t period_ns)
{
	uint64_t *p = base_realloc(so->so_periods, (select + 1) * sizeof(*p));

	if (!p)
		return;
	so->so_periods = p;
	p[select] = period_ns;
}

static void source_bind(struct dt_probe *probe, void *arg)
{
	struct dt_lx_source *so = arg;
	const struct dt_linux_view *v = so->so_def->ls_views;
	const struct dt_plan *plan = dt_probe_plan(probe);

	if (!dt_probe_enabled(probe))
		return;
	so->so_feed->lf_vars |= plan ? plan->pl_vars : 0;
	so->so_feed->lf_usyms |= plan && plan->pl_usyms;
	so->so_feed->lf_crosswanted |= dt_crossing_wanted(plan);
	if (so->so_def->ls_bind) {
		so->so_def->ls_bind(so, probe);
		return;
	}
	for (unsigned i = 0; v && v[i].lv_task; i++) {
		if (v[i].lv_tag == dt_probe_tag(probe))
			dt_lx_want(so, probe, i, 0);
	}
}

static int source_add(struct dt_linux_feed *f, const struct dt_provider *pv,
	const struct dt_linux_source *def, struct dt_lx_source ***tail)
{
	struct dt_lx_source *so = base_calloc(1, sizeof(*so));

	if (!so)
		return dt_fail(f->lf_engine, "out of memory");
	so->so_def = def;
	so->so_feed = f;
	so->so_dead = def->ls_awaits;
	so->so_prog = so->so_tablefd = so->so_stagefd = so->so_scratchfd = -1;
	so->so_touchfd = so->so_touchprog = -1;
	so->so_wantedfd = so->so_foundfd = so->so_refaultstagefd = so->so_refaultprog = -1;
	**tail = so;
	*tail = &so->so_next;
	if (def->ls_probe)
		source_bind(def->ls_probe, so);
	else
		dt_probe_walk(f->lf_engine, pv, source_bind, so);
	return 0;
}

static void source_free(struct dt_lx_source *so)
{
	for (unsigned i = 0; i < so->so_nlinks; i++)
		close(so->so_links[i]);
	if (so->so_prog >= 0)
		close(so->so_prog);
	if (so->so_tablefd >= 0)
		close(so->so_tablefd);
	if (so->so_stagefd >= 0)
		close(so->so_stagefd);
	if (so->so_scratchfd >= 0)
		close(so->so_scratchfd);
	dt_refault_fini(so);
	dt_touch_fini(so);
	free(so->so_links);
	free(so->so_binds);
	for (unsigned i = 0; i < so->so_nvariants; i++)
		free(so->so_variants[i].va_slots);
	free(so->so_variants);
	free(so->so_table);
	free(so->so_probes);
	free(so->so_periods);
	free(so->so_due);
	free(so);
}

/* State sources keep what the plans need and no event contains. */
static unsigned feed_state(const struct dt_linux_feed *f)
{
	unsigned state = DT_LX_STATE_EXIT;

	if (f->lf_vars & (DT_PLAN_RECORDS | DT_PLAN_EXECARGS))
		state |= DT_LX_STATE_PROCS;
	if (f->lf_vars & (DT_PLAN_VTIME | DT_PLAN_WCHAN))
		state |= DT_LX_STATE_SWITCH;
	return state;
}

/* Finds the sources that are needed, drops the others, numbers them. */
static int feed_sources(struct dt_linux_feed *f)
{
	struct dt_lx_source **p = &f->lf_sources, **tail = &f->lf_sources, *so;
	const struct dt_provider *pv;
	unsigned state, bound = 0;
	bool inside = false; /* processes */

	for (unsigned i = 0; (pv = dt_provider_at(f->lf_engine, i)); i++) {
		const struct dt_linux_source *d = pv->pv_sources ?
			pv->pv_sources(f->lf_engine, pv) :
			pv->pv_linux;

		for (; d && d->ls_name; d++) {
			if (source_add(f, pv, d, &tail) != 0)
				return -1;
		}
	}
	for (so = f->lf_sources; so; so = so->so_next) {
		bound += so->so_nbinds;
		inside |= so->so_nbinds != 0 && dt_lx_in_process(so);
	}
	f->lf_multi = inside && dt_bpf_has_multi();
	state = bound != 0 ? feed_state(f) : 0;
	while ((so = *p)) {
		so->so_state = so->so_def->ls_state & state;
		if (so->so_nbinds != 0 || so->so_state != 0) {
			so->so_index = f->lf_nsources++;
			dt_loss_place(so);
			p = &so->so_next;
			continue;
		}
		*p = so->so_next;
		source_free(so);
	}
	return 0;
}

static int source_tables(struct dt_lx_source *so)
{
	so->so_table = base_calloc((so->so_nselect + 7) & ~7u, 1);
	so->so_probes = base_calloc((size_t)so->so_nselect * DT_LX_VIEWS, sizeof(*so->so_probes));
	if (so->so_def->ls_kind == DT_LX_CLOCK)
		so->so_due = base_calloc((size_t)so->so_nselect * so->so_feed->lf_ncpu,
			sizeof(*so->so_due));
	if (!so->so_table || !so->so_probes || (so->so_def->ls_kind == DT_LX_CLOCK && !so->so_due))
		return dt_fail(so->so_feed->lf_engine, "out of memory");
	for (unsigned i = 0; i < so->so_nbinds; i++) {
		struct dt_lx_bind *b = &so->so_binds[i];

		so->so_table[b->bi_select] = (uint8_t)b->bi_variant;
		so->so_probes[(size_t)b->bi_view * so->so_nselect + b->bi_select] = b->bi_probe;
	}
	return 0;
}

/*
 * Starting.
 */
/* Calls fn for every number of a list such as "0-3,8"; returns one more than the greatest. */
static uint32_t cpu_list(const char *path, int (*fn)(struct dt_linux_feed *, uint32_t),
	struct dt_linux_feed *f, int *rc)
{
	char buf[1024], *p = buf;
	FILE *fp = base_stream(path, "re");
	uint32_t top = 0;

	*rc = 0;
	if (!fp || !fgets(buf, sizeof(buf), fp))
		strcpy(buf, "0");
	if (fp)
		fclose(fp);
	while (*p >= '0' && *p <= '9') {
		uint32_t from = (uint32_t)strtoul(p, &p, 10), to = from;

		if (*p == '-')
			to = (uint32_t)strtoul(p + 1, &p, 10);
		for (uint32_t c = from; c <= to && c < 65536 && *rc == 0; c++)
			*rc = fn ? fn(f, c) : 0;
		top = to + 1 > top ? to + 1 : top;
		p += *p == ',';
	}
	return top;
}

static int feed_ring(struct dt_linux_feed *f, uint32_t cpu)
{
	struct dt_reader *r;

	if (f->lf_cpu >= 0 && (uint32_t)f->lf_cpu != cpu)
		return 0;
	if (cpu >= f->lf_ncpu)
		return 0;
	r = &f->lf_readers[f->lf_nreaders];
	if (dt_ring_open(&r->rd_ring, cpu, f->lf_bufsize) != 0)
		return dt_lx_denied(f, "can't make a BPF ring buffer", "");
	f->lf_nreaders++;
	return 0;
}

/* The rings by CPU, for the programs. */
static int feed_outer(struct dt_linux_feed *f)
{
	uint32_t *cpus = base_calloc(f->lf_nreaders * 2 + 1, sizeof(*cpus));
	uint32_t *rings = cpus + f->lf_nreaders;
	int rc = 0;

	if (!cpus)
		return dt_fail(f->lf_engine, "out of memory");
	for (unsigned i = 0; i < f->lf_nreaders; i++) {
		cpus[i] = f->lf_readers[i].rd_ring.rg_cpu;
		rings[i] = (uint32_t)f->lf_readers[i].rd_ring.rg_fd;
	}
	f->lf_outerfd = dt_bpf_map_inner(f->lf_ncpu, (int)rings[0]);
	if (f->lf_outerfd < 0)
		rc = dt_lx_denied(f, "can't make a BPF map", "");
	else if (dt_bpf_map_fill(f->lf_outerfd, cpus, rings, f->lf_nreaders) != 0)
		rc = dt_lx_denied(f, "can't fill a BPF map", "");
	free(cpus);
	return rc;
}

static int feed_rings(struct dt_linux_feed *f)
{
	int rc;

	f->lf_ncpu = cpu_list("/sys/devices/system/cpu/possible", NULL, NULL, &rc);
	f->lf_readers = base_calloc(f->lf_ncpu, sizeof(*f->lf_readers));
	if (!f->lf_readers)
		return dt_fail(f->lf_engine, "out of memory");
	cpu_list("/sys/devices/system/cpu/online", feed_ring, f, &rc);
	return rc == 0 ? feed_outer(f) : rc;
}

static int cpu_matches(struct dt_linux_feed *f, uint32_t cpu)
{
	return (uint32_t)f->lf_cpu == cpu;
}

/* Checks that option cpu names a CPU that is online. */
static int feed_cpu(struct dt_linux_feed *f)
{
	int online, possible;

	if (f->lf_cpu < 0)
		return 0;
	cpu_list("/sys/devices/system/cpu/online", cpu_matches, f, &online);
	if (online)
		return 0;
	cpu_list("/sys/devices/system/cpu/possible", cpu_matches, f, &possible);
	return dt_fail(f->lf_engine, possible ? "CPU %d is not online" : "there is no CPU %d",
		f->lf_cpu);
}

static bool source_wants(const struct dt_lx_source *so, uint32_t args)
{
	for (unsigned i = 0; i < so->so_nbinds; i++) {
		const struct dt_plan *p = so->so_binds[i].bi_plan;

		if ((p->pl_args & args) || (p->pl_vars & (DT_PLAN_ARGS | DT_PLAN_PAYLOAD)))
			return true;
	}
	return false;
}

/*
 * The record needs a perf event, which takes the kernel tens of milliseconds to end: only if a
 * clause reads the record. Its format also has the number of the event, arg0.
 */
static int source_event(struct dt_lx_source *so)
{
	const struct dt_linux_source *def = so->so_def;

	so->so_perf = so->so_btf_id == 0 || source_wants(so, 0xc);
	if (!so->so_perf && !source_wants(so, 1))
		return 0;
	so->so_format = dt_tracefs_format(so->so_feed->lf_engine, def->ls_system, def->ls_name);
	if (so->so_format)
		return 0;
	return dt_fail(so->so_feed->lf_engine,
		"can't read the format of tracepoint %s:%s in tracefs: %s", def->ls_system,
		def->ls_name, strerror(errno));
}

static int source_target(struct dt_lx_source *so)
{
	struct dt_linux_feed *f = so->so_feed;
	const struct dt_linux_source *def = so->so_def;
	unsigned nargs;

	if (def->ls_kind == DT_LX_CLOCK || dt_lx_in_process(so))
		return 0;
	if (def->ls_kind == DT_LX_ENTRY || def->ls_kind == DT_LX_RETURN) {
		so->so_btf_id = dt_kfunc_id(f->lf_engine, def->ls_system, def->ls_name,
			&so->so_btf_fd);
		so->so_dead = so->so_btf_id == 0;
		return 0;
	}
	so->so_types = so->so_btf_id = dt_btf_tracepoint(&f->lf_btf, def->ls_name, &nargs);
	if (def->ls_kind == DT_LX_EVENT)
		return source_event(so);
	if (so->so_btf_id == 0)
		return dt_fail(f->lf_engine,
			"this kernel has no tracepoint \"%s\", which the "
			"enabled probes need",
			def->ls_name);
	return 0;
}

static int source_prepare(struct dt_lx_source *so)
{
	if (source_target(so) != 0)
		return -1;
	if (so->so_dead)
		return 0;
	return dt_variants_make(so) != 0 || source_tables(so) != 0 || dt_kagg_source(so) != 0 ? -1 :
												0;
}

static int source_load(struct dt_lx_source *so)
{
	struct dt_linux_feed *f = so->so_feed;

	if (so->so_dead)
		return 0;
	if (dt_refault_prepare(so) != 0)
		return dt_lx_denied(f, "can't make a BPF map", "");
	if (dt_capture_load(so) != 0)
		return -1;
	dt_touch_load(so);
	return dt_refault_load(so);
}

int dt_source_link(struct dt_lx_source *so, int fd)
{
	if (fd < 0)
		return -1;
	if (!base_more(so->so_links, so->so_nlinks)) {
		close(fd);
		return -1;
	}
	so->so_links[so->so_nlinks++] = fd;
	return 0;
}

static int source_clocks(struct dt_lx_source *so, uint32_t select, uint64_t period)
{
	struct dt_linux_feed *f = so->so_feed;

	for (unsigned i = 0; i < f->lf_nreaders; i++) {
		int perf = dt_perf_cpu_clock(f->lf_readers[i].rd_ring.rg_cpu, period);

		if (dt_source_link(so, dt_bpf_attach_perf(so->so_prog, perf, select)) != 0)
			return dt_lx_denied(f, "can't start a profiling clock", "");
	}
	return 0;
}

static int source_record(struct dt_lx_source *so)
{
	struct dt_linux_feed *f = so->so_feed;
	int perf = dt_perf_tracepoint(f->lf_readers[0].rd_ring.rg_cpu, so->so_format->tf_id);

	if (dt_source_link(so, dt_bpf_attach_perf(so->so_prog, perf, 0)) == 0)
		return 0;
	/* such as an event that another program has made of a function */
	if (!dt_lx_is_denial(errno) && f->lf_nsources > 1) {
		dt_warn(f->lf_engine, "tracepoint %s:%s is left out: the kernel can't attach to it",
			so->so_def->ls_system, so->so_def->ls_name);
		so->so_dead = true;
		return 0;
	}
	return dt_lx_denied(f, "can't attach to a tracepoint", "");
}

static int source_attach(struct dt_lx_source *so)
{
	int rc = 0;

	if (so->so_dead)
		return 0;
	if (so->so_perf)
		return source_record(so);
	if (dt_lx_in_process(so))
		return dt_sites_attach(so);
	if (so->so_def->ls_kind != DT_LX_CLOCK) {
		/* the program that reads again is attached first, so that it misses no request */
		if ((so->so_refaultprog >= 0 &&
			    dt_source_link(so, dt_bpf_attach_tp(so->so_refaultprog, NULL)) != 0) ||
			dt_source_link(so,
				dt_bpf_attach_tp(so->so_prog,
					so->so_raw ? so->so_def->ls_name : NULL)) != 0) {
			if (so->so_def->ls_kind == DT_LX_ENTRY ||
				so->so_def->ls_kind == DT_LX_RETURN) {
				so->so_dead = true;
				return 0;
			}
			return dt_lx_denied(so->so_feed, "can't attach to a tracepoint", "");
		}
		return 0;
	}
	for (unsigned i = 0; i < so->so_nbinds && rc == 0; i++) {
		uint32_t select = so->so_binds[i].bi_select;

		rc = source_clocks(so, select, so->so_periods[select]);
	}
	return rc;
}

/*
 * Before Linux 5.11 maps counted against this limit; since then, failing to raise it is harmless.
 */
static void feed_limits(void)
{
	struct rlimit rl = { RLIM_INFINITY, RLIM_INFINITY };

	setrlimit(RLIMIT_MEMLOCK, &rl);
	if (getrlimit(RLIMIT_NOFILE, &rl) == 0) {
		rl.rlim_cur = rl.rlim_max;
		setrlimit(RLIMIT_NOFILE, &rl);
	}
}

static int feed_prepare(struct dt_linux_feed *f)
{
	bool awaits = false; /* sources that come later */

	f->lf_byindex = base_calloc(f->lf_nsources, sizeof(*f->lf_byindex));
	if (!f->lf_byindex)
		return dt_fail(f->lf_engine, "out of memory");
	feed_limits();
	if (feed_rings(f) != 0 || dt_loss_open(f) != 0)
		return -1;
	if (dt_btf_open(&f->lf_btf) != 0)
		return dt_fail(f->lf_engine, "%s", f->lf_btf.bt_err);
	dt_crossing_open(f);
	if (dt_follow_open(f) != 0)
		return -1;
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next) {
		f->lf_byindex[so->so_index] = so;
		if (source_prepare(so) != 0)
			return -1;
	}
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next) {
		awaits |= so->so_def->ls_awaits;
		if (so->so_def->ls_awaits && dt_kagg_source(so) != 0)
			return dt_fail(f->lf_engine, "out of memory");
	}
	if (dt_karea_open(f) != 0) {
		f->lf_refused = true;
		return dt_fail(f->lf_engine, "can't make a BPF map for aggregations: %s",
			strerror(errno));
	}
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		if (source_load(so) != 0)
			return -1;
	if (!awaits)
		dt_btf_close(&f->lf_btf); /* tens of megabytes that aren't needed any more */
	return 0;
}

/*
 * Without it, or on a CPU without it, names come from /proc at the time when an address is
 * recorded.
 */
static int feed_mapped(struct dt_linux_feed *f, uint32_t cpu)
{
	dt_mapped_cpu(&f->lf_mapped, cpu);
	return 0;
}

static void feed_mappings(struct dt_linux_feed *f)
{
	int rc;

	if (!f->lf_usyms)
		return;
	f->lf_mapped.mf_sys = f->lf_sys;
	cpu_list("/sys/devices/system/cpu/online", feed_mapped, f, &rc);
	dt_mapped_running(&f->lf_mapped);
}

/* Ends what feed_sources() and feed_prepare() began. */
static void feed_release(struct dt_linux_feed *f)
{
	dt_loading_close(f);
	for (struct dt_lx_source *so = f->lf_sources, *next; so; so = next) {
		next = so->so_next;
		source_free(so);
	}
	dt_crossing_close(f);
	dt_follow_close(f);
	dt_karea_close(f);
	for (unsigned i = 0; i < f->lf_nreaders; i++)
		dt_ring_close(&f->lf_readers[i].rd_ring);
	dt_loss_close(f);
	if (f->lf_outerfd >= 0)
		close(f->lf_outerfd);
	dt_btf_close(&f->lf_btf);
	free(f->lf_readers);
	free(f->lf_byindex);
	f->lf_sources = NULL;
	f->lf_places = NULL;
	f->lf_readers = NULL;
	f->lf_byindex = NULL;
	f->lf_nsources = f->lf_nreaders = 0;
	f->lf_outerfd = -1;
}

static int linux_start(struct dt_feed *);

/* Without clauses in the kernel, which has refused them: it is older, or has other limits. */
static int feed_again(struct dt_linux_feed *f)
{
	if (dt_engine_number(f->lf_engine, "kernel") == DT_KERNEL_YES)
		return -1;
	feed_release(f);
	f->lf_refused = false;
	return dt_run_here(f->lf_engine) != 0 ? -1 : linux_start(&f->lf_feed);
}

static int linux_start(struct dt_feed *fd)
{
	struct dt_linux_feed *f = feed_of(fd);

	if (feed_cpu(f) != 0 || feed_sources(f) != 0)
		return -1;
	f->lf_running = true;
	if (f->lf_nsources == 0)
		return 0;
	if (feed_prepare(f) != 0)
		return f->lf_refused ? feed_again(f) : -1;
	feed_mappings(f);
	dt_wchan_open(f);
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next) {
		if (source_attach(so) != 0)
			return -1;
	}
	if (dt_loading_open(f) != 0)
		return -1;
	if (feed_state(f) & DT_LX_STATE_PROCS) {
		dt_loss_early(f); /* what starts meanwhile is in the table or in a ring */
		dt_sys_load_proc(f->lf_sys);
	}
	return 0;
}

/*
 * Delivering.
 *
 * What was lost is reported before what is in the rings is delivered: if a clause there ends the
 * tracing, hardly anything is reported that was lost after that.
 */
static unsigned feed_drain(struct dt_linux_feed *f) /* delivers what is old enough */
{
	uint64_t now = dt_clock(CLOCK_MONOTONIC);
	uint64_t upto = f->lf_nsources != 0 ? now - DT_SLACK : now;
	unsigned n;

	n = dt_merge_deliver(f, upto);
	if (dt_stopping(f->lf_engine))
		return n;
	for (unsigned i = 0; i < f->lf_nreaders; i++) {
		struct dt_reader *r = &f->lf_readers[i];

		if (r->rd_busy && r->rd_seen < upto)
			upto = r->rd_seen;
	}
	if (upto > f->lf_last) {
		f->lf_last = upto;
		dt_advance(f->lf_engine, upto, (int64_t)upto + f->lf_walloff);
	}
	return n;
}

static void feed_tell(struct dt_linux_feed *f)
{
	uint64_t now = f->lf_begin;

	for (unsigned i = 0; dt_provider_at(f->lf_engine, i); i++) {
		const struct dt_provider *pv = dt_provider_at(f->lf_engine, i);

		if (pv->pv_announce)
			pv->pv_announce(&f->lf_feed, now, (int64_t)now + f->lf_walloff);
	}
}

static int linux_poll(struct dt_feed *fd, uint64_t until)
{
	struct dt_linux_feed *f = feed_of(fd);

	if (!f->lf_polled)
		feed_tell(f);
	f->lf_polled = true;
	for (;;) {
		uint64_t now, nap;

		dt_loading_poll(f);
		dt_loss_report(f);
		feed_drain(f);
		now = dt_clock(CLOCK_MONOTONIC);
		if (dt_stopping(f->lf_engine) || now >= until)
			return 1;
		nap = f->lf_idle ? DT_LONGNAP : DT_NAP;
		nap = until - now < nap ? until - now : nap;
		dt_loading_nap(f, nap);
	}
}

/* Starts and ends of processes and threads are few; but what they map is wanted at once. */
static bool feed_idle(const struct dt_linux_feed *f)
{
	bool often = f->lf_usyms;

	for (const struct dt_lx_source *so = f->lf_sources; so; so = so->so_next)
		often |= so->so_nbinds != 0 ? so->so_records :
					      (so->so_state & DT_LX_STATE_SWITCH) != 0;
	return !often;
}

/*
 * What is found while it traces.
 */
static const struct dt_lx_source *awaited_by(const struct dt_lx_source *so)
{
	enum dt_linux_kind kind = so->so_def->ls_kind == DT_LX_ULEAVE ? DT_LX_URETURN :
									so->so_def->ls_kind;
	const struct dt_lx_source *aw = so->so_feed->lf_sources;

	while (aw &&
		!(aw->so_def->ls_awaits && aw->so_def->ls_kind == kind &&
			aw->so_def->ls_provider == so->so_def->ls_provider))
		aw = aw->so_next;
	return aw;
}

static int source_late(struct dt_lx_source *so)
{
	struct dt_linux_feed *f = so->so_feed;
	struct dt_lx_source **byindex;

	so->so_awaited = awaited_by(so);
	byindex = base_realloc(f->lf_byindex, (f->lf_nsources + 1) * sizeof(*byindex));
	if (!byindex)
		return dt_fail(f->lf_engine, "out of memory");
	f->lf_byindex = byindex;
	if (!so->so_awaited || f->lf_nsources > UINT16_MAX)
		return dt_fail(f->lf_engine, "too many objects");
	so->so_index = f->lf_nsources;
	f->lf_byindex[f->lf_nsources++] = so;
	so->so_nviews = 1;
	return source_prepare(so) != 0 || source_load(so) != 0 ? -1 : source_attach(so);
}

void dt_feed_more(struct dt_linux_feed *f, const struct dt_provider *pv)
{
	const struct dt_linux_source *d = pv->pv_sources(f->lf_engine, pv);
	struct dt_lx_source **tail = &f->lf_sources, **p;

	while (*tail)
		tail = &(*tail)->so_next;
	p = tail;
	for (; d && d->ls_name; d++)
		if (source_add(f, pv, d, &tail) != 0)
			break;
	while (*p) {
		struct dt_lx_source *so = *p;

		if (so->so_nbinds == 0) {
			*p = so->so_next;
			source_free(so);
			continue;
		}
		p = &so->so_next;
		if (source_late(so) != 0) {
			dt_warn(f->lf_engine, "functions of %s aren't traced: %s",
				so->so_def->ls_name, dt_failure(f->lf_engine));
			so->so_dead = true;
		}
	}
	f->lf_refused = false;
	f->lf_idle = feed_idle(f);
}

static void linux_begin(struct dt_feed *fd)
{
	struct dt_linux_feed *f = feed_of(fd);

	dt_kvar_globals(f);
	f->lf_idle = feed_idle(f);
	if (f->lf_shared)
		dt_loss_begin(f);
}

static void linux_over(struct dt_feed *fd)
{
	struct dt_linux_feed *f = feed_of(fd);

	if (f->lf_shared)
		dt_loss_pause(f);
}

static void linux_stop(struct dt_feed *fd)
{
	struct dt_linux_feed *f = feed_of(fd);
	bool ended = dt_ended(f->lf_engine);

	if (!f->lf_running)
		return;
	f->lf_running = false;
	dt_loading_close(f);
	if (f->lf_nsources != 0)
		dt_loss_end(f);
	for (struct dt_lx_source *so = f->lf_sources; so; so = so->so_next) {
		/*
		 * the program that reads again is detached last; the kernel takes milliseconds for
		 * each
		 */
		while (so->so_nlinks != 0)
			close(so->so_links[--so->so_nlinks]);
	}
	dt_merge_deliver(f, UINT64_MAX);
	if (!ended) /* events after an exit() don't count */
		dt_loss_last(f);
}

static void linux_close(struct dt_feed *fd)
{
	struct dt_linux_feed *f = feed_of(fd);

	feed_release(f);
	dt_mapped_close(&f->lf_mapped);
	base_table_clear(&f->lf_notes);
	dt_offcpu_fini(f);
	free(f);
}

static struct dt_feed *linux_open(struct dt_engine *e, const char *const *paths, unsigned npaths)
{
	struct dt_linux_feed *f = base_calloc(1, sizeof(*f));
	int64_t bufsize = dt_engine_number(e, "bufsize");

	(void)paths;
	(void)npaths;
	if (!f) {
		dt_fail(e, "out of memory");
		return NULL;
	}
	f->lf_feed.fd_ops = &dt_feed_linux;
	f->lf_feed.fd_engine = f->lf_engine = e;
	f->lf_sys = dt_system(e);
	if (dt_recording(e) > (uint64_t)bufsize)
		bufsize = (int64_t)dt_recording(e);
	f->lf_bufsize = bufsize > (int64_t)DT_MINRING ? (size_t)bufsize : DT_MINRING;
	f->lf_cpu = (int)dt_engine_number(e, "cpu");
	f->lf_unwind = dt_engine_number(e, "unwind") == DT_UNWIND_DWARF;
	f->lf_strsize = (uint32_t)dt_engine_number(e, "strsize");
	f->lf_tgid = (uint32_t)getpid();
	f->lf_notes = (struct base_table){ .mp_size = sizeof(struct dt_lx_note), .mp_max = 65536 };
	f->lf_walloff = (int64_t)(dt_clock(CLOCK_REALTIME) - dt_clock(CLOCK_MONOTONIC));
	f->lf_outerfd = f->lf_sharedfd = f->lf_loading.ld_unloadingfd = -1;
	f->lf_followfd = f->lf_followlinks[0] = f->lf_followlinks[1] = -1;
	f->lf_crossfd = f->lf_crossprog = f->lf_crosslinks[0] = f->lf_crosslinks[1] = -1;
	f->lf_areafd = f->lf_zerofd = f->lf_kvarfd = f->lf_freeprog = f->lf_freelink = -1;
	return &f->lf_feed;
}

/* Until events are delivered, it is when tracing began: they come after BEGIN. */
static uint64_t linux_now(struct dt_feed *fd, int64_t *wall)
{
	struct dt_linux_feed *f = feed_of(fd);
	uint64_t now = dt_clock(CLOCK_MONOTONIC);

	if (f->lf_begin == 0)
		f->lf_begin = now;
	if (f->lf_running && !f->lf_polled)
		now = f->lf_begin;
	if (wall)
		*wall = (int64_t)now + f->lf_walloff;
	return now;
}

const struct dt_feed_ops dt_feed_linux = {
	.fo_name = "linux",
	.fo_live = true,
	.fo_open = linux_open,
	.fo_start = linux_start,
	.fo_begin = linux_begin,
	.fo_over = linux_over,
	.fo_poll = linux_poll,
	.fo_stop = linux_stop,
	.fo_close = linux_close,
	.fo_now = linux_now,
	.fo_reach = dt_linux_reach,
	.fo_aggregate = dt_kdrain,
	.fo_aggforget = dt_kforget,
	.fo_still = dt_crossing_still,
	.fo_admin = dt_loading_admin,
	.fo_record = dt_tracefs_find,
	.fo_field = dt_tracefs_field,
};
