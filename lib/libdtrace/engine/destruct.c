/*
 * Actions that change the system while the clause runs: stop(), raise(), chill().
 *
 * They act on the process of the firing, after the event: how long after depends on when the feed
 * delivers it.  A trace file has no processes to act on, and nothing waits in a replay.
 */
#include <errno.h>
#include <signal.h>
#include <time.h>
#include "engine.h"

#define CHILL_MAX 500000000u /* ns in one CHILL_SPAN */
#define CHILL_SPAN 1000000000u

static bool refuse(struct dif_mach *ma, int fault, uint64_t value)
{
	dif_set_fault(ma, fault, value);
	return false;
}

/* A pid of 0 or less means more than one process and is refused. */
static bool signal_process(struct dt_engine *en, const struct dt_firing *fi, int sig)
{
	int32_t pid = fi->fi_thread->t_proc->p_pid;

	if (sig < 0 || sig > SIGRTMAX)
		return refuse(&en->en_mach, DIF_FLT_ILLOP, sig);
	if (!en->en_live || pid <= 0 || (kill(pid, sig) < 0 && errno != ESRCH))
		return refuse(&en->en_mach, DIF_FLT_UPRIV, pid);
	return true;
}

static uint64_t monotonic(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ull + ts.tv_nsec;
}

/* The wall clock goes on in the clause, the other one only when the next clause begins. */
static bool chill(struct dt_engine *en, struct dt_firing *fi, int64_t ns)
{
	if (en->en_now - en->en_chillstart >= CHILL_SPAN) {
		en->en_chillstart = en->en_now;
		en->en_chilled = 0;
	}
	if (ns < 0 || ns > (int64_t)(CHILL_MAX - en->en_chilled))
		return refuse(&en->en_mach, DIF_FLT_ILLOP, ns);
	en->en_chilled += ns;
	if (!en->en_live)
		return true;
	for (uint64_t end = monotonic() + ns; monotonic() < end;)
		;
	fi->fi_wall += ns;
	en->en_clausechill += ns;
	return true;
}

bool dt_destruct(struct dt_engine *en, struct dt_firing *fi, unsigned kind, int64_t value)
{
	switch (kind) {
	case DT_ACT_STOP: return signal_process(en, fi, SIGSTOP);
	case DT_ACT_RAISE: return signal_process(en, fi, (int)value);
	case DT_ACT_CHILL: return chill(en, fi, value);
	}
	return true;
}
