/* Headings, columns, flowindent, and the actions that act when their record is consumed. */
#include "fixture.h"

static struct fixture *fx;
static struct rec *fired[32];
static unsigned nfired;

static int setup(void **state)
{
	(void)state;
	fx = fx_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	while (nfired > 0)
		rec_free(fired[--nfired]);
	fx_free(fx);
	return 0;
}

/* A firing that leaves an int. */
static void fires(struct dt_probe *pr, uint32_t epid, uint64_t time, int v)
{
	struct rec *r = rec_new(pr, epid);

	r->rc->rc_time = time;
	r->rc->rc_cpu = 3;
	if (v >= 0) {
		rec_act(r, DT_ACT_EXPR);
		rec_int(r, T_SIGNED, 4, v);
	}
	rec_consume(fx, r);
	/* descriptions live as long as the handle, a record's bytes are gone */
	memset(r->rc, 0xee, r->rc->rc_size);
	free(r->rc);
	r->rc = NULL;
	assert_true(nfired < sizeof(fired) / sizeof(fired[0]));
	fired[nfired++] = r;
}

static void test_columns(void **state)
{
	(void)state;
	fires(&probe_entry, 1, 1, -1);
	fires(&probe_begin, 2, 2, 7);
	fx_expect(fx,
		"CPU     ID                    FUNCTION:NAME\n"
		"  3     10                       read:entry \n"
		"  3      1                           :BEGIN         7\n");
}

static void test_several_actions(void **state)
{
	struct rec *r = rec_new(&probe_entry, 1);
	char err[64];

	(void)state;
	rec_act(r, DT_ACT_EXPR);
	rec_int(r, T_SIGNED, 4, 1);
	rec_act(r, DT_ACT_EXPR);
	rec_str(r, "two", 8);
	rec_act(r, DT_ACT_PRINTF)->ac_fmt = dt_format_compile("<%d %d>", err, sizeof(err));
	rec_int(r, T_SIGNED, 4, 3);
	rec_int(r, T_SIGNED, 2, 4);
	rec_consume(fx, r);
	fx_expect(fx,
		"CPU     ID                    FUNCTION:NAME\n"
		"  0     10                       read:entry         1"
		"  two                              <3 4>\n");
	fx_set(fx, "quiet", "on");
	rec_consume(fx, r);
	fx_expect(fx, "1two<3 4>");
	rec_free(r);
}

#define FLOWHEAD "CPU FUNCTION                                 \n"

static void test_flowindent(void **state)
{
	(void)state;
	fx_set(fx, "flowindent", NULL);
	fires(&probe_sysentry, 1, 1, -1);
	fires(&probe_entry, 2, 2, 5);
	fires(&probe_begin, 3, 3, -1);
	fires(&probe_return, 4, 4, 6);
	fires(&probe_sysreturn, 5, 5, -1);
	fires(&probe_sysreturn, 5, 6, -1);
	dt_consume_flush(fx->co);
	fx_expect(fx,
		FLOWHEAD "  3  => ioctl                                 \n"
			 "  3    -> read                                        5\n"
			 "  3     | :BEGIN                              \n"
			 "  3    <- read                                        6\n"
			 "  3  <= ioctl                                 \n"
			 "  3  <= ioctl                                 \n");
}

static void test_flowindent_clauses(void **state)
{
	(void)state;
	fx_set(fx, "flowindent", NULL);
	fires(&probe_entry, 1, 1, -1);
	fires(&probe_entry, 2, 1, -1);
	fires(&probe_entry, 3, 1, -1);
	fires(&probe_entry, 1, 2, -1); /* recursion: a firing of its own */
	fires(&probe_return, 4, 3, -1);
	fires(&probe_return, 5, 3, -1);
	fires(&probe_return, 4, 4, -1);
	fires(&probe_return, 5, 4, -1);
	fires(&probe_begin, 6, 5, -1);
	fx_expect(fx,
		FLOWHEAD "  3  -> read                                  \n"
			 "  3   | read:entry                            \n"
			 "  3   | read:entry                            \n"
			 "  3    -> read                                \n"
			 "  3     | read:return                         \n"
			 "  3    <- read                                \n"
			 "  3   | read:return                           \n"
			 "  3  <- read                                  \n"
			 "  3 | :BEGIN                                  \n");
}

static void test_flowindent_quiet(void **state)
{
	(void)state;
	fx_set(fx, "flowindent", NULL);
	fx_set(fx, "quiet", NULL);
	fires(&probe_entry, 1, 1, 5);
	fires(&probe_return, 2, 2, -1);
	assert_int_equal(dt_consume_aggs(fx->co), 0);
	fx_expect(fx,
		FLOWHEAD "  3  -> read                                  5"
			 "  3  <- read                                  ");
}

static void test_quiet(void **state)
{
	(void)state;
	fx_set(fx, "quiet", NULL);
	fires(&probe_entry, 1, 1, -1);
	fx_expect(fx, "");
	fires(&probe_entry, 1, 1, 5);
	fx_expect(fx, "5");
	fx_set(fx, "quiet", "no");
	fires(&probe_entry, 1, 1, -1);
	fx_expect(fx,
		"CPU     ID                    FUNCTION:NAME\n"
		"  3     10                       read:entry \n");
}

static void test_exit(void **state)
{
	struct rec *r = rec_new(&probe_begin, 1);

	(void)state;
	fx_set(fx, "quiet", NULL);
	rec_act(r, DT_ACT_EXIT);
	rec_int(r, T_SIGNED, 4, 300);
	rec_consume(fx, r);
	assert_int_equal(fx->status, 300);
	fx_expect(fx, "");
	rec_free(r);
}

/* Text before a system() goes out before it, text behind it after. */
static void test_other_actions(void **state)
{
	struct rec *r = rec_new(&probe_begin, 1);
	char err[64];

	(void)state;
	fx_set(fx, "quiet", NULL);
	rec_act(r, DT_ACT_EXPR);
	rec_int(r, T_SIGNED, 4, 1);
	rec_act(r, DT_ACT_SYSTEM)->ac_fmt = dt_format_compile("echo %s %d", err, sizeof(err));
	rec_str(r, "hi", 8);
	rec_int(r, T_SIGNED, 4, 2);
	rec_act(r, DT_ACT_EXPR);
	rec_int(r, T_SIGNED, 4, 3);
	rec_act(r, DT_ACT_LIB)->ac_arg = DT_LIB_FTRUNCATE;
	rec_consume(fx, r);
	fx_expect(fx, "1<echo hi 2>3");
	assert_int_equal(fx->actions, 2);
	rec_free(r);
}

static void test_format_bounds(void **state)
{
	struct rec *r = rec_printf("%s");
	char out[4];

	(void)state;
	rec_str(r, "abcdef", 8);
	assert_int_equal(dt_consume_format(fx->co, &r->ep, r->rc, &r->acts[0], out, sizeof(out)),
		3);
	assert_string_equal(out, "abc");
	assert_int_equal(dt_consume_format(fx->co, &r->ep, r->rc, &r->acts[1], out, sizeof(out)),
		0);
	assert_string_equal(out, "");
	rec_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_columns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_several_actions, setup, teardown),
		cmocka_unit_test_setup_teardown(test_flowindent, setup, teardown),
		cmocka_unit_test_setup_teardown(test_flowindent_clauses, setup, teardown),
		cmocka_unit_test_setup_teardown(test_flowindent_quiet, setup, teardown),
		cmocka_unit_test_setup_teardown(test_quiet, setup, teardown),
		cmocka_unit_test_setup_teardown(test_exit, setup, teardown),
		cmocka_unit_test_setup_teardown(test_other_actions, setup, teardown),
		cmocka_unit_test_setup_teardown(test_format_bounds, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
