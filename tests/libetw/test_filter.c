/* Walks that are asked for some records: what comes, what is counted, and starting over. */
#include <stdbool.h>
#include <string.h>
#include "util.h"

#define GUIDS 40
#define ROUNDS 2000u

static struct etw_guid guid_of(unsigned i)
{
	struct etw_guid g = { .g_data1 = 0x1000 + (i & 3), .g_data2 = (uint16_t)i };

	return g;
}

/* Kernel, classic, manifest records and messages in turn, on two CPUs. */
static void write_mixed(struct memtrace *m, bool compressed)
{
	static const enum etw_kind kinds[] = { ETW_SYSTEM, ETW_COMPACT, ETW_PERFINFO, ETW_FULL,
		ETW_INSTANCE, ETW_EVENT, ETW_WPP };
	struct etw_writer_config c;
	struct etw_writer *w;

	etw_writer_defaults(&c);
	c.wc_compressed = compressed;
	w = mt_writer(m, &c);
	for (unsigned i = 0; i < ROUNDS; i++) {
		struct etw_guid g = guid_of(i % GUIDS);
		struct etw_event ev = { .ev_kind = kinds[i % 7],
			.ev_ptrsize = 8,
			.ev_cpu = i & 1,
			.ev_raw = c.wc_t0 + 10 + i / 3,
			.ev_hookid = (uint16_t)(0x0500 + i % 64),
			.ev_opcode = (uint8_t)(i % 64),
			.ev_provider = &g };

		if (ev.ev_kind == ETW_WPP)
			ev.ev_flags = i & 2 ? 0x2a : 0x28;
		assert_int_equal(etw_writer_put(w, &ev), 0);
	}
	assert_int_equal(etw_writer_close(w), 0);
}

static bool is_kernel(const struct etw_event *ev)
{
	return ev->ev_hookid != ETW_NOHOOK;
}

struct seen {
	uint64_t sn_raw[2 * ROUNDS];
	uint32_t sn_cpu[2 * ROUNDS];
	unsigned sn_n;
};

static void note(struct seen *s, const struct etw_event *ev)
{
	s->sn_raw[s->sn_n] = ev->ev_raw;
	s->sn_cpu[s->sn_n++] = ev->ev_cpu;
}

static void want(struct etw_filter *f, bool hooks, bool guids)
{
	for (unsigned i = 0; hooks && i < 64; i += 3)
		etw_filter_hook(f, (uint16_t)(0x0500 + i));
	for (unsigned i = 0; guids && i < GUIDS; i += 3) {
		struct etw_guid g = guid_of(i);

		assert_int_equal(etw_filter_guid(f, &g), 0);
		assert_int_equal(etw_filter_guid(f, &g), 0);
	}
}

static bool wanted(const struct etw_event *ev, bool hooks, bool guids)
{
	if (is_kernel(ev))
		return hooks && ev->ev_hookid >> 8 == 5 && (ev->ev_hookid & 0xff) % 3 == 0;
	return guids && ev->ev_provider->g_data1 && ev->ev_provider->g_data2 % 3 == 0;
}

static void compare(bool compressed, bool hooks, bool guids)
{
	static struct seen all, some;
	struct etw_filter *f = etw_filter_create();
	struct memtrace m;
	struct etw_trace *t;
	struct etw_event ev;
	uint64_t total, ns, last = 0;
	int64_t wall, lastwall = 0;

	all.sn_n = some.sn_n = 0;
	write_mixed(&m, compressed);
	t = mt_open(&m);
	while (etw_next(t, &ev)) {
		if (wanted(&ev, hooks, guids))
			note(&all, &ev);
		last = ev.ev_ns;
		lastwall = ev.ev_unix_ns;
	}
	total = etw_stats(t)->es_events;
	want(f, hooks, guids);
	etw_set_filter(t, f);
	etw_rewind(t);
	while (etw_next(t, &ev)) {
		assert_true(wanted(&ev, hooks, guids));
		note(&some, &ev);
	}
	assert_int_equal(some.sn_n, all.sn_n);
	assert_memory_equal(some.sn_raw, all.sn_raw, all.sn_n * sizeof(all.sn_raw[0]));
	assert_memory_equal(some.sn_cpu, all.sn_cpu, all.sn_n * sizeof(all.sn_cpu[0]));
	assert_int_equal(etw_stats(t)->es_events, total);
	etw_end(t, &ns, &wall);
	assert_int_equal(ns, last);
	assert_int_equal(wall, lastwall);
	etw_close(t);
	etw_filter_free(f);
	mt_close(&m);
}

static void some_of_all(void **state)
{
	(void)state;
	compare(false, true, true);
	compare(true, true, true);
	compare(false, true, false);
	compare(false, false, true);
	compare(false, false, false);
}

/* The end of a stretch that nobody wants is far away: now and then one is shown. */
static void patience(void **state)
{
	struct etw_filter *f = etw_filter_create();
	struct etw_writer_config c;
	struct etw_writer *w;
	struct memtrace m;
	struct etw_trace *t;
	struct etw_event ev = { .ev_kind = ETW_PERFINFO, .ev_ptrsize = 8, .ev_hookid = 0x0501 };
	unsigned shown = 0;

	(void)state;
	etw_writer_defaults(&c);
	w = mt_writer(&m, &c);
	for (unsigned i = 0; i < 1000000; i++) {
		ev.ev_raw = c.wc_t0 + i;
		ev.ev_opcode = 1;
		assert_int_equal(etw_writer_put(w, &ev), 0);
	}
	etw_writer_close(w);
	t = mt_open(&m);
	etw_set_filter(t, f);
	etw_rewind(t);
	while (etw_next(t, &ev))
		shown++;
	assert_in_range(shown, 5, 100);
	assert_true(etw_stats(t)->es_events > 1000000);
	etw_filter_all(f);
	etw_set_filter(t, f);
	etw_rewind(t);
	for (shown = 0; etw_next(t, &ev);)
		shown++;
	assert_int_equal(shown, etw_stats(t)->es_events);
	etw_close(t);
	etw_filter_free(f);
	mt_close(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(some_of_all),
		cmocka_unit_test(patience),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
