/*
 * Events of the .NET runtime in which no two fields hold the same: field n holds n, or "text n", and
 * the runtime's instance is 99.
 */
#include <stdio.h>
#include "etw_records.h"
#include "scene.h"

#define INSTANCE 99

/* A record begins with its instance. */
static void put(struct scene *sc, unsigned id, void *record)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 2);

	*(uint32_t *)record = INSTANCE;
	ev.ev_provider = &etw_clr_runtime;
	ev.ev_kind = ETW_EVENT;
	ev.ev_id = (uint16_t)id;
	etw_write_record(sc->sc_w, &ev, record);
}

/* "text n", up to 32 at a time. */
static char *text(unsigned n)
{
	static char buf[32][16];
	static unsigned turn;
	char *out = buf[turn++ % 32];

	snprintf(out, sizeof(buf[0]), "text %02u", n);
	return out;
}

/* {nnnnnnnn-...}, all bytes n */
static char *guid(unsigned n)
{
	static char buf[4][40];
	static unsigned turn;
	char *out = buf[turn++ % 4];

	snprintf(out, sizeof(buf[0]),
		"{%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x}", n, n, n,
		n, n, n, n, n, n, n, n, n, n, n, n, n);
	return out;
}

static void collections(struct scene *sc)
{
	netgc_t gc = { .gc_count = 1,
		.gc_generation = 2,
		.gc_reason = 3,
		.gc_type = 4,
		.gc_sequence = 5 };
	netgcheapstat_t heap = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
	netgcseg_t segment = { .sg_addr = 1, .sg_size = 2, .sg_type = 3 };
	netgcalloctick_t tick = { .al_amount = 1,
		.al_kind = 2,
		.al_heap = 3,
		.al_typeid = 4,
		.al_addr = 5,
		.al_size = 6,
		.al_type = text(7) };

	put(sc, 1, &gc);
	put(sc, 2, &gc);
	put(sc, 9, &gc);
	put(sc, 13, &gc);
	put(sc, 4, &heap);
	put(sc, 5, &segment);
	put(sc, 10, &tick);
}

static void pool(struct scene *sc)
{
	netthrinfo_t threads = { .ti_active = 1, .ti_retired = 2 };
	netadj_t adjust = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };

	put(sc, 50, &threads);
	put(sc, 54, &adjust);
	put(sc, 55, &adjust);
	put(sc, 56, &adjust);
}

static void faults(struct scene *sc)
{
	netexcp_t ex = { .ex_type = text(1),
		.ex_message = text(2),
		.ex_pc = 3,
		.ex_hresult = 4,
		.ex_flags = 5 };
	netlck_t lock = { .lk_flags = 1,
		.lk_lock = 2,
		.lk_object = 3,
		.lk_owner = 4,
		.lk_duration = 5 };

	put(sc, 80, &ex);
	put(sc, 81, &lock);
	put(sc, 91, &lock);
}

static void domains(struct scene *sc)
{
	netmem_t memory = { .me_domain = 1, .me_bytes = 2, .me_process = 3 };
	netthr_t thread = { .th_id = 1, .th_domain = 2, .th_flags = 3, .th_index = 4, .th_tid = 5 };

	put(sc, 83, &memory);
	put(sc, 84, &memory);
	put(sc, 85, &thread);
}

static void methods(struct scene *sc)
{
	netmethod_t method = { .mt_id = 1,
		.mt_module = 2,
		.mt_start = 3,
		.mt_size = 4,
		.mt_token = 5,
		.mt_flags = 6,
		.mt_namespace = text(7),
		.mt_name = text(8),
		.mt_signature = text(9),
		.mt_rejit = 10 };
	netcall_t call = { 0, text(1), text(2), text(3), text(4), text(5), text(6), text(7),
		text(8), text(9), 10, 11, text(12) };
	netirop_t stub = { .sb_module = 1,
		.sb_method = 2,
		.sb_flags = 3,
		.sb_token = 4,
		.sb_namespace = text(5),
		.sb_name = text(6),
		.sb_signature = text(7),
		.sb_native = text(8),
		.sb_stub = text(9),
		.sb_code = text(10) };

	put(sc, 143, &method);
	put(sc, 145, &method);
	put(sc, 188, &call);
	put(sc, 192, &call);
	put(sc, 88, &stub);
}

static void loads(struct scene *sc)
{
	netappdom_t domain = { 0, 1, 2, 3, text(4) };
	netassm_t assembly = { 0, 1, 2, 3, 4, text(5) };
	netmodule_t module = { .md_id = 1,
		.md_assembly = 2,
		.md_flags = 4,
		.md_ilpath = text(5),
		.md_nativepath = text(6),
		.md_pdb = guid(7),
		.md_nativepdb = guid(8),
		.md_pdbage = 9,
		.md_nativepdbage = 10,
		.md_pdbpath = text(11),
		.md_nativepdbpath = text(12) };
	netrange_t range = { 0, 1, 2, 3, 4 };
	netsig_t sig = { 0, 1, 2, text(3) };

	put(sc, 156, &domain);
	put(sc, 154, &assembly);
	put(sc, 152, &module);
	put(sc, 158, &range);
	put(sc, 181, &sig);
}

static void runtime(struct scene *sc)
{
	netrt_t info = { .ri_sku = 1,
		.ri_bcl = (char *)"2.3.4.5",
		.ri_vm = (char *)"6.7.8.9",
		.ri_flags = 10,
		.ri_mode = 11,
		.ri_command = text(12),
		.ri_path = text(13),
		.ri_com = guid(14) };

	put(sc, 187, &info);
}

void scene_numbers(struct scene *sc)
{
	scene_cast(sc);
	runtime(sc);
	collections(sc);
	pool(sc);
	faults(sc);
	domains(sc);
	methods(sc);
	loads(sc);
}
