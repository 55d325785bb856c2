/*
 * etw_stack.h - the records that bring stacks of other events, besides StackWalk 1820 (etw.h).
 *
 * A kernel session may keep the stacks that it has seen in a cache. Then an event's stack is a
 * key, and the frames come when the cache drops them or the session ends; keys are used again
 * afterwards. So a key at a time means the first definition (1823, 1824) that is not earlier;
 * 1822, where it occurs, comes before.
 *
 * An event of a provider carries its stack in an extended item. If the kernel wrote the halves
 * apart, the item has a match id, and the other half comes in an item of the same id of a record
 * that is nothing else.
 */
#ifndef ETW_STACK_H
#define ETW_STACK_H

#include "etw.h"

extern const struct etw_guid etw_guid_eventtracing; /* Microsoft-Windows-Kernel-EventTracing */

enum {
	ETW_STACKWALK = 0x1820,
	ETW_STACK_CREATE = 0x1822,
	ETW_STACK_DELETE = 0x1823,
	ETW_STACK_RUNDOWN = 0x1824,
	ETW_STACK_KERNELKEY = 0x1825,
	ETW_STACK_USERKEY = 0x1826,
	ETW_STACK_HALF = 18 /* event id of etw_guid_eventtracing */
};

/* StackWalk 1825 kernel, 1826 user: the event's stack is the one of that key */
struct etw_stackkey {
	uint64_t sk_time; /* raw time of the event that the stack belongs to */
	uint32_t sk_pid, sk_tid;
	uint64_t sk_key;
};

/* StackWalk 1822 create, 1823 delete, 1824 rundown: sd_stack has frames and no event */
struct etw_stackdef {
	uint64_t sd_key;
	struct etw_stack sd_stack;
};

/* An extended item of type 5, 6, 17 or 18 */
struct etw_extstack {
	uint64_t xs_match; /* 0: it is whole */
	int xs_keyed;
	uint64_t xs_key;
	struct etw_stack xs_stack; /* not if keyed */
};

/* 0, or -1 and etw_decode_error(). */
int etw_decode_stackkey(const struct etw_event *ev, struct etw_stackkey *out);
int etw_decode_stackdef(const struct etw_event *ev, struct etw_stackdef *out);
/* 1 and the event's first stack item, or 0. Items too short for what they are count as none. */
int etw_ext_stack(const struct etw_event *ev, struct etw_extstack *out);

int etw_write_stackkey(struct etw_writer *w, struct etw_event *ev, const struct etw_stackkey *sk);
int etw_write_stackdef(struct etw_writer *w, struct etw_event *ev, const struct etw_stackdef *sd);

#endif
