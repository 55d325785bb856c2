/* Aggregations as data. */
#include "session.h"

static const char agg_text[] =
	"BEGIN {\n"
	"	@first[\"b\", 2] = sum(10); @first[\"a\", 9] = sum(30); @first[\"b\", -1] = sum(20);\n"
	"	@second[\"z\"] = max(-4); @second[\"y\"] = max(-5);\n"
	"	@third = avg(7); @third = avg(8);\n"
	"	exit(0);\n"
	"}";

struct walk {
	struct seen *wk_se;
	int wk_answer; /* for entries whose value is wk_value */
	int64_t wk_value;
};

static int log_entry(const dtrace_aggdata_t *ad, void *arg)
{
	struct walk *wk = arg;
	char text[64];

	note(wk->wk_se, "%s[", ad->dtada_name);
	for (unsigned i = 0; i < ad->dtada_nkeys; i++) {
		dtrace_value_text(wk->wk_se->h, &ad->dtada_keys[i], text, sizeof(text));
		note(wk->wk_se, "%s%s", i ? "," : "", text);
	}
	note(wk->wk_se, "]=%lld ", (long long)ad->dtada_value);
	return ad->dtada_value == wk->wk_value ? wk->wk_answer : DTRACE_AGGWALK_NEXT;
}

static const char *walk(struct seen *se, const char *name, dtrace_aggorder_t order, int answer,
	int64_t value)
{
	struct walk wk = { se, answer, value };

	se->loglen = 0;
	se->log[0] = '\0';
	REQUIRE(se, dtrace_aggregate_walk(se->h, name, order, log_entry, &wk));
	return se->log;
}

static void walks_have_an_order(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	run(se, agg_text);
	assert_string_equal(walk(se, NULL, DTRACE_AGGORDER_KEY, 0, 0),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 second[y]=-5 second[z]=-4 third[]=7 ");
	assert_string_equal(walk(se, NULL, DTRACE_AGGORDER_VALUE, 0, 0),
		"first[b,2]=10 first[b,-1]=20 first[a,9]=30 second[y]=-5 second[z]=-4 third[]=7 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_KEYREV, 0, 0),
		"first[b,2]=10 first[b,-1]=20 first[a,9]=30 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_VALUEREV, 0, 0),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 ");
	assert_int_equal(strlen(walk(se, "first", DTRACE_AGGORDER_NONE, 0, 0)),
		strlen("first[a,9]=30 first[b,-1]=20 first[b,2]=10 "));
	REQUIRE(se, dtrace_setopt(se->h, "aggsortkey", NULL));
	REQUIRE(se, dtrace_setopt(se->h, "aggsortkeypos", "1"));
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_OPTIONS, 0, 0),
		"first[b,-1]=20 first[b,2]=10 first[a,9]=30 ");
	end(se);
}

static void walks_change_entries(void **state)
{
	struct seen *se = open_trace("quiet");
	struct walk wk = { se, DTRACE_AGGWALK_ABORT, -5 };

	(void)state;
	run(se, agg_text);
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_KEY, DTRACE_AGGWALK_CLEAR, 20),
		"first[a,9]=30 first[b,-1]=20 first[b,2]=10 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_KEY, DTRACE_AGGWALK_REMOVE, 30),
		"first[a,9]=30 first[b,-1]=0 first[b,2]=10 ");
	assert_string_equal(walk(se, "first", DTRACE_AGGORDER_VALUE, DTRACE_AGGWALK_STOP, 0),
		"first[b,-1]=0 ");
	assert_string_equal(walk(se, NULL, DTRACE_AGGORDER_VALUE, DTRACE_AGGWALK_STOP, 10),
		"first[b,-1]=0 first[b,2]=10 "); /* nor the other aggregations */
	assert_int_equal(dtrace_aggregate_walk(se->h, "second", DTRACE_AGGORDER_KEY, log_entry,
				 &wk),
		-1);
	assert_int_equal(dtrace_errno(se->h), EDT_ABORT);
	REQUIRE(se, dtrace_aggregate_print(se->h, se->fp));
	fflush(se->fp);
	assert_non_null(strstr(se->text, "-1                0\n"));
	assert_null(strstr(se->text, "30\n"));
	end(se);
}

static void walks_fail(void **state)
{
	struct seen *se = open_trace("quiet");
	struct walk wk = { se, 0, 0 };
	dtrace_value_t none = { 0 };
	char text[8];

	(void)state;
	assert_int_equal(dtrace_aggregate_walk(se->h, NULL, DTRACE_AGGORDER_KEY, log_entry, &wk),
		-1);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	assert_int_equal(dtrace_aggregate_snap(se->h), -1);
	assert_int_equal(dtrace_errno(se->h), EDT_INACTIVE);
	assert_int_equal(dtrace_value_text(se->h, &none, text, sizeof(text)), -1);
	run(se, "BEGIN { exit(0); } BEGIN /0/ { @never = count(); }");
	REQUIRE(se, dtrace_aggregate_snap(se->h));
	assert_int_equal(dtrace_aggregate_walk(se->h, "nosuch", DTRACE_AGGORDER_KEY, log_entry,
				 &wk),
		-1);
	assert_int_equal(dtrace_errno(se->h), EDT_NOAGG);
	assert_string_equal(walk(se, "never", DTRACE_AGGORDER_KEY, 0, 0), "");
	assert_int_equal(dtrace_value_int(&none), 0);
	end(se);
}

/*
 * Distributions: the buckets follow each other without a gap from the least to the greatest
 * integer, and each value is in the one that says so.
 */
static int check_buckets(const dtrace_aggdata_t *ad, void *arg)
{
	static const int64_t values[] = { INT64_MIN, -1000, -2, -1, 0, 1, 7, 8, 99, 100, 1000,
		INT64_MAX };
	dtrace_aggbucket_t b, before = { 0 };
	int64_t total = 0, in;

	for (unsigned i = 0; i < ad->dtada_nbuckets; i++, before = b) {
		assert_int_equal(dtrace_aggregate_bucket(ad, i, &b), 0);
		assert_true(b.dtab_low <= b.dtab_high);
		assert_true(i == 0 ? b.dtab_low == INT64_MIN : b.dtab_low == before.dtab_high + 1);
		in = 0;
		for (size_t v = 0; v < sizeof(values) / sizeof(values[0]); v++)
			in += values[v] >= b.dtab_low && values[v] <= b.dtab_high;
		assert_int_equal(b.dtab_count, in);
		total += b.dtab_count;
	}
	assert_int_equal(before.dtab_high, INT64_MAX);
	assert_int_equal(total, sizeof(values) / sizeof(values[0]));
	assert_int_equal(dtrace_aggregate_bucket(ad, ad->dtada_nbuckets, &b), -1);
	++*(unsigned *)arg;
	return DTRACE_AGGWALK_NEXT;
}

#define EACH(f, rest) \
	f "(-9223372036854775807 - 1" rest f "(-1000" rest f "(-2" rest f "(-1" rest f "(0" rest f \
	  "(1" rest f "(7" rest f "(8" rest f "(99" rest f "(100" rest f "(1000" rest f \
	  "(9223372036854775807" rest

static void buckets_say_their_values(void **state)
{
	struct seen *se = open_trace("quiet");
	unsigned checked = 0;

	(void)state;
	run(se,
		"BEGIN { " EACH("@q = quantize", "); ") EACH("@l = lquantize", ", -5, 100, 3); ")
			EACH("@ll = llquantize", ", 10, 0, 2, 20); ") "exit(0); }");
	REQUIRE(se,
		dtrace_aggregate_walk(se->h, NULL, DTRACE_AGGORDER_NONE, check_buckets, &checked));
	assert_int_equal(checked, 3);
	end(se);
}

static int check_plain(const dtrace_aggdata_t *ad, void *arg)
{
	dtrace_aggbucket_t b;

	(void)arg;
	assert_int_equal(ad->dtada_nbuckets, 0);
	assert_int_equal(dtrace_aggregate_bucket(ad, 0, &b), -1);
	assert_int_equal(ad->dtada_func, ad->dtada_id == 1 ? DTRACEAGG_SUM : DTRACEAGG_STDDEV);
	assert_int_equal(ad->dtada_normal, ad->dtada_id == 1 ? 10 : 1);
	assert_int_equal(ad->dtada_value, ad->dtada_id == 1 ? 12 : 2);
	return DTRACE_AGGWALK_NEXT;
}

/* stddev of 3 and 7 is 2 */
static void numbers_are_those_printed(void **state)
{
	struct seen *se = open_trace("quiet");

	(void)state;
	run(se, "BEGIN { @s = sum(125); normalize(@s, 10); @d = stddev(3); @d = stddev(7); exit(0); }");
	REQUIRE(se, dtrace_aggregate_walk(se->h, NULL, DTRACE_AGGORDER_NONE, check_plain, NULL));
	end(se);
}

static int tests(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(walks_have_an_order),
		cmocka_unit_test(walks_change_entries),
		cmocka_unit_test(walks_fail),
		cmocka_unit_test(buckets_say_their_values),
		cmocka_unit_test(numbers_are_those_printed),
	};

	return cmocka_run_group_tests(all, NULL, NULL);
}

int main(int argc, char **argv)
{
	return trace_tests(argc, argv, tests);
}
