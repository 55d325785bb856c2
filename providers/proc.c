/*
 * proc: processes and threads from start to end, and what they map.
 *
 * create and lwp-create fire in the creator, whose record curpsinfo shows; args[0] is the new
 * process or thread.  start and lwp-start have the same arguments; on Linux they fire in the new
 * process and thread, over a trace of Windows in the creator, as the event does.  exit, lwp-exit
 * and exec-success fire in the thread concerned.  exit's args[0] is why: CLD_EXITED, CLD_KILLED or
 * CLD_DUMPED, its args[1] the exit code or the signal; over a trace of Windows args[0] is the exit
 * code and args[1] CLD_EXITED, as scripts for Windows expect.
 *
 * On Linux alone: exec and exec-failure, of a path, with an error; signals: signal-send and
 * signal-discard fire in the sender, with the thread and process they go to and their number,
 * discard for one that is ignored there; signal-handle in the thread whose handler is about to run,
 * signal-clear in one that waited for the signal; fault in a thread that did what the machine
 * can't.
 */
#include <string.h>
#include "fields.h"
#include "proc_probes.h"
#include "providers.h"
#include "windows.h"

/* The receiver of a signal, and its number. */
/* clang-format off */
#define SIGNAL_TO { "thread_t *", "lwpsinfo_t *", 0 }, { "proc_t *", "psinfo_t *", 1 }, { "int", \
	NULL, 2 }
/* clang-format on */

static const struct dt_probe_spec proc_probes[] = {
	{ .ps_func = "event",
		.ps_name = "start",
		.ps_tag = PROC_START,
		.ps_args = { { "proc_t *", "psinfo_t *", 0 } } },
	{ .ps_func = "event",
		.ps_name = "exit",
		.ps_tag = PROC_EXIT,
		.ps_args = { { "int", NULL, 0 }, { "int", NULL, 1 } } },
	{ .ps_func = "event",
		.ps_name = "create",
		.ps_tag = PROC_CREATE,
		.ps_args = { { "proc_t *", "psinfo_t *", 0 } } },
	{ .ps_func = "event",
		.ps_name = "lwp-create",
		.ps_tag = PROC_LWP_CREATE,
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 0 },
			{ "thread_t *", "psinfo_t *", 0 } } },
	{ .ps_func = "event",
		.ps_name = "exec",
		.ps_tag = PROC_EXEC,
		.ps_args = { { "char *", NULL, 0 } } },
	{ .ps_func = "event",
		.ps_name = "exec-failure",
		.ps_tag = PROC_EXEC_FAILURE,
		.ps_args = { { "int", NULL, 0 } } },
	{ .ps_func = "event",
		.ps_name = "signal-send",
		.ps_tag = PROC_SEND,
		.ps_args = { SIGNAL_TO } },
	{ .ps_func = "event",
		.ps_name = "signal-discard",
		.ps_tag = PROC_DISCARD,
		.ps_args = { SIGNAL_TO } },
	{ .ps_func = "event",
		.ps_name = "signal-handle",
		.ps_tag = PROC_HANDLE,
		.ps_args = { { "int", NULL, 0 }, { "signal_t *", "siginfo_t *", 1 },
			{ "uintptr_t", NULL, 2 } } },
	{ .ps_func = "event",
		.ps_name = "signal-clear",
		.ps_tag = PROC_CLEAR,
		.ps_args = { { "int", NULL, 0 } } },
	{ .ps_func = "event",
		.ps_name = "fault",
		.ps_tag = PROC_FAULT,
		.ps_args = { { "int", NULL, 0 }, { "signal_t *", "siginfo_t *", 1 } } },
	{ .ps_func = "event",
		.ps_name = "lwp-start",
		.ps_tag = PROC_LWP_START,
		.ps_args = { { "thread_t *", "lwpsinfo_t *", 0 },
			{ "thread_t *", "psinfo_t *", 0 } } },
	{ .ps_func = "event", .ps_name = "lwp-exit", .ps_tag = PROC_LWP_EXIT },
	{ .ps_func = "event", .ps_name = "exec-success", .ps_tag = PROC_EXEC_SUCCESS },
	/* arg0 path (UTF-8), arg1 base address, arg2 pid */
	{ .ps_func = "event",
		.ps_name = "module-load",
		.ps_tag = PROC_LOAD,
		.ps_args = { { "char *", NULL, 0 }, { "uintptr_t", NULL, 1 },
			{ "pid_t", NULL, 2 } } },
	{ .ps_func = "event",
		.ps_name = "module-unload",
		.ps_tag = PROC_UNLOAD,
		.ps_args = { { "char *", NULL, 0 }, { "uintptr_t", NULL, 1 },
			{ "pid_t", NULL, 2 } } },
	{ 0 }
};

/*
 * Windows.  The handlers keep the system table, so they run even with no probe enabled.
 *
 * Recorded on Linux: a process begins with what its parent has mapped, a program with nothing.
 */
static void etw_mapping(struct dt_feed *fd, enum dt_mapping_what what, uint32_t pid,
	uint32_t parent)
{
	dt_sys_mapping(dt_system(fd->fd_engine),
		&(struct dt_mapping){ .mg_what = what, .mg_pid = pid, .mg_parent = parent });
}

static void etw_proc_start(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_process px;
	struct dt_firing fi;
	proc_t *p;

	if (etw_decode_process(ev, &px) < 0) {
		etl_broken(fd, ev);
		return;
	}
	p = etl_learn_proc(fd, ev, &px);
	if (etl_of(fd)->ef_linux)
		etw_mapping(fd, DT_MAPPING_FORK, px.px_pid, px.px_ppid);
	if (!etl_wants(fd, PROC_START) && !etl_wants(fd, PROC_CREATE))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = (uintptr_t)p;
	etl_fire(fd, PROC_CREATE, &fi);
	etl_fire(fd, PROC_START, &fi);
}

#define CLD_EXITED 1

/* Windows: the status, and how it ended; Linux: how, and the code or the signal. */
static void etw_exit_args(struct dt_feed *fd, int32_t status, uint64_t args[2])
{
	bool killed = DT_RECORDED_ISKILLED(status);

	args[0] = (uint64_t)(int64_t)status;
	args[1] = CLD_EXITED;
	if (!etl_of(fd)->ef_linux)
		return;
	args[0] = killed ? (uint32_t)status >> 8 & 0xf : CLD_EXITED;
	args[1] = killed ? (uint32_t)status & 0xff : (uint64_t)(int64_t)status;
}

static void etw_proc_exit(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_process px;
	struct dt_firing fi;
	proc_t *p;

	if (etw_decode_process(ev, &px) < 0) {
		etl_broken(fd, ev);
		return;
	}
	p = etl_learn_proc(fd, ev, &px);
	p->p_exit = px.px_exit;
	if (etl_wants(fd, PROC_EXIT)) {
		etl_firing(fd, ev, etl_context_in(fd, ev, px.px_pid), &fi);
		etw_exit_args(fd, px.px_exit, fi.fi_args);
		etl_fire(fd, PROC_EXIT, &fi);
	}
	dt_sys_proc_exit(dt_system(fd->fd_engine), p, px.px_exit);
}

static void etw_proc_rundown(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_process px;

	if (etw_decode_process(ev, &px) == 0)
		etl_learn_proc(fd, ev, &px);
	else
		etl_broken(fd, ev);
}

/* Recorded on Linux: the name and the arguments of the program that the process is from now on. */
static void etw_proc_exec(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_fields fs = etl_fields(ev);
	const char *name = etl_take_text(&fs), *args = etl_take_text(&fs);
	thread_t *t = etl_context(fd, ev);
	struct dt_firing fi;

	if (fs.fs_over)
		return;
	dt_sys_proc_exec(dt_system(fd->fd_engine), t->t_proc, name, args);
	etw_mapping(fd, DT_MAPPING_EXEC, (uint32_t)t->t_proc->p_pid, 0);
	dt_sys_thread_name(dt_system(fd->fd_engine), t, name);
	if (!etl_wants(fd, PROC_EXEC_SUCCESS))
		return;
	etl_firing(fd, ev, t, &fi);
	etl_fire(fd, PROC_EXEC_SUCCESS, &fi);
}

static void etw_proc_named(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_fields fs = etl_fields(ev);
	uint32_t pid = (uint32_t)etl_take_number(&fs, 4);
	const char *name = etl_take_text(&fs);
	struct dt_system *sys = dt_system(fd->fd_engine);

	if (!fs.fs_over)
		dt_sys_proc_exec(sys, dt_sys_proc(sys, pid), name, NULL);
}

static void etw_recorded(struct dt_feed *fd, const struct etw_event *ev)
{
	switch (ev->ev_id) {
	case DT_RECORDED_EXEC: etw_proc_exec(fd, ev); break;
	case DT_RECORDED_NAMED: etw_proc_named(fd, ev); break;
	}
}

static void etw_lwp_start(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_thread tx;
	struct dt_firing fi;
	thread_t *t;

	if (etw_decode_thread(ev, &tx) < 0) {
		etl_broken(fd, ev);
		return;
	}
	t = etl_learn_thread(fd, ev, &tx);
	if (!etl_wants(fd, PROC_LWP_START) && !etl_wants(fd, PROC_LWP_CREATE))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = (uintptr_t)t;
	etl_fire(fd, PROC_LWP_CREATE, &fi);
	etl_fire(fd, PROC_LWP_START, &fi);
}

static void etw_lwp_exit(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_thread tx;
	struct dt_firing fi;
	thread_t *t;

	if (etw_decode_thread(ev, &tx) < 0) {
		etl_broken(fd, ev);
		return;
	}
	t = etl_thread(fd, ev, tx.tx_tid, tx.tx_pid);
	if (etl_wants(fd, PROC_LWP_EXIT)) {
		etl_firing(fd, ev, t, &fi);
		etl_fire(fd, PROC_LWP_EXIT, &fi);
	}
	if (tx.tx_tid != 0)
		dt_sys_thread_exit(dt_system(fd->fd_engine), t);
}

static void etw_lwp_rundown(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_thread tx;

	if (etw_decode_thread(ev, &tx) == 0)
		etl_learn_thread(fd, ev, &tx);
	else
		etl_broken(fd, ev);
}

static void etw_lwp_name(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_thread tx;

	if (etw_decode_thread_name(ev, &tx) < 0)
		etl_broken(fd, ev);
	else if (tx.tx_tid != 0)
		dt_sys_thread_name(dt_system(fd->fd_engine),
			etl_thread(fd, ev, tx.tx_tid, tx.tx_pid),
			etl_utf8(fd, tx.tx_name, tx.tx_nameunits));
}

/* The first layout has no process: it is the one of the event. */
static int etw_image(struct dt_feed *fd, const struct etw_event *ev, struct etw_image *im)
{
	if (etw_decode_image(ev, im) < 0) {
		etl_broken(fd, ev);
		return -1;
	}
	if (im->im_pid == ETW_NOID)
		im->im_pid = (uint32_t)etl_context(fd, ev)->t_proc->p_pid;
	return 0;
}

static void etw_image_fire(struct dt_feed *fd, const struct etw_event *ev, int tag,
	const struct etw_image *im)
{
	struct dt_firing fi;
	struct dt_mem path;

	if (!etl_wants(fd, tag))
		return;
	/* the kernel's images have process 0, and are loaded in any thread */
	etl_firing(fd, ev, etl_context_in(fd, ev, im->im_pid == 0 ? ETW_NOID : im->im_pid), &fi);
	path = (struct dt_mem){ .me_data = etl_utf8(fd, im->im_name, im->im_nameunits) };
	path.me_addr = (uintptr_t)path.me_data;
	path.me_len = (uint32_t)strlen(path.me_data) + 1;
	fi.fi_mem = &path;
	fi.fi_nmem = 1;
	fi.fi_args[0] = path.me_addr;
	fi.fi_args[1] = im->im_base;
	fi.fi_args[2] = im->im_pid;
	etl_fire(fd, tag, &fi);
}

/* Loaded now (opcode 10), or present when the trace began or ended. */
static void etw_image_load(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_image im;

	if (etw_image(fd, ev, &im) < 0)
		return;
	dt_sys_image_load(dt_system(fd->fd_engine), im.im_pid, im.im_base, im.im_size, 0,
		etl_utf8(fd, im.im_name, im.im_nameunits), ev->ev_ns);
	if (ev->ev_opcode == 10)
		etw_image_fire(fd, ev, PROC_LOAD, &im);
}

static void etw_image_unload(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_image im;

	if (etw_image(fd, ev, &im) < 0)
		return;
	etw_image_fire(fd, ev, PROC_UNLOAD, &im);
	dt_sys_image_unload(dt_system(fd->fd_engine), im.im_pid, im.im_base, ev->ev_ns);
}

static const struct dt_etw_source proc_etw[] = { { .es_guid = &etl_guid_process,
							 .es_opcode = 1,
							 .es_state = true,
							 .es_handle = etw_proc_start },
	{ .es_guid = &etl_guid_process,
		.es_opcode = 2,
		.es_state = true,
		.es_handle = etw_proc_exit },
	{ .es_guid = &etl_guid_process,
		.es_opcode = 3,
		.es_state = true,
		.es_handle = etw_proc_rundown },
	{ .es_guid = &etl_guid_process,
		.es_opcode = 4,
		.es_state = true,
		.es_handle = etw_proc_rundown },
	{ .es_guid = &etl_guid_process,
		.es_opcode = 0x27,
		.es_state = true,
		.es_handle = etw_proc_rundown },
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 1,
		.es_state = true,
		.es_handle = etw_lwp_start },
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 2,
		.es_state = true,
		.es_handle = etw_lwp_exit },
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 3,
		.es_state = true,
		.es_handle = etw_lwp_rundown },
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 4,
		.es_state = true,
		.es_handle = etw_lwp_rundown },
	{ .es_guid = &etl_guid_thread,
		.es_opcode = 0x48,
		.es_state = true,
		.es_handle = etw_lwp_name },
	{ .es_guid = &etl_guid_recorded,
		.es_opcode = -1,
		.es_state = true,
		.es_handle = etw_recorded,
		.es_tags = 1 << PROC_EXEC_SUCCESS },
	{ .es_guid = &etl_guid_image,
		.es_opcode = 10,
		.es_state = true,
		.es_handle = etw_image_load },
	{ .es_guid = &etl_guid_image,
		.es_opcode = 2,
		.es_state = true,
		.es_handle = etw_image_unload },
	{ .es_guid = &etl_guid_image,
		.es_opcode = 3,
		.es_state = true,
		.es_handle = etw_image_load },
	{ .es_guid = &etl_guid_image,
		.es_opcode = 4,
		.es_state = true,
		.es_handle = etw_image_load },
	{ 0 } };

const struct dt_provider dt_prov_proc = {
	.pv_name = "proc",
	.pv_attrs = PROVIDER_ATTRS_ISA,
	.pv_probes = proc_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = proc_etw,
	.pv_linux = dt_proc_linux,
	.pv_announce = dt_proc_announce,
};
