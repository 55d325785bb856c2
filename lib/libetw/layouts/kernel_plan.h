/*
 * kernel_plan.h - the kernel's layouts as mofgen.c compiles them, at build time, from mof.def (what
 * a payload has, by event and version) and bind.def (which member of a struct holds which field).
 *
 * A plan is one layout for one struct and one pointer size: operations, first those of the fields
 * that have fixed offsets, which are those up to the first of variable length; then those of the
 * others, which are walked in the payload's order; then the fixed fields without a member, which
 * are skipped. Decoding and encoding go by the same plan.
 */
#ifndef ETL_KERNEL_PLAN_H
#define ETL_KERNEL_PLAN_H

#include "etw_disk.h"
#include "etw_file.h"
#include "etw_memory.h"
#include "etw_net.h"
#include "etw_perf.h"
#include "etw_registry.h"
#include "etw_sched.h"
#include "etw_schema.h"
#include "etw_stack.h"
#include "kernel.h"

/*
 * Tables refer to names and to each other by offset, not by pointer, so that there is little to
 * relocate at the start.
 */
extern const char etl_names[];

struct lay_field { /* as struct etw_field */
	uint16_t lf_name, lf_type, lf_out, lf_flags, lf_length, lf_count;
};

/* A line of mof.def for one of its events. */
struct lay_event {
	uint16_t le_group;
	uint8_t le_opcode, le_version;
	uint16_t le_name;
	uint16_t le_first, le_nfields; /* in etl_fields */
};

extern const struct lay_field etl_fields[];
extern const struct lay_event etl_events[];
extern const size_t etl_nevents;

enum lay_kind {
	LAY_NUM,  /* lo_copy bytes: the narrower of field and member */
	LAY_PORT, /* big-endian */
	LAY_NOID, /* no such field: the member is ETW_NOID */
	LAY_UTF16,
	LAY_ANSI,
	LAY_SID,   /* lo_extra: the two pointers before it */
	LAY_LIST,  /* lo_extra: the elements' size */
	LAY_TEXTS, /* lo_extra: their number, lo_copy at most */
	LAY_MAYBE  /* lo_len: whether there is one */
};

struct lay_op {
	uint8_t lo_kind;
	uint8_t lo_size; /* of the field, or of an element */
	bool lo_optional;
	uint16_t lo_at; /* the fixed offset in the payload */
	uint16_t lo_name;
	uint8_t lo_copy;		  /* for fixed offsets: 0 if not LAY_NUM */
	uint16_t lo_to, lo_len, lo_extra; /* offsets of members */
};

struct lay_plan {
	uint16_t pl_first;			    /* in rc_ops */
	uint8_t pl_nfixed, pl_nwalked, pl_nskipped; /* operations */
	uint16_t pl_fixed;			    /* bytes of the fields of fixed offset */
};

struct lay_version {
	uint8_t lv_version; /* versions of one opcode: the newest first; the oldest is 0 */
	uint16_t lv_plan;   /* in rc_plans: for 4-byte pointers, and after it for 8-byte pointers */
};

struct lay_record {
	uint16_t rc_size; /* of the struct */
	uint16_t rc_group;
	uint8_t rc_kind;   /* enum etw_kind */
	uint8_t rc_opcode; /* if there is only one */
	const struct lay_op *rc_ops;
	const struct lay_plan *rc_plans;
	const struct lay_version *rc_versions;
	uint8_t rc_first[256]; /* by opcode: the newest in rc_versions, counted from 1; 0: none */
};

#define RECORD(name, ...) extern const struct lay_record etl_rec_##name;
#include "bind.def"

/*
 * The plan for the event's opcode, version and pointer size; an older version than the oldest uses
 * the oldest.
 */
const struct lay_plan *etl_plan(const struct lay_record *rc, const struct etw_event *ev);
/* Fills the record's struct. Returns 0, or -1 and the reason for etw_decode_error(). */
int etl_decode(const struct lay_record *rc, const struct etw_event *ev, void *out);

#endif
