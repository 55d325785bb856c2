/*
 * The running kernel as a feed (dt_feed_linux), and what a provider's Linux half consists of.
 *
 * A provider's Linux half is an array of struct dt_linux_source: one kernel tracepoint each (or the
 * perf sampler), the names of its arguments, the fields that the handler reads, and the views
 * through which its probes look at it.
 *
 *   linux_feed.c  fo_start binds the enabled probes to their sources and attaches a program for
 *                 each source in use
 *   variant.c     probes of one source that want the same capture share a variant, which lays out
 *                 what is recorded
 *   path.c        paths ("next->tgid") become offsets by the kernel's type data
 *   pred.c        predicates (DIF) become BPF: a firing that no enabling wants is dropped in the
 *                 kernel
 *   compute.c     addresses that clauses compute are computed in the program too, and what is there
 *                 is read
 *   varlen.c      the kinds of varlen fields, each a row: stacks, user memory; and in files of
 *                 their own
 *   taskwalk.c    the task context: user registers, directories, files, control group
 *   capture.c     the variants of a source become one BPF program (bpfasm.c assembles, bpfcall.c
 *                 loads and attaches)
 *   kfunc.c       the kernel's functions, and the types of their arguments
 *   tracefs.c     tracepoints: families, names, records
 *   denied.c      when the kernel denies something: what is missing, and the remedy
 *   ring.c        the program's records come through one ring for each CPU
 *   order.c       the rings' records in the order of time
 *   refault.c     user memory that wasn't resident at the event is read when the system call
 *                 returns
 *   sysregs.h     where a system call's number and arguments are
 *   mapped.c      reports what processes map before the events that follow it
 *   ucopy.c       a copy of the user stack becomes a stack (-x unwind=dwarf)
 *   offcpu.c      keeps a thread's stacks from when it leaves its CPU to when it comes back
 *   event.c       a record becomes a struct dt_firing; the provider's handler fires its probes
 *
 * For example, sched:::on-cpu and off-cpu are two views of the source sched_switch: "next" and
 * "prev" are its arguments, and on-cpu's view looks at the task "next". If clauses at on-cpu read
 * execname and those at off-cpu don't, there are two variants: one records the name, the other
 * doesn't. struct dt_lx_source is a source in use, struct dt_lx_bind a probe attached to it.
 *
 * Paths: a name of ls_args, or "current" (the running task), then "->member", ".member" or
 * "[number]". A path names a value of at most 8 bytes or an array of char. A path that this kernel
 * does not have is an error that names it; if it is marked optional, it reads 0.
 *
 * Invariants: dtrace's own threads fire nothing. What the kernel drops by predicate, the DIF
 * machine would have dropped; whatever is doubtful passes and is decided there. Records that found
 * no room are counted and reported.
 */
#ifndef DT_LINUX_H
#define DT_LINUX_H

#include "dtrace_provider.h"
#include "program.h"
#include "table.h"

struct dt_lx_source; /* a source in use by a feed */
struct dt_lx_event;  /* a record of it */

enum dt_linux_kind {
	DT_LX_TRACEPOINT,
	DT_LX_CLOCK, /* a timer on every CPU that runs something */
	DT_LX_EVENT, /* a tracepoint with the record it makes, as tracefs describes it: ls_system,
			ls_name */
	DT_LX_ENTRY,
	DT_LX_RETURN, /* of a function of the kernel, ls_name of module ls_system */
};

/* Parts of the system table a source keeps even when no probe of its own is enabled. */
#define DT_LX_STATE_PROCS 0x1  /* processes, threads, their names */
#define DT_LX_STATE_SWITCH 0x2 /* who runs where, CPU time of threads */
#define DT_LX_STATE_EXIT \
	0x4 /* which threads are gone: their records and self-> variables are freed */

/* How one probe sees the event: whose it is, and what arg0.. are. */
struct dt_linux_view {
	int lv_tag;	     /* ls_bind NULL: probes with this ps_tag see the event so */
	const char *lv_task; /* the thread that fires: path of a task_struct */
	const char *lv_args[DT_MAXARGS]; /* paths; NULL: the handler supplies it, or 0 */
	bool lv_later;	/* whose event it is finds the handler, in process: the kernel decides
			    nothing */
	bool lv_offcpu; /* the thread comes back to where it left: its stacks are those
			    dt_lx_leaves() kept */
	const char *lv_retval; /* a system call's result: arg0 and arg1 are it, an error is -1 and
				  errno */
	/* What the handler reads of the firing of the running thread: */
	const char *lv_file;	   /* a descriptor, whose file is dt_lx_file() */
	const char *lv_strings[2]; /* addresses of texts in user memory, dt_lx_text() */
	bool lv_cwd;		   /* fi_taskctx has the working directory */
};

struct dt_linux_field { /* read by the handler with dt_lx_value(), dt_lx_string() */
	const char *lf_path;
	uint32_t lf_vars; /* captured when some plan has one of these DT_PLAN_*; 0: always */
	bool lf_optional; /* absent in some kernels */
};

struct dt_linux_range { /* memory of the running process the handler reads with dt_lx_range() */
	const char *lr_from,
		*lr_to; /* paths of its two ends; to NULL: a string, of at most 1023 bytes */
};

struct dt_linux_source { /* an array of them ends at ls_name == NULL */
	enum dt_linux_kind ls_kind;
	const char *ls_name;	   /* of the tracepoint */
	const char *ls_system;	   /* EVENT: its family; ENTRY, RETURN: the module */
	struct dt_probe *ls_probe; /* the one it is for, if it was made for one */
	const char *ls_args; /* names of its arguments, blank-separated, in the kernel's order */
	const char
		*ls_select;  /* path of the number that tells its probes apart, or NULL: all fire */
	uint32_t ls_nselect; /* numbers are below this */
	const char
		*ls_guard; /* optional path: the event counts only if value & ls_guardmask is 0 */
	uint32_t ls_guardmask;
	const struct dt_linux_view *ls_views;	/* ends at lv_task == NULL */
	const struct dt_linux_field *ls_fields; /* ends at lf_path == NULL; or NULL */
	const struct dt_linux_range *ls_range;	/* or NULL */
	unsigned ls_state;			/* DT_LX_STATE_* */
	uint8_t ls_skip; /* frames of a kernel stack that are the tracing's own */
	/*
	 * Called for every enabled probe of the provider: dt_lx_want() it if it hangs on this
	 * source. NULL: by lv_tag.
	 */
	void (*ls_bind)(struct dt_lx_source *, struct dt_probe *);
	void (*ls_handle)(struct dt_feed *, const struct dt_lx_event *);
	/*
	 * Where the same thread comes by later, with a path to the same selector: user memory that
	 * wasn't resident at the event is read again there (refault.c).  NULL: not.
	 */
	const char *ls_refault, *ls_refaultargs, *ls_refaultselect;
};

/*
 * While binding: probe sees the source's events through view number `view`, those with that
 * selector only.
 */
void dt_lx_want(struct dt_lx_source *, struct dt_probe *, unsigned view, uint32_t select);
void dt_lx_clock(struct dt_lx_source *, uint32_t select,
	uint64_t period_ns); /* DT_LX_CLOCK: its timer */

/* Keys of notes that are no address of the kernel. */
#define LX_NOTE_IRQ (UINT64_C(1) << 56)
#define LX_NOTE_SOFTIRQ (UINT64_C(2) << 56)

struct dt_lx_note {
	uint64_t no_time;
	uint32_t no_tid, no_pid;
};

/* kfunc.c: the kernel's functions, by its type data and its modules'. */
struct dt_kfunc {
	const char *kf_module, *kf_name;
	unsigned kf_nargs;
	const char *kf_args[DT_MAXARGS]; /* D types, valid as long as the engine */
	const char *kf_result;		 /* NULL: none */
};
void dt_kfunc_walk(struct dt_engine *, const char *module, const char *function,
	void (*)(const struct dt_kfunc *, void *), void *);
unsigned dt_kfunc_nargs(struct dt_engine *, const char *module, const char *function);
/* 0: there is none */
uint32_t dt_kfunc_id(struct dt_engine *, const char *module, const char *function, int *btf_fd);

/*
 * tracefs.c: tracepoints as tracefs describes them.  Each returns false when there is no such
 * thing.
 */
bool dt_tracefs_systems(struct dt_engine *, void (*)(const char *system, void *), void *);
bool dt_tracefs_events(struct dt_engine *, const char *system, void (*)(const char *event, void *),
	void *);
/* The D type of a pointer to its record, valid as long as the engine: "struct linux_SYS_EVENT *". */
const char *dt_tracefs_record(struct dt_engine *, const char *system, const char *event);
uint32_t dt_tracefs_find(struct dt_engine *, const char *tag);
bool dt_tracefs_field(struct dt_engine *, uint32_t record, unsigned i, struct dt_record_field *);

/* In a handler. */
uint64_t dt_lx_time(const struct dt_lx_event *);
int64_t dt_lx_wall(const struct dt_lx_event *);
uint32_t dt_lx_cpu(const struct dt_lx_event *);
bool dt_lx_has(const struct dt_lx_event *,
	unsigned field); /* this kernel has it, and it was captured */
uint64_t dt_lx_value(const struct dt_lx_event *, unsigned field); /* 0 if it wasn't captured */
const char *dt_lx_string(const struct dt_lx_event *,
	unsigned field); /* NULL if it wasn't captured */
const char *dt_lx_range(const struct dt_lx_event *,
	uint32_t *len); /* its beginning; NULL: it couldn't be read */
struct dt_probe *dt_lx_probe(const struct dt_lx_event *, unsigned view); /* of that view and the
 event's selector; NULL: not enabled */
/*
 * Fills the firing as the probe of that view sees the event. false: not enabled, or dtrace's own
 * thread.
 */
bool dt_lx_firing(const struct dt_lx_event *, unsigned view, struct dt_firing *);
/* The open file with that descriptor, and the text at that address, as captured; NULL: not. */
const ofile_t *dt_lx_file(const struct dt_firing *, int32_t fd);
const char *dt_lx_text(const struct dt_firing *, uint64_t addr);
/* Fires the probe of that view, if it is enabled, with arg0. */
void dt_lx_count(struct dt_feed *, const struct dt_lx_event *, unsigned view, uint64_t arg0);
/* The clauses of the firing may read that record, too; it stays the handler's. */
void dt_lx_record(const struct dt_lx_event *, struct dt_firing *, const void *record,
	uint32_t size);
uint64_t dt_lx_late(const struct dt_lx_event *);	    /* DT_LX_CLOCK: ns after its due time */
struct base_table *dt_lx_notes(const struct dt_lx_event *); /* what handlers leave for a later
  event, by a number of the kernel's: struct dt_lx_note */
/* The running thread leaves its CPU here; tell it after the firings of the event. */
void dt_lx_leaves(const struct dt_lx_event *, const thread_t *);
struct dt_system *dt_lx_system(const struct dt_lx_event *);

#endif
