/*
 * manifest.h - what the two halves of the manifest reader share: manifest.c collects items in the
 * order of the text, manifest_resolve.c makes providers, schemas and maps of them.
 */
#ifndef ETL_MANIFEST_H
#define ETL_MANIFEST_H

#include "catalog.h"

enum man_kind {
	MAN_PROVIDER,
	MAN_KEYWORD,
	MAN_TASK,
	MAN_OPCODE,
	MAN_MAP,
	MAN_MAPENTRY,
	MAN_TEMPLATE,
	MAN_DATA,
	MAN_EVENT,
	MAN_STRING
};

struct man_item { /* texts are in the catalog's arena, or NULL */
	enum man_kind it_kind;
	int it_provider; /* item number; -1: none */
	int it_scope;	 /* an opcode's task, a map entry's map, a datum's template */
	int it_struct;	 /* of data: the struct that it is in; -1 */
	const char *it_name, *it_text;
	uint64_t it_value; /* of a map: 1 if its entries are bits */
	struct etw_guid it_guid;
	uint16_t it_type, it_out;
	const char *it_length, *it_count, *it_map;
	uint8_t it_version;
	const char *it_task, *it_opcode, *it_keywords, *it_level, *it_template;
	const void *it_made; /* of a map: its struct etw_map */
};

uint16_t man_intype(const char *name);
uint16_t man_outtype(const char *name);
void man_resolve(struct etw_catalog *c, struct man_item *items, unsigned n, enum etw_origin from);

#endif
