/*
 * The running kernel as a feed (dt_feed_linux), and what a provider's Linux half consists of.
 *
 * A provider's Linux half is an array of struct dt_linux_source: one kernel tracepoint each (or the
 * perf sampler), the names of its arguments, the fields that the handler reads, and the views
 * through which its probes look at it.
 *
 *   linux_feed.c  fo_start binds the enabled probes to their sources and attaches a program for
 *                 each source in use
 *   variant.c     probes of one source that want the same capture share a variant, which is the
 *                 layout of their record
 *   path.c        resolves paths ("next->tgid") to offsets, with the kernel's type data (BTF)
 *   operand.c     those that are operands of machine code ("-4@8(%rsp)")
 *   difbpf.c      translates DIF to BPF: predicates, so that a firing that no enabling wants is
 *                 dropped in the kernel, and the objects of clauses that run there
 *   bpftext.c     its strings; difbpf.h is what the two share
 *   reach.c       what a program can read at a probe, so that the engine knows which clauses can
 *                 run there
 *   kclause.c     the clauses that run in the kernel; kvar.c their thread-local variables, kagg.c
 *                 their aggregations, kdrain.c what becomes of these here
 *   usites.c      attaches to code of processes
 *   follow.c      follows forks of traced processes
 *   loading.c     traces libraries that they load meanwhile; keeper.c makes sure that they go on
 *   when.c        tests whether a view fires, to spare the record of an event that doesn't
 *   facts.c       members of the records of threads and processes, read in the kernel
 *   compute.c     computes the addresses that clauses compute in the program too, and records the
 *                 memory there
 *   varlen.c      varlen fields; each kind is a row: stacks, user memory, a tracepoint's record.
 *                 More kinds are in taskwalk.c and ucopy.c
 *   taskwalk.c    the task context: user registers, directories, files, control group
 *   capture.c     makes one BPF program from the variants of a source (bpfasm.c assembles,
 *                 bpfcall.c loads and attaches); caplost.c counts the records that have no room
 *   touch.c       makes user memory resident before the capture program reads it
 *   kfunc.c       the kernel's functions, and the types of their arguments
 *   ksyms.c       addresses of its symbols
 *   tracefs.c     tracepoints: families, names, records
 *   denied.c      when the kernel denies something: what is missing, and the remedy
 *   ring.c        reads the program's records from one ring buffer for each CPU
 *   loss.c        the switch that begins and ends tracing, and what the programs lost
 *   order.c       merges the rings' records in time order
 *   crossing.c    whether a thread is still where an event found it
 *   refault.c     reads user memory that wasn't resident at the event when the system call returns
 *   sysregs.h     where a system call's number and arguments are
 *   mapped.c      reports what processes map, before the events that need it
 *   ucopy.c       unwinds a copy of the user stack (-x unwind=dwarf)
 *   wchan.c       where a thread sleeps
 *   offcpu.c      keeps a thread's stacks from when it leaves its CPU until it comes back
 *   event.c       makes a struct dt_firing of a record; the provider's handler fires its probes
 *
 * For example, sched:::on-cpu and off-cpu are two views of the source sched_switch: "next" and
 * "prev" are its arguments, and on-cpu's view looks at the task "next". If clauses at on-cpu read
 * execname and those at off-cpu don't, there are two variants: one records the name, the other
 * doesn't. struct dt_lx_source is a source in use, struct dt_lx_bind a probe attached to it.
 *
 * Paths: a name of ls_args, or "current" (the running task), then "->member", ".member" or
 * "[number]". A path names a value of at most 8 bytes or an array of char. A path that this kernel
 * doesn't have is an error, reported with the path; an optional path reads 0 instead.
 *
 * Invariants: dtrace's own threads fire nothing. The kernel drops by predicate only what the DIF
 * machine would drop too; whatever is doubtful passes, and the DIF machine decides. Records for
 * which a ring has no room are counted and reported.
 */
#ifndef DT_LINUX_H
#define DT_LINUX_H

#include "dtrace_provider.h"
#include "program.h"
#include "table.h"

struct dt_lx_source; /* a source in use by a feed */
struct dt_lx_event;  /* a record of a source */

enum dt_linux_kind {
	DT_LX_TRACEPOINT,
	DT_LX_CLOCK, /* a timer on every CPU, which counts while the CPU isn't idle */
	DT_LX_EVENT, /* the tracepoint ls_system:ls_name, with its record as tracefs describes it */
	DT_LX_ENTRY,
	DT_LX_RETURN, /* of the kernel function ls_name in module ls_system */
	/* of code of process ls_pid, at ls_offsets in the file ls_file: functions' entries, their
	   returns, other instructions */
	DT_LX_UENTRY,
	DT_LX_URETURN,
	DT_LX_UCODE,
	DT_LX_ULEAVE, /* instructions that leave functions: their frames are gone */
};

/* Parts of the system table that a source maintains even if none of its own probes is enabled. */
#define DT_LX_STATE_PROCS 0x1  /* processes, threads, their names */
#define DT_LX_STATE_SWITCH 0x2 /* which thread runs on which CPU, CPU time of threads */
#define DT_LX_STATE_EXIT \
	0x4 /* which threads have exited: their records and self-> variables are freed */

/* How one probe sees the event: which thread it belongs to, and what arg0.. are. */
struct dt_linux_view {
	int lv_tag;	     /* if ls_bind is NULL: probes with this ps_tag use this view */
	const char *lv_task; /* path of a task_struct: the thread that the probe fires for */
	const char *lv_args[DT_MAXARGS]; /* paths; NULL: the handler supplies it, or 0 */
	const char *const
		*lv_entry; /* of a return: paths of the entry's arguments; NULL ends them */
	bool lv_later;	   /* the handler finds the thread, in dtrace's process: the kernel filters
			    nothing */
	bool lv_offcpu;	   /* the thread resumes where it left its CPU: its stacks are those that
			    dt_lx_leaves() kept */
	const char *lv_retval; /* a system call's result: becomes arg0 and arg1; an error is -1,
				  with errno set */
	/*
	 * What must be true of the event's values for the handler to fire the probe, and what must
	 * not: when.c. So that others leave no record, or aren't counted if their records are lost.
	 */
	const char *lv_when, *lv_unless;
	bool lv_note;	   /* the handler only keeps the event for a later one */
	const char *lv_pc; /* path of an address: arg0 if it is the kernel's, else arg1 */
	bool lv_direct;	   /* the handler fires the probe once for each event, if lv_when and
			      lv_unless say so, in the order of views: clauses that read no other
			      arguments than lv_args, lv_retval and lv_pc can run in the kernel */
	/* What the handler needs about the running thread: */
	const char *lv_file;	   /* a descriptor; dt_lx_file() returns its file */
	const char *lv_strings[2]; /* addresses of strings in user memory, for dt_lx_text() */
	bool lv_cwd;		   /* fi_taskctx has the working directory */
};

struct dt_linux_field { /* read by the handler with dt_lx_value(), dt_lx_string() */
	const char *lf_path;
	uint32_t lf_vars; /* captured if some plan has one of these DT_PLAN_*; 0: always */
	bool lf_optional; /* some kernels don't have it */
};

struct dt_linux_range { /* memory of the running process, for dt_lx_range() in the handler */
	const char *lr_from,
		*lr_to; /* paths of its two ends; lr_to NULL: a string of at most 1023 bytes */
};

struct dt_linux_source { /* an array of them ends at ls_name == NULL */
	enum dt_linux_kind ls_kind;
	const char *ls_name;   /* of the tracepoint or function */
	const char *ls_system; /* EVENT: the tracepoint's family; ENTRY, RETURN: the module */
	/* UENTRY, URETURN, UCODE; the selector is an index of ls_offsets, ls_name the object's */
	const char *ls_file;
	uint32_t ls_pid;
	const uint64_t *ls_offsets;
	const uint64_t *ls_numbers;	       /* for the handler: dt_lx_select() */
	const struct dt_provider *ls_provider; /* for the handler */
	/* stands for sources that come later, of ls_provider; it has one view and one selector */
	bool ls_awaits;
	bool ls_together; /* one event fires probes of several views: all are captured */
	const uint64_t *ls_semaphores; /* NULL, or of each place: a counter in the file that is more
					  than 0 while it is traced; 0: none */
	struct dt_probe *ls_probe; /* the only probe that it feeds, or NULL: any of the provider */
	const char *ls_args;   /* names of the arguments, blank-separated, in the kernel's order */
	const char *ls_select; /* path of the selector, which tells probes apart; NULL: all fire */
	uint32_t ls_nselect;   /* selectors are below this */
	const char *ls_guard;  /* path or NULL: drop the event unless value & ls_guardmask is 0 */
	uint32_t ls_guardmask;
	const struct dt_linux_view *ls_views;	/* ends at lv_task == NULL */
	const struct dt_linux_field *ls_fields; /* ends at lf_path == NULL; or NULL */
	/* paths of the threads that arguments describe, for dt_lx_facts() in the handler */
#define DT_LX_RECORDARG 2 /* EVENT: the argument that is the record */
#define DT_LX_TASKS 2
	const char *ls_tasks[DT_LX_TASKS];
	const struct dt_linux_range *ls_range; /* or NULL */
	unsigned ls_state;		       /* DT_LX_STATE_* */
	uint8_t ls_skip; /* how many innermost kernel frames belong to the tracing itself */
	/*
	 * Called for every enabled probe of the provider; calls dt_lx_want() if this source feeds
	 * the probe. NULL: views are chosen by lv_tag.
	 */
	void (*ls_bind)(struct dt_lx_source *, struct dt_probe *);
	void (*ls_handle)(struct dt_feed *, const struct dt_lx_event *);
	/*
	 * A tracepoint that the same thread reaches later, its arguments, and the path of the same
	 * selector there: user memory that wasn't resident at the event is read again there
	 * (refault.c). NULL: not read again.
	 */
	const char *ls_refault, *ls_refaultargs, *ls_refaultselect;
};

/* The arguments as the ABI passes them, and the result: paths of UENTRY and URETURN. */
#if defined(__x86_64__)
#define DT_LX_UARGS \
	"regs->di", "regs->si", "regs->dx", "regs->cx", "regs->r8", "regs->r9", "8@8(%rsp)", \
		"8@16(%rsp)", "8@24(%rsp)", "8@32(%rsp)"
#define DT_LX_URESULT "regs->ax"
#define DT_LX_UARGS32 \
	"4@4(%rsp)", "4@8(%rsp)", "4@12(%rsp)", "4@16(%rsp)", "4@20(%rsp)", "4@24(%rsp)", \
		"4@28(%rsp)", "4@32(%rsp)", "4@36(%rsp)", "4@40(%rsp)"
#define DT_LX_URESULT32 "4@%eax"
#elif defined(__aarch64__)
#define DT_LX_UARGS \
	"regs->regs[0]", "regs->regs[1]", "regs->regs[2]", "regs->regs[3]", "regs->regs[4]", \
		"regs->regs[5]", "regs->regs[6]", "regs->regs[7]", "8@[sp]", "8@[sp, 8]"
#define DT_LX_URESULT "regs->regs[0]"
#else
#define DT_LX_UARGS NULL
#define DT_LX_URESULT NULL
#endif
#ifndef DT_LX_UARGS32
#define DT_LX_UARGS32 NULL
#define DT_LX_URESULT32 NULL
#endif

/* Whether an operand ("-4@%edi") can be a path: general registers, memory, constants. */
bool dt_lx_operand_known(const char *operand);

const struct dt_linux_source *dt_lx_definition(const struct dt_lx_source *); /* for ls_bind */
/* In ls_bind: the probe gets the events with that selector, through view number `view`. */
void dt_lx_want(struct dt_lx_source *, struct dt_probe *, unsigned view, uint32_t select);
void dt_lx_clock(struct dt_lx_source *, uint32_t select,
	uint64_t period_ns); /* DT_LX_CLOCK: sets the timer's period */

/* Keys of notes (dt_lx_notes()) that aren't kernel addresses. */
#define LX_NOTE_IRQ (UINT64_C(1) << 56)
#define LX_NOTE_SOFTIRQ (UINT64_C(2) << 56)

struct dt_lx_note {
	uint64_t no_time;
	uint32_t no_tid, no_pid;
};

/* kfunc.c: the functions in the type data (BTF) of the kernel and its modules. */
struct dt_kfunc {
	const char *kf_module, *kf_name;
	unsigned kf_nargs;
	const char *kf_args[DT_MAXARGS]; /* D types, valid as long as the engine */
	const char *kf_result;		 /* NULL: void */
};
void dt_kfunc_walk(struct dt_engine *, const char *module, const char *function,
	void (*)(const struct dt_kfunc *, void *), void *);
unsigned dt_kfunc_nargs(struct dt_engine *, const char *module, const char *function);
/* The function's BTF id, or 0 if there is no such function. */
uint32_t dt_kfunc_id(struct dt_engine *, const char *module, const char *function, int *btf_fd);

/* ksyms.c: addresses of symbols; 0: there is none, or the kernel doesn't show it */
void dt_ksyms(const char *const *names, uint64_t *addrs, unsigned n);

/* tracefs.c: tracepoints as tracefs describes them. The bool functions return false for none. */
bool dt_tracefs_systems(struct dt_engine *, void (*)(const char *system, void *), void *);
bool dt_tracefs_events(struct dt_engine *, const char *system, void (*)(const char *event, void *),
	void *);
/* The D type of a pointer to its record, valid with the engine: "struct linux_SYS_EVENT *". */
const char *dt_tracefs_record(struct dt_engine *, const char *system, const char *event);
uint32_t dt_tracefs_find(struct dt_engine *, const char *tag);
bool dt_tracefs_field(struct dt_engine *, uint32_t record, unsigned i, struct dt_record_field *);

/* In a handler. */
uint64_t dt_lx_time(const struct dt_lx_event *);
struct dt_lx_source *dt_lx_source_of(const struct dt_lx_event *);
uint32_t dt_lx_select(const struct dt_lx_event *); /* the event's selector */
int64_t dt_lx_wall(const struct dt_lx_event *);
uint32_t dt_lx_cpu(const struct dt_lx_event *);
bool dt_lx_has(const struct dt_lx_event *,
	unsigned field); /* does this kernel have it, and was it captured? */
uint64_t dt_lx_value(const struct dt_lx_event *, unsigned field); /* 0 if it wasn't captured */
const char *dt_lx_string(const struct dt_lx_event *,
	unsigned field); /* NULL if it wasn't captured */
const char *dt_lx_range(const struct dt_lx_event *,
	uint32_t *len); /* start of ls_range's bytes, or NULL if they couldn't be read */
struct dt_probe *dt_lx_probe(const struct dt_lx_event *, unsigned view); /* the probe of that view
 for the event's selector, or NULL if it isn't enabled */
/*
 * Fills the firing as the probe of that view sees the event. Returns false if the probe isn't
 * enabled, or if the thread is dtrace's own.
 */
bool dt_lx_firing(const struct dt_lx_event *, unsigned view, struct dt_firing *);
/* Sets what the clauses read of the thread, which is number `task` of ls_tasks, and its process. */
void dt_lx_facts(const struct dt_lx_event *, unsigned task, thread_t *);
/* The captured open file of that descriptor, and the string at that address; NULL: not captured. */
const ofile_t *dt_lx_file(const struct dt_firing *, int32_t fd);
const char *dt_lx_text(const struct dt_firing *, uint64_t addr);
/*
 * For an event that ends what an earlier one, of a view with lv_note, began, if that one isn't
 * known: it was before tracing, or it was lost, and then so is this firing.
 */
void dt_lx_unmatched(const struct dt_lx_event *, unsigned view);
/* Fires the probe of that view with arg0, if it is enabled. */
void dt_lx_count(struct dt_feed *, const struct dt_lx_event *, unsigned view, uint64_t arg0);
/* Lets the clauses of the firing read that record; the handler keeps ownership. */
void dt_lx_record(const struct dt_lx_event *, struct dt_firing *, const void *record,
	uint32_t size);
uint64_t dt_lx_late(const struct dt_lx_event *);	    /* DT_LX_CLOCK: ns after the due time */
struct base_table *dt_lx_notes(const struct dt_lx_event *); /* what handlers keep for a later
  event: struct dt_lx_note, keyed by a kernel address or LX_NOTE_* */
/* Where the running thread goes to sleep; 0: unknown, or no clause reads it. */
uint64_t dt_lx_wchan(const struct dt_lx_event *);
/* The running thread leaves its CPU with this event; call it after the event's firings. */
void dt_lx_leaves(const struct dt_lx_event *, const thread_t *);
struct dt_system *dt_lx_system(const struct dt_lx_event *);

#endif
