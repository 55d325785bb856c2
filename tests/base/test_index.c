/* lib/base/index.h */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "index.h"

#define N 1000

struct thing {
	int th_id;
	struct base_link th_link;
};

static struct thing things[N];

static struct thing *first(const struct base_index *ix, uint64_t hash)
{
	struct base_link *ln = base_index_first(ix, hash);

	return ln ? BASE_ENTRY(ln, struct thing, th_link) : NULL;
}

static unsigned count(const struct base_index *ix, uint64_t hash)
{
	unsigned n = 0;

	for (struct base_link *ln = base_index_first(ix, hash); ln; ln = base_index_next(ln))
		n++;
	return n;
}

static void fill(struct base_index *ix, unsigned hashes)
{
	for (int i = 0; i < N; i++) {
		things[i] = (struct thing){ .th_id = i };
		base_index_add(ix, &things[i].th_link, (uint64_t)i % hashes);
	}
}

static void test_find(void **state)
{
	struct base_index ix = { 0 };

	(void)state;
	assert_null(first(&ix, 7));
	fill(&ix, N);
	for (int i = 0; i < N; i++) {
		assert_ptr_equal(first(&ix, (uint64_t)i), &things[i]);
		assert_int_equal(count(&ix, (uint64_t)i), 1);
	}
	assert_null(first(&ix, N));
	for (int i = 0; i < N; i += 2)
		base_index_remove(&ix, &things[i].th_link);
	for (int i = 0; i < N; i++)
		assert_ptr_equal(first(&ix, (uint64_t)i), i % 2 ? &things[i] : NULL);
	assert_int_equal(ix.ix_count, N / 2);
	base_index_clear(&ix, NULL);
	assert_null(first(&ix, 1));
}

/* Of one hash the last added comes first, however often the index has grown since. */
static void test_order(void **state)
{
	struct base_index ix = { 0 };
	int last = N;

	(void)state;
	fill(&ix, 10);
	for (struct base_link *ln = base_index_first(&ix, 3); ln; ln = base_index_next(ln)) {
		int id = BASE_ENTRY(ln, struct thing, th_link)->th_id;

		assert_int_equal(id % 10, 3);
		assert_true(id < last);
		last = id;
	}
	assert_int_equal(last, 3);
	base_index_clear(&ix, NULL);
}

static bool is_third(struct base_link *ln, void *arg)
{
	(*(unsigned *)arg)++;
	return BASE_ENTRY(ln, struct thing, th_link)->th_id % 3 == 0;
}

static unsigned cleared;

static void clear_one(struct base_link *ln)
{
	BASE_ENTRY(ln, struct thing, th_link)->th_id = -1;
	cleared++;
}

static void test_sweep(void **state)
{
	struct base_index ix = { 0 };
	unsigned asked = 0;

	(void)state;
	fill(&ix, 100);
	base_index_sweep(&ix, is_third, &asked);
	assert_int_equal(asked, N);
	assert_int_equal(ix.ix_count, N - (N + 2) / 3);
	for (uint64_t h = 0; h < 100; h++)
		assert_int_equal(count(&ix, h), h % 3 == 0 ? 6 : 7);
	base_index_clear(&ix, clear_one);
	assert_int_equal(cleared, N - (N + 2) / 3);
	assert_int_equal(things[1].th_id, -1);
	assert_int_equal(things[3].th_id, 3);
}

/* Without memory for slots all entries are in one chain. */
static void test_no_memory(void **state)
{
	struct base_index ix = { 0 };

	(void)state;
	for (int i = 0; i < 3; i++) {
		things[i] = (struct thing){ .th_id = i };
		ix.ix_count = ix.ix_nslots = 1u << 31; /* twice that is no number of slots */
		base_index_add(&ix, &things[i].th_link, (uint64_t)i);
	}
	assert_null(ix.ix_slots);
	assert_ptr_equal(first(&ix, 1), &things[1]);
	base_index_remove(&ix, &things[1].th_link);
	assert_null(first(&ix, 1));
	assert_ptr_equal(first(&ix, 0), &things[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_find),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_sweep),
		cmocka_unit_test(test_no_memory),
	};

	return cmocka_run_group_tests_name("index", tests, NULL, NULL);
}
