/* Files that are no traces, cut traces, and traces with flipped bits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "etl.h"
#include "util.h"

static uint64_t seed = 7;

static uint32_t rnd(uint32_t n)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(seed >> 33) % n;
}

static void refused(const char *path, const char *part)
{
	char err[512];

	assert_null(etw_open(&path, 1, err, sizeof(err)));
	assert_non_null(strstr(err, path));
	if (!strstr(err, part))
		fail_msg("\"%s\" does not say \"%s\"", err, part);
}

static void refused_bytes(const void *p, size_t n, const char *part)
{
	struct memtrace m;

	mt_bytes(&m, p, n);
	refused(m.mt_path, part);
	mt_close(&m);
}

static void no_trace(void **state)
{
	static uint8_t zeros[4096];
	char err[256];

	(void)state;
	refused("/nonexistent.etl", "No such file");
	refused("/tmp", "directory");
	refused_bytes("", 0, "empty");
	refused_bytes("syscall:::entry { @ = count(); }\n", 33, "text file");
	refused_bytes("PK\003\004......", 10, "archive");
	refused_bytes("\037\213", 2, "empty");
	refused_bytes("MSCF....", 8, "cabextract");
	refused_bytes("ElfFile\0........", 16, "event log");
	refused_bytes("\1\2\3", 3, "too short");
	refused_bytes(zeros, sizeof(zeros), "no session header");
	assert_null(etw_open(NULL, 0, err, sizeof(err)));
	assert_non_null(strstr(err, "no file"));
}

/* A trace with all kinds of records; the caller frees it. */
static uint8_t *sample_trace(int compressed, unsigned ptr, size_t *n)
{
	static const struct etw_guid g = { .g_data1 = 1 };
	static const uint8_t sid[12] = { 1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0 };
	static const uint8_t ext[] = { 16, 0, 3, 0, 0, 0, 4, 0, 5, 0, 0, 0, 0, 0, 0, 0 };
	struct etw_process px = { .px_pid = 5,
		.px_name = "p.exe",
		.px_namelen = 5,
		.px_sid = sid,
		.px_sidlen = sizeof(sid),
		.px_cmdline = ext,
		.px_cmdunits = 6 };
	struct etw_writer_config c;
	struct memtrace m;
	struct etw_writer *w;
	uint8_t *p;

	etw_writer_defaults(&c);
	c.wc_bufsize = 4096;
	c.wc_compressed = compressed;
	c.wc_ptrsize = ptr;
	w = mt_writer(&m, &c);
	for (uint32_t i = 0; i < 300; i++) {
		struct etw_event ev = { .ev_kind = (enum etw_kind)(i % 7),
			.ev_ptrsize = (uint8_t)ptr,
			.ev_cpu = i / 3 % 2,
			.ev_raw = 1000000 + i,
			.ev_provider = &g,
			.ev_hookid = 0x0f2e,
			.ev_payload = sid,
			.ev_paylen = 12,
			.ev_ext = ext,
			.ev_extlen = sizeof(ext),
			.ev_flags = i % 7 == ETW_WPP ? 0x2a : 0 };

		etw_writer_put(w, &ev);
		ev.ev_opcode = 1;
		ev.ev_version = (uint8_t)(i % 6);
		etw_write_process(w, &ev, &px);
	}
	assert_int_equal(etw_writer_close(w), 0);
	p = mt_read(m.mt_path, n);
	mt_close(&m);
	return p;
}

static void decode(const struct etw_event *ev)
{
	struct etw_process px;
	struct etw_thread tx;
	struct etw_image im;
	struct etw_stack sk;
	struct etw_ext x = { 0 };
	uint8_t sum = 0;
	char out[512];

	for (uint32_t i = 0; i < ev->ev_paylen; i++)
		sum += ev->ev_payload[i];
	while (etw_ext_next(ev, &x))
		for (uint32_t i = 0; i < x.xt_len; i++)
			sum += x.xt_data[i];
	for (uint32_t i = 0; i < 8 * ev->ev_npmc; i++)
		sum += ev->ev_pmc[i];
	out[0] = (char)sum;
	if (etw_decode_process(ev, &px) == 0)
		etw_utf16_to_utf8(px.px_cmdline, px.px_cmdunits, out, sizeof(out));
	etw_decode_thread(ev, &tx);
	if (etw_decode_image(ev, &im) == 0)
		etw_utf16_to_utf8(im.im_name, im.im_nameunits, out, sizeof(out));
	if (etw_decode_stack(ev, &sk) == 0)
		for (uint32_t i = 0; i < sk.sk_nframes; i++)
			etw_stack_frame(&sk, i);
}

struct outcome {
	uint64_t oc_events, oc_damaged, oc_torn;
	int oc_opened;
};

static struct outcome read_bytes(const uint8_t *p, size_t n)
{
	struct outcome o = { 0 };
	struct memtrace m;
	struct etw_event ev;
	struct etw_trace *t;
	const char *path = m.mt_path;
	char err[512];

	mt_bytes(&m, p, n);
	t = etw_open(&path, 1, err, sizeof(err));
	o.oc_opened = t != NULL;
	while (t && etw_next(t, &ev)) {
		decode(&ev);
		assert_true(++o.oc_events < 100000);
	}
	if (t) {
		o.oc_damaged = etw_stats(t)->es_damaged;
		o.oc_torn = etw_stats(t)->es_torn;
	}
	etw_close(t);
	mt_close(&m);
	return o;
}

static void truncated(void **state)
{
	(void)state;
	for (int compressed = 0; compressed <= 1; compressed++) {
		size_t n;
		uint8_t *p = sample_trace(compressed, 8, &n);
		struct outcome o = read_bytes(p, n);
		uint64_t last = 0;

		assert_int_equal(o.oc_events, 601);
		assert_int_equal(o.oc_damaged + o.oc_torn, 0);
		for (size_t cut = 0; cut < n; cut += 509) {
			o = read_bytes(p, cut);
			assert_true(o.oc_events >= last && o.oc_events < 601);
			assert_int_equal(o.oc_damaged, 0);
			last = o.oc_events;
		}
		assert_true(last > 400);
		free(p);
	}
}

static void flipped(void **state)
{
	(void)state;
	for (int variant = 0; variant < 4; variant++) {
		size_t n;
		uint8_t *p = sample_trace(variant & 1, variant & 2 ? 4 : 8, &n);

		for (int i = 0; i < 1200; i++) {
			unsigned flips = 1 + rnd(4);
			size_t at[4];
			uint8_t bit[4];

			for (unsigned k = 0; k < flips; k++) {
				at[k] = rnd((uint32_t)n);
				bit[k] = (uint8_t)(1u << rnd(8));
				p[at[k]] ^= bit[k];
			}
			read_bytes(p, n);
			for (unsigned k = 0; k < flips; k++)
				p[at[k]] ^= bit[k];
		}
		free(p);
	}
}

/* Headers are where a flip hurts most: all bits of one buffer's header and first record. */
static void flipped_headers(void **state)
{
	(void)state;
	for (int compressed = 0; compressed <= 1; compressed++) {
		size_t n;
		uint8_t *p = sample_trace(compressed, 8, &n);

		for (size_t bit = 0; bit < 8 * 0xa0; bit++) {
			struct outcome o;

			p[4096 + bit / 8] ^= (uint8_t)(1u << bit % 8);
			o = read_bytes(p, n);
			assert_int_equal(o.oc_opened, 1);
			if (!compressed && o.oc_events < 500) /* at most one buffer is lost */
				fail_msg("bit %zu: %d events", bit, (int)o.oc_events);
			p[4096 + bit / 8] ^= (uint8_t)(1u << bit % 8);
		}
		free(p);
	}
}

static void skips_and_tells(void **state)
{
	size_t n;
	uint8_t *p = sample_trace(0, 8, &n);
	const struct etw_stats *st;
	struct memtrace m;
	struct etw_trace *t;
	struct etw_event ev;
	uint64_t count = 0;

	(void)state;
	p[2 * 4096 + 0x48 + 3] = 0x11;	  /* marker of the third buffer's first record */
	memset(p + 3 * 4096, 0xee, 0x40); /* header of the fourth */
	mt_bytes(&m, p, n);
	t = mt_open(&m);
	while (etw_next(t, &ev))
		count++;
	st = etw_stats(t);
	assert_true(count > 400 && count < 601);
	assert_int_equal(st->es_damaged, 2);
	assert_int_equal(st->es_list[0].dm_offset, 3 * 4096);
	assert_non_null(strstr(st->es_list[0].dm_reason, "buffer 3: its size"));
	assert_int_equal(st->es_list[1].dm_offset, 2 * 4096);
	assert_string_equal(st->es_list[1].dm_reason, "buffer 2, event 0: bad record marker");
	etw_report(t, &ev, "payload: name runs past the end");
	assert_non_null(strstr(st->es_list[2].dm_reason, "payload: name runs past the end"));
	etw_close(t);
	mt_close(&m);
	free(p);
}

/* XP's first buffer has no size where today's has one; its session header says Windows 5. */
static void xp(void **state)
{
	size_t n;
	uint8_t *p = sample_trace(0, 4, &n);

	(void)state;
	memset(p, 0, 4);
	p[0x48 + 0x20 + 4] = 5;
	refused_bytes(p, n, "Windows XP");
	free(p);
}

static void preallocated(void **state)
{
	size_t n;
	uint8_t *p = sample_trace(0, 8, &n);
	struct outcome o;

	(void)state;
	p = realloc(p, n + 100000);
	memset(p + n, 0, 100000);
	o = read_bytes(p, n + 100000);
	assert_int_equal(o.oc_events, 601);
	assert_int_equal(o.oc_damaged, 0);
	free(p);
}

/* A file that another program makes shorter under our hands. */
static void shortened(int compressed)
{
	struct etw_writer_config c;
	struct etw_event ev = { .ev_kind = ETW_PERFINFO, .ev_ptrsize = 8, .ev_hookid = 0x0501 };
	struct etw_writer *w;
	struct etw_trace *t;
	struct memtrace m;
	unsigned n = 0;

	etw_writer_defaults(&c);
	c.wc_compressed = compressed;
	w = mt_writer(&m, &c);
	for (unsigned i = 0; i < 200000; i++) {
		ev.ev_raw = c.wc_t0 + i * 977;
		ev.ev_opcode = 1;
		assert_int_equal(etw_writer_put(w, &ev), 0);
	}
	etw_writer_close(w);
	t = mt_open(&m);
	while (n < 5000 && etw_next(t, &ev))
		n++;
	assert_int_equal(ftruncate(m.mt_fd, (off_t)etw_stats(t)->es_bytes / 2), 0);
	while (etw_next(t, &ev))
		n++;
	assert_in_range(n, 50000, 150000);
	assert_true(etw_stats(t)->es_damaged > 0);
	assert_non_null(strstr(etw_stats(t)->es_list[0].dm_reason, "truncated"));
	etw_close(t);
	mt_close(&m);
}

static void shortened_while_read(void **state)
{
	(void)state;
	shortened(0);
	shortened(1);
}

#define NBOMBS 4000
#define BOMB 128

/* Buffers of a few bytes that claim to expand to 64 MiB each. */
static void bombs(void **state)
{
	static const uint8_t stream[] = { 0xff, 0xff, 0xff, 0x7f, 0, 7, 0, 15, 255, 0, 0, 0xff,
		0xff, 0xff, 3 };
	static const uint32_t size = BOMB, filled = 64 << 20, state3 = 3;
	size_t n;
	uint8_t *p = sample_trace(1, 8, &n), *big = calloc(1, n + NBOMBS * BOMB);
	struct memtrace m;
	struct etw_trace *t;
	struct etw_event ev;

	(void)state;
	assert_non_null(big);
	memcpy(big, p, n);
	for (uint8_t *b = big + n; b < big + n + NBOMBS * BOMB; b += BOMB) {
		memcpy(b, &size, 4);
		memcpy(b + 0x2c, &state3, 4);
		memcpy(b + 0x30, &filled, 4);
		b[0x34] = ETL_BUF_COMPRESSED;
		memcpy(b + 0x48, stream, sizeof(stream));
	}
	mt_bytes(&m, big, n + NBOMBS * BOMB);
	t = mt_open(&m);
	while (etw_next(t, &ev))
		;
	assert_true(etw_stats(t)->es_damaged >= NBOMBS - 100);
	etw_close(t);
	mt_close(&m);
	free(big);
	free(p);
}

/* All CPUs have a buffer open at the same time: what they expand to together is bounded, too. */
static void bomb_of_many(void **state)
{
	struct etw_trace *t;
	struct etw_event ev;
	struct memtrace m;
	uint64_t events = 0;
	size_t n;
	uint8_t *p = sample_trace(1, 8, &n);

	(void)state;
	mt_bytes(&m, p, n);
	t = mt_open(&m);
	while (etw_next(t, &ev))
		events++;
	assert_int_equal(etw_stats(t)->es_damaged, 0);
	t->tr_heldmax = 5000; /* one buffer of 4096 bytes */
	etw_rewind(t);
	while (etw_next(t, &ev))
		events--;
	assert_true(events > 0);
	assert_true(etw_stats(t)->es_damaged > 0);
	assert_non_null(strstr(etw_stats(t)->es_list[0].dm_reason, "buffers of all CPUs"));
	etw_close(t);
	mt_close(&m);
	free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(no_trace), cmocka_unit_test(truncated),
		cmocka_unit_test(flipped), cmocka_unit_test(flipped_headers),
		cmocka_unit_test(skips_and_tells), cmocka_unit_test(xp),
		cmocka_unit_test(preallocated), cmocka_unit_test(shortened_while_read),
		cmocka_unit_test(bombs), cmocka_unit_test(bomb_of_many) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
