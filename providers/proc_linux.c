/*
 * proc on the running kernel.
 *
 * A fork creates a process and its first thread, or a thread: create and lwp-create fire in the
 * creator, then start and lwp-start in the new one, which has its creator's name until it execs.  A
 * process exits with its last thread.  pr_wstat is as in a shell: the exit code, or 128 + the
 * signal.
 */
#include <string.h>
#include <sys/syscall.h>
#include "proc_probes.h"
#include "sysregs.h"

/* As waitid() reports it: si_code of SIGCHLD. */
enum { REASON_EXITED = 1, REASON_KILLED = 2, REASON_DUMPED = 3 };

enum { FORK_START, FORK_LWP_START, FORK_CREATE, FORK_LWP_CREATE };
#define FORK_LEADER "child->pid == child->tgid" /* it begins a process */
static const struct dt_linux_view fork_views[] = {
	[FORK_START] = { .lv_tag = PROC_START, .lv_task = "child", .lv_when = FORK_LEADER },
	[FORK_LWP_START] = { .lv_tag = PROC_LWP_START, .lv_task = "child" },
	[FORK_CREATE] = { .lv_tag = PROC_CREATE, .lv_task = "current", .lv_when = FORK_LEADER },
	[FORK_LWP_CREATE] = { .lv_tag = PROC_LWP_CREATE, .lv_task = "current" },
	{ 0 }
};

enum { FK_TID, FK_PID, FK_NAME, FK_CREATOR };
static const struct dt_linux_field fork_fields[] = { [FK_TID] = { "child->pid", 0, false },
	[FK_PID] = { "child->tgid", 0, false },
	[FK_NAME] = { "current->group_leader->comm", 0, false },
	[FK_CREATOR] = { "current->tgid", 0, false },
	{ 0 } };

enum { EX_TID, EX_PID, EX_NAME, EX_ARGC, EX_STACK };
static const struct dt_linux_field exec_fields[] = { [EX_TID] = { "task->pid", 0, false },
	[EX_PID] = { "task->tgid", 0, false },
	[EX_NAME] = { "task->comm", 0, false },
	[EX_ARGC] = { "bprm->argc", 0, false },
	[EX_STACK] = { "task->mm->start_stack", 0, true },
	{ 0 } };

enum { XT_TID, XT_PID, XT_LAST, XT_LIVE, XT_CODE, XT_GROUPCODE };
static const struct dt_linux_field exit_fields[] = { [XT_TID] = { "task->pid", 0, false },
	[XT_PID] = { "task->tgid", 0, false },
	[XT_LAST] = { "last", 0, true }, /* newer kernels have it */
	[XT_LIVE] = { "task->signal->live.counter", 0, false },
	[XT_CODE] = { "task->exit_code", 0, false },
	[XT_GROUPCODE] = { "task->signal->group_exit_code", 0, false },
	{ 0 } };

static const struct dt_linux_range exec_args = { "task->mm->arg_start", "task->mm->arg_end" };

/*
 * The command line of the process: blanks for the NULs between the words. Returns false if it can't
 * be read.
 */
static bool lx_cmdline(const struct dt_lx_event *e, char *buf, size_t size)
{
	uint32_t len, n = 0;
	const char *args = dt_lx_range(e, &len);

	for (; args && n < len && n < size - 1; n++)
		buf[n] = args[n] != '\0' ? args[n] : ' ';
	buf[n > 0 && buf[n - 1] == ' ' ? n - 1 : n] = '\0';
	return args != NULL;
}

static void lx_fork_fire(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view,
	const void *what)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, view, &fi))
		return;
	fi.fi_args[0] = (uintptr_t)what;
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

static proc_t *lx_fork_proc(const struct dt_lx_event *e, uint32_t pid)
{
	struct dt_system *sys = dt_lx_system(e);
	uint32_t ppid = (uint32_t)dt_lx_value(e, FK_CREATOR);
	proc_t *parent = dt_sys_proc(sys, ppid), *p;

	if (strcmp(parent->p_name, dt_lx_string(e, FK_NAME)) != 0)
		dt_sys_proc_exec(sys, parent, dt_lx_string(e, FK_NAME), NULL);
	p = dt_sys_proc_start(sys, pid, ppid, NULL, NULL);
	p->p_start = dt_lx_wall(e);
	return p;
}

static void lx_fork(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint32_t tid = (uint32_t)dt_lx_value(e, FK_TID), pid = (uint32_t)dt_lx_value(e, FK_PID);
	proc_t *p = tid == pid ? lx_fork_proc(e, pid) : NULL;
	thread_t *t = dt_sys_thread_start(dt_lx_system(e), tid, pid);

	dt_lx_facts(e, 0, t);
	if (p)
		lx_fork_fire(fd, e, FORK_CREATE, p);
	lx_fork_fire(fd, e, FORK_LWP_CREATE, t);
	if (p)
		lx_fork_fire(fd, e, FORK_START, p);
	lx_fork_fire(fd, e, FORK_LWP_START, t);
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
	if (dt_lx_value(e, EX_STACK) != 0) {
		p->p_argv = dt_lx_value(e, EX_STACK) + 8;
		p->p_envp = p->p_argv + 8 * (uint64_t)(uint32_t)(p->p_argc + 1);
	}
	dt_sys_proc_exec(sys, p, name, lx_cmdline(e, args, sizeof(args)) ? args : name);
	if (dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

/* The status as wait() has it: the low 7 bits are the signal, 0x80 is set with a core image. */
static uint32_t lx_status(const struct dt_lx_event *e)
{
	uint32_t code = (uint32_t)dt_lx_value(e, XT_GROUPCODE);

	return code != 0 ? code : (uint32_t)dt_lx_value(e, XT_CODE);
}

static int lx_reason(uint32_t code)
{
	if ((code & 0x7f) == 0)
		return REASON_EXITED;
	return code & 0x80 ? REASON_DUMPED : REASON_KILLED;
}

/* The exec of a command of -c was before tracing, and is held since then. */
void dt_proc_announce(struct dt_feed *fd, uint64_t now, int64_t wall)
{
	struct dt_engine *en = fd->fd_engine;
	struct dt_probe *pr = dt_probe_find(en, "proc", "", "event", "exec-success");
	uint32_t pid;

	for (unsigned i = 0; dt_probe_enabled(pr) && (pid = dt_created(en, i)) != 0; i++) {
		struct dt_firing fi = { .fi_time = now, .fi_wall = wall };

		dt_sys_read_proc(dt_system(en), pid);
		fi.fi_thread = dt_sys_thread(dt_system(en), pid, pid);
		dt_fire(en, pr, &fi);
	}
}

static bool exit_is_last(const struct dt_lx_event *e)
{
	return dt_lx_has(e, XT_LAST) ? dt_lx_value(e, XT_LAST) != 0 : dt_lx_value(e, XT_LIVE) == 0;
}

static void lx_exit(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_system *sys = dt_lx_system(e);
	thread_t *t = dt_sys_thread(sys, (uint32_t)dt_lx_value(e, XT_TID),
		(uint32_t)dt_lx_value(e, XT_PID));
	struct dt_firing fi;

	if (dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
	if (exit_is_last(e)) {
		uint32_t code = lx_status(e), sig = code & 0x7f, value = code >> 8 & 0xff;
		int32_t status = (int32_t)(sig != 0 ? 128 + sig : value);

		t->t_proc->p_exit = status;
		if (dt_lx_firing(e, 1, &fi)) {
			fi.fi_args[0] = (uint64_t)lx_reason(code);
			fi.fi_args[1] = sig != 0 ? sig : value;
			dt_fire(fd->fd_engine, dt_lx_probe(e, 1), &fi);
		}
		dt_sys_thread_exit(sys, t);
		dt_sys_proc_exit(sys, t->t_proc, status);
		return;
	}
	dt_sys_thread_exit(sys, t);
}

static const struct dt_linux_view exec_views[] = {
	{ .lv_tag = PROC_EXEC_SUCCESS, .lv_task = "current" }, { 0 }
};
static const struct dt_linux_view exit_views[] = { { .lv_tag = PROC_LWP_EXIT,
							   .lv_task = "current" },
	{ .lv_tag = PROC_EXIT, .lv_task = "current", .lv_when = "last != 0" }, { 0 } };

/* An attempted and a failed exec are system calls; a successful exec is the event above. */
static const struct dt_linux_range try_path = { SYSCALL_ARG0, NULL },
				   try_path_at = { SYSCALL_ARG1, NULL };
static const struct dt_linux_view try_views[] = { { .lv_tag = PROC_EXEC, .lv_task = "current" },
	{ 0 } };

static void try_bind(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) == PROC_EXEC)
		dt_lx_want(so, p, 0, SYS_execve);
}

static void try_bind_at(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) == PROC_EXEC)
		dt_lx_want(so, p, 0, SYS_execveat);
}

static void lx_try(struct dt_feed *fd, const struct dt_lx_event *e)
{
	static const char unknown[] = ""; /* its page was not in memory */
	struct dt_firing fi;
	const char *path;
	uint32_t len;

	if (!dt_lx_firing(e, 0, &fi))
		return;
	path = dt_lx_range(e, &len);
	if (!path)
		dt_lx_record(e, &fi, unknown, sizeof(unknown));
	fi.fi_args[0] = (uintptr_t)(path ? path : unknown);
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static const struct dt_linux_field fail_fields[] = { { "ret", 0, false }, { 0 } };
static const struct dt_linux_view fail_views[] = {
	{ .lv_tag = PROC_EXEC_FAILURE, .lv_task = "current", .lv_when = "ret < 0" }, { 0 }
};

static void fail_bind(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) != PROC_EXEC_FAILURE)
		return;
	dt_lx_want(so, p, 0, SYS_execve);
	dt_lx_want(so, p, 0, SYS_execveat);
}

static void lx_fail(struct dt_feed *fd, const struct dt_lx_event *e)
{
	int64_t ret = (int64_t)dt_lx_value(e, 0);
	struct dt_firing fi;

	if (ret >= 0 || !dt_lx_firing(e, 0, &fi))
		return;
	fi.fi_errno = (int32_t)-ret;
	fi.fi_args[0] = (uint64_t)-ret;
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

const struct dt_linux_source dt_proc_linux[] = { { .ls_name = "sched_process_fork",
							 .ls_args = "parent child",
							 .ls_views = fork_views,
							 .ls_fields = fork_fields,
							 .ls_tasks = { "child" },
							 .ls_state = DT_LX_STATE_PROCS,
							 .ls_skip = 2,
							 .ls_handle = lx_fork },
	{ .ls_name = "sched_process_exec",
		.ls_args = "task oldpid bprm",
		.ls_views = exec_views,
		.ls_fields = exec_fields,
		.ls_range = &exec_args,
		.ls_state = DT_LX_STATE_PROCS,
		.ls_skip = 2,
		.ls_handle = lx_exec },
	{ .ls_name = "sched_process_exit",
		.ls_args = "task last",
		.ls_views = exit_views,
		.ls_fields = exit_fields,
		.ls_state = DT_LX_STATE_PROCS | DT_LX_STATE_EXIT,
		.ls_skip = 2,
		.ls_handle = lx_exit },
	{ .ls_name = "sys_enter",
		.ls_args = "regs id",
		.ls_select = "id",
		.ls_guard = SYSCALL_GUARD,
		.ls_views = try_views,
		.ls_range = &try_path,
		.ls_bind = try_bind,
		.ls_skip = 3,
		.ls_handle = lx_try },
	{ .ls_name = "sys_enter",
		.ls_args = "regs id",
		.ls_select = "id",
		.ls_guard = SYSCALL_GUARD,
		.ls_views = try_views,
		.ls_range = &try_path_at,
		.ls_bind = try_bind_at,
		.ls_skip = 3,
		.ls_handle = lx_try },
	{ .ls_name = "sys_exit",
		.ls_args = "regs ret",
		.ls_select = SYSCALL_NR,
		.ls_guard = SYSCALL_GUARD,
		.ls_views = fail_views,
		.ls_fields = fail_fields,
		.ls_bind = fail_bind,
		.ls_skip = 3,
		.ls_handle = lx_fail },
	{ .ls_name = "signal_generate",
		.ls_args = "sig info task group result",
		.ls_views = dt_proc_generate_views,
		.ls_fields = dt_proc_generate_fields,
		.ls_tasks = { "task" },
		.ls_skip = 2,
		.ls_handle = dt_proc_generate },
	{ .ls_name = "signal_deliver",
		.ls_args = "sig info action",
		.ls_views = dt_proc_deliver_views,
		.ls_fields = dt_proc_deliver_fields,
		.ls_skip = 2,
		.ls_handle = dt_proc_deliver },
	{ .ls_name = "sys_exit",
		.ls_args = "regs ret",
		.ls_select = SYSCALL_NR,
		.ls_guard = SYSCALL_GUARD,
		.ls_views = dt_proc_clear_views,
		.ls_fields = dt_proc_clear_fields,
		.ls_bind = dt_proc_clear_bind,
		.ls_skip = 3,
		.ls_handle = dt_proc_clear },
	{ 0 } };
