/*
 * etw.h - Windows event traces (.etl files) on any machine.
 *
 * The library reads and writes the files in which Windows keeps its event traces. It stands alone:
 * it needs a C library, zlib and, for manifests, expat, and knows no D, no probes, no kernel.
 *
 * The reader, in the order in which a record passes through it:
 *
 *   source.c    what a trace is read from: a file, a pipe, standard input, gzip; zip.c a zip
 *               archive
 *   open.c      opens each file, or reports what a file is that is not a trace
 *   siblings.c  finds the files that belong to one that was named
 *   logfile.c   decodes the first record, which describes the session and its clock
 *   index.c     lists the buffers (only their 72-byte headers) and orders those of each CPU
 *   xpress.c    expands a compressed buffer (MS-XCA plain LZ77)
 *   stream.c    walks the records of one stream (a CPU of a file), one open buffer at a time
 *   filter.c    which records nobody wants, so that their streams pass over them
 *   merge.c     takes the streams' next records in time order: etw_next()
 *   record.c    knows the kinds of headers: frames a record, fills struct etw_event
 *   extended.c  the extended data items between an EVENT_HEADER and its payload
 *   clock.c     turns raw time stamps into nanoseconds and FILETIMEs
 *   hooks.c     names of the kernel's hook ids, GUIDs of its groups: groups.def, hookids.def
 *   guid.c      GUIDs as text; utf16.c UTF-16 as UTF-8 and back
 *   stats.c     counts, remembers and describes damage
 *
 * layouts/ decodes, on request and from the event alone, what a payload says: kernel.h names its
 * files. The structures of events that few programs need are declared in etw_*.h.
 *
 * schema/ knows what events are called and what their fields are, from the trace, from manifests or
 * from tables: etw_schema.h names its files.
 *
 * writer/ is the way back:
 *
 *   writer.c    composes files record by record, with each kind of header
 *   encode.c    kernel events from the structures that the decoders fill, by the same tables;
 *               writer_kernel.c has the public functions
 *   compress.c  the compressor for MS-XCA plain LZ77
 *
 * Invariants. No byte of a file is trusted: each length is checked against what holds it, and
 * whatever is wrong is counted, remembered with its offset and reason, and skipped; the records
 * around it are delivered. Nothing here writes to the terminal, aborts, or keeps state between
 * traces. Every record of a file is delivered, including the session's first and those without a
 * name. Memory does not grow with the file: 32 bytes for each buffer, and one open buffer for each
 * CPU.
 *
 * Ownership. etw_open() and etw_writer_create() allocate; etw_close() and etw_writer_close() free
 * all of it. What an event points to belongs to the trace and is valid until the next etw_next() on
 * that trace, and no longer. Decoded structures point into their event's payload. A writer copies
 * what it is given.
 */
#ifndef ETW_H
#define ETW_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- GUIDs and strings ---- */

struct etw_guid {
	uint32_t g_data1;
	uint16_t g_data2, g_data3;
	uint8_t g_data4[8];
};

#define ETW_GUID_STRLEN 39 /* braces, 36 characters, NUL */

int etw_guid_eq(const struct etw_guid *a, const struct etw_guid *b);
char *etw_guid_format(const struct etw_guid *g, char out[ETW_GUID_STRLEN]);
/* Accepts upper and lower case, with and without braces. 0, or -1 and *g untouched. */
int etw_guid_parse(const char *text, struct etw_guid *g);

/*
 * Converts at most `units` UTF-16LE units; stops at a NUL; a lone surrogate becomes U+FFFD.
 * Writes whole characters only, always a NUL if outlen > 0; returns the bytes before that NUL.
 */
size_t etw_utf16_to_utf8(const uint8_t *u16le, size_t units, char *out, size_t outlen);
/* The other way, for writers: returns the units written (no NUL is added). */
size_t etw_utf8_to_utf16(const char *utf8, uint8_t *u16le, size_t maxunits);
/* Is s[0..len) UTF-8? Old traces hold names in the machine's own code page. */
int etw_is_utf8(const char *s, uint32_t len);

/* ---- events ---- */

enum etw_kind {
	ETW_SYSTEM,   /* kernel record with pid, tid and CPU times */
	ETW_COMPACT,  /* the same without CPU times */
	ETW_PERFINFO, /* kernel record with a time stamp and no more */
	ETW_FULL,     /* classic provider: GUID and opcode */
	ETW_INSTANCE, /* classic provider with instance ids */
	ETW_EVENT,    /* manifest or TraceLogging provider: GUID and event id */
	ETW_WPP,      /* software trace message */
	ETW_ERROR     /* a record of the writer about itself, opaque */
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
	uint64_t ev_raw;    /* session clock units, as in the file, believable or not */
	uint64_t ev_ns;	    /* ns since the start of the trace: the earliest file's first record */
	int64_t ev_unix_ns; /* ns since 1970 UTC, in steps of 100 */
	uint64_t ev_filetime; /* 100 ns since 1601 UTC, truncated as Windows does */
	uint32_t ev_file;     /* which of the opened files */
	uint32_t ev_cpu;
	uint32_t ev_pid, ev_tid; /* of the header; ETW_NOID if it has none, or says -1 */
	enum etw_kind ev_kind;
	uint8_t ev_ptrsize; /* 4 or 8: of the payload */
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
	uint32_t ev_size;	  /* of the record: header, extended data, payload */
	const uint8_t *ev_record; /* its first byte, for tools that show headers */
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
	uint64_t es_events;    /* walked so far: delivered, or not wanted */
	uint64_t es_walked;    /* bytes of buffers done with */
	uint64_t es_buffers;   /* in all files */
	uint64_t es_bytes;     /* size of all files */
	uint64_t es_damaged;   /* stretches skipped so far */
	uint64_t es_unordered; /* records older than their predecessor on the same CPU */
	uint64_t es_resorted;  /* buffers that the file holds out of order, put in order */
	uint64_t es_events_lost, es_buffers_lost; /* as the sessions admit */
	uint64_t es_lossy_buffers;		  /* buffers marked "events were lost here" */
	uint32_t es_streams;			  /* CPUs that left buffers, of all files */
	uint64_t es_torn;  /* bytes of unfinished buffers at the files' ends */
	uint32_t es_nlist; /* the first damages: */
	struct etw_damage es_list[ETW_DAMAGE_MAX];
};

struct etw_trace;

/*
 * Opens the files as one trace. On failure returns NULL, with a message that names the file and
 * what to do about it.
 */
struct etw_trace *etw_open(const char *const *paths, unsigned npaths, char *err, size_t errlen);
/*
 * The same where only the first `named` paths are the user's. The others are what a folder had:
 * they must be regular files, and no links in a folder that other users can write to.
 */
struct etw_trace *etw_open_found(const char *const *paths, unsigned named, unsigned npaths,
	char *err, size_t errlen);
/*
 * The paths, `named` of them, and after them those of the files that were recorded along with
 * them: beside base.etl, base.kernel*.etl, base.clr*.etl and base.user*.etl. None twice. NULL: no
 * memory.
 */
char **etw_siblings(const char *const *paths, unsigned npaths, unsigned *named, unsigned *total);
void etw_siblings_free(char **paths, unsigned n);
/* 1 and the next event in time order, or 0 at the end. Ties: file index, CPU, position. */
int etw_next(struct etw_trace *t, struct etw_event *ev);
void etw_close(struct etw_trace *t);
/* Starts over: the next event is the first one. What was counted on the way is forgotten. */
void etw_rewind(struct etw_trace *t);
/* After the end: when the last record was, wanted or not. */
void etw_end(const struct etw_trace *t, uint64_t *ns, int64_t *unix_ns);

/*
 * A filter says which records a walk is for: the others cost a look at their header. Of a long
 * stretch of records that are not wanted, some are delivered all the same, so that the caller
 * has a say in it; he looks at what he gets.
 */
struct etw_filter;
struct etw_filter *etw_filter_create(void); /* wants nothing; NULL: no memory */
void etw_filter_free(struct etw_filter *f);
void etw_filter_all(struct etw_filter *f);
void etw_filter_hook(struct etw_filter *f, uint16_t hookid); /* kernel records */
void etw_filter_unhook(struct etw_filter *f, uint16_t hookid);
int etw_filter_guid(struct etw_filter *f, const struct etw_guid *g); /* others; -1: no memory */
/* NULL: everything. For records that the walk has not reached; belongs to the caller. */
void etw_set_filter(struct etw_trace *t, const struct etw_filter *f);

unsigned etw_nfiles(const struct etw_trace *t);
const struct etw_logfile *etw_logfile(const struct etw_trace *t, unsigned file);
const struct etw_stats *etw_stats(const struct etw_trace *t);
/* A raw time of that file's clock (time stamps stand in payloads, too) as in ev_ns. */
uint64_t etw_ns(const struct etw_trace *t, unsigned file, uint64_t raw);
/* A span of that file's clock, in ns. */
uint64_t etw_elapsed_ns(const struct etw_trace *t, unsigned file, uint64_t ticks);
/* Counts damage that a decoder found in an event; `why` as from etw_decode_error(). */
void etw_report(struct etw_trace *t, const struct etw_event *ev, const char *why);

const char *etw_kind_name(enum etw_kind kind);

/* ---- hook ids and groups of the kernel ---- */

/* The constant's name as Windows has it, or NULL. */
const char *etw_hook_name(uint16_t hookid);
/* Group's GUID as a consumer sees it; the zero GUID for groups that no one has named. */
const struct etw_guid *etw_group_guid(uint8_t group);
/* Group's short name ("Process", "DiskIo"), or NULL. */
const char *etw_group_name(uint8_t group);
/* The GUID of a hook id: its group's, but for the image load (030A), which is the Image group's. */
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
	const uint8_t *xt_next; /* private to etw_ext_next(); set to NULL to start */
};

/* 1 and the next item, or 0. Start with a zeroed struct. */
int etw_ext_next(const struct etw_event *ev, struct etw_ext *x);
/* 1 and the first item of that type, or 0. */
int etw_ext_find(const struct etw_event *ev, uint16_t type, struct etw_ext *x);

/* ---- kernel layouts ---- */

/* Why the last etw_decode_*() of this thread failed: "payload: name runs past the end". */
const char *etw_decode_error(void);
/* Bytes of the payload that the last etw_decode_*() of this thread had no use for. */
uint32_t etw_decode_left(void);

/* Process 0301 start, 0302 end, 0303/0304 rundown, 0327 defunct */
struct etw_process {
	uint32_t px_pid, px_ppid, px_session;
	int32_t px_exit;
	uint64_t px_key;       /* unique process key (v2+), page directory (v1) */
	uint64_t px_dtb;       /* v3+ */
	uint32_t px_flags;     /* v4+ */
	uint64_t px_exittime;  /* v5 */
	const uint8_t *px_sid; /* binary SID or NULL */
	const uint8_t
		*px_user; /* the two pointers in front of it, of the traced machine; or NULL */
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
	uint8_t cs_flags;      /* the byte that waitmode is bit 0 of (v3+: QoS bits above) */
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

/* 0, or -1 and etw_decode_error(). The caller has checked ev_provider/ev_opcode or ev_hookid. */
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
	uint64_t wc_t0;	       /* raw time of wc_starttime */
	uint64_t wc_starttime; /* FILETIME */
	uint64_t wc_boottime;
	uint32_t wc_bufsize; /* of the buffers, 1 KiB to 16 MiB */
	uint32_t wc_mhz;
	uint32_t wc_mode; /* ETW_MODE_*, besides ETW_MODE_COMPRESSED */
	int wc_compressed;
	int32_t wc_bias;
	uint32_t wc_events_lost, wc_buffers_lost;
	uint32_t wc_build;
	const char *wc_logger, *wc_filename; /* UTF-8 */
};

struct etw_writer;

/* A 64-bit session on 2 CPUs with a 10 MHz counter and 64 KiB buffers. */
void etw_writer_defaults(struct etw_writer_config *c);
struct etw_writer *etw_writer_create(const char *path, const struct etw_writer_config *c, char *err,
	size_t errlen);
/*
 * Appends a record in the header kind of ev_kind, from the fields that this header has, the
 * extended items, counters and payload as they stand. Records of one CPU come in time order.
 * 0, or -1 and errno: EMSGSIZE if it fits in no buffer, EINVAL if the CPU or kind is wrong.
 */
int etw_writer_put(struct etw_writer *w, const struct etw_event *ev);
/* Appends bytes as they are, for records that no one should write. */
/* Writes what is left and completes the file's header; -1 and errno if any write failed. */
int etw_writer_close(struct etw_writer *w);

/*
 * The kernel's records: payload and hook id are made from the structure, ev_opcode, ev_version,
 * ev_ptrsize and the header's fields are taken from ev. Same results as etw_writer_put().
 */
int etw_write_process(struct etw_writer *w, struct etw_event *ev, const struct etw_process *px);
int etw_write_thread(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx);
int etw_write_thread_name(struct etw_writer *w, struct etw_event *ev, const struct etw_thread *tx);
int etw_write_image(struct etw_writer *w, struct etw_event *ev, const struct etw_image *im);
int etw_write_cswitch(struct etw_writer *w, struct etw_event *ev, const struct etw_cswitch *cs);
int etw_write_ready(struct etw_writer *w, struct etw_event *ev, const struct etw_ready *rt);
int etw_write_sample(struct etw_writer *w, struct etw_event *ev, const struct etw_sample *sp);
int etw_write_stack(struct etw_writer *w, struct etw_event *ev, const struct etw_stack *sk);

#ifdef __cplusplus
}
#endif
#endif
