/*
 * etw_schema.h - the names, fields and providers of events.
 *
 * A schema describes the layout of a payload. Schemas come from the trace itself, from the user's
 * manifests, and, for events of the kernel and of the .NET runtime, from built-in tables:
 *
 *	schema.c	memory, field lists, the table of schemas by (provider, id, version)
 *	tracelog.c	TraceLogging: each event contains its schema
 *	metadata.c	TRACE_EVENT_INFO and EVENT_MAP_INFO records of merged files
 *	manifest.c	instrumentation manifests (XML): providers, templates, maps, texts; and
 *			manifest_resolve.c, which resolves references between them
 *	eventsource.c	manifests that .NET event sources write into the trace in pieces
 *	mof.c		the kernel's records: layouts/mof.def
 *	layout_schema.c	records of the .NET runtime and others: layouts/clr.def, config.def
 *	provlist.c	names, GUIDs and keywords that are known without these: providers.tsv, and
 *			those learned earlier (a file in the user's cache directory)
 *	catalog.c	providers, events and schemas of one trace
 *	field_value.c	walks a payload by its schema, and checks every length
 *	take.c		gets one field by its name
 *	value_text.c	values as text
 *
 * Ownership. A catalog owns its providers and schemas; they live until etw_catalog_close(). What a
 * value points to belongs to the event's payload.
 */
#ifndef ETW_SCHEMA_H
#define ETW_SCHEMA_H

#include <stdbool.h>
#include "etw.h"

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* Types of fields, numbered as Windows numbers them (TDH in-types). */
enum etw_type {
	ETW_T_NULL,
	ETW_T_UTF16,
	ETW_T_ANSI,
	ETW_T_I8,
	ETW_T_U8,
	ETW_T_I16,
	ETW_T_U16,
	ETW_T_I32,
	ETW_T_U32,
	ETW_T_I64,
	ETW_T_U64,
	ETW_T_F32,
	ETW_T_F64,
	ETW_T_BOOL,
	ETW_T_BINARY,
	ETW_T_GUID,
	ETW_T_POINTER,
	ETW_T_FILETIME,
	ETW_T_SYSTEMTIME,
	ETW_T_SID,
	ETW_T_HEX32,
	ETW_T_HEX64,
	ETW_T_CUTF16,
	ETW_T_CANSI,
	ETW_T_STRUCT,
	ETW_T_CBINARY, /* C: a count of bytes precedes the data */
	ETW_T_CUTF16_OLD = 300,
	ETW_T_CANSI_OLD,
	ETW_T_RUTF16,
	ETW_T_RANSI, /* R: the count is big-endian */
	ETW_T_RESTUTF16,
	ETW_T_RESTANSI, /* REST: to the end of the payload */
	ETW_T_WCHAR,
	ETW_T_CHAR,
	ETW_T_SIZE,
	ETW_T_HEXDUMP,
	ETW_T_WBEMSID
};

/* How a value is formatted (TDH out-types). The type determines the format of all others. */
enum etw_out {
	ETW_O_NULL,
	ETW_O_STRING,
	ETW_O_DATETIME,
	ETW_O_BOOL = 13,
	ETW_O_HEXBINARY = 15,
	ETW_O_HEX8,
	ETW_O_HEX16,
	ETW_O_HEX32,
	ETW_O_HEX64,
	ETW_O_PID,
	ETW_O_TID,
	ETW_O_PORT,
	ETW_O_IPV4,
	ETW_O_IPV6,
	ETW_O_SOCKADDR,
	ETW_O_ERRORCODE = 29,
	ETW_O_WIN32ERROR,
	ETW_O_NTSTATUS,
	ETW_O_HRESULT,
	ETW_O_JSON = 34,
	ETW_O_UTF8,
	ETW_O_CODEPTR = 37
};

struct etw_map { /* names of numbers */
	const char *mp_name;
	bool mp_bits; /* entries are bits, and a value is a set of them */
	uint32_t mp_n;
	struct etw_mapent {
		uint32_t me_value;
		const char *me_name;
	} * mp_entries;
};

#define ETW_NOFIELD 0xffffu

/* fd_flags */
#define ETW_FD_LENREF 0x01   /* fd_length is the index of the field that holds the length */
#define ETW_FD_COUNTREF 0x02 /* fd_count is the index of the field that holds the count */
#define ETW_FD_ARRAY 0x04    /* fd_count elements */
#define ETW_FD_VARCOUNT 0x08 /* a 16-bit count of elements precedes them */
#define ETW_FD_REST 0x20     /* elements up to the end of the payload */
#define ETW_FD_FIXEDLEN 0x10 /* fd_length is the length, even if it is 0 */

struct etw_field {
	const char *fd_name;
	uint16_t fd_type, fd_out; /* enum etw_type, enum etw_out */
	uint16_t fd_flags;
	uint16_t fd_length; /* of strings (characters) and binaries (bytes); 0 if unspecified */
	uint16_t fd_count;
	uint16_t fd_next;  /* next field on the same level, or ETW_NOFIELD */
	uint16_t fd_child; /* first member of a struct, or ETW_NOFIELD */
	const struct etw_map *fd_map;
};

enum etw_origin {
	ETW_FROM_EVENT,
	ETW_FROM_STREAM,
	ETW_FROM_METADATA,
	ETW_FROM_MANIFEST,
	ETW_FROM_TABLE
};

/*
 * An event's name depends on where its schema comes from. Its aliases don't: the symbol in its
 * manifest, the task and opcode (GarbageCollection-Start), and the task with a standard opcode as
 * manifests write it (GarbageCollection-win-Start).
 */
enum { ETW_ALIAS_SYMBOL, ETW_ALIAS_TASK, ETW_ALIAS_WIN, ETW_ALIASES };

struct etw_schema {
	struct etw_guid sc_provider;
	bool sc_classic; /* identified by its opcode, not by an id */
	uint16_t sc_id;	 /* event id, or opcode */
	uint8_t sc_version;
	uint8_t sc_level, sc_opcode;
	uint16_t sc_task;
	uint64_t sc_keyword;
	const char *sc_provname;	   /* or NULL */
	const char *sc_name;		   /* of the event; never NULL */
	const char *sc_alias[ETW_ALIASES]; /* other names, in the form for probes; or NULL */
	const char *sc_taskname;	   /* or NULL */
	const char *sc_opname;		   /* or NULL */
	const char *sc_message;		   /* or NULL */
	enum etw_origin sc_origin;
	uint16_t sc_first; /* first field of the top level, or ETW_NOFIELD */
	uint16_t sc_nfields;
	struct etw_field *sc_fields; /* all levels */
	uint64_t sc_seen;	     /* number of events in the scanned trace */
};

struct etw_keyword {
	const char *kw_name;
	uint64_t kw_mask;
};

struct etw_provider {
	struct etw_guid pr_guid;
	const char *pr_name;	   /* original spelling; NULL if unknown */
	enum etw_origin pr_origin; /* of the name */
	uint64_t pr_seen;	   /* number of events in the scanned trace */
	uint64_t pr_seenkw;	   /* keywords of these events */
	bool pr_seenstate;	   /* some of them record state: DC_Start, DC_Stop */
	bool pr_kernel;
	bool pr_classic; /* its events have no keywords */
	bool pr_cached;	 /* it is in the cache file */
	struct etw_keyword *pr_keywords;
	uint32_t pr_nkeywords;
	struct etw_schema **pr_schemas; /* in the order in which they were found */
	uint32_t pr_nschemas, pr_maxschemas;
};

/* ---- catalogs ---- */

struct etw_catalog;

struct etw_catalog *etw_catalog_create(void); /* NULL if memory has run out */
void etw_catalog_close(struct etw_catalog *c);
/* Adds what an event contributes: its provider, its schema, a manifest or metadata in it. */
void etw_catalog_event(struct etw_catalog *c, const struct etw_event *ev);
/* Call it after the last event: sets sc_seen of each schema. */
void etw_catalog_settle(struct etw_catalog *c);
/* Does both for all events of the files. Returns 0, or -1 with a message in err. */
int etw_catalog_scan(struct etw_catalog *c, const char *const *paths, unsigned n, char *err,
	size_t errlen);
/* Adds a manifest, given as text. Returns 0, or -1 with a message that names the line. */
int etw_catalog_manifest(struct etw_catalog *c, const char *xml, size_t len, enum etw_origin from,
	char *err, size_t errlen);
/* Says which missing library is needed to read manifests in events, or returns NULL. */
const char *etw_catalog_lacks(const struct etw_catalog *c);
/*
 * Adds one manifest file, or every .man and .xml file of a folder. Returns the number of files
 * read, or -1 with a message in err.
 */
int etw_catalog_manifests(struct etw_catalog *c, const char *path, char *err, size_t errlen);
/* Adds the providers that the library's own table names. */
void etw_catalog_all(struct etw_catalog *c);
/* Load adds the names in the cache file; save adds the names found in the trace to the file. */
void etw_catalog_load(struct etw_catalog *c, const char *path);
void etw_catalog_save(const struct etw_catalog *c, const char *path);

/*
 * Returns the provider of that GUID. Creates it with what the tables say about it if it doesn't
 * exist yet. NULL if memory has run out.
 */
/* Classic events by which a merged file describes others: bbccf6c1-6cd1-48c4-80ff-839482e37671 */
extern const struct etw_guid etw_guid_metadata;
struct etw_provider *etw_provider_get(struct etw_catalog *c, const struct etw_guid *g);
/*
 * Finds a provider by its name (in any case; '-' may stand for a special character) or by its
 * {GUID}. NULL if it is unknown.
 */
struct etw_provider *etw_provider_named(struct etw_catalog *c, const char *name);
unsigned etw_provider_count(const struct etw_catalog *c);
struct etw_provider *etw_provider_at(const struct etw_catalog *c, unsigned i);

/* Returns the event's schema, or NULL if it is unknown. */
const struct etw_schema *etw_schema_of(struct etw_catalog *c, const struct etw_event *ev);
/* Returns the index of the field of that name, or ETW_NOFIELD. */
unsigned etw_schema_field(const struct etw_schema *sc, const char *name);

/* ---- values ---- */

struct etw_value {
	const struct etw_field *va_field;
	const uint8_t *va_data; /* without count and terminator */
	uint32_t va_len;
	uint32_t va_index, va_count; /* element of an array; count is 0 if it isn't an array */
	uint8_t va_depth;
	uint8_t va_ptrsize;
};

enum etw_visit { ETW_V_VALUE, ETW_V_ARRAY, ETW_V_ENDARRAY, ETW_V_STRUCT, ETW_V_ENDSTRUCT };
typedef bool etw_visit_fn(void *arg, enum etw_visit what, const struct etw_value *v);

/*
 * Calls fn for the payload's values in order, until it returns false. Returns the bytes used, or -1
 * and sets etw_decode_error() if the payload is too short; fn has seen the values before that.
 */
int64_t etw_walk(const struct etw_schema *sc, const struct etw_event *ev, etw_visit_fn *fn,
	void *arg);
/* Gets the value of field number `field`, or the first element of an array; false if none. */
bool etw_take(const struct etw_schema *sc, const struct etw_event *ev, unsigned field,
	struct etw_value *v);
/* Returns the value as a number, from its bytes or its text; 0 if it isn't a number. */
int64_t etw_value_int(const struct etw_value *v);
/* True if the field is an integer; then stores its size in bytes and its sign. */
bool etw_type_is_int(const struct etw_field *fd, unsigned *size, bool *is_signed);

/* ---- text: truncated to size, always NUL-terminated; the length is returned ---- */

enum etw_style { ETW_PLAIN, ETW_CSV /* quotes doubled */, ETW_JSON };

size_t etw_value_text(const struct etw_value *v, char *out, size_t size);
/* One field, arrays and structs in brackets. */
size_t etw_field_text(const struct etw_schema *sc, const struct etw_event *ev, unsigned field,
	char *out, size_t size);
/* Every field: Name value Name value ... */
size_t etw_props_text(const struct etw_schema *sc, const struct etw_event *ev, enum etw_style st,
	char *out, size_t size);

/* ---- names ---- */

/* Names in the form for probes: lower case; "{guid}" for a provider without a name. */
size_t etw_provider_canonical(const struct etw_provider *pr, char *out, size_t size);
size_t etw_keyword_canonical(const char *name, char *out, size_t size);
size_t etw_event_canonical(const char *name, char *out, size_t size);
bool etw_name_eq(const char *a, const char *b); /* ignores case */
/* True if name, in the form for probes, is one of the event's other names. */
bool etw_schema_alias(const struct etw_schema *sc, const char *name);
const char *etw_opcode_name(uint8_t opcode); /* of a standard opcode, or NULL */

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
