/*
 * dnet: the .NET runtime, from the events of Microsoft-Windows-DotNETRuntime: collections,
 * allocations, code compiled and loaded, exceptions, locks, the thread pool.
 *
 * An event fires in the thread of its header.  arg0 is its payload, with the four bytes of header
 * before it that diag's payloads have; arg1 its length, arg2 0 for a 32-bit and 1 for a 64-bit
 * process, arg3 the event's version, arg4 and args[0] the record (etw_clr_types.h). A probe's tag
 * is its event's id.
 *
 * The runtime of the .NET Framework logs the start of a collection twice, in version 1 and directly
 * after in version 2; gc-start fires once.
 */
#include "providers.h"
#include "windows.h"

/* clang-format off */
#define DNET(func, name, id, record) \
	{ .ps_func = func, .ps_name = name, .ps_tag = id, \
		.ps_args = { { record "_t *", NULL, 4 }, { "uint32_t", NULL, 1 }, \
			{ "uint8_t", NULL, 2 }, \
			{ "uint8_t", NULL, 3 } } }
/* clang-format on */

static const struct dt_probe_spec dnet_probes[] = { DNET("event", "runtime", 187, "netrt"),
	DNET("event", "excp", 80, "netexcp"), DNET("lock", "lck-wait", 81, "netlck"),
	DNET("lock", "lck-done", 91, "netlck"), DNET("thread", "thr-start", 50, "netthrinfo"),
	DNET("thread", "thr-stop", 51, "netthrinfo"),
	DNET("thread", "thr-retire", 52, "netthrinfo"),
	DNET("thread", "thr-unretire", 53, "netthrinfo"),
	DNET("thread", "io-start", 44, "netthrinfo"), DNET("thread", "io-exit", 45, "netthrinfo"),
	DNET("thread", "io-retire", 46, "netthrinfo"),
	DNET("thread", "io-unretire", 47, "netthrinfo"), DNET("thread", "adj", 54, "netadj"),
	DNET("thread", "adj-adj", 55, "netadj"), DNET("thread", "adj-stats", 56, "netadj"),
	DNET("jit", "method-jit-begin", 145, "netmethod"),
	DNET("jit", "method-load", 143, "netmethod"),
	DNET("jit", "method-unload", 144, "netmethod"),
	DNET("jit", "static-method-load", 141, "netmethod"),
	DNET("jit", "static-method-unload", 142, "netmethod"),
	DNET("jit", "inline-fail", 186, "netcall"), DNET("jit", "inline-success", 185, "netcall"),
	DNET("jit", "tailcall-fail", 189, "netcall"),
	DNET("jit", "tailcall-success", 188, "netcall"), DNET("interop", "stub-gen", 88, "netirop"),
	DNET("interop", "stub-hit", 89, "netirop"), DNET("arm", "thr-create", 85, "netthr"),
	DNET("arm", "mem-allocate", 83, "netmem"), DNET("arm", "mem-survive", 84, "netmem"),
	DNET("arm", "thr-enter", 87, "netthr"), DNET("arm", "thr-exit", 86, "netthr"),
	DNET("security", "strongname-start", 181, "netsig"),
	DNET("security", "strongname-end", 182, "netsig"),
	DNET("security", "authcode-start", 183, "netsig"),
	DNET("security", "authcode-end", 184, "netsig"),
	DNET("security", "authocode-end", 184, "netsig"),
	DNET("loader", "appdomain-load", 156, "netappdom"),
	DNET("loader", "appdomain-unload", 157, "netappdom"),
	DNET("loader", "assembly-load", 154, "netassm"),
	DNET("loader", "assembly-unload", 155, "netassm"),
	DNET("loader", "module-load", 152, "netmodule"),
	DNET("loader", "module-unload", 153, "netmodule"),
	DNET("loader", "module-range", 158, "netrange"), DNET("gc", "gc-start", 1, "netgc"),
	DNET("gc", "gc-end", 2, "netgc"), DNET("gc", "heapstat", 4, "netgcheapstat"),
	DNET("gc", "seg-create", 5, "netgcseg"), DNET("gc", "seg-free", 6, "netgcseg"),
	DNET("gc", "resume-begin", 7, "netgc"), DNET("gc", "resume-end", 3, "netgc"),
	DNET("gc", "suspend-start", 9, "netgc"), DNET("gc", "suspend-end", 8, "netgc"),
	DNET("gc", "allocate-tick", 10, "netgcalloctick"),
	DNET("gc", "finalizer-begin", 14, "netgc"), DNET("gc", "finalizer-end", 13, "netgc"),
	DNET("gc", "conc-thr-create", 11, "netgc"), DNET("gc", "conc-thr-exit", 12, "netgc"),
	{ 0 } };

/* WIDE: of later runtimes, whose reason is UTF-16 */
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

/* Whether version 1 has reported this start. */
static bool dnet_told(struct dt_feed *fd, const struct etw_event *ev, const netgc_t *gc)
{
	struct etl_start *st = &etl_of(fd)->ef_starts[ev->ev_pid / 4 % ETL_NSTARTS];
	const struct etl_start now = { ev->ev_pid, gc->gc_instance, gc->gc_count };
	bool told = st->st_pid == now.st_pid && st->st_instance == now.st_instance &&
		st->st_count == now.st_count;

	if (ev->ev_version == 1)
		*st = now;
	return ev->ev_version == 2 && told;
}

static void dnet_event(struct dt_feed *fd, const struct etw_event *ev)
{
	int tag = dnet_tag(ev);
	struct dt_firing fi;
	struct dt_mem mem;
	const void *record;
	size_t used;

	if (ev->ev_kind != ETW_EVENT || !etl_wants(fd, tag))
		return;
	record = etl_decoded(fd, ev, &used);
	if (!record) {
		etl_broken(fd, ev);
		return;
	}
	if (ev->ev_id == CLR_GC_START && dnet_told(fd, ev, record))
		return;
	mem = etl_mem(record, used);
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	etl_fire_record(fd, ev, &fi, &mem, tag);
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
