/* The dynamic variable store. */
#include "fix.h"

static struct dif_key num(uint64_t v)
{
	return (struct dif_key){ .ky_value = v };
}

static struct dif_key str(const char *s)
{
	return (struct dif_key){ (uintptr_t)s, 256, true };
}

static void elements(void **state)
{
	struct dif_dyn *dy = dif_dyn_create(1 << 20, 256);
	char a[256] = "same", b[256] = "same\0but not";
	struct dif_key keys[2] = { num(1), str(a) };
	uint64_t *v;

	(void)state;
	assert_null(dif_dyn_find(dy, 1, 0, keys, 2, 8, false));
	v = dif_dyn_find(dy, 1, 0, keys, 2, 8, true);
	assert_int_equal(*v, 0);
	*v = 17;
	keys[1] = str(b);
	assert_ptr_equal(dif_dyn_find(dy, 1, 0, keys, 2, 8, false), v);
	assert_null(dif_dyn_find(dy, 2, 0, keys, 2, 8, false));
	assert_null(dif_dyn_find(dy, 1, 9, keys, 2, 8, false));
	assert_null(dif_dyn_find(dy, 1, 0, keys, 1, 8, false));
	assert_null(dif_dyn_find(dy, 1, 0, keys, 9, 8, true));
	assert_null(dif_dyn_find(dy, 1, 0, keys, 2, 32, true)); /* another type */
	assert_int_equal(dif_dyn_drops(dy), 1);
	keys[1] = str("sam");
	assert_null(dif_dyn_find(dy, 1, 0, keys, 2, 8, false));
	keys[1] = str(a);
	dif_dyn_remove(dy, 1, 0, keys, 2);
	dif_dyn_remove(dy, 1, 0, keys, 2);
	assert_null(dif_dyn_find(dy, 1, 0, keys, 2, 8, false));
	dif_dyn_destroy(dy);
}

/* Fills it up: n elements of dsize bytes under distinct keys. */
static uint64_t fill(struct dif_dyn *dy, size_t dsize)
{
	uint64_t n = 0;

	for (;; n++) {
		struct dif_key k = num(n);
		uint8_t *p = dif_dyn_find(dy, 1, 0, &k, 1, dsize, true);

		if (!p)
			return n;
		for (size_t i = 0; i < dsize; i++)
			assert_int_equal(p[i], 0);
		memset(p, 0xee, dsize);
	}
}

static void empty(struct dif_dyn *dy, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++) {
		struct dif_key k = num(i);

		dif_dyn_remove(dy, 1, 0, &k, 1);
	}
}

static void overflow(void **state)
{
	struct dif_dyn *dy = dif_dyn_create(64 << 10, 256);
	uint64_t n = fill(dy, 8);

	(void)state;
	assert_in_range(n, 500, 2000);
	assert_int_equal(dif_dyn_drops(dy), 1);
	assert_int_equal(dif_dyn_drops(dy), 0);
	empty(dy, n);
	assert_int_equal(fill(dy, 8), n);
	empty(dy, n);
	dif_dyn_destroy(dy);
}

/* Room freed by large elements serves small ones. */
static void cut_up(void **state)
{
	struct dif_dyn *dy = dif_dyn_create(64 << 10, 256);
	uint64_t n = fill(dy, 3000);

	(void)state;
	assert_in_range(n, 12, 21);
	empty(dy, n);
	assert_true(fill(dy, 256) > 150);
	dif_dyn_destroy(dy);
}

static void writable(void **state)
{
	struct dif_dyn *dy = dif_dyn_create(64 << 10, 256);
	struct dif_key k = num(1);
	uint64_t a = (uintptr_t)dif_dyn_find(dy, 1, 0, &k, 1, 24, true), b;
	struct dif_region rg = dif_dyn_region(dy);

	(void)state;
	k = num(2);
	b = (uintptr_t)dif_dyn_find(dy, 1, 0, &k, 1, 8, true);
	assert_true(a >= rg.rg_base && a + 24 <= rg.rg_end);
	assert_int_equal(a % 8 + b % 8, 0);
	assert_true(dif_dyn_writable(dy, a, 24));
	assert_false(dif_dyn_writable(dy, a - 1, 2));
	assert_false(dif_dyn_writable(dy, a, 33));
	assert_false(dif_dyn_writable(dy, b, 8));
	assert_false(dif_dyn_writable(dy, rg.rg_end - 8, 16));
	assert_false(dif_dyn_writable(dy, 0, 8));
	assert_false(dif_dyn_writable(dy, a, SIZE_MAX));
	k = num(1);
	dif_dyn_remove(dy, 1, 0, &k, 1);
	assert_false(dif_dyn_writable(dy, a, 1));
	dif_dyn_destroy(dy);
}

static void thread_exit(void **state)
{
	struct dif_dyn *dy = dif_dyn_create(1 << 20, 256);

	(void)state;
	for (uint64_t t = 1; t <= 1000; t++)
		for (uint32_t id = 0; id < 3; id++)
			*(uint64_t *)dif_dyn_find(dy, id, t, NULL, 0, 8, true) = t * 10 + id;
	for (uint64_t t = 2; t <= 1000; t += 2)
		dif_dyn_thread_exit(dy, t);
	dif_dyn_thread_exit(dy, 5000);
	for (uint64_t t = 1; t <= 1000; t++) {
		for (uint32_t id = 0; id < 3; id++) {
			uint64_t *v = dif_dyn_find(dy, id, t, NULL, 0, 8, false);

			if (t % 2 == 0)
				assert_null(v);
			else
				assert_int_equal(*v, t * 10 + id);
		}
	}
	dif_dyn_destroy(dy);
}

/* Against a plain array of what should be there. */
static void random_use(void **state)
{
	enum { N = 4096 };
	struct dif_dyn *dy = dif_dyn_create(256 << 10, 256);
	static uint64_t want[N];
	uint64_t rnd = 99;

	(void)state;
	for (int i = 0; i < 400000; i++) {
		struct dif_key k;
		uint64_t *v, n;

		rnd = rnd * 6364136223846793005u + 1442695040888963407u;
		n = rnd >> 40 & (N - 1);
		k = num(n);
		v = dif_dyn_find(dy, 3, n % 5, &k, 1, 8 + 16 * (n % 3), rnd >> 60 < 8);
		if (!v) {
			assert_true(want[n] == 0);
		} else if (rnd >> 60 == 12) {
			dif_dyn_remove(dy, 3, n % 5, &k, 1);
			want[n] = 0;
		} else {
			assert_int_equal(*v, want[n]);
			*v = want[n] = rnd;
		}
	}
	dif_dyn_destroy(dy);
}

static void many(void **state)
{
	struct dif_dyn *dy = dif_dyn_create((size_t)100 << 20, 256);
	const uint64_t n = 1000000;

	(void)state;
	for (uint64_t i = 0; i < n; i++) {
		struct dif_key k = num(i * 64);
		uint64_t *v = dif_dyn_find(dy, 1, 0, &k, 1, 8, true);

		if (!v)
			fail_msg("element %lu", (unsigned long)i);
		*v = i + 1;
	}
	for (uint64_t i = 0; i < n; i += 997) {
		struct dif_key k = num(i * 64);

		assert_int_equal(*(uint64_t *)dif_dyn_find(dy, 1, 0, &k, 1, 8, false), i + 1);
	}
	assert_int_equal(dif_dyn_drops(dy), 0);
	dif_dyn_destroy(dy);
}

/*
 * A key that lies in an element that has gone: the block it was in can't become the new element's.
 */
static void stale_key(void **state)
{
	struct dif_dyn *dy = dif_dyn_create(1 << 20, 256);
	struct dif_key gone = num(1), key;
	uint8_t *p = dif_dyn_find(dy, 1, 0, &gone, 1, 128, true);

	(void)state;
	memset(p, 0x55, 128);
	key = (struct dif_key){ (uintptr_t)p, 120, false }; /* makes a block of the same size */
	assert_non_null(dif_dyn_find(dy, 2, 0, &key, 1, 8, true)); /* while it lives */
	dif_dyn_remove(dy, 2, 0, &key, 1);
	dif_dyn_remove(dy, 1, 0, &gone, 1);
	(void)dif_dyn_drops(dy);
	assert_null(dif_dyn_find(dy, 2, 0, &key, 1, 8, true));
	assert_int_equal(dif_dyn_drops(dy), 1);
	assert_null(dif_dyn_find(dy, 2, 0, &key, 1, 8, false));
	dif_dyn_destroy(dy);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elements),
		cmocka_unit_test(overflow),
		cmocka_unit_test(cut_up),
		cmocka_unit_test(writable),
		cmocka_unit_test(stale_key),
		cmocka_unit_test(thread_exit),
		cmocka_unit_test(random_use),
		cmocka_unit_test(many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
