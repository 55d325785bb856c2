/*
 * The events that are decoded by hand against the tables that mof.def and bind.def make: the same
 * from any payload, in every version, pointer size and length. And all other records by the tables:
 * a payload of any bytes, cut anywhere, is never read past its end.
 */
#include <stdlib.h>
#include <string.h>
#include "kernel_plan.h"
#include "util.h"

#define VERSIONS 6
#define LONGEST 96
#define ROUNDS 8

union any {
	struct etw_cswitch an_cswitch;
	struct etw_ready an_ready;
	struct etw_sample an_sample;
	struct etw_stack an_stack;
};

static int by_hand(const struct etw_event *ev, union any *out)
{
	memset(out, 0, sizeof(*out));
	switch (ev->ev_opcode) {
	case 0x24: return etw_decode_cswitch(ev, &out->an_cswitch);
	case 0x32: return etw_decode_ready(ev, &out->an_ready);
	case 0x2e: return etw_decode_sample(ev, &out->an_sample);
	}
	return etw_decode_stack(ev, &out->an_stack);
}

static int by_table(const struct lay_record *rc, const struct etw_event *ev, union any *out)
{
	int done;

	memset(out, 0, sizeof(*out));
	done = etl_decode(rc, ev, out);
	if (ev->ev_opcode == 0x24) /* not a field: one bit of one, or all of it */
		out->an_cswitch.cs_waitmode = (int8_t)(out->an_cswitch.cs_flags &
			(ev->ev_version >= 3 ? 1 : 0xff));
	return done;
}

static void compare(const struct lay_record *rc, const struct etw_event *ev)
{
	union any hand, table;
	int done = by_hand(ev, &hand);
	uint32_t left = etw_decode_left();
	char why[96];

	strcpy(why, etw_decode_error());
	assert_int_equal(by_table(rc, ev, &table), done);
	if (done < 0) {
		assert_string_equal(etw_decode_error(), why);
		return;
	}
	assert_int_equal(etw_decode_left(), left);
	assert_memory_equal(&hand, &table, sizeof(hand));
}

/* One event, and a payload of its own of random bytes for each length. */
static void each(const struct lay_record *rc, uint8_t opcode,
	void (*check)(const struct lay_record *, const struct etw_event *))
{
	for (unsigned i = 0; i < VERSIONS * 2 * LONGEST; i++) {
		struct etw_event ev = { .ev_opcode = opcode,
			.ev_version = (uint8_t)(i % VERSIONS),
			.ev_ptrsize = i / VERSIONS % 2 ? 8 : 4,
			.ev_paylen = i / VERSIONS / 2 };
		uint8_t *bytes = malloc(ev.ev_paylen + 1);
		uint8_t *payload = bytes + 1; /* unaligned, too */

		for (unsigned n = 0; n < ev.ev_paylen; n++)
			payload[n] = (uint8_t)(rand() % 3 ? rand() : rand() % 2);
		ev.ev_payload = payload;
		check(rc, &ev);
		free(bytes);
	}
}

static void hot(void **state)
{
	static const struct {
		const struct lay_record *rc;
		uint8_t opcode;
	} events[] = { { &etl_rec_cswitch, 0x24 }, { &etl_rec_ready, 0x32 },
		{ &etl_rec_sample, 0x2e }, { &etl_rec_stack, 0x20 } };

	(void)state;
	for (unsigned i = 0; i < ROUNDS; i++)
		for (size_t e = 0; e < sizeof(events) / sizeof(events[0]); e++)
			each(events[e].rc, events[e].opcode, compare);
}

static uint64_t sum; /* keeps the reads */

static void read_all(const struct lay_record *rc, const struct etw_event *ev)
{
	uint8_t *out = malloc(rc->rc_size);

	if (etl_decode(rc, ev, out) == 0)
		assert_true(etw_decode_left() <= ev->ev_paylen);
	else
		assert_non_null(strstr(etw_decode_error(), "runs past the end"));
	for (unsigned i = 0; i < rc->rc_size; i++)
		sum += out[i];
	free(out);
}

static void tables(void **state)
{
	static const struct lay_record *const records[] = {
#define RECORD(name, ...) &etl_rec_##name,
#include "bind.def"
	};

	(void)state;
	for (size_t r = 0; r < sizeof(records) / sizeof(records[0]); r++)
		for (unsigned op = 0; op < 256; op++)
			if (records[r]->rc_first[op])
				each(records[r], (uint8_t)op, read_all);
}

/* Members of other widths than their fields, and of fields that a version doesn't have. */
static void widths(void **state)
{
	static const uint8_t bytes[40] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
	struct etw_event ev = { .ev_opcode = 3,
		.ev_ptrsize = 8,
		.ev_payload = bytes,
		.ev_paylen = sizeof(bytes) };
	struct etw_process px;
	struct etw_image im;
	struct etw_diskio di;

	(void)state;
	assert_int_equal(etw_decode_image(&ev, &im), 0);
	assert_int_equal(im.im_size, 0x0c0b0a09);
	assert_int_equal(im.im_pid, ETW_NOID);
	assert_int_equal(etw_decode_process(&ev, &px), 0);
	assert_int_equal(px.px_pid, 0x04030201);
	assert_int_equal(px.px_ppid, 0x0c0b0a09);
	ev.ev_opcode = 0x0c;
	assert_int_equal(etw_decode_diskio(&ev, &di), 0);
	assert_int_equal(di.di_irp, 0x0807060504030201);
	assert_int_equal(di.di_tid, ETW_NOID);
	ev.ev_opcode = 0x99;
	assert_int_equal(etw_decode_diskio(&ev, &di), -1);
	assert_string_equal(etw_decode_error(), "payload: opcode 153 has no layout");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(hot), cmocka_unit_test(tables),
		cmocka_unit_test(widths) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
