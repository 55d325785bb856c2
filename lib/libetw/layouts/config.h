/*
 * config.h - the tables of the SystemConfig layouts: what fields a record has, in their order.
 */
#ifndef ETL_CONFIG_H
#define ETL_CONFIG_H

#include "etw_config.h"
#include "etl.h"

enum cf_kind {
	CF_U8, /* a number, and its width in the record; in the struct it has 4 or 8 bytes */
	CF_U16,
	CF_U32,
	CF_U64,
	CF_PTR,
	CF_SKIP,  /* cf_arg bytes of no meaning */
	CF_LEN,	  /* units of the member's text, but cf_arg, with its NUL: not needed to read it */
	CF_FIXED, /* UTF-16 in an array of cf_arg units */
	CF_WIDE,  /* UTF-16 with a NUL */
	CF_ANSI,  /* 8-bit with a NUL */
	CF_GUID,
	CF_MAC,	  /* 8 units, each with a byte of an address */
	CF_IPV4,  /* 4 bytes; adds to a text of several */
	CF_COUNT, /* how many strings CF_LIST has; by cf_arg */
	CF_LIST	  /* that many UTF-16 strings */
};

struct cf_field {
	uint8_t cf_kind, cf_min, cf_max; /* versions */
	uint8_t cf_size;		 /* of the member */
	uint16_t cf_offset;		 /* of the member */
	uint16_t cf_arg;
	const char *cf_name;
};

#define CF_COUNTS 2
#define CF_ROOM 512 /* more than any of the structs */

/* Ends at cf_name == NULL; NULL for an opcode without a layout. */
const struct cf_field *etl_config_layout(unsigned opcode);

static inline bool cf_has(const struct cf_field *f, unsigned version)
{
	return version >= f->cf_min && version <= f->cf_max;
}

static inline bool cf_is_text(const struct cf_field *f)
{
	return f->cf_kind >= CF_FIXED && f->cf_kind != CF_MAC && f->cf_kind != CF_COUNT;
}

#endif
