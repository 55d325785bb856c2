/* See live.h. */
#include "live.h"
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include "bpfcall.h"

struct live live;
static int gate[2];

void __wrap_dt_fire(struct dt_engine *, struct dt_probe *, struct dt_firing *);
const struct dt_plan *__wrap_dt_probe_plan(const struct dt_probe *);

void __wrap_dt_fire(struct dt_engine *en, struct dt_probe *pr, struct dt_firing *fi)
{
	(void)en;
	if (live.lv_fire && dt_probe_enabled(pr))
		live.lv_fire(pr, fi);
}

const struct dt_plan *__wrap_dt_probe_plan(const struct dt_probe *pr)
{
	const struct dt_plan *all = NULL;

	for (unsigned i = 0; i < live.lv_nplans; i++) {
		if (live.lv_planned[i] == pr)
			return &live.lv_plans[i];
		if (!live.lv_planned[i])
			all = &live.lv_plans[i];
	}
	return all;
}

static void on_drain(void *arg)
{
	(void)arg;
	live.lv_en->en_buf.bf_used = 0;
}

static void on_warn(void *arg, const char *line)
{
	(void)arg;
	fprintf(stderr, "%s\n", line);
}

static const struct dt_engine_ops ops = { .eo_drain = on_drain, .eo_warn = on_warn };

int live_setup(void **state)
{
	(void)state;
	memset(&live, 0, sizeof(live));
	live.lv_bufsize = 32 << 20; /* the machine may be busy with other things */
	dt_options_init(&live.lv_opts);
	live.lv_en = dt_engine_create(&ops, NULL, &live.lv_opts, true);
	return live.lv_en ? 0 : -1;
}

int live_teardown(void **state)
{
	(void)state;
	if (live.lv_feed)
		dt_feed_linux.fo_close(live.lv_feed);
	dt_engine_destroy(live.lv_en);
	dt_options_fini(&live.lv_opts);
	return 0;
}

static int plan_one(struct dt_probe *pr, void *arg)
{
	live.lv_plans[live.lv_nplans] = *(const struct dt_plan *)arg;
	live.lv_planned[live.lv_nplans++] = pr;
	return 0;
}

unsigned live_enable(const char *prov, const char *func, const char *name,
	const struct dt_plan *plan)
{
	const char *field[4] = { prov, "", func, name };
	struct dt_clause *cl = &live.lv_clauses[live.lv_nclauses++];
	struct dt_program pg = { .pg_clauses = cl };
	unsigned matched;

	*cl = (struct dt_clause){ .cl_desc = { (char *)prov, "", (char *)func, (char *)name, 0 },
		.cl_records = true };
	assert_int_equal(dt_engine_enable(live.lv_en, &pg, &matched), 0);
	assert_true(live.lv_nplans < LIVE_MAXPLANS);
	if (matched > 1) {
		live.lv_plans[live.lv_nplans++] = *plan;
		return matched;
	}
	dt_probe_match(live.lv_en, field, 0, plan_one, (void *)(uintptr_t)plan);
	return matched;
}

void live_start(void (*fire)(struct dt_probe *, struct dt_firing *))
{
	live.lv_fire = fire;
	assert_int_equal(dt_engine_prepare(live.lv_en), 0);
	/* of the ring alone */
	live.lv_opts.op_num[DT_OPT_BUFSIZE] = (int64_t)live.lv_bufsize;
	live.lv_opts.op_num[DT_OPT_CPU] = -1;
	live.lv_feed = dt_feed_linux.fo_open(live.lv_en, NULL, 0);
	assert_non_null(live.lv_feed);
	live.lv_en->en_state = DT_ACTIVE;
	dt_timers_start(live.lv_en, live_now());
	if (dt_feed_linux.fo_start(live.lv_feed) != 0)
		fail_msg("%s", live.lv_en->en_error);
	dt_feed_linux.fo_begin(live.lv_feed);
}

void live_poll(unsigned ms)
{
	uint64_t until = ms != 0 ? live_now() + ms * UINT64_C(1000000) : 0;

	assert_int_equal(dt_feed_linux.fo_poll(live.lv_feed, until), 1);
}

void live_stop(void)
{
	dt_feed_linux.fo_stop(live.lv_feed);
}

uint64_t live_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

uint64_t live_drops(void)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < live.lv_en->en_nlosses; i++)
		n += live.lv_en->en_losses[i].lo_count;
	return n;
}

bool live_permitted(void)
{
	int fd = dt_bpf_map(BPF_MAP_TYPE_RINGBUF, 0, 0, 4096, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0 && access("/sys/kernel/btf/vmlinux", R_OK) == 0;
}

pid_t live_child(void (*fn)(void))
{
	pid_t pid;
	char c;

	assert_int_equal(pipe(gate), 0);
	fflush(NULL);
	pid = fork();
	assert_true(pid >= 0);
	if (pid == 0) {
		close(gate[1]);
		if (read(gate[0], &c, 1) == 1)
			fn();
		_exit(0);
	}
	close(gate[0]);
	return pid;
}

void live_gate(void)
{
	assert_int_equal(write(gate[1], "x", 1), 1);
	close(gate[1]);
}

void live_go(pid_t pid)
{
	int status;

	live_gate();
	while (waitpid(pid, &status, WNOHANG) == 0)
		live_poll(1);
	assert_true(WIFEXITED(status));
}
