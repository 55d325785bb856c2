/*
 * The interface for writers of providers.
 *
 * A provider is one struct dt_provider with designated initializers in providers/NAME.c and one
 * line in providers/registry.c. It names its probes, the ETW events that feed them (struct
 * dt_etw_source) and the Linux events that feed them (struct dt_linux_source in
 * providers/linux/linux.h). A handler gets one event of its feed, updates the system table if that
 * is its job, fills a struct dt_firing and calls dt_fire(). Handlers run one at a time, in time
 * order, on one thread; no function here takes a lock.
 *
 * The path of an event: a feed (struct dt_feed_ops: the running kernel, or trace files) delivers
 * events in time order -> dt_advance() fires the timers that are due before the event -> the
 * event's handlers run -> dt_fire() -> the DIF machine runs the probe's enablings -> records.
 *
 * Ownership: what a handler puts into a firing must stay valid until dt_fire() returns. Probes
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
struct dt_reach;
struct dt_aggdesc;
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
#define PROC_UNKNOWN 0x2 /* created because an event named a pid that was not known before */
#define PROC_KERNEL 0x4
#define PROC_NAMED 0x8 /* name is known */
#define THREAD_EXITED 0x1
#define THREAD_IDLE 0x2
#define THREAD_UNKNOWN 0x4
#define THREAD_REWOKEN 0x8 /* woken while it waits in the queue of a CPU */
#define THREAD_KERNEL 0x10 /* Linux: a thread of the kernel */
/* t_state, but of Windows; translators/procfs.d names them */
enum { THREAD_SLEEPS = 1, THREAD_WAITS, THREAD_ENDED, THREAD_STOPPED, THREAD_RUNS = 6 };
/* t_class; translators/procfs.d names them */
enum {
	THREAD_CLASS_UNKNOWN,
	THREAD_CLASS_TS, /* time-sharing */
	THREAD_CLASS_RT, /* real-time */
	THREAD_CLASS_SYS /* the idle threads */,
	THREAD_CLASS_DLN /* Linux: deadline */,
	THREAD_CLASS_IDL /* Linux: only what others leave */,
	THREAD_CLASS_EXT /* Linux: a scheduler that is a BPF program */
};

/*
 * Probes.
 */
#define DT_MAXARGS 10 /* arg0 .. arg9 */

/* One typed argument. */
struct dt_arg {
	const char *ar_native; /* D type, e.g. "thread_t *" */
	const char *ar_xlated; /* D type after translation, e.g. "lwpsinfo_t *", or NULL */
	uint8_t ar_from;       /* number of the argN that holds it, or DT_ARG_NOWHERE */
};
#define DT_ARG_NOWHERE 255 /* none holds it: args[] knows only its type */

struct dt_probe_spec {
	const char *ps_mod, *ps_func, *ps_name; /* NULL means "" */
	struct dt_arg ps_args[DT_MAXARGS];	/* ends at the first with ar_native == NULL */
	int ps_tag;				/* the provider's own number for it */
};

/* Memory of the traced system, as it was at the event. */
struct dt_mem {
	uint64_t me_addr; /* its address in the traced system */
	const void *me_data;
	uint32_t me_len;
	bool me_user;  /* an address of the process; otherwise, of the kernel */
	bool me_fault; /* the kernel could not read it: D code that reads it faults */
};

struct dt_stack {
	const uint64_t *st_pcs; /* leaf first; NULL if there is none */
	uint32_t st_depth;
};

/*
 * The task context at the event. Members that the plan doesn't ask for are NULL or 0; the engine
 * looks them up if it can.
 */
#if defined(__aarch64__)
#define DT_UREGS 34
#define DT_UREGNAMES DT_UREGS
#else
#define DT_UREGS 21 /* those of the frame that the kernel saves; translators/regs.d names them */
#define DT_UREGNAMES 26 /* with segments and the number of the trap */
#endif
#define DT_MAXFILES 4
struct dt_taskctx {
	const uint64_t *tc_uregs; /* user registers, in the order of uregs[] */
	unsigned tc_nuregs;
	const char *tc_cwd, *tc_root, *tc_cgroup;
	int32_t tc_nspid;
	unsigned tc_nfiles;
	struct dt_taskfile {
		int32_t tcf_asked; /* the descriptor; tcf_file.of_fd is -1 if it is not open */
		ofile_t tcf_file;
	} tc_files[DT_MAXFILES];
};

struct dt_captured {	 /* a built-in variable that has no member of its own below */
	uint32_t ca_var; /* DIF_VAR_* */
	uint64_t ca_value;
};

/*
 * An event, as the handlers and the DIF machine see it; it lives for one dt_fire(). The event
 * belongs to fi_thread and happened on fi_cpu.
 */
struct dt_firing {
	uint64_t fi_time; /* ns on the stream's clock */
	int64_t fi_wall;  /* ns since 1970 UTC */
	uint32_t fi_cpu;
	int32_t fi_errno;
	thread_t *fi_thread;	 /* never NULL */
	const char *fi_execname; /* as captured at the event; NULL to use fi_thread->t_proc->p_name.
				    NUL-terminated, in memory that DIF code may read (the payload, a
				    dt_mem, or a record) */
	uint64_t fi_args[DT_MAXARGS];
	uint64_t fi_vtime;	 /* CPU time of the thread, ns; 0 to take it from fi_thread */
	uint32_t fi_uid, fi_gid; /* if !fi_hasids, those of fi_thread->t_proc are used */
	bool fi_hasids;
	uint64_t fi_caller, fi_ucaller; /* values of caller and ucaller; 0 if unknown */
	const uint8_t *fi_payload;	/* readable: [fi_payload - 4, fi_payload + fi_paylen) */
	uint32_t fi_paylen;
	const struct dt_mem *fi_mem;
	unsigned fi_nmem;
	struct dt_stack fi_kstack, fi_ustack;
	const struct dt_taskctx *fi_taskctx; /* or NULL */
	const struct dt_captured *fi_captured;
	unsigned fi_ncaptured;
	/*
	 * Live, of clauses that run in the kernel: those that it left to the DIF machine (bit n:
	 * number n of the probe's), and its thread-local variables before the first clause.
	 */
	uint32_t fi_left;
	const struct dt_captured *fi_kvars; /* ca_var: the variable's id */
	unsigned fi_nkvars;
	/* Live: by which the feed knows whether the thread has run on; NULL: it doesn't. */
	const thread_t *fi_counted;
	uint64_t fi_crossings;
	const struct etw_event *fi_event; /* replay: the event, for etwfield() and the like; NULL
					     live */
};

/*
 * The system table: processes, threads and CPUs of the traced system, as of the last event. The
 * table owns everything that these functions return.
 */
struct dt_system;
#define DT_NOID 0xffffffffu

/* Returns the process with this pid. An unknown pid gets a new process, named "<unknown>". */
proc_t *dt_sys_proc(struct dt_system *, uint32_t pid);
/* Returns the process with this pid, or NULL. */
proc_t *dt_sys_proc_find(struct dt_system *, uint32_t pid);
/*
 * Returns the thread with this tid. An unknown tid gets a new thread in process pid (DT_NOID: in an
 * unknown process). A known thread of an unknown process is moved to pid. For tid DT_NOID, returns
 * the process's placeholder thread.
 */
thread_t *dt_sys_thread(struct dt_system *, uint32_t tid, uint32_t pid);
/* Returns the thread with this tid, or NULL. */
thread_t *dt_sys_thread_find(struct dt_system *, uint32_t tid);
/*
 * A process has started; an older process with that pid is retired. name and args may be NULL; then
 * they are copied from the parent.
 */
proc_t *dt_sys_proc_start(struct dt_system *, uint32_t pid, uint32_t ppid, const char *name,
	const char *args);
/* A process has a new name and new arguments; NULL keeps the old ones. */
void dt_sys_proc_exec(struct dt_system *, proc_t *, const char *name, const char *args);
/*
 * A process has ended. dt_sys_proc_find() finds it until its pid is used again or the table needs
 * the room.
 */
void dt_sys_proc_exit(struct dt_system *, proc_t *, int32_t status);
thread_t *dt_sys_thread_start(struct dt_system *, uint32_t tid, uint32_t pid);
void dt_sys_thread_exit(struct dt_system *, thread_t *);
void dt_sys_thread_name(struct dt_system *, thread_t *, const char *name);
/* Returns a CPU, which is created at its first use. */
cpu_t *dt_sys_cpu(struct dt_system *, uint32_t cpu);
unsigned dt_sys_ncpu(struct dt_system *);
/* Returns a CPU's idle thread: tid 0 of process 0. */
thread_t *dt_sys_idle(struct dt_system *, uint32_t cpu);
/* next now runs on cpu: updates c_thread, t_cpu, t_ontime and t_onsince. */
void dt_sys_switch(struct dt_system *, uint32_t cpu, thread_t *next, uint64_t now);
/* Returns the thread that runs on a CPU; never NULL. */
thread_t *dt_sys_running(struct dt_system *, uint32_t cpu);
/* Call fn for every process or thread that is found by its id, in no order. */
void dt_sys_each_proc(struct dt_system *, void (*fn)(const proc_t *, void *), void *arg);
void dt_sys_each_thread(struct dt_system *, void (*fn)(const thread_t *, void *), void *arg);
/* Fills the table from /proc. */
int dt_sys_load_proc(struct dt_system *);
/* Fills in one process from /proc. */
void dt_sys_read_proc(struct dt_system *, uint32_t pid);

/* Mapped objects of processes, for symbols. Objects of the kernel have pid 0. */
void dt_sys_image_load(struct dt_system *, uint32_t pid, uint64_t base, uint64_t size,
	uint64_t fileoff, const char *path, uint64_t now);
/* As dt_sys_image_load(), but doesn't replace an existing mapping. */
void dt_sys_image_known(struct dt_system *, uint32_t pid, uint64_t base, uint64_t size,
	const char *path);
/* The program database of an image. */
void dt_sys_image_pdb(struct dt_system *, uint32_t pid, uint64_t base, const uint8_t guid[16],
	uint32_t age, const char *pdb);
/* Code that a language runtime generated. Its module has a number, unique in the process. */
void dt_sys_method(struct dt_system *, uint32_t pid, uint64_t start, uint64_t size, uint64_t module,
	const char *name);
void dt_sys_module(struct dt_system *, uint32_t pid, uint64_t module, const char *path);
void dt_sys_image_unload(struct dt_system *, uint32_t pid, uint64_t base, uint64_t now);
/* Live: changes of file mappings, in time order. */
struct dt_mapping {
	enum dt_mapping_what {
		DT_MAPPING_FILE,
		DT_MAPPING_FORK,
		DT_MAPPING_EXEC,
		DT_MAPPING_EXIT,
		DT_MAPPING_RUNS /* the process existed before tracing */
	} mg_what;
	uint32_t mg_pid, mg_parent;	   /* mg_parent: FORK only */
	uint64_t mg_base, mg_size, mg_off; /* these and the members below: FILE only */
	uint64_t mg_dev, mg_ino;
	const char *mg_path;
};
void dt_sys_mapping(struct dt_system *, const struct dt_mapping *);
/* Calls fn for each such change as well; NULL ends it. */
void dt_mapping_tap(struct dt_engine *, void (*fn)(void *arg, const struct dt_mapping *),
	void *arg);
/* Live: user addresses of the process are kept, and named later: it may have exited by then. */
void dt_userpcs(struct dt_engine *, uint32_t pid);
/* The function that an address is in; pid 0: of the kernel. Valid until the next call. */
struct dt_symbol_at {
	bool sa_kernel;
	const char *sa_image; /* its path; of the kernel: the module */
	const char *sa_name;
	uint64_t sa_offset; /* of the function in the file; of the kernel: its address */
	uint64_t sa_delta;  /* from there to the address */
};
bool dt_symbol_of(struct dt_engine *, uint32_t pid, uint64_t pc, struct dt_symbol_at *);
/* Replay: a name that the trace brings, of what dt_symbol_of() gives. */
void dt_symbol_carried(struct dt_engine *, const struct dt_symbol_at *, uint64_t size);

/*
 * Live: a copy of a user stack. dt_sys_unwind() finds its frames, with the unwind tables of the
 * mapped files; it stores at most max of them in pcs, and returns how many.
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
bool dt_live(const struct dt_engine *); /* true for the running kernel, false for a replay */
/*
 * Creates a probe, or returns the existing one of that name. Copies the names of the spec; the
 * types of its arguments must last as long as the engine.
 */
struct dt_probe *dt_probe_create(struct dt_engine *, const struct dt_provider *,
	const struct dt_probe_spec *);
/*
 * A model of the probes of that name that pv_later may create: it has no number and never fires,
 * but clauses whose modules are patterns are enabled at it, as they will be at those. So it is
 * decided before tracing what they need and where they run. Returns the existing one of that name.
 */
struct dt_probe *dt_probe_model(struct dt_engine *, const struct dt_provider *, const char *name,
	int tag);
/* Creates a probe with another function and name, but the same arguments and tag. */
struct dt_probe *dt_probe_like(struct dt_engine *, const struct dt_probe *, const char *func,
	const char *name);
struct dt_probe *dt_probe_find(struct dt_engine *, const char *prov, const char *mod,
	const char *func, const char *name);
/* The same, and it is made if its provider makes it on demand. */
struct dt_probe *dt_probe_named(struct dt_engine *, const char *prov, const char *mod,
	const char *func, const char *name);
bool dt_probe_enabled(const struct dt_probe *); /* false for NULL */

/*
 * A function that sees the firings of a probe before its clauses do, as if it were a clause that
 * reads what ta_args to ta_ustack say. Set before tracing starts; it must live as long as the
 * engine.
 */
struct dt_tap {
	void (*ta_fn)(const struct dt_tap *, struct dt_probe *, const struct dt_firing *);
	void *ta_arg;
	uint32_t ta_args;	       /* bit n: argN */
	uint32_t ta_vars;	       /* DT_PLAN_* */
	uint16_t ta_kstack, ta_ustack; /* frames */
	bool ta_clauses;	       /* and what the probe's clauses read, wherever they run */
};
void dt_probe_tap(struct dt_probe *, const struct dt_tap *); /* NULL ends it */
bool dt_probe_tapped(const struct dt_probe *);
/* The native types of the arguments, with a ';' between two. */
void dt_probe_types(const struct dt_probe *, char *buf, size_t size);
int dt_probe_tag(const struct dt_probe *); /* ps_tag */
const struct dt_provider *dt_probe_provider(const struct dt_probe *);
const char *dt_probe_prov(const struct dt_probe *), *dt_probe_mod(const struct dt_probe *),
	*dt_probe_func(const struct dt_probe *), *dt_probe_name(const struct dt_probe *);
/* Calls the function for every probe of the provider, enabled or not, in the order of ids. */
void dt_probe_walk(struct dt_engine *, const struct dt_provider *,
	void (*)(struct dt_probe *, void *), void *);
/*
 * Process i of those that dtrace created to trace them (-c), or 0 after the last. It has executed
 * its program, and is held there until tracing has started.
 */
uint32_t dt_created(const struct dt_engine *, unsigned i);
/* What the probe's enablings read; valid once all enablings exist. */
const struct dt_plan *dt_probe_plan(const struct dt_probe *);
uint32_t dt_probe_id(const struct dt_probe *);
/* Does nothing if the probe is not enabled. */
void dt_fire(struct dt_engine *, struct dt_probe *, struct dt_firing *);
/* Sets the stream's time to now, and fires the timers that are due at or before it. */
void dt_advance(struct dt_engine *, uint64_t now, int64_t wall);
/* As dt_advance(), but timers that were due before now do not fire. */
void dt_skip(struct dt_engine *, uint64_t now, int64_t wall);
/* True after exit() was recorded or a stop was requested: the feed must return at once. */
bool dt_stopping(const struct dt_engine *);
/* True after exit() was recorded: no probe fires any more but END. */
bool dt_ended(const struct dt_engine *);
/* Reports the progress of long work before tracing starts. */
void dt_progress_made(struct dt_engine *, uint64_t done, uint64_t total);
/* True after the user has interrupted: long work must give up, also before tracing. */
bool dt_interrupted(const struct dt_engine *);

/*
 * Adds a timer on the stream's clock. It first expires one period after tracing starts; in a
 * replay, always at the same events.
 */
typedef void dt_timer_fn(struct dt_engine *, void *arg, uint64_t due, int64_t wall);
int dt_timer_add(struct dt_engine *, uint64_t period_ns, dt_timer_fn *, void *arg);
/* Returns the CPU on which timers fire: 0, or the option cpu. */
uint32_t dt_timer_cpu(const struct dt_engine *);

/*
 * Counts firings that were lost; drops are reported by probe and CPU. probe is NULL if it is
 * unknown, cpu is DT_NOID if the loss isn't tied to a CPU.
 */
void dt_drops(struct dt_engine *, const struct dt_probe *, uint32_t cpu, uint64_t count);
/* Prints one line on standard error, after the command's name. */
void dt_warn(struct dt_engine *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Sets the handle's error message; returns -1. */
int dt_fail(struct dt_engine *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Providers.
 */
/* Special es_opcode: the handler is called once, with a NULL event, when the trace starts. */
#define DT_ETW_START (-2)
/* Special es_opcode: the handler is called once when the trace ends; the event has only a time. */
#define DT_ETW_END (-3)

/* What clauses use besides the event itself. */
enum dt_needs {
	DT_NEEDS_SYSTEM = 1 << 0,   /* processes, threads, which thread runs on a CPU */
	DT_NEEDS_ADDRS = 1 << 1,    /* symbols of addresses: images, methods */
	DT_NEEDS_SCHEMAS = 1 << 2,  /* names and fields of events */
	DT_NEEDS_STACKS = 1 << 3,   /* stacks themselves */
	DT_NEEDS_COUNTERS = 1 << 4, /* which performance counters records carry */
};
struct dt_etw_source {			/* ends at es_handle == NULL */
	const struct etw_guid *es_guid; /* NULL: every event of the trace */
	int16_t es_opcode;		/* -1: any */
	uint32_t es_tags; /* bit n: feeds the provider's probes of ps_tag n; 0: all of them */
	/* the handler updates the system table, so it runs even if no probe is enabled ... */
	bool es_state;
	/* ... provided that some clause needs one of these: DT_NEEDS_*; 0: DT_NEEDS_SYSTEM */
	uint8_t es_needs;
	/* the handler runs only in a first pass over the whole trace, to collect data that is
	   needed before the events that carry it; it fires no probe */
	bool es_early;
	void (*es_handle)(struct dt_feed *, const struct etw_event *);
	void *es_arg; /* private to the handler */
};

struct dt_probefunc {
	uint32_t pf_pid;
	const char *pf_path; /* of the object, and its file, open */
	int pf_fd;
	uint64_t pf_offset; /* of the function in the file */
	bool pf_return;
};

/*
 * The functions of a provider. Each is optional:
 *
 *	function	called			to
 *	pv_init		once, at open		create probes that come from a table (system calls)
 *	pv_provide	for a description	create a probe that exists on demand (tick-3s)
 *	pv_discover	for a description	add providers that the description may mean
 *	pv_enable	when a probe is first	prepare for it; returns 0, or dt_fail()
 *			enabled
 *	pv_sources	when the feed starts,	make the Linux sources of the enabled probes; those
 *			after pv_later		of probes and places that are new
 *	pv_later	while it traces		create probes in what process `pid` has newly mapped
 *	pv_announce	live, once after BEGIN,	fire probes for state that exists already
 *			before any event
 */
struct dt_provider {
	const char *pv_name;
	struct dt_provider_attrs pv_attrs;
	const struct dt_probe_spec *pv_probes; /* ends at ps_name == NULL */
	void (*pv_init)(struct dt_engine *, const struct dt_provider *);
	void (*pv_provide)(struct dt_engine *, const struct dt_provider *, const char *mod,
		const char *func, const char *name);
	/* The description names no provider, an unknown one, or a pattern. */
	void (*pv_discover)(struct dt_engine *, const struct dt_provider *,
		const char *const field[4]);
	/* The plan of the probe is final only when the feed starts. */
	int (*pv_enable)(struct dt_engine *, struct dt_probe *);
	const struct dt_etw_source *pv_etw;
	const struct dt_linux_source *pv_linux;
	void (*pv_announce)(struct dt_feed *, uint64_t time, int64_t wall);
	/* Until the feed has started, the sources are valid until the next call. */
	const struct dt_linux_source *(*pv_sources)(struct dt_engine *, const struct dt_provider *);
	void (*pv_later)(struct dt_engine *, const struct dt_provider *, uint32_t pid);
	bool pv_offline_only, pv_live_only;
	bool pv_nocase; /* its names match in any case */
	/* Whether a description's module means the probe's; NULL: as a pattern of its name. */
	bool (*pv_module)(const struct dt_probe *, const char *want);
	bool pv_mangled; /* its functions also match as what they demangle to */
	/*
	 * The function of a process at whose entry or return the probe is: debugging information
	 * gives the types of its arguments. False if there is none; absent: there never is.
	 */
	bool (*pv_function)(const struct dt_probe *, struct dt_probefunc *);
	const char *pv_missing; /* with *_only: the message for a user who enables it elsewhere */
};

/*
 * Live: calls uq_fn for the functions of the process's objects that match. The object may be named
 * as in a description of the pid provider: "libc", "a.out". uq_offset: only those in which an
 * instruction is certain to begin there. Returns -1 if there is no such process.
 *
 * uq_skip: whether a file is passed over; asked once for each before it is looked in.
 */
struct dt_userfunc {
	const char *uf_object, *uf_path, *uf_name;
	bool uf_exe;	    /* the object is the program itself */
	bool uf_ilp32;	    /* code for 32 bits */
	uint64_t uf_offset; /* in the object's file; of function "-", offsets are addresses */
	int uf_fd;	    /* the file, open during the call */
	/* uq_returns, uq_byinsn: offsets in the function of the instructions that leave it, if
	   its returns are traced there, not by its return address */
	bool uf_byinsn;
	const uint64_t *uf_leaves;
	unsigned uf_nleaves;
};
struct dt_userfuncs {
	const char *uq_object, *uq_function;
	uint64_t uq_offset;
	bool uq_returns;
	bool uq_byinsn; /* the instructions that leave are wanted in any case */
	bool uq_mapped; /* libraries that aren't mapped aren't looked for */
	bool (*uq_skip)(uint64_t dev, uint64_t ino, void *arg); /* or NULL */
	void (*uq_fn)(const struct dt_userfunc *, void *arg);
	void *uq_arg;
};
int dt_user_functions(struct dt_engine *, uint32_t pid, const struct dt_userfuncs *);

/*
 * Live: the function that a process's dynamic linker calls before and after it loads or unloads
 * libraries, for debuggers. Returns false if there is none that is known.
 */
struct dt_userlinker {
	int ul_fd; /* the linker's file, to be closed */
	uint64_t ul_offset;
	/* how far after the function its state is recorded, or is a pointer to that; 0: unknown */
	int64_t ul_state;
	bool ul_pointer, ul_ilp32;
};
bool dt_user_linker(struct dt_engine *, uint32_t pid, struct dt_userlinker *);

/*
 * Enables at the probes that pv_later creates for process `pid` the clauses that mean them. What
 * can't be enabled is reported.
 */
void dt_enable_later(struct dt_engine *, const struct dt_provider *, uint32_t pid);
/* The message of the last dt_fail(). */
const char *dt_failure(const struct dt_engine *);

/*
 * Live: calls uq_fn for each place of a probe that programs and libraries declare themselves
 * (USDT), if its provider matches: in one process; or in each process of -c and -p; or in all that
 * run, and in the files of option usdt, each file once.
 */
#define DT_USER_ALL 0
#define DT_USER_TARGETS UINT32_MAX
struct dt_userprobe {
	uint32_t up_pid; /* a process that maps the file; 0: none is known */
	const char *up_object, *up_path;
	bool up_exe;			   /* the object is the program itself */
	int up_fd;			   /* the file, open during the call */
	const char *up_provider, *up_name; /* as the file has them: "function__entry" */
	const char *up_function;	   /* around the place; "" if it has no name */
	const char *up_args;		   /* operands of the arguments: "-4@%edi 8@8(%rsp)" */
	uint64_t up_offset, up_semaphore;  /* in the file; semaphore 0: it has none */
};
struct dt_userprobes {
	const char *uq_provider; /* a pattern */
	void (*uq_fn)(const struct dt_userprobe *, void *arg);
	void *uq_arg;
};
void dt_user_probes(struct dt_engine *, uint32_t pid, const struct dt_userprobes *);

/*
 * Adds a provider that pv_discover made; it must live as long as the engine. Returns 0, or -1 if
 * memory has run out.
 */
int dt_provider_add(struct dt_engine *, const struct dt_provider *);
/* Returns provider i: first those of dt_providers[], then the added ones; NULL after the last. */
const struct dt_provider *dt_provider_at(const struct dt_engine *, unsigned i);
/* Stores the opened feed in the engine, so that pv_discover can use it. */
void dt_feed_attach(struct dt_engine *, struct dt_feed *);
struct dt_feed *dt_engine_feed(const struct dt_engine *); /* or NULL */
/* An option of -x: its text, or NULL if it isn't set; its number, as described in options.def. */
const char *dt_engine_option(const struct dt_engine *, const char *name);
int64_t dt_engine_number(const struct dt_engine *, const char *name);
/* Option etlbufsize for a writer, which refuses what is too large; 0: not set. */
uint32_t dt_engine_bufsize(const struct dt_engine *);
/*
 * Returns the state of a provider: size bytes that belong to the engine and are zeroed at the first
 * call with this key. fini, if it isn't NULL, is called before they are freed, after the feed was
 * closed. Providers keep no other state, so handles share none. NULL if memory has run out.
 */
void *dt_engine_state(struct dt_engine *, const void *key, size_t size, void (*fini)(void *));
/*
 * A recording of the running system to a trace file: providers/record/. dt_recorder_open() before
 * the feed starts, and dt_recorder_begin(), which makes the file, after it; then what the feed
 * delivers is recorded until dt_recorder_end(). They return NULL or -1 after dt_fail(). The engine
 * must not be used after dt_recorder_free().
 */
struct dt_recorder;
struct dt_recorded {	     /* about the file */
	const char *rd_path; /* valid until dt_recorder_free() */
	uint64_t rd_events, rd_lost, rd_buffers, rd_bytes;
	uint64_t rd_ns; /* from the first record to the last */
};
struct dt_recorder *dt_recorder_open(struct dt_engine *, const char *path);
/* The bytes of each CPU's events that the kernel must have room for; 0: nothing is recorded. */
uint64_t dt_recording(const struct dt_engine *);
void dt_recording_set(struct dt_engine *, uint64_t room);
/* Whether the probe is recorded and fires often: its clauses run over the trace, or with -g. */
bool dt_recorder_logs(const struct dt_probe *);
int dt_recorder_begin(struct dt_recorder *, uint32_t target); /* $target, or 0 */
int dt_recorder_end(struct dt_recorder *, struct dt_recorded *);
void dt_recorder_free(struct dt_recorder *);
extern const struct dt_provider *const dt_providers[]; /* providers/registry.c; ends with NULL */

/*
 * Feeds deliver the events: providers/linux/linux_feed.c and providers/windows/etl_feed.c.
 */

/* Names and numbers by which an event describes itself. */
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
struct dt_relogged {		   /* a file that was made */
	uint64_t rg_seen, rg_kept; /* events */
	uint64_t rg_buffers, rg_bytes;
};
struct dt_named_member { /* member of a record that only the trace describes */
	const char *nm_name;
	const char *nm_type; /* "uint32_t" ..., or "string" */
};
struct dt_record_field { /* member of a record that only the feed describes (a tracepoint's) */
	const char *rf_record, *rf_name;
	const char *rf_type; /* D type; of an element, if rf_count isn't 0 */
	uint32_t rf_offset, rf_size, rf_count;
};

struct dt_feed_ops {
	const char *fo_name;
	bool fo_live;
	/* Opens the feed; paths are the trace files of a replay. NULL after dt_fail(). */
	struct dt_feed *(*fo_open)(struct dt_engine *, const char *const *paths, unsigned npaths);
	/*
	 * Attaches to the sources of the enabled probes; dt_probe_plan() is final now. Events from
	 * here on, or from fo_begin, are delivered. Returns 0, or dt_fail().
	 */
	int (*fo_start)(struct dt_feed *);
	/*
	 * Live: tracing begins, after BEGIN has fired; and it is over, because a clause has called
	 * exit(): what happens from now on doesn't count. Absent: nothing happens in between.
	 */
	void (*fo_begin)(struct dt_feed *);
	void (*fo_over)(struct dt_feed *);
	/*
	 * Delivers the available events in time order. Waits at most until the stream's clock
	 * reaches `until`; doesn't wait if that is 0. Returns 1 if more may come, 0 at the end of
	 * the stream, -1 after dt_fail(). Returns early if dt_stopping().
	 */
	int (*fo_poll)(struct dt_feed *, uint64_t until);
	/* Detaches, delivers the events captured before, reports drops. */
	void (*fo_stop)(struct dt_feed *);
	void (*fo_close)(struct dt_feed *);
	/* For feeds whose events describe themselves. fo_text fills buf and returns the length. */
	size_t (*fo_text)(struct dt_feed *, const struct etw_event *, enum dt_word, const char *arg,
		char *buf, size_t size);
	int64_t (*fo_number)(struct dt_feed *, const struct etw_event *, enum dt_word,
		const char *arg);
	/*
	 * Replay. fo_keep: relog() wants the event in the new file; -1: no memory. fo_relog writes
	 * that file, with what was kept or all there is, at most once and last of all; fills *out;
	 * 0, or dt_fail().
	 */
	uint32_t (*fo_target)(
		const struct dt_feed *); /* $target when the trace was recorded, or 0 */
	int (*fo_keep)(struct dt_feed *, const struct etw_event *);
	int (*fo_relog)(struct dt_feed *, const char *path, bool all, struct dt_relogged *out);
	/*
	 * True if an event of the provider has that field, or if that is not known. If the trace
	 * doesn't have the provider, any event counts.
	 */
	bool (*fo_has_field)(struct dt_feed *, const struct dt_provider *, const char *name);
	/* Stores member i of the record type of that name; false if there is none. */
	bool (*fo_member)(struct dt_feed *, const char *record, unsigned i,
		struct dt_named_member *);
	/*
	 * What a program in the kernel can read when the probe fires. Absent: no clause can run
	 * there.
	 */
	void (*fo_reach)(struct dt_engine *, const struct dt_probe *, struct dt_reach *);
	/*
	 * Passes on what the kernel has aggregated since the last call: dt_aggregated().
	 * Absent: as fo_reach.
	 */
	void (*fo_aggregate)(struct dt_feed *);
	/* The consumer has reset or removed values of that aggregation; after fo_aggregate(). */
	void (*fo_aggforget)(struct dt_feed *, uint32_t aggid);
	/*
	 * Live: whether the thread has executed nothing of its own since the event, so that what
	 * was read from its memory before the call is as it was then.
	 */
	bool (*fo_still)(struct dt_feed *, const struct dt_firing *);
	/* Live: whether it may attach more while it traces that CAP_SYS_ADMIN is needed for. */
	bool (*fo_admin)(const struct dt_feed *);
	/* Returns the number of the record type `struct tag`, or 0; optional. */
	uint32_t (*fo_record)(struct dt_engine *, const char *tag);
	/* Stores member i of that record type; false if there is none. */
	bool (*fo_field)(struct dt_engine *, uint32_t record, unsigned i, struct dt_record_field *);
	/* Returns the stream's clock: monotonic live, the last event's time in a replay. */
	uint64_t (*fo_now)(struct dt_feed *, int64_t *wall);
	/* Progress of a replay: bytes read in this pass, bytes of all files. Absent: no end. */
	void (*fo_progress)(const struct dt_feed *, uint64_t *done, uint64_t *total);
};

struct dt_feed { /* the first member of every feed's own struct */
	const struct dt_feed_ops *fd_ops;
	struct dt_engine *fd_engine;
};

/*
 * Of a feed that runs clauses in the kernel.
 */
/* Places all clauses here, and plans them anew: the kernel refuses. Returns -1 after dt_fail(). */
int dt_run_here(struct dt_engine *);
/* Whether it aggregates from now on, so that fo_aggregate and fo_aggforget are called. */
void dt_feed_aggregates(struct dt_feed *, bool on);
/*
 * Passes on what was aggregated on a CPU. key: as the aggregation lays it out; data: as
 * dt_agg_words() says; nvalues: how many values they are of.
 */
void dt_aggregated(struct dt_engine *, uint32_t cpu, const struct dt_aggdesc *, const void *key,
	const int64_t *data, uint64_t nvalues);
/* Reports what the kernel had no room for: aggregated values, variables. */
void dt_kernel_drops(struct dt_engine *, uint64_t naggs, uint64_t nvars);
/* The value of a global scalar. */
uint64_t dt_global(const struct dt_engine *, uint32_t id);

extern const struct dt_feed_ops dt_feed_linux, dt_feed_etl;

#endif
