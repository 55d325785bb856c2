/*
 * clr.h - how the payloads of CLR events are described: clr_layout.c to clr.c.
 */
#ifndef ETL_CLR_H
#define ETL_CLR_H

#include "etl.h"
#include "etw_clr.h"

enum clr_type {
	CLR_U8,
	CLR_U16,
	CLR_U32,
	CLR_U64, /* doubles, too */
	CLR_PTR,
	CLR_GUID,
	CLR_UTF16,
	CLR_ANSI,
	CLR_COUNT16, /* of the lists that follow */
	CLR_COUNT32,
	CLR_LIST
};

#define CLR_NOWHERE 0xffff /* cf_at: a member of a list's element */

struct clr_field { /* a list of them ends at cf_name == NULL */
	const char *cf_name;
	enum clr_type cf_type;
	uint8_t cf_since, cf_until;	    /* versions that have it; until 0: all later ones */
	uint16_t cf_at, cf_size;	    /* in struct etw_clr */
	const struct clr_field *cf_element; /* of a list */
};

struct clr_layout {
	uint16_t ly_id;
	uint8_t ly_until; /* the last version that has it */
	bool ly_rundown;  /* else of the runtime itself */
	enum etw_clr_kind ly_kind;
	const struct clr_field *ly_fields;
};

/* NULL: not known. */
const struct clr_layout *clr_layout(const struct etw_event *ev);

#endif
