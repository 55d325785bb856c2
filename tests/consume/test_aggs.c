/* Aggregations: layouts, formats, order, normalisation, truncation. */
#include "fixture.h"

static struct fixture *fx;

static int setup(void **state)
{
	(void)state;
	fx = fx_new();
	fx_set(fx, "quiet", NULL);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fx_free(fx);
	return 0;
}

/* Aggregations with one string[8] key, one int key, one of each, a symbol. */
static struct dt_operand str_key[1], int_key[1], two_keys[2], sym_key[1], stack_key[1], usym_key[1];

#define AGG(var, id, kind, keys, nkeys) \
	struct dt_aggdesc var = { #var, id, DT_ACT_AGG_##kind, 0, nkeys, keys, true, NULL }

static int keys_init(void **state)
{
	(void)state;
	str_key[0] = (struct dt_operand){ .op_kind = DT_ACT_EXPR,
		.op_size = 8,
		.op_align = 1,
		.op_difo = type_object(T_STRING) };
	int_key[0] = (struct dt_operand){ .op_kind = DT_ACT_EXPR,
		.op_size = 4,
		.op_align = 4,
		.op_difo = type_object(T_SIGNED) };
	two_keys[0] = str_key[0];
	two_keys[1] = int_key[0];
	sym_key[0] = (struct dt_operand){ .op_kind = DT_ACT_SYM, .op_size = 8, .op_align = 8 };
	usym_key[0] = (struct dt_operand){ .op_kind = DT_ACT_USYM, .op_size = 16, .op_align = 8 };
	stack_key[0] = (struct dt_operand){ .op_kind = DT_ACT_STACK, .op_size = 16, .op_align = 8 };
	return 0;
}

static void add(struct dt_aggdesc *ag, const char *s, int i, int64_t v)
{
	struct {
		char s[8];
		int i;
	} key = { "", i };

	snprintf(key.s, sizeof(key.s), "%s", s ? s : "");
	dt_agg_update(fx->aggs, 0, ag, s ? (void *)&key : (void *)&key.i, v, 1);
}

static void printa_n(const char *fmt, struct dt_aggdesc **aggs, unsigned n)
{
	struct rec *r = rec_new(&probe_begin, 1);
	struct dt_action *ac = rec_act(r, DT_ACT_PRINTA);
	char err[128];

	ac->ac_fmt = fmt ? dt_format_compile(fmt, err, sizeof(err)) : NULL;
	ac->ac_aggs = aggs;
	ac->ac_naggs = n;
	assert_int_equal(rec_consume(fx, r), 0);
	rec_free(r);
}

static void printa(const char *fmt, struct dt_aggdesc *ag, const char *text)
{
	printa_n(fmt, &ag, 1);
	fx_expect(fx, text);
}

static void lib(enum dt_libact act, struct dt_aggdesc *ag, bool operand, int64_t v)
{
	struct rec *r = rec_new(&probe_begin, 1);
	struct dt_action *ac = rec_act(r, DT_ACT_LIB);

	ac->ac_arg = act;
	ac->ac_aggs = &ag;
	ac->ac_naggs = 1;
	if (operand)
		rec_int(r, T_SIGNED, 8, v);
	rec_consume(fx, r);
	rec_free(r);
}

#define BASH "  bash                                              "
#define SSHD "  sshd                                              "
#define VI "  vi                                                "

static void test_leftover(void **state)
{
	AGG(second, 2, SUM, int_key, 1);
	AGG(first, 1, COUNT, str_key, 1);
	AGG(shown, 3, COUNT, NULL, 0);
	AGG(plain, 4, MAX, NULL, 0);

	(void)state;
	add(&second, NULL, 7, 100);
	add(&second, NULL, -2, -100);
	add(&first, "bash", 0, 0);
	add(&first, "bash", 0, 0);
	add(&first, "vi", 0, 0);
	add(&first, "sshd", 0, 0);
	add(&shown, NULL, 0, 0);
	add(&plain, NULL, 0, 12);
	printa("%@d\n", &shown, "1\n");
	assert_int_equal(dt_consume_aggs(fx->co), 0);
	fx_expect(fx,
		SSHD "                1\n" VI "                1\n" BASH "                2\n"
		     "       -2             -100\n"
		     "        7              100\n"
		     "               12\n");
}

static void test_values(void **state)
{
	AGG(avg, 1, AVG, NULL, 0);
	AGG(min, 2, MIN, NULL, 0);
	AGG(max, 3, MAX, NULL, 0);
	AGG(dev, 4, STDDEV, NULL, 0);
	AGG(sum, 5, SUM, NULL, 0);
	static const int64_t data[] = { -2, -3, 4, -7, 1 };
	struct dt_aggdesc *all[] = { &avg, &min, &max, &dev, &sum };
	unsigned i, k;

	(void)state;
	for (i = 0; i < 5; i++) {
		for (k = 0; k < 5; k++)
			add(all[k], NULL, 0, data[i]);
	}
	/* sum -7; squares 79 / 5 = 15, minus 1, root 3 */
	printa(NULL, &avg, "\n               -1\n");
	printa(NULL, &min, "\n               -7\n");
	printa(NULL, &max, "\n                4\n");
	printa(NULL, &dev, "\n                3\n");
	printa(NULL, &sum, "\n               -7\n");
	printa("[%@d %@5d|%@u]", &avg, "[-1    -1|18446744073709551615]");
	printa("%@x", &min, "fffffffffffffff9");
	printa("%@-4d|", &dev, "3   |");
	printa("%@lld", &sum, "-7");
}

static void test_stddev_wide(void **state)
{
	AGG(dev, 1, STDDEV, NULL, 0);

	(void)state;
	add(&dev, NULL, 0, 5000000000);
	add(&dev, NULL, 0, -5000000000);
	printa(NULL, &dev, "\n       5000000000\n");
	lib(DT_LIB_NORMALIZE, &dev, true, 1000);
	printa(NULL, &dev, "\n          5000000\n");
}

static void test_normalize(void **state)
{
	AGG(sum, 1, SUM, NULL, 0);
	AGG(avg, 2, AVG, NULL, 0);

	(void)state;
	add(&sum, NULL, 0, -1999);
	add(&avg, NULL, 0, 1999);
	add(&avg, NULL, 0, 1000);
	lib(DT_LIB_NORMALIZE, &sum, true, 10);
	printa(NULL, &sum, "\n             -199\n");
	lib(DT_LIB_NORMALIZE, &sum, true, 1000);
	printa("%@d", &sum, "-1");
	lib(DT_LIB_NORMALIZE, &sum, true, 0);
	assert_string_equal(fx->lastfault, "Invalid normalization");
	printa("%@d", &sum, "-1");
	lib(DT_LIB_DENORMALIZE, &sum, false, 0);
	printa("%@d", &sum, "-1999");
	lib(DT_LIB_NORMALIZE, &avg, true, 10);
	printa("%@d", &avg, "149"); /* 2999 / 10 / 2 */
}

static void test_keys(void **state)
{
	struct dt_operand keys[5];
	struct {
		uint8_t a;
		int8_t b;
		uint16_t c;
		uint32_t d;
		uint64_t e;
	} key = { 200, -1, 60000, -1, 5 };
	AGG(ag, 1, COUNT, keys, 5);
	static const int sizes[] = { 1, 1, 2, 4, 8 };
	unsigned i;

	(void)state;
	for (i = 0; i < 5; i++)
		keys[i] = (struct dt_operand){ .op_kind = DT_ACT_EXPR,
			.op_size = sizes[i],
			.op_align = sizes[i],
			.op_difo = type_object(i == 1 ? T_SIGNED : T_UNSIGNED) };
	dt_agg_update(fx->aggs, 0, &ag, &key, 0, 0);
	printa(NULL, &ag, "\n 200  -1 60000       -1                5                1\n");
	printa("%d %d %d %u %x %@d\n", &ag, "200 -1 60000 4294967295 5 1\n");
	printa("%d\n", &ag, "200\n");
}

static void test_string_keys(void **state)
{
	AGG(ag, 1, COUNT, str_key, 1);
	struct dt_operand bytes = { .op_kind = DT_ACT_EXPR,
		.op_size = 3,
		.op_align = 1,
		.op_difo = type_object(T_UNSIGNED) };
	AGG(raw, 2, COUNT, &bytes, 1);

	(void)state;
	add(&ag, "", 0, 0);
	add(&ag, "ü\n", 0, 0);
	printa(NULL, &ag,
		"\n                                                                    1\n"
		"  ü\n                                                               1\n");
	dt_agg_update(fx->aggs, 0, &raw, "ab", 0, 0);
	dt_agg_update(fx->aggs, 0, &raw, "\1\2\3", 0, 0);
	printa(NULL, &raw,
		"\n\n             0  1  2  3  4  5  6  7  8  9  a  b  c  d  e  f  0123456789abcdef\n"
		"         0: 01 02 03                                         ...\n"
		"                1\n"
		"  ab                                                                1\n");
}

/* What the store knows of a key when nobody has told its type. */
static void test_untyped_keys(void **state)
{
	struct dt_operand keys[] = {
		{ .op_kind = DT_ACT_EXPR, .op_size = 4, .op_align = 1, .op_arg = 1 },
		{ .op_kind = DT_ACT_EXPR, .op_size = 4, .op_align = 4 }
	};
	struct {
		char s[4];
		int i;
	} key[] = { { "\1\2", -3 }, { "", 5 }, { "abc", 5 } };
	AGG(ag, 1, COUNT, keys, 2);

	(void)state;
	dt_agg_update(fx->aggs, 0, &ag, &key[0], 0, 1);
	dt_agg_update(fx->aggs, 0, &ag, &key[1], 0, 1);
	dt_agg_update(fx->aggs, 0, &ag, &key[2], 0, 1);
	fx_set(fx, "aggsortkey", NULL);
	fx_set(fx, "aggsortkeypos", "1");
	printa(NULL, &ag,
		"\n  \1\2                                                       -3                1\n"
		"                                                            5                1\n"
		"  abc                                                       5                1\n");
}

static void test_stack_keys(void **state)
{
	AGG(ag, 1, COUNT, stack_key, 1);
	uint64_t stack[2] = { 0x1010, 0x1100 };

	(void)state;
	dt_agg_update(fx->aggs, 0, &ag, stack, 0, 0);
	printa(NULL, &ag,
		"\n\n              vmlinux`f+0x10\n              vmlinux`g\n                1\n");
	printa("%k%@8u\n", &ag, "\nvmlinux`f+0x10\nvmlinux`g\n       1\n");
}

/* Different addresses in one function are one key. */
static void test_symbol_keys(void **state)
{
	AGG(ag, 1, SUM, sym_key, 1);
	AGG(least, 2, MIN, sym_key, 1);
	AGG(dist, 3, QUANTIZE, sym_key, 1);
	struct dt_aggdesc *both[] = { &ag, &least };
	uint64_t pcs[] = { 0x1010, 0x1020, 0x1100, 0x1030 }, i;

	(void)state;
	for (i = 0; i < 4; i++) {
		dt_agg_update(fx->aggs, 0, &ag, &pcs[i], 10 - i, 1);
		dt_agg_update(fx->aggs, 0, &least, &pcs[i], 10 - i, 1);
		dt_agg_update(fx->aggs, 0, &dist, &pcs[i], 1, 1);
	}
	printa(NULL, &ag,
		"\n  vmlinux`g                                                         8\n"
		"  vmlinux`f                                                        26\n");
	printa("%a %@d\n", &ag, "vmlinux`g 8\nvmlinux`f 26\n");
	printa_n("%a %@d %@d\n", both, 2);
	fx_expect(fx, "vmlinux`g 8 8\nvmlinux`f 26 7\n");
	lib(DT_LIB_TRUNC, &ag, true, 1);
	printa("%a %@d\n", &ag, "vmlinux`f 26\n");
	lib(DT_LIB_TRUNC, &dist, true, 1);
	printa("%a%@d", &dist,
		"vmlinux`f\n"
		"           value  ------------- Distribution ------------- count    \n"
		"               0 |                                         0        \n"
		"               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 3        \n"
		"               2 |                                         0        \n");
}

static void test_usym_keys(void **state)
{
	AGG(ag, 1, COUNT, usym_key, 1);
	uint64_t key[][2] = { { 9, 0x10 }, { 7, 0x10 }, { 7, 0x20 } };

	(void)state;
	dt_agg_update(fx->aggs, 0, &ag, key[0], 0, 1);
	dt_agg_update(fx->aggs, 0, &ag, key[1], 0, 1);
	dt_agg_update(fx->aggs, 0, &ag, key[2], 0, 1);
	printa("%A %@d\n", &ag, "p9`u 1\np7`u 2\n");
}

static void test_empty(void **state)
{
	AGG(ag, 1, COUNT, str_key, 1);

	(void)state;
	printa(NULL, &ag, "\n");
	printa("x%@d\n", &ag, "");
	assert_int_equal(dt_consume_aggs(fx->co), 0);
	fx_expect(fx, "");
}

static void test_several(void **state)
{
	AGG(calls, 1, COUNT, str_key, 1);
	AGG(bytes, 2, SUM, str_key, 1);
	AGG(sizes, 3, QUANTIZE, str_key, 1);
	struct dt_aggdesc *both[] = { &calls, &bytes }, *dist[] = { &calls, &sizes };

	(void)state;
	add(&calls, "bash", 0, 0);
	add(&calls, "bash", 0, 0);
	add(&calls, "vi", 0, 0);
	add(&bytes, "bash", 0, 10);
	add(&bytes, "sshd", 0, 30);
	add(&bytes, "vi", 0, 20);
	printa_n(NULL, both, 2);
	fx_expect(fx,
		"\n" SSHD "                0               30\n" VI
		"                1               20\n" BASH "                2               10\n");
	printa_n("%s %@d %@d %@d\n", both, 2);
	fx_expect(fx, "sshd 0 30 30\nvi 1 20 20\nbash 2 10 10\n");
	fx_set(fx, "aggsortpos", "1");
	printa_n("%s ", both, 2);
	fx_expect(fx, "bash vi sshd ");
	fx_set(fx, "aggsortpos", "2"); /* out of range */
	printa_n("%s ", both, 2);
	fx_expect(fx, "sshd vi bash ");
	fx_set(fx, "aggsortkey", NULL);
	fx_set(fx, "aggsortrev", NULL);
	printa_n("%s ", both, 2);
	fx_expect(fx, "vi sshd bash ");
	add(&sizes, "vi", 0, 1);
	printa_n("%s: %@d%@d", dist, 2);
	fx_expect(fx,
		"vi: 1\n"
		"           value  ------------- Distribution ------------- count    \n"
		"               0 |                                         0        \n"
		"               1 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 1        \n"
		"               2 |                                         0        \n"
		"bash: 2\n"
		"           value  ------------- Distribution ------------- count    \n"
		"              -1 |                                         0        \n"
		"               0 |                                         0        \n"
		"               1 |                                         0        \n");
}

static void test_sort(void **state)
{
	AGG(ag, 1, SUM, two_keys, 2);

	(void)state;
	add(&ag, "b", -1, 5);
	add(&ag, "a", 2, 5);
	add(&ag, "c", 1, -7);
	add(&ag, "a", -3, 9);
	printa("%s%d ", &ag, "c1 a2 b-1 a-3 ");
	fx_set(fx, "aggsortrev", NULL);
	printa("%s%d ", &ag, "a-3 b-1 a2 c1 ");
	fx_set(fx, "aggsortrev", "no");
	fx_set(fx, "aggsortkey", NULL);
	printa("%s%d ", &ag, "a-3 a2 b-1 c1 ");
	fx_set(fx, "aggsortkeypos", "1");
	printa("%s%d ", &ag, "a-3 b-1 c1 a2 ");
	fx_set(fx, "aggsortkeypos", "2"); /* out of range */
	printa("%s%d ", &ag, "a-3 a2 b-1 c1 ");
	fx_set(fx, "aggsortkey", "no");
	fx_set(fx, "aggsortkeypos", "1");
	printa("%s%d ", &ag, "c1 b-1 a2 a-3 ");
}

static void test_sort_reverse_leftover(void **state)
{
	AGG(one, 1, COUNT, int_key, 1);
	AGG(two, 2, COUNT, int_key, 1);

	(void)state;
	add(&two, NULL, 3, 0);
	add(&one, NULL, 1, 0);
	add(&one, NULL, 2, 0);
	fx_set(fx, "aggsortrev", NULL);
	dt_consume_aggs(fx->co);
	fx_expect(fx,
		"        2                1\n        1                1\n        3                1\n");
}

static void test_sort_computed(void **state)
{
	AGG(avg, 1, AVG, int_key, 1);
	AGG(dist, 2, QUANTIZE, int_key, 1);

	(void)state;
	add(&avg, NULL, 1, 10);
	add(&avg, NULL, 1, 20);
	add(&avg, NULL, 2, 18);
	add(&avg, NULL, 3, -4);
	printa("%d:%@d ", &avg, "3:-4 1:15 2:18 ");
	add(&dist, NULL, 1, 64); /* 64 */
	add(&dist, NULL, 2, 40); /* 32 + 16 */
	add(&dist, NULL, 2, 20);
	add(&dist, NULL, 3, -64); /* -64 */
	add(&dist, NULL, 4, 64);  /* 64 and a zero more */
	add(&dist, NULL, 4, 0);
	fx_set(fx, "aggsortrev", NULL);
	printa("%d ", &dist, "4 1 2 3 ");
}

static void test_trunc(void **state)
{
	AGG(ag, 1, SUM, int_key, 1);
	AGG(other, 2, COUNT, int_key, 1);
	int i;

	(void)state;
	add(&other, NULL, 1, 0);
	for (i = 0; i < 6; i++)
		add(&ag, NULL, i, 10 * (i % 3));
	lib(DT_LIB_TRUNC, &ag, true, 4);
	printa("%d:%@d ", &ag, "1:10 4:10 2:20 5:20 ");
	lib(DT_LIB_TRUNC, &ag, true, 9);
	printa("%d:%@d ", &ag, "1:10 4:10 2:20 5:20 ");
	fx_set(fx, "aggsortrev", NULL); /* has no say in it */
	lib(DT_LIB_TRUNC, &ag, true, -3);
	printa("%d:%@d ", &ag, "2:20 4:10 1:10 ");
	lib(DT_LIB_TRUNC, &ag, true, 0);
	printa("%d:%@d ", &ag, "");
	add(&ag, NULL, 8, 1);
	lib(DT_LIB_TRUNC, &ag, false, 0);
	printa("%d:%@d ", &ag, "");
	printa("%d:%@d ", &other, "1:1 ");
}

static void test_clear(void **state)
{
	AGG(ag, 1, COUNT, int_key, 1);

	(void)state;
	add(&ag, NULL, 5, 0);
	lib(DT_LIB_CLEAR, &ag, false, 0);
	printa("%d:%@d\n", &ag, "5:0\n");
	add(&ag, NULL, 5, 0);
	printa("%d:%@d\n", &ag, "5:1\n");
}

static void test_printa_columns(void **state)
{
	AGG(ag, 1, COUNT, int_key, 1);

	(void)state;
	fx_set(fx, "quiet", "no");
	add(&ag, NULL, 5, 0);
	printa(NULL, &ag,
		"CPU     ID                    FUNCTION:NAME\n"
		"  0      1                           :BEGIN \n"
		"        5                1\n\n");
}

static void test_printa_dynamic(void **state)
{
	AGG(ag, 1, COUNT, two_keys, 2);
	struct dt_operand swapped[] = { int_key[0], str_key[0] };
	AGG(wide, 2, COUNT, swapped, 2);
	struct {
		int i;
		char s[8];
	} key = { 6, "bash" };

	(void)state;
	add(&ag, "bash", 5, 0);
	printa("[%10s] %-4d|%@3d|%%\n", &ag, "[      bash] 5   |  1|%\n");
	dt_agg_update(fx->aggs, 0, &wide, &key, 0, 0);
	printa("[%*s]", &wide, "[  bash]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_leftover, setup, teardown),
		cmocka_unit_test_setup_teardown(test_values, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stddev_wide, setup, teardown),
		cmocka_unit_test_setup_teardown(test_normalize, setup, teardown),
		cmocka_unit_test_setup_teardown(test_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(test_string_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(test_untyped_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(test_stack_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(test_symbol_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(test_usym_keys, setup, teardown),
		cmocka_unit_test_setup_teardown(test_empty, setup, teardown),
		cmocka_unit_test_setup_teardown(test_several, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sort, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sort_reverse_leftover, setup, teardown),
		cmocka_unit_test_setup_teardown(test_sort_computed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_trunc, setup, teardown),
		cmocka_unit_test_setup_teardown(test_clear, setup, teardown),
		cmocka_unit_test_setup_teardown(test_printa_columns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_printa_dynamic, setup, teardown),
	};

	return cmocka_run_group_tests(tests, keys_init, NULL);
}
