/*
 * etw_sched.h - less common records of the Process, Thread and Image groups: priorities, counters,
 * forced ends of processes, the address of the kernel.
 */
#ifndef ETW_SCHED_H
#define ETW_SCHED_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Thread 0530 priority, 0531 base priority, 0533 page priority, 0534 I/O priority: set */
struct etw_priority {
	uint32_t pr_tid;
	uint8_t pr_old, pr_new;
	uint16_t pr_reserved;
};

/* Process 0320, 0321 rundown */
#define ETW_PERFCTR_SIZES 11
struct etw_perfctr {
	uint32_t pf_pid, pf_faults, pf_handles, pf_reserved;
	/* peaks of virtual, working set, page file, paged pool and other pool; the current values
	   of these five; private */
	uint64_t pf_sizes[ETW_PERFCTR_SIZES];
};

/* Process 030B: another process is ending it */
struct etw_terminate {
	uint32_t te_pid;
};

/* Image 1421 the kernel, 1422 the page for calls to the hypervisor */
struct etw_imagebase {
	uint64_t ib_base;
};

int etw_decode_priority(const struct etw_event *ev, struct etw_priority *out);
int etw_decode_perfctr(const struct etw_event *ev, struct etw_perfctr *out);
int etw_decode_terminate(const struct etw_event *ev, struct etw_terminate *out);
int etw_decode_imagebase(const struct etw_event *ev, struct etw_imagebase *out);

int etw_write_priority(struct etw_writer *w, struct etw_event *ev, const struct etw_priority *pr);
int etw_write_perfctr(struct etw_writer *w, struct etw_event *ev, const struct etw_perfctr *pf);
int etw_write_terminate(struct etw_writer *w, struct etw_event *ev, const struct etw_terminate *te);
int etw_write_imagebase(struct etw_writer *w, struct etw_event *ev, const struct etw_imagebase *ib);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
