/*
 * The consumer API: what the dtrace command is written against, and nothing it could not do
 * without.
 *
 * A session is, in this order:
 *
 *	dtrace_open		a handle, with no access to anything yet
 *	dtrace_event_files	the events come from trace files (else from the running kernel)
 *	dtrace_setopt		options; those of the compiler must be set before the first compile
 *	dtrace_init		the probes are made known
 *	dtrace_proc_create	processes to trace, held before their first instruction
 *	dtrace_program_*compile	text to programs
 *	dtrace_program_exec	programs to enablings
 *	dtrace_handle_*		who hears of what (records, text, faults, drops, ...), before it
 *                              happens
 *	dtrace_go		BEGIN fires, events flow
 *	dtrace_proc_continue	the processes run
 *	{ dtrace_sleep; dtrace_work }	until done; dtrace_stop when one wants to end it
 *	dtrace_aggregate_print	what no printa() has printed, or
 *	dtrace_aggregate_walk	the aggregations as data
 *	dtrace_close
 *
 * Ownership: everything belongs to the handle and dies in dtrace_close(); strings handed in are
 * copied; strings handed out stay valid until the next call on the same handle, unless the function
 * says otherwise. One handle is used by one thread at a time, and not from within its own
 * callbacks, except where that is said; dtrace_interrupt() alone may be called from anywhere.
 * Handles do not know of each other.
 *
 * Errors: functions that return int give -1, those that return a pointer NULL, and set the handle's
 * error: dtrace_errno(), dtrace_errmsg().  The codes a function names are those that a caller may
 * want to tell apart; EDT_FAILED (a message of its own) may come from any.  So may EDT_NOMEM,
 * EMFILE, ENFILE and EIO: memory or descriptors have run out, or a disk can't be read, and
 * something is missing somewhere.  From then on every call on the handle fails so; dtrace_close()
 * is what is left.
 */
#ifndef DTRACE_H
#define DTRACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

#pragma GCC visibility push(default)

#define DTRACE_VERSION 1

typedef struct dtrace_hdl dtrace_hdl_t;
typedef struct dt_program dtrace_prog_t;
typedef struct dtrace_proc dtrace_proc_t;

/*
 * The handle.
 */
#define DTRACE_O_NODEV \
	0x1 /* compile only: the running kernel may be out of reach.  dtrace_init() then makes \
	       the probes that are known without it; dtrace_go() fails with EDT_NODEV */

/*
 * EDT_VERSION: the library is older than version, which is DTRACE_VERSION.  NULL: *errp says why
 * (dtrace_errmsg(NULL, *errp)).
 */
dtrace_hdl_t *dtrace_open(int version, int flags, int *errp);
/*
 * Stops what runs, releases every process (created ones that never started are killed), frees
 * everything. NULL is fine.
 */
void dtrace_close(dtrace_hdl_t *);

/*
 * Replay these trace files, merged by time.  Before dtrace_init(), else EDT_ACTIVE; that opens
 * them.
 */
int dtrace_event_files(dtrace_hdl_t *, const char *const *paths, unsigned n);
/*
 * Opens the source of events and makes its probes; the first compile or listing does it otherwise.
 * EDT_FAILED: the message names the file, and it will fail again.  Called twice it does nothing.
 */
int dtrace_init(dtrace_hdl_t *);

/* "D 1.13 (dtrace-etw 0.1)": static */
const char *dtrace_version(void);

/*
 * Errors.  Positive values below EDT_BASE are errno's.
 */
#define EDT_BASE 1000
enum dtrace_error {
	EDT_BASE_ = EDT_BASE - 1,
#define DT_ERROR(code, text) code,
#include "dtrace_errors.def"
#undef DT_ERROR
	EDT_NERRORS
};
/* Of the last call that failed. */
int dtrace_errno(dtrace_hdl_t *);
/*
 * The text, without prefix or newline.  With a NULL handle only codes that carry no message of
 * their own have one.
 */
const char *dtrace_errmsg(dtrace_hdl_t *, int error);

/*
 * Options, by the names of -x, with values as one writes them there ("10ms", "4m"); value NULL sets
 * a flag. EDT_BADOPTNAME; EDT_BADOPTVAL; EDT_OPTACTIVE: can't be changed after dtrace_go(). As a
 * number, a flag is 0 or 1, a size bytes, a rate nanoseconds between two times; text is told by 1.
 */
int dtrace_setopt(dtrace_hdl_t *, const char *name, const char *value);
int dtrace_getopt(dtrace_hdl_t *, const char *name, int64_t *value);

/*
 * Probes.
 */
typedef struct dtrace_probedesc {
	uint32_t dtpd_id;					      /* in a pattern: 0 any */
	const char *dtpd_provider, *dtpd_mod, *dtpd_func, *dtpd_name; /* in a pattern: globs, "" and
									 NULL match anything */
} dtrace_probedesc_t;

typedef struct dtrace_attribute {
	uint8_t dtat_name, dtat_data, dtat_class;
} dtrace_attribute_t;
/* Static; "Unknown" for a number that stands for nothing. */
const char *dtrace_stability_name(uint8_t); /* "Evolving" */
const char *dtrace_class_name(uint8_t);	    /* "Common" */

typedef struct dtrace_probeinfo {
	dtrace_attribute_t dtp_attr; /* of the description */
	dtrace_attribute_t dtp_arga; /* of the arguments */
	unsigned dtp_argc;
	const char *const *dtp_argv; /* D types of args[0], args[1], ... */
} dtrace_probeinfo_t;

/*
 * fn sees each probe that matches the pattern (NULL: all), in id order; what it returns ends the
 * walk if it isn't 0 and is returned.  The description is valid in fn only, which may call
 * dtrace_probe_info(). -1 with EDT_NOPROBE, or EDT_BADID if an id was given: nothing matched.
 */
typedef int dtrace_probe_f(dtrace_hdl_t *, const dtrace_probedesc_t *, void *arg);
int dtrace_probe_iter(dtrace_hdl_t *, const dtrace_probedesc_t *pattern, dtrace_probe_f *fn,
	void *arg);
/*
 * For lists.  Reads the traces of a replay to their end, once, to learn which of the probes that
 * exist by now they fire: from then on dtrace_probe_iter() passes over the others, and dtrace_go()
 * fails.  Does nothing on the running kernel. 0, or -1 with EDT_ACTIVE or EDT_FAILED.
 */
int dtrace_probe_census(dtrace_hdl_t *);
/*
 * About the first probe that the pattern matches; the attributes are those of the pattern as it is
 * given: a field that is empty or a glob doesn't count.  What it points at is valid until the next
 * such call.  EDT_NOPROBE, EDT_BADID.
 */
int dtrace_probe_info(dtrace_hdl_t *, const dtrace_probedesc_t *, dtrace_probeinfo_t *);

/*
 * Programs.
 */
/* How a description with fewer than four fields is read: which field its last one is. */
typedef enum dtrace_probespec {
	DTRACE_PROBESPEC_NONE = -1, /* a program text: as in a file */
	DTRACE_PROBESPEC_PROVIDER,
	DTRACE_PROBESPEC_MOD,
	DTRACE_PROBESPEC_FUNC,
	DTRACE_PROBESPEC_NAME,
	DTRACE_PROBESPEC_ID /* a probe's number and nothing else */
} dtrace_probespec_t;

#define DTRACE_C_ZDEFS 0x1 /* descriptions may match nothing */
#define DTRACE_C_EMPTY 0x2 /* the text may be empty */
#define DTRACE_C_DIFV 0x4  /* DIF goes to stderr */

/*
 * Compiles text, or all of a stream (which stays open).  argv[0] is $0 and the program's name,
 * argv[1] $1...; argc 0 is all right.  The program belongs to the handle; what it declares, later
 * programs see. EDT_COMPILER: the message has tag and place as the options ask for.  EDT_CPPENT,
 * EDT_CPPERR with the option cpp.
 */
dtrace_prog_t *dtrace_program_strcompile(dtrace_hdl_t *, const char *text, dtrace_probespec_t spec,
	unsigned cflags, int argc, char *const argv[]);
dtrace_prog_t *dtrace_program_fcompile(dtrace_hdl_t *, FILE *, unsigned cflags, int argc,
	char *const argv[]);

typedef struct dtrace_proginfo {
	dtrace_attribute_t dpi_descattr; /* minimum over the probe descriptions */
	dtrace_attribute_t dpi_stmtattr; /* minimum over the statements */
	unsigned dpi_matches; /* probes the descriptions match (the same one twice counts twice) */
	char dpi_late[64];    /* live: what is read from the process after the probe, as its address
				 isn't known there; or "" */
} dtrace_proginfo_t;
int dtrace_program_info(dtrace_hdl_t *, dtrace_prog_t *, dtrace_proginfo_t *);
/*
 * Enables it, as often as it is called; info may be NULL.  Before dtrace_go(), else EDT_ACTIVE.
 * EDT_DESTRUCTIVE: it has destructive actions, and the option destructive isn't set.
 */
int dtrace_program_exec(dtrace_hdl_t *, dtrace_prog_t *, dtrace_proginfo_t *);
/*
 * fn sees each probe description of the program as written, in order; what it returns ends the walk
 * if it isn't 0 and is returned.  The description is valid in fn only.
 */
int dtrace_program_desc_iter(dtrace_hdl_t *, dtrace_prog_t *, dtrace_probe_f *fn, void *arg);

/*
 * Probes in programs: what becomes of provider declarations.
 */
/*
 * A C header for all providers that have been declared.  The guard is made from fname's last part.
 */
int dtrace_program_header(dtrace_hdl_t *, FILE *, const char *fname);
/*
 * Writes path, an object to be linked with objs, and changes objs: their calls of
 * __dtrace_PROV___PROBE() become sites. A program that declares no provider is itself embedded.
 */
int dtrace_program_link(dtrace_hdl_t *, dtrace_prog_t *, const char *path, unsigned nobjs,
	char *const objs[]);

/*
 * Tracing.
 */
/*
 * BEGIN fires, and events count from here on.  EDT_FAILED: the message names the missing privilege,
 * kernel option or symbol; it can't be tried again with this handle.  EDT_ACTIVE: it has been done.
 * EDT_NODEV.
 */
int dtrace_go(dtrace_hdl_t *);
/*
 * END fires; what is recorded is still there for dtrace_work().  Stopping twice is no error.
 * EDT_INACTIVE: there was no dtrace_go().
 */
int dtrace_stop(dtrace_hdl_t *);
/*
 * Waits until there is something to do: the switch rate, the status rate, a process that ended, an
 * interrupt. Doesn't wait in replay.  What goes wrong is told by the next dtrace_work().
 */
void dtrace_sleep(dtrace_hdl_t *);
/*
 * Makes a dtrace_sleep() or dtrace_work() that is running return soon, or else the next one at
 * once; loses no event.  Async-signal-safe.
 */
void dtrace_interrupt(dtrace_hdl_t *);

typedef enum dtrace_workstatus {
	DTRACE_WORKSTATUS_ERROR = -1,
	DTRACE_WORKSTATUS_OKAY,
	DTRACE_WORKSTATUS_DONE /* nothing will come any more: stopped, exit() or end of the trace,
				  and END's output is out */
} dtrace_workstatus_t;
/*
 * Where to print; NULL: to the handler of buffered output.  Without it, what is printed before the
 * first dtrace_work() waits for that, and a command that system() runs may print first.
 */
void dtrace_output(dtrace_hdl_t *, FILE *);
/*
 * Prints to the stream, or with NULL to the handler of buffered output, what has been recorded, and
 * runs the actions of the consumer's side.  The caller flushes. ERROR: EDT_INACTIVE,
 * EDT_NOBUFFERED: neither stream nor handler, or EDT_ABORT: a handler wanted it.
 */
dtrace_workstatus_t dtrace_work(dtrace_hdl_t *, FILE *);

typedef enum dtrace_status {
	DTRACE_STATUS_NONE, /* not started */
	DTRACE_STATUS_OKAY,
	DTRACE_STATUS_EXITED, /* exit() */
	DTRACE_STATUS_ENDED,  /* end of the trace */
	DTRACE_STATUS_FILLED, /* a fill buffer is full */
	DTRACE_STATUS_STOPPED /* dtrace_stop() */
} dtrace_status_t;
dtrace_status_t dtrace_status(dtrace_hdl_t *);
/* The n of the last exit(n) consumed, its low 8 bits; 0 if there was none. */
int dtrace_exit_status(dtrace_hdl_t *);

/*
 * Values of records and of aggregations' keys.
 */
typedef enum dtrace_valuekind {
	DTRACE_VALUE_INT, /* of 1, 2, 4 or 8 bytes */
	DTRACE_VALUE_UINT,
	DTRACE_VALUE_STRING, /* ends at its NUL, or with the data */
	DTRACE_VALUE_BYTES,  /* a structure, an array, what tracemem() took */
	DTRACE_VALUE_STACK,  /* uint64_t addresses, leaf first, up to a 0 */
	DTRACE_VALUE_USTACK, /* uint64_t pid, then as above */
	DTRACE_VALUE_SYM,    /* uint64_t address in the kernel */
	DTRACE_VALUE_USYM    /* uint64_t pid, uint64_t address in it */
} dtrace_valuekind_t;

/*
 * Valid, with what it points at, in the callback that gets it.  The data may lie at any address:
 * dtrace_value_int() reads integers, memcpy() the rest.
 */
typedef struct dtrace_value {
	dtrace_valuekind_t dtv_kind;
	uint32_t dtv_size; /* bytes of data */
	const void *dtv_data;
	const void *dtv_library; /* the library's own */
} dtrace_value_t;

/*
 * An integer, extended to 64 bits by its sign if it has one; of other kinds, the first 8 bytes as
 * an integer (the address of a SYM, the process of a USYM).  Never fails.
 */
int64_t dtrace_value_int(const dtrace_value_t *);
/*
 * The value as text into buf[size], without padding, NUL-terminated: decimal, the string, the name
 * of an address, the lines of a stack, hexadecimal bytes.  Returns the length of the whole as
 * snprintf() does; -1: EDT_INACTIVE before dtrace_go().  For callbacks.
 */
int dtrace_value_text(dtrace_hdl_t *, const dtrace_value_t *, char *buf, size_t size);

/*
 * Aggregations.
 */
/* Prints the aggregations that no printa() has printed.  The stream: as for dtrace_work(). */
int dtrace_aggregate_print(dtrace_hdl_t *, FILE *);

typedef enum dtrace_aggfunc {
	DTRACEAGG_COUNT = 0x701,
	DTRACEAGG_MIN,
	DTRACEAGG_MAX,
	DTRACEAGG_AVG,
	DTRACEAGG_SUM,
	DTRACEAGG_STDDEV,
	DTRACEAGG_QUANTIZE,
	DTRACEAGG_LQUANTIZE,
	DTRACEAGG_LLQUANTIZE
} dtrace_aggfunc_t;

typedef struct dtrace_aggdata { /* one entry; valid in the callback that gets it */
	const char *dtada_name; /* without '@'; "_" for @ itself */
	uint32_t dtada_id;	/* from 1, in order of appearance in the programs */
	dtrace_aggfunc_t dtada_func;
	unsigned dtada_nkeys;
	const dtrace_value_t *dtada_keys;
	int64_t dtada_normal;	   /* what normalize() set; 1 */
	int64_t dtada_value;	   /* as printed, normalized; 0 for distributions */
	unsigned dtada_nbuckets;   /* of a distribution; else 0 */
	const void *dtada_library; /* the library's own */
} dtrace_aggdata_t;

typedef struct dtrace_aggbucket {
	int64_t dtab_low, dtab_high; /* the values that fall into it, both included */
	int64_t dtab_count;	     /* as printed, normalized */
} dtrace_aggbucket_t;
/* Bucket n of an entry, from the lowest.  -1: there is none, *out is left alone. */
int dtrace_aggregate_bucket(const dtrace_aggdata_t *, unsigned n, dtrace_aggbucket_t *out);

/*
 * Brings the aggregations up to date: what the kernel has captured is taken in, without waiting;
 * the last few milliseconds may be missing, which dtrace_stop() waits for.  In replay they are up
 * to date.  What it records is printed by the next dtrace_work(). EDT_INACTIVE, EDT_ABORT.
 */
int dtrace_aggregate_snap(dtrace_hdl_t *);

typedef enum dtrace_aggorder {	 /* of the entries of one aggregation */
	DTRACE_AGGORDER_NONE,	 /* any; the cheapest */
	DTRACE_AGGORDER_OPTIONS, /* as the options aggsort... say, which is how they are printed */
	DTRACE_AGGORDER_KEY,	 /* by the first key, then the second ..., then the value; rising */
	DTRACE_AGGORDER_VALUE,	 /* by the value, then the keys; rising */
	DTRACE_AGGORDER_KEYREV,
	DTRACE_AGGORDER_VALUEREV
} dtrace_aggorder_t;

/* What is to become of the entry, and of the walk. */
#define DTRACE_AGGWALK_ABORT (-1) /* the walk fails with EDT_ABORT */
#define DTRACE_AGGWALK_NEXT 0
#define DTRACE_AGGWALK_CLEAR 1	/* as clear(): the key stays, the value starts anew */
#define DTRACE_AGGWALK_REMOVE 2 /* as trunc() */
#define DTRACE_AGGWALK_STOP 3	/* the walk is over, and no error */
typedef int dtrace_aggregate_f(const dtrace_aggdata_t *, void *arg);
/*
 * fn sees every entry of the aggregation of that name (without '@'; NULL: of all aggregations, one
 * after the other, in the order of their ids).  Entries whose keys are different addresses that go
 * by one name are one, as when they are printed.  fn may walk too, if neither walk changes an
 * entry. EDT_INACTIVE, EDT_NOAGG: no aggregation has that name, EDT_NOMEM, EDT_ABORT.
 */
int dtrace_aggregate_walk(dtrace_hdl_t *, const char *name, dtrace_aggorder_t,
	dtrace_aggregate_f *fn, void *arg);

/*
 * Processes.  $target is the first; when the last has ended, so does tracing.  They belong to the
 * handle. EDT_FAILED with a whole message: "failed to execute ls: No such file or directory",
 * "failed to grab pid 12: No such process".  EDT_REPLAY with event files.
 */
/*
 * Starts a command and holds it.  The line is split at blanks; quotes and backslashes as in the
 * shell.
 */
dtrace_proc_t *dtrace_proc_create(dtrace_hdl_t *, const char *cmdline);
dtrace_proc_t *dtrace_proc_grab(dtrace_hdl_t *, pid_t);
pid_t dtrace_proc_pid(const dtrace_proc_t *);
/* Lets it run; to be called once, after dtrace_go(). */
int dtrace_proc_continue(dtrace_hdl_t *, dtrace_proc_t *);
/* Forgets it, and frees it; one that never ran is killed. */
void dtrace_proc_release(dtrace_hdl_t *, dtrace_proc_t *);

/*
 * Handlers, called from within dtrace_go(), dtrace_work(), dtrace_sleep(), dtrace_stop() and
 * dtrace_aggregate_*().  One of each kind; NULL takes it away.  Without one, the text goes to
 * stderr after "dtrace: ".  msg: whole, no prefix, no newline.  What a handler is given is valid
 * until it returns. DTRACE_HANDLE_ABORT makes the call fail with EDT_ABORT (after dtrace_sleep()
 * and dtrace_stop(), the next dtrace_work()).
 */
#define DTRACE_HANDLE_ABORT (-1)
#define DTRACE_HANDLE_OK 0

typedef struct dtrace_errdata { /* a fault in a clause, and ERROR isn't enabled */
	uint32_t dteda_epid;
	dtrace_probedesc_t dteda_probe;
	int dteda_action, dteda_offset; /* as arg2, arg3 of ERROR */
	int dteda_fault;		/* DTRACEFLT_*, as arg4 */
	uint64_t dteda_addr;
	const char *dteda_msg;
} dtrace_errdata_t;
typedef int dtrace_handle_err_f(const dtrace_errdata_t *, void *arg);
int dtrace_handle_err(dtrace_hdl_t *, dtrace_handle_err_f *, void *arg);

typedef struct dtrace_dropdata {
	const char *dtdda_tag;		       /* "DTRACEDROP_PRINCIPAL" */
	int dtdda_cpu;			       /* -1: not tied to one */
	uint64_t dtdda_drops, dtdda_total;     /* since the last report; since the start */
	const char *dtdda_msg;		       /* with "[TAG] " in front if droptags is set */
	const dtrace_probedesc_t *dtdda_probe; /* whose firings were lost; NULL: not known */
} dtrace_dropdata_t;
typedef int dtrace_handle_drop_f(const dtrace_dropdata_t *, void *arg);
int dtrace_handle_drop(dtrace_hdl_t *, dtrace_handle_drop_f *, void *arg);

typedef struct dtrace_procdata { /* a created or grabbed process has ended */
	dtrace_proc_t *dtpda_proc;
	pid_t dtpda_pid;
	bool dtpda_known; /* whether the next two are: not for grabbed processes */
	int dtpda_status; /* its exit status */
	int dtpda_signal; /* or the signal that ended it */
} dtrace_procdata_t;
typedef int dtrace_handle_proc_f(const dtrace_procdata_t *, void *arg);
int dtrace_handle_proc(dtrace_hdl_t *, dtrace_handle_proc_f *, void *arg);

/*
 * Records, for a program that wants them as data.  A record is what one firing of a clause has
 * left.  chew sees it before anything of it is printed, then chewrec each of its values in order,
 * action by action, and at its end once more with no recdesc.
 *
 * THIS leaves it to the library; the default is that all is left to it.  From chew, NEXT skips the
 * whole record. From chewrec, NEXT for any value of an action means that the program has dealt with
 * the action; NEXT at the end omits the newline that ends a record unless the option quiet is set.
 * (CPU and probe columns precede what chewrec sees, unless the option quiet is set.)  ABORT makes
 * the call fail with EDT_ABORT, and what it would still have consumed is lost.
 *
 * An exit() counts whatever the answer is.  Actions that change aggregations or options act without
 * being shown, in records that aren't skipped.
 */
#define DTRACE_CONSUME_ABORT (-1)
#define DTRACE_CONSUME_THIS 0
#define DTRACE_CONSUME_NEXT 1

typedef struct dtrace_probedata {
	dtrace_hdl_t *dtpra_hdl;
	uint32_t dtpra_epid; /* of the enabled clause */
	dtrace_probedesc_t dtpra_probe;
	int dtpra_cpu;
	uint64_t dtpra_time; /* ns on the clock of timestamp */
} dtrace_probedata_t;

typedef enum dtrace_actkind {
	DTRACEACT_EXPR = 1, /* trace(), and an expression's value */
	DTRACEACT_EXIT,
	DTRACEACT_PRINTF,
	DTRACEACT_PRINTA,
	DTRACEACT_TRACEMEM = 6,
	DTRACEACT_TRACEMEM_DYNSIZE,
	DTRACEACT_PRINT,
	DTRACEACT_USTACK = 0x101,
	DTRACEACT_JSTACK,
	DTRACEACT_USYM,
	DTRACEACT_UMOD,
	DTRACEACT_UADDR,
	DTRACEACT_SYSTEM = 0x203,
	DTRACEACT_FREOPEN,
	DTRACEACT_STACK = 0x401,
	DTRACEACT_SYM,
	DTRACEACT_MOD
} dtrace_actkind_t;

typedef struct dtrace_recdesc { /* valid in the callback, as all it points at */
	dtrace_actkind_t dtrd_action;
	unsigned dtrd_index, dtrd_count; /* which value of the action, of how many; 0 of 0: it has
					    none (printa) */
	const char *dtrd_format;	 /* of printf() and its like; else NULL */
	dtrace_value_t dtrd_value;	 /* dtv_data NULL: none */
} dtrace_recdesc_t;

typedef int dtrace_chew_f(const dtrace_probedata_t *, void *arg);
typedef int dtrace_chewrec_f(const dtrace_probedata_t *, const dtrace_recdesc_t *, void *arg);
/*
 * Either may be NULL.  Before dtrace_go(), because some of what BEGIN records is consumed at once;
 * else EDT_ACTIVE.
 */
int dtrace_handle_records(dtrace_hdl_t *, dtrace_chew_f *chew, dtrace_chewrec_f *chewrec,
	void *arg);

/*
 * Gets the output of a dtrace_work() or dtrace_aggregate_print() whose stream is NULL, and what is
 * printed after dtrace_output(h, NULL): a record in one piece unless chewrec is set, aggregations
 * entry by entry.
 */
typedef struct dtrace_bufdata {
	dtrace_hdl_t *dtbda_hdl;
	const char *dtbda_buffered; /* text, NUL-terminated, but may hold NULs too; valid in the
				       handler */
	size_t dtbda_len;
	const dtrace_probedata_t
		*dtbda_probe; /* whose record it belongs to; NULL: to none (aggregations at the
				 end), or it had to wait for dtrace_work() */
} dtrace_bufdata_t;
typedef int dtrace_handle_buffered_f(const dtrace_bufdata_t *, void *arg);
int dtrace_handle_buffered(dtrace_hdl_t *, dtrace_handle_buffered_f *, void *arg);

/* A setopt() action has changed an option. */
typedef struct dtrace_setoptdata {
	dtrace_hdl_t *dtsda_hdl;
	const dtrace_probedata_t *dtsda_probe;	/* whose action it was */
	const char *dtsda_option, *dtsda_value; /* value NULL: none was given */
} dtrace_setoptdata_t;
typedef int dtrace_handle_setopt_f(const dtrace_setoptdata_t *, void *arg);
int dtrace_handle_setopt(dtrace_hdl_t *, dtrace_handle_setopt_f *, void *arg);

/*
 * Everything else worth a line: options adjusted, stretches of a trace lost, a source that is
 * missing.
 */
typedef int dtrace_handle_warn_f(const char *msg, void *arg);
int dtrace_handle_warn(dtrace_hdl_t *, dtrace_handle_warn_f *, void *arg);

/*
 * How far a replay is, in bytes of the traces; called often.  total 0: text is about to be written
 * to a stream. Traces that are read twice begin anew at 0.
 */
typedef int dtrace_handle_progress_f(uint64_t done, uint64_t total, void *arg);
int dtrace_handle_progress(dtrace_hdl_t *, dtrace_handle_progress_f *, void *arg);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
