/* Samples: which instruction a CPU executes, a thousand times a second. */
#include "etw_perf.h"
#include "recorder.h"

#define OP_SAMPLE 46

static void on_sample(struct dt_recorder *rc, const struct dt_firing *fi)
{
	struct etw_event ev = rec_head(rc, fi, ETW_PERFINFO, OP_SAMPLE, 2);
	struct etw_sample sp = { .sp_ip = fi->fi_args[0] ? fi->fi_args[0] : fi->fi_args[1],
		.sp_tid = (uint32_t)fi->fi_thread->t_tid,
		.sp_count = 1 };

	rec_wrote(rc, etw_write_sample(rc->rc_writer, &ev, &sp));
	rec_stacks(rc, fi);
}

const struct rec_tap rec_samples[] = { { "profile", "", "profile-1000", REC_SAMPLE, on_sample, 3,
					       DT_PLAN_TASK | DT_PLAN_EXECNAME, true },
	{ .rt_group = 0 } };
