/*
 * What a provider writer needs, and no more.
 *
 * A provider is one `struct dt_provider` with designated initializers in providers/<name>.c and one
 * line in providers/registry.c.  It names its probes, the ETW events that feed them (struct
 * dt_etw_source) and the Linux events that feed them (struct dt_linux_source,
 * providers/linux/linux.h).  A handler gets one event of its feed, brings the system table up to
 * date where that is its business, fills a `struct dt_firing` and calls dt_fire().  Handlers run
 * one at a time, in time order, on one thread; nothing here locks.
 *
 * The journey: a feed (struct dt_feed_ops: the running kernel, or trace files) delivers events
 * ordered by time
 * -> dt_advance() lets timers that are due before the event fire -> the handlers of the event ->
 * dt_fire() -> the DIF machine runs the probe's enablings -> records.
 *
 * Ownership: what a handler puts into a firing must stay valid until dt_fire() returns.  Probes
 * belong to the engine and live as long as the handle.
 */
#ifndef DTRACE_PROVIDER_H
#define DTRACE_PROVIDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "dtrace_records.h"

struct dt_engine;
struct dt_probe;
struct dt_feed;
struct dt_plan;
struct dt_linux_source;
struct dt_provider;
struct etw_event;
struct etw_trace;
struct etw_guid;

/* Stability: name / data / class, each DT_STAB_* and DT_CLASS_*. */
enum dt_stab {
	DT_STAB_INTERNAL,
	DT_STAB_PRIVATE,
	DT_STAB_OBSOLETE,
	DT_STAB_EXTERNAL,
	DT_STAB_UNSTABLE,
	DT_STAB_EVOLVING,
	DT_STAB_STABLE,
	DT_STAB_STANDARD
};
enum dt_class {
	DT_CLASS_UNKNOWN,
	DT_CLASS_CPU,
	DT_CLASS_PLATFORM,
	DT_CLASS_GROUP,
	DT_CLASS_ISA,
	DT_CLASS_COMMON
};
struct dt_attr {
	uint8_t at_name, at_data, at_class;
};
struct dt_provider_attrs {
	struct dt_attr pa_provider, pa_module, pa_function, pa_name, pa_args;
};

/* flags of proc_t.p_flags and thread_t.t_flags */
#define PROC_EXITED 0x1
#define PROC_UNKNOWN 0x2 /* made up because an event named a pid nobody introduced */
#define PROC_KERNEL 0x4
#define PROC_NAMED 0x8 /* name is known */
#define THREAD_EXITED 0x1
#define THREAD_IDLE 0x2
#define THREAD_UNKNOWN 0x4

/*
 * Probes.
 */
#define DT_MAXARGS 10 /* arg0 .. arg9 */

/*
 * One typed argument.  ar_xlated == NULL: args[n] has the native type. ar_from: which argN holds
 * it.
 */
struct dt_arg {
	const char *ar_native; /* D type, e.g. "thread_t *" */
	const char *ar_xlated; /* D type after translation, e.g. "lwpsinfo_t *" */
	uint8_t ar_from;
};

struct dt_probe_spec {
	const char *ps_mod, *ps_func, *ps_name; /* NULL means "" */
	struct dt_arg ps_args[DT_MAXARGS];	/* ends at the first with ar_native == NULL */
	int ps_tag;				/* the provider's own number for it */
};

/*
 * An event, as the handlers and the DIF machine see it.  One lives for one dt_fire().
 * fi_thread is the thread the event belongs to; fi_cpu the CPU it happened on.
 */
struct dt_mem {		  /* memory of the traced system as it was at the event */
	uint64_t me_addr; /* its address there */
	const void *me_data;
	uint32_t me_len;
	bool me_user;  /* address space of the process, else of the kernel */
	bool me_fault; /* the kernel could not read it: reading it faults */
};

struct dt_stack {
	const uint64_t *st_pcs; /* leaf first; NULL none */
	uint32_t st_depth;
};

/*
 * Where the thread stood at the event; what a plan doesn't ask for is NULL or 0 and is looked up,
 * if it can be.
 */
#if defined(__aarch64__)
#define DT_UREGS 34
#else
#define DT_UREGS 21 /* translators/regs.d names them */
#endif
#define DT_MAXFILES 4
struct dt_taskctx {
	const uint64_t *tc_uregs; /* user registers, in the order of uregs[] */
	unsigned tc_nuregs;
	const char *tc_cwd, *tc_root, *tc_cgroup;
	int32_t tc_nspid;
	unsigned tc_nfiles;
	struct dt_taskfile {
		int32_t tcf_asked; /* the descriptor; tcf_file.of_fd is -1 if it wasn't open */
		ofile_t tcf_file;
	} tc_files[DT_MAXFILES];
};

struct dt_captured {	 /* a built-in variable that has no other member below */
	uint32_t ca_var; /* DIF_VAR_* */
	uint64_t ca_value;
};

struct dt_firing {
	uint64_t fi_time; /* ns on the stream's clock */
	int64_t fi_wall;  /* ns since 1970 UTC */
	uint32_t fi_cpu;
	int32_t fi_errno;
	thread_t *fi_thread;	 /* never NULL */
	const char *fi_execname; /* as captured at the event, or NULL: fi_thread->t_proc->p_name.
				    Must be NUL-terminated and lie in a region that dif may read
				    (payload, a dt_mem, or a record) */
	uint64_t fi_args[DT_MAXARGS];
	uint64_t fi_vtime;	 /* CPU time of the thread, ns; 0: take it from fi_thread */
	uint32_t fi_uid, fi_gid; /* valid when fi_hasids, else fi_thread->t_proc's */
	bool fi_hasids;
	uint64_t fi_caller, fi_ucaller; /* pc for caller, ucaller; 0 n/a */
	const uint8_t *fi_payload;	/* readable: [fi_payload - 4, fi_payload + fi_paylen) */
	uint32_t fi_paylen;
	const struct dt_mem *fi_mem;
	unsigned fi_nmem;
	struct dt_stack fi_kstack, fi_ustack;
	const struct dt_taskctx *fi_taskctx; /* or NULL */
	const struct dt_captured *fi_captured;
	unsigned fi_ncaptured;
	const struct etw_event *fi_event; /* of a trace file, for what it says by name; else NULL */
};

/*
 * The system table: processes, threads and CPUs of the traced system, as of the last event.
 * Everything returned is owned by the table.
 */
struct dt_system;
#define DT_NOID 0xffffffffu

proc_t *dt_sys_proc(struct dt_system *,
	uint32_t pid); /* finds, or makes an unknown one ("<unknown>") */
proc_t *dt_sys_proc_find(struct dt_system *, uint32_t pid); /* or NULL */
thread_t *dt_sys_thread(struct dt_system *, uint32_t tid, uint32_t pid);
/*
 * finds by tid, or makes one in process pid (DT_NOID: unknown process).  A known thread whose
 * process was unknown is moved to pid. tid DT_NOID gives the process's placeholder thread.
 */
thread_t *dt_sys_thread_find(struct dt_system *, uint32_t tid);
proc_t *dt_sys_proc_start(struct dt_system *, uint32_t pid, uint32_t ppid, const char *name,
	const char *args);
/*
 * a new life of pid: an older record with that pid is retired.  name, args may be NULL (inherited
 * from ppid)
 */
void dt_sys_proc_exec(struct dt_system *, proc_t *, const char *name,
	const char *args); /* new name, args; NULL keeps */
void dt_sys_proc_exit(struct dt_system *, proc_t *, int32_t status); /* stays findable until the pid
     is used again or the table needs the room */
thread_t *dt_sys_thread_start(struct dt_system *, uint32_t tid, uint32_t pid);
void dt_sys_thread_exit(struct dt_system *, thread_t *);
void dt_sys_thread_name(struct dt_system *, thread_t *, const char *name);
cpu_t *dt_sys_cpu(struct dt_system *, uint32_t cpu); /* made when first named */
unsigned dt_sys_ncpu(struct dt_system *);
thread_t *dt_sys_idle(struct dt_system *,
	uint32_t cpu); /* that CPU's idle thread: tid 0 of process 0 */
void dt_sys_switch(struct dt_system *, uint32_t cpu, thread_t *next, uint64_t now); /* next runs on
    cpu from now on: keeps c_thread, t_cpu, t_ontime, t_onsince */
thread_t *dt_sys_running(struct dt_system *, uint32_t cpu);			    /* never NULL */
int dt_sys_load_proc(struct dt_system *); /* fill it from /proc */

/* Mapped objects of processes, for symbols; pid 0 with DT_IMG_KERNEL is the kernel's. */
void dt_sys_image_load(struct dt_system *, uint32_t pid, uint64_t base, uint64_t size,
	uint64_t fileoff, const char *path, uint64_t now);
/*
 * The same of an image that a trace tells of elsewhere, where nothing else lies; and its program
 * database.
 */
void dt_sys_image_known(struct dt_system *, uint32_t pid, uint64_t base, uint64_t size,
	const char *path);
void dt_sys_image_pdb(struct dt_system *, uint32_t pid, uint64_t base, const uint8_t guid[16],
	uint32_t age, const char *pdb);
/* Code that was made at run time, in a module that has a number in its process. */
void dt_sys_method(struct dt_system *, uint32_t pid, uint64_t start, uint64_t size, uint64_t module,
	const char *name);
void dt_sys_module(struct dt_system *, uint32_t pid, uint64_t module, const char *path);
void dt_sys_image_unload(struct dt_system *, uint32_t pid, uint64_t base, uint64_t now);
/* Live: what happens to the mappings of files, told in order of time. */
struct dt_mapping {
	enum dt_mapping_what {
		DT_MAPPING_FILE,
		DT_MAPPING_FORK,
		DT_MAPPING_EXEC,
		DT_MAPPING_EXIT,
		DT_MAPPING_RUNS /* the process was there before */
	} mg_what;
	uint32_t mg_pid, mg_parent;	   /* parent: FORK */
	uint64_t mg_base, mg_size, mg_off; /* FILE, and the rest */
	uint64_t mg_dev, mg_ino;
	const char *mg_path;
};
void dt_sys_mapping(struct dt_system *, const struct dt_mapping *);

/*
 * Live: a user stack as it was copied; dt_sys_unwind() makes frames of it, by what files say of
 * their functions.
 */
struct dt_ustack {
	const uint64_t *us_regs; /* DT_UREGS of them, as the kernel saves them */
	const uint8_t *us_mem;	 /* from the stack pointer up */
	uint32_t us_size;
};
unsigned dt_sys_unwind(struct dt_system *, uint32_t pid, const struct dt_ustack *, uint64_t *pcs,
	unsigned max);

/*
 * The engine, for providers and feeds.
 */
struct dt_system *dt_system(struct dt_engine *);
bool dt_live(const struct dt_engine *); /* the running kernel, not a trace */
struct dt_probe *dt_probe_create(struct dt_engine *, const struct dt_provider *,
	const struct dt_probe_spec *);
/* copies the spec's strings; returns the existing probe when one of that name is there */
struct dt_probe *dt_probe_like(struct dt_engine *, const struct dt_probe *, const char *func,
	const char *name);
/* one with another function and name, but the same arguments and tag */
struct dt_probe *dt_probe_find(struct dt_engine *, const char *prov, const char *mod,
	const char *func, const char *name);
bool dt_probe_enabled(const struct dt_probe *); /* false for NULL */
int dt_probe_tag(const struct dt_probe *);	/* ps_tag */
const char *dt_probe_prov(const struct dt_probe *), *dt_probe_mod(const struct dt_probe *),
	*dt_probe_func(const struct dt_probe *), *dt_probe_name(const struct dt_probe *);
void dt_probe_walk(struct dt_engine *, const struct dt_provider *,
	void (*)(struct dt_probe *, void *), void *);
/* every probe of the provider, enabled or not, in order of id */
const struct dt_plan *dt_probe_plan(
	const struct dt_probe *); /* what its enablings read; valid after enabling */
uint32_t dt_probe_id(const struct dt_probe *);
void dt_fire(struct dt_engine *, struct dt_probe *,
	struct dt_firing *); /* does nothing if not enabled */
void dt_advance(struct dt_engine *, uint64_t now,
	int64_t wall); /* stream time is now: fires timers due at or before it */
void dt_skip(struct dt_engine *, uint64_t now,
	int64_t wall); /* the same, but those due before now do not fire */
bool dt_stopping(const struct dt_engine
		*); /* exit() has been recorded, or stop asked: the feed returns at once */
void dt_progress_made(struct dt_engine *, uint64_t done,
	uint64_t total); /* before tracing, where that takes long */
bool dt_interrupted(const struct dt_engine
		*); /* the user asked for an end: what takes long gives up, before tracing too */

/*
 * A timer on the stream's clock.  The first expiry is one period after tracing starts.
 * Deterministic in replay.
 */
typedef void dt_timer_fn(struct dt_engine *, void *arg, uint64_t due, int64_t wall);
int dt_timer_add(struct dt_engine *, uint64_t period_ns, dt_timer_fn *, void *arg);
uint32_t dt_timer_cpu(
	const struct dt_engine *); /* where they fire: 0, or the CPU of the option cpu */

/*
 * Firings that clauses did not see, reported by probe and CPU. probe NULL: of which probe is not
 * known; cpu DT_NOID: not tied to a CPU.
 */
void dt_drops(struct dt_engine *, const struct dt_probe *, uint32_t cpu, uint64_t count);
void dt_warn(struct dt_engine *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* one line on stderr, prefixed by the command's name */
int dt_fail(struct dt_engine *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* sets the handle's error message; returns -1 */

/*
 * Providers.
 */
#define DT_ETW_START \
	(-2) /* es_opcode: not an event; called once, with a NULL event, when the trace starts */
#define DT_ETW_END (-3) /* the same, when it ends; the event has the time only */
/* What clauses look at beside the event itself. */
enum dt_needs {
	DT_NEEDS_SYSTEM = 1 << 0,   /* processes, threads, who runs where */
	DT_NEEDS_ADDRS = 1 << 1,    /* what is at an address: images, methods */
	DT_NEEDS_SCHEMAS = 1 << 2,  /* names and fields of events */
	DT_NEEDS_STACKS = 1 << 3,   /* stacks themselves */
	DT_NEEDS_COUNTERS = 1 << 4, /* which performance counters records carry */
};
struct dt_etw_source {			/* ends at es_handle == NULL */
	const struct etw_guid *es_guid; /* NULL: every event of the trace */
	int16_t es_opcode;		/* -1: any */
	uint32_t es_tags; /* bit n: feeds the provider's probes of ps_tag n; 0: all of them */
	bool es_state; /* runs for its effect on the system table even with no probe enabled ... */
	uint8_t es_needs; /* ... if a clause looks at that: DT_NEEDS_*; 0: DT_NEEDS_SYSTEM */
	bool es_early;	  /* runs in a first pass over the whole trace, and only there: for what has
			     to be known before the trace says it; fires nothing */
	void (*es_handle)(struct dt_feed *, const struct etw_event *);
	void *es_arg; /* the handler's own */
};

struct dt_provider {
	const char *pv_name;
	struct dt_provider_attrs pv_attrs;
	const struct dt_probe_spec *pv_probes; /* ends at ps_name == NULL */
	/*
	 * Called once at open, after pv_probes were made: probes that come from a table (system
	 * calls).
	 */
	void (*pv_init)(struct dt_engine *, const struct dt_provider *);
	/*
	 * A description asks for a name that may be made on demand (tick-3s): create it if the name
	 * is right.
	 */
	void (*pv_provide)(struct dt_engine *, const struct dt_provider *, const char *mod,
		const char *func, const char *name);
	/*
	 * A description names no provider, or one that is not there, or a pattern: make the
	 * providers it may mean.
	 */
	void (*pv_discover)(struct dt_engine *, const struct dt_provider *,
		const char *const field[4]);
	/*
	 * The first enabling of the probe was made; the plan is final when the feed starts. 0, or
	 * dt_fail().
	 */
	int (*pv_enable)(struct dt_engine *, struct dt_probe *);
	const struct dt_etw_source *pv_etw;
	const struct dt_linux_source *pv_linux;
	/* Live, once, behind BEGIN and before every event: fires what is known without one. */
	void (*pv_announce)(struct dt_feed *, uint64_t time, int64_t wall);
	/*
	 * Sources that are made for the probes enabled; called when the feed starts.  They live
	 * until the next call.
	 */
	const struct dt_linux_source *(*pv_sources)(struct dt_engine *, const struct dt_provider *);
	bool pv_offline_only, pv_live_only;
	bool pv_nocase;		/* its names are matched in any case */
	const char *pv_missing; /* with *_only: what to tell the one who enables it elsewhere */
};

/* A provider made by pv_discover; it must live as long as the engine.  -1: no memory. */
int dt_provider_add(struct dt_engine *, const struct dt_provider *);
/* Those of the list, then those added; NULL behind the last. */
const struct dt_provider *dt_provider_at(const struct dt_engine *, unsigned i);
void dt_feed_attach(struct dt_engine *, struct dt_feed *); /* an opened feed, for pv_discover */
struct dt_feed *dt_engine_feed(const struct dt_engine *);  /* or NULL */
/* An option of -x: its text, or NULL if it isn't set; its number, as options.def says. */
const char *dt_engine_option(const struct dt_engine *, const char *name);
int64_t dt_engine_number(const struct dt_engine *, const char *name);
/*
 * State of a provider: size bytes that belong to the engine, zeroed when the key is first asked
 * for. fini, if it isn't NULL, is called before they are freed, after the feed was closed.
 * Providers keep no other state, so that handles don't share any. NULL: no memory.
 */
void *dt_engine_state(struct dt_engine *, const void *key, size_t size, void (*fini)(void *));
extern const struct dt_provider *const dt_providers[]; /* providers/registry.c; ends with NULL */

/*
 * Feeds: where events come from.  providers/linux/feed.c and providers/windows/feed.c.
 */
/* What an event says of itself, and how it is asked. */
enum dt_word {
	DT_WORD_NAME,
	DT_WORD_PROVIDER,
	DT_WORD_TASK,
	DT_WORD_OPCODE,
	DT_WORD_PROPS /* arg: style */,
	DT_WORD_FIELD /* arg: its name */,
	DT_WORD_ID,
	DT_WORD_LEVEL,
	DT_WORD_KEYWORDS
};
struct dt_named_member { /* of a record that only the trace describes */
	const char *nm_name;
	const char *nm_type; /* "uint32_t" ..., or "string" */
};
struct dt_record_field { /* of a record that only the feed can describe: a tracepoint's */
	const char *rf_record, *rf_name;
	const char *rf_type; /* in D; of an element, if rf_count isn't 0 */
	uint32_t rf_offset, rf_size, rf_count;
};

struct dt_feed_ops {
	const char *fo_name;
	bool fo_live;
	/* paths: the trace files, in a replay. NULL after dt_fail(). */
	struct dt_feed *(*fo_open)(struct dt_engine *, const char *const *paths, unsigned npaths);
	/*
	 * All enablings are made (dt_probe_plan() is final): attach.  Events from here on count. 0,
	 * or dt_fail()
	 */
	int (*fo_start)(struct dt_feed *);
	/*
	 * Deliver what there is, in time order, waiting at most until the stream clock reaches
	 * `until` (0: don't wait). Returns 1 more may come, 0 end of stream, -1 after dt_fail().
	 * Returns early when dt_stopping().
	 */
	int (*fo_poll)(struct dt_feed *, uint64_t until);
	/* detach; deliver what was captured before; report drops */
	void (*fo_stop)(struct dt_feed *);
	void (*fo_close)(struct dt_feed *);
	/*
	 * For a feed whose events describe themselves; absent elsewhere.  text: fills buf, returns
	 * the length.
	 */
	size_t (*fo_text)(struct dt_feed *, const struct etw_event *, enum dt_word, const char *arg,
		char *buf, size_t size);
	int64_t (*fo_number)(struct dt_feed *, const struct etw_event *, enum dt_word,
		const char *arg);
	/*
	 * Has any event of the provider (of any, if it is no provider of the trace's) that field?
	 * True if it can't be told.
	 */
	bool (*fo_has_field)(struct dt_feed *, const struct dt_provider *, const char *name);
	/* Member number i of the record type of that name; false: there is none. */
	bool (*fo_member)(struct dt_feed *, const char *record, unsigned i,
		struct dt_named_member *);
	/* number of the record type `struct tag`, 0: none.  May be absent */
	uint32_t (*fo_record)(struct dt_engine *, const char *tag);
	/* its member number i */
	bool (*fo_field)(struct dt_engine *, uint32_t record, unsigned i, struct dt_record_field *);
	/* the stream's clock: monotonic live, last event's time in replay */
	uint64_t (*fo_now)(struct dt_feed *, int64_t *wall);
	/*
	 * Of a replay, how far it is: bytes read in this pass, and bytes of all.  Absent: there is
	 * no end.
	 */
	void (*fo_progress)(const struct dt_feed *, uint64_t *done, uint64_t *total);
};

struct dt_feed { /* the first member of every feed's own struct */
	const struct dt_feed_ops *fd_ops;
	struct dt_engine *fd_engine;
};

extern const struct dt_feed_ops dt_feed_linux, dt_feed_etl;

#endif
