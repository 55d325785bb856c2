/*
 * Where a thread sleeps: the innermost function of the kernel that isn't the scheduler's own, as
 * /proc/PID/wchan has it. If a clause reads it, each switch records the kernel's stack.
 */
#include "lx.h"

#define WCHAN_FRAMES 16

static bool wanted(const struct dt_lx_source *so)
{
	return (so->so_feed->lf_vars & DT_PLAN_WCHAN) && (so->so_state & DT_LX_STATE_SWITCH);
}

unsigned dt_wchan_frames(const struct dt_lx_source *so)
{
	return wanted(so) ? WCHAN_FRAMES : 0;
}

/* The scheduler's and the locks' own functions are in sections of their own. */
static const char *const bounds[DT_WCHAN_BOUNDS] = { "__sched_text_start", "__sched_text_end",
	"__lock_text_start", "__lock_text_end" };

void dt_wchan_open(struct dt_linux_feed *f)
{
	if (f->lf_vars & DT_PLAN_WCHAN)
		dt_ksyms(bounds, f->lf_wchan, DT_WCHAN_BOUNDS);
}

uint64_t dt_lx_wchan(const struct dt_lx_event *e)
{
	const uint64_t *b = e->ev_source->so_feed->lf_wchan;
	struct dt_stack k, u;
	bool asleep = false; /* before that are frames of the tracepoint, if others trace it too */

	if (!wanted(e->ev_source))
		return 0;
	dt_varlen_stacks(e, &k, &u);
	for (uint32_t i = 0; i < k.st_depth; i++) {
		uint64_t pc = k.st_pcs[i];

		if (pc == 0)
			break;
		if ((pc >= b[0] && pc < b[1]) || (pc >= b[2] && pc < b[3]))
			asleep = true;
		else if (asleep)
			return pc;
	}
	return 0;
}
