/*
 * pf: page faults, and the memory that processes ask for.
 *
 * The faults fire in the thread that faulted, hardflt when the page has been read.  valloc and vfree fire in the
 * process whose memory it is.
 */
#include <string.h>
#include "providers.h"
#include "windows/files.h"
#include "etw_memory.h"

enum { PF_TRANS, PF_DZERO, PF_COW, PF_GP, PF_HP, PF_AV, PF_HARD, PF_VALLOC, PF_VFREE, PF_IMGLOAD };

/* arg0 the address, arg1 the instruction */
#define PF_FAULT_ARGS { { "uintptr_t", NULL, 0 }, { "uintptr_t", NULL, 1 } }
/* arg0 where, arg1 whose, arg2 bytes, arg3 MEM_* */
#define PF_RANGE_ARGS { { "uintptr_t", NULL, 0 }, { "pid_t", NULL, 1 }, { "size_t", NULL, 2 }, { "uint32_t", NULL, 3 } }

static const struct dt_probe_spec pf_probes[] = {
	{ .ps_func = "event", .ps_name = "trans_flt", .ps_tag = PF_TRANS, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "dzero_flt", .ps_tag = PF_DZERO, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "cow_flt", .ps_tag = PF_COW, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "gp_flt", .ps_tag = PF_GP, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "hp_flt", .ps_tag = PF_HP, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "av_flt", .ps_tag = PF_AV, .ps_args = PF_FAULT_ARGS },
	/* arg0 file, arg1 the address, arg2 when it began (as timestamp), arg3 where in the file, arg4 the thread,
	   arg5 bytes that were read */
	{ .ps_func = "event", .ps_name = "hardflt", .ps_tag = PF_HARD,
		.ps_args = { { "char *", NULL, 0 }, { "uintptr_t", NULL, 1 }, { "uint64_t", NULL, 2 },
			{ "uint64_t", NULL, 3 }, { "id_t", NULL, 4 }, { "uint32_t", NULL, 5 } } },
	{ .ps_func = "event", .ps_name = "valloc", .ps_tag = PF_VALLOC, .ps_args = PF_RANGE_ARGS },
	{ .ps_func = "event", .ps_name = "vfree", .ps_tag = PF_VFREE, .ps_args = PF_RANGE_ARGS },
	/* arg0 file, arg1 load flags, arg2 device characteristics, arg3 file characteristics */
	{ .ps_func = "event", .ps_name = "imgload", .ps_tag = PF_IMGLOAD,
		.ps_args = { { "char *", NULL, 0 }, { "uint16_t", NULL, 1 }, { "uint32_t", NULL, 2 },
			{ "uint16_t", NULL, 3 } } },
	{ 0 }
};

/*
 * Windows.
 */
static void etw_fault(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_fault pf;
	struct dt_firing fi;

	if (etw_decode_fault(ev, &pf) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = pf.pf_va;
	fi.fi_args[1] = pf.pf_pc;
	etl_fire(fd, PF_TRANS + ev->ev_opcode - 0x0a, &fi);
}

static void etw_fire_file(struct dt_feed *fd, const struct etw_event *ev, int tag, uint64_t file, struct dt_firing *fi)
{
	const char *path = etl_file_path(fd, etl_file_by_key(fd, ev, file));
	struct dt_mem mem = etl_mem(path, strlen(path) + 1);

	fi->fi_mem = &mem;
	fi->fi_nmem = 1;
	fi->fi_args[0] = mem.me_addr;
	etl_fire(fd, tag, fi);
}

static void etw_hardfault(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_hardfault hf;
	struct dt_firing fi;

	if (etw_decode_hardfault(ev, &hf) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_thread(fd, ev, hf.hf_tid, ETW_NOID), &fi);
	fi.fi_args[1] = hf.hf_va;
	fi.fi_args[2] = etw_ns(etl_of(fd)->ef_trace, ev->ev_file, hf.hf_initial);
	fi.fi_args[3] = hf.hf_offset;
	fi.fi_args[4] = hf.hf_tid;
	fi.fi_args[5] = hf.hf_bytes;
	etw_fire_file(fd, ev, PF_HARD, hf.hf_file, &fi);
}

static void etw_range(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_valloc va;
	struct dt_firing fi;

	if (etw_decode_valloc(ev, &va) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_context_in(fd, ev, va.va_pid), &fi);
	fi.fi_args[0] = va.va_base;
	fi.fi_args[1] = va.va_pid;
	fi.fi_args[2] = va.va_size;
	fi.fi_args[3] = va.va_flags;
	etl_fire(fd, ev->ev_opcode == 0x62 ? PF_VALLOC : PF_VFREE, &fi);
}

static void etw_imgload(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_imgload il;
	struct dt_firing fi;

	if (etw_decode_imgload(ev, &il) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[1] = il.il_flags;
	fi.fi_args[2] = il.il_devchar;
	fi.fi_args[3] = il.il_filechar;
	etw_fire_file(fd, ev, PF_IMGLOAD, il.il_file, &fi);
}

#define PF_SOURCE(opcode, tag, handle) { .es_guid = &etl_guid_pagefault, .es_opcode = (opcode), .es_tags = 1 << (tag), \
	.es_handle = (handle) }

static const struct dt_etw_source pf_etw[] = {
	ETL_FILE_SOURCES(1 << PF_HARD | 1 << PF_IMGLOAD),
	PF_SOURCE(0x0a, PF_TRANS, etw_fault), PF_SOURCE(0x0b, PF_DZERO, etw_fault), PF_SOURCE(0x0c, PF_COW, etw_fault),
	PF_SOURCE(0x0d, PF_GP, etw_fault), PF_SOURCE(0x0e, PF_HP, etw_fault), PF_SOURCE(0x0f, PF_AV, etw_fault),
	PF_SOURCE(0x20, PF_HARD, etw_hardfault), PF_SOURCE(0x69, PF_IMGLOAD, etw_imgload),
	PF_SOURCE(0x62, PF_VALLOC, etw_range), PF_SOURCE(0x63, PF_VFREE, etw_range),
	{ 0 }
};

const struct dt_provider dt_prov_pf = {
	.pv_name = "pf",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = pf_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = pf_etw,
	.pv_offline_only = true,
	.pv_missing = "pf probes look at the memory events of a trace file: give one with -E",
};
