/*
 * catalog.h - shared by the files of schema/; nothing here is public.
 *
 * Everything that is learned is in one arena of at most CAT_ARENA_MAX bytes: a file of ever
 * different schemas fills it, and then nothing more is learned. If an allocation fails, the schema
 * is left out; no code depends on one.
 */
#ifndef ETL_CATALOG_H
#define ETL_CATALOG_H

#include "etl.h"
#include "layout.h"
#include "table.h"
#include "etw_schema.h"

#define CAT_ARENA_MAX (128u << 20)
#define CAT_MAXFIELDS 4096 /* of one schema */
#define CAT_MAXDEPTH 32	   /* structs in structs */

struct cat_chunk;

/*
 * Tables of pointers. The 64-bit hash of a key is used as the key: keys with equal hashes share an
 * entry. At worst an event is shown with the layout of another; every length is checked anyway.
 */
#define CAT_TABLE \
	{ \
		.mp_size = sizeof(void *), .mp_max = 1u << 18 \
	}

struct cat_kind;
struct cat_pending; /* a manifest of which some pieces have arrived: eventsource.c */

struct etw_catalog {
	struct cat_chunk *ca_chunks;
	size_t ca_total;
	struct etw_provider **ca_providers;
	unsigned ca_nproviders, ca_maxproviders;
	struct base_table ca_byguid;   /* struct etw_provider */
	struct base_table ca_schemas;  /* struct etw_schema, by provider, id and version */
	struct base_table ca_resolved; /* the schema of an event's id and version, or NULL */
	struct base_table ca_tl;       /* struct tl_entry, by the bytes of the schema */
	struct base_table ca_maps;     /* struct etw_map, by provider and name */
	struct base_table ca_kinds;    /* struct cat_kind: catalog.c */
	struct cat_kind *ca_kindlist;
	struct cat_pending *ca_pending;
	size_t ca_pendinglen; /* bytes */
	const char *ca_lacks; /* etw_catalog_lacks() */
	struct etw_provider *ca_lastprov;
	bool ca_mof; /* the kernel's table has been read */
	bool ca_full;
};

/* schema.c */
void *cat_alloc(struct etw_catalog *c, size_t n); /* zeroed; NULL: full */
char *cat_strndup(struct etw_catalog *c, const char *s, size_t n);
char *cat_utf16(struct etw_catalog *c, const uint8_t *p, size_t units); /* up to a NUL */
uint64_t cat_hash(const void *p, size_t n, uint64_t seed);
bool cat_table_put(struct base_table *t, uint64_t hash, void *p); /* adds or replaces */

/* A schema under construction: fields are added, then it is entered. */
struct cat_build {
	struct etw_catalog *cb_cat;
	struct etw_schema cb_schema;
	struct etw_field *cb_fields; /* from malloc() until it is entered */
	unsigned cb_n, cb_max;
	bool cb_failed;
};

void cat_build_start(struct cat_build *b, struct etw_catalog *c, const struct etw_guid *g);
struct etw_field *cat_build_field(struct cat_build *b, const char *name); /* NULL: too many */
/*
 * Unless `linked`, all fields are on the top level, in their order. Returns NULL if there is no
 * room.
 */
struct etw_schema *cat_build_end(struct cat_build *b, bool linked);
void cat_build_drop(struct cat_build *b);
bool cat_provider_adds(struct etw_catalog *c, struct etw_schema *sc); /* to its provider's list */
/* Enters a schema for its provider, id and version, unless there is one of a better origin. */
void cat_schema_enter(struct etw_catalog *c, struct etw_schema *sc);
uint64_t cat_schema_hash(const struct etw_guid *g, bool classic, unsigned id, unsigned version);

/* catalog.c */
void cat_provider_name(struct etw_catalog *c, struct etw_provider *pr, const char *name,
	enum etw_origin from);
void cat_provider_keyword(struct etw_catalog *c, struct etw_provider *pr, const char *name,
	size_t len, uint64_t mask);
void cat_name_event(struct etw_catalog *c, struct etw_schema *sc, const char *symbol);

/* tracelog.c: the schema in the event's extended data, parsed once; NULL: none, or it is invalid */
struct etw_schema *cat_tracelog(struct etw_catalog *c, const struct etw_event *ev);
/* The same, from its bytes, for tests. */
struct etw_schema *cat_tracelog_parse(struct etw_catalog *c, const struct etw_guid *g,
	const uint8_t *p, size_t n);
/* Provider's name from PROV_TRAITS, or NULL. */
const char *cat_traits_name(struct etw_catalog *c, const uint8_t *p, size_t n);

/* metadata.c */
bool cat_metadata(struct etw_catalog *c, unsigned opcode, const uint8_t *p, size_t n);

/* eventsource.c */
/* returns whether it was a piece */
bool cat_eventsource(struct etw_catalog *c, const struct etw_event *ev);
void cat_eventsource_free(struct etw_catalog *c);

/* mof.c */
void cat_mof(struct etw_catalog *c);

/*
 * layout_schema.c: a provider's layouts, as schemas; and the layout that has the name of a schema's
 * event
 */
void cat_layouts(struct etw_catalog *c, struct etw_provider *pr);
const struct layout *cat_layout(const struct etw_schema *sc);

/* provlist.c */
/* adds what the table has about it */
void cat_provlist(struct etw_catalog *c, struct etw_provider *pr);
bool cat_provlist_named(const char *name, struct etw_guid *g);

#endif
