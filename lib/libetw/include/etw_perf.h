/*
 * etw_perf.h - the kernel's PerfInfo records (group 0F) besides the profiler's samples: interrupts
 * and deferred calls, system calls, and the processor's performance counters.
 */
#ifndef ETW_PERF_H
#define ETW_PERF_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* 0F42 in a thread, 0F44, 0F45 of a timer; the record is written at its end */
struct etw_dpc {
	uint64_t dp_start; /* raw time */
	uint64_t dp_routine;
};

/* 0F43, and 0F32 of a message-signalled interrupt; the record is written at its end */
struct etw_isr {
	uint64_t is_start; /* raw time */
	uint64_t is_routine;
	uint32_t is_return;  /* 1 if the interrupt belonged to that routine */
	uint16_t is_vector;  /* v2+ */
	uint32_t is_message; /* 0F32 */
};

/* 0F33 entry, 0F34 return. The records don't name the thread: it is the one running on the CPU. */
struct etw_syscall {
	uint64_t sy_routine; /* entry */
	uint32_t sy_status;  /* return: NTSTATUS */
};

/* 0F2F: a performance counter has counted another interval. */
struct etw_pmcsample {
	uint64_t ps_ip;
	uint32_t ps_tid;
	uint16_t ps_source; /* as in struct etw_interval */
	uint16_t ps_flags;
};

/* 0F48 set, 0F49 at the start of the session, 0F4A at its end */
struct etw_interval {
	uint32_t iv_source;
	uint32_t iv_new, iv_old;
	const uint8_t *iv_name; /* UTF-16LE, v3+ */
	uint32_t iv_nameunits;
};

/* 0F30: names of the counters whose values are in records, in the same order */
#define ETW_PMC_MAX 64
struct etw_pmcconfig {
	uint32_t pc_count;
	const uint8_t *pc_name[ETW_PMC_MAX]; /* UTF-16LE */
	uint32_t pc_nameunits[ETW_PMC_MAX];
};

int etw_decode_dpc(const struct etw_event *ev, struct etw_dpc *out);
int etw_decode_isr(const struct etw_event *ev, struct etw_isr *out);
int etw_decode_syscall(const struct etw_event *ev, struct etw_syscall *out);
int etw_decode_pmcsample(const struct etw_event *ev, struct etw_pmcsample *out);
int etw_decode_interval(const struct etw_event *ev, struct etw_interval *out);
int etw_decode_pmcconfig(const struct etw_event *ev, struct etw_pmcconfig *out);

/* ev_opcode selects one of a structure's opcodes. */
int etw_write_dpc(struct etw_writer *w, struct etw_event *ev, const struct etw_dpc *dp);
int etw_write_isr(struct etw_writer *w, struct etw_event *ev, const struct etw_isr *is);
int etw_write_syscall(struct etw_writer *w, struct etw_event *ev, const struct etw_syscall *sy);
int etw_write_pmcsample(struct etw_writer *w, struct etw_event *ev, const struct etw_pmcsample *ps);
int etw_write_interval(struct etw_writer *w, struct etw_event *ev, const struct etw_interval *iv);
int etw_write_pmcconfig(struct etw_writer *w, struct etw_event *ev, const struct etw_pmcconfig *pc);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
