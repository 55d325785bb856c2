/* The XPRESS decoder against streams made by hand, by our compressor, and by chance. */
#include <stdlib.h>
#include <string.h>
#include "etl.h"
#include "util.h"

static uint64_t seed = 1;

static uint32_t rnd(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 33);
}

static void literals(void **state)
{
	static const uint8_t in[] = { 0xff, 0xff, 0xff, 0x1f, 'a', 'b', 'c' };
	uint8_t out[16];
	size_t n;

	(void)state;
	assert_null(etl_expand(in, sizeof(in), out, 3, &n));
	assert_int_equal(n, 3);
	assert_memory_equal(out, "abc", 3);
}

/* "abc" and a match of 97 at distance 3: the example of MS-XCA. */
static void overlap(void **state)
{
	static const uint8_t in[] = { 0xff, 0xff, 0xff, 0x1f, 'a', 'b', 'c', 0x17, 0x00, 0x0f, 0xff,
		0x26, 0x01 };
	uint8_t out[300];
	size_t n;

	(void)state;
	assert_null(etl_expand(in, sizeof(in), out, 300, &n));
	assert_int_equal(n, 300);
	for (size_t i = 0; i < 300; i++)
		assert_int_equal(out[i], "abc"[i % 3]);
}

static void bad_offset(void **state)
{
	static const uint8_t in[] = { 0xff, 0xff, 0xff, 0x7f, 'a', 0x10, 0x00 };
	uint8_t out[16];
	size_t n;

	(void)state;
	assert_string_equal(etl_expand(in, sizeof(in), out, 16, &n),
		"a match refers to data before the start");
	assert_int_equal(n, 1);
}

static void cut_off(void **state)
{
	static const uint8_t in[] = { 0xff, 0xff, 0xff, 0x7f, 'a', 0x07 };
	uint8_t out[16];
	size_t n;

	(void)state;
	assert_string_equal(etl_expand(in, sizeof(in), out, 16, &n), "a match is cut off");
	assert_null(etl_expand(in, 2, out, 16, &n));
	assert_int_equal(n, 0);
}

static void round_trip_of(const uint8_t *src, size_t n)
{
	size_t cap = n + n / 8 + 64, packed, got;
	uint8_t *pack = malloc(cap), *back = malloc(n + 1);

	packed = etl_compress(src, n, pack, cap);
	assert_true(packed > 0);
	assert_null(etl_expand(pack, packed, back, n, &got));
	assert_int_equal(got, n);
	assert_memory_equal(back, src, n);
	free(pack);
	free(back);
}

static void round_trip(void **state)
{
	static uint8_t buf[200000];

	(void)state;
	for (size_t n = 0; n < 80; n++)
		round_trip_of(buf, n);
	round_trip_of(buf, sizeof(buf)); /* one match of more than 16 bits */
	for (int i = 0; i < 60; i++) {
		size_t n = rnd() % 5000;
		uint32_t letters = 1 + rnd() % 255;

		for (size_t k = 0; k < n; k++)
			buf[k] = (uint8_t)(rnd() % letters);
		round_trip_of(buf, n);
	}
	for (size_t k = 0; k < sizeof(buf); k++)
		buf[k] = (uint8_t)(rnd() % 3 ? k / 97 : rnd());
	round_trip_of(buf, sizeof(buf));
}

static void no_room(void **state)
{
	uint8_t src[256], out[64];

	(void)state;
	for (size_t i = 0; i < sizeof(src); i++)
		src[i] = (uint8_t)(i * 7);
	assert_int_equal(etl_compress(src, sizeof(src), out, sizeof(out)), 0);
	assert_int_equal(etl_compress(src, sizeof(src), out, 3), 0);
}

/* Must stay inside its buffers, which the sanitizers watch; what comes out does not matter. */
static void garbage(void **state)
{
	(void)state;
	for (int i = 0; i < 3000; i++) {
		size_t n = rnd() % 200, cap = rnd() % 4000, got;
		uint8_t *in = malloc(n + 1), *out = malloc(cap + 1);

		for (size_t k = 0; k < n; k++)
			in[k] = (uint8_t)rnd();
		etl_expand(in, n, out, cap, &got);
		assert_true(got <= cap);
		free(in);
		free(out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(literals), cmocka_unit_test(overlap),
		cmocka_unit_test(bad_offset), cmocka_unit_test(cut_off),
		cmocka_unit_test(round_trip), cmocka_unit_test(no_room),
		cmocka_unit_test(garbage) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
