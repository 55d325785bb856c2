/*
 * Stacks of a replay; windows.h says which file does what.
 *
 * A stack follows its event: directly, or when the thread returns to user mode, which may be much
 * later. So if a clause reads stacks, the feed reads ahead of what it delivers: an event that feeds
 * such a probe is copied and queued, and so are all later wanted events, to keep the order. It is
 * delivered when its stack is complete, when HOLD_NS have passed, or when too many events wait.
 * Without such a clause nothing waits and nothing is copied.
 *
 * A stack finds its event by
 *	the time stamp that both have (StackWalk), on the same CPU if possible
 *	the match id that both have (extended items of providers' events, and their other halves)
 *	the thread (a stack of the .NET runtime is that of the runtime's last event there)
 *
 * The stack of a context switch is that of the incoming thread: where it was when it left the CPU.
 * So the switch in which it left gets the stack too if it still waits: off-cpu fires with it.
 *
 * A frame is a kernel frame or a user frame by its address.
 */
#ifndef STACKS_H
#define STACKS_H

#include "etw_stack.h"
#include "windows.h"

#define STACK_MAXFRAMES 512
#define ETL_CLR_STACKWALK 82 /* event id */

struct etl_frames {
	uint64_t *fr_pcs; /* kernel frames, then user frames, both leaf first */
	uint32_t fr_kernel, fr_user, fr_max;
};

struct etl_held {
	struct etw_event he_event; /* points into he_record */
	uint8_t *he_record;
	uint32_t he_recsize;
	bool he_waits;	    /* for a stack */
	bool he_whole;	    /* it has arrived */
	bool he_leaves;	    /* a context switch: he_off is wanted */
	uint8_t he_keykind; /* kind of key by which its stack finds it */
	uint64_t he_key;
	uint64_t he_nexthash; /* number of the next one in its chain, plus 1 */
	uint64_t he_left;     /* number of the switch in which the new thread left, plus 1 */
	uint32_t he_tid;      /* of the stack; ETW_NOID: unknown */
	uint32_t he_newtid, he_oldtid; /* of a context switch */
	struct etl_frames he_stack, he_off;
};

/* hold.c: events in a ring, by number; waiting ones are also in a hash by their key */
struct etl_hold {
	struct etl_held *ho_ring;
	uint64_t *ho_hash;		    /* number + 1 */
	uint64_t ho_size, ho_head, ho_tail; /* a power of two; numbers */
	uint64_t ho_bytes, ho_readns;
	bool ho_eof, ho_delivered;
	const struct etl_held *ho_now; /* the event that is being delivered, if it was queued */
	bool ho_off;		       /* off-cpu stacks are read */
	uint64_t ho_left[1024];	       /* by thread: the last switch in which it left, plus 1 */
};

enum { HOLD_BY_TIME = 1, HOLD_BY_MATCH, HOLD_BY_THREAD };

/* or NULL: it is no longer in the ring */
struct etl_held *etl_held(const struct etl_hold *, uint64_t number);
struct etl_held *etl_held_first(const struct etl_hold *, unsigned keykind, uint64_t key);
struct etl_held *etl_held_next(const struct etl_hold *, const struct etl_held *);
uint64_t etl_held_key(unsigned file, unsigned keykind, uint64_t key);

/* stacks.c */
void etl_stack_prepare(struct etl_feed *, struct etl_hold *, struct etl_held *, uint64_t number);
/* for an event that will wait: sets the key for its stack, and takes the stack that it contains */
void etl_stack_bring(struct etl_feed *, struct etl_hold *, const struct etw_event *);
/* for any event: if it is a stack, gives it to the events that it belongs to */
void etl_stack_give(const struct etw_stack *, uint64_t pcs[STACK_MAXFRAMES], struct dt_firing *);
/* sets the stacks of a firing; the frames go to pcs */

/* stackkeys.c */
void etl_stackkeys_learn(struct etl_feed *, const struct etw_event *);
bool etl_stackkeys_find(struct etl_feed *, unsigned file, uint64_t key, uint64_t raw,
	struct etw_stack *);
void etl_stackkeys_free(struct etl_feed *);

#endif
