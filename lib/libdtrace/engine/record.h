/*
 * Records: what a firing of a clause leaves in the principal buffer for the consumer.
 *
 * A record is a struct dt_record followed by the operands of the clause's recording actions. The
 * enabled clause's description (struct dt_epdesc) has their offsets from the start of the record.
 */
#ifndef DT_RECORD_H
#define DT_RECORD_H

#include "program.h"
#include "dtrace_provider.h"

#define DT_MAXCPUS (1u << 16) /* what fires on a CPU beyond leaves nothing */

struct dt_record {
	uint32_t rc_epid;
	uint32_t rc_size; /* of the whole, a multiple of 8 */
	uint64_t rc_time; /* stream clock */
	uint32_t rc_cpu;
	uint32_t rc_seq; /* number of the record, which orders records of one time */
};

struct dt_recdesc { /* one recorded operand */
	const struct dt_action *rd_action;
	const struct dt_operand *rd_op;
	uint32_t rd_index; /* operand's index in its action */
	uint32_t rd_offset, rd_size;
	uint32_t rd_actno; /* number of this operand for error messages: 1 = first */
};

struct dt_epdesc {	/* an enabled clause at a probe */
	uint32_t ep_id; /* EPID, from 1 */
	struct dt_probe *ep_probe;
	const struct dt_clause *ep_clause;
	/* in order; an action that records nothing, but acts when the record is consumed (printa,
	 * clear), has one with rd_size 0 */
	const struct dt_recdesc *ep_recs;
	uint32_t ep_nrecs;
	uint32_t ep_size; /* of a record */
	/* what a record counts for against bufsize and specsize: dt_room_add() */
	uint32_t ep_room, ep_align;
};

/* What records count for after this one: each starts at its alignment. */
static inline uint64_t dt_room_add(uint64_t taken, const struct dt_epdesc *ep)
{
	dt_row_add(&taken, ep->ep_align, ep->ep_room);
	return taken;
}

#endif
