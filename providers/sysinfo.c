/*
 * sysinfo: the events behind the kernel's counters of switches, calls, bytes and requests.  A probe
 * fires in the thread that increases the counter, and arg0 is the increase. sysread and syswrite
 * are calls that start; readch and writech the bytes that successful calls have moved.
 */
#include <string.h>
#include <sys/syscall.h>
#include "linux.h"
#include "providers.h"
#include "blockops.h"
#include "sysregs.h"

enum {
	SI_PSWITCH,
	SI_INV_SWTCH,
	SI_IDLETHREAD,
	SI_SYSFORK,
	SI_NTHREADS,
	SI_SYSEXEC,
	SI_SYSREAD,
	SI_SYSWRITE,
	SI_READCH,
	SI_WRITECH,
	SI_SEMA,
	SI_MSG,
	SI_XCALLS,
	SI_BREAD,
	SI_BWRITE,
	SI_ADENTERS,
	SI_RDFAILS,
	SI_WRFAILS
};

/* clang-format off */
#define SYSINFO(name, tag) \
	{ .ps_func = "event", .ps_name = name, .ps_tag = tag, .ps_args = { { "uint64_t", NULL, 0 } } }
/* clang-format on */

static const struct dt_probe_spec sysinfo_probes[] = {
	SYSINFO("pswitch", SI_PSWITCH),	      /* switches of a CPU to another thread */
	SYSINFO("inv_swtch", SI_INV_SWTCH),   /* switches from a thread that could go on */
	SYSINFO("idlethread", SI_IDLETHREAD), /* switches to the idle thread */
	SYSINFO("sysfork", SI_SYSFORK),	      /* processes made */
	SYSINFO("nthreads", SI_NTHREADS),     /* threads made */
	SYSINFO("sysexec", SI_SYSEXEC), SYSINFO("sysread", SI_SYSREAD),
	SYSINFO("syswrite", SI_SYSWRITE), SYSINFO("readch", SI_READCH),
	SYSINFO("writech", SI_WRITECH),
	SYSINFO("sema", SI_SEMA), /* operations on semaphores, on message queues */
	SYSINFO("msg", SI_MSG), SYSINFO("xcalls", SI_XCALLS), /* calls to other CPUs */
	SYSINFO("bread", SI_BREAD),			      /* requests to block devices */
	SYSINFO("bwrite", SI_BWRITE),
	SYSINFO("mutex_adenters", SI_ADENTERS), /* locks that were not free */
	SYSINFO("rw_rdfails", SI_RDFAILS), SYSINFO("rw_wrfails", SI_WRFAILS), { 0 }
};

/* clang-format off */
#define VIEW(tag) { .lv_tag = tag, .lv_task = "current" }
/* clang-format on */

/*
 * Threads.
 */
enum { SW_PREV, SW_NEXT, SW_STATE, SW_PREEMPT };
static const struct dt_linux_field switch_fields[] = { [SW_PREV] = { "prev->pid", 0, false },
	[SW_NEXT] = { "next->pid", 0, false },
	[SW_STATE] = { "state", 0, true },
	[SW_PREEMPT] = { "preempt", 0, false },
	{ 0 } };
static const struct dt_linux_view switch_views[] = { VIEW(SI_PSWITCH), VIEW(SI_INV_SWTCH),
	VIEW(SI_IDLETHREAD), { 0 } };

static void lx_switch(struct dt_feed *fd, const struct dt_lx_event *e)
{
	dt_lx_count(fd, e, 0, 1);
	if (dt_lx_value(e, SW_PREV) != 0 &&
		(dt_lx_value(e, SW_STATE) == 0 || dt_lx_value(e, SW_PREEMPT)))
		dt_lx_count(fd, e, 1, 1);
	if (dt_lx_value(e, SW_NEXT) == 0)
		dt_lx_count(fd, e, 2, 1);
}

static const struct dt_linux_field fork_fields[] = { { "child->pid", 0, false },
	{ "child->tgid", 0, false }, { 0 } };
static const struct dt_linux_view fork_views[] = { VIEW(SI_SYSFORK), VIEW(SI_NTHREADS), { 0 } };

static void lx_fork(struct dt_feed *fd, const struct dt_lx_event *e)
{
	dt_lx_count(fd, e, dt_lx_value(e, 0) == dt_lx_value(e, 1) ? 0 : 1, 1);
}

static const struct dt_linux_view exec_views[] = { VIEW(SI_SYSEXEC), { 0 } };

static void lx_one(struct dt_feed *fd, const struct dt_lx_event *e)
{
	dt_lx_count(fd, e, 0, 1);
}

/* System calls.  The calls that a probe counts; those of read and write move bytes. */
static const struct {
	uint32_t ca_nr;
	int ca_begun, ca_done; /* tags; ca_done -1: none */
} calls[] = {
	{ SYS_read, SI_SYSREAD, SI_READCH },
	{ SYS_pread64, SI_SYSREAD, SI_READCH },
	{ SYS_readv, SI_SYSREAD, SI_READCH },
	{ SYS_preadv, SI_SYSREAD, SI_READCH },
	{ SYS_preadv2, SI_SYSREAD, SI_READCH },
	{ SYS_write, SI_SYSWRITE, SI_WRITECH },
	{ SYS_pwrite64, SI_SYSWRITE, SI_WRITECH },
	{ SYS_writev, SI_SYSWRITE, SI_WRITECH },
	{ SYS_pwritev, SI_SYSWRITE, SI_WRITECH },
	{ SYS_pwritev2, SI_SYSWRITE, SI_WRITECH },
	{ SYS_semop, SI_SEMA, -1 },
	{ SYS_semtimedop, SI_SEMA, -1 },
	{ SYS_msgsnd, SI_MSG, -1 },
	{ SYS_msgrcv, SI_MSG, -1 },
};

static const struct dt_linux_view begun_views[] = { VIEW(SI_SYSREAD), VIEW(SI_SYSWRITE),
	VIEW(SI_SEMA), VIEW(SI_MSG), { 0 } };
static const struct dt_linux_view done_views[] = { VIEW(SI_READCH), VIEW(SI_WRITECH), { 0 } };
static const struct dt_linux_field done_fields[] = { { "ret", 0, false }, { 0 } };

static void bind_calls(struct dt_lx_source *so, struct dt_probe *p,
	const struct dt_linux_view *views, bool done)
{
	for (unsigned v = 0; views[v].lv_task; v++)
		for (unsigned i = 0;
			views[v].lv_tag == dt_probe_tag(p) && i < sizeof(calls) / sizeof(calls[0]);
			i++)
			if ((done ? calls[i].ca_done : calls[i].ca_begun) == dt_probe_tag(p))
				dt_lx_want(so, p, v, calls[i].ca_nr);
}

static void begun_bind(struct dt_lx_source *so, struct dt_probe *p)
{
	bind_calls(so, p, begun_views, false);
}

static void done_bind(struct dt_lx_source *so, struct dt_probe *p)
{
	bind_calls(so, p, done_views, true);
}

static void lx_begun(struct dt_feed *fd, const struct dt_lx_event *e)
{
	for (unsigned v = 0; begun_views[v].lv_task; v++)
		dt_lx_count(fd, e, v, 1);
}

static void lx_done(struct dt_feed *fd, const struct dt_lx_event *e)
{
	int64_t ret = (int64_t)dt_lx_value(e, 0);

	for (unsigned v = 0; ret > 0 && done_views[v].lv_task; v++)
		dt_lx_count(fd, e, v, (uint64_t)ret);
}

/*
 * CPUs, devices, locks.
 */
static const struct dt_linux_view xcall_views[] = { VIEW(SI_XCALLS), { 0 } };
static const struct dt_linux_view block_views[] = { VIEW(SI_BREAD), VIEW(SI_BWRITE), { 0 } };
static const struct dt_linux_field block_fields[] = { { "rq->cmd_flags", 0, false }, { 0 } };

static void lx_block(struct dt_feed *fd, const struct dt_lx_event *e)
{
	enum dt_lx_blockop op = dt_lx_blockop(dt_lx_value(e, 0));

	if (op == DT_LX_READ || op == DT_LX_WRITE)
		dt_lx_count(fd, e, op == DT_LX_WRITE, 1);
}

enum { LOCK_READ = 2, LOCK_WRITE = 4, LOCK_MUTEX = 32 }; /* LCB_F_* */
static const struct dt_linux_view lock_views[] = { VIEW(SI_ADENTERS), VIEW(SI_RDFAILS),
	VIEW(SI_WRFAILS), { 0 } };
static const struct dt_linux_field lock_fields[] = { { "flags", 0, false }, { 0 } };

static void lx_lock(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint64_t flags = dt_lx_value(e, 0);

	if (flags & LOCK_MUTEX)
		dt_lx_count(fd, e, 0, 1);
	if (flags & LOCK_READ)
		dt_lx_count(fd, e, 1, 1);
	if (flags & LOCK_WRITE)
		dt_lx_count(fd, e, 2, 1);
}

static const struct dt_linux_source sysinfo_linux[] = {
	{ .ls_name = "sched_switch",
		.ls_args = "preempt prev next state",
		.ls_views = switch_views,
		.ls_fields = switch_fields,
		.ls_skip = 2,
		.ls_handle = lx_switch },
	{ .ls_name = "sched_process_fork",
		.ls_args = "parent child",
		.ls_views = fork_views,
		.ls_fields = fork_fields,
		.ls_skip = 2,
		.ls_handle = lx_fork },
	{ .ls_name = "sched_process_exec",
		.ls_args = "task oldpid bprm",
		.ls_views = exec_views,
		.ls_skip = 2,
		.ls_handle = lx_one },
	{ .ls_name = "sys_enter",
		.ls_args = "regs id",
		.ls_select = "id",
		.ls_guard = SYSCALL_GUARD,
		.ls_views = begun_views,
		.ls_bind = begun_bind,
		.ls_skip = 3,
		.ls_handle = lx_begun },
	{ .ls_name = "sys_exit",
		.ls_args = "regs ret",
		.ls_select = SYSCALL_NR,
		.ls_guard = SYSCALL_GUARD,
		.ls_views = done_views,
		.ls_fields = done_fields,
		.ls_bind = done_bind,
		.ls_skip = 3,
		.ls_handle = lx_done },
	{ .ls_name = "ipi_send_cpu",
		.ls_args = "cpu callsite callback",
		.ls_views = xcall_views,
		.ls_skip = 2,
		.ls_handle = lx_one },
	{ .ls_name = "ipi_send_cpumask",
		.ls_args = "cpumask callsite callback",
		.ls_views = xcall_views,
		.ls_skip = 2,
		.ls_handle = lx_one },
	{ .ls_name = "block_io_start",
		.ls_args = "rq",
		.ls_views = block_views,
		.ls_fields = block_fields,
		.ls_skip = 2,
		.ls_handle = lx_block },
	{ .ls_name = "contention_begin",
		.ls_args = "lock flags",
		.ls_views = lock_views,
		.ls_fields = lock_fields,
		.ls_skip = 2,
		.ls_handle = lx_lock },
	{ 0 }
};

const struct dt_provider dt_prov_sysinfo = {
	.pv_name = "sysinfo",
	.pv_attrs = PROVIDER_STABILITY(EVOLVING_ISA, EVOLVING_ISA, PRIVATE_ISA),
	.pv_probes = sysinfo_probes,
	.pv_linux = sysinfo_linux,
	.pv_live_only = true,
	.pv_missing =
		"it counts what the running Linux kernel does; a Windows trace does not have that",
};
