/* Each kernel layout in each version and pointer size: written, read, and cut short. */
#include <string.h>
#include "util.h"

static const uint8_t sid[12] = { 1, 1, 0, 0, 0, 0, 0, 5, 18, 0, 0, 0 };
static const uint8_t wide[6] = { 'a', 0, 'b', 0, 'c', 0 };

struct rig {
	struct memtrace rg_m;
	struct etw_writer *rg_w;
	struct etw_trace *rg_t;
	struct etw_event rg_ev;
};

static struct etw_event *setup(struct rig *r, unsigned ptr, uint8_t opcode, uint8_t version)
{
	struct etw_writer_config c;

	etw_writer_defaults(&c);
	c.wc_ptrsize = ptr;
	r->rg_w = mt_writer(&r->rg_m, &c);
	r->rg_ev = (struct etw_event){ .ev_ptrsize = (uint8_t)ptr,
		.ev_opcode = opcode,
		.ev_version = version,
		.ev_raw = 1000001,
		.ev_pid = 1,
		.ev_tid = 2 };
	return &r->rg_ev;
}

static const struct etw_event *turn(struct rig *r)
{
	assert_int_equal(etw_writer_close(r->rg_w), 0);
	r->rg_t = mt_second(&r->rg_m, &r->rg_ev);
	return &r->rg_ev;
}

static void teardown(struct rig *r)
{
	etw_close(r->rg_t);
	mt_close(&r->rg_m);
}

/* A payload cut anywhere before its first string decodes or fails, and never reads on. */
#define CUT(r, decode, type, fixed) \
	do { \
		type cut_out; \
		for (uint32_t cut = 0; cut < (r)->rg_ev.ev_paylen; cut++) { \
			struct etw_event cut_ev = (r)->rg_ev; \
			int ok; \
			cut_ev.ev_paylen = cut; \
			ok = decode(&cut_ev, &cut_out); \
			if (cut < (fixed)) { \
				assert_int_equal(ok, -1); \
				assert_non_null(strstr(etw_decode_error(), "runs past the end")); \
			} \
		} \
	} while (0)

static void process_version(unsigned ptr, uint8_t version)
{
	struct etw_process in = { .px_pid = 1234,
		.px_ppid = 4,
		.px_session = 2,
		.px_exit = -5,
		.px_key = 0xe0001000,
		.px_dtb = 0x187000,
		.px_flags = 9,
		.px_sid = sid,
		.px_sidlen = sizeof(sid),
		.px_name = "x.exe",
		.px_namelen = 5,
		.px_cmdline = wide,
		.px_cmdunits = 3,
		.px_package = wide,
		.px_packageunits = 2,
		.px_app = wide,
		.px_appunits = 1,
		.px_exittime = 77 };
	struct etw_process out;
	struct rig r;

	etw_write_process((setup(&r, ptr, 1, version), r.rg_w), &r.rg_ev, &in);
	assert_int_equal(etw_decode_process(turn(&r), &out), 0);
	assert_int_equal(r.rg_ev.ev_hookid, 0x0301);
	assert_int_equal(out.px_pid, 1234);
	assert_int_equal(out.px_ppid, 4);
	assert_int_equal(out.px_sidlen, sizeof(sid));
	assert_memory_equal(out.px_sid, sid, sizeof(sid));
	assert_int_equal(out.px_namelen, 5);
	assert_memory_equal(out.px_name, "x.exe", 5);
	assert_int_equal(out.px_session, version >= 1 ? 2 : 0);
	assert_int_equal(out.px_exit, version >= 1 ? -5 : 0);
	assert_int_equal(out.px_key, version >= 1 ? 0xe0001000 : 0);
	assert_int_equal(out.px_cmdunits, version >= 2 ? 3 : 0);
	assert_int_equal(out.px_dtb, version >= 3 ? 0x187000 : 0);
	assert_int_equal(out.px_flags, version >= 4 ? 9 : 0);
	assert_int_equal(out.px_packageunits, version >= 4 ? 2 : 0);
	assert_int_equal(out.px_appunits, version >= 4 ? 1 : 0);
	assert_int_equal(out.px_exittime, version >= 5 ? 77 : 0);
	CUT(&r, etw_decode_process, struct etw_process, 4 * ptr + sizeof(sid));
	teardown(&r);
}

static void process(void **state)
{
	(void)state;
	for (uint8_t v = 0; v <= 5; v++) {
		process_version(4, v);
		process_version(8, v);
	}
}

/* No SID is four bytes; a TOKEN_USER of zeros with a SID after it is one all the same. */
static void process_sid(void **state)
{
	struct etw_process in = { .px_pid = 7, .px_name = "y", .px_namelen = 1 }, out;
	uint8_t raw[8 + 4 * 4 + 16 + sizeof(sid) + 2] = { 0 };
	struct etw_event ev = { .ev_opcode = 1,
		.ev_version = 1,
		.ev_ptrsize = 8,
		.ev_payload = raw };
	struct rig r;

	(void)state;
	etw_write_process((setup(&r, 8, 3, 4), r.rg_w), &r.rg_ev, &in);
	assert_int_equal(etw_decode_process(turn(&r), &out), 0);
	assert_null(out.px_sid);
	assert_memory_equal(out.px_name, "y", 1);
	teardown(&r);
	memcpy(raw + 40, sid, sizeof(sid));
	raw[52] = 'z';
	ev.ev_paylen = sizeof(raw);
	assert_int_equal(etw_decode_process(&ev, &out), 0);
	assert_int_equal(out.px_sidlen, sizeof(sid));
	assert_memory_equal(out.px_name, "z", 1);
	raw[24] = 1; /* a real TOKEN_USER, but of a SID with too many parts */
	raw[41] = 200;
	assert_int_equal(etw_decode_process(&ev, &out), -1);
	assert_string_equal(etw_decode_error(), "payload: UserSID runs past the end");
}

static void thread_version(unsigned ptr, uint8_t version, uint8_t opcode)
{
	struct etw_thread in = { .tx_pid = 10,
		.tx_tid = 20,
		.tx_stackbase = 1,
		.tx_stacklimit = 2,
		.tx_userstackbase = 3,
		.tx_userstacklimit = 4,
		.tx_startaddr = 5,
		.tx_affinity = 6,
		.tx_win32start = 7,
		.tx_teb = 8,
		.tx_tag = 9,
		.tx_basepri = 10,
		.tx_pagepri = 11,
		.tx_iopri = 12,
		.tx_flags = 13,
		.tx_waitmode = 1,
		.tx_name = wide,
		.tx_nameunits = 3 };
	struct etw_thread out;
	struct rig r;
	int full = version >= 2 || (version == 1 && opcode != 2);

	etw_write_thread((setup(&r, ptr, opcode, version), r.rg_w), &r.rg_ev, &in);
	assert_int_equal(etw_decode_thread(turn(&r), &out), 0);
	assert_int_equal(out.tx_pid, 10);
	assert_int_equal(out.tx_tid, 20);
	assert_int_equal(out.tx_stackbase, full ? 1 : 0);
	assert_int_equal(out.tx_userstacklimit, full ? 4 : 0);
	assert_int_equal(out.tx_win32start, full ? 7 : 0);
	assert_int_equal(out.tx_startaddr, full && version < 3 ? 5 : 0);
	assert_int_equal(out.tx_affinity, version >= 3 ? 6 : 0);
	assert_int_equal(out.tx_teb, version >= 2 ? 8 : 0);
	assert_int_equal(out.tx_tag, version >= 2 ? 9 : 0);
	assert_int_equal(out.tx_basepri, version >= 3 ? 10 : 0);
	assert_int_equal(out.tx_flags, version >= 3 ? 13 : 0);
	assert_int_equal(out.tx_nameunits, version >= 3 ? 3 : 0);
	CUT(&r, etw_decode_thread, struct etw_thread, version >= 2 ? 8 + 7 * ptr : 8);
	teardown(&r);
}

static void thread(void **state)
{
	(void)state;
	for (uint8_t v = 0; v <= 4; v++)
		for (uint8_t op = 1; op <= 4; op++) {
			thread_version(4, v, op);
			thread_version(8, v, op);
		}
}

static void thread_name(void **state)
{
	struct etw_thread in = { .tx_pid = 10, .tx_tid = 20, .tx_name = wide, .tx_nameunits = 3 },
			  out;
	struct rig r;

	(void)state;
	etw_write_thread_name((setup(&r, 8, 0, 2), r.rg_w), &r.rg_ev, &in);
	assert_int_equal(etw_decode_thread_name(turn(&r), &out), 0);
	assert_int_equal(r.rg_ev.ev_hookid, 0x0548);
	assert_int_equal(out.tx_tid, 20);
	assert_int_equal(out.tx_nameunits, 3);
	CUT(&r, etw_decode_thread_name, struct etw_thread, 8);
	teardown(&r);
}

static void image_version(unsigned ptr, uint8_t version, uint8_t opcode)
{
	struct etw_image in = { .im_base = 0x10000,
		.im_size = 0x2000,
		.im_pid = 5,
		.im_checksum = 6,
		.im_timestamp = 7,
		.im_defbase = 0x30000,
		.im_siglevel = 8,
		.im_sigtype = 9,
		.im_name = wide,
		.im_nameunits = 3 };
	struct etw_image out;
	struct rig r;

	etw_write_image((setup(&r, ptr, opcode, version), r.rg_w), &r.rg_ev, &in);
	assert_int_equal(etw_decode_image(turn(&r), &out), 0);
	assert_true(etw_guid_eq(r.rg_ev.ev_provider, etw_group_guid(0x14)));
	assert_int_equal(out.im_base, 0x10000);
	assert_int_equal(out.im_size, 0x2000);
	assert_int_equal(out.im_pid, version >= 1 ? 5 : ETW_NOID);
	assert_int_equal(out.im_checksum, version >= 2 ? 6 : 0);
	assert_int_equal(out.im_timestamp, version >= 2 ? 7 : 0);
	assert_int_equal(out.im_defbase, version >= 2 ? 0x30000 : 0);
	assert_int_equal(out.im_siglevel, version >= 3 ? 8 : 0);
	assert_int_equal(out.im_sigtype, version >= 3 ? 9 : 0);
	assert_int_equal(out.im_nameunits, 3);
	assert_memory_equal(out.im_name, wide, 6);
	CUT(&r, etw_decode_image, struct etw_image, r.rg_ev.ev_paylen - 8);
	teardown(&r);
}

static void image(void **state)
{
	static const uint8_t ops[] = { 2, 3, 4, 10 };

	(void)state;
	for (uint8_t v = 0; v <= 3; v++)
		for (size_t i = 0; i < sizeof(ops); i++) {
			image_version(4, v, ops[i]);
			image_version(8, v, ops[i]);
		}
}

static void cswitch(void **state)
{
	struct etw_cswitch in = { .cs_newtid = 1,
		.cs_oldtid = 2,
		.cs_newpri = 3,
		.cs_oldpri = 4,
		.cs_prevcstate = 5,
		.cs_waitreason = 6,
		.cs_waitmode = 1,
		.cs_oldstate = 7,
		.cs_ideal = 8,
		.cs_flags = 0x2b,
		.cs_newwait = 9,
		.cs_remaining = 10 },
			   out;

	(void)state;
	for (uint8_t v = 1; v <= 4; v++) {
		struct rig r;

		etw_write_cswitch((setup(&r, 8, 0, v), r.rg_w), &r.rg_ev, &in);
		assert_int_equal(etw_decode_cswitch(turn(&r), &out), 0);
		assert_int_equal(r.rg_ev.ev_hookid, 0x0524);
		assert_int_equal(r.rg_ev.ev_paylen, v == 1 ? 16 : 24);
		assert_int_equal(out.cs_newtid, 1);
		assert_int_equal(out.cs_oldtid, 2);
		assert_int_equal(out.cs_newpri, 3);
		assert_int_equal(out.cs_oldpri, 4);
		assert_int_equal(out.cs_waitreason, 6);
		assert_int_equal(out.cs_waitmode, 1);
		assert_int_equal(out.cs_flags, v >= 3 ? 0x2b : 1);
		assert_int_equal(out.cs_oldstate, 7);
		assert_int_equal(out.cs_ideal, 8);
		assert_int_equal(out.cs_newwait, v >= 2 ? 9 : 0);
		CUT(&r, etw_decode_cswitch, struct etw_cswitch, v == 1 ? 16u : 24u);
		teardown(&r);
	}
}

static void ready(void **state)
{
	struct etw_ready in = { .rt_tid = 1, .rt_reason = 2, .rt_increment = 3, .rt_flags = 1 },
			 out;
	struct rig r;

	(void)state;
	etw_write_ready((setup(&r, 8, 0, 2), r.rg_w), &r.rg_ev, &in);
	assert_int_equal(etw_decode_ready(turn(&r), &out), 0);
	assert_int_equal(r.rg_ev.ev_hookid, 0x0532);
	assert_int_equal(out.rt_tid, 1);
	assert_int_equal(out.rt_reason, 2);
	assert_int_equal(out.rt_increment, 3);
	assert_int_equal(out.rt_flags, 1);
	CUT(&r, etw_decode_ready, struct etw_ready, 7);
	teardown(&r);
}

static void sample_and_stack(void **state)
{
	static const uint64_t frames[3] = { 0x1111, 0x2222, 0x3333 };
	struct etw_sample sp = { .sp_ip = 0x7ff6, .sp_tid = 5, .sp_count = 1, .sp_flags = 0x41 };
	struct etw_stack sk = { .sk_time = 1000001,
		.sk_pid = 4,
		.sk_tid = 5,
		.sk_frames = (const uint8_t *)frames,
		.sk_nframes = 3,
		.sk_ptrsize = 8 };

	(void)state;
	for (unsigned ptr = 4; ptr <= 8; ptr += 4) {
		struct etw_sample sp2;
		struct etw_stack sk2;
		struct rig r;

		etw_write_sample((setup(&r, ptr, 0, 2), r.rg_w), &r.rg_ev, &sp);
		etw_write_stack(r.rg_w, &r.rg_ev, &sk);
		assert_int_equal(etw_decode_sample(turn(&r), &sp2), 0);
		assert_int_equal(sp2.sp_ip, 0x7ff6);
		assert_int_equal(sp2.sp_tid, 5);
		assert_int_equal(sp2.sp_flags, 0x41);
		CUT(&r, etw_decode_sample, struct etw_sample, ptr + 6);
		assert_int_equal(etw_next(r.rg_t, &r.rg_ev), 1);
		assert_int_equal(etw_decode_stack(&r.rg_ev, &sk2), 0);
		assert_int_equal(sk2.sk_time, 1000001);
		assert_int_equal(sk2.sk_nframes, 3);
		assert_int_equal(etw_stack_frame(&sk2, 2), 0x3333);
		CUT(&r, etw_decode_stack, struct etw_stack, 16);
		teardown(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(process),
		cmocka_unit_test(process_sid), cmocka_unit_test(thread),
		cmocka_unit_test(thread_name), cmocka_unit_test(image), cmocka_unit_test(cswitch),
		cmocka_unit_test(ready), cmocka_unit_test(sample_and_stack) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
