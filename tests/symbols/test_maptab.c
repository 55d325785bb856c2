/* The table of mappings does what an array of bytes would. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "maptab.h"

#define SPACE 4096

static struct dt_image images[256];
static uint64_t taken, most;

static bool take(void *arg, uint64_t bytes)
{
	(void)arg;
	if (bytes > most - taken)
		return false;
	taken += bytes;
	return true;
}

struct model {
	uint8_t image[SPACE]; /* 0: nothing */
	uint64_t off[SPACE];
};

static void check_at(const struct dt_maptab *mt, const struct model *mo, unsigned addr)
{
	const struct dt_map *map = dt_maptab_find(mt, addr);

	if (!mo->image[addr]) {
		assert_null(map);
		return;
	}
	assert_non_null(map);
	assert_ptr_equal(map->mp_image, &images[mo->image[addr]]);
	assert_true(map->mp_base <= addr && addr < map->mp_end);
	assert_int_equal(map->mp_off + addr - map->mp_base, mo->off[addr]);
}

static void in_order(const struct dt_map *map, void *arg)
{
	uint64_t *end = arg;

	assert_true(map->mp_base >= *end && map->mp_end > map->mp_base);
	*end = map->mp_end;
}

static void check_all(const struct dt_maptab *mt, const struct model *mo)
{
	uint64_t end = 0;

	for (unsigned a = 0; a < SPACE; a++)
		check_at(mt, mo, a);
	dt_maptab_each(mt, in_order, &end);
	for (uint32_t i = 0; i < mt->mt_npieces; i++)
		assert_in_range(mt->mt_pieces[i].mp_count, 1, DT_MAPTAB_PIECE);
}

static void set(struct dt_maptab *mt, struct model *mo, unsigned base, unsigned size,
	unsigned image)
{
	struct dt_map map = { base, base + size, 1000 * image, &images[image] };

	if (!dt_maptab_set(mt, &map, take, NULL))
		return;
	for (unsigned a = base; a < base + size; a++) {
		mo->image[a] = (uint8_t)image;
		mo->off[a] = 1000 * image + a - base;
	}
}

/* Sizes up to `size` at random places, over and over. */
static void random_sets(unsigned size, unsigned rounds, uint64_t bound)
{
	struct dt_maptab mt = { 0 }, copy = { 0 };
	struct model *mo = calloc(1, sizeof(*mo));
	uint32_t seed = size * 7919 + rounds;

	taken = 0;
	most = bound;
	for (unsigned i = 0; i < rounds; i++) {
		unsigned base, n;

		seed = seed * 1664525 + 1013904223;
		base = (seed >> 8) % SPACE;
		seed = seed * 1664525 + 1013904223;
		n = 1 + (seed >> 8) % size;
		set(&mt, mo, base, n < SPACE - base ? n : SPACE - base, 1 + i % 255);
		check_at(&mt, mo, base);
		if (i % 64 == 0)
			check_all(&mt, mo);
	}
	check_all(&mt, mo);
	assert_true(mt.mt_taken == taken && mt.mt_bytes <= taken);
	if (dt_maptab_copy(&copy, &mt, take, NULL))
		check_all(&copy, mo);
	dt_maptab_free(&copy);
	dt_maptab_free(&mt);
	free(mo);
}

static void test_random(void **state)
{
	(void)state;
	for (unsigned size = 1; size <= 1024; size *= 2)
		random_sets(size, 6000, UINT64_MAX);
}

static void test_bound(void **state)
{
	(void)state;
	for (uint64_t bound = 0; bound < 100000; bound = bound * 2 + 64)
		random_sets(3, 3000, bound);
}

static void test_orders(void **state)
{
	(void)state;
	most = UINT64_MAX;
	for (int way = 0; way < 3; way++) {
		struct dt_maptab mt = { 0 };

		for (unsigned i = 0; i < 100000; i++) {
			unsigned k = way == 0 ? i : way == 1 ? 99999 - i : i * 7919 % 100000;
			struct dt_map map = { 16 * k, 16 * k + 8, 0, &images[k % 256] };

			assert_true(dt_maptab_set(&mt, &map, take, NULL));
		}
		for (unsigned k = 0; k < 100000; k++) {
			assert_ptr_equal(dt_maptab_find(&mt, 16 * k + 7)->mp_image,
				&images[k % 256]);
			assert_null(dt_maptab_find(&mt, 16 * k + 8));
		}
		assert_true(
			dt_maptab_set(&mt, &(struct dt_map){ 1, 1599999, 0, images }, take, NULL));
		assert_int_equal(mt.mt_npieces, 1);
		assert_int_equal(mt.mt_pieces[0].mp_count, 2);
		dt_maptab_free(&mt);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_bound),
		cmocka_unit_test(test_orders),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
