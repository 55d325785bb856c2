/* Every event of the .NET runtime that dnet has a probe for, in one thread of a process. */
#include "etw_records.h"
#include "scene.h"

#define INSTANCE 7
#define PDB "{12345678-9abc-def0-0102-030405060708}"
#define PTR(sc, a) scene_addr(sc, a)

/* Every record begins with the runtime's instance. */
static void put(struct scene *sc, unsigned id, void *record)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 2);

	*(uint32_t *)record = INSTANCE;
	ev.ev_provider = &etw_clr_runtime;
	ev.ev_kind = ETW_EVENT;
	ev.ev_id = (uint16_t)id;
	etw_write_record(sc->sc_w, &ev, record);
}

static void collect(struct scene *sc, uint32_t count, uint32_t generation, uint32_t reason,
	uint32_t type)
{
	netgc_t suspend = { .gc_reason = 1, .gc_count = count }, none = { 0 };
	netgc_t gc = { .gc_count = count,
		.gc_generation = generation,
		.gc_reason = reason,
		.gc_type = type,
		.gc_sequence = 0x1234567890 + count };

	put(sc, 9, &suspend);
	put(sc, 8, &none);
	put(sc, 1, &gc);
	sc->sc_ns += 1000000 * (count + 1); /* a collection takes time */
	put(sc, 2, &gc);
	put(sc, 7, &none);
	put(sc, 3, &none);
}

static void collections(struct scene *sc)
{
	netgc_t none = { 0 }, finalized = { .gc_count = 42 };
	netgcheapstat_t heap = { .hs_gen0 = 1000,
		.hs_gen1 = 2000,
		.hs_gen2 = 3000,
		.hs_large = 4000,
		.hs_pinned = 5000,
		.hs_promoted0 = 100,
		.hs_promoted1 = 200,
		.hs_promoted2 = 300,
		.hs_promoted_large = 400,
		.hs_promoted_pinned = 500,
		.hs_final_size = 600,
		.hs_final_count = 6,
		.hs_pins = 7,
		.hs_syncblocks = 8,
		.hs_handles = 9 };
	netgcseg_t segment = { .sg_addr = 0x7f0000001000, .sg_size = 0x40000, .sg_type = 1 };
	netgcalloctick_t tick = { .al_amount = 106496,
		.al_kind = 1,
		.al_heap = 3,
		.al_typeid = PTR(sc, 0x7ffb01020304),
		.al_addr = PTR(sc, 0x10a0b0c0),
		.al_size = 85016,
		.al_type = "System.Byte[]" };

	put(sc, 5, &segment);
	put(sc, 10, &tick);
	collect(sc, 1, 0, 0, 0);
	put(sc, 4, &heap);
	collect(sc, 2, 2, 1, 1);
	put(sc, 14, &none);
	put(sc, 13, &finalized);
	put(sc, 6, &segment);
	put(sc, 11, &none);
	put(sc, 12, &none);
}

static void pool(struct scene *sc)
{
	netthrinfo_t p = { .ti_active = 4, .ti_retired = 1 };
	netadj_t sample = { .ad_throughput = 12500 };
	netadj_t adjust = { .ad_throughput = 99250, .ad_threads = 6, .ad_reason = 2 };
	netadj_t stats = { .ad_duration = 500,
		.ad_throughput = 1500,
		.ad_threadwave = 2500,
		.ad_throughputwave = 3500,
		.ad_error = 4500,
		.ad_averageerror = 5500,
		.ad_ratio = 6500,
		.ad_confidence = 7500,
		.ad_control = -8500,
		.ad_magnitude = 9 };

	for (unsigned id = 44; id <= 47; id++)
		put(sc, id, &p);
	for (unsigned id = 50; id <= 53; id++)
		put(sc, id, &p);
	put(sc, 54, &sample);
	put(sc, 55, &adjust);
	put(sc, 56, &stats);
}

static void faults(struct scene *sc)
{
	netexcp_t ex = { .ex_type = "System.IO.FileNotFoundException",
		.ex_message = "Kein Schlüssel",
		.ex_pc = PTR(sc, 0x7ffb0a0b0c0d),
		.ex_hresult = 0x80070002,
		.ex_flags = 0x11 };
	netlck_t wait = { .lk_flags = 0,
		.lk_lock = PTR(sc, 0x5000),
		.lk_object = PTR(sc, 0x6000),
		.lk_owner = 77 };
	netlck_t done = { .lk_flags = 1, .lk_duration = 1234567 };

	put(sc, 80, &ex);
	put(sc, 81, &wait);
	put(sc, 91, &done);
}

static void domains(struct scene *sc)
{
	netmem_t allocated = { .me_domain = 0xd0, .me_bytes = 1000000 };
	netmem_t survived = { .me_domain = 0xd0, .me_bytes = 600000, .me_process = 700000 };
	netthr_t thread = { .th_id = 0xabc,
		.th_domain = 0xd0,
		.th_flags = 4,
		.th_index = 11,
		.th_tid = SCENE_TID2 };

	put(sc, 83, &allocated);
	put(sc, 84, &survived);
	put(sc, 85, &thread);
	put(sc, 86, &thread);
	put(sc, 87, &thread);
}

static void methods(struct scene *sc)
{
	netmethod_t m = { .mt_id = 0x11,
		.mt_module = 0x22,
		.mt_start = 0x33000,
		.mt_size = 0x44,
		.mt_token = 0x6000001,
		.mt_flags = 9,
		.mt_namespace = "Shop.Cart",
		.mt_name = "Add",
		.mt_signature = "instance void  (int32)",
		.mt_rejit = 3 };
	netcall_t call = { .ca_namespace = "A",
		.ca_name = "B",
		.ca_signature = "C",
		.ca_caller_namespace = "D",
		.ca_caller = "E",
		.ca_caller_signature = "F",
		.ca_callee_namespace = "G",
		.ca_callee = "H",
		.ca_callee_signature = "I",
		.ca_always = 1,
		.ca_type = 2,
		.ca_reason = "too big" };

	put(sc, 145, &m);
	for (unsigned id = 141; id <= 144; id++)
		put(sc, id, &m);
	put(sc, 185, &call);
	put(sc, 186, &call);
	put(sc, 188, &call);
	put(sc, 189, &call);
	call.ca_reason = "too wide";
	put(sc, 191, &call);
	put(sc, 192, &call);
}

static void stubs(struct scene *sc)
{
	netirop_t stub = { .sb_module = 0x51,
		.sb_method = 0x52,
		.sb_flags = 1,
		.sb_token = 0x6000053,
		.sb_namespace = "Native",
		.sb_name = "Beep",
		.sb_signature = "bool (int32)",
		.sb_native = "unmanaged stdcall int32(int32)",
		.sb_stub = "int32(native int)",
		.sb_code = "ldarg.0 ret" };

	put(sc, 88, &stub);
	put(sc, 89, &stub);
}

static void loads(struct scene *sc)
{
	netappdom_t domain = { .ap_id = 0xd0, .ap_flags = 3, .ap_index = 1, .ap_name = "shop.exe" };
	netassm_t assembly = { .as_id = 0xa0,
		.as_domain = 0xd0,
		.as_binding = 0xb0,
		.as_flags = 4,
		.as_name = "Shop, Version=1.0.0.0" };
	netmodule_t module = { .md_id = 0x22,
		.md_assembly = 0xa0,
		.md_flags = 8,
		.md_ilpath = "C:\\shop\\Shop.dll",
		.md_nativepath = "C:\\shop\\Shop.ni.dll",
		.md_pdb = PDB,
		.md_pdbage = 1,
		.md_pdbpath = "Shop.pdb",
		.md_nativepdb = PDB,
		.md_nativepdbage = 2,
		.md_nativepdbpath = "Shop.ni.pdb" };
	netrange_t range = { .rg_module = 0x22,
		.rg_begin = 0x1000,
		.rg_size = 0x200,
		.rg_type = 4 };

	for (unsigned id = 156; id <= 157; id++)
		put(sc, id, &domain);
	for (unsigned id = 154; id <= 155; id++)
		put(sc, id, &assembly);
	for (unsigned id = 152; id <= 153; id++)
		put(sc, id, &module);
	put(sc, 158, &range);
}

static void checks(struct scene *sc)
{
	netsig_t sig = { .sn_flags = 1,
		.sn_error = 0x80131045,
		.sn_name = "Shop, Version=1.0.0.0" };

	for (unsigned id = 181; id <= 184; id++)
		put(sc, id, &sig);
}

static void runtime(struct scene *sc)
{
	netrt_t info = { .ri_sku = 2,
		.ri_bcl = "8.0.1.2",
		.ri_vm = "42.43.44.45",
		.ri_flags = 0x800003,
		.ri_mode = 1,
		.ri_command = "shop.exe --sell",
		.ri_path = "C:\\dotnet\\coreclr.dll",
		.ri_com = "{c0ffee00-0001-0002-0304-05060708090a}" };

	put(sc, 187, &info);
}

void scene_clr(struct scene *sc)
{
	scene_cast(sc);
	runtime(sc);
	collections(sc);
	pool(sc);
	faults(sc);
	domains(sc);
	methods(sc);
	stubs(sc);
	loads(sc);
	checks(sc);
}
