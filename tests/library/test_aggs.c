/* Aggregations as data. */
#include "session.h"

static const char agg_text[] =
	"BEGIN {\n"
	"	@first[\"b\", 2] = sum(10); @first[\"a\", 9] = sum(30); @first[\"b\", -1] = sum(20);\n"
	"	@second[\"z\", 0] = max(-4); @second[\"b\", 2] = max(15);\n"
	"	@third = avg(7); @third = avg(8);\n"
	"	exit(0);\n"
	"}";

struct walk {
	struct seen *wk_se;
	int wk_answer; /* for entries whose value is wk_value */
	int64_t wk_value;
};

static const char *key(const dtrace_aggdata_t *ad, unsigned i)
{
	return ad->dtada_data + ad->dtada_desc->dtagd_rec[1 + i].dtrd_offset;
}

static void log_entry(struct seen *se, const dtrace_aggdata_t *ad)
{
	const dtrace_aggdesc_t *desc = ad->dtada_desc;
	dtrace_aggvarid_t var;

	memcpy(&var, ad->dtada_data, sizeof(var));
	assert_int_equal(var, desc->dtagd_varid);
	assert_int_equal(ad->dtada_size, desc->dtagd_size);
	note(se, "%s[", desc->dtagd_name);
	for (int i = 0; i < desc->dtagd_nrecs - 2; i++) {
		if (desc->dtagd_rec[1 + i].dtrd_string)
			note(se, "%s%s", i ? "," : "", key(ad, i));
		else
			note(se, "%s%d", i ? "," : "", *(int *)key(ad, i));
	}
	note(se, "]=%lld ", (long long)ad->dtada_value);
}

static int walk_entry(const dtrace_aggdata_t *ad, void *arg)
{
	struct walk *wk = arg;

	assert_ptr_equal(ad->dtada_handle, wk->wk_se->h);
	log_entry(wk->wk_se, ad);
	return ad->dtada_value == wk->wk_value ? wk->wk_answer : DTRACE_AGGWALK_NEXT;
}

static const char *walk(struct seen *se, dtrace_aggregate_walk_f *how, int answer, int64_t value)
{
	struct walk wk = { se, answer, value };

	se->loglen = 0;
	se->log[0] = '\0';
	REQUIRE(se, how(se->h, walk_entry, &wk));
	return se->log;
}

static void walks_have_an_order(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	run(se, agg_text);
	assert_string_equal(walk(se, dtrace_aggregate_walk_keysorted, 0, 0),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 second[b,2]=15 second[z,0]=-4 third[]=7 ");
	assert_string_equal(walk(se, dtrace_aggregate_walk_valsorted, 0, 0),
		"first[b,2]=10 first[b,-1]=20 first[a,9]=30 second[z,0]=-4 second[b,2]=15 third[]=7 ");
	assert_string_equal(walk(se, dtrace_aggregate_walk_keyvarsorted, 0, 0),
		"third[]=7 first[a,9]=30 first[b,-1]=20 first[b,2]=10 second[b,2]=15 second[z,0]=-4 ");
	assert_string_equal(walk(se, dtrace_aggregate_walk_valvarsorted, 0, 0),
		"second[z,0]=-4 third[]=7 first[b,2]=10 second[b,2]=15 first[b,-1]=20 first[a,9]=30 ");
	assert_string_equal(walk(se, dtrace_aggregate_walk_keyrevsorted, 0, 0),
		"third[]=7 second[z,0]=-4 second[b,2]=15 first[b,2]=10 first[b,-1]=20 first[a,9]=30 ");
	assert_string_equal(walk(se, dtrace_aggregate_walk_valvarrevsorted, 0, 0),
		"first[a,9]=30 first[b,-1]=20 second[b,2]=15 first[b,2]=10 third[]=7 second[z,0]=-4 ");
	assert_string_equal(walk(se, dtrace_aggregate_walk_keyvarrevsorted, 0, 0),
		"second[z,0]=-4 second[b,2]=15 first[b,2]=10 first[b,-1]=20 first[a,9]=30 third[]=7 ");
	assert_string_equal(walk(se, dtrace_aggregate_walk_valrevsorted, 0, 0),
		"third[]=7 second[b,2]=15 second[z,0]=-4 first[a,9]=30 first[b,-1]=20 first[b,2]=10 ");
	assert_int_equal(strlen(walk(se, dtrace_aggregate_walk, 0, 0)),
		strlen("first[a,9]=30 first[b,-1]=20 first[b,2]=10 second[b,2]=15 second[z,0]=-4 third[]=7 "));
	REQUIRE(se, dtrace_setopt(se->h, "aggsortkey", NULL));
	REQUIRE(se, dtrace_setopt(se->h, "aggsortkeypos", "1"));
	assert_string_equal(walk(se, dtrace_aggregate_walk_sorted, 0, 0),
		"first[b,-1]=20 first[b,2]=10 first[a,9]=30 second[z,0]=-4 second[b,2]=15 third[]=7 ");
	end(se);
}

static void walks_change_entries(void **state)
{
	struct seen *se = open_trace("quiet");
	struct walk wk = { se, DTRACE_AGGWALK_ABORT, -4 };

	(void)state;
	run(se, agg_text);
	walk(se, dtrace_aggregate_walk_keysorted, DTRACE_AGGWALK_CLEAR, 20);
	walk(se, dtrace_aggregate_walk_keysorted, DTRACE_AGGWALK_REMOVE, 30);
	assert_string_equal(walk(se, dtrace_aggregate_walk_keysorted, 0, 0),
		"first[b,-1]=0 first[b,2]=10 second[b,2]=15 second[z,0]=-4 third[]=7 ");
	assert_int_equal(dtrace_aggregate_walk(se->h, walk_entry, &wk), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_DIRABORT);
	wk.wk_answer = 99;
	assert_int_equal(dtrace_aggregate_walk(se->h, walk_entry, &wk), -1);
	REQUIRE(se, dtrace_aggregate_print(se->h, se->fp, NULL));
	fflush(se->fp);
	assert_non_null(strstr(se->text, "-1                0\n"));
	assert_null(strstr(se->text, "30\n"));
	dtrace_aggregate_clear(se->h);
	assert_string_equal(walk(se, dtrace_aggregate_walk_keysorted, 0, 0),
		"first[b,-1]=0 first[b,2]=0 second[b,2]=-9223372036854775808 "
		"second[z,0]=-9223372036854775808 third[]=0 ");
	end(se);
}

static int normalize(const dtrace_aggdata_t *ad, void *arg)
{
	if (ad->dtada_desc->dtagd_varid != 1)
		return DTRACE_AGGWALK_NEXT;
	if (!*(int *)arg)
		return DTRACE_AGGWALK_DENORMALIZE;
	((dtrace_aggdata_t *)ad)->dtada_normal = (uint64_t) * (int *)arg;
	return DTRACE_AGGWALK_NORMALIZE;
}

static void walks_normalize(void **state)
{
	struct seen *se = open_trace("quiet");
	int by = 5;

	(void)state;
	run(se, agg_text);
	REQUIRE(se, dtrace_aggregate_walk(se->h, normalize, &by));
	assert_string_equal(walk(se, dtrace_aggregate_walk_keysorted, 0, 0),
		"first[a,9]=6 first[b,-1]=4 first[b,2]=2 second[b,2]=15 second[z,0]=-4 third[]=7 ");
	by = 0;
	REQUIRE(se, dtrace_aggregate_walk(se->h, normalize, &by));
	assert_string_equal(walk(se, dtrace_aggregate_walk_keysorted, 0, 0),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 second[b,2]=15 second[z,0]=-4 third[]=7 ");
	end(se);
}

static void walks_fail(void **state)
{
	struct seen *se = open_trace("quiet");
	struct walk wk = { se, 0, 0 };

	(void)state;
	assert_int_equal(dtrace_aggregate_walk(se->h, walk_entry, &wk), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	assert_int_equal(dtrace_aggregate_snap(se->h), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	dtrace_aggregate_clear(se->h);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	run(se, "BEGIN { exit(0); } BEGIN /0/ { @never = count(); }");
	REQUIRE(se, dtrace_aggregate_snap(se->h));
	assert_string_equal(walk(se, dtrace_aggregate_walk, 0, 0), "");
	end(se);
}

static int log_joined(const dtrace_aggdata_t **data, int n, void *arg)
{
	struct seen *se = arg;

	note(se, "%s:", key(data[0], 0));
	for (int i = 1; i < n; i++)
		note(se, " %lld", (long long)data[i]->dtada_value);
	note(se, "; ");
	return DTRACE_AGGWALK_NEXT;
}

static void walks_join(void **state)
{
	struct seen *se = open_trace("quiet");
	dtrace_aggvarid_t vars[2] = { 1, 2 };

	(void)state;
	run(se, "BEGIN { @a[\"x\"] = sum(1); @a[\"y\"] = sum(2); @b[\"y\"] = max(5); @b[\"z\"] = max(7); exit(0); }");
	REQUIRE(se, dtrace_aggregate_walk_joined(se->h, vars, 2, log_joined, se));
	assert_string_equal(se->log, "z: 0 7; x: 1 0; y: 2 5; ");
	end(se);
}

static void prints_as_it_walks(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	run(se, "BEGIN { @[\"a\"] = sum(1); @[\"b\"] = sum(2); exit(0); }");
	REQUIRE(se, dtrace_aggregate_print(se->h, se->fp, dtrace_aggregate_walk_valrevsorted));
	fflush(se->fp);
	assert_string_equal(se->text,
		"  b                                                                 2\n"
		"  a                                                                 1\n");
	end(se);
}

static int print_own(const dtrace_aggdata_t *ad, void *arg)
{
	struct seen *se = arg;
	void *format = dtrace_printa_create(se->h, "%s has %@d\n");

	assert_non_null(format);
	assert_int_equal(dtrace_fprinta(se->h, se->fp, format, NULL, &ad->dtada_desc->dtagd_rec[1],
				 (unsigned)ad->dtada_desc->dtagd_nrecs - 1, ad->dtada_data,
				 ad->dtada_size),
		1);
	return DTRACE_AGGWALK_NEXT;
}

static void formats_print_entries(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	run(se, "BEGIN { @[\"a\"] = avg(1); @[\"a\"] = avg(4); @[\"b\"] = avg(3); exit(0); }");
	REQUIRE(se, dtrace_aggregate_walk_keysorted(se->h, print_own, se));
	fflush(se->fp);
	assert_string_equal(se->text, "a has 2\nb has 3\n");
	end(se);
}

/*
 * Distributions: the words are where the header's macros say.
 */
static int check_quantize(const int64_t *v)
{
	assert_int_equal(DTRACE_QUANTIZE_BUCKETVAL(0), INT64_MIN / 2);
	assert_int_equal(DTRACE_QUANTIZE_BUCKETVAL(62), -1);
	assert_int_equal(DTRACE_QUANTIZE_BUCKETVAL(63), 0);
	assert_int_equal(DTRACE_QUANTIZE_BUCKETVAL(64), 1);
	assert_int_equal(v[DTRACE_QUANTIZE_ZEROBUCKET], 2);
	for (int i = 0; i < DTRACE_QUANTIZE_NBUCKETS; i++)
		if (v[i] && i != DTRACE_QUANTIZE_ZEROBUCKET)
			assert_int_equal(DTRACE_QUANTIZE_BUCKETVAL(i), v[i] == 1 ? 64 : -4);
	return 0;
}

static int check_words(const dtrace_aggdata_t *ad, void *arg)
{
	const dtrace_recdesc_t *rd = &ad->dtada_desc->dtagd_rec[ad->dtada_desc->dtagd_nrecs - 1];
	const int64_t *v = (const int64_t *)(ad->dtada_data + rd->dtrd_offset);
	uint64_t c = (uint64_t)v[0];

	assert_true(DTRACEACT_ISAGG(rd->dtrd_action));
	++*(int *)arg;
	switch (rd->dtrd_action) {
	case DTRACEAGG_QUANTIZE: return check_quantize(v);
	case DTRACEAGG_LQUANTIZE:
		assert_int_equal(c, rd->dtrd_arg);
		assert_int_equal(DTRACE_LQUANTIZE_BASE(c), -5);
		assert_int_equal(DTRACE_LQUANTIZE_STEP(c), 5);
		assert_int_equal(DTRACE_LQUANTIZE_LEVELS(c), 3);
		assert_int_equal(rd->dtrd_size, (1 + 3 + 2) * sizeof(*v));
		assert_int_equal(v[1 + 1 + 2], 6); /* 5 to 9 */
		return 0;
	case DTRACEAGG_LLQUANTIZE:
		assert_int_equal(DTRACE_LLQUANTIZE_FACTOR(c), 10);
		assert_int_equal(DTRACE_LLQUANTIZE_LOW(c), 0);
		assert_int_equal(DTRACE_LLQUANTIZE_HIGH(c), 2);
		assert_int_equal(DTRACE_LLQUANTIZE_NSTEP(c), 20);
		return 0;
	case DTRACEAGG_STDDEV:
		assert_true(v[0] == 2 && v[1] == 10 && v[2] == 58 && v[3] == 0);
		assert_int_equal(ad->dtada_value, 2);
		return 0;
	default:
		assert_int_equal(rd->dtrd_action, DTRACEAGG_SUM);
		assert_int_equal(v[0], 125);
		assert_int_equal(ad->dtada_normal, 10);
		assert_int_equal(ad->dtada_value, 12);
		return 0;
	}
}

static void words_are_data(void **state)
{
	struct seen *se = open_trace("quiet");
	int checked = 0;

	(void)state;
	run(se,
		"BEGIN { @s = sum(125); normalize(@s, 10); @d = stddev(3); @d = stddev(7); "
		"@q = quantize(0, 2); @q = quantize(-5, 3); @q = quantize(100); "
		"@l = lquantize(7, -5, 10, 5, 6); @ll = llquantize(7, 10, 0, 2, 20); exit(0); }");
	REQUIRE(se, dtrace_aggregate_walk(se->h, check_words, &checked));
	assert_int_equal(checked, 5);
	end(se);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(walks_have_an_order),
		cmocka_unit_test(walks_change_entries),
		cmocka_unit_test(walks_normalize),
		cmocka_unit_test(walks_fail),
		cmocka_unit_test(walks_join),
		cmocka_unit_test(prints_as_it_walks),
		cmocka_unit_test(formats_print_entries),
		cmocka_unit_test(words_are_data),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int argc, char **argv)
{
	return trace_tests(argc, argv, tests);
}
