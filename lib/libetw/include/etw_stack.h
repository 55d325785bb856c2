/*
 * etw_stack.h - the records with stacks of other events, except StackWalk 1820 (etw.h).
 *
 * A kernel session may cache stacks. Then an event's stack is a key, and the frames follow in a
 * definition when the cache drops them or the session ends; after that, the key may be reused. So a
 * key refers to the first definition (1823, 1824) at or after the event; 1822, if present, precedes
 * the event.
 *
 * An event of a provider has its stack in an extended item. If the kernel wrote the user and kernel
 * halves separately, the item has a match id, and the other half is in an item with the same id, in
 * a record that contains nothing else.
 */
#ifndef ETW_STACK_H
#define ETW_STACK_H

#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

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

/* StackWalk 1825 kernel, 1826 user: the key of an event's stack */
struct etw_stackkey {
	uint64_t sk_time; /* raw time of the event that the stack belongs to */
	uint32_t sk_pid, sk_tid;
	uint64_t sk_key;
};

/* StackWalk 1822 create, 1823 delete, 1824 rundown: sd_stack has frames but no event */
struct etw_stackdef {
	uint64_t sd_key;
	struct etw_stack sd_stack;
};

/* An extended item of type 5, 6, 17 or 18 */
struct etw_extstack {
	uint64_t xs_match; /* 0 if the stack is complete */
	int xs_keyed;
	uint64_t xs_key;	   /* if xs_keyed */
	struct etw_stack xs_stack; /* if !xs_keyed */
};

/* These return 0, or -1 and set etw_decode_error(). */
int etw_decode_stackkey(const struct etw_event *ev, struct etw_stackkey *out);
int etw_decode_stackdef(const struct etw_event *ev, struct etw_stackdef *out);
/* Returns 1 and the event's first stack item, or 0. Ignores items that are too short. */
int etw_ext_stack(const struct etw_event *ev, struct etw_extstack *out);

int etw_write_stackkey(struct etw_writer *w, struct etw_event *ev, const struct etw_stackkey *sk);
int etw_write_stackdef(struct etw_writer *w, struct etw_event *ev, const struct etw_stackdef *sd);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
