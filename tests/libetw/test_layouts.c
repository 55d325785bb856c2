/*
 * Network, interrupt, counter and configuration records: what a version has comes back, and a
 * payload that is cut anywhere fails or decodes, but is never read past its end.
 */
#include <stdlib.h>
#include <string.h>
#include "etw_records.h"
#include "etw_net.h"
#include "etw_perf.h"
#include "util.h"

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

/*
 * Of a payload that is as long as it says and no longer, for the sanitizer. The first `fixed` bytes
 * are needed.
 */
static void teardown(struct rig *r, int (*decode)(const struct etw_event *), uint32_t fixed)
{
	struct etw_event cut = r->rg_ev;

	assert_int_equal(decode(&r->rg_ev), 0);
	assert_int_equal(etw_decode_left(), 0);
	for (cut.ev_paylen = 0; cut.ev_paylen < r->rg_ev.ev_paylen; cut.ev_paylen++) {
		uint8_t *copy = malloc(cut.ev_paylen + !cut.ev_paylen);

		if (cut.ev_paylen)
			memcpy(copy, r->rg_ev.ev_payload, cut.ev_paylen);
		cut.ev_payload = copy;
		if (decode(&cut) == 0)
			assert_true(cut.ev_paylen >= fixed);
		else
			assert_non_null(strstr(etw_decode_error(), "runs past the end"));
		free(copy);
	}
	etw_close(r->rg_t);
	mt_close(&r->rg_m);
}

static int net(const struct etw_event *ev)
{
	struct etw_net nt;

	return (ev->ev_hookid >> 8 == 6 ? etw_decode_tcpip : etw_decode_udpip)(ev, &nt);
}

static void tcp_version(unsigned ptr, uint8_t op, uint8_t version, uint8_t v6)
{
	struct etw_net in = { .nt_pid = 77,
		.nt_size = 1460,
		.nt_ipv6 = v6,
		.nt_daddr = { 1, 2, 3, 4 },
		.nt_saddr = { 5, 6, 7, 8 },
		.nt_dport = 443,
		.nt_sport = 0x1234 };
	struct etw_net out;
	struct rig r;

	if (version && op == ETW_NET_SEND)
		in.nt_end = 9;
	if (version && (op == ETW_TCP_CONNECT || op == ETW_TCP_ACCEPT)) {
		in.nt_mss = 1460;
		in.nt_sndscale = -3;
	}
	if (version) {
		in.nt_seq = 99;
		in.nt_connid = 0xfedcba98;
	}
	assert_int_equal(etw_write_tcpip((setup(&r, ptr, op, version), r.rg_w), &r.rg_ev, &in), 0);
	assert_int_equal(etw_decode_tcpip(turn(&r), &out), 0);
	assert_int_equal(r.rg_ev.ev_opcode, op + (v6 ? ETW_NET_IPV6 : 0));
	assert_memory_equal(&in, &out, sizeof(in));
	teardown(&r, net, r.rg_ev.ev_paylen);
}

static void tcp(void **state)
{
	(void)state;
	for (unsigned ptr = 4; ptr <= 8; ptr += 4)
		for (uint8_t version = 0; version < 4; version++)
			for (uint8_t op = ETW_NET_SEND; op <= ETW_TCP_COPY; op++)
				for (uint8_t v6 = 0; v6 <= (version > 0); v6++)
					if (op != ETW_NET_FAIL)
						tcp_version(ptr, op, version, v6);
}

/* As Windows 8 wrote it: an accept on port 2869, its options, no connection. */
static void tcp_recorded(void **state)
{
	static const uint8_t bytes[48] = { 4, 0, 0, 0, 0, 0, 0, 0, 0x0a, 0x80, 0, 0x4d, 0x0a, 0x80,
		0, 0x37, 0xed, 0xa9, 0x0b, 0x35, 0xb4, 5, 1, 0, 0, 0, 1, 0, 0xa4, 0, 1, 0, 8, 0,
		8 };
	struct etw_event ev = { .ev_opcode = ETW_TCP_ACCEPT,
		.ev_version = 2,
		.ev_ptrsize = 8,
		.ev_payload = bytes,
		.ev_paylen = sizeof(bytes) };
	struct etw_net nt;

	(void)state;
	assert_int_equal(etw_decode_tcpip(&ev, &nt), 0);
	assert_int_equal(nt.nt_pid, 4);
	assert_int_equal(nt.nt_dport, 60841);
	assert_int_equal(nt.nt_sport, 2869);
	assert_int_equal(nt.nt_mss, 1460);
	assert_int_equal(nt.nt_sackopt, 1);
	assert_int_equal(nt.nt_wsopt, 1);
	assert_int_equal(nt.nt_rcvwin, 65700);
	assert_int_equal(nt.nt_rcvscale, 8);
	assert_int_equal(nt.nt_daddr[3], 0x4d);
	assert_int_equal(nt.nt_saddr[3], 0x37);
}

static void udp(void **state)
{
	(void)state;
	for (unsigned ptr = 4; ptr <= 8; ptr += 4)
		for (uint8_t version = 0; version < 4; version++) {
			struct etw_net in = { .nt_pid = version ? 77 : ETW_NOID,
				.nt_size = 512,
				.nt_ipv6 = 1,
				.nt_daddr = { 1 },
				.nt_saddr = { 2 },
				.nt_dport = 53,
				.nt_sport = 5353,
				.nt_context = version ? 0 : 0x11,
				.nt_dsize = version ? 0 : 500,
				.nt_seq = version > 1,
				.nt_connid = version > 1 };
			struct etw_net out;
			struct rig r;

			setup(&r, ptr, ETW_NET_RECEIVE, version);
			assert_int_equal(etw_write_udpip(r.rg_w, &r.rg_ev, &in), 0);
			assert_int_equal(etw_decode_udpip(turn(&r), &out), 0);
			assert_memory_equal(&in, &out, sizeof(in));
			teardown(&r, net, r.rg_ev.ev_paylen);
		}
}

static int isr(const struct etw_event *ev)
{
	struct etw_isr is;

	return etw_decode_isr(ev, &is);
}

static int pmcconfig(const struct etw_event *ev)
{
	struct etw_pmcconfig pc;

	return etw_decode_pmcconfig(ev, &pc);
}

static void interrupts(void **state)
{
	struct etw_isr in = { .is_start = 5,
		.is_routine = 0x80001000,
		.is_return = 1,
		.is_vector = 0x1ff },
		       out;
	struct rig r;

	(void)state;
	for (unsigned ptr = 4; ptr <= 8; ptr += 4) {
		setup(&r, ptr, 0x43, 2);
		assert_int_equal(etw_write_isr(r.rg_w, &r.rg_ev, &in), 0);
		assert_int_equal(etw_decode_isr(turn(&r), &out), 0);
		assert_memory_equal(&in, &out, sizeof(in));
		teardown(&r, isr, r.rg_ev.ev_paylen);
	}
}

static void counters(void **state)
{
	static const uint8_t name[] = { 'T', 0, 'i', 0 };
	struct etw_pmcconfig in = { .pc_count = 2,
		.pc_name = { name, name },
		.pc_nameunits = { 2, 1 } },
			     out;
	uint8_t many[4] = { 65 };
	struct etw_event ev = { .ev_opcode = 0x30,
		.ev_ptrsize = 8,
		.ev_payload = many,
		.ev_paylen = 4 };
	struct rig r;

	(void)state;
	setup(&r, 8, 0, 2);
	assert_int_equal(etw_write_pmcconfig(r.rg_w, &r.rg_ev, &in), 0);
	assert_int_equal(etw_decode_pmcconfig(turn(&r), &out), 0);
	assert_int_equal(out.pc_count, 2);
	assert_int_equal(out.pc_nameunits[1], 1);
	teardown(&r, pmcconfig, 11);
	assert_int_equal(etw_decode_pmcconfig(&ev, &out), -1);
}

static int config(const struct etw_event *ev)
{
	size_t used = 0, room = etw_record_room(ev);
	void *p = malloc(room + 1);
	int rc = etw_decode_record(ev, p, &used);

	assert_true(used <= room);
	free(p);
	return rc;
}

/* Texts as long as they may be. */
static void machine(void **state)
{
	char text[256], list[64] = "1.2.3.4;255.255.255.255";
	hwnic_t nic = { .nic_name = text,
		.nic_addresses = "10.0.0.1",
		.nic_dns = list,
		.nic_mac = 7 };
	hwpnp_t pnp = { .pnp_class = "nonsense",
		.pnp_id = text,
		.pnp_upper = list,
		.pnp_lower = "a;b;c;d" };
	struct rig r;

	(void)state;
	memset(text, 'x', sizeof(text) - 1);
	text[255] = '\0';
	for (unsigned ptr = 4; ptr <= 8; ptr += 4)
		for (uint8_t version = 0; version < 6; version++) {
			setup(&r, ptr, ETW_CONFIG_NIC, version);
			r.rg_ev.ev_provider = etw_group_guid(0x0b);
			assert_int_equal(etw_write_record(r.rg_w, &r.rg_ev, &nic), 0);
			turn(&r);
			teardown(&r, config, version < 2 ? r.rg_ev.ev_paylen : 20);
			setup(&r, ptr, ETW_CONFIG_PNP, version);
			r.rg_ev.ev_provider = etw_group_guid(0x0b);
			assert_int_equal(etw_write_record(r.rg_w, &r.rg_ev, &pnp), 0);
			turn(&r);
			teardown(&r, config, version < 4 ? 12 : version < 5 ? 24 : 32);
		}
}

/* Lists as long as a damaged count says end with the payload; an opcode without a layout fails. */
static void machine_damaged(void **state)
{
	uint8_t bytes[64] = { [16] = 0xff, [17] = 0xff, [18] = 0xff, [19] = 0xff, [20] = 0xff };
	struct etw_event ev = { .ev_provider = etw_group_guid(0x0b),
		.ev_opcode = ETW_CONFIG_PNP,
		.ev_version = 4,
		.ev_ptrsize = 8,
		.ev_payload = bytes,
		.ev_paylen = sizeof(bytes) };

	(void)state;
	assert_int_equal(config(&ev), 0);
	ev.ev_opcode = 99;
	assert_int_equal(config(&ev), -1);
	assert_null(etw_record_of(&ev));
	ev.ev_opcode = ETW_CONFIG_BOOT;
	assert_string_equal(etw_record_of(&ev), "hwboot");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(tcp), cmocka_unit_test(tcp_recorded),
		cmocka_unit_test(udp), cmocka_unit_test(interrupts), cmocka_unit_test(counters),
		cmocka_unit_test(machine), cmocka_unit_test(machine_damaged) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
