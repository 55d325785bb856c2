/* Timers on the stream's clock. There are few, so all are searched for the next one that is due. */
#include <stdlib.h>
#include "grow.h"
#include "engine.h"

int dt_timer_add(struct dt_engine *en, uint64_t period, dt_timer_fn *fn, void *arg)
{
	if (!period || !base_more(en->en_timers, en->en_ntimers))
		return dt_fail(en, "no memory for a timer");
	en->en_timers[en->en_ntimers++] = (struct dt_timer){ .tm_period = period,
		.tm_fn = fn,
		.tm_arg = arg };
	return 0;
}

uint32_t dt_timer_cpu(const struct dt_engine *en)
{
	int64_t cpu = dt_opt(en->en_opts, DT_OPT_CPU);

	return cpu < 0 ? 0 : (uint32_t)cpu;
}

static struct dt_timer *timers_first(struct dt_engine *en)
{
	struct dt_timer *best = NULL;

	for (unsigned i = 0; i < en->en_ntimers; i++)
		if (!best || en->en_timers[i].tm_due < best->tm_due)
			best = &en->en_timers[i];
	en->en_nextdue = best ? best->tm_due : UINT64_MAX;
	return best;
}

void dt_timers_start(struct dt_engine *en, uint64_t now)
{
	for (unsigned i = 0; i < en->en_ntimers; i++)
		en->en_timers[i].tm_due = now + en->en_timers[i].tm_period;
	timers_first(en);
}

void dt_skip(struct dt_engine *en, uint64_t now, int64_t wall)
{
	for (unsigned i = 0; i < en->en_ntimers; i++) {
		struct dt_timer *tm = &en->en_timers[i];

		if (tm->tm_due < now)
			tm->tm_due += (now - tm->tm_due + tm->tm_period - 1) / tm->tm_period *
				tm->tm_period;
	}
	timers_first(en);
	dt_advance(en, now, wall);
}

void dt_advance(struct dt_engine *en, uint64_t now, int64_t wall)
{
	/*
	 * Between two events wall time advances as now does, so a timer's wall time is computed
	 * back from this event's.
	 */
	while (en->en_nextdue <= now && en->en_state == DT_ACTIVE) {
		struct dt_timer *tm = timers_first(en);
		uint64_t due = tm->tm_due;

		tm->tm_due += tm->tm_period;
		en->en_now = due;
		en->en_wall = wall - (int64_t)(now - due);
		tm->tm_fn(en, tm->tm_arg, due, en->en_wall);
		timers_first(en);
	}
	if (now > en->en_now) {
		en->en_now = now;
		en->en_wall = wall;
	}
}
