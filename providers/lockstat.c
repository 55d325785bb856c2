/*
 * lockstat: waits for locks of the kernel.  A probe fires when the thread has its lock: arg0 is the
 * lock, arg1 how many ns it waited, and for readers' and writers' locks arg2 is 0 for a writer, 1
 * for a reader.
 *
 * adaptive-block is a mutex for which the thread slept, adaptive-spin one for which it spun;
 * spin-spin is a spin lock, rw-block a readers-writer lock. Locks that were free fire nothing: the
 * kernel has no event for them.
 */
#include "linux.h"
#include "providers.h"

enum { LS_ADAPTIVE_BLOCK, LS_ADAPTIVE_SPIN, LS_SPIN_SPIN, LS_RW_BLOCK };

/* clang-format off */
#define LOCKSTAT(name, tag) { .ps_func = "event", .ps_name = name, .ps_tag = tag, \
	.ps_args = { { "uintptr_t", NULL, 0 }, { "uint64_t", NULL, 1 }, { "int", NULL, 2 } } }
/* clang-format on */

static const struct dt_probe_spec lockstat_probes[] = {
	LOCKSTAT("adaptive-block", LS_ADAPTIVE_BLOCK), LOCKSTAT("adaptive-spin", LS_ADAPTIVE_SPIN),
	LOCKSTAT("spin-spin", LS_SPIN_SPIN), LOCKSTAT("rw-block", LS_RW_BLOCK), { 0 }
};

#define VIEW(tag) [tag] = { .lv_tag = tag, .lv_task = "current" }
static const struct dt_linux_view views[] = { VIEW(LS_ADAPTIVE_BLOCK), VIEW(LS_ADAPTIVE_SPIN),
	VIEW(LS_SPIN_SPIN), VIEW(LS_RW_BLOCK), { 0 } };

/*
 * LCB_F_*, as contention_begin has them.  The low bits of a lock's address are 0: the kind of wait
 * is kept there.
 */
enum { FLAG_SPIN = 1, FLAG_READ = 2, FLAG_WRITE = 4, FLAG_MUTEX = 32 };
enum { WAIT_READS = 4, WAIT_KIND = 3, WAIT_BITS = 7 };

static unsigned wait_kind(uint64_t flags)
{
	if (flags & (FLAG_READ | FLAG_WRITE))
		return LS_RW_BLOCK | (flags & FLAG_READ ? WAIT_READS : 0);
	if (flags & FLAG_SPIN)
		return flags & FLAG_MUTEX ? LS_ADAPTIVE_SPIN : LS_SPIN_SPIN;
	return LS_ADAPTIVE_BLOCK; /* mutexes, and those with priority inheritance */
}

/* The thread of the event, by any enabled view; NULL: dtrace's own. */
static thread_t *wait_thread(const struct dt_lx_event *e)
{
	struct dt_firing fi;

	for (unsigned v = 0; views[v].lv_task; v++)
		if (dt_lx_firing(e, v, &fi))
			return fi.fi_thread;
	return NULL;
}

static const struct dt_linux_field begin_fields[] = { { "lock", 0, false }, { "flags", 0, false },
	{ 0 } };
static const struct dt_linux_field end_fields[] = { { "lock", 0, false }, { 0 } };

/* A thread first spins for a mutex, then sleeps: two starts, one end. */
static void lx_begin(struct dt_feed *fd, const struct dt_lx_event *e)
{
	uint64_t lock = dt_lx_value(e, 0) & ~(uint64_t)WAIT_BITS;
	thread_t *t = wait_thread(e);

	(void)fd;
	if (!t)
		return;
	if ((t->t_lock & ~(uint64_t)WAIT_BITS) != lock)
		t->t_locksince = dt_lx_time(e);
	t->t_lock = lock | wait_kind(dt_lx_value(e, 1));
}

static void lx_end(struct dt_feed *fd, const struct dt_lx_event *e)
{
	thread_t *t = wait_thread(e);
	struct dt_firing fi;
	unsigned kind;

	/* an interrupt's wait within a wait hides the outer one */
	if (!t || (t->t_lock & ~(uint64_t)WAIT_BITS) != (dt_lx_value(e, 0) & ~(uint64_t)WAIT_BITS))
		return;
	kind = t->t_lock & WAIT_KIND;
	if (dt_lx_firing(e, kind, &fi)) {
		fi.fi_args[0] = dt_lx_value(e, 0);
		fi.fi_args[1] = dt_lx_time(e) - t->t_locksince;
		fi.fi_args[2] = kind == LS_RW_BLOCK && (t->t_lock & WAIT_READS);
		dt_fire(fd->fd_engine, dt_lx_probe(e, kind), &fi);
	}
	t->t_lock = 0;
}

static const struct dt_linux_source lockstat_linux[] = { { .ls_name = "contention_begin",
								 .ls_args = "lock flags",
								 .ls_views = views,
								 .ls_fields = begin_fields,
								 .ls_skip = 2,
								 .ls_handle = lx_begin },
	{ .ls_name = "contention_end",
		.ls_args = "lock ret",
		.ls_views = views,
		.ls_fields = end_fields,
		.ls_skip = 2,
		.ls_handle = lx_end },
	{ 0 } };

const struct dt_provider dt_prov_lockstat = {
	.pv_name = "lockstat",
	.pv_attrs = PROVIDER_ATTRS_ISA,
	.pv_probes = lockstat_probes,
	.pv_linux = lockstat_linux,
	.pv_live_only = true,
	.pv_missing = "it shows locks of the running Linux kernel; a Windows trace has none",
};
