/*
 * Processes and threads that existed when the trace began. A session logs them in a rundown at its
 * beginning, which takes a while as the system runs on; or in one at its end; or only when they
 * end. So all of that is read in the first pass: the first event about a process or thread is true
 * from the trace's beginning, unless it is its start.
 *
 * The same for CPUs: the first switch on a CPU has the thread that ran there until then.
 */
#include <stdlib.h>
#include "alloc.h"
#include "etw_kprocess.h"
#include "stacks.h"

#define MAXID (1u << 24) /* limit of ids; a bit for every fourth */

enum { OP_START = 1, OP_END, OP_DCSTART, OP_DCEND, OP_DEFUNCT = 0x27 };

static uint8_t *born_bit(uint8_t **bits, uint32_t id)
{
	if (id >= MAXID || (!*bits && !(*bits = base_calloc(1, MAXID / 32))))
		return NULL;
	return *bits + id / 32;
}

static void born_set(uint8_t **bits, uint32_t id)
{
	uint8_t *byte = born_bit(bits, id);

	if (byte)
		*byte |= (uint8_t)(1u << id / 4 % 8);
}

static bool born(uint8_t **bits, uint32_t id)
{
	const uint8_t *byte = !*bits ? NULL : born_bit(bits, id);

	return byte && (*byte >> id / 4 % 8 & 1);
}

static bool process_open(struct dt_feed *fd, uint32_t pid)
{
	const proc_t *p = dt_sys_proc_find(dt_system(fd->fd_engine), pid);

	return (!p || (p->p_flags & PROC_UNKNOWN)) && !born(&etl_of(fd)->ef_born[0], pid);
}

/* Events of the kernel. */
static void rundown_process(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_process px;

	if (etw_decode_process(ev, &px) < 0 || !process_open(fd, px.px_pid))
		return;
	if (ev->ev_opcode == OP_START)
		born_set(&etl_of(fd)->ef_born[0], px.px_pid);
	else
		etl_learn_proc(fd, ev, &px);
}

static bool thread_open(struct dt_feed *fd, uint32_t tid)
{
	const thread_t *t = dt_sys_thread_find(dt_system(fd->fd_engine), tid);

	return (!t || t->t_proc->p_pid == -1) && !born(&etl_of(fd)->ef_born[1], tid);
}

static void rundown_thread(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_thread tx;

	if (etw_decode_thread(ev, &tx) < 0 || !thread_open(fd, tx.tx_tid))
		return;
	if (ev->ev_opcode == OP_START)
		born_set(&etl_of(fd)->ef_born[1], tx.tx_tid);
	else
		etl_learn_thread(fd, ev, &tx);
}

static bool cpu_open(struct dt_system *sys, uint32_t cpu)
{
	const thread_t *t = dt_sys_running(sys, cpu);

	return t->t_tid == 0 && t->t_proc->p_pid == -1;
}

/* After every CPU has switched, this pass ignores switches. */
static void rundown_switch(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	struct etw_cswitch cs;
	bool open = false;

	if (!cpu_open(sys, ev->ev_cpu) || etw_decode_cswitch(ev, &cs) < 0)
		return;
	dt_sys_switch(sys, ev->ev_cpu, etl_thread(fd, ev, cs.cs_oldtid, ETW_NOID), 0);
	for (unsigned cpu = 0; cpu < dt_sys_ncpu(sys); cpu++)
		open |= cpu_open(sys, cpu);
	if (!open)
		etw_filter_unhook(etl_of(fd)->ef_running->di_filter, ETL_CSWITCH);
}

/* Events of others: they name a process, and the kernel's event replaces that name. */
static void process_named(struct dt_feed *fd, uint32_t pid, const char *name)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	proc_t *p;

	if (pid == ETW_NOID || pid == 0 || name[0] == '\0' || !process_open(fd, pid))
		return;
	p = dt_sys_proc(sys, pid);
	if (p->p_flags & PROC_NAMED)
		return;
	dt_sys_proc_exec(sys, p, name, NULL);
	p->p_flags |= PROC_UNKNOWN;
}

/* Process 4 is the system process on every Windows since XP. */
void etl_rundown_end(struct dt_feed *fd)
{
	process_named(fd, 4, "system");
}

/* Finds the program among the images of a process. */
static void image_named(struct dt_feed *fd, uint32_t pid, const uint8_t *path, uint32_t units)
{
	if (units > 4 && path[2 * units - 8] == '.' && (path[2 * units - 6] | 0x20) == 'e' &&
		(path[2 * units - 4] | 0x20) == 'x' && (path[2 * units - 2] | 0x20) == 'e')
		process_named(fd, pid, etl_exepath(fd, path, units));
}

static void rundown_image(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_image im;

	if (etw_decode_image(ev, &im) == 0)
		image_named(fd, im.im_pid, im.im_name, im.im_nameunits);
}

static void rundown_kprocess(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_kprocess kp;

	if (ev->ev_kind != ETW_EVENT || etw_decode_kprocess(ev, &kp) < 0)
		return;
	switch (ev->ev_id) {
	case ETW_KP_START:
		if (process_open(fd, kp.kp_pid))
			born_set(&etl_of(fd)->ef_born[0], kp.kp_pid);
		break;
	case ETW_KP_THREAD:
		if (thread_open(fd, kp.kp_tid))
			born_set(&etl_of(fd)->ef_born[1], kp.kp_tid);
		break;
	case ETW_KP_RUNDOWN:
		process_named(fd, kp.kp_pid, etl_exepath(fd, kp.kp_path, kp.kp_pathunits));
		break;
	case ETW_KP_STOP:
		process_named(fd, kp.kp_pid,
			etl_execname(fd, kp.kp_pid, kp.kp_name, kp.kp_namelen));
		break;
	case ETW_KP_IMAGE: image_named(fd, kp.kp_pid, kp.kp_path, kp.kp_pathunits); break;
	}
}

/* A runtime has the command that started it. */
static void rundown_runtime(struct dt_feed *fd, const struct etw_event *ev)
{
	const netrt_t *ri;
	size_t used;

	if (ev->ev_kind == ETW_EVENT && ev->ev_id == 187 && (ri = etl_decoded(fd, ev, &used)))
		process_named(fd, ev->ev_pid, etl_execommand(fd, ri->ri_command));
}

static void rundown_stack(struct dt_feed *fd, const struct etw_event *ev)
{
	etl_stackkeys_learn(etl_of(fd), ev);
}

/* What these events report about the time when they happen. */
static void kprocess_start(struct dt_feed *fd, const struct etw_kprocess *kp)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	const char *name = etl_exepath(fd, kp->kp_path, kp->kp_pathunits);
	const proc_t *p = dt_sys_proc_find(sys, kp->kp_pid);

	if (!p || !(p->p_flags & PROC_NAMED) || (p->p_flags & (PROC_UNKNOWN | PROC_EXITED)))
		/* otherwise the kernel's event has done it */
		dt_sys_proc_start(sys, kp->kp_pid, kp->kp_ppid, name, NULL);
}

static void kprocess(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	struct etw_kprocess kp;
	proc_t *p;

	if (ev->ev_kind != ETW_EVENT || etw_decode_kprocess(ev, &kp) < 0)
		return;
	if (ev->ev_id == ETW_KP_START)
		kprocess_start(fd, &kp);
	else if (ev->ev_id == ETW_KP_STOP && (p = dt_sys_proc_find(sys, kp.kp_pid)))
		dt_sys_proc_exit(sys, p, kp.kp_exit);
}

/* clang-format off */
#define EARLY(guid, opcode, handle) { .es_guid = (guid), .es_opcode = (opcode), \
	.es_state = true, .es_early = true, \
	.es_handle = (handle) }
#define ADDRS(guid, opcode, handle) { .es_guid = (guid), .es_opcode = (opcode), .es_state = true, \
	.es_needs = DT_NEEDS_ADDRS, .es_early = true, .es_handle = (handle) }
#define STACKDEF(hook) { .es_guid = &etl_guid_stackwalk, .es_opcode = (hook) & 0xff, \
	.es_state = true, \
	.es_needs = DT_NEEDS_STACKS, .es_early = true, .es_handle = rundown_stack }
/* clang-format on */

const struct dt_etw_source etl_rundown[] = { EARLY(&etl_guid_process, OP_START, rundown_process),
	EARLY(&etl_guid_process, OP_END, rundown_process),
	EARLY(&etl_guid_process, OP_DCSTART, rundown_process),
	EARLY(&etl_guid_process, OP_DCEND, rundown_process),
	EARLY(&etl_guid_process, OP_DEFUNCT, rundown_process),
	EARLY(&etl_guid_thread, OP_START, rundown_thread),
	EARLY(&etl_guid_thread, OP_END, rundown_thread),
	EARLY(&etl_guid_thread, OP_DCSTART, rundown_thread),
	EARLY(&etl_guid_thread, OP_DCEND, rundown_thread),
	EARLY(&etl_guid_thread, ETL_CSWITCH & 0xff, rundown_switch),
	EARLY(&etl_guid_image, 10, rundown_image),
	EARLY(&etl_guid_image, OP_DCSTART, rundown_image),
	EARLY(&etl_guid_image, OP_DCEND, rundown_image),
	EARLY(&etw_guid_kprocess, -1, rundown_kprocess),
	EARLY(&etw_clr_runtime, -1, rundown_runtime), EARLY(&etw_clr_rundown, -1, rundown_runtime),
	ADDRS(&etl_guid_image, 10, etl_image_early), ADDRS(&etl_guid_image, 3, etl_image_early),
	ADDRS(&etl_guid_image, 4, etl_image_early),
	ADDRS(&etw_guid_imageid, ETW_IMAGEID_RSDS, etl_imageid_early),
	ADDRS(&etw_guid_imageid, ETW_IMAGEID_ILRSDS, etl_imageid_early),
	ADDRS(&etw_clr_runtime, -1, etl_clr_early), ADDRS(&etw_clr_rundown, -1, etl_clr_early),
	ADDRS(&etl_guid_recorded, -1, etl_carried_early), STACKDEF(ETW_STACK_CREATE),
	STACKDEF(ETW_STACK_DELETE), STACKDEF(ETW_STACK_RUNDOWN),
	{ .es_guid = &etw_guid_kprocess, .es_opcode = -1, .es_state = true, .es_handle = kprocess },
	{ 0 } };
