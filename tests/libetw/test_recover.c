/* After a damaged header: which of the headers that follow are taken for sound. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include "util.h"

#define BUFSIZE 4096
#define SIZE 0x00
#define FLAGS 0x34
#define TYPE 0x36

static void set16(uint8_t *p, unsigned v)
{
	p[0] = (uint8_t)v;
	p[1] = (uint8_t)(v >> 8);
}

static void set32(uint8_t *p, uint32_t v)
{
	set16(p, v & 0xffff);
	set16(p + 2, v >> 16);
}

/* A trace of one CPU; all buffers but the first and the last hold as many events. */
static uint8_t *trace(size_t *n)
{
	static const uint8_t payload[200];
	struct etw_writer_config c;
	struct memtrace m;
	struct etw_writer *w;
	uint8_t *p;

	etw_writer_defaults(&c);
	c.wc_bufsize = BUFSIZE;
	w = mt_writer(&m, &c);
	for (uint32_t i = 0; i < 100; i++) {
		struct etw_event ev = { .ev_kind = ETW_SYSTEM,
			.ev_ptrsize = 8,
			.ev_raw = 1000000 + i,
			.ev_payload = payload,
			.ev_paylen = sizeof(payload) };

		etw_writer_put(w, &ev);
	}
	assert_int_equal(etw_writer_close(w), 0);
	p = mt_read(m.mt_path, n);
	mt_close(&m);
	assert_true(*n >= 6 * BUFSIZE);
	return p;
}

struct outcome {
	unsigned oc_events;
	char oc_damage[3][128]; /* what is reported, the first three */
};

static struct outcome replay(const uint8_t *p, size_t n)
{
	struct outcome o = { 0 };
	const struct etw_stats *st;
	struct memtrace m;
	struct etw_trace *t;
	struct etw_event ev;

	mt_bytes(&m, p, n);
	t = mt_open(&m);
	while (etw_next(t, &ev))
		o.oc_events++;
	st = etw_stats(t);
	for (unsigned i = 0; i < st->es_damaged && i < 3; i++)
		strncpy(o.oc_damage[i], st->es_list[i].dm_reason, sizeof(o.oc_damage[i]) - 1);
	etw_close(t);
	mt_close(&m);
	return o;
}

/* The events of a full buffer. */
static unsigned per_buffer(uint8_t *p, size_t n)
{
	unsigned all = replay(p, n).oc_events, without;
	uint8_t head[64];

	memcpy(head, p + 2 * BUFSIZE, sizeof(head));
	memset(p + 2 * BUFSIZE, 0xee, sizeof(head));
	without = replay(p, n).oc_events;
	memcpy(p + 2 * BUFSIZE, head, sizeof(head));
	assert_true(without < all);
	return all - without;
}

/* Of a header whose size alone is wrong the buffer is read; one with a wrong type as well is none.
 */
static void test_size_wrong(void **state)
{
	size_t n;
	uint8_t *p = trace(&n);
	unsigned all = replay(p, n).oc_events, each = per_buffer(p, n);
	struct outcome o;

	(void)state;
	set32(p + 2 * BUFSIZE + SIZE, 123456);
	o = replay(p, n);
	assert_int_equal(o.oc_events, all);
	assert_non_null(strstr(o.oc_damage[0], "buffer 2: its size 123456 is wrong"));
	assert_null(strstr(o.oc_damage[0], "skipped"));
	for (unsigned type = 8; type < 0x10000; type *= 2) {
		set16(p + 2 * BUFSIZE + TYPE, type);
		o = replay(p, n);
		assert_int_equal(o.oc_events, all - each);
		assert_non_null(strstr(o.oc_damage[0], "skipped 4096 bytes"));
	}
	set16(p + 2 * BUFSIZE + TYPE, 7);
	assert_int_equal(replay(p, n).oc_events, all);
	set16(p + 2 * BUFSIZE + FLAGS, 0x80);
	assert_int_equal(replay(p, n).oc_events, all - each);
	free(p);
}

/* Where a sound header is looked for, one of a type that does not exist is passed over. */
static void test_next(void **state)
{
	size_t n;
	uint8_t *p = trace(&n);
	unsigned all = replay(p, n).oc_events, each = per_buffer(p, n);
	struct outcome o;

	(void)state;
	memset(p + 2 * BUFSIZE, 0xee, 0x40);
	o = replay(p, n);
	assert_int_equal(o.oc_events, all - each);
	assert_non_null(strstr(o.oc_damage[0], "skipped 4096 bytes"));
	set16(p + 3 * BUFSIZE + TYPE, 8);
	o = replay(p, n);
	assert_int_equal(o.oc_events, all - 2 * each);
	assert_non_null(strstr(o.oc_damage[0], "skipped 8192 bytes"));
	set16(p + 3 * BUFSIZE + TYPE, 7);
	assert_int_equal(replay(p, n).oc_events, all - each);
	set16(p + 3 * BUFSIZE + FLAGS, 0x80);
	assert_int_equal(replay(p, n).oc_events, all - 2 * each);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_size_wrong),
		cmocka_unit_test(test_next),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
