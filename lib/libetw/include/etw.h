/*
 * etw.h - Windows event traces (.etl files) on any machine.
 *
 * The library reads and writes the event trace files of Windows. It is independent of the rest of
 * the project: it has no notion of D, probes or a kernel, and needs only a C library, zlib and, for
 * manifests, expat.
 *
 * The reader, in the order in which a record passes through it:
 *
 *   source.c    reads a trace from a file, a pipe, standard input or gzip; zip.c from a zip archive
 *   open.c      opens each file, or reports what it is if it is not a trace
 *   siblings.c  finds the files that were recorded together with a named file
 *   logfile.c   decodes the first record, which describes the session and its clock
 *   index.c     lists the buffers (only their 72-byte headers) and orders those of each CPU
 *   xpress.c    expands a compressed buffer (MS-XCA plain LZ77)
 *   stream.c    walks the records of one stream (a CPU of a file), one open buffer at a time
 *   filter.c    selects the wanted records, so that streams can skip the others
 *   merge.c     takes the streams' next records in time order: etw_next()
 *   record.c    knows the kinds of headers: finds a record's parts, fills struct etw_event
 *   extended.c  the extended data items between an EVENT_HEADER and its payload
 *   clock.c     converts raw time stamps to nanoseconds and FILETIMEs
 *   hooks.c     names of the kernel's hook ids, GUIDs of its groups: groups.def, hookids.def
 *   guid.c      GUIDs as text; utf16.c converts UTF-16 to UTF-8 and back
 *   stats.c     counts, lists and describes damage
 *
 * layouts/ decodes payloads, on request and from the event alone; kernel.h names its files. The
 * structures of events that few programs need are declared in etw_*.h.
 *
 * schema/ finds the names of events and their fields, in the trace, in manifests or in tables;
 * etw_schema.h names its files.
 *
 * writer/ writes traces:
 *
 *   writer.c    composes files record by record, with each kind of header
 *   selfdescribe.c  events with the names and types of their fields
 *   relog.c     makes one file of a trace
 *   encode.c    makes kernel events from the structures that the decoders fill, with the same
 *               tables; writer_kernel.c has the public functions
 *   compress.c  the compressor for MS-XCA plain LZ77
 *
 * Invariants. No byte of a file is trusted: each length is checked against what contains it, and
 * damaged data is counted, listed with its offset and reason, and skipped; the records around it
 * are delivered. No function writes to the terminal, aborts, or keeps state between traces. Every
 * record of a file is delivered, including the session's first one and records without a name. The
 * reader needs 32 bytes for each buffer of the file, and one open buffer for each CPU.
 *
 * Ownership. etw_open() and etw_writer_create() allocate; etw_close() and etw_writer_close() free
 * all of it. What an event points to belongs to the trace and is valid only until the next
 * etw_next() on that trace. Decoded structures point into their event's payload. A writer copies
 * what it is given.
 */
#ifndef ETW_H
#define ETW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

/* ---- GUIDs and strings ---- */

struct etw_guid {
	uint32_t g_data1;
	uint16_t g_data2, g_data3;
	uint8_t g_data4[8];
};

#define ETW_GUID_STRLEN 39 /* braces, 36 characters, NUL */

/* Returns 1 if both are equal, or 0. */
int etw_guid_eq(const struct etw_guid *a, const struct etw_guid *b);
/* Writes the GUID as text, with braces, and returns out. */
char *etw_guid_format(const struct etw_guid *g, char out[ETW_GUID_STRLEN]);
/*
 * Parses a GUID in upper or lower case, with or without braces. Returns 0, or -1 and leaves *g
 * unchanged.
 */
int etw_guid_parse(const char *text, struct etw_guid *g);

/*
 * Converts at most `units` UTF-16LE units to UTF-8, up to a NUL; a lone surrogate becomes U+FFFD.
 * Writes whole characters only, and a NUL if outlen > 0. Returns the bytes before that NUL.
 */
size_t etw_utf16_to_utf8(const uint8_t *u16le, size_t units, char *out, size_t outlen);
/* Converts UTF-8 to UTF-16LE, for writers. Adds no NUL. Returns the units written. */
size_t etw_utf8_to_utf16(const char *utf8, uint8_t *u16le, size_t maxunits);
/* Returns 1 if s[0..len) is UTF-8. Names in old traces may be in the machine's code page. */
int etw_is_utf8(const char *s, uint32_t len);

/* ---- events ---- */

enum etw_kind {
	ETW_SYSTEM,   /* kernel record with pid, tid and CPU times */
	ETW_COMPACT,  /* kernel record with pid and tid */
	ETW_PERFINFO, /* kernel record with only a time stamp */
	ETW_FULL,     /* classic provider: GUID and opcode */
	ETW_INSTANCE, /* classic provider with instance ids */
	ETW_EVENT,    /* manifest or TraceLogging provider: GUID and event id */
	ETW_WPP,      /* software trace message */
	ETW_ERROR     /* a record of Windows' trace writer about itself, opaque */
};

#define ETW_NOID 0xffffffffu
#define ETW_NOHOOK 0xffffu

/* EVENT_HEADER flags in ev_flags */
#define ETW_FLAG_EXTENDED 0x0001
#define ETW_FLAG_STRING 0x0004 /* the payload is one UTF-16 string */
#define ETW_FLAG_32BIT 0x0020
#define ETW_FLAG_64BIT 0x0040
#define ETW_FLAG_CLASSIC 0x0100

struct etw_event {
	uint64_t ev_raw;    /* in units of the session clock, as in the file; may be implausible */
	uint64_t ev_ns;	    /* ns since the start of the trace: the earliest file's first record */
	int64_t ev_unix_ns; /* ns since 1970 UTC, in steps of 100 */
	uint64_t ev_filetime; /* 100 ns since 1601 UTC, truncated as Windows does */
	uint32_t ev_file;     /* index of the file, from 0 */
	uint32_t ev_cpu;
	uint32_t ev_pid, ev_tid; /* from the header; ETW_NOID if it has none, or -1 there */
	enum etw_kind ev_kind;
	uint8_t ev_ptrsize; /* pointer size in the payload: 4 or 8 */
	uint8_t ev_version, ev_channel, ev_level, ev_opcode;
	uint16_t ev_id; /* EVENT: event id; WPP: message number */
	uint16_t ev_task;
	uint16_t ev_flags;  /* EVENT: ETW_FLAG_*; WPP: option flags; kernel: Version's high byte */
	uint16_t ev_hookid; /* group << 8 | type of kernel records, ETW_NOHOOK otherwise */
	uint64_t ev_keyword;
	const struct etw_guid *ev_provider; /* as a Windows consumer sees it; never NULL */
	const uint8_t *ev_activity;	    /* 16 bytes, or NULL */
	const uint8_t *ev_ext;		    /* extended items, for etw_ext_next() */
	uint32_t ev_extlen;
	uint32_t ev_npmc;
	const uint8_t *ev_pmc; /* ev_npmc 8-byte counters, unaligned */
	const uint8_t *ev_payload;
	uint32_t ev_paylen;
	uint32_t ev_size;	  /* of the record: header, extended data and payload */
	const uint8_t *ev_record; /* first byte of the record, for tools that show headers */
	uint64_t ev_offset;	  /* file offset of the buffer that holds the record */
	uint32_t ev_buffer;	  /* that buffer's number in the file, from 0 */
	uint32_t ev_index;	  /* the record's number in that buffer, from 0 */
};

/* ---- traces ---- */

enum etw_clock { ETW_CLOCK_QPC = 1, ETW_CLOCK_SYSTEM = 2, ETW_CLOCK_CYCLES = 3 };

#define ETW_MODE_CIRCULAR 0x00000002u
#define ETW_MODE_COMPRESSED 0x04000000u
#define ETW_MODE_ONESTREAM 0x10000000u

/* The session as the file's first record describes it. FILETIMEs are UTC. */
struct etw_logfile {
	const char *lf_path; /* as given to etw_open() */
	uint64_t lf_filesize;
	uint32_t lf_bufsize;
	uint8_t lf_major, lf_minor, lf_submajor, lf_subminor; /* Windows version: 6.1, 10.0 ... */
	uint32_t lf_build;
	uint32_t lf_ncpu;
	uint64_t lf_endtime;  /* 0: the session was never closed */
	uint32_t lf_timerres; /* 100 ns units */
	uint32_t lf_maxsize;
	uint32_t lf_mode; /* ETW_MODE_* and others */
	uint32_t lf_buffers_written;
	uint32_t lf_start_buffers;
	uint32_t lf_ptrsize;
	uint32_t lf_events_lost, lf_buffers_lost;
	uint32_t lf_mhz;
	int32_t lf_bias; /* minutes: UTC = local time + bias */
	char lf_tzname[100], lf_tzdaylight[100];
	uint64_t lf_boottime, lf_starttime;
	uint64_t lf_perffreq;
	uint64_t lf_t0; /* raw time that corresponds to lf_starttime */
	enum etw_clock lf_clock;
	uint32_t lf_clockflags; /* as in the file */
	const char *lf_logger, *lf_filename;
};

#define ETW_DAMAGE_MAX 32

struct etw_damage {
	uint32_t dm_file;
	uint64_t dm_offset;  /* of the buffer in the file */
	char dm_reason[112]; /* "buffer 17, event 3, payload: string runs past the end" */
};

struct etw_stats {
	uint64_t es_events;    /* records passed so far, delivered or filtered out */
	uint64_t es_walked;    /* bytes of buffers that have been read completely */
	uint64_t es_buffers;   /* in all files */
	uint64_t es_bytes;     /* size of all files */
	uint64_t es_damaged;   /* damaged parts skipped so far */
	uint64_t es_unordered; /* records older than their predecessor on the same CPU */
	uint64_t es_resorted;  /* buffers that were out of order in the file and have been sorted */
	uint64_t es_events_lost, es_buffers_lost; /* as recorded by the sessions */
	uint64_t es_lossy_buffers;		  /* buffers marked "events were lost here" */
	uint32_t es_streams;			  /* CPUs with buffers, in all files */
	uint64_t es_torn;  /* bytes of unfinished buffers at the files' ends */
	uint32_t es_nlist; /* entries of es_list, the first damages */
	struct etw_damage es_list[ETW_DAMAGE_MAX];
};

struct etw_trace;

/*
 * Opens the files as one trace. On failure returns NULL and writes a message to err, which names
 * the file and says what to do about it.
 */
struct etw_trace *etw_open(const char *const *paths, unsigned npaths, char *err, size_t errlen);
/*
 * As etw_open(), but only the first `named` paths come from the user. The others were found in a
 * folder: they must be regular files, and not links in a folder that other users can write to.
 */
struct etw_trace *etw_open_found(const char *const *paths, unsigned named, unsigned npaths,
	char *err, size_t errlen);
/*
 * Returns a list of *total paths: the given ones without repetitions, *named of them, then those of
 * the files recorded together with them: next to base.etl, base.kernel*.etl, base.clr*.etl and
 * base.user*.etl. The caller frees it with etw_siblings_free(paths, *total). NULL if memory has run
 * out.
 */
char **etw_siblings(const char *const *paths, unsigned npaths, unsigned *named, unsigned *total);
void etw_siblings_free(char **paths, unsigned n);
/*
 * Returns 1 and the next event in time order, or 0 at the end. Events of the same time are ordered
 * by file index, CPU and position.
 */
int etw_next(struct etw_trace *t, struct etw_event *ev);
void etw_close(struct etw_trace *t);
/* Starts over: the next event is the first one. Resets the counts of what was read. */
void etw_rewind(struct etw_trace *t);
/* Call it after the end: stores the time of the last record, filtered out or not. */
void etw_end(const struct etw_trace *t, uint64_t *ns, int64_t *unix_ns);

/*
 * A filter selects the records to deliver; of the others only the header is read. From a long
 * sequence of records that are filtered out, some are delivered all the same, so that the caller
 * gets control now and then; it must check each event itself.
 */
struct etw_filter;
/* Returns a filter that selects nothing, or NULL if memory has run out. */
struct etw_filter *etw_filter_create(void);
void etw_filter_free(struct etw_filter *f);
void etw_filter_all(struct etw_filter *f);		     /* select everything */
void etw_filter_hook(struct etw_filter *f, uint16_t hookid); /* select kernel records */
void etw_filter_unhook(struct etw_filter *f, uint16_t hookid);
/* Selects the other records of a provider. Returns 0, or -1 if memory has run out. */
int etw_filter_guid(struct etw_filter *f, const struct etw_guid *g);
/* Sets the filter for all records not yet read; NULL selects everything. The caller owns it. */
void etw_set_filter(struct etw_trace *t, const struct etw_filter *f);

unsigned etw_nfiles(const struct etw_trace *t);
const struct etw_logfile *etw_logfile(const struct etw_trace *t, unsigned file);
const struct etw_stats *etw_stats(const struct etw_trace *t);
/* Converts a raw time of that file's clock, for instance one in a payload, to ns as in ev_ns. */
uint64_t etw_ns(const struct etw_trace *t, unsigned file, uint64_t raw);
/* Converts a time span of that file's clock to ns. */
uint64_t etw_elapsed_ns(const struct etw_trace *t, unsigned file, uint64_t ticks);
/* Counts damage that a decoder found in an event; `why` is the text of etw_decode_error(). */
void etw_report(struct etw_trace *t, const struct etw_event *ev, const char *why);

const char *etw_kind_name(enum etw_kind kind);

/* ---- hook ids and groups of the kernel ---- */

/* Returns the name of the constant in Windows, or NULL. */
const char *etw_hook_name(uint16_t hookid);
/* Returns a group's GUID as a consumer sees it; the zero GUID for an unknown group. */
const struct etw_guid *etw_group_guid(uint8_t group);
/* Returns a group's short name ("Process", "DiskIo"), or NULL. */
const char *etw_group_name(uint8_t group);
/* Returns the GUID of a hook id's group. The image load (030A) belongs to the Image group. */
const struct etw_guid *etw_hook_guid(uint16_t hookid);

/* ---- extended data items ---- */

enum {
	ETW_EXT_RELATED_ACTIVITY = 1,
	ETW_EXT_SID = 2,
	ETW_EXT_SESSION = 3,
	ETW_EXT_INSTANCE = 4,
	ETW_EXT_STACK32 = 5,
	ETW_EXT_STACK64 = 6,
	ETW_EXT_PEBS = 7,
	ETW_EXT_PMC = 8,
	ETW_EXT_PSM_KEY = 9,
	ETW_EXT_EVENT_KEY = 10,
	ETW_EXT_SCHEMA = 11, /* TraceLogging */
	ETW_EXT_TRAITS = 12,
	ETW_EXT_PROCESS_START_KEY = 13,
	ETW_EXT_CONTROL_GUID = 14,
	ETW_EXT_QPC_DELTA = 15,
	ETW_EXT_CONTAINER = 16,
	ETW_EXT_STACK_KEY32 = 17,
	ETW_EXT_STACK_KEY64 = 18
};

struct etw_ext {
	uint16_t xt_type;
	uint16_t xt_len;
	const uint8_t *xt_data;
	const uint8_t *xt_next; /* private to etw_ext_next(); NULL at the start */
};

/* Returns 1 and the next item, or 0 at the end. Start with a zeroed struct. */
int etw_ext_next(const struct etw_event *ev, struct etw_ext *x);
/* Returns 1 and the first item of that type, or 0 if there is none. */
int etw_ext_find(const struct etw_event *ev, uint16_t type, struct etw_ext *x);

/* ---- kernel layouts ---- */

/* Says why the last etw_decode_*() of this thread failed: "payload: name runs past the end". */
const char *etw_decode_error(void);
/* Returns the bytes of the payload that the last etw_decode_*() of this thread left unused. */
uint32_t etw_decode_left(void);

/* Process 0301 start, 0302 end, 0303/0304 rundown, 0327 defunct */
struct etw_process {
	uint32_t px_pid, px_ppid, px_session;
	int32_t px_exit;
	uint64_t px_key;	/* unique process key (v2+), page directory (v1) */
	uint64_t px_dtb;	/* v3+ */
	uint32_t px_flags;	/* v4+ */
	uint64_t px_exittime;	/* v5 */
	const uint8_t *px_sid;	/* binary SID or NULL */
	const uint8_t *px_user; /* the traced machine's two pointers before the SID; or NULL */
	uint32_t px_sidlen;
	const char *px_name; /* 8-bit, not terminated */
	uint32_t px_namelen;
	const uint8_t *px_cmdline; /* UTF-16LE; v2+ */
	uint32_t px_cmdunits;
	const uint8_t *px_package, *px_app; /* UTF-16LE; v4+ */
	uint32_t px_packageunits, px_appunits;
};

/* Thread 0501 start, 0502 end, 0503/0504 rundown, and 0548 SetName (pid, tid, name) */
struct etw_thread {
	uint32_t tx_pid, tx_tid;
	uint64_t tx_stackbase, tx_stacklimit;
	uint64_t tx_userstackbase, tx_userstacklimit;
	uint64_t tx_startaddr; /* v1, v2 */
	uint64_t tx_affinity;  /* v3+ */
	uint64_t tx_win32start;
	uint64_t tx_teb;				    /* v2+ */
	uint32_t tx_tag;				    /* service tag; v2+ */
	uint8_t tx_basepri, tx_pagepri, tx_iopri, tx_flags; /* v3+ */
	int8_t tx_waitmode;				    /* v1 */
	const uint8_t *tx_name; /* UTF-16LE; NULL if the record has none */
	uint32_t tx_nameunits;
};

/* Image 030A load, 1402 unload, 1403/1404 rundown */
struct etw_image {
	uint64_t im_base, im_size;
	uint32_t im_pid;		    /* ETW_NOID in v0 */
	uint32_t im_checksum, im_timestamp; /* v2+ */
	uint64_t im_defbase;		    /* v2+ */
	uint8_t im_siglevel, im_sigtype;    /* v3 */
	const uint8_t *im_name;		    /* UTF-16LE, NT path */
	uint32_t im_nameunits;
};

/* Thread 0524 */
struct etw_cswitch {
	uint32_t cs_newtid, cs_oldtid;
	int8_t cs_newpri, cs_oldpri;
	uint8_t cs_prevcstate, cs_spare;
	int8_t cs_waitreason, cs_waitmode; /* of the old thread */
	int8_t cs_oldstate, cs_ideal;
	uint8_t cs_flags;      /* the byte whose bit 0 is cs_waitmode (v3+: QoS bits above it) */
	uint32_t cs_newwait;   /* v2+ */
	uint32_t cs_remaining; /* quantum left to the old thread; v2+ */
};

/* Thread 0532 ReadyThread */
struct etw_ready {
	uint32_t rt_tid;
	int8_t rt_reason, rt_increment;
	uint8_t rt_flags; /* bit 0: from a DPC */
};

/* PerfInfo 0F2E SampledProfile */
struct etw_sample {
	uint64_t sp_ip;
	uint32_t sp_tid;
	uint16_t sp_count;
	uint8_t sp_flags; /* bit 0 in a DPC, bit 1 in an ISR, bits 3-7 priority */
	uint8_t sp_rank;
};

/* StackWalk 1820 */
struct etw_stack {
	uint64_t sk_time; /* raw time of the event that the stack belongs to */
	uint32_t sk_pid, sk_tid;
	const uint8_t *sk_frames; /* sk_nframes addresses of sk_ptrsize bytes, leaf first */
	uint32_t sk_nframes;
	uint8_t sk_ptrsize;
};

/*
 * Decoders. They return 0, or -1 and set etw_decode_error(). The caller must have checked
 * ev_hookid, or ev_provider and ev_opcode.
 */
int etw_decode_process(const struct etw_event *ev, struct etw_process *out);
int etw_decode_thread(const struct etw_event *ev, struct etw_thread *out);
int etw_decode_thread_name(const struct etw_event *ev, struct etw_thread *out);
int etw_decode_image(const struct etw_event *ev, struct etw_image *out);
int etw_decode_cswitch(const struct etw_event *ev, struct etw_cswitch *out);
int etw_decode_ready(const struct etw_event *ev, struct etw_ready *out);
int etw_decode_sample(const struct etw_event *ev, struct etw_sample *out);
int etw_decode_stack(const struct etw_event *ev, struct etw_stack *out);

static inline uint64_t etw_stack_frame(const struct etw_stack *s, uint32_t i)
{
	uint64_t a = 0;
	const uint8_t *p = s->sk_frames + (size_t)i * s->sk_ptrsize;

	for (unsigned k = s->sk_ptrsize; k-- > 0;)
		a = a << 8 | p[k];
	return a;
}

/* ---- writing ---- */

struct etw_writer_config {
	unsigned wc_ptrsize; /* 4 or 8 */
	unsigned wc_ncpu;
	enum etw_clock wc_clock;
	uint64_t wc_perffreq;
	uint64_t wc_t0;	       /* raw time that corresponds to wc_starttime */
	uint64_t wc_starttime; /* FILETIME */
	uint64_t wc_boottime;
	uint32_t wc_bufsize; /* size of a buffer, 1 KiB to 16 MiB */
	uint32_t wc_mhz;
	uint32_t wc_mode; /* ETW_MODE_*, without ETW_MODE_COMPRESSED */
	int wc_compressed;
	int32_t wc_bias;
	uint32_t wc_events_lost, wc_buffers_lost;
	uint32_t wc_build;
	const char *wc_logger, *wc_filename; /* UTF-8 */
	int wc_new;			     /* the file must not exist: EEXIST */
	uint64_t wc_endtime;		     /* FILETIME; 0: of the last record */
	/*
	 * The first record of another trace's file, which is copied: the session stays the same
	 * but for size and number of buffers, mode and end. Clock, times and pointer size above
	 * must be those of that file.
	 */
	const struct etw_event *wc_header;
};

struct etw_writer_stats {
	uint64_t ws_events; /* with the session's header; those in unfinished buffers count */
	uint64_t ws_buffers, ws_bytes; /* in the file */
	int ws_errno;		       /* of the first write that failed, or 0 */
};

struct etw_writer;

/* Sets a 64-bit session on 2 CPUs with a 10 MHz counter and 64 KiB buffers. */
void etw_writer_defaults(struct etw_writer_config *c);
/* Creates the file. Returns the writer, or NULL with a message in err. */
struct etw_writer *etw_writer_create(const char *path, const struct etw_writer_config *c, char *err,
	size_t errlen);
/*
 * Appends a record. Its header is of the kind ev_kind, with the fields that this kind has; extended
 * items, counters and payload are copied unchanged. The records of a CPU must be appended in time
 * order. Returns 0, or -1 and sets errno: EMSGSIZE if the record is larger than a buffer, EINVAL if
 * the CPU or the kind is wrong.
 */
int etw_writer_put(struct etw_writer *w, const struct etw_event *ev);
/* Appends the record as it is in its file, to the buffers of ev_cpu. Returns as the above does. */
int etw_writer_copy(struct etw_writer *w, const struct etw_event *ev);
void etw_writer_stats(const struct etw_writer *w, struct etw_writer_stats *ws);
/*
 * Writes the buffers as far as they are filled, so that the file is whole up to here. Returns 0, or
 * -1 and sets errno if any write failed.
 */
int etw_writer_flush(struct etw_writer *w);
/*
 * Writes the remaining buffers, completes the file's header and frees the writer. Returns 0, or -1
 * and sets errno if any write failed.
 */
int etw_writer_close(struct etw_writer *w);

/*
 * Events that describe themselves (TraceLogging). Begin one, add its fields in order, write it; an
 * event whose fields don't fit isn't written: EMSGSIZE.
 */
#define ETW_SELF_FRAMES 254
struct etw_self {
	uint32_t es_schemalen, es_paylen;
	int es_full;
	uint32_t es_nframes;
	uint64_t es_frames[ETW_SELF_FRAMES];
	uint8_t es_schema[2048], es_payload[16384];
};
void etw_self_begin(struct etw_self *, const char *event);
/* The stack of the event, leaf first; a second call adds the user's to the kernel's. */
void etw_self_stack(struct etw_self *, const uint64_t *frames, size_t n);
void etw_self_i32(struct etw_self *, const char *name, int32_t);
void etw_self_u32(struct etw_self *, const char *name, uint32_t);
void etw_self_i64(struct etw_self *, const char *name, int64_t);
void etw_self_u64(struct etw_self *, const char *name, uint64_t);
void etw_self_hex(struct etw_self *, const char *name, uint64_t); /* shown in base 16 */
void etw_self_text(struct etw_self *, const char *name, const char *utf8);
/* at most 65535 elements; bytes */
void etw_self_hexes(struct etw_self *, const char *name, const uint64_t *v, size_t n);
void etw_self_bytes(struct etw_self *, const char *name, const void *p, size_t n);
/*
 * As etw_writer_put(), with the kind, extended data and payload that the event needs. ev_provider
 * is the GUID of that provider.
 */
int etw_self_put(struct etw_writer *w, struct etw_event *ev, const char *provider,
	struct etw_self *);

/*
 * Relogging: one file of a trace, with what a callback selects of it, changed as it likes.
 */
struct etw_relog;
struct etw_relog_config {
	uint32_t rc_bufsize; /* 0: the largest of the trace's files */
	int rc_compressed;
	int rc_new; /* the file must not exist */
};
struct etw_relog_ops { /* each may be NULL; each may end the relogging by returning -1 */
	/* Before the first event, for each file of the trace. */
	int (*ro_begin)(struct etw_relog *, const struct etw_logfile *, void *arg);
	/*
	 * An event, in time order; headers of sessions are not shown. Returns 1: it is copied, or
	 * 0: it is dropped. To change it, the function writes the changed one itself, by
	 * etw_writer_put() to etw_relog_writer(), and drops this one; it may write others, too. The
	 * time of what it writes is in units of the first file's clock, and for each CPU not before
	 * what has been written.
	 */
	int (*ro_event)(struct etw_relog *, const struct etw_event *, void *arg);
	/* After the last one. */
	int (*ro_end)(struct etw_relog *, void *arg);
};
/*
 * Reads the trace from its beginning to its end and writes the file. It has the header of the
 * trace's first file, and its clock: times of files with other clocks are converted. Fills *ws.
 * Returns 0; or -1 with a message in err, and the file has what was written until then.
 */
int etw_relog(struct etw_trace *t, const char *path, const struct etw_relog_config *rc,
	const struct etw_relog_ops *ops, void *arg, struct etw_writer_stats *ws, char *err,
	size_t errlen);
struct etw_writer *etw_relog_writer(struct etw_relog *);

/*
 * Writers of kernel records. Payload and hook id are made from the structure; ev_opcode,
 * ev_version, ev_ptrsize and the header's fields are taken from ev. They return what
 * etw_writer_put() returns.
 * The header is of the kind that Windows uses, or with ev_kind ETW_COMPACT one that has process and
 * thread.
 */
int etw_write_process(struct etw_writer *w, struct etw_event *ev, const struct etw_process *px);
int etw_write_thread(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx);
int etw_write_thread_name(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx);
int etw_write_image(struct etw_writer *w, struct etw_event *ev, const struct etw_image *im);
int etw_write_cswitch(struct etw_writer *w, struct etw_event *ev, const struct etw_cswitch *cs);
int etw_write_ready(struct etw_writer *w, struct etw_event *ev, const struct etw_ready *rt);
int etw_write_sample(struct etw_writer *w, struct etw_event *ev, const struct etw_sample *sp);
int etw_write_stack(struct etw_writer *w, struct etw_event *ev, const struct etw_stack *sk);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif
#endif
