/* The aggregation store: functions, buckets, keys, room. */
#include "fix.h"
#include "agg.h"

static struct dt_operand str_key = { .op_kind = DT_ACT_EXPR,
	.op_size = 256,
	.op_align = 1,
	.op_arg = 1 };

static void add(struct dt_aggs *as, const struct dt_aggdesc *ag, const int64_t *v, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		dt_agg_update(as, 0, ag, "", v[i], 1);
}

static int one(const struct dt_aggent *ae, void *arg)
{
	*(struct dt_aggent *)arg = *ae;
	return 0;
}

/* The data of the only entry after adding the values. */
static const int64_t *data_of(struct dt_aggs *as, unsigned kind, const int64_t *v, unsigned n)
{
	static struct dt_aggdesc descs[16];
	struct dt_aggdesc *ag = &descs[kind & 15];
	static struct dt_aggent ae;

	*ag = (struct dt_aggdesc){ .ag_name = "_", .ag_id = 1, .ag_kind = kind };
	add(as, ag, v, n);
	assert_int_equal(dt_agg_walk(as, one, &ae), 0);
	assert_ptr_equal(ae.ae_desc, ag);
	assert_int_equal(ae.ae_words, dt_agg_words(kind, 0));
	return ae.ae_data;
}

static void functions(void **state)
{
	static const int64_t v[] = { 5, -3, INT64_MAX, 7, INT64_MIN }, m1[] = { -1, INT64_MIN };
	static const struct {
		unsigned kind, words;
		int64_t want[4];
	} t[] = {
		{ DT_ACT_AGG_COUNT, 1, { 5 } },
		{ DT_ACT_AGG_SUM, 1, { 8 } },
		{ DT_ACT_AGG_MIN, 1, { INT64_MIN } },
		{ DT_ACT_AGG_MAX, 1, { INT64_MAX } },
		{ DT_ACT_AGG_AVG, 2, { 5, 8 } },
	};
	struct dt_aggs *as;
	const int64_t *d;

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		as = dt_aggs_create(1 << 20);
		d = data_of(as, t[i].kind, v, 5);
		assert_memory_equal(d, t[i].want, t[i].words * sizeof(int64_t));
		dt_aggs_destroy(as);
	}
	as = dt_aggs_create(1 << 20);
	d = data_of(as, DT_ACT_AGG_STDDEV, m1, 2);
	assert_int_equal(d[0], 2);
	assert_int_equal(d[1], INT64_MAX); /* wraps */
	assert_int_equal(d[2], 1);
	assert_int_equal(d[3], 1ll << 62);
	dt_aggs_destroy(as);
}

static void quantize(void **state)
{
	static const struct {
		int64_t v, label;
	} t[] = { { 0, 0 }, { 1, 1 }, { 2, 2 }, { 3, 2 }, { 4, 4 }, { 7, 4 }, { 8, 8 },
		{ INT64_MAX, 1ll << 62 }, { -1, -1 }, { -2, -2 }, { -3, -2 }, { -4, -4 },
		{ -7, -4 }, { -8, -8 }, { INT64_MIN, -(1ll << 62) },
		{ INT64_MIN + 1, -(1ll << 62) }, { -(1ll << 62), -(1ll << 62) } };

	(void)state;
	for (size_t i = 0; i < sizeof(t) / sizeof(t[0]); i++) {
		uint32_t b = dt_agg_bucket(DT_ACT_AGG_QUANTIZE, 0, t[i].v);

		assert_true(b < DT_QUANT_NBUCKETS);
		assert_int_equal(dt_agg_bucket_value(DT_ACT_AGG_QUANTIZE, 0, b), t[i].label);
	}
	assert_int_equal(dt_agg_bucket(DT_ACT_AGG_QUANTIZE, 0, 0), DT_QUANT_ZERO);
	assert_int_equal(dt_agg_bucket(DT_ACT_AGG_QUANTIZE, 0, INT64_MIN), 0);
	assert_int_equal(dt_agg_bucket(DT_ACT_AGG_QUANTIZE, 0, INT64_MAX), 126);
}

static uint64_t linear(int32_t base, int32_t limit, uint16_t step)
{
	uint64_t levels = (limit - base) / step;

	return (uint64_t)step << 48 | levels << 32 | (uint32_t)base;
}

static void lquantize(void **state)
{
	const unsigned k = DT_ACT_AGG_LQUANTIZE;
	uint64_t arg = linear(-10, 25, 10), all = linear(-5, -5 + 65535, 1);

	(void)state;
	assert_int_equal(dt_agg_words(k, arg), 5); /* 3 levels: up to 20 */
	assert_int_equal(dt_agg_bucket(k, arg, INT64_MIN), 0);
	assert_int_equal(dt_agg_bucket(k, arg, -11), 0);
	assert_int_equal(dt_agg_bucket(k, arg, -10), 1);
	assert_int_equal(dt_agg_bucket(k, arg, -1), 1);
	assert_int_equal(dt_agg_bucket(k, arg, 0), 2);
	assert_int_equal(dt_agg_bucket(k, arg, 19), 3);
	assert_int_equal(dt_agg_bucket(k, arg, 20), 4);
	assert_int_equal(dt_agg_bucket(k, arg, INT64_MAX), 4);
	assert_int_equal(dt_agg_bucket(k, arg, 1ll << 32), 4); /* 64 bits, not 32 */
	assert_int_equal(dt_agg_bucket_value(k, arg, 0), -10);
	assert_int_equal(dt_agg_bucket_value(k, arg, 1), -10);
	assert_int_equal(dt_agg_bucket_value(k, arg, 3), 10);
	assert_int_equal(dt_agg_bucket_value(k, arg, 4), 20);
	assert_int_equal(dt_agg_words(k, all), 65537);
	assert_int_equal(dt_agg_bucket(k, all, 65529), 65535);
	assert_int_equal(dt_agg_bucket(k, all, 65530), 65536);
}

static uint64_t log_linear(uint64_t factor, uint64_t low, uint64_t high, uint64_t steps)
{
	return factor << 48 | low << 32 | high << 16 | steps;
}

/* Bucket numbers rise with the value, and a bucket's label falls into the bucket. */
static void check_log(uint64_t arg, uint32_t words)
{
	const unsigned k = DT_ACT_AGG_LLQUANTIZE;
	uint32_t n = dt_agg_words(k, arg);
	int64_t last = INT64_MIN;

	assert_int_equal(n, words);
	assert_int_equal(dt_agg_bucket(k, arg, INT64_MIN), 0);
	assert_int_equal(dt_agg_bucket(k, arg, dt_agg_bucket_value(k, arg, 1) - 1), 0);
	for (uint32_t b = 1; b < n; b++) {
		int64_t v = dt_agg_bucket_value(k, arg, b);

		assert_true(v > last);
		assert_int_equal(dt_agg_bucket(k, arg, v), b);
		assert_int_equal(dt_agg_bucket(k, arg, v - 1), b - 1);
		last = v;
	}
	assert_int_equal(dt_agg_bucket(k, arg, INT64_MAX), n - 1);
}

static void llquantize(void **state)
{
	const unsigned k = DT_ACT_AGG_LLQUANTIZE;
	uint64_t arg = log_linear(10, 0, 6, 20);

	(void)state;
	check_log(arg, 1 + 9 + 6 * 18 + 1);
	check_log(log_linear(2, 3, 5, 2), 1 + 3 * 1 + 1);
	check_log(log_linear(10, 2, 4, 10), 1 + 3 * 9 + 1);
	check_log(log_linear(6, 0, 3, 24), 1 + 5 + 30 + 20 + 20 + 1);
	assert_int_equal(dt_agg_bucket(k, arg, 0), 0);
	assert_int_equal(dt_agg_bucket(k, arg, 1), 1);
	assert_int_equal(dt_agg_bucket(k, arg, 9), 9);
	assert_int_equal(dt_agg_bucket(k, arg, 10), 10);
	assert_int_equal(dt_agg_bucket(k, arg, 14), 10);
	assert_int_equal(dt_agg_bucket(k, arg, 15), 11);
	assert_int_equal(dt_agg_bucket(k, arg, 99), 27);
	assert_int_equal(dt_agg_bucket(k, arg, 100), 28);
	assert_int_equal(dt_agg_bucket_value(k, arg, 0), 1);
	assert_int_equal(dt_agg_bucket_value(k, arg, dt_agg_words(k, arg) - 1), 10000000);
}

/* Descriptors no compiler makes: every value's bucket is inside. */
static void odd_descriptors(void **state)
{
	static const int64_t v[] = { INT64_MIN, -1, 0, 1, 10, 1000, 1ll << 40, INT64_MAX };
	uint64_t arg = 1;

	(void)state;
	assert_true(dt_agg_words(DT_ACT_AGG_LLQUANTIZE, log_linear(10, 18, 18, 10)) > 2);
	for (int i = 0; i < 20000; i++) {
		arg = arg * 6364136223846793005u + 1442695040888963407u;
		if (i & 1)
			arg &= 0x0003001f001f00ff;
		for (size_t j = 0; j < sizeof(v) / sizeof(v[0]); j++) {
			assert_true(dt_agg_bucket(DT_ACT_AGG_LQUANTIZE, arg, v[j]) <
				dt_agg_words(DT_ACT_AGG_LQUANTIZE, arg));
			assert_true(dt_agg_bucket(DT_ACT_AGG_LLQUANTIZE, arg, v[j]) <
				dt_agg_words(DT_ACT_AGG_LLQUANTIZE, arg));
		}
		dt_agg_bucket_value(DT_ACT_AGG_LLQUANTIZE, arg, (uint32_t)arg);
		dt_agg_bucket_value(DT_ACT_AGG_LQUANTIZE, arg, (uint32_t)arg);
		dt_agg_bucket_value(DT_ACT_AGG_QUANTIZE, arg, (uint32_t)arg);
	}
}

static void increments(void **state)
{
	struct dt_aggs *as = dt_aggs_create(1 << 20);
	struct dt_aggdesc ag = { .ag_name = "q", .ag_id = 4, .ag_kind = DT_ACT_AGG_QUANTIZE };
	struct dt_aggent ae;

	(void)state;
	dt_agg_update(as, 0, &ag, "", 5, 10);
	dt_agg_update(as, 0, &ag, "", 5, -3);
	dt_agg_update(as, 0, &ag, "", -1, 1);
	dt_agg_walk(as, one, &ae);
	assert_int_equal(ae.ae_data[66], 7);
	assert_int_equal(ae.ae_data[62], 1);
	dt_aggs_destroy(as);
}

struct row {
	uint32_t pid;
	char gap;
	uint64_t addr;
	char name[256];
};

static int check_row(const struct dt_aggent *ae, void *arg)
{
	const uint8_t *k = ae->ae_key;
	uint64_t addr;

	(void)arg;
	assert_int_equal(ae->ae_keysize, 272);
	memcpy(&addr, k + 8, 8);
	assert_int_equal(k[4] | k[5] | k[6] | k[7], 0); /* the gap */
	assert_int_equal(addr, 0xabc);
	for (size_t i = strlen((char *)k + 16); i < 256; i++)
		assert_int_equal(k[16 + i], 0);
	assert_int_equal(ae->ae_data[0], strcmp((char *)k + 16, "cat") == 0 ? 2 : 1);
	return 0;
}

/* What lies between operands and behind a NUL does not matter. */
static void keys(void **state)
{
	struct dt_operand ops[3] = { { .op_kind = DT_ACT_EXPR, .op_size = 4, .op_align = 4 },
		{ .op_kind = DT_ACT_EXPR, .op_size = 8, .op_align = 8 }, str_key };
	struct dt_aggdesc ag = { .ag_name = "k",
		.ag_id = 2,
		.ag_kind = DT_ACT_AGG_COUNT,
		.ag_nkeys = 3,
		.ag_keys = ops };
	struct dt_aggs *as = dt_aggs_create(1 << 20);
	struct row r = { .pid = 1, .gap = 0, .addr = 0xabc, .name = "cat" };
	uint32_t offsets[3];

	(void)state;
	assert_int_equal(dt_agg_keysize(&ag, offsets), 272);
	assert_int_equal(offsets[1], 8);
	assert_int_equal(offsets[2], 16);
	dt_agg_update(as, 0, &ag, &r, 0, 1);
	r.gap = 77;
	r.name[9] = 'x';
	dt_agg_update(as, 0, &ag, &r, 0, 1);
	strcpy(r.name, "ca");
	dt_agg_update(as, 0, &ag, &r, 0, 1);
	r.pid = 2;
	dt_agg_update(as, 0, &ag, &r, 0, 1);
	memset(r.name, 'y', 255);
	r.name[255] = '\0';
	dt_agg_update(as, 0, &ag, &r, 0, 1);
	assert_int_equal(dt_aggs_count(as), 4);
	dt_agg_walk(as, check_row, NULL);
	dt_aggs_destroy(as);
}

static int count(const struct dt_aggent *ae, void *arg)
{
	(void)ae;
	++*(unsigned *)arg;
	return 0;
}

static int remove_odd(const struct dt_aggent *ae, void *arg)
{
	uint64_t key;

	memcpy(&key, ae->ae_key, 8);
	if (ae->ae_desc->ag_id == 1 && key % 2)
		dt_agg_remove(arg, ae);
	return 0;
}

static struct dt_operand u64_key = { .op_kind = DT_ACT_EXPR, .op_size = 8, .op_align = 8 };
static const struct dt_aggdesc by_num = { .ag_name = "a",
	.ag_id = 1,
	.ag_kind = DT_ACT_AGG_MIN,
	.ag_nkeys = 1,
	.ag_keys = &u64_key };
static const struct dt_aggdesc by_num2 = { .ag_name = "b",
	.ag_id = 2,
	.ag_kind = DT_ACT_AGG_SUM,
	.ag_nkeys = 1,
	.ag_keys = &u64_key };

static int all_start(const struct dt_aggent *ae, void *arg)
{
	(void)arg;
	assert_int_equal(ae->ae_data[0], ae->ae_desc->ag_kind == DT_ACT_AGG_MIN ? INT64_MAX : 7);
	return 0;
}

static void removal(void **state)
{
	struct dt_aggs *as = dt_aggs_create(1 << 20);
	unsigned n = 0;

	(void)state;
	for (uint64_t i = 0; i < 1000; i++) {
		dt_agg_update(as, 0, &by_num, &i, 7, 1);
		dt_agg_update(as, 0, &by_num2, &i, 7, 1);
	}
	dt_agg_walk(as, remove_odd, as);
	assert_int_equal(dt_aggs_count(as), 1500);
	dt_agg_walk(as, count, &n);
	assert_int_equal(n, 1500);
	dt_agg_clear(as, &by_num);
	assert_int_equal(dt_aggs_count(as), 1500);
	dt_agg_walk(as, all_start, NULL);
	for (uint64_t i = 0; i < 1000; i++)
		dt_agg_update(as, 0, &by_num, &i, 7, 1);
	assert_int_equal(dt_aggs_count(as), 2000);
	dt_agg_empty(as, &by_num);
	assert_int_equal(dt_aggs_count(as), 1000);
	dt_agg_empty(as, &by_num2);
	dt_agg_empty(as, &by_num2);
	assert_int_equal(dt_aggs_count(as), 0);
	dt_aggs_destroy(as);
}

static void room(void **state)
{
	struct dt_aggs *as = dt_aggs_create(64 << 10);
	uint64_t i, n;

	(void)state;
	for (i = 0; i < 5000; i++)
		dt_agg_update(as, 0, &by_num2, &i, 1, 1);
	n = dt_aggs_count(as);
	assert_in_range(n, 1000, 2000);
	assert_int_equal(dt_aggs_drops(as), 5000 - n);
	assert_int_equal(dt_aggs_drops(as), 0);
	i = 0;
	dt_agg_update(as, 0, &by_num2, &i, 1, 1); /* what is there still counts */
	assert_int_equal(dt_aggs_drops(as), 0);
	i = 4000;
	dt_agg_update(as, 1, &by_num2, &i, 1, 1); /* each CPU has its own room */
	assert_int_equal(dt_aggs_drops(as), 0);
	dt_agg_empty(as, &by_num2);
	dt_agg_update(as, 0, &by_num2, &i, 1, 1); /* what was taken in an interval stays taken */
	assert_int_equal(dt_aggs_drops(as), 1);
	dt_aggs_destroy(as);
}

static int is_one(const struct dt_aggent *ae, void *arg)
{
	(void)arg;
	assert_int_equal(ae->ae_data[0], 1);
	return 0;
}

/* Each interval has its room, also for what is there; the table itself has no bound. */
static void intervals(void **state)
{
	struct dt_aggs *as = dt_aggs_create(64 << 10);
	uint64_t now = 0, i, n;
	unsigned seen = 0;

	(void)state;
	dt_aggs_clock(as, &now, 100);
	for (i = 0; dt_aggs_drops(as) == 0; i++)
		dt_agg_update(as, 0, &by_num2, &i, 1, 1);
	n = i - 1;
	assert_in_range(n, 500, 2000);
	for (now = 100; now < 2000; now += 100)
		for (uint64_t k = 0; k < n; k++, i++)
			dt_agg_update(as, 0, &by_num2, &i, 1, 1);
	assert_int_equal(dt_aggs_drops(as), 0);
	dt_agg_walk(as, count, &seen);
	assert_int_equal(seen, 20 * n);
	now = 2099;
	i = 0;
	dt_agg_update(as, 0, &by_num2, &i, 1, 1);
	assert_int_equal(dt_aggs_drops(as), 0);
	for (i = 1; i < n + 1; i++)
		dt_agg_update(as, 0, &by_num2, &i, 1, 1);
	assert_int_equal(dt_aggs_drops(as), 1);
	dt_aggs_destroy(as);
}

/* Data of every function is merged as if the values had come in one interval. */
static void merging(void **state)
{
	static const int64_t v[] = { 5, -3, INT64_MAX, 7, INT64_MIN, 0 };
	static const unsigned kinds[] = { DT_ACT_AGG_COUNT, DT_ACT_AGG_SUM, DT_ACT_AGG_MIN,
		DT_ACT_AGG_MAX, DT_ACT_AGG_AVG, DT_ACT_AGG_STDDEV, DT_ACT_AGG_QUANTIZE };

	(void)state;
	for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		struct dt_aggs *once = dt_aggs_create(1 << 20), *often = dt_aggs_create(1 << 20);
		struct dt_aggdesc ag = { .ag_name = "_", .ag_id = 1, .ag_kind = kinds[k] };
		struct dt_aggent ae, be;

		add(once, &ag, v, 6);
		for (unsigned i = 0; i < 6; i++) {
			add(often, &ag, &v[i], 1);
			dt_agg_walk(often, one, &be);
		}
		dt_agg_walk(once, one, &ae);
		assert_memory_equal(ae.ae_data, be.ae_data, ae.ae_words * sizeof(int64_t));
		dt_aggs_destroy(once);
		dt_aggs_destroy(often);
	}
}

/* With a slow rate the consumer sees, clears and removes what was merged, and nothing is lost. */
static void slow(void **state)
{
	struct dt_aggs *as = dt_aggs_create(64 << 10);
	uint64_t now = 0, rate = 4000000000, k = 1;
	struct dt_aggent ae = { .ae_words = 0 };

	(void)state;
	dt_aggs_clock(as, &now, rate);
	dt_agg_update(as, 0, &by_num2, &k, 1, 1);
	dt_agg_walk(as, one, &ae); /* the first look merges */
	assert_int_equal(ae.ae_data[0], 1);
	dt_agg_update(as, 0, &by_num2, &k, 2, 1);
	dt_agg_walk(as, one, &ae);
	assert_int_equal(ae.ae_data[0], 1);
	dt_agg_empty(as, &by_num2);
	ae.ae_words = 0;
	dt_agg_walk(as, one, &ae);
	assert_int_equal(ae.ae_words, 0);
	now = rate;
	dt_agg_walk(as, one, &ae);
	assert_int_equal(ae.ae_data[0], 2);
	dt_agg_update(as, 0, &by_num2, &k, 4, 1);
	dt_aggs_merge(as);
	dt_agg_walk(as, one, &ae);
	assert_int_equal(ae.ae_data[0], 6);
	dt_aggs_destroy(as);
}

/* More aggregations without keys than the table has chains: each keeps its own entry. */
static void many(void **state)
{
	static struct dt_aggdesc ags[1500];
	struct dt_aggs *as = dt_aggs_create(1 << 20);
	unsigned n = 0;

	(void)state;
	for (uint32_t i = 0; i < 1500; i++) {
		ags[i] = (struct dt_aggdesc){ .ag_name = "x",
			.ag_id = i + 1,
			.ag_kind = DT_ACT_AGG_COUNT };
		dt_agg_update(as, 0, &ags[i], "", 0, 1);
	}
	assert_int_equal(dt_aggs_drops(as), 0);
	dt_agg_walk(as, count, &n);
	assert_int_equal(n, 1500);
	dt_agg_walk(as, is_one, NULL);
	dt_aggs_destroy(as);
}

static int stop(const struct dt_aggent *ae, void *arg)
{
	(void)ae, (void)arg;
	return 5;
}

static void states(void **state)
{
	struct dt_aggs *as = dt_aggs_create(64 << 10);
	struct dt_aggstate *st = dt_agg_state(as, 1);
	uint64_t k = 1;

	(void)state;
	assert_int_equal(st->as_normal, 1);
	st->as_normal = 1000;
	for (uint32_t id = 2; id < 500; id++)
		assert_false(dt_agg_state(as, id)->as_printed);
	assert_ptr_equal(dt_agg_state(as, 1), st);
	assert_int_equal(dt_agg_walk(as, stop, NULL), 0);
	dt_agg_update(as, 0, &by_num, &k, 1, 1);
	assert_int_equal(dt_agg_state(as, 1)->as_normal, 1000);
	assert_int_equal(dt_agg_walk(as, stop, NULL), 5);
	dt_aggs_destroy(as);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions),
		cmocka_unit_test(quantize),
		cmocka_unit_test(lquantize),
		cmocka_unit_test(llquantize),
		cmocka_unit_test(odd_descriptors),
		cmocka_unit_test(increments),
		cmocka_unit_test(keys),
		cmocka_unit_test(removal),
		cmocka_unit_test(room),
		cmocka_unit_test(intervals),
		cmocka_unit_test(merging),
		cmocka_unit_test(slow),
		cmocka_unit_test(many),
		cmocka_unit_test(states),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
