/*
 * syscall: system calls, entry and return of each.
 *
 * A Windows trace has two probes for all calls, event:entry and event:return. arg0 of entry is the
 * address of the kernel's routine (func(arg0) is its name), arg0 and arg1 of return are the result,
 * an NTSTATUS. They fire in the thread that runs on the CPU.
 *
 * On the running kernel each call has its own two. arg0..arg5 of an entry are the call's arguments.
 * arg0 and arg1 of a return are its result; an error is -1, and errno has its number. All calls use
 * two raw tracepoints of the kernel, and are distinguished by number.  Calls that a 32-bit process
 * makes have other numbers and are not traced.
 */
#include <stdlib.h>
#include <string.h>
#include "etw_perf.h"
#include "providers.h"
#include "linux.h"
#include "sysregs.h"
#include "windows.h"

static const struct {
	uint16_t sc_nr;
	const char *sc_name;
} syscalls[] = {
/* clang-format off */
#define SYSCALL(nr, name) { nr, name },
/* clang-format on */
#if defined(__x86_64__)
#include "syscalls_x86_64.def"
#elif defined(__aarch64__)
#include "syscalls_aarch64.def"
#endif
#undef SYSCALL
	{ 0, NULL }
};

/*
 * Windows.
 */
enum { ETW_ENTRY, ETW_RETURN };

static const struct dt_probe_spec syscall_events[] = {
	{ .ps_func = "event",
		.ps_name = "entry",
		.ps_tag = ETW_ENTRY,
		.ps_args = { { "uintptr_t", NULL, 0 } } },
	{ .ps_func = "event",
		.ps_name = "return",
		.ps_tag = ETW_RETURN,
		.ps_args = { { "uint32_t", NULL, 0 } } },
	{ 0 }
};

static void etw_syscall(struct dt_feed *fd, const struct etw_event *ev)
{
	bool entry = ev->ev_opcode == 0x33;
	struct etw_syscall sy;
	struct dt_firing fi;

	if (etw_decode_syscall(ev, &sy) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = entry ? sy.sy_routine : sy.sy_status;
	if (!entry)
		fi.fi_args[1] = sy.sy_status;
	etl_fire(fd, entry ? ETW_ENTRY : ETW_RETURN, &fi);
}

static const struct dt_etw_source syscall_etw[] = { { .es_guid = &etl_guid_perfinfo,
							    .es_opcode = 0x33,
							    .es_tags = 1 << ETW_ENTRY,
							    .es_handle = etw_syscall },
	{ .es_guid = &etl_guid_perfinfo,
		.es_opcode = 0x34,
		.es_tags = 1 << ETW_RETURN,
		.es_handle = etw_syscall },
	ETL_FIRED, { 0 } };

static void etw_init(struct dt_engine *e, const struct dt_provider *pv)
{
	for (const struct dt_probe_spec *ps = syscall_events; ps->ps_name; ps++)
		dt_probe_create(e, pv, ps);
}

/*
 * Linux.
 */
static const struct sysargs {
	const char *sa_name, *sa_args;
} sysargs[] = {
/* sorted by name */
/* clang-format off */
#define SYSARGS(name, args) { name, args },
/* clang-format on */
#include "sysargs.def"
#undef SYSARGS
};

static const char *const letters[128] = {
	['i'] = "int",
	['u'] = "uint_t",
	['l'] = "long",
	['L'] = "ulong_t",
	['x'] = "uint64_t",
	['o'] = "int64_t",
	['z'] = "size_t",
	['m'] = "mode_t",
	['P'] = "pid_t",
	['U'] = "uid_t",
	['G'] = "gid_t",
	['s'] = "userland const char *",
	['c'] = "userland char *",
	['I'] = "userland int *",
	['p'] = "userland void *",
};

static int sysargs_compare(const void *key, const void *elem)
{
	return strcmp(key, ((const struct sysargs *)elem)->sa_name);
}

static void syscall_args(struct dt_probe_spec *spec, const char *name)
{
	const struct sysargs *found = bsearch(name, sysargs, sizeof(sysargs) / sizeof(sysargs[0]),
		sizeof(sysargs[0]), sysargs_compare);
	const char *args = found ? found->sa_args : "";

	for (uint8_t i = 0; i < DT_MAXARGS && args[i] != '\0'; i++)
		spec->ps_args[i] = (struct dt_arg){ .ar_native = letters[args[i] & 127],
			.ar_from = i };
}

/* A probe's tag is its call's number twice, plus 1 for the return. */
static void syscall_init(struct dt_engine *e, const struct dt_provider *pv)
{
	static const struct dt_arg result[2] = { { "int64_t", NULL, 0 }, { "int64_t", NULL, 1 } };

	if (!dt_live(e)) {
		etw_init(e, pv);
		return;
	}
	for (unsigned i = 0; syscalls[i].sc_name; i++) {
		struct dt_probe_spec spec = { .ps_func = syscalls[i].sc_name,
			.ps_name = "entry",
			.ps_tag = syscalls[i].sc_nr * 2 };

		syscall_args(&spec, syscalls[i].sc_name);
		dt_probe_create(e, pv, &spec);
		memset(spec.ps_args, 0, sizeof(spec.ps_args));
		memcpy(spec.ps_args, result, sizeof(result));
		spec.ps_name = "return";
		spec.ps_tag++;
		dt_probe_create(e, pv, &spec);
	}
}

static void syscall_bind_entry(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) % 2 == 0)
		dt_lx_want(so, p, 0, (uint32_t)dt_probe_tag(p) / 2);
}

static void syscall_bind_return(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) % 2 != 0)
		dt_lx_want(so, p, 0, (uint32_t)dt_probe_tag(p) / 2);
}

static void syscall_handle(struct dt_feed *feed, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	if (dt_lx_firing(e, 0, &fi))
		dt_fire(feed->fd_engine, dt_lx_probe(e, 0), &fi);
}

#define SYSCALL_ARGS \
	SYSCALL_ARG0, SYSCALL_ARG1, SYSCALL_ARG2, SYSCALL_ARG3, SYSCALL_ARG4, SYSCALL_ARG5

static const struct dt_linux_view syscall_entry_view[] = {
	{ .lv_task = "current", .lv_args = { SYSCALL_ARGS }, .lv_direct = true }, { 0 }
};

static const char *const syscall_entry_args[] = { SYSCALL_ARGS, NULL };

static const struct dt_linux_view syscall_return_view[] = { { .lv_task = "current",
								    .lv_retval = "ret",
								    .lv_entry = syscall_entry_args,
								    .lv_direct = true },
	{ 0 } };

static const struct dt_linux_source syscall_linux[] = { { .ls_name = "sys_enter",
								.ls_args = "regs id",
								.ls_select = "id",
								.ls_guard = SYSCALL_GUARD,
								.ls_views = syscall_entry_view,
								.ls_bind = syscall_bind_entry,
								.ls_skip = 3,
								.ls_handle = syscall_handle,
								.ls_refault = "sys_exit",
								.ls_refaultargs = "regs ret",
								.ls_refaultselect = SYSCALL_NR },
	{ .ls_name = "sys_exit",
		.ls_args = "regs ret",
		.ls_select = SYSCALL_NR,
		.ls_guard = SYSCALL_GUARD,
		.ls_views = syscall_return_view,
		.ls_bind = syscall_bind_return,
		.ls_skip = 3,
		.ls_handle = syscall_handle },
	{ 0 } };

const struct dt_provider dt_prov_syscall = {
	.pv_name = "syscall",
	.pv_attrs = {
		.pa_provider = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_module = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_ISA },
		.pa_name = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_args = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_ISA },
	},
	.pv_init = syscall_init,
	.pv_provide = etl_pmc_provide,
	.pv_etw = syscall_etw,
	.pv_linux = syscall_linux,
};
