/* The order in which records come: over CPUs, files, clocks, and buffers out of order. */
#include <stdlib.h>
#include <string.h>
#include "util.h"

static int put(struct etw_writer *w, uint32_t cpu, uint64_t raw, uint16_t id)
{
	static const struct etw_guid provider = { .g_data1 = 1 };
	struct etw_event ev = { .ev_kind = ETW_EVENT,
		.ev_ptrsize = 8,
		.ev_cpu = cpu,
		.ev_raw = raw,
		.ev_id = id,
		.ev_provider = &provider };

	return etw_writer_put(w, &ev);
}

/* Reads on; the ids of the events (0 for other records) in the order they come. */
static size_t ids(const struct memtrace *m, unsigned n, uint16_t *out, uint64_t *ns, size_t max)
{
	const char *paths[4];
	struct etw_event ev;
	struct etw_trace *t;
	char err[256];
	size_t k = 0;

	for (unsigned i = 0; i < n; i++)
		paths[i] = m[i].mt_path;
	t = etw_open(paths, n, err, sizeof(err));
	assert_non_null(t);
	for (; k < max && etw_next(t, &ev); k++) {
		out[k] = ev.ev_kind == ETW_EVENT ? ev.ev_id : 0;
		ns[k] = ev.ev_ns;
	}
	etw_close(t);
	return k;
}

static void expect(const uint16_t *got, size_t n, const uint16_t *want, size_t nwant)
{
	assert_int_equal(n, nwant);
	for (size_t i = 0; i < n; i++)
		assert_int_equal(got[i], want[i]);
}

/* Stamps that nothing bears out: in the middle, at the start of a stream, at its end. */
static void damaged_stamps(void **state)
{
	static const uint64_t far = UINT64_C(1) << 60;
	static const uint16_t want[] = { 0, 1, 2, 3, 10, 11, 4, 5, 12 };
	static const uint64_t at[] = { 0, 10, 10, 30, 35, 35, 40, 40, 45 };
	struct etw_writer_config c;
	struct memtrace m;
	struct etw_writer *w;
	uint16_t got[16];
	uint64_t ns[16];

	(void)state;
	etw_writer_defaults(&c);
	w = mt_writer(&m, &c);
	put(w, 1, c.wc_t0 + far, 10);
	put(w, 0, c.wc_t0 + 10, 1);
	put(w, 0, c.wc_t0 + far, 2);
	put(w, 0, c.wc_t0 + 30, 3);
	put(w, 1, c.wc_t0 + 35, 11);
	put(w, 0, c.wc_t0 + 40, 4);
	put(w, 0, c.wc_t0 + far, 5);
	put(w, 1, c.wc_t0 + 45, 12);
	etw_writer_close(w);
	expect(got, ids(&m, 1, got, ns, 16), want, 9);
	for (unsigned i = 0; i < 9; i++)
		assert_int_equal(ns[i], at[i] * 100);
	mt_close(&m);
}

static void over_cpus(void **state)
{
	static const uint16_t want[] = { 0, 1, 2, 3, 4, 5, 6 };
	struct etw_writer_config c;
	struct memtrace m;
	struct etw_writer *w;
	uint16_t got[16];
	uint64_t ns[16];

	(void)state;
	etw_writer_defaults(&c);
	c.wc_ncpu = 3;
	w = mt_writer(&m, &c);
	put(w, 2, 1000010, 1);
	put(w, 2, 1000030, 4); /* ties: the lower CPU first, then position */
	put(w, 2, 1000030, 5);
	put(w, 1, 1000030, 3);
	put(w, 1, 1000031, 6);
	put(w, 0, 1000020, 2);
	etw_writer_close(w);
	expect(got, ids(&m, 1, got, ns, 16), want, 7);
	mt_close(&m);
}

static void two_files(const struct etw_writer_config *a, uint64_t t0a,
	const struct etw_writer_config *b, uint64_t t0b, uint64_t tick_a, uint64_t tick_b)
{
	static const uint16_t want[] = { 0, 1, 0, 11, 2, 12, 3, 13 };
	struct memtrace m[2];
	struct etw_writer *w;
	uint16_t got[16];
	uint64_t ns[16];
	size_t n;

	w = mt_writer(&m[0], a);
	for (uint16_t i = 1; i <= 3; i++)
		put(w, i & 1, t0a + i * tick_a, i);
	etw_writer_close(w);
	w = mt_writer(&m[1], b);
	for (uint16_t i = 1; i <= 3; i++)
		put(w, i & 1, t0b + (i - 1) * tick_b + 1, 10 + i);
	etw_writer_close(w);
	n = ids(m, 2, got, ns, 16);
	expect(got, n, want, 8);
	for (size_t i = 1; i < n; i++)
		assert_true(ns[i] >= ns[i - 1]);
	assert_int_equal(ns[1], 1000000);
	assert_int_equal(ns[4], 2000000);
	mt_close(&m[0]);
	mt_close(&m[1]);
}

/* The second file starts 1 ms after the first, on the same counter. */
static void one_clock(void **state)
{
	struct etw_writer_config a, b;

	(void)state;
	etw_writer_defaults(&a);
	b = a;
	b.wc_t0 = a.wc_t0 + 10000;
	b.wc_starttime = a.wc_starttime + 10000;
	two_files(&a, a.wc_t0, &b, b.wc_t0, 10000, 10000);
}

/* The same distance in wall time, on counters that have nothing in common. */
static void two_clocks(void **state)
{
	struct etw_writer_config a, b;

	(void)state;
	etw_writer_defaults(&a);
	b = a;
	b.wc_perffreq = 2000000;
	b.wc_boottime = a.wc_boottime - 12345;
	b.wc_t0 = 77;
	b.wc_starttime = a.wc_starttime + 10000;
	two_files(&a, a.wc_t0, &b, b.wc_t0, 10000, 2000);
}

static void system_and_cycles(void **state)
{
	struct etw_writer_config a, b;

	(void)state;
	etw_writer_defaults(&a);
	b = a;
	a.wc_clock = ETW_CLOCK_SYSTEM;
	a.wc_t0 = a.wc_starttime;
	b.wc_clock = ETW_CLOCK_CYCLES;
	b.wc_mhz = 3000;
	b.wc_starttime = a.wc_starttime + 10000;
	two_files(&a, a.wc_t0, &b, b.wc_t0, 10000, 3000000);
}

/* A circular log has wrapped: the newest buffers stand before the oldest. */
static void wrapped(void **state)
{
	struct etw_writer_config c;
	struct memtrace m, wrap;
	struct etw_writer *w;
	struct etw_trace *t;
	struct etw_event ev;
	uint8_t *p, *q;
	uint64_t last = 0;
	size_t n, half, count = 0;

	(void)state;
	etw_writer_defaults(&c);
	c.wc_bufsize = 4096;
	w = mt_writer(&m, &c);
	for (uint32_t i = 1; i <= 2000; i++)
		put(w, i % 2, 1000000 + i, (uint16_t)i);
	etw_writer_close(w);
	p = mt_read(m.mt_path, &n);
	q = malloc(n);
	half = (n / 4096 / 2) * 4096;
	memcpy(q, p, 4096);
	memcpy(q + 4096, p + half, n - half);
	memcpy(q + 4096 + n - half, p + 4096, half - 4096);
	mt_bytes(&wrap, q, n);
	t = mt_open(&wrap);
	for (; etw_next(t, &ev); count++) {
		assert_true(ev.ev_ns >= last);
		last = ev.ev_ns;
	}
	assert_int_equal(count, 2001);
	assert_true(etw_stats(t)->es_resorted > 0);
	assert_int_equal(etw_stats(t)->es_unordered, 0);
	etw_close(t);
	mt_close(&m);
	mt_close(&wrap);
	free(p);
	free(q);
}

/* One time stamp from the far future must not hold back the rest of its CPU. */
static void wild_time(void **state)
{
	struct etw_writer_config c;
	struct memtrace m;
	struct etw_writer *w;
	struct etw_trace *t;
	struct etw_event ev;
	uint64_t last = 0;
	size_t count = 0, back = 0;

	(void)state;
	etw_writer_defaults(&c);
	c.wc_bufsize = 4096;
	w = mt_writer(&m, &c);
	for (uint32_t i = 1; i <= 2000; i++)
		put(w, i % 2, i == 501 ? UINT64_C(1) << 60 : 1000000 + i, (uint16_t)i);
	etw_writer_close(w);
	t = mt_open(&m);
	for (; etw_next(t, &ev); count++) {
		back += ev.ev_raw < last;
		last = ev.ev_raw;
	}
	assert_int_equal(count, 2001);
	assert_int_equal(back, 1);
	assert_int_equal(etw_stats(t)->es_unordered, 1);
	etw_close(t);
	mt_close(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(over_cpus),
		cmocka_unit_test(one_clock), cmocka_unit_test(two_clocks),
		cmocka_unit_test(system_and_cycles), cmocka_unit_test(wrapped),
		cmocka_unit_test(wild_time), cmocka_unit_test(damaged_stamps) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
