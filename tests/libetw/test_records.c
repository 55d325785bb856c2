/* Each header kind in both pointer sizes, written and read again; the session header; errors. */
#include <errno.h>
#include <string.h>
#include "util.h"

static const struct etw_guid provider = { 0x12345678, 0x1234, 0x1234, { 1, 2, 3, 4, 5, 6, 7, 8 } };
static const uint8_t payload[5] = "four";

static struct etw_event basic(enum etw_kind kind, unsigned ptr)
{
	struct etw_event ev = { .ev_kind = kind,
		.ev_ptrsize = (uint8_t)ptr,
		.ev_raw = 1000123,
		.ev_cpu = 1,
		.ev_pid = 77,
		.ev_tid = 78,
		.ev_version = 3,
		.ev_opcode = 9,
		.ev_level = 4,
		.ev_hookid = 0x0509,
		.ev_provider = &provider,
		.ev_payload = payload,
		.ev_paylen = sizeof(payload),
		.ev_id = 501,
		.ev_task = 7,
		.ev_channel = 16,
		.ev_keyword = 0x8000000000000021 };

	return ev;
}

static struct etw_trace *through(struct memtrace *m, const struct etw_event *ev, int compressed,
	struct etw_event *back)
{
	struct etw_writer_config c;
	struct etw_writer *w;

	etw_writer_defaults(&c);
	c.wc_compressed = compressed;
	c.wc_ptrsize = ev->ev_ptrsize;
	w = mt_writer(m, &c);
	assert_int_equal(etw_writer_put(w, ev), 0);
	assert_int_equal(etw_writer_close(w), 0);
	return mt_second(m, back);
}

static void check_kind(enum etw_kind kind, unsigned ptr, int compressed)
{
	struct etw_event ev = basic(kind, ptr), back;
	struct memtrace m;
	struct etw_trace *t = through(&m, &ev, compressed, &back);
	int kernel = kind <= ETW_PERFINFO;

	assert_int_equal(back.ev_kind, kind);
	assert_int_equal(back.ev_ptrsize, ptr);
	assert_int_equal(back.ev_cpu, 1);
	assert_int_equal(back.ev_raw, ev.ev_raw);
	assert_int_equal(back.ev_ns, 12300);
	assert_int_equal(back.ev_filetime, UINT64_C(132000000000000123));
	assert_int_equal(back.ev_unix_ns, INT64_C(1555526400000012300));
	assert_int_equal(back.ev_paylen, sizeof(payload));
	assert_memory_equal(back.ev_payload, payload, sizeof(payload));
	assert_int_equal(back.ev_version, 3);
	assert_int_equal(back.ev_opcode, 9);
	assert_int_equal(back.ev_pid, kind == ETW_PERFINFO ? ETW_NOID : 77);
	assert_int_equal(back.ev_tid, kind == ETW_PERFINFO ? ETW_NOID : 78);
	assert_int_equal(back.ev_hookid, kernel ? 0x0509 : ETW_NOHOOK);
	assert_true(etw_guid_eq(back.ev_provider, kernel ? etw_group_guid(5) : &provider));
	assert_int_equal(etw_next(t, &back), 0);
	assert_int_equal(etw_next(t, &back), 0);
	assert_int_equal(etw_stats(t)->es_damaged, 0);
	etw_close(t);
	mt_close(&m);
}

static void kinds(void **state)
{
	(void)state;
	for (int kind = ETW_SYSTEM; kind <= ETW_EVENT; kind++)
		for (int i = 0; i < 4; i++)
			check_kind((enum etw_kind)kind, i & 1 ? 4 : 8, i >> 1);
}

static void event_header(void **state)
{
	static const uint8_t activity[16] = "sixteen bytes..";
	static const uint8_t ext[] = { 24, 0, 1, 0, 1, 0, 16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
		12, 13, 14, 15, 16, 16, 0, 3, 0, 0, 0, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0 };
	struct etw_event ev = basic(ETW_EVENT, 8), back;
	struct etw_ext x;
	struct memtrace m;
	struct etw_trace *t;

	(void)state;
	ev.ev_activity = activity;
	ev.ev_ext = ext;
	ev.ev_extlen = sizeof(ext);
	ev.ev_flags = ETW_FLAG_32BIT;
	t = through(&m, &ev, 0, &back);
	assert_int_equal(back.ev_id, 501);
	assert_int_equal(back.ev_task, 7);
	assert_int_equal(back.ev_channel, 16);
	assert_int_equal(back.ev_level, 4);
	assert_true(back.ev_keyword == 0x8000000000000021);
	assert_int_equal(back.ev_ptrsize, 4); /* the flag overrides the header's type */
	assert_memory_equal(back.ev_activity, activity, 16);
	assert_int_equal(etw_ext_find(&back, ETW_EXT_SESSION, &x), 1);
	assert_int_equal(x.xt_len, 4);
	assert_int_equal(x.xt_data[0], 5);
	assert_int_equal(etw_ext_find(&back, ETW_EXT_RELATED_ACTIVITY, &x), 1);
	assert_int_equal(x.xt_data[15], 16);
	assert_int_equal(etw_ext_find(&back, ETW_EXT_SID, &x), 0);
	assert_memory_equal(back.ev_payload, payload, sizeof(payload));
	etw_close(t);
	mt_close(&m);
}

static void counters(void **state)
{
	static const uint8_t pmc[16] = { 1, 0, 0, 0, 0, 0, 0, 0, 2 };
	struct etw_event ev = basic(ETW_PERFINFO, 8), back;
	struct memtrace m;
	struct etw_trace *t;

	(void)state;
	ev.ev_pmc = pmc;
	ev.ev_npmc = 2;
	ev.ev_flags = 0x80; /* and a PEBS index */
	t = through(&m, &ev, 0, &back);
	assert_int_equal(back.ev_npmc, 2);
	assert_int_equal(back.ev_version, 3);
	assert_memory_equal(back.ev_pmc, pmc, 16);
	assert_int_equal(back.ev_paylen, sizeof(payload));
	assert_memory_equal(back.ev_payload, payload, sizeof(payload));
	etw_close(t);
	mt_close(&m);
}

static void wpp(void **state)
{
	struct etw_event ev = basic(ETW_WPP, 8), back;

	(void)state;
	for (unsigned flags = 0; flags < 0x100; flags++) {
		int guid = (flags & 6) == 2;
		static const struct etw_guid none;
		struct memtrace m;
		struct etw_trace *t;

		ev.ev_flags = (uint16_t)flags;
		t = through(&m, &ev, 0, &back);
		assert_int_equal(back.ev_kind, ETW_WPP);
		assert_int_equal(back.ev_id, 501);
		assert_int_equal(back.ev_raw, flags & 8 ? 1000123 : 1000000);
		assert_int_equal(back.ev_pid, flags & 0x20 ? 77 : ETW_NOID);
		assert_int_equal(back.ev_tid, flags & 0x20 ? 78 : ETW_NOID);
		assert_int_equal(back.ev_ptrsize, flags & 0x40 ? 4 : 8);
		assert_true(etw_guid_eq(back.ev_provider, guid ? &provider : &none));
		assert_int_equal(back.ev_paylen, sizeof(payload));
		assert_memory_equal(back.ev_payload, payload, sizeof(payload));
		etw_close(t);
		mt_close(&m);
	}
}

static void session(void **state)
{
	for (int ptr = 4; ptr <= 8; ptr += 4) {
		struct etw_writer_config c;
		const struct etw_logfile *lf;
		struct etw_trace *t;
		struct memtrace m;

		(void)state;
		etw_writer_defaults(&c);
		c.wc_ptrsize = (unsigned)ptr;
		c.wc_ncpu = 3;
		c.wc_bias = -60;
		c.wc_logger = "L\xc3\xb6gger";
		c.wc_filename = "C:\\x.etl";
		c.wc_events_lost = 5;
		c.wc_buffers_lost = 2;
		assert_int_equal(etw_writer_close(mt_writer(&m, &c)), 0);
		t = mt_open(&m);
		lf = etw_logfile(t, 0);
		assert_int_equal(lf->lf_ptrsize, ptr);
		assert_int_equal(lf->lf_ncpu, 3);
		assert_int_equal(lf->lf_bias, -60);
		assert_int_equal(lf->lf_bufsize, 65536);
		assert_int_equal(lf->lf_perffreq, 10000000);
		assert_int_equal(lf->lf_starttime, c.wc_starttime);
		assert_int_equal(lf->lf_endtime, c.wc_starttime);
		assert_int_equal(lf->lf_boottime, c.wc_boottime);
		assert_int_equal(lf->lf_t0, c.wc_t0);
		assert_int_equal(lf->lf_buffers_written, 1);
		assert_string_equal(lf->lf_logger, "L\xc3\xb6gger");
		assert_string_equal(lf->lf_filename, "C:\\x.etl");
		assert_string_equal(lf->lf_tzname, "UTC");
		assert_int_equal(etw_stats(t)->es_events_lost, 5);
		assert_int_equal(etw_stats(t)->es_buffers_lost, 2);
		assert_null(etw_logfile(t, 1));
		etw_close(t);
		mt_close(&m);
	}
}

static void writer_limits(void **state)
{
	static const uint8_t big[65536];
	struct etw_event ev = basic(ETW_FULL, 8);
	struct etw_writer_config c;
	struct etw_writer *w;
	struct memtrace m;
	char err[256];

	(void)state;
	etw_writer_defaults(&c);
	w = mt_writer(&m, &c);
	ev.ev_cpu = 2;
	assert_int_equal(etw_writer_put(w, &ev), -1);
	assert_int_equal(errno, EINVAL);
	ev.ev_cpu = 0;
	ev.ev_payload = big;
	ev.ev_paylen = sizeof(big);
	assert_int_equal(etw_writer_put(w, &ev), -1);
	assert_int_equal(errno, EMSGSIZE);
	assert_int_equal(etw_writer_close(w), 0);
	mt_close(&m);
	c.wc_ptrsize = 5;
	assert_null(etw_writer_create("/dev/null", &c, err, sizeof(err)));
	assert_non_null(strstr(err, "pointer size"));
	c.wc_ptrsize = 8;
	assert_null(etw_writer_create("/proc/nonexistent/x.etl", &c, err, sizeof(err)));
	assert_non_null(strstr(err, "/proc/nonexistent/x.etl"));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(kinds), cmocka_unit_test(event_header),
		cmocka_unit_test(counters), cmocka_unit_test(wpp), cmocka_unit_test(session),
		cmocka_unit_test(writer_limits) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
