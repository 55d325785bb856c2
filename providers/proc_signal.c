/*
 * Signals and faults on the running kernel: sent, discarded, handled, waited for.
 */
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include "proc_probes.h"

/* Sent. The event has the result: signals that the receiver ignores are discarded at once. */
#define RESULT_IGNORED 1 /* TRACE_SIGNAL_IGNORED */

enum { GEN_SIG, GEN_TID, GEN_PID, GEN_NAME, GEN_RESULT };
const struct dt_linux_field dt_proc_generate_fields[] = { [GEN_SIG] = { "sig", 0, false },
	[GEN_TID] = { "task->pid", 0, false },
	[GEN_PID] = { "task->tgid", 0, false },
	[GEN_NAME] = { "task->group_leader->comm", DT_PLAN_RECORDS, false },
	[GEN_RESULT] = { "result", 0, false },
	{ 0 } };

enum { VIEW_SEND, VIEW_DISCARD };
const struct dt_linux_view dt_proc_generate_views[] = { [VIEW_SEND] = { .lv_tag = PROC_SEND,
								.lv_task = "current" },
	[VIEW_DISCARD] = { .lv_tag = PROC_DISCARD, .lv_task = "current" },
	{ 0 } };

static void generate_fire(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view,
	thread_t *to)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, view, &fi))
		return;
	fi.fi_args[0] = (uintptr_t)to;
	fi.fi_args[1] = (uintptr_t)to->t_proc;
	fi.fi_args[2] = dt_lx_value(e, GEN_SIG);
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

void dt_proc_generate(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_system *sys = dt_lx_system(e);
	thread_t *to = dt_sys_thread(sys, (uint32_t)dt_lx_value(e, GEN_TID),
		(uint32_t)dt_lx_value(e, GEN_PID));
	const char *name = dt_lx_string(e, GEN_NAME);

	if (name && strcmp(name, to->t_proc->p_name) != 0)
		dt_sys_proc_exec(sys, to->t_proc, name, NULL);
	dt_lx_facts(e, 0, to);
	generate_fire(fd, e, VIEW_SEND, to);
	if (dt_lx_value(e, GEN_RESULT) == RESULT_IGNORED)
		generate_fire(fd, e, VIEW_DISCARD, to);
}

/*
 * Delivered: to a handler, or for the default action. A signal that the thread's own instruction
 * caused is a fault in both cases.
 */
enum { DE_SIG, DE_HANDLER, DE_ERRNO, DE_CODE, DE_PID, DE_UID, DE_STATUS, DE_ADDR };
const struct dt_linux_field dt_proc_deliver_fields[] = { [DE_SIG] = { "sig", 0, false },
	[DE_HANDLER] = { "action->sa.sa_handler", 0, false },
	[DE_ERRNO] = { "info->si_errno", 0, false },
	[DE_CODE] = { "info->si_code", 0, false },
	[DE_PID] = { "info->_sifields._kill._pid", 0, false },
	[DE_UID] = { "info->_sifields._kill._uid", 0, false },
	[DE_STATUS] = { "info->_sifields._sigchld._status", 0, false },
	[DE_ADDR] = { "info->_sifields._sigfault._addr", 0, false },
	{ 0 } };

enum { VIEW_HANDLE, VIEW_FAULT };
const struct dt_linux_view dt_proc_deliver_views[] = { [VIEW_HANDLE] = { .lv_tag = PROC_HANDLE,
							       .lv_task = "current" },
	[VIEW_FAULT] = { .lv_tag = PROC_FAULT, .lv_task = "current" },
	{ 0 } };

/* Numbers of faults, as in the classic systems; translators/signal.d has names for them. */
enum {
	FAULT_ILLEGAL = 1,
	FAULT_PRIVILEGED = 2,
	FAULT_BREAKPOINT = 3,
	FAULT_TRACE = 4,
	FAULT_ACCESS = 5,
	FAULT_BOUNDS = 6,
	FAULT_DIVIDE = 8,
	FAULT_FLOAT = 9
};

static const struct {
	int fa_signo, fa_code; /* code 0: any */
	int fa_fault;
} faults[] = {
	{ SIGSEGV, SEGV_MAPERR, FAULT_BOUNDS },
	{ SIGSEGV, 0, FAULT_ACCESS },
	{ SIGBUS, BUS_ADRALN, FAULT_ACCESS },
	{ SIGBUS, 0, FAULT_BOUNDS },
	{ SIGFPE, FPE_INTDIV, FAULT_DIVIDE },
	{ SIGFPE, 0, FAULT_FLOAT },
	{ SIGILL, ILL_PRVOPC, FAULT_PRIVILEGED },
	{ SIGILL, ILL_PRVREG, FAULT_PRIVILEGED },
	{ SIGILL, 0, FAULT_ILLEGAL },
	{ SIGTRAP, TRAP_TRACE, FAULT_TRACE },
	{ SIGTRAP, 0, FAULT_BREAKPOINT },
};

/* Returns 0 if it isn't a fault: a signal that a process sends has a code of 0 or less. */
static int fault_of(const signal_t *sg)
{
	for (unsigned i = 0; sg->sg_code > 0 && i < sizeof(faults) / sizeof(faults[0]); i++)
		if (faults[i].fa_signo == sg->sg_signo &&
			(faults[i].fa_code == 0 || faults[i].fa_code == sg->sg_code))
			return faults[i].fa_fault;
	return 0;
}

static void deliver_fill(const struct dt_lx_event *e, signal_t *sg)
{
	memset(sg, 0, sizeof(*sg));
	sg->sg_signo = (int32_t)dt_lx_value(e, DE_SIG);
	sg->sg_errno = (int32_t)dt_lx_value(e, DE_ERRNO);
	sg->sg_code = (int32_t)dt_lx_value(e, DE_CODE);
	if (fault_of(sg) != 0) {
		sg->sg_addr = dt_lx_value(e, DE_ADDR);
	} else if (sg->sg_code <= 0 || sg->sg_signo == SIGCHLD) {
		sg->sg_pid = (int32_t)dt_lx_value(e, DE_PID);
		sg->sg_uid = (uint32_t)dt_lx_value(e, DE_UID);
	}
	if (sg->sg_signo == SIGCHLD)
		sg->sg_status = (int32_t)dt_lx_value(e, DE_STATUS);
}

static void deliver_fire(struct dt_feed *fd, const struct dt_lx_event *e, unsigned view,
	const signal_t *sg, int first)
{
	struct dt_firing fi;

	if (!dt_lx_firing(e, view, &fi))
		return;
	dt_lx_record(e, &fi, sg, sizeof(*sg));
	fi.fi_args[0] = (uint64_t)first;
	fi.fi_args[1] = (uintptr_t)sg;
	if (view == VIEW_HANDLE)
		fi.fi_args[2] = dt_lx_value(e, DE_HANDLER);
	dt_fire(fd->fd_engine, dt_lx_probe(e, view), &fi);
}

void dt_proc_deliver(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint64_t handler = dt_lx_value(e, DE_HANDLER);
	signal_t sg;

	deliver_fill(e, &sg);
	if (fault_of(&sg) != 0)
		deliver_fire(fd, e, VIEW_FAULT, &sg, fault_of(&sg));
	if (handler != (uintptr_t)SIG_DFL && handler != (uintptr_t)SIG_IGN)
		deliver_fire(fd, e, VIEW_HANDLE, &sg, sg.sg_signo);
}

/*
 * Waited for: sigwait(), sigwaitinfo() and sigtimedwait() are one system call.
 */
const struct dt_linux_field dt_proc_clear_fields[] = { { "ret", 0, false }, { 0 } };
const struct dt_linux_view dt_proc_clear_views[] = {
	{ .lv_tag = PROC_CLEAR, .lv_task = "current", .lv_when = "ret >= 1" }, { 0 }
};

void dt_proc_clear_bind(struct dt_lx_source *so, struct dt_probe *p)
{
	if (dt_probe_tag(p) == PROC_CLEAR)
		dt_lx_want(so, p, 0, SYS_rt_sigtimedwait);
}

void dt_proc_clear(struct dt_feed *fd, const struct dt_lx_event *e)
{
	int64_t ret = (int64_t)dt_lx_value(e, 0);
	struct dt_firing fi;

	if (ret <= 0 || !dt_lx_firing(e, 0, &fi))
		return;
	fi.fi_args[0] = (uint64_t)ret;
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}
