/* Capture plans: which descriptors fds[] asks for. */
#include "fix.h"

static void arg(struct dif_object *o, unsigned n, unsigned rd)
{
	WIDE(o, LDGS, DIF_VAR_ARG0 + n, rd);
}

/* fds[%r1] */
static struct dt_plan file_of(struct dif_object *o)
{
	RRR(o, PUSHTV, 0, 0, 1);
	WIDE(o, CALL, DIF_SUBR_OFILE, 1);
	RET(o, 1);
	return fix_plan(o);
}

static void assert_arg(const struct dt_plan *pl, int n)
{
	assert_false(pl->pl_deref);
	assert_int_equal(pl->pl_nlates, 0);
	assert_int_equal(pl->pl_nfiles, 1);
	assert_int_equal(pl->pl_files[0].pf_from, DT_FD_ARG);
	assert_int_equal(pl->pl_files[0].pf_fd, n);
	assert_int_equal(pl->pl_args, 1 << n);
}

static void assert_late(const struct dt_plan *pl)
{
	assert_true(pl->pl_deref);
	assert_int_equal(pl->pl_lates[0].la_what, DT_LATE_FDS);
	assert_int_equal(pl->pl_nfiles, 0);
}

/* fds[7], fds[arg2] */
static void test_plain(void **state)
{
	struct dif_object *o = as_new();
	struct dt_plan pl;

	(void)state;
	as_setx(o, 7, 1);
	pl = file_of(o);
	assert_int_equal(pl.pl_nfiles, 1);
	assert_int_equal(pl.pl_files[0].pf_from, DT_FD_CONST);
	assert_int_equal(pl.pl_files[0].pf_fd, 7);
	assert_int_equal(pl.pl_args, 0);
	o = as_new();
	arg(o, 2, 1);
	pl = file_of(o);
	assert_arg(&pl, 2);
}

static struct dif_object *shifted(int left, int right, bool sign)
{
	struct dif_object *o = as_new();

	arg(o, 2, 1);
	as_setx(o, left, 2);
	as_setx(o, right, 3);
	RRR(o, SLL, 1, 2, 1);
	if (sign)
		RRR(o, SRA, 1, 3, 1);
	else
		RRR(o, SRL, 1, 3, 1);
	return o;
}

/* fds[(int)arg2] is the descriptor of arg2; what else is computed is not known beforehand. */
static void test_int(void **state)
{
	struct dif_object *o;
	struct dt_plan pl;

	(void)state;
	pl = file_of(shifted(32, 32, true));
	assert_arg(&pl, 2);
	pl = file_of(shifted(48, 48, true)); /* (short)arg2 */
	assert_late(&pl);
	pl = file_of(shifted(32, 48, true));
	assert_late(&pl);
	pl = file_of(shifted(48, 32, true));
	assert_late(&pl);
	pl = file_of(shifted(32, 32, false));
	assert_late(&pl);
	o = as_new();
	arg(o, 2, 1);
	as_setx(o, 32, 2);
	RRR(o, SLL, 1, 2, 1); /* half of the way */
	pl = file_of(o);
	assert_late(&pl);
	o = as_new();
	arg(o, 2, 1);
	as_setx(o, 32, 2);
	RRR(o, SRA, 1, 2, 1);
	pl = file_of(o);
	assert_late(&pl);
	o = shifted(32, 32, true);
	as_setx(o, 1, 2);
	RRR(o, ADD, 1, 2, 1);
	pl = file_of(o);
	assert_late(&pl);
}

static struct dt_plan files_of(unsigned n)
{
	struct dif_object *o = as_new();

	for (unsigned i = 0; i < 2 * n; i++) {
		arg(o, i / 2, 1);
		RRR(o, PUSHTV, 0, 0, 1);
		WIDE(o, CALL, DIF_SUBR_OFILE, 1);
		RRR(o, FLUSHTS, 0, 0, 0);
	}
	RET(o, 1);
	return fix_plan(o);
}

/* The same descriptor is captured once; beyond DT_PLAN_MAXFILES one is read late. */
static void test_many(void **state)
{
	struct dt_plan pl = files_of(DT_PLAN_MAXFILES);

	(void)state;
	assert_int_equal(pl.pl_nfiles, DT_PLAN_MAXFILES);
	assert_false(pl.pl_deref);
	pl = files_of(DT_PLAN_MAXFILES + 1);
	assert_int_equal(pl.pl_nfiles, DT_PLAN_MAXFILES);
	assert_true(pl.pl_deref);
	assert_int_equal(pl.pl_lates[0].la_what, DT_LATE_FDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_plain),
		cmocka_unit_test(test_int),
		cmocka_unit_test(test_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
