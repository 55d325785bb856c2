/*
 * sched's two files: sched.c has the probes and the trace files' half, sched_linux.c the running
 * kernel's.
 */
#ifndef SCHED_PROBES_H
#define SCHED_PROBES_H

#include "linux.h"

enum {
	SCHED_ON,
	SCHED_OFF,
	SCHED_WAKEUP,
	SCHED_SLEEP,
	SCHED_PREEMPT,
	SCHED_ENQUEUE,
	SCHED_DEQUEUE,
	SCHED_TICK,
	SCHED_SURRENDER,
	SCHED_CHANGE_PRI
};

extern const struct dt_linux_source dt_sched_linux[];

#endif
