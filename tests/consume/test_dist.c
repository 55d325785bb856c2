/*
 * Distributions: which rows, how long the bars, what labels; and the tables of agghist and aggpack.
 */
#include "fixture.h"

static struct fixture *fx;
static struct dt_operand int_key[1], str_key[1];

#define LQ(base, step, levels) \
	((uint64_t)(step) << 48 | (uint64_t)(levels) << 32 | (uint32_t)(base))
#define LLQ(factor, low, high, nsteps) \
	((uint64_t)(factor) << 48 | (uint64_t)(low) << 32 | (uint64_t)(high) << 16 | (nsteps))
#define AGG(var, id, kind, arg, keys, nkeys) \
	struct dt_aggdesc var = { #var, id, DT_ACT_AGG_##kind, arg, nkeys, keys, true, NULL }

static int setup(void **state)
{
	(void)state;
	fx = fx_new();
	fx_set(fx, "quiet", NULL);
	int_key[0] = (struct dt_operand){ .op_kind = DT_ACT_EXPR,
		.op_size = 4,
		.op_align = 4,
		.op_difo = type_object(T_SIGNED) };
	str_key[0] = (struct dt_operand){ .op_kind = DT_ACT_EXPR,
		.op_size = 8,
		.op_align = 1,
		.op_difo = type_object(T_STRING) };
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fx_free(fx);
	return 0;
}

static void add(struct dt_aggdesc *ag, int key, int64_t v, int64_t incr)
{
	dt_agg_update(fx->aggs, 0, ag, &key, v, incr);
}

static void adds(struct dt_aggdesc *ag, const char *s, int64_t v, int64_t incr)
{
	char key[8] = "";

	memcpy(key, s, strlen(s));
	dt_agg_update(fx->aggs, 0, ag, key, v, incr);
}

static void printa(const char *fmt, struct dt_aggdesc *ag, const char *text)
{
	struct rec *r = rec_new(&probe_begin, 1);
	struct dt_action *ac = rec_act(r, DT_ACT_PRINTA);
	char err[128];

	ac->ac_fmt = fmt ? dt_format_compile(fmt, err, sizeof(err)) : NULL;
	ac->ac_aggs = &ag;
	ac->ac_naggs = 1;
	assert_int_equal(rec_consume(fx, r), 0);
	rec_free(r);
	fx_expect(fx, text);
}

#define HEAD "\n           value  ------------- Distribution ------------- count    \n"

static void test_quantize(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, int_key, 1);

	(void)state;
	add(&ag, 7, 0, 1);
	add(&ag, 7, 1, 1);
	add(&ag, 7, 3, 1);
	add(&ag, 7, 2, 1);
	add(&ag, 7, -1, 1);
	add(&ag, 7, -5, 1);
	printa(NULL, &ag,
		"\n        7" HEAD
		"              -8 |                                         0        \n"
		"              -4 |@@@@@@@                                  1        \n"
		"              -2 |                                         0        \n"
		"              -1 |@@@@@@@                                  1        \n"
		"               0 |@@@@@@@                                  1        \n"
		"               1 |@@@@@@@                                  1        \n"
		"               2 |@@@@@@@@@@@@@                            2        \n"
		"               4 |                                         0        \n"
		"\n");
}

static void test_quantize_ends(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, NULL, 0);

	(void)state;
	add(&ag, 0, INT64_MIN, 3);
	printa("%@d", &ag,
		HEAD "-4611686018427387904 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3        \n"
		     "-2305843009213693952 |                                         0        \n");
	dt_agg_empty(fx->aggs, &ag);
	add(&ag, 0, INT64_MAX, 1);
	printa("%@d", &ag,
		HEAD "2305843009213693952 |                                         0        \n"
		     "4611686018427387904 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        \n");
}

/* One in 80 is half a column and rounds up; one in 81 doesn't. */
static void test_rounding(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, NULL, 0);

	(void)state;
	add(&ag, 0, 1, 1);
	add(&ag, 0, 0, 79);
	printa("%@d", &ag,
		HEAD "              -1 |                                         0        \n"
		     "               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 79       \n"
		     "               1 |@                                        1        \n"
		     "               2 |                                         0        \n");
	add(&ag, 0, 0, 1);
	printa("%@d", &ag,
		HEAD "              -1 |                                         0        \n"
		     "               0 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 80       \n"
		     "               1 |                                         1        \n"
		     "               2 |                                         0        \n");
}

static void test_negative_counts(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, NULL, 0);

	(void)state;
	add(&ag, 0, 1, -3);
	add(&ag, 0, 2, -1);
	printa("%@d", &ag,
		HEAD "               0                                         | 0        \n"
		     "               1           @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@| -3       \n"
		     "               2                               @@@@@@@@@@| -1       \n"
		     "               4                                         | 0        \n");
	add(&ag, 0, 4, 4);
	printa("%@d", &ag,
		HEAD "               0                     |                     0        \n"
		     "               1             @@@@@@@@|                     -3       \n"
		     "               2                  @@@|                     -1       \n"
		     "               4                     |@@@@@@@@@@           4        \n"
		     "               8                     |                     0        \n");
}

static void test_no_data(void **state)
{
	AGG(quant, 1, QUANTIZE, 0, NULL, 0);
	AGG(linear, 2, LQUANTIZE, LQ(0, 10, 4), NULL, 0);
	AGG(loglin, 3, LLQUANTIZE, LLQ(10, 0, 2, 10), NULL, 0);

	(void)state;
	add(&quant, 0, 1, 0);
	add(&linear, 0, 1, 0);
	add(&loglin, 0, 1, 0);
	printa("%@d", &quant,
		HEAD "              -1 |                                         0        \n"
		     "               0 |                                         0        \n"
		     "               1 |                                         0        \n");
	printa("%@d", &linear,
		HEAD "             < 0 |                                         0        \n"
		     "               0 |                                         0        \n"
		     "              10 |                                         0        \n");
	printa("%@d", &loglin,
		HEAD "             < 1 |                                         0        \n"
		     "               1 |                                         0        \n");
}

static void test_lquantize(void **state)
{
	AGG(ag, 1, LQUANTIZE, LQ(-10, 10, 3), NULL, 0);

	(void)state;
	add(&ag, 0, -11, 1);
	add(&ag, 0, -10, 1);
	add(&ag, 0, 9, 1);
	add(&ag, 0, 20, 1);
	printa("%@d", &ag,
		HEAD "           < -10 |@@@@@@@@@@                               1        \n"
		     "             -10 |@@@@@@@@@@                               1        \n"
		     "               0 |@@@@@@@@@@                               1        \n"
		     "              10 |                                         0        \n"
		     "           >= 20 |@@@@@@@@@@                               1        \n");
}

static void test_lquantize_inner(void **state)
{
	AGG(ag, 1, LQUANTIZE, LQ(0, 1, 100), NULL, 0);

	(void)state;
	add(&ag, 0, 50, 2);
	printa("%@d", &ag,
		HEAD "              49 |                                         0        \n"
		     "              50 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 2        \n"
		     "              51 |                                         0        \n");
}

static void test_llquantize(void **state)
{
	AGG(ag, 1, LLQUANTIZE, LLQ(10, 1, 2, 10), NULL, 0);

	(void)state;
	add(&ag, 0, 9, 1);
	add(&ag, 0, 10, 1);
	add(&ag, 0, 95, 1);
	add(&ag, 0, 999, 1);
	add(&ag, 0, 1000, 1);
	printa("%@d", &ag,
		HEAD "            < 10 |@@@@@@@@                                 1        \n"
		     "              10 |@@@@@@@@                                 1        \n"
		     "              20 |                                         0        \n"
		     "              30 |                                         0        \n"
		     "              40 |                                         0        \n"
		     "              50 |                                         0        \n"
		     "              60 |                                         0        \n"
		     "              70 |                                         0        \n"
		     "              80 |                                         0        \n"
		     "              90 |@@@@@@@@                                 1        \n"
		     "             100 |                                         0        \n"
		     "             200 |                                         0        \n"
		     "             300 |                                         0        \n"
		     "             400 |                                         0        \n"
		     "             500 |                                         0        \n"
		     "             600 |                                         0        \n"
		     "             700 |                                         0        \n"
		     "             800 |                                         0        \n"
		     "             900 |@@@@@@@@                                 1        \n"
		     "         >= 1000 |@@@@@@@@                                 1        \n");
}

static void test_normalized(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, NULL, 0);

	(void)state;
	add(&ag, 0, 1, 30);
	add(&ag, 0, 2, 10);
	dt_agg_state(fx->aggs, 1)->as_normal = 20;
	printa("%@d", &ag,
		HEAD "               0 |                                         0        \n"
		     "               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           1        \n"
		     "               2 |@@@@@@@@@@                               0        \n"
		     "               4 |                                         0        \n");
}

static void test_zoom(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, NULL, 0);

	(void)state;
	fx_set(fx, "aggzoom", NULL);
	add(&ag, 0, 1, 100);
	add(&ag, 0, 2, 50);
	add(&ag, 0, 4, 1);
	printa("%@d", &ag,
		HEAD "               0 |                                         0        \n"
		     "               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@   100      \n"
		     "               2 |@@@@@@@@@@@@@@@@@@@                      50       \n"
		     "               4 |                                         1        \n"
		     "               8 |                                         0        \n");
}

static void test_utf8(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, NULL, 0);

	(void)state;
	fx_set(fx, "encoding", "utf8");
	add(&ag, 0, 1, 1); /* 10 of 80: 5 columns */
	add(&ag, 0, 2, 2);
	add(&ag, 0, 4, 5);
	printa("%@d", &ag,
		HEAD "               0 |                                         0        \n"
		     "               1 |█████                                    1        \n"
		     "               2 |██████████                               2        \n"
		     "               4 |█████████████████████████                5        \n"
		     "               8 |                                         0        \n");
	add(&ag, 0, 1, 3); /* 4, 2, 5 of 11: 14 4/8 (14.54), 7 2/8 (7.27), 18 1/8 (18.18) */
	printa("%@d", &ag,
		HEAD "               0 |                                         0        \n"
		     "               1 |██████████████▌                          4        \n"
		     "               2 |███████▎                                 2        \n"
		     "               4 |██████████████████▏                      5        \n"
		     "               8 |                                         0        \n");
	add(&ag, 0, 8, -11);
	printa("%@d", &ag,
		HEAD "               0                     |                     0        \n"
		     "               1                     |@@@@                 4        \n"
		     "               2                     |@@                   2        \n"
		     "               4                     |@@@@@                5        \n"
		     "               8           @@@@@@@@@@|                     -11      \n"
		     "              16                     |                     0        \n");
}

static void test_agghist(void **state)
{
	AGG(ag, 1, COUNT, 0, str_key, 1);
	AGG(sum, 2, SUM, 0, int_key, 1);
	AGG(avg, 3, AVG, 0, int_key, 1);

	(void)state;
	fx_set(fx, "agghist", NULL);
	adds(&ag, "vi", 0, 1);
	adds(&ag, "bash", 0, 1);
	adds(&ag, "bash", 0, 1);
	adds(&ag, "bash", 0, 1);
	printa(NULL, &ag,
		"\n\n              key  ------------- Distribution ------------- count    \n"
		"               vi |@@@@@@@@@@                               1        \n"
		"             bash |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@           3        \n");
	add(&sum, 1, -30, 1);
	add(&sum, 2, 10, 1);
	printa(NULL, &sum,
		"\n\n      key  ------------- Distribution ------------- count    \n"
		"        1      @@@@@@@@@@@@@@@|                     -30      \n"
		"        2                     |@@@@@                10       \n");
	add(&avg, 1, 10, 1);
	add(&avg, 1, 20, 1);
	printa(NULL, &avg,
		"\n\n      key  ------------- Distribution ------------- count    \n"
		"        1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 15       \n");
	printa("%d", &sum, "12");
}

static void test_aggpack(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, int_key, 1);
	AGG(linear, 2, LQUANTIZE, LQ(0, 10, 3), str_key, 1);

	(void)state;
	fx_set(fx, "aggpack", NULL);
	fx_set(fx, "encoding", "ascii");
	add(&ag, 1, 64, 10);
	add(&ag, 2, 128, 1);
	add(&ag, 2, 256, 9);
	add(&ag, 3, 256, -3);
	/* range 32..512; of ten, one: 0.7 + 0.5 and nine: 6.3 + 0.5 */
	printa(NULL, &ag,
		"\n\n      key  min .-----. max  | count\n"
		"        3   32 :   V : 512  | -3\n"
		"        1   32 : X   : 512  | 10\n"
		"        2   32 :  _X : 512  | 10\n");
	adds(&linear, "a", -5, 1);
	adds(&linear, "a", 15, 2);
	adds(&linear, "a", 30, 4);
	printa(NULL, &linear,
		"\n\n              key     min .-----. max      | count\n"
		"                a     < 0 :_ x x: >= 30    | 7\n");
	fx_set(fx, "encoding", "utf8");
	printa(NULL, &linear,
		"\n\n              key     min .-----. max      | count\n"
		"                a     < 0 :▂ ▃ ▅: >= 30    | 7\n");
	printa("%@d", &linear,
		HEAD "             < 0 |█████▋                                   1        \n"
		     "               0 |                                         0        \n"
		     "              10 |███████████▍                             2        \n"
		     "              20 |                                         0        \n"
		     "           >= 30 |██████████████████████▊                  4        \n");
}

/* The character set of aggpack's cells, by the option, then by the terminal. */
static void test_aggpack_term(void **state)
{
	AGG(ag, 1, QUANTIZE, 0, int_key, 1);

	(void)state;
	fx_set(fx, "aggpack", NULL);
	add(&ag, 1, 64, 10);
	setenv("TERM", "sun-color", 1);
	printa(NULL, &ag,
		"\n\n      key  min .---. max  | count\n        1   32 : X : 128  | 10\n");
	setenv("TERM", "xterm", 1);
	printa(NULL, &ag,
		"\n\n      key  min .---. max  | count\n        1   32 : █ : 128  | 10\n");
	setenv("TERM", "dumb", 1);
}

static void test_sort_weights(void **state)
{
	AGG(linear, 1, LQUANTIZE, LQ(10, 10, 2), int_key, 1);
	AGG(loglin, 2, LLQUANTIZE, LLQ(10, 1, 1, 10), int_key, 1);

	(void)state;
	add(&linear, 1, 30, 1); /* overflow: 31 */
	add(&linear, 2, 10, 3); /* 30 */
	add(&linear, 3, 5, 1);	/* underflow: 9 */
	add(&linear, 4, 10, 1); /* 10 */
	printa("%d ", &linear, "3 4 2 1 ");
	add(&loglin, 1, 5, 10); /* underflow: 9 each */
	add(&loglin, 2, 90, 1);
	add(&loglin, 3, 100, 1);
	add(&loglin, 4, 20, 4);
	/* 1 and 2 weigh 90 both; the zero bucket has 10 and 0 */
	printa("%d ", &loglin, "4 2 1 3 ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_quantize, setup, teardown),
		cmocka_unit_test_setup_teardown(test_quantize_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(test_rounding, setup, teardown),
		cmocka_unit_test_setup_teardown(test_negative_counts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_no_data, setup, teardown),
		cmocka_unit_test_setup_teardown(test_lquantize, setup, teardown),
		cmocka_unit_test_setup_teardown(test_lquantize_inner, setup, teardown),
		cmocka_unit_test_setup_teardown(test_llquantize, setup, teardown),
		cmocka_unit_test_setup_teardown(test_normalized, setup, teardown),
		cmocka_unit_test_setup_teardown(test_zoom, setup, teardown),
		cmocka_unit_test_setup_teardown(test_utf8, setup, teardown),
		cmocka_unit_test_setup_teardown(test_agghist, setup, teardown),
		cmocka_unit_test_setup_teardown(test_aggpack, setup, teardown),
		cmocka_unit_test_setup_teardown(test_aggpack_term, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sort_weights, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
