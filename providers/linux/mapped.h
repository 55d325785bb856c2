/*
 * Mappings, forks and execs of processes, as the kernel reports them to perf, so that user
 * addresses have names even after their process has exited.
 */
#ifndef DT_LINUX_MAPPED_H
#define DT_LINUX_MAPPED_H

#include <stdint.h>

struct dt_system;
struct dt_mapped_ring;

struct dt_mapped_feed {
	struct dt_mapped_ring *mf_rings;
	unsigned mf_nrings;
	struct dt_system *mf_sys;
};

/* Adds a CPU; -1 with errno: events on it are not seen. */
int dt_mapped_cpu(struct dt_mapped_feed *, uint32_t cpu);
/* reports the processes that exist already; call it after the last CPU */
void dt_mapped_running(struct dt_mapped_feed *);
/*
 * Reports what happened up to and including that time; returns the time of what is next, as far as
 * is known, or UINT64_MAX.
 */
uint64_t dt_mapped_deliver(struct dt_mapped_feed *, uint64_t upto);
void dt_mapped_close(struct dt_mapped_feed *);

#endif
