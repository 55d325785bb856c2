/*
 * CLR events: every layout in each version and pointer size written, read and cut short; and all of
 * the corpus.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "clr.h"
#include "util.h"

#define NVERSIONS 6

/* Bytes that depend on the field alone, so that a field read from elsewhere shows. */
static uint64_t number(const struct clr_field *f)
{
	uint64_t v = 0x0101010101010101u * (uint64_t)(f->cf_at % 0x7e + 1);

	return f->cf_size >= 8 ? v : v & ((1ull << 8 * f->cf_size) - 1);
}

static const uint8_t wide[10] = { 'w', 0, 'i', 0, 'd', 0, 'e', 0, 0xe9, 0 };
static const uint8_t elements[256] = { 1, 2, 3 };

/* One element of zeros, in bytes. */
static uint32_t element_size(const struct clr_field *f, unsigned ptr)
{
	static const uint8_t n[] = { 1, 2, 4, 8, 0, 16, 2, 1, 2, 4, 0 };
	uint32_t size = 0;

	for (; f->cf_name; f++)
		size += f->cf_type == CLR_PTR ? ptr : n[f->cf_type];
	return size;
}

static void fill_field(const struct clr_field *f, struct etw_clr *cl, unsigned ptr)
{
	uint8_t *at = (uint8_t *)cl + f->cf_at;
	struct etw_text text = { wide, 5, f->cf_type == CLR_ANSI };
	struct etw_list list = { elements + 3, 1, 0 };
	uint64_t v = number(f);

	switch (f->cf_type) {
	case CLR_ANSI:
		text = (struct etw_text){ (const uint8_t *)"ansi", 4, 1 };
		memcpy(at, &text, sizeof(text));
		break;
	case CLR_UTF16: memcpy(at, &text, sizeof(text)); break;
	case CLR_LIST:
		list.ls_bytes = element_size(f->cf_element, ptr);
		memcpy(at, &list, sizeof(list));
		break;
	case CLR_COUNT16:
	case CLR_COUNT32: break;
	case CLR_GUID: memset(at, 0x5a, 16); break;
	default:
		if (f->cf_at != CLR_NOWHERE)
			memcpy(at, &v, f->cf_size);
	}
}

static bool in_version(const struct clr_field *f, unsigned version)
{
	return version >= f->cf_since && (f->cf_until == 0 || version <= f->cf_until);
}

static void same_field(const struct clr_field *f, const struct etw_clr *in,
	const struct etw_clr *out, unsigned ptr)
{
	static const uint8_t n[] = { 1, 2, 4, 8, 0 };
	const uint8_t *a = (const uint8_t *)in + f->cf_at, *b = (const uint8_t *)out + f->cf_at;
	struct etw_text ta, tb;
	struct etw_list la, lb;
	unsigned size;

	if (f->cf_at == CLR_NOWHERE)
		return;
	if (f->cf_type == CLR_UTF16 || f->cf_type == CLR_ANSI) {
		memcpy(&ta, a, sizeof(ta));
		memcpy(&tb, b, sizeof(tb));
		assert_int_equal(ta.tx_len, tb.tx_len);
		assert_memory_equal(ta.tx_s, tb.tx_s, ta.tx_ansi ? ta.tx_len : 2 * ta.tx_len);
	} else if (f->cf_type == CLR_LIST) {
		memcpy(&la, a, sizeof(la));
		memcpy(&lb, b, sizeof(lb));
		assert_int_equal(la.ls_count, lb.ls_count);
		assert_int_equal(la.ls_bytes, lb.ls_bytes);
	} else if (f->cf_type == CLR_GUID) {
		assert_memory_equal(a, b, 16);
	} else {
		size = f->cf_type == CLR_PTR ? ptr :
			f->cf_type > CLR_PTR ? f->cf_size :
					       n[f->cf_type];
		assert_memory_equal(a, b, size < f->cf_size ? size : f->cf_size);
	}
}

/* Cut anywhere it decodes or fails, and never reads on: the payload ends where its page does. */
static void cut(const struct etw_event *ev)
{
	for (uint32_t n = 0; n < ev->ev_paylen; n++) {
		uint8_t *copy = malloc(n ? n : 1);
		struct etw_event short_ev = *ev;
		struct etw_clr out;

		assert_non_null(copy);
		memcpy(copy, ev->ev_payload, n);
		short_ev.ev_payload = copy;
		short_ev.ev_paylen = n;
		if (etw_decode_clr(&short_ev, &out) < 0)
			assert_non_null(strstr(etw_decode_error(), "runs past the end"));
		free(copy);
	}
}

static void one(const struct etw_guid *guid, unsigned id, unsigned version, unsigned ptr)
{
	struct etw_event ev = { .ev_kind = ETW_EVENT,
		.ev_provider = guid,
		.ev_id = (uint16_t)id,
		.ev_version = (uint8_t)version,
		.ev_ptrsize = (uint8_t)ptr,
		.ev_raw = 1000001,
		.ev_pid = 1,
		.ev_tid = 2 };
	const struct clr_layout *ly = clr_layout(&ev);
	struct etw_writer_config c;
	struct etw_clr in = { 0 }, out;
	struct memtrace m;
	struct etw_writer *w;
	struct etw_trace *t;

	if (!ly)
		return;
	for (const struct clr_field *f = ly->ly_fields; f->cf_name; f++)
		fill_field(f, &in, ptr);
	etw_writer_defaults(&c);
	c.wc_ptrsize = ptr;
	w = mt_writer(&m, &c);
	assert_int_equal(etw_write_clr(w, &ev, &in), 0);
	assert_int_equal(etw_writer_close(w), 0);
	t = mt_second(&m, &ev);
	assert_int_equal(ev.ev_id, id);
	assert_int_equal(etw_decode_clr(&ev, &out), 0);
	assert_int_equal(out.cl_kind, ly->ly_kind);
	assert_int_equal(out.cl_left, 0);
	for (const struct clr_field *f = ly->ly_fields; f->cf_name; f++)
		if (in_version(f, version))
			same_field(f, &in, &out, ptr);
	cut(&ev);
	etw_close(t);
	mt_close(&m);
}

static void test_layouts(void **state)
{
	(void)state;
	for (unsigned id = 0; id < 260; id++)
		for (unsigned version = 0; version < NVERSIONS; version++)
			for (unsigned ptr = 4; ptr <= 8; ptr += 4) {
				one(&etw_clr_runtime, id, version, ptr);
				one(&etw_clr_rundown, id, version, ptr);
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
		assert_non_null(clr_layout(&ev));
		assert_int_equal(clr_layout(&ev)->ly_id, known[i]);
	}
	for (unsigned i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
		ev.ev_id = (uint16_t)unknown[i];
		assert_null(clr_layout(&ev));
	}
	ev.ev_provider = &etw_clr_rundown;
	ev.ev_id = 1;
	assert_null(clr_layout(&ev));
	ev.ev_id = 161;
	assert_non_null(clr_layout(&ev));
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
	struct etw_clr out;

	(void)state;
	assert_int_equal(etw_decode_clr(&ev, &out), -1);
	assert_string_equal(etw_decode_error(), "payload: frame runs past the end");
}

static unsigned corpus_file(const char *name)
{
	char path[512], err[256];
	const char *p = path;
	struct etw_trace *t;
	struct etw_event ev;
	struct etw_clr cl;
	unsigned n = 0;

	snprintf(path, sizeof(path), "%s/files/%s.etl", CORPUS, name);
	t = etw_open(&p, 1, err, sizeof(err));
	if (!t) {
		print_message("skipped: no %s\n", path);
		skip();
	}
	while (etw_next(t, &ev)) {
		if (!etw_guid_eq(ev.ev_provider, &etw_clr_runtime) &&
			!etw_guid_eq(ev.ev_provider, &etw_clr_rundown))
			continue;
		if (ev.ev_id == 0xfffe) /* a manifest */
			continue;
		if (etw_decode_clr(&ev, &cl) < 0)
			fail_msg("%s: event %u version %u: %s", name, ev.ev_id, ev.ev_version,
				etw_decode_error());
		if (cl.cl_kind == ETW_CLR_NONE || cl.cl_left != 0)
			fail_msg("%s: event %u version %u: %u bytes of %u left", name, ev.ev_id,
				ev.ev_version, cl.cl_left, ev.ev_paylen);
		n++;
	}
	etw_close(t);
	return n;
}

static void test_corpus(void **state)
{
	(void)state;
	assert_int_equal(corpus_file("pv-gcevents"), 69);
	assert_int_equal(corpus_file("pv-diaghub-user_paged"), 21757);
	assert_int_equal(corpus_file("pv-net452x86"), 38781);
	assert_int_equal(corpus_file("pv-smalletl"), 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layouts),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_lying_count),
		cmocka_unit_test(test_corpus),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
