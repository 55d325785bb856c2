/*
 * proc: the life of processes and threads, and what they map.
 *
 * start and lwp-start fire in the creator, whose record curpsinfo shows; args[0] is the new process or thread.
 * exit, lwp-exit and exec-success fire in the thread concerned.
 */
#include "providers.h"

enum { PROC_START, PROC_EXIT, PROC_LWP_START, PROC_LWP_EXIT, PROC_EXEC_SUCCESS, PROC_LOAD, PROC_UNLOAD };

static const struct dt_probe_spec proc_probes[] = {
	{ .ps_func = "event", .ps_name = "start", .ps_tag = PROC_START,
		.ps_args = { { "proc_t *", "psinfo_t *", 0 } } },
	{ .ps_func = "event", .ps_name = "exit", .ps_tag = PROC_EXIT,
		.ps_args = { { "int", NULL, 0 } } },
	{ .ps_func = "event", .ps_name = "lwp-start", .ps_tag = PROC_LWP_START,
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 0 }, { "thread_t *", "psinfo_t *", 0 } } },
	{ .ps_func = "event", .ps_name = "lwp-exit", .ps_tag = PROC_LWP_EXIT },
	{ .ps_func = "event", .ps_name = "exec-success", .ps_tag = PROC_EXEC_SUCCESS },
	/* arg0 path (UTF-8), arg1 base address, arg2 pid */
	{ .ps_func = "event", .ps_name = "module-load", .ps_tag = PROC_LOAD,
		.ps_args = { { "char *", NULL, 0 }, { "uintptr_t", NULL, 1 }, { "pid_t", NULL, 2 } } },
	{ .ps_func = "event", .ps_name = "module-unload", .ps_tag = PROC_UNLOAD,
		.ps_args = { { "char *", NULL, 0 }, { "uintptr_t", NULL, 1 }, { "pid_t", NULL, 2 } } },
	{ 0 }
};

const struct dt_provider dt_prov_proc = {
	.pv_name = "proc",
	.pv_attrs = {
		.pa_provider = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_module = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_function = { DT_STAB_PRIVATE, DT_STAB_PRIVATE, DT_CLASS_UNKNOWN },
		.pa_name = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
		.pa_args = { DT_STAB_EVOLVING, DT_STAB_EVOLVING, DT_CLASS_COMMON },
	},
	.pv_probes = proc_probes,
};
