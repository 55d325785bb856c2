/* Every event of the .NET runtime that dnet has a probe for, in one thread of a process. */
#include <string.h>
#include "etw_clr.h"
#include "scene.h"

#define INSTANCE 7
#define PTR(sc, a) scene_addr(sc, a)

static void put(struct scene *sc, unsigned id, struct etw_clr *cl)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 2);

	cl->cl_instance = INSTANCE;
	ev.ev_provider = &etw_clr_runtime;
	ev.ev_kind = ETW_EVENT;
	ev.ev_id = (uint16_t)id;
	etw_write_clr(sc->sc_w, &ev, cl);
}

/* Up to sixteen texts at a time. */
static struct etw_text text(const char *s)
{
	static uint8_t buf[16][256];
	static unsigned turn;
	uint8_t *out = buf[turn++ % 16];

	return (struct etw_text){ .tx_s = out,
		.tx_len = (uint32_t)etw_utf8_to_utf16(s, out, sizeof(buf[0]) / 2) };
}

static struct etw_text ansi(const char *s)
{
	return (struct etw_text){ .tx_s = (const uint8_t *)s,
		.tx_len = (uint32_t)strlen(s),
		.tx_ansi = 1 };
}

static void collect(struct scene *sc, uint32_t count, uint32_t generation, uint32_t reason,
	uint32_t type)
{
	struct etw_clr suspend = { .cl_gc = { .gc_reason = 1, .gc_count = count } }, none = { 0 };
	struct etw_clr gc = { .cl_gc = { .gc_count = count,
				      .gc_generation = generation,
				      .gc_reason = reason,
				      .gc_type = type,
				      .gc_seq = 0x1234567890 + count } };

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
	struct etw_clr none = { 0 }, finalized = { .cl_gc = { .gc_count = 42 } };
	struct etw_clr heap = { .cl_heap = { .hp_size = { 1000, 2000, 3000, 4000, 5000 },
					.hp_promoted = { 100, 200, 300, 400, 500 },
					.hp_finalsize = 600,
					.hp_finalcount = 6,
					.hp_pinned = 7,
					.hp_syncblocks = 8,
					.hp_handles = 9 } };
	struct etw_clr segment = { .cl_segment = { 0x7f0000001000, 0x40000, 1 } };
	struct etw_clr tick = { .cl_alloc = { .al_amount32 = 106496,
					.al_amount = 106496,
					.al_kind = 1,
					.al_heap = 3,
					.al_typeid = PTR(sc, 0x7ffb01020304),
					.al_addr = PTR(sc, 0x10a0b0c0),
					.al_size = 85016,
					.al_type = text("System.Byte[]") } };

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
	struct etw_clr p = { .cl_pool = { 4, 1 } },
		       sample = { .cl_adjust = { .ad_throughput = 12.5 } };
	struct etw_clr adjust = {
		.cl_adjust = { .ad_throughput = 99.25, .ad_threads = 6, .ad_reason = 2 }
	};
	struct etw_clr stats = { .cl_adjust = { .ad_duration = 0.5,
					 .ad_throughput = 1.5,
					 .ad_threadwave = 2.5,
					 .ad_throughputwave = 3.5,
					 .ad_error = 4.5,
					 .ad_averageerror = 5.5,
					 .ad_ratio = 6.5,
					 .ad_confidence = 7.5,
					 .ad_control = -8.5,
					 .ad_magnitude = 9 } };

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
	struct etw_clr ex = { .cl_exception = { .ex_type = text("System.IO.FileNotFoundException"),
				      .ex_message = text("Kein Schlüssel"),
				      .ex_pc = PTR(sc, 0x7ffb0a0b0c0d),
				      .ex_hresult = 0x80070002,
				      .ex_flags = 0x11 } };
	struct etw_clr wait = { .cl_lock = { .lk_flags = 0,
					.lk_lock = PTR(sc, 0x5000),
					.lk_object = PTR(sc, 0x6000),
					.lk_owner = 77 } };
	struct etw_clr done = { .cl_lock = { .lk_flags = 1, .lk_duration = 1234567 } };

	put(sc, 80, &ex);
	put(sc, 81, &wait);
	put(sc, 91, &done);
}

static void domains(struct scene *sc)
{
	struct etw_clr allocated = { .cl_memory = { 0xd0, 1000000, 0 } };
	struct etw_clr survived = { .cl_memory = { 0xd0, 600000, 700000 } };
	struct etw_clr thread = { .cl_thread = { 0xabc, 0xd0, 4, 11, SCENE_TID2 } };

	put(sc, 83, &allocated);
	put(sc, 84, &survived);
	put(sc, 85, &thread);
	put(sc, 86, &thread);
	put(sc, 87, &thread);
}

static void methods(struct scene *sc)
{
	struct etw_clr m = { .cl_method = { .mt_id = 0x11,
				     .mt_module = 0x22,
				     .mt_start = 0x33000,
				     .mt_size = 0x44,
				     .mt_token = 0x6000001,
				     .mt_flags = 9,
				     .mt_namespace = text("Shop.Cart"),
				     .mt_name = text("Add"),
				     .mt_signature = text("instance void  (int32)"),
				     .mt_rejit = 3 } };
	struct etw_clr call = { .cl_call = { .ca_method = { text("A"), text("B"), text("C") },
					.ca_caller = { text("D"), text("E"), text("F") },
					.ca_callee = { text("G"), text("H"), text("I") },
					.ca_always = 1,
					.ca_type = 2,
					.ca_reason = ansi("too big") } };

	put(sc, 145, &m);
	for (unsigned id = 141; id <= 144; id++)
		put(sc, id, &m);
	put(sc, 185, &call);
	put(sc, 186, &call);
	put(sc, 188, &call);
	put(sc, 189, &call);
	call.cl_call.ca_reason = text("too wide");
	put(sc, 191, &call);
	put(sc, 192, &call);
}

static void stubs(struct scene *sc)
{
	struct etw_clr stub = { .cl_stub = { .sb_module = 0x51,
					.sb_method = 0x52,
					.sb_flags = 1,
					.sb_token = 0x6000053,
					.sb_namespace = text("Native"),
					.sb_name = text("Beep"),
					.sb_signature = text("bool (int32)"),
					.sb_native = text("unmanaged stdcall int32(int32)"),
					.sb_stub = text("int32(native int)"),
					.sb_code = text("ldarg.0 ret") } };

	put(sc, 88, &stub);
	put(sc, 89, &stub);
}

static void loads(struct scene *sc)
{
	static const struct etw_guid pdb = { 0x12345678, 0x9abc, 0xdef0,
		{ 1, 2, 3, 4, 5, 6, 7, 8 } };
	struct etw_clr domain = { .cl_appdomain = { 0xd0, 3, 1, text("shop.exe") } };
	struct etw_clr assembly = { .cl_assembly = { 0xa0, 0xd0, 0xb0, 4,
					    text("Shop, Version=1.0.0.0") } };
	struct etw_clr module = { .cl_module = { .md_id = 0x22,
					  .md_assembly = 0xa0,
					  .md_flags = 8,
					  .md_ilpath = text("C:\\shop\\Shop.dll"),
					  .md_nativepath = text("C:\\shop\\Shop.ni.dll"),
					  .md_pdb = pdb,
					  .md_pdbage = 1,
					  .md_pdbpath = text("Shop.pdb"),
					  .md_nativepdb = pdb,
					  .md_nativepdbage = 2,
					  .md_nativepdbpath = text("Shop.ni.pdb") } };
	struct etw_clr range = { .cl_range = { 0x22, 0x1000, 0x200, 4 } };

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
	struct etw_clr sig = { .cl_signature = { 1, 0x80131045, text("Shop, Version=1.0.0.0") } };

	for (unsigned id = 181; id <= 184; id++)
		put(sc, id, &sig);
}

static void runtime(struct scene *sc)
{
	static const struct etw_guid com = { 0xc0ffee00, 1, 2, { 3, 4, 5, 6, 7, 8, 9, 10 } };
	struct etw_clr info = { .cl_info = { .ri_sku = 2,
					.ri_bcl = { 8, 0, 1, 2 },
					.ri_vm = { 42, 43, 44, 45 },
					.ri_flags = 0x800003,
					.ri_mode = 1,
					.ri_command = text("shop.exe --sell"),
					.ri_path = text("C:\\dotnet\\coreclr.dll"),
					.ri_com = com } };

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
