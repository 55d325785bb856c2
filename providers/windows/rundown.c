/*
 * A session begins with a rundown, one event for each process and thread that is there already.  That takes a
 * while, and the system does not stop for it: threads run, and are sampled, before their own event comes.  So the
 * first part of a stream is read twice, the first time for its rundown alone.  What the rundown says was true
 * when the trace began, unless it was born since, which its start event will tell.
 */
#include "windows.h"

#define RUNDOWN_NS 3000000000u	/* the second half of a rundown longer than that comes when it comes */
#define RUNDOWN_EVENTS 1000000

enum { HOOK_PROCESS = 0x0303, HOOK_THREAD = 0x0503 };	/* DCStart */

static void rundown_event(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_process px;
	struct etw_thread tx;

	if (ev->ev_hookid == HOOK_PROCESS && etw_decode_process(ev, &px) == 0)
		etl_learn_proc(fd, ev, &px);
	else if (ev->ev_hookid == HOOK_THREAD && etw_decode_thread(ev, &tx) == 0)
		etl_learn_thread(fd, ev, &tx);
}

void etl_rundown(struct dt_feed *fd, const char *const *paths, unsigned npaths)
{
	char err[256];
	struct etw_trace *t = etw_open(paths, npaths, err, sizeof(err));
	struct etw_event ev;

	if (t == NULL)
		return;		/* it could be opened a moment ago; the replay goes on without */
	for (unsigned n = 0; n < RUNDOWN_EVENTS && etw_next(t, &ev) && ev.ev_ns < RUNDOWN_NS; n++)
		rundown_event(fd, &ev);
	etw_close(t);
}
