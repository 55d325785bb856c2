/* Tables that a trace fills have a most: the oldest goes that nobody has asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>
#include "files.h"
#include "replay.h"

static void test_table(void **state)
{
	struct base_table t = { .mp_size = sizeof(int), .mp_max = 3 };

	(void)state;
	for (int i = 1; i <= 3; i++)
		*(int *)base_table_renew(&t, (uint64_t)i) = i;
	assert_null(base_table_add(&t, 4));
	assert_int_equal(*(int *)base_table_find(&t, 1), 1);
	*(int *)base_table_renew(&t, 4) = 4; /* 1 was asked for, so 2 goes */
	assert_non_null(base_table_find(&t, 1));
	assert_null(base_table_find(&t, 2));
	assert_non_null(base_table_find(&t, 3));
	assert_int_equal(*(int *)base_table_find(&t, 4), 4);
	for (int i = 5; i < 100000; i++)
		base_table_renew(&t, (uint64_t)i);
	assert_int_equal(t.mp_index.ix_count, 3);
	assert_non_null(base_table_find(&t, 99999));
	base_table_remove(&t, 99999);
	assert_null(base_table_find(&t, 99999));
	base_table_clear(&t);
	assert_null(base_table_find(&t, 4));
	assert_non_null(base_table_renew(&t, 5));
	base_table_clear(&t);
}

static const char *method(struct dt_methods *mh, uint32_t pid, uint64_t pc)
{
	struct dt_sym sym = { 0 };

	return dt_methods_find(mh, pid, pc, &sym) ? sym.sy_func : NULL;
}

static void test_methods(void **state)
{
	struct dt_methods *mh = dt_methods_create();
	struct dt_sym sym = { 0 };
	char name[32];

	(void)state;
	dt_methods_bound(mh, 4000, 3, 2);
	for (uint32_t pid = 1; pid <= 3; pid++)
		dt_methods_add(mh, pid, 0x1000, 16, pid, "m");
	assert_false(dt_methods_forgot(mh));
	assert_string_equal(method(mh, 1, 0x1008), "m");
	dt_methods_add(mh, 4, 0x1000, 16, 4, "m");
	assert_true(dt_methods_forgot(mh));
	assert_non_null(method(mh, 1, 0x1008));
	assert_null(method(mh, 2, 0x1008));
	/* of one process: its own older ones go, and the others */
	for (uint32_t i = 0; i < 10000; i++) {
		snprintf(name, sizeof(name), "m%u", i);
		dt_methods_add(mh, 9, 0x10000 + 32 * i, 16, 1, name);
		assert_string_equal(method(mh, 9, 0x10000 + 32 * i), name);
	}
	assert_null(method(mh, 1, 0x1008));
	assert_null(method(mh, 9, 0x10000));
	assert_string_equal(method(mh, 9, 0x10000 + 32 * 9999), "m9999");
	dt_methods_module(mh, 9, 1, "c:\\a\\one.dll");
	dt_methods_module(mh, 9, 2, "two.dll");
	assert_true(dt_methods_find(mh, 9, 0x10000 + 32 * 9999, &sym));
	assert_string_equal(sym.sy_obj, "one.dll");
	dt_methods_module(mh, 9, 3, "three.dll"); /* one was asked for, so two goes */
	assert_true(dt_methods_find(mh, 9, 0x10000 + 32 * 9999, &sym));
	assert_string_equal(sym.sy_obj, "one.dll");
	dt_methods_destroy(mh);
}

/* As many names as a table holds; the answers are those of their time. */
static void test_known(void **state)
{
	struct etl_known kn;
	char name[32];

	(void)state;
	etl_known_init(&kn);
	for (unsigned i = 0; i < 100000; i++) { /* one number, another name each time */
		snprintf(name, sizeof(name), "f%u", i);
		etl_known_tell(&kn, 7, 10 + 10 * i, ETL_MADE, name);
	}
	for (unsigned i = 0; i < 100000; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		assert_string_equal(etl_known_name(&kn, 7, 15 + 10 * i), name);
	}
	assert_null(etl_known_name(&kn, 7, 5));
	etl_known_tell(&kn, 8, 10, ETL_SEEN, "held before");
	etl_known_tell(&kn, 8, 20, ETL_DROPPED, "held before");
	etl_known_tell(&kn, 8, 40, ETL_DROPPED, "later");
	etl_known_tell(&kn, 8, 30, ETL_SEEN, "between");
	assert_string_equal(etl_known_name(&kn, 8, 0), "held before");
	assert_string_equal(etl_known_name(&kn, 8, 25), "later");
	assert_string_equal(etl_known_name(&kn, 8, 35), "between");
	assert_string_equal(etl_known_name(&kn, 8, 100), "between");
	assert_false(kn.kn_full);
	for (unsigned i = 0; i < 1u << 21 && !kn.kn_full; i++)
		etl_known_tell(&kn, 100 + i, 10, ETL_MADE, "same");
	assert_true(kn.kn_full);
	etl_known_free(&kn);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_methods),
		cmocka_unit_test(test_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
