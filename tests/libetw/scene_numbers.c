/*
 * Events of the .NET runtime in which no two fields hold the same: field n holds n, or "text n",
 * and the runtime's instance is 99.
 */
#include <string.h>
#include "etw_clr.h"
#include "scene.h"

#define INSTANCE 99

static void put(struct scene *sc, unsigned id, struct etw_clr *cl)
{
	struct etw_event ev = scene_by(sc, SCENE_PID, SCENE_TID, 0, 2);

	cl->cl_instance = INSTANCE;
	ev.ev_provider = &etw_clr_runtime;
	ev.ev_kind = ETW_EVENT;
	ev.ev_id = (uint16_t)id;
	etw_write_clr(sc->sc_w, &ev, cl);
}

/* "text n", up to 32 at a time. */
static struct etw_text text(unsigned n)
{
	static uint8_t buf[32][16];
	static unsigned turn;
	uint8_t *out = buf[turn++ % 32];
	char utf8[8] = {'t', 'e', 'x', 't', ' ', (char)('0' + n / 10), (char)('0' + n % 10), 0};

	return (struct etw_text){.tx_s = out, .tx_len = (uint32_t)etw_utf8_to_utf16(utf8, out, 8)};
}

/* {nnnnnnnn-...}, all bytes n */
static struct etw_guid guid(unsigned n)
{
	struct etw_guid g;

	memset(&g, (int)n, sizeof(g));
	return g;
}

static void collections(struct scene *sc)
{
	struct etw_clr gc = {.cl_gc = {.gc_count = 1,
				     .gc_generation = 2,
				     .gc_reason = 3,
				     .gc_type = 4,
				     .gc_seq = 5}};
	struct etw_clr heap = {.cl_heap = {.hp_size = {1, 2, 3, 4, 5},
				       .hp_promoted = {6, 7, 8, 9, 10},
				       .hp_finalsize = 11,
				       .hp_finalcount = 12,
				       .hp_pinned = 13,
				       .hp_syncblocks = 14,
				       .hp_handles = 15}};
	struct etw_clr segment = {.cl_segment = {.sg_addr = 1, .sg_size = 2, .sg_type = 3}};
	struct etw_clr tick = {.cl_alloc = {.al_amount = 1,
				       .al_kind = 2,
				       .al_heap = 3,
				       .al_typeid = 4,
				       .al_addr = 5,
				       .al_size = 6,
				       .al_type = text(7),
				       .al_amount32 = 8}};

	put(sc, 1, &gc);
	put(sc, 2, &gc);
	put(sc, 9, &gc);
	put(sc, 13, &gc);
	put(sc, 4, &heap);
	put(sc, 5, &segment);
	put(sc, 10, &tick);
}

/* The rates are delivered in thousandths. */
static void pool(struct scene *sc)
{
	struct etw_clr pool = {.cl_pool = {.po_active = 1, .po_retired = 2}};
	struct etw_clr adjust = {.cl_adjust = {.ad_throughput = 0.001,
					 .ad_threads = 2,
					 .ad_reason = 3,
					 .ad_duration = 0.004,
					 .ad_threadwave = 0.005,
					 .ad_throughputwave = 0.006,
					 .ad_error = 0.007,
					 .ad_averageerror = 0.008,
					 .ad_ratio = 0.009,
					 .ad_confidence = 0.010,
					 .ad_control = 0.011,
					 .ad_magnitude = 12}};

	put(sc, 50, &pool);
	put(sc, 54, &adjust);
	put(sc, 55, &adjust);
	put(sc, 56, &adjust);
}

static void faults(struct scene *sc)
{
	struct etw_clr ex = {.cl_exception = {.ex_type = text(1),
				     .ex_message = text(2),
				     .ex_pc = 3,
				     .ex_hresult = 4,
				     .ex_flags = 5}};
	struct etw_clr lock = {.cl_lock = {.lk_flags = 1,
				       .lk_lock = 2,
				       .lk_object = 3,
				       .lk_owner = 4,
				       .lk_duration = 5}};

	put(sc, 80, &ex);
	put(sc, 81, &lock);
	put(sc, 91, &lock);
}

static void domains(struct scene *sc)
{
	struct etw_clr memory = {.cl_memory = {.me_domain = 1, .me_bytes = 2, .me_process = 3}};
	struct etw_clr thread = {
		.cl_thread = {
			.th_id = 1, .th_domain = 2, .th_flags = 3, .th_index = 4, .th_tid = 5}};

	put(sc, 83, &memory);
	put(sc, 84, &memory);
	put(sc, 85, &thread);
}

static void methods(struct scene *sc)
{
	struct etw_clr method = {.cl_method = {.mt_id = 1,
					 .mt_module = 2,
					 .mt_start = 3,
					 .mt_size = 4,
					 .mt_token = 5,
					 .mt_flags = 6,
					 .mt_namespace = text(7),
					 .mt_name = text(8),
					 .mt_signature = text(9),
					 .mt_rejit = 10}};
	struct etw_clr call = {.cl_call = {.ca_method = {text(1), text(2), text(3)},
				       .ca_caller = {text(4), text(5), text(6)},
				       .ca_callee = {text(7), text(8), text(9)},
				       .ca_always = 10,
				       .ca_type = 11,
				       .ca_reason = text(12)}};
	struct etw_clr stub = {.cl_stub = {.sb_module = 1,
				       .sb_method = 2,
				       .sb_flags = 3,
				       .sb_token = 4,
				       .sb_namespace = text(5),
				       .sb_name = text(6),
				       .sb_signature = text(7),
				       .sb_native = text(8),
				       .sb_stub = text(9),
				       .sb_code = text(10)}};

	put(sc, 143, &method);
	put(sc, 145, &method);
	put(sc, 188, &call);
	put(sc, 192, &call);
	put(sc, 88, &stub);
}

static void loads(struct scene *sc)
{
	struct etw_clr domain = {
		.cl_appdomain = {.ap_id = 1, .ap_flags = 2, .ap_index = 3, .ap_name = text(4)}};
	struct etw_clr assembly = {.cl_assembly = {.as_id = 1,
					   .as_domain = 2,
					   .as_binding = 3,
					   .as_flags = 4,
					   .as_name = text(5)}};
	struct etw_clr module = {.cl_module = {.md_id = 1,
					 .md_assembly = 2,
					 .md_domain = 3,
					 .md_flags = 4,
					 .md_ilpath = text(5),
					 .md_nativepath = text(6),
					 .md_pdb = guid(7),
					 .md_nativepdb = guid(8),
					 .md_pdbage = 9,
					 .md_nativepdbage = 10,
					 .md_pdbpath = text(11),
					 .md_nativepdbpath = text(12)}};
	struct etw_clr range = {
		.cl_range = {.rg_module = 1, .rg_begin = 2, .rg_size = 3, .rg_type = 4}};
	struct etw_clr sig = {.cl_signature = {.sn_flags = 1, .sn_error = 2, .sn_name = text(3)}};

	put(sc, 156, &domain);
	put(sc, 154, &assembly);
	put(sc, 152, &module);
	put(sc, 158, &range);
	put(sc, 181, &sig);
}

static void runtime(struct scene *sc)
{
	struct etw_clr info = {.cl_info = {.ri_sku = 1,
				       .ri_bcl = {2, 3, 4, 5},
				       .ri_vm = {6, 7, 8, 9},
				       .ri_flags = 10,
				       .ri_mode = 11,
				       .ri_command = text(12),
				       .ri_path = text(13),
				       .ri_com = guid(14)}};

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
