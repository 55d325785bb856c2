/*
 * proc: the life of processes and threads, and what they map.
 *
 * start and lwp-start fire in the creator, whose record curpsinfo shows; args[0] is the new process or thread.
 * exit, lwp-exit and exec-success fire in the thread concerned.
 */
#include <string.h>
#include "linux.h"
#include "providers.h"
#include "windows.h"

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

/*
 * Windows.  The handlers keep the system table, so they run even with no probe enabled.
 */
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
	if (!etl_wants(fd, PROC_START))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = (uintptr_t)p;
	etl_fire(fd, PROC_START, &fi);
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
		fi.fi_args[0] = (uint64_t)(int64_t)px.px_exit;
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
	if (!etl_wants(fd, PROC_LWP_START))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_args[0] = (uintptr_t)t;
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
		dt_sys_thread_name(dt_system(fd->fd_engine), etl_thread(fd, ev, tx.tx_tid, tx.tx_pid),
			etl_utf8(fd, tx.tx_name, tx.tx_nameunits));
}

/* The first layout names no process: it is the one that the event happened in. */
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

static void etw_image_fire(struct dt_feed *fd, const struct etw_event *ev, int tag, const struct etw_image *im)
{
	struct dt_firing fi;
	struct dt_mem path;

	if (!etl_wants(fd, tag))
		return;
	/* the kernel's images have process 0, and are loaded by whoever runs */
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

/* Loaded now (opcode 10), or there when the trace began or ended. */
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

static const struct dt_etw_source proc_etw[] = {
	{ .es_guid = &etl_guid_process, .es_opcode = 1, .es_state = true, .es_handle = etw_proc_start },
	{ .es_guid = &etl_guid_process, .es_opcode = 2, .es_state = true, .es_handle = etw_proc_exit },
	{ .es_guid = &etl_guid_process, .es_opcode = 3, .es_state = true, .es_handle = etw_proc_rundown },
	{ .es_guid = &etl_guid_process, .es_opcode = 4, .es_state = true, .es_handle = etw_proc_rundown },
	{ .es_guid = &etl_guid_process, .es_opcode = 0x27, .es_state = true, .es_handle = etw_proc_rundown },
	{ .es_guid = &etl_guid_thread, .es_opcode = 1, .es_state = true, .es_handle = etw_lwp_start },
	{ .es_guid = &etl_guid_thread, .es_opcode = 2, .es_state = true, .es_handle = etw_lwp_exit },
	{ .es_guid = &etl_guid_thread, .es_opcode = 3, .es_state = true, .es_handle = etw_lwp_rundown },
	{ .es_guid = &etl_guid_thread, .es_opcode = 4, .es_state = true, .es_handle = etw_lwp_rundown },
	{ .es_guid = &etl_guid_thread, .es_opcode = 0x48, .es_state = true, .es_handle = etw_lwp_name },
	{ .es_guid = &etl_guid_image, .es_opcode = 10, .es_state = true, .es_handle = etw_image_load },
	{ .es_guid = &etl_guid_image, .es_opcode = 2, .es_state = true, .es_handle = etw_image_unload },
	{ .es_guid = &etl_guid_image, .es_opcode = 3, .es_state = true, .es_handle = etw_image_load },
	{ .es_guid = &etl_guid_image, .es_opcode = 4, .es_state = true, .es_handle = etw_image_load },
	{ 0 }
};

/*
 * Linux.  A fork is the start of a process and of its first thread, or of a thread; the new one has its creator's name
 * until it execs.  A process exits with its last thread.  Its status is what a shell would show: the exit code, or
 * 128 + the signal.
 */
enum { FK_TID, FK_PID, FK_NAME, FK_CREATOR };
static const struct dt_linux_field fork_fields[] = {
	[FK_TID] = { "child->pid", 0, false },
	[FK_PID] = { "child->tgid", 0, false },
	[FK_NAME] = { "current->group_leader->comm", 0, false },
	[FK_CREATOR] = { "current->tgid", 0, false },
	{ 0 }
};

enum { EX_TID, EX_PID, EX_NAME, EX_ARGC };
static const struct dt_linux_field exec_fields[] = {
	[EX_TID] = { "task->pid", 0, false },
	[EX_PID] = { "task->tgid", 0, false },
	[EX_NAME] = { "task->comm", 0, false },
	[EX_ARGC] = { "bprm->argc", 0, false },
	{ 0 }
};

enum { XT_TID, XT_PID, XT_LAST, XT_CODE, XT_GROUPCODE };
static const struct dt_linux_field exit_fields[] = {
	[XT_TID] = { "task->pid", 0, false },
	[XT_PID] = { "task->tgid", 0, false },
	[XT_LAST] = { "last", 0, false },
	[XT_CODE] = { "task->exit_code", 0, false },
	[XT_GROUPCODE] = { "task->signal->group_exit_code", 0, false },
	{ 0 }
};

static const struct dt_linux_range exec_args = { "task->mm->arg_start", "task->mm->arg_end" };

/* The command line as the process found it: blanks for the NULs between the words.  false: it couldn't be read. */
static bool lx_cmdline(const struct dt_lx_event *e, char *buf, size_t size)
{
	uint32_t len, n = 0;
	const char *args = dt_lx_range(e, &len);

	for (; args != NULL && n < len && n < size - 1; n++)
		buf[n] = args[n] != '\0' ? args[n] : ' ';
	buf[n > 0 && buf[n - 1] == ' ' ? n - 1 : n] = '\0';
	return args != NULL;
}

static void lx_fork_fire(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view, const void *what)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, view, &fi))
		return;
	fi.fi_args[0] = (uintptr_t)what;
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

static void lx_fork(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint32_t tid = (uint32_t)dt_lx_value(e, FK_TID), pid = (uint32_t)dt_lx_value(e, FK_PID);
	struct dt_system *sys = dt_lx_system(e);
	thread_t *t;

	if (tid == pid) {
		uint32_t ppid = (uint32_t)dt_lx_value(e, FK_CREATOR);
		proc_t *parent = dt_sys_proc(sys, ppid), *p;

		if (strcmp(parent->p_name, dt_lx_string(e, FK_NAME)) != 0)
			dt_sys_proc_exec(sys, parent, dt_lx_string(e, FK_NAME), NULL);
		p = dt_sys_proc_start(sys, pid, ppid, NULL, NULL);
		p->p_start = dt_lx_wall(e);
		lx_fork_fire(fd, e, 0, p);
	}
	t = dt_sys_thread_start(sys, tid, pid);
	lx_fork_fire(fd, e, 1, t);
}

static void lx_exec(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_system *sys = dt_lx_system(e);
	uint32_t pid = (uint32_t)dt_lx_value(e, EX_PID);
	proc_t *p = dt_sys_thread(sys, (uint32_t)dt_lx_value(e, EX_TID), pid)->t_proc;
	const char *name = dt_lx_string(e, EX_NAME);
	struct dt_firing fi;
	char args[4097];

	p->p_argc = (int32_t)dt_lx_value(e, EX_ARGC);
	dt_sys_proc_exec(sys, p, name, lx_cmdline(e, args, sizeof(args)) ? args : name);
	if (dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static int32_t lx_status(const struct dt_lx_event *e)
{
	uint32_t code = (uint32_t)dt_lx_value(e, XT_GROUPCODE);

	if (code == 0)
		code = (uint32_t)dt_lx_value(e, XT_CODE);
	return (int32_t)((code & 0x7f) != 0 ? 128 + (code & 0x7f) : code >> 8 & 0xff);
}

static void lx_exit(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_system *sys = dt_lx_system(e);
	thread_t *t = dt_sys_thread(sys, (uint32_t)dt_lx_value(e, XT_TID), (uint32_t)dt_lx_value(e, XT_PID));
	struct dt_firing fi;

	if (dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
	if (dt_lx_value(e, XT_LAST)) {
		int32_t status = lx_status(e);

		t->t_proc->p_exit = status;
		if (dt_lx_firing(e, 1, &fi)) {
			fi.fi_args[0] = (uint64_t)status;
			dt_fire(fd->fd_engine, dt_lx_probe(e, 1), &fi);
		}
		dt_sys_thread_exit(sys, t);
		dt_sys_proc_exit(sys, t->t_proc, status);
		return;
	}
	dt_sys_thread_exit(sys, t);
}

static const struct dt_linux_view fork_views[] = {
	{ .lv_tag = PROC_START, .lv_task = "current" },
	{ .lv_tag = PROC_LWP_START, .lv_task = "current" },
	{ 0 }
};
static const struct dt_linux_view exec_views[] = {
	{ .lv_tag = PROC_EXEC_SUCCESS, .lv_task = "current" },
	{ 0 }
};
static const struct dt_linux_view exit_views[] = {
	{ .lv_tag = PROC_LWP_EXIT, .lv_task = "current" },
	{ .lv_tag = PROC_EXIT, .lv_task = "current" },
	{ 0 }
};

static const struct dt_linux_source proc_linux[] = {
	{ .ls_name = "sched_process_fork", .ls_args = "parent child", .ls_views = fork_views,
		.ls_fields = fork_fields, .ls_state = DT_LX_STATE_PROCS, .ls_skip = 2, .ls_handle = lx_fork },
	{ .ls_name = "sched_process_exec", .ls_args = "task oldpid bprm", .ls_views = exec_views,
		.ls_fields = exec_fields, .ls_range = &exec_args, .ls_state = DT_LX_STATE_PROCS, .ls_skip = 2, .ls_handle = lx_exec },
	{ .ls_name = "sched_process_exit", .ls_args = "task last", .ls_views = exit_views,
		.ls_fields = exit_fields, .ls_state = DT_LX_STATE_PROCS | DT_LX_STATE_EXIT, .ls_skip = 2, .ls_handle = lx_exit },
	{ 0 }
};

const struct dt_provider dt_prov_proc = {
	.pv_name = "proc",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = proc_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = proc_etw,
	.pv_linux = proc_linux,
};
