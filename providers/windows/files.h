/*
 * Names of files and registry keys in a trace.
 *
 * Events have a number of the kernel for a file or a key; other events give the number's name: when
 * it is made, when it is dropped, or in a rundown at the trace's beginning or end. After a number
 * is dropped it may mean another file, so a name is valid for a span of time. A name in a rundown
 * was valid before it, too.
 *
 *	known.c		numbers and names: one table for files, one for keys
 *	files.c		files by key, by open file; operations that are under way; volumes
 *	kcb.c		keys by key control block
 *
 * Sources that only feed these tables are listed by every provider that uses them
 * (ETL_FILE_SOURCES, ETL_KEY_SOURCES): they run when one of its probes is enabled.  An event that
 * two providers list is learned twice, which changes nothing.
 *
 * Ownership: the tables belong to the feed.  Names live as long as it does.
 */
#ifndef FILES_H
#define FILES_H

#include "table.h"
#include "windows.h"
#include "etw_file.h"

#define ETL_NONAME "<none>"

/* known.c: texts, each stored once, and the numbers that they are the names of at a time */
enum etl_know { ETL_MADE, ETL_SEEN, ETL_DROPPED };

struct etl_known {
	struct base_table kn_spans; /* key -> struct etl_spans */
	struct base_table kn_texts; /* hash of a text -> struct etl_text * */
	uint32_t kn_nspans;
	size_t kn_bytes;
	bool kn_full, kn_said; /* something was left out; it was reported */
	bool kn_early;	       /* the first pass has read everything */
};
void etl_known_init(struct etl_known *);
void etl_known_free(struct etl_known *);
const char *etl_known_keep(struct etl_known *,
	const char *text); /* valid as long as the table; NULL: no room */
void etl_known_tell(struct etl_known *, uint64_t key, uint64_t ns, enum etl_know, const char *text);
void etl_known_report(struct dt_feed *, struct etl_known *,
	const char *what); /* reports once that something was left out */
const char *etl_known_name(const struct etl_known *, uint64_t key, uint64_t ns); /* or NULL */

/* files.c */
struct etl_volume {	   /* where a path is mounted, or a part of a disk */
	char vo_letter[8]; /* "C:" */
	char vo_path[128]; /* "\Device\HarddiskVolume3\"; "" if unknown */
	char vo_fs[32];	   /* "" if unknown */
	uint32_t vo_disk;
	uint64_t vo_start, vo_end; /* bytes; 0, 0 if unknown */
};
#define ETL_MAXVOLUMES 64

struct etl_operation {	     /* an operation that hasn't ended */
	wfileinfo_t op_info; /* its texts are those of fs_names */
	uint64_t op_ns;
	uint32_t op_tid, op_pid;
	uint8_t op_code;
};

struct etl_transfer { /* a transfer that isn't done yet */
	uint64_t tr_ns;
	uint32_t tr_tid, tr_pid;
};

struct etl_files {
	struct etl_known fs_names;	 /* by key */
	struct base_table fs_objects;	 /* open file -> its path */
	struct base_table fs_operations; /* IRP -> struct etl_operation */
	struct base_table fs_transfers;	 /* IRP -> struct etl_transfer */
	struct etl_volume fs_volumes[ETL_MAXVOLUMES];
	unsigned fs_nvolumes;
	char fs_path[4096]; /* the last path that was made */
};

struct etl_files *etl_files(struct dt_feed *); /* made when first asked for; NULL: no memory */
void etl_files_free(struct etl_feed *);
const char *etl_file_by_key(struct dt_feed *, const struct etw_event *,
	uint64_t key); /* or ETL_NONAME */
/*
 * A path as users write it: with a drive letter, if the trace has the volume's. Valid until the
 * next call.
 */
const char *etl_file_path(struct dt_feed *, const char *kept);
const struct etl_volume *etl_volume_of(struct dt_feed *, const char *kept); /* of a path; or NULL */
const struct etl_volume *etl_volume_at(struct dt_feed *, uint32_t disk,
	uint64_t offset);					 /* or NULL */
void etl_file_event(struct dt_feed *, const struct etw_event *); /* handlers */
void etl_file_early(struct dt_feed *, const struct etw_event *);
void etl_volume_event(struct dt_feed *, const struct etw_event *);
void etl_partition_event(struct dt_feed *, const struct etw_event *);

/* kcb.c */
struct etl_regkeys {
	struct etl_known ks_names;
	char ks_path[4096]; /* the last path that was made */
};
struct etw_registry;
void etl_regkeys_free(struct etl_feed *);
/* The full path of an operation's key: block and name. Valid until the next call. */
const char *etl_key_path(struct dt_feed *, const struct etw_event *, uint64_t kcb,
	const char *name);
void etl_key_event(struct dt_feed *, const struct etw_event *); /* handlers */
void etl_key_early(struct dt_feed *, const struct etw_event *);

/*
 * For the tables of providers: a source in a line; the sources of names, which run for the probes
 * of those tags.
 */
/* clang-format off */
#define ETL_SOURCE(guid, opcode, handle) { .es_guid = &(guid), .es_opcode = (opcode), \
	.es_handle = (handle) }
#define ETL_EARLY(guid, opcode, handle) { .es_guid = &(guid), .es_opcode = (opcode), \
	.es_early = true, \
	.es_handle = (handle) }
#define ETL_NAMING(guid, opcode, early, handle, tags) { .es_guid = &(guid), .es_opcode = (opcode), \
	.es_tags = (tags), .es_early = (early), .es_handle = (handle) }
/* clang-format on */
#define ETL_FILE_NAMES(early, handle, tags) \
	ETL_NAMING(etl_guid_fileio, 0x00, early, handle, tags), \
		ETL_NAMING(etl_guid_fileio, 0x20, early, handle, tags), \
		ETL_NAMING(etl_guid_fileio, 0x23, early, handle, tags), \
		ETL_NAMING(etl_guid_fileio, 0x24, early, handle, tags), \
		ETL_NAMING(etl_guid_sysconfig, 0x0c, early, etl_partition_event, tags), \
		ETL_NAMING(etl_guid_sysconfigex, 0x23, early, etl_volume_event, tags)
#define ETL_FILE_SOURCES(tags) \
	ETL_FILE_NAMES(true, etl_file_early, tags), ETL_FILE_NAMES(false, etl_file_event, tags)
/*
 * These run before the probes of the same events; a block keeps its name until kcbdelete has fired.
 */
#define ETL_KEY_SOURCES \
	ETL_EARLY(etl_guid_registry, 22, etl_key_early), \
		ETL_EARLY(etl_guid_registry, 23, etl_key_early), \
		ETL_EARLY(etl_guid_registry, 24, etl_key_early), \
		ETL_EARLY(etl_guid_registry, 25, etl_key_early), \
		ETL_SOURCE(etl_guid_registry, 22, etl_key_event), \
		ETL_SOURCE(etl_guid_registry, 24, etl_key_event), \
		ETL_SOURCE(etl_guid_registry, 25, etl_key_event)
#define ETL_KEY_SOURCES_AFTER ETL_SOURCE(etl_guid_registry, 23, etl_key_event)

#endif
