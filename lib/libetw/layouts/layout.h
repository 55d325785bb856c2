/*
 * layout.h - the layouts of events whose payloads become records: clr.def and config.def, of which
 * layouts.awk makes these tables.
 *
 * A layout is an event in one version and the versions after it, up to the next one in the table.
 * Its fields are those of a schema, which the catalog uses as they are; the members next to them
 * tell where a field goes in the record.
 */
#ifndef ETL_LAYOUT_H
#define ETL_LAYOUT_H

#include "etl.h"
#include "etw_records.h"
#include "etw_schema.h"

enum layout_member_kind {
	MEMBER_NONE,
	MEMBER_NUMBER,
	MEMBER_TEXT,   /* char *, UTF-8 */
	MEMBER_BYTES,  /* as in the payload */
	MEMBER_REST,   /* const uint8_t *: an array, where it is in the payload */
	MEMBER_LENGTH, /* length of a text, which the text itself gives already */
};

struct layout_member {
	uint16_t lm_offset;
	uint8_t lm_size, lm_kind;
	uint16_t lm_scale; /* factor of a fraction; of a length: the NUL doesn't count */
};

struct layout_record {
	const char *lr_name;
	uint16_t lr_size, lr_ntexts;
	const uint16_t *lr_texts; /* offsets of the char pointers */
};

struct layout_provider {
	const char *lp_name;
	struct etw_guid lp_guid;
	bool lp_classic; /* events have an opcode instead of an id */
};

struct layout {
	uint8_t ly_provider; /* in etl_layout_providers */
	uint16_t ly_id;	     /* or opcode, of classic events */
	uint8_t ly_since;    /* version */
	uint16_t ly_nfields;
	const char *ly_name, *ly_task, *ly_opname;
	uint8_t ly_level, ly_opcode;
	uint64_t ly_keyword;
	struct etw_field *ly_fields;
	const struct layout_member *ly_members; /* NULL without a record */
	const struct layout_record *ly_record;
};

/* In the order of provider, id and version. */
extern const struct layout etl_layouts[];
extern const unsigned etl_nlayouts;
extern const struct layout_provider etl_layout_providers[];
extern const unsigned etl_nlayoutproviders;

/* The event's, or NULL. */
const struct layout *etl_layout_of(const struct etw_event *ev);
/* The first of *n layouts of a provider, or NULL. */
const struct layout *etl_layouts_of(const struct etw_guid *provider, unsigned *n);
/* The field's width in a payload; 0 if it isn't fixed. */
unsigned etl_layout_width(const struct etw_field *fd, unsigned ptrsize);

#endif
