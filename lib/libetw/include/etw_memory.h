/*
 * etw_memory.h - the kernel's records of memory: page faults, address ranges, images that are
 * backed by the paging file.
 */
#ifndef ETW_MEMORY_H
#define ETW_MEMORY_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/*
 * PageFault 020A transition, 020B demand zero, 020C copy on write, 020D guard page, 020E hard,
 * 020F access violation. They have the short header: the faulting thread is the one that runs on
 * the CPU.
 */
struct etw_fault {
	uint64_t pf_va, pf_pc;
};

/* PageFault 0220: a fault that read from a file; the record is written at its end */
struct etw_hardfault {
	uint64_t hf_initial; /* raw time of its start */
	uint64_t hf_offset;  /* in the file */
	uint64_t hf_va;
	uint64_t hf_file; /* the file's key */
	uint32_t hf_tid;
	uint32_t hf_bytes;
};

/* PageFault 0262 VirtualAlloc, 0263 VirtualFree, 0280/0281 rundown */
struct etw_valloc {
	uint64_t va_base, va_size;
	uint32_t va_pid, va_flags;
	uint64_t va_commit; /* rundown only */
};

/* PageFault 0269: an image that had to be copied into the paging file */
struct etw_imgload {
	uint64_t il_file; /* the file's key */
	uint32_t il_devchar;
	uint16_t il_filechar, il_flags;
};

int etw_decode_fault(const struct etw_event *ev, struct etw_fault *out);
int etw_decode_hardfault(const struct etw_event *ev, struct etw_hardfault *out);
int etw_decode_valloc(const struct etw_event *ev, struct etw_valloc *out);
int etw_decode_imgload(const struct etw_event *ev, struct etw_imgload *out);
int etw_write_fault(struct etw_writer *w, struct etw_event *ev, const struct etw_fault *pf);
int etw_write_hardfault(struct etw_writer *w, struct etw_event *ev, const struct etw_hardfault *hf);
int etw_write_valloc(struct etw_writer *w, struct etw_event *ev, const struct etw_valloc *va);
int etw_write_imgload(struct etw_writer *w, struct etw_event *ev, const struct etw_imgload *il);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
