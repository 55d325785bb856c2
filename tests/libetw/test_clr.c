/*
 * Records: every layout in both pointer sizes written, read and cut short; and all events of the
 * .NET runtime in the corpus.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "layout.h"
#include "util.h"

/* Values that depend on the member alone, so that one read from elsewhere shows. */
static uint64_t number(const struct layout_member *m, const struct etw_field *fd)
{
	unsigned width = etl_layout_width(fd, 4);
	uint64_t v = 0x0101010101010101u * (uint64_t)(m->lm_offset % 0x7e + 1);

	if (fd->fd_type == ETW_T_F64)
		return (uint64_t)m->lm_scale * (m->lm_offset + 2u);
	width = fd->fd_type == ETW_T_BINARY || width > m->lm_size ? m->lm_size : width;
	return width >= 8 ? v : v & ((1ull << 8 * width) - 1);
}

static const char *text_of(const struct layout *ly, unsigned i)
{
	const struct etw_field *fd = &ly->ly_fields[i];

	switch (fd->fd_type) {
	case ETW_T_GUID: return "{01234567-89ab-cdef-0123-456789abcdef}";
	case ETW_T_U16: return "1.2.3.65535";
	case ETW_T_U32: return "10.0.0.1;1.2.3.4;9.9.9.9;255.255.255.255";
	}
	return fd->fd_flags & ETW_FD_COUNTREF ? "one;two;three" :
		fd->fd_length == 3	      ? "C:" :
						"text";
}

static void fill(const struct layout *ly, uint8_t *record)
{
	static const uint8_t bytes[64] = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };

	for (unsigned i = 0; i < ly->ly_nfields; i++) {
		const struct layout_member *m = &ly->ly_members[i];
		uint64_t v = number(m, &ly->ly_fields[i]);
		const char *s = text_of(ly, i);
		const uint8_t *p = bytes;

		if (m->lm_kind == MEMBER_NUMBER)
			memcpy(record + m->lm_offset, &v, m->lm_size);
		else if (m->lm_kind == MEMBER_TEXT)
			memcpy(record + m->lm_offset, &s, sizeof(s));
		else if (m->lm_kind == MEMBER_BYTES)
			memcpy(record + m->lm_offset, bytes, m->lm_size);
		else if (m->lm_kind == MEMBER_REST)
			memcpy(record + m->lm_offset, &p, sizeof(p));
	}
	if (strcmp(ly->ly_record->lr_name, "etw_clrstack") == 0)
		((struct etw_clrstack *)(void *)record)->cs_nframes = 3;
}

/* Of a text of several there are as many as the layout has fields for it. */
static void same(const struct layout *ly, const uint8_t *in, const uint8_t *out, unsigned ptrsize)
{
	for (unsigned i = 0; i < ly->ly_nfields; i++) {
		const struct layout_member *m = &ly->ly_members[i];
		const char *a, *b;

		memcpy(&a, in + m->lm_offset, sizeof(a));
		memcpy(&b, out + m->lm_offset, sizeof(b));
		if (m->lm_kind == MEMBER_TEXT)
			assert_memory_equal(a, b, strlen(b));
		else if (m->lm_kind == MEMBER_REST)
			assert_memory_equal(a, b, 3 * ptrsize);
		else if (m->lm_kind == MEMBER_NUMBER || m->lm_kind == MEMBER_BYTES)
			assert_memory_equal(in + m->lm_offset, out + m->lm_offset,
				ly->ly_fields[i].fd_type == ETW_T_POINTER ? ptrsize : m->lm_size);
	}
}

static int decode(const struct etw_event *ev, void **room)
{
	size_t size = etw_record_room(ev), used = 0;
	int rc;

	*room = malloc(size);
	assert_non_null(*room);
	rc = etw_decode_record(ev, *room, &used);
	assert_true(used <= size);
	return rc;
}

/* Cut anywhere it decodes or fails, and never reads on: the payload ends where its page does. */
static void cut(const struct etw_event *ev)
{
	for (uint32_t n = 0; n < ev->ev_paylen; n++) {
		uint8_t *copy = malloc(n ? n : 1);
		struct etw_event short_ev = *ev;
		void *room;

		assert_non_null(copy);
		memcpy(copy, ev->ev_payload, n);
		short_ev.ev_payload = copy;
		short_ev.ev_paylen = n;
		if (decode(&short_ev, &room) < 0)
			assert_non_null(strstr(etw_decode_error(), "runs past the end"));
		free(room);
		free(copy);
	}
}

static void one(const struct layout *ly, unsigned ptr)
{
	const struct etw_guid *g = &etl_layout_providers[ly->ly_provider].lp_guid;
	struct etw_event ev = { .ev_kind = ETW_EVENT,
		.ev_provider = g,
		.ev_id = ly->ly_id,
		.ev_opcode = (uint8_t)ly->ly_id,
		.ev_version = ly->ly_since,
		.ev_ptrsize = (uint8_t)ptr,
		.ev_raw = 1000001,
		.ev_pid = 1,
		.ev_tid = 2 };
	uint64_t in[64] = { 0 };
	struct etw_writer_config c;
	struct memtrace m;
	struct etw_writer *w;
	struct etw_trace *t;
	void *out;

	fill(ly, (uint8_t *)in);
	etw_writer_defaults(&c);
	c.wc_ptrsize = ptr;
	w = mt_writer(&m, &c);
	assert_int_equal(etw_write_record(w, &ev, in), 0);
	assert_int_equal(etw_writer_close(w), 0);
	t = mt_second(&m, &ev);
	assert_ptr_equal(etl_layout_of(&ev), ly);
	assert_int_equal(decode(&ev, &out), 0);
	assert_int_equal(etw_decode_left(), 0);
	same(ly, (uint8_t *)in, out, ptr);
	free(out);
	cut(&ev);
	etw_close(t);
	mt_close(&m);
}

static void test_layouts(void **state)
{
	(void)state;
	for (unsigned i = 0; i < etl_nlayouts; i++)
		for (unsigned ptr = 4; etl_layouts[i].ly_record && ptr <= 8; ptr += 4)
			one(&etl_layouts[i], ptr);
}

/* In order, every field of an array's count before it, every member in its record. */
static void test_tables(void **state)
{
	(void)state;
	for (unsigned i = 0; i < etl_nlayouts; i++) {
		const struct layout *ly = &etl_layouts[i], *last = ly - 1;

		if (i > 0 && last->ly_provider == ly->ly_provider)
			assert_true(last->ly_id < ly->ly_id ||
				(last->ly_id == ly->ly_id && last->ly_since < ly->ly_since));
		for (unsigned f = 0; f < ly->ly_nfields; f++) {
			if (ly->ly_fields[f].fd_flags & ETW_FD_COUNTREF)
				assert_true(ly->ly_fields[f].fd_count < f);
			if (ly->ly_record)
				assert_true(
					ly->ly_members[f].lm_offset + ly->ly_members[f].lm_size <=
					ly->ly_record->lr_size);
		}
	}
}

static void test_order(void **state)
{
	static const unsigned known[] = { 1, 2, 10, 143, 187, 209 },
			      unknown[] = { 0, 24, 90, 193, 300 };
	struct etw_event ev = { .ev_kind = ETW_EVENT,
		.ev_provider = &etw_clr_runtime,
		.ev_version = 1 };

	(void)state;
	for (unsigned i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		ev.ev_id = (uint16_t)known[i];
		assert_non_null(etl_layout_of(&ev));
		assert_int_equal(etl_layout_of(&ev)->ly_id, known[i]);
	}
	for (unsigned i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		ev.ev_id = (uint16_t)unknown[i];
		assert_null(etl_layout_of(&ev));
	}
	ev.ev_id = 2;
	ev.ev_version = 9;
	assert_int_equal(etl_layout_of(&ev)->ly_since, 1);
	ev.ev_provider = &etw_clr_rundown;
	ev.ev_id = 1;
	assert_null(etl_layout_of(&ev));
	ev.ev_id = 161;
	assert_string_equal(etw_record_of(&ev), "netrange");
}

/* A count that lies: no more elements than the payload has. */
static void test_lying_count(void **state)
{
	static const uint8_t payload[] = { 1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4, 5, 6, 7,
		8 };
	struct etw_event ev = { .ev_kind = ETW_EVENT,
		.ev_provider = &etw_clr_runtime,
		.ev_id = 82,
		.ev_ptrsize = 4,
		.ev_payload = payload,
		.ev_paylen = sizeof(payload) };
	void *room;

	(void)state;
	assert_int_equal(decode(&ev, &room), -1);
	assert_string_equal(etw_decode_error(), "payload: Stack runs past the end");
	free(room);
}

static bool nothing(void *arg, enum etw_visit what, const struct etw_value *v)
{
	(void)arg;
	(void)what;
	(void)v;
	return true;
}

static void corpus_event(struct etw_catalog *c, const char *name, const struct etw_event *ev)
{
	const struct etw_schema *sc = etw_schema_of(c, ev);
	int64_t used = sc ? etw_walk(sc, ev, nothing, NULL) : -1;
	void *room;

	if (used != ev->ev_paylen)
		fail_msg("%s: event %u version %u: %d bytes of %u used", name, ev->ev_id,
			ev->ev_version, (int)used, ev->ev_paylen);
	if (!etw_record_of(ev))
		return;
	if (decode(ev, &room) < 0 || etw_decode_left() != 0)
		fail_msg("%s: event %u version %u: %s", name, ev->ev_id, ev->ev_version,
			etw_decode_error());
	free(room);
}

/* Both ways: by the catalog's schema, and to a record. */
static unsigned corpus_file(const char *name)
{
	struct etw_catalog *c = etw_catalog_create();
	char path[512], err[256];
	const char *p = path;
	struct etw_trace *t;
	struct etw_event ev;
	unsigned n = 0, unused;

	snprintf(path, sizeof(path), "%s/files/%s.etl", CORPUS, name);
	t = etw_open(&p, 1, err, sizeof(err));
	if (!t) {
		print_message("skipped: no %s\n", path);
		skip();
	}
	while (etw_next(t, &ev)) {
		if (ev.ev_kind != ETW_EVENT || !etl_layouts_of(ev.ev_provider, &unused) ||
			ev.ev_id == 0xfffe) /* a manifest */
			continue;
		corpus_event(c, name, &ev);
		n++;
	}
	etw_close(t);
	etw_catalog_close(c);
	return n;
}

static void test_corpus(void **state)
{
	(void)state;
	assert_int_equal(corpus_file("pv-gcevents"), 69);
	assert_int_equal(corpus_file("pv-diaghub-user_paged"), 21757);
	assert_int_equal(corpus_file("pv-net452x86"), 39302);
	assert_int_equal(corpus_file("pv-smalletl"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_layouts),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_lying_count),
		cmocka_unit_test(test_corpus),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
