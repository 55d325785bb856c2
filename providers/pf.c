/*
 * pf: page faults, and the memory that processes ask for.
 *
 * The faults fire in the faulting thread, hardflt when the page has been read. valloc and vfree
 * fire in the process that owns the memory.
 *
 * The running kernel reports a fault before it knows where the page comes from: trans_flt is every
 * fault on a page that isn't present, cow_flt on one that isn't writable yet. valloc is a
 * successful mmap(), vfree a munmap(), imgload an mmap() of a file's code.  dzero_flt, gp_flt,
 * hp_flt and hardflt have no event there.
 */
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "linux.h"
#include "sysregs.h"
#include "providers.h"
#include "files.h"
#include "etw_memory.h"

enum { PF_TRANS, PF_DZERO, PF_COW, PF_GP, PF_HP, PF_AV, PF_HARD, PF_VALLOC, PF_VFREE, PF_IMGLOAD };

/* arg0 the address, arg1 the instruction */
/* clang-format off */
#define PF_FAULT_ARGS { { "uintptr_t", NULL, 0 }, { "uintptr_t", NULL, 1 } }
/* clang-format on */
/* arg0 address, arg1 process, arg2 bytes, arg3 MEM_* */
/* clang-format off */
#define PF_RANGE_ARGS { { "uintptr_t", NULL, 0 }, { "pid_t", NULL, 1 }, { "size_t", NULL, 2 }, \
	{ "uint32_t", NULL, 3 } }
/* clang-format on */

static const struct dt_probe_spec pf_probes[] = { { .ps_func = "event",
							  .ps_name = "trans_flt",
							  .ps_tag = PF_TRANS,
							  .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event",
		.ps_name = "dzero_flt",
		.ps_tag = PF_DZERO,
		.ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "cow_flt", .ps_tag = PF_COW, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "gp_flt", .ps_tag = PF_GP, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "hp_flt", .ps_tag = PF_HP, .ps_args = PF_FAULT_ARGS },
	{ .ps_func = "event", .ps_name = "av_flt", .ps_tag = PF_AV, .ps_args = PF_FAULT_ARGS },
	/*
	 * arg0 file, arg1 the address, arg2 when it began (as timestamp), arg3 offset in the file,
	 * arg4 the thread, arg5 bytes that were read
	 */
	{ .ps_func = "event",
		.ps_name = "hardflt",
		.ps_tag = PF_HARD,
		.ps_args = { { "char *", NULL, 0 }, { "uintptr_t", NULL, 1 },
			{ "uint64_t", NULL, 2 }, { "uint64_t", NULL, 3 }, { "id_t", NULL, 4 },
			{ "uint32_t", NULL, 5 } } },
	{ .ps_func = "event", .ps_name = "valloc", .ps_tag = PF_VALLOC, .ps_args = PF_RANGE_ARGS },
	{ .ps_func = "event", .ps_name = "vfree", .ps_tag = PF_VFREE, .ps_args = PF_RANGE_ARGS },
	/* arg0 file, arg1 load flags, arg2 device characteristics, arg3 file characteristics */
	{ .ps_func = "event",
		.ps_name = "imgload",
		.ps_tag = PF_IMGLOAD,
		.ps_args = { { "char *", NULL, 0 }, { "uint16_t", NULL, 1 },
			{ "uint32_t", NULL, 2 }, { "uint16_t", NULL, 3 } } },
	{ 0 } };

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

static void etw_fire_file(struct dt_feed *fd, const struct etw_event *ev, int tag, uint64_t file,
	struct dt_firing *fi)
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

/* clang-format off */
#define PF_SOURCE(opcode, tag, handle) { .es_guid = &etl_guid_pagefault, .es_opcode = (opcode), \
	.es_tags = 1 << (tag), \
	.es_handle = (handle) }
/* clang-format on */

static const struct dt_etw_source pf_etw[] = { ETL_FILE_SOURCES(1 << PF_HARD | 1 << PF_IMGLOAD),
	PF_SOURCE(0x0a, PF_TRANS, etw_fault), PF_SOURCE(0x0b, PF_DZERO, etw_fault),
	PF_SOURCE(0x0c, PF_COW, etw_fault), PF_SOURCE(0x0d, PF_GP, etw_fault),
	PF_SOURCE(0x0e, PF_HP, etw_fault), PF_SOURCE(0x0f, PF_AV, etw_fault),
	PF_SOURCE(0x20, PF_HARD, etw_hardfault), PF_SOURCE(0x69, PF_IMGLOAD, etw_imgload),
	PF_SOURCE(0x62, PF_VALLOC, etw_range), PF_SOURCE(0x63, PF_VFREE, etw_range), { 0 } };

/*
 * Linux.
 */
#if defined(__x86_64__)
#define LX_PC "regs->ip"
#else
#define LX_PC "regs->pc"
#endif
enum { FAULT_PRESENT = 1, FAULT_WRITE = 2 }; /* bits of the processor's error code */

enum { LX_ADDRESS, LX_CODE };
enum { VIEW_TRANS, VIEW_COW };
static const struct dt_linux_field fault_fields
	[] = { [LX_ADDRESS] = { "address", 0, false }, [LX_CODE] = { "code", 0, false }, { 0 } };
static const struct dt_linux_view fault_views[] = { [VIEW_TRANS] = { .lv_tag = PF_TRANS,
							    .lv_task = "current",
							    .lv_when = "address >= 0 && code !& 1",
							    .lv_args = { "address", LX_PC } },
	[VIEW_COW] = { .lv_tag = PF_COW,
		.lv_task = "current",
		.lv_when = "address >= 0 && code & 1 && code & 2",
		.lv_args = { "address", LX_PC } },
	{ 0 } };

static void lx_fault(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint64_t code = dt_lx_value(e, LX_CODE);
	unsigned view = code & FAULT_PRESENT ? VIEW_COW : VIEW_TRANS;
	struct dt_firing fi;

	if ((int64_t)dt_lx_value(e, LX_ADDRESS) < 0) /* the upper half is the kernel's */
		return;
	if (view == VIEW_COW && !(code & FAULT_WRITE))
		return;
	if (dt_lx_firing(e, view, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

/* An access violation is a fault for which the process gets a signal. */
enum { AV_SIGNAL, AV_CODE };
static const struct dt_linux_field av_fields[] = { [AV_SIGNAL] = { "sig", 0, false },
	[AV_CODE] = { "info->si_code", 0, false },
	{ 0 } };
static const struct dt_linux_view av_views[] = {
	{ .lv_tag = PF_AV,
		.lv_task = "current",
		.lv_when = "info->si_code >= 1",
		.lv_args = { "info->_sifields._sigfault._addr" } },
	{ 0 }
};

static void lx_violation(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint64_t sig = dt_lx_value(e, AV_SIGNAL);
	struct dt_firing fi;

	if ((sig == SIGSEGV || sig == SIGBUS) && (int32_t)dt_lx_value(e, AV_CODE) > 0 &&
		dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

enum { MP_RET, MP_ADDR, MP_SIZE, MP_PROT, MP_FLAGS, MP_FD };
static const struct dt_linux_field map_fields[] = { [MP_RET] = { "ret", 0, false },
	[MP_ADDR] = { SYSCALL_ARG0, 0, false },
	[MP_SIZE] = { SYSCALL_ARG1, 0, false },
	[MP_PROT] = { SYSCALL_ARG2, 0, false },
	[MP_FLAGS] = { SYSCALL_ARG3, 0, false },
	[MP_FD] = { SYSCALL_ARG4, 0, false },
	{ 0 } };
enum { VIEW_VALLOC, VIEW_VFREE };
static const struct dt_linux_view map_views[] = { { .lv_task = "current" },
	{ .lv_task = "current" }, { 0 } };
static const struct dt_linux_view image_views[] = {
	{ .lv_task = "current", .lv_file = SYSCALL_ARG4 }, { 0 }
};

static bool lx_mapped(const struct dt_lx_event *e)
{
	int64_t ret = (int64_t)dt_lx_value(e, MP_RET);

	return ret >= 0 || ret < -4095;
}

static void lx_range(struct dt_feed *fd, const struct dt_lx_event *e)
{
	/* MEM_* of translators/pf.d */
	enum { COMMIT = 0x1000, RESERVE = 0x2000, RELEASE = 0x8000 };
	bool alloc = dt_lx_probe(e, VIEW_VALLOC) != NULL;
	unsigned view = alloc ? VIEW_VALLOC : VIEW_VFREE;
	struct dt_firing fi;

	if (!lx_mapped(e) || !dt_lx_firing(e, view, &fi))
		return;
	fi.fi_args[0] = dt_lx_value(e, alloc ? MP_RET : MP_ADDR);
	fi.fi_args[1] = (uint32_t)fi.fi_thread->t_proc->p_pid;
	fi.fi_args[2] = dt_lx_value(e, MP_SIZE);
	fi.fi_args[3] = !alloc			     ? RELEASE :
		dt_lx_value(e, MP_PROT) == PROT_NONE ? RESERVE :
						       RESERVE | COMMIT;
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

static void lx_image(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const ofile_t *of;
	struct dt_firing fi;

	if (!(dt_lx_value(e, MP_PROT) & PROT_EXEC) || (dt_lx_value(e, MP_FLAGS) & MAP_ANONYMOUS) ||
		!lx_mapped(e) || !dt_lx_firing(e, 0, &fi))
		return;
	of = dt_lx_file(&fi, (int32_t)dt_lx_value(e, MP_FD));
	const char *path = of ? of->of_path : ETL_NONAME;

	dt_lx_record(e, &fi, path, (uint32_t)strlen(path) + 1);
	fi.fi_args[0] = (uintptr_t)path;
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static void bind_range(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) == PF_VALLOC)
		dt_lx_want(so, p, VIEW_VALLOC, SYS_mmap);
	if (dt_probe_tag(p) == PF_VFREE)
		dt_lx_want(so, p, VIEW_VFREE, SYS_munmap);
}

static void bind_image(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) == PF_IMGLOAD)
		dt_lx_want(so, p, 0, SYS_mmap);
}

#define LX_RETURN \
	.ls_name = "sys_exit", .ls_args = "regs ret", .ls_select = SYSCALL_NR, \
	.ls_guard = SYSCALL_GUARD, .ls_skip = 3, .ls_fields = map_fields

static const struct dt_linux_source pf_linux[] = { { .ls_name = "page_fault_user",
							   .ls_args = "address regs code",
							   .ls_views = fault_views,
							   .ls_fields = fault_fields,
							   .ls_skip = 2,
							   .ls_handle = lx_fault },
	{ .ls_name = "page_fault_kernel",
		.ls_args = "address regs code",
		.ls_views = fault_views,
		.ls_fields = fault_fields,
		.ls_skip = 2,
		.ls_handle = lx_fault },
	{ .ls_name = "signal_deliver",
		.ls_args = "sig info action",
		.ls_views = av_views,
		.ls_fields = av_fields,
		.ls_skip = 2,
		.ls_handle = lx_violation },
	{ LX_RETURN, .ls_views = map_views, .ls_bind = bind_range, .ls_handle = lx_range },
	{ LX_RETURN, .ls_views = image_views, .ls_bind = bind_image, .ls_handle = lx_image },
	{ 0 } };

const struct dt_provider dt_prov_pf = {
	.pv_name = "pf",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = pf_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = pf_etw,
	.pv_linux = pf_linux,
};
