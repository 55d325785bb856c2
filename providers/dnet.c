/*
 * dnet: what the .NET runtime does, from the events of Microsoft-Windows-DotNETRuntime:
 * collections, allocations, code compiled and loaded, exceptions, locks, the thread pool.
 *
 * An event fires in the thread of its header.  arg0 is its payload, with the four bytes of header
 * before it that diag's payloads have; arg1 its length, arg2 0 for a 32-bit and 1 for a 64-bit
 * process, arg3 the event's version, arg4 the decoded record, of which args[0] is made
 * (translators/dnet.d).  A probe's tag is its event's id.
 *
 * The runtime of the .NET Framework tells the start of a collection twice, in version 1 and at once
 * in version 2; gc-start fires once.
 */
#include <string.h>
#include "dnet.h"
#include "providers.h"
#include "windows.h"

/* The record's type, and the type that scripts see. */
/* clang-format off */
#define DNET(func, name, id, record, net) \
	{ .ps_func = func, .ps_name = name, .ps_tag = id, \
		.ps_args = { { record "_t *", net "_t *", 4 }, { "uint32_t", NULL, 1 }, \
	{ "uint8_t", NULL, 2 }, \
			{ "uint8_t", NULL, 3 } } }
/* clang-format on */

static const struct dt_probe_spec dnet_probes[] = { DNET("event", "runtime", 187, "clr_runtime",
							    "netrt"),
	DNET("event", "excp", 80, "clr_exception", "netexcp"),
	DNET("lock", "lck-wait", 81, "clr_lock", "netlck"),
	DNET("lock", "lck-done", 91, "clr_lock", "netlck"),
	DNET("thread", "thr-start", 50, "clr_pool", "netthrinfo"),
	DNET("thread", "thr-stop", 51, "clr_pool", "netthrinfo"),
	DNET("thread", "thr-retire", 52, "clr_pool", "netthrinfo"),
	DNET("thread", "thr-unretire", 53, "clr_pool", "netthrinfo"),
	DNET("thread", "io-start", 44, "clr_pool", "netthrinfo"),
	DNET("thread", "io-exit", 45, "clr_pool", "netthrinfo"),
	DNET("thread", "io-retire", 46, "clr_pool", "netthrinfo"),
	DNET("thread", "io-unretire", 47, "clr_pool", "netthrinfo"),
	DNET("thread", "adj", 54, "clr_adjust", "netadj"),
	DNET("thread", "adj-adj", 55, "clr_adjust", "netadj"),
	DNET("thread", "adj-stats", 56, "clr_adjust", "netadj"),
	DNET("jit", "method-jit-begin", 145, "clr_method", "netmethod"),
	DNET("jit", "method-load", 143, "clr_method", "netmethod"),
	DNET("jit", "method-unload", 144, "clr_method", "netmethod"),
	DNET("jit", "static-method-load", 141, "clr_method", "netmethod"),
	DNET("jit", "static-method-unload", 142, "clr_method", "netmethod"),
	DNET("jit", "inline-fail", 186, "clr_call", "netcall"),
	DNET("jit", "inline-success", 185, "clr_call", "netcall"),
	DNET("jit", "tailcall-fail", 189, "clr_call", "netcall"),
	DNET("jit", "tailcall-success", 188, "clr_call", "netcall"),
	DNET("interop", "stub-gen", 88, "clr_stub", "netirop"),
	DNET("interop", "stub-hit", 89, "clr_stub", "netirop"),
	DNET("arm", "thr-create", 85, "clr_thread", "netthr"),
	DNET("arm", "mem-allocate", 83, "clr_memory", "netmem"),
	DNET("arm", "mem-survive", 84, "clr_memory", "netmem"),
	DNET("arm", "thr-enter", 87, "clr_thread", "netthr"),
	DNET("arm", "thr-exit", 86, "clr_thread", "netthr"),
	DNET("security", "strongname-start", 181, "clr_signature", "netsig"),
	DNET("security", "strongname-end", 182, "clr_signature", "netsig"),
	DNET("security", "authcode-start", 183, "clr_signature", "netsig"),
	DNET("security", "authcode-end", 184, "clr_signature", "netsig"),
	DNET("security", "authocode-end", 184, "clr_signature", "netsig"),
	DNET("loader", "appdomain-load", 156, "clr_appdomain", "netappdom"),
	DNET("loader", "appdomain-unload", 157, "clr_appdomain", "netappdom"),
	DNET("loader", "assembly-load", 154, "clr_assembly", "netassm"),
	DNET("loader", "assembly-unload", 155, "clr_assembly", "netassm"),
	DNET("loader", "module-load", 152, "clr_module", "netmodule"),
	DNET("loader", "module-unload", 153, "clr_module", "netmodule"),
	DNET("loader", "module-range", 158, "clr_range", "netrange"),
	DNET("gc", "gc-start", 1, "clr_gc", "netgc"), DNET("gc", "gc-end", 2, "clr_gc", "netgc"),
	DNET("gc", "heapstat", 4, "clr_heap", "netgcheapstat"),
	DNET("gc", "seg-create", 5, "clr_segment", "netgcseg"),
	DNET("gc", "seg-free", 6, "clr_segment", "netgcseg"),
	DNET("gc", "resume-begin", 7, "clr_gc", "netgc"),
	DNET("gc", "resume-end", 3, "clr_gc", "netgc"),
	DNET("gc", "suspend-start", 9, "clr_gc", "netgc"),
	DNET("gc", "suspend-end", 8, "clr_gc", "netgc"),
	DNET("gc", "allocate-tick", 10, "clr_alloc", "netgcalloctick"),
	DNET("gc", "finalizer-begin", 14, "clr_gc", "netgc"),
	DNET("gc", "finalizer-end", 13, "clr_gc", "netgc"),
	DNET("gc", "conc-thr-create", 11, "clr_gc", "netgc"),
	DNET("gc", "conc-thr-exit", 12, "clr_gc", "netgc"), { 0 } };

/* WIDE: of later runtimes, which say why in UTF-16 */
enum {
	CLR_GC_START = 1,
	CLR_INLINE_FAILED = 186,
	CLR_TAILCALL_FAILED = 189,
	CLR_TAILCALL_FAILED_WIDE = 191,
	CLR_INLINE_FAILED_WIDE = 192
};

static int dnet_tag(const struct etw_event *ev)
{
	switch (ev->ev_id) {
	case CLR_TAILCALL_FAILED_WIDE: return CLR_TAILCALL_FAILED;
	case CLR_INLINE_FAILED_WIDE: return CLR_INLINE_FAILED;
	default: return ev->ev_id;
	}
}

#define DNET_ALIGN 16

/*
 * The payload behind its header, and the record behind that, in one stretch of memory that D may
 * read.
 */
static bool dnet_fill(struct dt_feed *fd, const struct etw_event *ev, const struct etw_clr *cl,
	struct dt_firing *fi, struct dt_mem *mem)
{
	size_t room = dnet_record_room(ev->ev_paylen);
	uint8_t *p = etl_payload(fd, ev, room + DNET_ALIGN), *record;

	if (!p)
		return false;
	record = p + ev->ev_paylen;
	record += -(uintptr_t)record % DNET_ALIGN;
	mem->me_data = record;
	mem->me_addr = (uintptr_t)record;
	mem->me_len = (uint32_t)dnet_record(cl, record, room);
	fi->fi_payload = p;
	fi->fi_paylen = ev->ev_paylen;
	fi->fi_mem = mem;
	fi->fi_nmem = 1;
	return mem->me_len != 0;
}

/* Has version 1 told of this start? */
static bool dnet_told(struct dt_feed *fd, const struct etw_event *ev, const struct etw_clr *cl)
{
	struct etl_start *st = &etl_of(fd)->ef_starts[ev->ev_pid / 4 % ETL_NSTARTS];
	const struct etl_start now = { ev->ev_pid, cl->cl_instance, cl->cl_gc.gc_count };
	bool told = st->st_pid == now.st_pid && st->st_instance == now.st_instance &&
		st->st_count == now.st_count;

	if (ev->ev_version == 1)
		*st = now;
	return ev->ev_version == 2 && told;
}

static void dnet_event(struct dt_feed *fd, const struct etw_event *ev)
{
	int tag = dnet_tag(ev);
	struct dt_mem mem = { 0 };
	struct dt_firing fi;
	struct etw_clr cl;

	if (ev->ev_kind != ETW_EVENT || !etl_wants(fd, tag))
		return;
	if (etw_decode_clr(ev, &cl) < 0) {
		etl_broken(fd, ev);
		return;
	}
	if (ev->ev_id == CLR_GC_START && dnet_told(fd, ev, &cl))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	if (!dnet_fill(fd, ev, &cl, &fi, &mem))
		return;
	fi.fi_args[0] = (uintptr_t)fi.fi_payload;
	fi.fi_args[1] = ev->ev_paylen;
	fi.fi_args[2] = ev->ev_ptrsize == 8;
	fi.fi_args[3] = ev->ev_version;
	fi.fi_args[4] = mem.me_addr;
	etl_fire(fd, tag, &fi);
}

static const struct dt_etw_source dnet_etw[] = {
	{ .es_guid = &etw_clr_runtime, .es_opcode = -1, .es_handle = dnet_event }, { 0 }
};

const struct dt_provider dt_prov_dnet = {
	.pv_name = "dnet",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = dnet_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = dnet_etw,
	.pv_offline_only = true,
	.pv_missing =
		"dnet probes show events of the .NET runtime in a trace file: name one with -E",
};
