/* Sessions that go wrong, and what there is to know without one. */
#include "session.h"

static dtrace_prog_t *compile(dtrace_hdl_t *h, const char *text)
{
	return dtrace_program_strcompile(h, text, DTRACE_PROBESPEC_NONE, 0, 0, NULL);
}

static void assert_error(dtrace_hdl_t *h, int rc, int error, const char *msg)
{
	assert_int_equal(rc, -1);
	assert_int_equal(dtrace_errno(h), error);
	if (msg)
		assert_string_equal(dtrace_errmsg(h, error), msg);
}

static void opening_fails(void **state)
{
	int error = 0;

	(void)state;
	assert_null(dtrace_open(DTRACE_VERSION + 1, 0, &error));
	assert_int_equal(error, EDT_VERSION);
	assert_string_equal(dtrace_errmsg(NULL, error),
		"Client requested version newer than library");
	dtrace_close(NULL);
}

/* What has failed fails again, in the same words. */
static void no_such_trace(void **state)
{
	const char *path = "/nonexistent/trace.etl";
	int error;
	dtrace_hdl_t *h = dtrace_open(DTRACE_VERSION, 0, &error);
	char first[256];

	(void)state;
	assert_int_equal(dtrace_event_files(h, &path, 1), 0);
	assert_error(h, dtrace_init(h), EDT_FAILED, NULL);
	snprintf(first, sizeof(first), "%s", dtrace_errmsg(h, EDT_FAILED));
	assert_non_null(strstr(first, path));
	assert_error(h, dtrace_init(h), EDT_FAILED, first);
	assert_null(compile(h, "BEGIN"));
	assert_error(h, dtrace_go(h), EDT_FAILED, first);
	assert_error(h, dtrace_event_files(h, &path, 1), EDT_ACTIVE, NULL);
	dtrace_close(h);
}

static void sessions_have_an_order(void **state)
{
	struct seen *se = open_trace("quiet");
	dtrace_prog_t *pg;

	(void)state;
	assert_error(se->h, dtrace_stop(se->h), EDT_INACTIVE, NULL);
	assert_int_equal(dtrace_work(se->h, se->fp, NULL, NULL, NULL), DTRACE_WORKSTATUS_ERROR);
	assert_error(se->h, dtrace_aggregate_print(se->h, se->fp, NULL), EDT_INACTIVE, NULL);
	assert_int_equal(dtrace_status(se->h), DTRACE_STATUS_NONE);
	assert_error(se->h, dtrace_setopt(se->h, "nosuch", NULL), EDT_BADOPTNAME,
		"Invalid option name");
	assert_error(se->h, dtrace_setopt(se->h, "strsize", "x"), EDT_BADOPTVAL, NULL);
	assert_null(compile(se->h, "BEGIN {"));
	assert_int_equal(dtrace_errno(se->h), EDT_COMPILER);
	pg = compile(se->h, "BEGIN { trace(1); exit(0); }");
	assert_non_null(pg);
	assert_error(se->h,
		dtrace_program_exec(se->h, compile(se->h, "BEGIN { system(\"true\"); }"), NULL),
		EDT_DESTRUCTIVE, "Destructive actions not allowed");
	REQUIRE(se, dtrace_program_exec(se->h, pg, NULL));
	REQUIRE(se, dtrace_program_exec(se->h, pg, NULL));
	REQUIRE(se, dtrace_go(se->h));
	assert_error(se->h, dtrace_go(se->h), EDT_ACTIVE, NULL);
	assert_error(se->h, dtrace_program_exec(se->h, pg, NULL), EDT_ACTIVE, NULL);
	assert_error(se->h, dtrace_setopt(se->h, "bufsize", "1m"), EDT_OPTACTIVE, NULL);
	assert_null(dtrace_proc_command(se->h, "true"));
	assert_int_equal(dtrace_errno(se->h), EDT_REPLAY);
	assert_int_equal(work(se, se->fp), DTRACE_WORKSTATUS_DONE);
	assert_int_equal(dtrace_status(se->h), DTRACE_STATUS_EXITED);
	assert_int_equal(dtrace_stop(se->h), 0);
	/* exit() ends the firing: the second enabling did not run */
	assert_string_equal(se->text, "1");
	end(se);
}

static void compiling_needs_no_device(void **state)
{
	int error;
	dtrace_hdl_t *h = dtrace_open(DTRACE_VERSION, DTRACE_O_NODEV, &error);
	dtrace_proginfo_t info;
	dtrace_prog_t *pg = compile(h, "BEGIN, END { }");

	(void)state;
	assert_non_null(pg);
	assert_int_equal(dtrace_program_info(h, pg, &info), 0);
	assert_int_equal(info.dpi_matches, 2);
	assert_int_equal(dtrace_program_exec(h, pg, NULL), 0);
	assert_error(h, dtrace_go(h), EDT_NODEV, NULL);
	dtrace_close(h);
}

static int count_probe(dtrace_hdl_t *h, const dtrace_probedesc_t *pd, void *arg)
{
	dtrace_probeinfo_t info;

	assert_int_equal(dtrace_probe_info(h, pd, &info), 0);
	++*(int *)arg;
	return *(int *)arg == 2 ? 7 : 0;
}

static void probes_are_listed(void **state)
{
	struct seen *se = open_trace(NULL);
	dtrace_probedesc_t pd = { .dtpd_provider = "dtrace" }, none = { .dtpd_provider = "nosuch" };
	dtrace_probedesc_t bad = { .dtpd_id = 1000000 };
	dtrace_probeinfo_t info;
	int n = 0;

	(void)state;
	assert_int_equal(dtrace_probe_iter(se->h, &pd, count_probe, &n), 7);
	assert_int_equal(n, 2);
	assert_error(se->h, dtrace_probe_iter(se->h, &none, count_probe, &n), EDT_NOPROBE, NULL);
	assert_error(se->h, dtrace_probe_iter(se->h, &bad, count_probe, &n), EDT_BADID, NULL);
	assert_error(se->h, dtrace_probe_info(se->h, &none, &info), EDT_NOPROBE, NULL);
	end(se);
}

/* Two handles at a time do not meet. */
static void handles_are_apart(void **state)
{
	struct seen *a = open_trace("quiet"), *b = open_trace("quiet");

	(void)state;
	enable(a,
		"int x; BEGIN { x = 1; @ = count(); } END { printf(\"a%d\", x); printa(\"%@d\", @); }");
	enable(b,
		"string x; BEGIN { x = \"2\"; @ = sum(5); } END { printf(\"b%s\", x); printa(\"%@d\", @); }");
	REQUIRE(a, dtrace_go(a->h));
	REQUIRE(b, dtrace_go(b->h));
	assert_int_equal(dtrace_work(a->h, a->fp, NULL, NULL, NULL), DTRACE_WORKSTATUS_OKAY);
	assert_int_equal(work(b, b->fp), DTRACE_WORKSTATUS_DONE);
	assert_int_equal(work(a, a->fp), DTRACE_WORKSTATUS_DONE);
	assert_string_equal(a->text, "a11");
	assert_string_equal(b->text, "b25");
	assert_int_equal(dtrace_status(a->h), DTRACE_STATUS_ENDED);
	end(a);
	end(b);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(opening_fails),
		cmocka_unit_test(no_such_trace),
		cmocka_unit_test(sessions_have_an_order),
		cmocka_unit_test(compiling_needs_no_device),
		cmocka_unit_test(probes_are_listed),
		cmocka_unit_test(handles_are_apart),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int argc, char **argv)
{
	return trace_tests(argc, argv, tests);
}
