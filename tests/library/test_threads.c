/*
 * Two handles in two threads share nothing: each replays, lists and compiles for the running kernel
 * at the same time, and prints what one alone prints. With -DSANITIZE=ON, memory that a handle
 * leaves behind fails the test, too.
 */
#include <pthread.h>
#include <unistd.h>
#include "session.h"

#define ROUNDS 5

struct worker {
	pthread_t wo_thread;
	unsigned wo_kfuncs, wo_tracepoints;
	char *wo_text;
	char wo_error[256];
};

static int count_probe(dtrace_hdl_t *h, const dtrace_probedesc_t *pd, void *arg)
{
	(void)h;
	(void)pd;
	++*(unsigned *)arg;
	return 0;
}

static unsigned count_probes(dtrace_hdl_t *h, const char *prov, const char *func)
{
	dtrace_probedesc_t pd = { .dtpd_provider = prov,
		.dtpd_mod = "",
		.dtpd_func = func,
		.dtpd_name = "" };
	unsigned n = 0;

	dtrace_probe_iter(h, &pd, count_probe, &n);
	return n;
}

/* Lists and compiles for the running kernel; without privilege both find less, but the same. */
static void live_once(struct worker *wo)
{
	char *argv[] = { (char *)"test", NULL };
	int error;
	dtrace_hdl_t *h = dtrace_open(DTRACE_VERSION, 0, &error);

	wo->wo_kfuncs = count_probes(h, "fbt", "vfs_*");
	wo->wo_tracepoints = count_probes(h, "linux-sched", "");
	if (wo->wo_tracepoints &&
		!dtrace_program_strcompile(h,
			"linux-sched:::sched_switch { trace(args[0]->next_comm); }",
			DTRACE_PROBESPEC_NONE, 0, 1, argv))
		snprintf(wo->wo_error, sizeof(wo->wo_error), "%s",
			dtrace_errmsg(h, dtrace_errno(h)));
	dtrace_close(h);
}

static void *work_once(void *arg)
{
	struct worker *wo = arg;
	struct seen *se = open_trace(NULL);

	live_once(wo);
	run(se, "sched:::on-cpu { @[execname] = count(); }");
	REQUIRE(se, dtrace_aggregate_snap(se->h));
	REQUIRE(se, dtrace_aggregate_print(se->h, se->fp, NULL));
	fflush(se->fp);
	wo->wo_text = strdup(se->text);
	end(se);
	return NULL;
}

static void two_threads(void **state)
{
	struct worker alone = { 0 };

	(void)state;
	work_once(&alone);
	assert_string_equal(alone.wo_error, "");
	assert_true(strlen(alone.wo_text) > 20);
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct worker wo[2] = { 0 };

		for (unsigned t = 0; t < 2; t++)
			assert_int_equal(pthread_create(&wo[t].wo_thread, NULL, work_once, &wo[t]),
				0);
		for (unsigned t = 0; t < 2; t++) {
			pthread_join(wo[t].wo_thread, NULL);
			assert_string_equal(wo[t].wo_error, "");
			assert_int_equal(wo[t].wo_kfuncs, alone.wo_kfuncs);
			assert_int_equal(wo[t].wo_tracepoints, alone.wo_tracepoints);
			assert_string_equal(wo[t].wo_text, alone.wo_text);
			free(wo[t].wo_text);
		}
	}
	free(alone.wo_text);
}

static int tests(void)
{
	const struct CMUnitTest all[] = { cmocka_unit_test(two_threads) };

	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int argc, char **argv)
{
	return trace_tests(argc, argv, tests);
}
