/* Program databases: names by address, and files that lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>
#include "pdb.h"
#include "pdbwrite.h"

static const uint32_t sections[] = { 0x1000, 0x8000 };
static const struct pdbw_sym syms[] = {
	{ "KiSwapThread", 1, 0x10, false },
	{ "?Run@@YAXXZ", 1, 0x200, false },
	{ "Run", 1, 0x200, true },
	{ "helper", 1, 0x300, true },
	{ "data", 2, 0, false },
};
static const struct pdbw whole = {
	.pw_guid = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16 },
	.pw_age = 3,
	.pw_sections = sections,
	.pw_nsections = 2,
	.pw_syms = syms,
	.pw_nsyms = 5,
};
static uint8_t file[PDBW_MAX];
static struct dt_symlimit limit;

/* A database from a file of these bytes. */
static struct dt_pdb *create(const uint8_t *bytes, size_t n)
{
	int fd = memfd_create("pdb", MFD_CLOEXEC);
	struct dt_pdb *pd;

	dt_symlimit_init(&limit);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, n), n);
	pd = dt_pdb_create(fd, n, &limit, "x.pdb");
	close(fd);
	return pd;
}

static void is(const struct dt_pdb *pd, uint32_t rva, const char *name, uint32_t delta)
{
	uint32_t d = 0;
	const char *got = dt_pdb_find(pd, rva, &d);

	if (!name) {
		assert_null(got);
		return;
	}
	assert_non_null(got);
	assert_string_equal(got, name);
	assert_int_equal(d, delta);
}

static void test_names(void **state)
{
	struct dt_pdb *pd = create(file, pdb_write(&whole, file));

	(void)state;
	assert_non_null(pd);
	assert_int_equal(dt_pdb_count(pd), 4);
	is(pd, 0x100f, NULL, 0);
	is(pd, 0x1010, "KiSwapThread", 0);
	is(pd, 0x11ff, "KiSwapThread", 0x1ef);
	is(pd, 0x1201, "Run", 1); /* what its source calls it, not what the linker does */
	is(pd, 0x1300, "helper", 0);
	is(pd, 0x8004, "data", 4);
	dt_pdb_destroy(pd);
}

static void test_identity(void **state)
{
	struct dt_pdb *pd = create(file, pdb_write(&whole, file));
	struct dt_pdbid id = { .pi_age = 3 };

	(void)state;
	memcpy(id.pi_guid, whole.pw_guid, 16);
	assert_true(dt_pdb_is(pd, &id));
	id.pi_age = 2;
	assert_true(dt_pdb_is(pd, &id));
	id.pi_age = 4;
	assert_false(dt_pdb_is(pd, &id));
	id.pi_age = 3;
	id.pi_guid[15]++;
	assert_false(dt_pdb_is(pd, &id));
	dt_pdb_destroy(pd);
}

/* [0x1000, 0x1200) was moved to 0x5000, [0x1200, 0x1300) left out, the rest stays */
static void test_rearranged(void **state)
{
	static const uint32_t omap[][2] = { { 0x1000, 0x5000 }, { 0x1200, 0 }, { 0x1300, 0x1300 } };
	struct pdbw pw = whole;
	struct dt_pdb *pd;

	(void)state;
	pw.pw_omap = omap;
	pw.pw_nomap = 3;
	pd = create(file, pdb_write(&pw, file));
	assert_non_null(pd);
	assert_int_equal(dt_pdb_count(pd), 3);
	is(pd, 0x5012, "KiSwapThread", 2);
	is(pd, 0x1300, "helper", 0);
	dt_pdb_destroy(pd);
}

static void test_cut(void **state)
{
	size_t n = pdb_write(&whole, file);

	(void)state;
	for (size_t len = 0; len < n; len += 7) {
		dt_pdb_destroy(create(file, len));
		assert_int_equal(limit.sl_used, 0);
	}
}

static void test_lies(void **state)
{
	size_t n = pdb_write(&whole, file);
	uint32_t seed = 1;

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		uint8_t *copy = malloc(n);

		memcpy(copy, file, n);
		for (unsigned k = 0; k < 3; k++) {
			seed = seed * 1664525 + 1013904223;
			copy[(seed >> 8) % n] = (uint8_t)(seed >> 3);
		}
		dt_pdb_destroy(create(copy, n));
		free(copy);
	}
}

static unsigned said;

static void on_say(void *arg, const char *line)
{
	(void)arg;
	assert_non_null(strstr(line, "option symfilesize"));
	said++;
}

/* A stream or a table over the bound is left out, and so is the database. */
static void test_bound(void **state)
{
	size_t n = pdb_write(&whole, file);
	int fd = memfd_create("pdb", MFD_CLOEXEC);

	(void)state;
	assert_int_equal(write(fd, file, n), n);
	for (uint64_t max = 16; max < 200000; max *= 2) {
		struct dt_pdb *pd;

		dt_symlimit_init(&limit);
		limit.sl_say = on_say;
		limit.sl_file = max;
		said = 0;
		pd = dt_pdb_create(fd, n, &limit, "x.pdb");
		assert_int_equal(said, !pd);
		assert_true(!pd == (max < 80000));
		assert_true(limit.sl_used <= max);
		dt_pdb_destroy(pd);
		assert_int_equal(limit.sl_used, 0);
	}
	close(fd);
}

/* The file became shorter after its size was asked. */
static void test_shortened(void **state)
{
	size_t n = pdb_write(&whole, file);
	int fd = memfd_create("pdb", MFD_CLOEXEC);

	(void)state;
	dt_symlimit_init(&limit);
	assert_int_equal(write(fd, file, n / 2), n / 2);
	dt_pdb_destroy(dt_pdb_create(fd, n, &limit, "x.pdb"));
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_bound),
		cmocka_unit_test(test_shortened),
		cmocka_unit_test(test_identity),
		cmocka_unit_test(test_rearranged),
		cmocka_unit_test(test_cut),
		cmocka_unit_test(test_lies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
