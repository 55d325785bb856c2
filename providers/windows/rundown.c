/*
 * A session begins with a rundown, one event for each process and thread that is there already.  That takes a
 * while, and the system does not stop for it: threads run, and are sampled, before their own event comes.  So the
 * rundown is read in the first pass.  What it says was true when the trace began, unless it was born since, which
 * its start event will tell.
 */
#include "etw_clr.h"
#include "stacks.h"

enum { OP_DCSTART = 3 };

static void rundown_process(struct dt_feed *fd, const struct etw_event *ev)
{
	struct dt_system *sys = dt_system(fd->fd_engine);
	struct etw_process px;
	const proc_t *p;

	if (etw_decode_process(ev, &px) < 0)
		return;
	p = dt_sys_proc_find(sys, px.px_pid);
	if (p == NULL || (p->p_flags & PROC_UNKNOWN))	/* the first one was there at the begin */
		etl_learn_proc(fd, ev, &px);
}

static void rundown_thread(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_thread tx;

	if (etw_decode_thread(ev, &tx) == 0 && dt_sys_thread_find(dt_system(fd->fd_engine), tx.tx_tid) == NULL)
		etl_learn_thread(fd, ev, &tx);
}

static void rundown_stack(struct dt_feed *fd, const struct etw_event *ev)
{
	etl_stackkeys_learn(etl_of(fd), ev);
}

#define ADDRS(guid, opcode, handle) { .es_guid = (guid), .es_opcode = (opcode), .es_state = true, \
	.es_needs = DT_NEEDS_ADDRS, .es_early = true, .es_handle = (handle) }
#define STACKDEF(hook) { .es_guid = &etl_guid_stackwalk, .es_opcode = (hook) & 0xff, .es_state = true, \
	.es_needs = DT_NEEDS_STACKS, .es_early = true, .es_handle = rundown_stack }

const struct dt_etw_source etl_rundown[] = {
	{ .es_guid = &etl_guid_process, .es_opcode = OP_DCSTART, .es_state = true, .es_early = true,
		.es_handle = rundown_process },
	{ .es_guid = &etl_guid_thread, .es_opcode = OP_DCSTART, .es_state = true, .es_early = true,
		.es_handle = rundown_thread },
	ADDRS(&etl_guid_image, 10, etl_image_early),
	ADDRS(&etl_guid_image, 3, etl_image_early),
	ADDRS(&etl_guid_image, 4, etl_image_early),
	ADDRS(&etw_guid_imageid, ETW_IMAGEID_RSDS, etl_imageid_early),
	ADDRS(&etw_guid_imageid, ETW_IMAGEID_ILRSDS, etl_imageid_early),
	ADDRS(&etw_clr_runtime, -1, etl_clr_early),
	ADDRS(&etw_clr_rundown, -1, etl_clr_early),
	STACKDEF(ETW_STACK_CREATE),
	STACKDEF(ETW_STACK_DELETE),
	STACKDEF(ETW_STACK_RUNDOWN),
	{ 0 }
};
