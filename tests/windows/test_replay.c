/*
 * The feed of trace files and the Windows halves of the providers, over the corpus: what fires, how
 * often, and in whose context, against what other readers saw in the same files.  The engine is the
 * real one; only the last step, dt_fire(), is ours: it sees every firing before any clause would.
 */
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>
#include "engine.h"
#include "providers.h"
#include "windows.h"
#include "tally.h"

/*
 * One replay.
 */
struct replay {
	struct dt_options rp_opts;
	struct dt_engine *rp_engine;
	struct dt_feed *rp_feed;
	struct dt_clause rp_clauses[8];
	unsigned rp_nclauses;
	struct tally *rp_tally;
	void (*rp_fire)(struct replay *, struct dt_probe *, const struct dt_firing *);
	uint64_t rp_fired, rp_lasttime;
	unsigned rp_warnings, rp_images;
	char rp_warning[1024];
	thread_t *rp_last[64]; /* by CPU: who sched said runs there */
};

static struct replay rp;

void __wrap_dt_fire(struct dt_engine *, struct dt_probe *, struct dt_firing *);
void __wrap_dt_fire(struct dt_engine *en, struct dt_probe *pr, struct dt_firing *fi)
{
	(void)en;
	if (!dt_probe_enabled(pr))
		return;
	assert_non_null(fi->fi_thread);
	assert_true(fi->fi_time >= rp.rp_lasttime);
	rp.rp_lasttime = fi->fi_time;
	rp.rp_fired++;
	if (rp.rp_fire)
		rp.rp_fire(&rp, pr, fi);
}

static void on_drain(void *arg)
{
	(void)arg;
}

static void on_fault(void *arg, const struct dt_ecb *ec, unsigned action, int64_t off, int fault,
	uint64_t addr)
{
	(void)arg, (void)ec, (void)action, (void)off, (void)fault, (void)addr;
}

static void on_warn(void *arg, const char *line)
{
	struct replay *r = arg;

	snprintf(r->rp_warning, sizeof(r->rp_warning), "%s", line);
	r->rp_warnings++;
}

static void on_image(void *arg, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const char *path, uint64_t now)
{
	struct replay *r = arg;

	(void)pid, (void)base, (void)size, (void)off, (void)now, (void)path;
	r->rp_images++;
}

static const struct dt_engine_ops replay_ops = { .eo_drain = on_drain,
	.eo_fault = on_fault,
	.eo_warn = on_warn,
	.eo_image_load = on_image };

static bool replay_open(const char *path)
{
	memset(&rp, 0, sizeof(rp));
	rp.rp_opts.op_num[DT_OPT_ETLSIBLINGS] = 1;
	rp.rp_tally = tally_create();
	rp.rp_engine = dt_engine_create(&replay_ops, &rp, &rp.rp_opts, false);
	assert_non_null(rp.rp_engine);
	rp.rp_feed = dt_feed_etl.fo_open(rp.rp_engine, &path, 1);
	return rp.rp_feed != NULL;
}

static unsigned replay_enable(const char *prov, const char *name)
{
	struct dt_clause *cl = &rp.rp_clauses[rp.rp_nclauses++];
	struct dt_program pg = { .pg_clauses = cl, .pg_nclauses = 1 };
	unsigned matched;

	*cl = (struct dt_clause){ .cl_desc = { (char *)prov, (char *)"", (char *)"", (char *)name,
					  0 },
		.cl_records = true };
	assert_int_equal(dt_engine_enable(rp.rp_engine, &pg, &matched), 0);
	return matched;
}

/* Of a probe that no engine has prepared. */
static struct dt_plan *plan_of(struct dt_probe *pr)
{
	if (!pr->pr_plan)
		pr->pr_plan = calloc(1, sizeof(*pr->pr_plan));
	assert_non_null(pr->pr_plan);
	return pr->pr_plan;
}

static void replay_prepare(struct dt_probe *pr, void *arg)
{
	const struct dt_provider *pv = arg;

	plan_of(pr)->pl_vars |= DT_PLAN_EXECNAME; /* as if the clauses looked at who it was */
	if (dt_probe_enabled(pr) && pv->pv_enable)
		assert_int_equal(pv->pv_enable(rp.rp_engine, pr), 0);
}

static void replay_start(void)
{
	struct dt_engine *en = rp.rp_engine;

	for (unsigned i = 0; dt_providers[i]; i++)
		dt_probe_walk(en, dt_providers[i], replay_prepare, (void *)dt_providers[i]);
	assert_int_equal(dt_feed_etl.fo_start(rp.rp_feed), 0);
	en->en_state = DT_ACTIVE;
	en->en_now = dt_feed_etl.fo_now(rp.rp_feed, &en->en_wall);
	dt_timers_start(en, en->en_now);
}

static void replay_run(uint64_t step)
{
	struct dt_engine *en = rp.rp_engine;
	uint64_t until;
	int r;

	replay_start();
	do {
		until = step == 0 ? 0 : en->en_now + step;
		r = dt_feed_etl.fo_poll(rp.rp_feed, until);
		assert_true(r >= 0);
		if (r == 1 && until != 0)
			/* later: after a long gap */
			assert_true(dt_feed_etl.fo_now(rp.rp_feed, NULL) >= until);
	} while (r == 1);
	dt_feed_etl.fo_stop(rp.rp_feed);
}

static void replay_close(void)
{
	if (rp.rp_feed)
		dt_feed_etl.fo_close(rp.rp_feed);
	dt_engine_destroy(rp.rp_engine);
	tally_destroy(rp.rp_tally);
}

/*
 * The corpus.
 */
#define SLOW "slow-ppt-slice6"
#define UNSAMPLED "tx-process"

static const char *corpus(const char *dir, const char *base, const char *ext)
{
	static char path[512];

	snprintf(path, sizeof(path), "%s/%s/%s%s", CORPUS, dir, base, ext);
	return path;
}

static void need(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return;
	print_message("skipped: no %s\n", path);
	skip();
}

static void open_corpus(const char *base)
{
	need(corpus("files", base, ".etl"));
	assert_true(replay_open(corpus("files", base, ".etl")));
}

static char *read_oracle(const char *base, const char *ext)
{
	char *json = oracle_read(corpus("oracle", base, ext));

	if (!json) {
		print_message("skipped: no %s\n", corpus("oracle", base, ext));
		skip();
	}
	return json;
}

/* "POWERPNT.EXE(5100)" as a script would say it: "powerpnt.exe 5100". */
static void edit_process(char *key)
{
	char *paren = strrchr(key, '(');

	if (!paren)
		return;
	for (char *p = key; p < paren; p++)
		*p = (char)tolower((unsigned char)*p);
	*paren = ' ';
	key[strlen(key) - 1] = '\0';
}

static const char *process_key(const struct dt_firing *fi)
{
	static char key[128];

	snprintf(key, sizeof(key), "%s %d", fi->fi_thread->t_proc->p_name,
		fi->fi_thread->t_proc->p_pid);
	return key;
}

static void compare(const char *json, const char *member)
{
	struct tally *want = tally_create();

	assert_int_equal(oracle_counts(json, member, want, edit_process), 0);
	assert_int_equal(tally_diff(want, rp.rp_tally), 0);
	tally_destroy(want);
}

/*
 * sched
 */
static void fire_oncpu(struct replay *r, struct dt_probe *pr, const struct dt_firing *fi)
{
	assert_true(fi->fi_cpu < 64);
	if (strcmp(dt_probe_name(pr), "off-cpu") == 0) {
		thread_t *next = (thread_t *)(uintptr_t)fi->fi_args[0];

		if (r->rp_last[fi->fi_cpu]) /* who leaves is who came */
			assert_ptr_equal(fi->fi_thread, r->rp_last[fi->fi_cpu]);
		assert_ptr_equal((proc_t *)(uintptr_t)fi->fi_args[1], next->t_proc);
		r->rp_last[fi->fi_cpu] = next;
		return;
	}
	assert_ptr_equal(fi->fi_thread, r->rp_last[fi->fi_cpu]); /* off-cpu announced it */
	assert_int_equal(fi->fi_thread->t_cpu, fi->fi_cpu);
	tally_add(r->rp_tally, process_key(fi), 1);
}

static void test_sched(void **state)
{
	char *json = read_oracle(SLOW, ".semantic.json");

	(void)state;
	open_corpus(SLOW);
	assert_int_equal(replay_enable("sched", "on-cpu"), 1);
	assert_int_equal(replay_enable("sched", "off-cpu"), 1);
	rp.rp_fire = fire_oncpu;
	replay_run(1000000000);
	assert_int_equal(tally_total(rp.rp_tally),
		oracle_number(json, "cswitch_new_process__total"));
	assert_int_equal(rp.rp_fired, 2 * tally_total(rp.rp_tally));
	compare(json, "cswitch_new_process");
	replay_close();
	free(json);
}

/*
 * profile
 */
static void fire_sample(struct replay *r, struct dt_probe *pr, const struct dt_firing *fi)
{
	(void)pr;
	assert_true((fi->fi_args[0] == 0) != (fi->fi_args[1] == 0));
	assert_true(fi->fi_args[0] == 0 || fi->fi_args[0] >> 63);
	tally_add(r->rp_tally, process_key(fi), 1);
}

static void test_sample(void **state)
{
	char *json = read_oracle(SLOW, ".semantic.json");

	(void)state;
	open_corpus(SLOW);
	assert_int_equal(replay_enable("profile", "sample-999"), 1);
	rp.rp_fire = fire_sample;
	replay_run(0);
	assert_int_equal(rp.rp_fired, oracle_number(json, "samples_process__total"));
	compare(json, "samples_process");
	replay_close();
	free(json);
}

static void fire_timer(struct replay *r, struct dt_probe *pr, const struct dt_firing *fi)
{
	char key[64];

	snprintf(key, sizeof(key), "%s %u", dt_probe_name(pr), fi->fi_cpu);
	tally_add(r->rp_tally, key, 1);
	assert_int_equal(fi->fi_time % 1000000, 0);
}

/* The clock of a trace ticks by itself: no event of the file feeds these probes. */
static void test_timers(void **state)
{
	uint64_t length;
	unsigned ncpu;

	(void)state;
	open_corpus(UNSAMPLED);
	assert_int_equal(replay_enable("profile", "profile-10ms"), 1);
	assert_int_equal(replay_enable("profile", "tick-100ms"), 1);
	rp.rp_fire = fire_timer;
	replay_run(1000000000);
	length = dt_feed_etl.fo_now(rp.rp_feed, NULL);
	ncpu = dt_sys_ncpu(dt_system(rp.rp_engine));
	assert_true(ncpu > 1);
	for (unsigned cpu = 0; cpu < ncpu; cpu++) {
		char key[64];

		snprintf(key, sizeof(key), "profile-10ms %u", cpu);
		assert_int_equal(tally_get(rp.rp_tally, key), length / 10000000);
	}
	assert_int_equal(tally_get(rp.rp_tally, "tick-100ms 0"), length / 100000000);
	assert_int_equal(rp.rp_fired, length / 10000000 * ncpu + length / 100000000);
	replay_close();
}

/* Where there are samples, each CPU's profile-N is of these. */
static uint64_t first_sample[64], last_sample[64];

static void fire_sampled(struct replay *r, struct dt_probe *pr, const struct dt_firing *fi)
{
	char key[64];

	assert_in_range(fi->fi_cpu, 0, 63);
	if (!strcmp(dt_probe_name(pr), "sample-999")) {
		if (!first_sample[fi->fi_cpu])
			first_sample[fi->fi_cpu] = fi->fi_time;
		last_sample[fi->fi_cpu] = fi->fi_time;
		return;
	}
	assert_true(fi->fi_args[0] || fi->fi_args[1]);
	assert_in_range(fi->fi_args[2], 0, 1000000000);
	snprintf(key, sizeof(key), "%u", fi->fi_cpu);
	tally_add(r->rp_tally, key, 1);
}

static void test_sampled(void **state)
{
	unsigned sampled = 0;

	(void)state;
	open_corpus(SLOW);
	assert_int_equal(replay_enable("profile", "profile-10ms"), 1);
	assert_int_equal(replay_enable("profile", "sample-999"), 1);
	rp.rp_fire = fire_sampled;
	replay_run(0);
	for (unsigned cpu = 0; cpu < 64; cpu++) {
		char key[64];

		snprintf(key, sizeof(key), "%u", cpu);
		assert_int_equal(tally_get(rp.rp_tally, key),
			first_sample[cpu] ? (last_sample[cpu] - first_sample[cpu]) / 10000000 + 1 :
					    0);
		sampled += first_sample[cpu] != 0;
	}
	assert_int_equal(sampled, 4);
	replay_close();
}

static void test_profile_names(void **state)
{
	static const char *const good[] = { "tick-1", "tick-3s", "tick-10MSEC", "tick-5000hz",
		"tick-200us", "tick-2min", "tick-1day", "profile-997", "profile-1Hour", "sample-1",
		"sample-999", "sample-100000", "tick-200000nsec" };
	static const char *const bad[] = { "tick-", "tick-0", "tick-5001", "tick-199us", "tick--1",
		"tick-1.5s", "tick-3x", "tick-1e3", "profile-s", "sample-0", "sample-",
		"tick-99999999999999999999s", "tick-18446744073709551615d", "tick 1", "Tick-1" };

	(void)state;
	memset(&rp, 0, sizeof(rp));
	rp.rp_tally = tally_create();
	rp.rp_engine = dt_engine_create(&replay_ops, &rp, &rp.rp_opts, false);
	assert_non_null(rp.rp_engine);
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++, rp.rp_nclauses = 0)
		assert_int_equal(replay_enable("profile", good[i]), 1);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++, rp.rp_nclauses = 0)
		assert_int_equal(replay_enable("profile", bad[i]), 0);
	replay_close();
}

/*
 * proc
 */
static void fire_proc(struct replay *r, struct dt_probe *pr, const struct dt_firing *fi)
{
	const char *name = dt_probe_name(pr);
	char key[512];

	if (strcmp(name, "start") == 0) {
		const proc_t *p = (proc_t *)(uintptr_t)fi->fi_args[0];

		snprintf(key, sizeof(key), "start %s parent %d of %d", p->p_name, p->p_ppid,
			fi->fi_thread->t_proc->p_pid);
	} else if (strcmp(name, "exit") == 0) {
		snprintf(key, sizeof(key), "exit %s %d", process_key(fi), (int)fi->fi_args[0]);
	} else {
		snprintf(key, sizeof(key), "%s", name);
	}
	if (strncmp(name, "module", 6) == 0) {
		assert_int_equal(fi->fi_nmem, 1);
		assert_ptr_equal(fi->fi_mem->me_data, (void *)(uintptr_t)fi->fi_args[0]);
		assert_int_equal(fi->fi_mem->me_len, strlen(fi->fi_mem->me_data) + 1);
		assert_int_equal(fi->fi_thread->t_proc->p_pid, (int)fi->fi_args[2]);
	}
	tally_add(r->rp_tally, key, 1);
}

static void test_proc(void **state)
{
	(void)state;
	open_corpus(SLOW);
	assert_true(replay_enable("proc", "") >= 7);
	rp.rp_fire = fire_proc;
	replay_run(1000000000);
	assert_int_equal(tally_get(rp.rp_tally, "module-load"), 43);
	assert_int_equal(tally_get(rp.rp_tally, "module-unload"), 86);
	assert_true(tally_get(rp.rp_tally, "lwp-start") > 0);
	assert_true(tally_get(rp.rp_tally, "lwp-exit") > 0);
	assert_int_equal(tally_get(rp.rp_tally, "exec-success"), 0);
	assert_int_equal(rp.rp_images, 4550 + 43);
	assert_int_equal(rp.rp_warnings, 0);
	replay_close();
}

/*
 * diag
 */
static void edit_event(char *key)
{
	/* [kind|]guid[|kind]|number|version to {guid} number version */
	char copy[256], *part[4] = { "", "", "", "" }, *save = NULL;
	unsigned n = 0;

	snprintf(copy, sizeof(copy), "%s", key);
	for (char *p = strtok_r(copy, "|", &save); p && n < 4; p = strtok_r(NULL, "|", &save))
		part[n++] = p;
	sprintf(key, "{%s} %s %s", strlen(part[0]) == 36 ? part[0] : part[1], part[2], part[3]);
}

/* The number of a kernel or classic record is its opcode, of all others the id. */
static void fire_diag(struct replay *r, struct dt_probe *pr, const struct dt_firing *fi)
{
	const struct etw_event *ev = &etl_of(r->rp_feed)->ef_event;
	const uint8_t *pay = (const uint8_t *)(uintptr_t)fi->fi_args[4];
	uint16_t id;
	char key[128];

	(void)pr;
	memcpy(&id, pay - 4, 2);
	assert_int_equal(id, fi->fi_args[1]);
	assert_int_equal(pay[-1], ev->ev_ptrsize == 8);
	assert_ptr_equal(fi->fi_payload, pay);
	assert_int_equal(fi->fi_paylen, fi->fi_args[3]);
	assert_memory_equal(pay, ev->ev_payload, ev->ev_paylen);
	snprintf(key, sizeof(key), "%s %d %d", (const char *)(uintptr_t)fi->fi_args[0],
		ev->ev_kind == ETW_EVENT || ev->ev_kind == ETW_WPP ? (int)fi->fi_args[1] :
								     (int)fi->fi_args[2],
		pay[-2]);
	tally_add(r->rp_tally, key, 1);
}

static void check_diag(const char *base)
{
	const char *ext = strcmp(base, SLOW) == 0 ? ".dissect.json" : ".json";
	char *json = read_oracle(base, ext);
	struct tally *want = tally_create();

	open_corpus(base);
	assert_int_equal(replay_enable("diag", "events"), 1);
	plan_of(dt_probe_find(rp.rp_engine, "diag", "", "", "events"))->pl_args = 1 << 4;
	rp.rp_fire = fire_diag;
	replay_run(1000000000);
	assert_int_equal(rp.rp_fired, oracle_number(json, "records"));
	assert_int_equal(oracle_counts(json, "events", want, edit_event), 0);
	assert_int_equal(tally_diff(want, rp.rp_tally), 0);
	tally_destroy(want);
	replay_close();
	free(json);
}

static void test_diag(void **state)
{
	static const char *const files[] = { SLOW, "ab-shutdownperfdiag", "krabs-powershell-a",
		"pktmon-n1", "pv-diaghub-kernel", "pv-diaghub-user_paged", "pv-gcevents",
		"pv-net452x86", "pv-primitive-types", "pv-selfdescribing", "pv-smalletl",
		"pyetwkit-sample", "s4-cldflt0", "s4-waasmedic", "sb-image_32_v0", "sb-image_32_v1",
		"sb-image_32_v2", "sb-image_64_v0", "sb-image_64_v1", "sb-image_64_v2",
		"sb-process_32_v1", "sb-process_32_v2", "sb-process_32_v3", "sb-process_64_v2",
		"sb-process_64_v3", "sb-test_32_v0", "sb-test_32_v1", "sb-test_32_v2",
		"sb-test_64_v0", "sb-test_64_v1", "sb-test_64_v2", "tx-httpserver", "tx-process" };

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		check_diag(files[i]);
}

/*
 * proc again: each of its events fires, in every header kind and version that the corpus has.
 */
static uint64_t oracle_events(const struct tally *t, const char *group, unsigned opcode)
{
	uint64_t n = 0;

	for (unsigned version = 0; version <= 5; version++) {
		char key[128];

		snprintf(key, sizeof(key), "{%s} %u %u", group, opcode, version);
		n += tally_get(t, key);
	}
	return n;
}

static void fire_name(struct replay *r, struct dt_probe *pr, const struct dt_firing *fi)
{
	(void)fi;
	tally_add(r->rp_tally, dt_probe_name(pr), 1);
}

static void check_life(const char *base)
{
	static const struct {
		const char *group;
		unsigned opcode;
		const char *name;
	} life[] = {
		{ "3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c", 1, "start" },
		{ "3d6fa8d0-fe05-11d0-9dda-00c04fd7ba7c", 2, "exit" },
		{ "3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c", 1, "lwp-start" },
		{ "3d6fa8d1-fe05-11d0-9dda-00c04fd7ba7c", 2, "lwp-exit" },
		{ "2cb15d1d-5fc1-11d2-abe1-00a0c911f518", 10, "module-load" },
		{ "2cb15d1d-5fc1-11d2-abe1-00a0c911f518", 2, "module-unload" },
	};
	char *json = read_oracle(base, strcmp(base, SLOW) == 0 ? ".dissect.json" : ".json");
	struct tally *want = tally_create();

	assert_int_equal(oracle_counts(json, "events", want, edit_event), 0);
	open_corpus(base);
	replay_enable("proc", "");
	rp.rp_fire = fire_name;
	replay_run(1000000000);
	for (size_t i = 0; i < sizeof(life) / sizeof(*life); i++)
		assert_int_equal(tally_get(rp.rp_tally, life[i].name),
			oracle_events(want, life[i].group, life[i].opcode));
	assert_int_equal(etw_stats(etl_of(rp.rp_feed)->ef_trace)->es_damaged, 0);
	tally_destroy(want);
	replay_close();
	free(json);
}

static void test_life(void **state)
{
	static const char *const files[] = { SLOW, "ab-shutdownperfdiag", "pv-diaghub-kernel",
		"pv-net452x86", "sb-process_32_v1", "sb-process_32_v2", "sb-process_32_v3",
		"sb-process_64_v2", "sb-process_64_v3", "sb-image_32_v0", "sb-image_32_v1",
		"sb-image_32_v2", "sb-image_64_v0", "sb-image_64_v1", "sb-image_64_v2" };

	(void)state;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		check_life(files[i]);
}

/*
 * Files that are none, and files with holes.
 */
static void test_refused(void **state)
{
	(void)state;
	assert_false(replay_open("/nonexistent.etl"));
	assert_non_null(strstr(rp.rp_engine->en_error, "/nonexistent.etl"));
	replay_close();
}

static void damage(const char *from, const char *to, long at)
{
	FILE *in = fopen(from, "r"), *out = fopen(to, "w");
	int c;

	assert_non_null(in);
	assert_non_null(out);
	for (long i = 0; (c = getc(in)) != EOF; i++)
		putc(i >= at && i < at + 16 ? 0x5a : c, out);
	fclose(in);
	fclose(out);
}

static void test_damage(void **state)
{
	char broken[] = "/tmp/replay-XXXXXX";
	int fd;

	(void)state;
	need(corpus("files", "tx-process", ".etl"));
	fd = mkstemp(broken);
	assert_true(fd >= 0);
	damage(corpus("files", "tx-process", ".etl"), broken, 8192 * 3 + 0x48);
	assert_true(replay_open(broken));
	assert_int_equal(replay_enable("diag", "events"), 1);
	replay_run(1000000000);
	assert_true(rp.rp_fired > 10000 && rp.rp_fired < 10344);
	assert_int_equal(rp.rp_warnings, 1);
	assert_non_null(strstr(rp.rp_warning, "1 damaged stretch skipped"));
	assert_non_null(strstr(rp.rp_warning, "offset 0x6000"));
	replay_close();
	remove(broken);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sched),
		cmocka_unit_test(test_sample),
		cmocka_unit_test(test_timers),
		cmocka_unit_test(test_sampled),
		cmocka_unit_test(test_profile_names),
		cmocka_unit_test(test_proc),
		cmocka_unit_test(test_diag),
		cmocka_unit_test(test_life),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
