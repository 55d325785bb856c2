/*
 * How trace files become firings.
 *
 *   etl_feed.c     the feed: opens the files, keeps the stream's clock, delivers event by event
 *   prepass.c      the first pass: what must be known before the first event, but comes later in
 *                  the trace
 *   rundown.c      which processes and threads existed when the trace began
 *   addrs.c        what is at an address: images, databases, methods
 *   dispatch.c     which handlers want an event: tables built when tracing starts
 *   state.c        which process and thread an event belongs to; processes and threads learned from
 *                  start and rundown events
 *   payload.c      payloads, with the header that scripts find before them
 *   text.c         UTF-16 and 8-bit names to UTF-8, GUIDs to text
 *   event_names.c  names of events, values of their fields; the providers that the trace brings
 *   files.c        names of files, volumes, disks (files.h); kcb.c names registry keys, known.c
 *                  keeps what a number stands for, and when
 *   hold.c         stacks (stacks.h): events wait, in order, for their stacks
 *   stacks.c       which stack record belongs to which waiting event
 *   stackkeys.c    stacks that are given by key: what each key means, and when
 *   counters.c     performance counters that records carry (counters.h)
 *   seen.c         keys of what was seen recently
 *   fired.c        probes of a system that dtrace has recorded; fields.h reads their payloads
 *   kept.c         what relog() has kept, and the file that is made of it
 *   damage.c       reports once, at the end, what the files lost
 *
 * An event comes from etw_next() in time order. dispatch.c looks it up: kernel records in a table
 * over their hook id, all others in a hash over their GUID. An event that no handler wants goes no
 * further; the reader does not even decode it (etw_set_filter()). For the others the stream's clock
 * advances (timers that are due before the event fire first), then the handlers run in the order of
 * the providers' list; those that take every event run last. A handler runs if a probe that it
 * feeds is enabled, or if it keeps the system table (es_state) and some clause looks at that
 * (es_needs).
 *
 * The first pass. Much of what names things is at the end of a trace, or only where it changes:
 * processes, images, JIT methods, file names. Sources with es_early are for that: before the first
 * event is delivered, their handlers see their events of the whole trace, in time order, and
 * remember what they need. They fire nothing, and the clock does not move. Each pass has its own
 * tables (struct etl_dispatch) and filter. There is no first pass if no such source is needed, or
 * with -x etlpasses=1.
 *
 * A handler asks etl_wants() whether a probe of its provider is enabled, prepares a firing with
 * etl_firing(), sets the arguments and calls etl_fire(), which fires every enabled probe of that
 * tag.
 *
 * Which process and thread an event belongs to is decided, in order of trust, by its payload, its
 * header, and the thread that its CPU was running. Kernel records with the short header (context
 * switches, samples, interrupts) have no ids.
 *
 * Time is ns since the trace's start; BEGIN happens at the first event, END at the last. Between
 * two events the clock may advance up to the next event's time; nothing ever waits. Of a gap of
 * more than an hour only the last hour passes: a damaged time stamp must not make timers fire for
 * years. Events before -x etlfrom update the system table and fire nothing; BEGIN happens at
 * etlfrom, END at -x etlto.
 *
 * Ownership: what an event points to is valid until the next one is read, so a firing may point
 * into it. The system table belongs to the engine. The feed owns the rest and frees it when it is
 * closed.
 */
#ifndef WINDOWS_H
#define WINDOWS_H

#include "dtrace_provider.h"
#include "index.h"
#include "etw.h"
#include "etw_records.h"
#include "dtrace_recorded.h"

#define ETL_NHOOKS 0x2000  /* hook ids of the groups that have a GUID */
#define ETL_CSWITCH 0x0524 /* the hook id of a context switch */
#define ETL_MAXCPUS 4096
/* a header that claims more than this many CPUs beyond those with buffers is corrupt */
#define ETL_FEWCPUS 16

struct etl_bound; /* a source, and the enabled probes that it feeds */
struct etl_link;
struct etl_guidslot;
struct etl_name;

struct etl_seen;
struct etl_counters; /* counters.h */
struct etl_hold;     /* stacks.h */
struct etl_keys;
struct etl_kept;

struct etl_dispatch {
	bool di_early; /* of the first pass */
	struct etl_bound *di_bounds;
	unsigned di_nbounds;
	struct etl_link **di_hooks; /* by hook id */
	struct base_index di_guids; /* struct etl_guidslot */
	struct etl_link *di_every;
	struct etw_filter *di_filter; /* what any source wants */
	bool di_stacks;		      /* some clause reads stacks */
};

struct etl_files; /* files.h */
struct etl_regkeys;

static inline uint64_t etl_guid_key(const struct etw_guid *g)
{
	return base_hash_bytes(base_secret(), g, sizeof(*g));
}

struct etl_names {		    /* GUIDs as text, made once each */
	struct base_index nm_index; /* struct etl_name */
	struct etl_name *nm_last, *nm_spare;
};

#define ETL_NSTARTS 16

struct etl_start { /* a collection whose start was reported */
	uint32_t st_pid, st_instance, st_count;
};

struct etl_feed {
	struct dt_feed ef_feed;
	struct etw_trace *ef_trace;
	struct etl_dispatch ef_dispatch;
	struct etl_dispatch *ef_running;  /* ef_dispatch, or that of the first pass */
	unsigned ef_passes;		  /* over the files: 1 or 2 */
	unsigned ef_needs;		  /* DT_NEEDS_* of the enabled clauses */
	const struct etl_bound *ef_bound; /* whose handler runs */
	struct etw_event ef_event;
	bool ef_pending; /* ef_event was read and not delivered */
	bool ef_ended;	 /* the DT_ETW_END sources have run */
	bool ef_started; /* events are being delivered: the files can't be read again */
	bool ef_again;	 /* etl_read() returns ef_event next */
	bool ef_muted;	 /* handlers run only for their state; nothing fires */
	bool ef_summary;
	struct dt_probe **ef_fired; /* by number; fired.c */
	uint32_t ef_nfired;
	struct etl_ownprovider *ef_firedowned;
	struct etl_owntypes *ef_firedtypes;
	uint32_t ef_target;	   /* $target of the recording, or 0 */
	uint64_t ef_sampleperiod;  /* ns; 0: unknown */
	uint32_t ef_recorder;	   /* the process of dtrace that recorded it, or 0 */
	bool ef_linux;		   /* every file was recorded on Linux: dtrace_recorded.h */
	uint64_t ef_from, ef_to;   /* ns; ef_to UINT64_MAX: to the end */
	uint64_t ef_now, ef_limit; /* ns; no event is later than the limit */
	int64_t ef_wall;
	uint64_t ef_readns; /* of the event read last, which may wait for its stack */
	int64_t ef_readwall;
	struct etl_hold *ef_hold; /* NULL: nothing waits */
	struct etl_keys *ef_keys;
	struct etl_kept *ef_kept; /* NULL until an event is kept */
	struct etl_names ef_names;
	bool ef_sampled;	   /* the trace has samples of the profiler */
	struct etl_rate *ef_rates; /* of profile-N, if so */
	/* bits: processes and threads whose first event in the first pass is their start */
	uint8_t *ef_born[2];
	struct etl_files *ef_files; /* NULL until a file is asked for */
	struct etl_regkeys *ef_regkeys;
	struct etl_seen *ef_seen;	  /* NULL until a key is entered */
	struct etl_counters *ef_counters; /* counters.h; NULL until a probe needs them */
	char *ef_text;			  /* the last etl_utf8() or etl_execname() */
	size_t ef_textsize;
	uint8_t *ef_payload; /* the last etl_payload() */
	size_t ef_paysize;
	void *ef_record; /* the last etl_decoded() */
	size_t ef_recordsize;
	bool ef_wantpayload;			 /* some clause reads it */
	struct etl_start ef_starts[ETL_NSTARTS]; /* by process */
	struct etl_schema *ef_schema;		 /* event_names.c; NULL until asked for */
	unsigned ef_nown;			 /* providers that are only in the trace */
	bool ef_saidown;			 /* it was reported that there were too many */
};

static inline struct etl_feed *etl_of(struct dt_feed *fd)
{
	return (struct etl_feed *)fd;
}

/* ../profile.c */
void etl_profile_free(struct etl_feed *);

/* etl_feed.c */
bool etl_read(struct etl_feed *, struct etw_event *); /* the next one of the files */

/* hold.c */
int etl_hold_start(struct etl_feed *); /* -1: no memory */
bool etl_hold_next(struct etl_feed *); /* ef_event is the next to deliver */
void etl_hold_stack(struct etl_feed *, const thread_t *,
	struct dt_firing *); /* of the event being delivered */
void etl_hold_free(struct etl_feed *);

/* dispatch.c */
enum etl_interest {
	ETL_NONE,
	ETL_TAKEN,
	ETL_STACK
}; /* no handler; a handler; and a clause reads its stack */
enum etl_interest etl_interest(const struct etl_feed *, const struct etw_event *);
bool etl_reads_stack(const struct dt_probe *);
int etl_dispatch_build(struct etl_feed *, struct etl_dispatch *,
	bool early); /* 0, or -1: no memory */
void etl_dispatch_free(struct etl_dispatch *);
unsigned etl_dispatch_needs(struct etl_feed *); /* what the enabled clauses read */
void etl_dispatch_start(struct etl_feed *);	/* runs the DT_ETW_START sources */
void etl_dispatch_end(struct etl_feed *);	/* runs the DT_ETW_END sources, once */
bool etl_has_source(const struct etw_guid *);	/* whether any provider has such events */
void etl_dispatch(struct etl_feed *, const struct etw_event *);
void etl_dispatch_early(struct etl_feed *, const struct etw_event *);
/* For a running handler, about the probes of its source: */
void *etl_arg(const struct dt_feed *); /* es_arg */
/* whether a probe with that tag is enabled */
bool etl_wants(struct dt_feed *, int tag);
void etl_fire(struct dt_feed *, int tag, struct dt_firing *); /* fires them */
/* Fires the probe if the running handler's source is of its provider. */
void etl_fire_probe(struct dt_feed *, struct dt_probe *, struct dt_firing *);
void etl_fire_if(struct dt_feed *, int tag, struct dt_firing *,
	bool (*)(const struct dt_probe *, const char *),
	const char *arg); /* fires those for which the function returns true */
void etl_each(struct dt_feed *, int tag, void (*)(struct dt_feed *, struct dt_probe *));
void etl_all(struct dt_feed *, void (*)(struct dt_feed *, struct dt_probe *, void *),
	void *arg); /* of any tag */

/* state.c */
thread_t *etl_context(struct dt_feed *,
	const struct etw_event *); /* the header's thread, or the CPU's */
thread_t *etl_thread(struct dt_feed *, const struct etw_event *, uint32_t tid, uint32_t pid);
/* the thread that a payload names; pid ETW_NOID: unknown */
thread_t *etl_context_in(struct dt_feed *, const struct etw_event *, uint32_t pid);
/* the same for an event whose payload names its process only */
void etl_firing(struct dt_feed *, const struct etw_event *, thread_t *, struct dt_firing *);
proc_t *etl_learn_proc(struct dt_feed *, const struct etw_event *, const struct etw_process *);
thread_t *etl_learn_thread(struct dt_feed *, const struct etw_event *, const struct etw_thread *);
void etl_priority(thread_t *, int32_t priority); /* and the class that follows from it */
void etl_broken(struct dt_feed *, const struct etw_event *); /* its payload could not be decoded */

/* dtrace's memory that clauses may read during a firing: fi_mem. */
static inline struct dt_mem etl_mem(const void *p, size_t len)
{
	return (struct dt_mem){ .me_addr = (uintptr_t)p, .me_data = p, .me_len = (uint32_t)len };
}

/* text.c.  A text is valid until the next call of one of the first two. */
const char *etl_utf8(struct dt_feed *, const uint8_t *u16le, uint32_t units);
const char *etl_execname(struct dt_feed *, uint32_t pid, const char *s, uint32_t len);
const char *etl_execommand(struct dt_feed *, const char *command);
const char *etl_exepath(struct dt_feed *, const uint8_t *u16le,
	uint32_t units); /* the name in a path or command */
const char *etl_guid_text(struct dt_feed *,
	const struct etw_guid *); /* until the next event, at least */
void etl_text_free(struct etl_feed *);

/*
 * payload.c.  A copy of the payload after its header: event id (16 bits), version, and 0 for a
 * 32-bit or 1 for a 64-bit writer; `more` bytes of space follow it. Valid until the next call; NULL
 * if there is no memory.
 */
#define ETL_PAYLOAD_HEADER 4
uint8_t *etl_payload(struct dt_feed *, const struct etw_event *);
/* The event's record, until the next call; NULL: it can't be decoded, or there is no memory. */
void *etl_decoded(struct dt_feed *, const struct etw_event *, size_t *used);
void etl_fire_record(struct dt_feed *, const struct etw_event *, struct dt_firing *,
	const struct dt_mem *record, int tag);

/* event_names.c */
struct etw_catalog;
struct etw_provider;
/* schemas and names of the trace's events; read at the first call */
struct etw_catalog *etl_catalog(struct dt_feed *);
bool etl_schema_ok(const struct etl_feed *); /* false: manifests could not be read */
void etl_schema_free(struct etl_feed *);
size_t etl_text(struct dt_feed *, const struct etw_event *, enum dt_word, const char *arg,
	char *buf, size_t size);
int64_t etl_number(struct dt_feed *, const struct etw_event *, enum dt_word, const char *arg);
bool etl_has_field(struct dt_feed *, const struct dt_provider *, const char *name);
/* The D type of args[0] of an event's own probe: a struct with the members of its schemas. */
const char *etl_record(struct dt_feed *, struct etw_provider *, const char *event, bool seen,
	bool alias);
void etl_provider_own(struct dt_feed *, void *); /* freed with the feed */
bool etl_member(struct dt_feed *, const char *record, unsigned i, struct dt_named_member *);

/* prepass.c. Both leave the trace at its beginning. */
int etl_prepass(struct etl_feed *); /* 0, or -1: no memory */
/*
 * Before tracing starts: reads the whole trace and calls fn for the events that the filter selects.
 * Does nothing if there is only one pass.
 */
void etl_scan(struct etl_feed *, const struct etw_filter *,
	void (*fn)(struct etl_feed *, const struct etw_event *, void *), void *arg);

/* addrs.c */
void etl_image_early(struct dt_feed *, const struct etw_event *);
void etl_imageid_early(struct dt_feed *, const struct etw_event *);
void etl_clr_early(struct dt_feed *, const struct etw_event *);
void etl_carried_early(struct dt_feed *, const struct etw_event *);

/* rundown.c */
extern const struct dt_etw_source etl_rundown[];
void etl_rundown_end(struct dt_feed *); /* after the first pass */

/*
 * counters.c: a provider's pv_provide, or a part of it, that makes
 * <provider>::pmc:<probe>-<counter>
 */
void etl_pmc_provide(struct dt_engine *, const struct dt_provider *, const char *mod,
	const char *func, const char *name);

/* seen.c */
void etl_seen_add(struct etl_feed *, uint64_t key);
bool etl_seen(struct etl_feed *, uint64_t key);
/* returns whether it was seen, and forgets it */
bool etl_seen_take(struct etl_feed *, uint64_t key);

/* fired.c */
#define ETL_FIREDPROBES 1000000 /* a trace has no more */
/* ps_tag of their probes; the second, of those in the executable */
#define ETL_FIREDTAG 30
#define ETL_FIREDEXE 31
void etl_fired_event(struct dt_feed *, const struct etw_event *);
#define ETL_FIRED \
	{ \
		.es_guid = &etl_guid_recorded, .es_opcode = -1, .es_tags = 3u << ETL_FIREDTAG, \
		.es_handle = etl_fired_event \
	}
extern const struct dt_etw_source etl_fired[];
void etl_fired_open(struct etl_feed *);
void etl_fired_free(struct etl_feed *);

/* kept.c */
int etl_keep(struct dt_feed *, const struct etw_event *);
int etl_relog(struct dt_feed *, const char *path, bool all, struct dt_relogged *);
void etl_kept_free(struct etl_feed *);

/* damage.c */
void etl_damage_report(struct etl_feed *);

/* The kernel's groups, as constants that tables can point at. */
extern const struct etw_guid etl_guid_recorded; /* dtrace_recorded.h */
extern const struct etw_guid etl_guid_process, etl_guid_thread, etl_guid_image, etl_guid_perfinfo,
	etl_guid_stackwalk, etl_guid_diskio, etl_guid_fileio, etl_guid_pagefault, etl_guid_registry,
	etl_guid_sysconfig, etl_guid_sysconfigex, etl_guid_tcpip, etl_guid_udpip, etl_guid_lost;

#endif
