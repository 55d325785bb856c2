/*
 * The consumer API.  The dtrace command is written against it and uses nothing else.
 *
 * A session makes these calls, in this order:
 *
 *	dtrace_open		makes a handle, which has access to nothing yet
 *	dtrace_event_files	takes events from trace files; by default, from the running kernel
 *	dtrace_setopt		sets options; compiler options before the first compile
 *	dtrace_init		opens the source of events and creates its probes
 *	dtrace_proc_create	starts a command to trace, stopped before its first instruction
 *	dtrace_program_*compile	compiles D text to a program
 *	dtrace_program_exec	enables a program's clauses
 *	dtrace_handle_*		sets handlers for records, text, faults, drops ..., each before
 *				the first time it is needed
 *	dtrace_go		starts tracing: BEGIN fires, events are delivered
 *	dtrace_proc_continue	lets the command run
 *	{ dtrace_sleep; dtrace_work }	repeated until done; dtrace_stop ends tracing early
 *	dtrace_aggregate_print	prints the aggregations that no printa() has printed, or
 *	dtrace_aggregate_walk	passes the aggregations to a callback, as data
 *	dtrace_close		frees everything
 *
 * Ownership: every object belongs to its handle and is freed by dtrace_close().  The library copies
 * the strings it is given.  A string or structure that it returns is valid until the next call on
 * the same handle, unless the function says otherwise.
 *
 * Threads: one thread at a time may use a handle.  A callback must not call functions on its own
 * handle, except where this header allows it.  Only dtrace_interrupt() may be called from any
 * thread, from a callback and from a signal handler.  Handles are independent of each other.
 *
 * Errors: a function that returns int returns -1 on failure, and a function that returns a pointer
 * returns NULL; both set the handle's error, for dtrace_errno() and dtrace_errmsg().  Below, each
 * function lists the codes that a caller may want to tell apart.  Any function may also fail with
 * EDT_FAILED, which comes with its own message, or with EDT_NOMEM, EMFILE, ENFILE or EIO: memory or
 * descriptors have run out, or a disk can't be read, so that data may be incomplete.  After one of
 * these last four, every further call on the handle fails with the same code; only dtrace_close()
 * is left.
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
	0x1 /* compile only, without access to the running kernel.  dtrace_init() creates only \
	       the probes that are known without the kernel; dtrace_go() fails with EDT_NODEV */

#define DTRACE_O_WINDOWS \
	0x2 /* list only: the providers of Windows that are known without a trace, from the \
	       library's own table, from manifests and from earlier traces.  dtrace_go() fails \
	       with EDT_NODEV */

/*
 * Returns a new handle.  version is DTRACE_VERSION, flags is 0 or one of DTRACE_O_*.  On failure
 * returns NULL and sets *errp, for dtrace_errmsg(NULL, *errp).  EDT_VERSION: the library is older
 * than version.
 */
dtrace_hdl_t *dtrace_open(int version, int flags, int *errp);
/*
 * Stops tracing if it is active, releases every process (a created process that was never continued
 * is killed) and frees everything that belongs to the handle.  NULL is allowed.
 */
void dtrace_close(dtrace_hdl_t *);

/*
 * Replays these n trace files, merged by time, instead of tracing the running kernel.  A further
 * call adds files.  Must precede dtrace_init(), which opens them; EDT_ACTIVE if it doesn't.
 */
int dtrace_event_files(dtrace_hdl_t *, const char *const *paths, unsigned n);
/*
 * Opens the source of events and creates its probes.  The first compile or probe listing calls it
 * if the caller hasn't.  A second call does nothing.  EDT_FAILED: the message names the file; every
 * retry fails, too.  EDT_BADOPTVAL: an option has a bad value, for instance one from the
 * environment.
 */
int dtrace_init(dtrace_hdl_t *);

/* Returns "dtrace-etw 0.1 D 1.13", a static string that ends in the version of D. */
const char *dtrace_version(void);

/*
 * Error codes.  Positive values below EDT_BASE are errno values.
 */
#define EDT_BASE 1000
enum dtrace_error {
	EDT_BASE_ = EDT_BASE - 1,
#define DT_ERROR(code, text) code,
#include "dtrace_errors.def"
#undef DT_ERROR
	EDT_NERRORS
};
/* Returns the error code of the last call that failed. */
int dtrace_errno(dtrace_hdl_t *);
/*
 * Returns the text of an error code, without prefix or newline.  The handle may be NULL; then codes
 * that come with their own message (EDT_FAILED, EDT_COMPILER) give "Unknown error".
 */
const char *dtrace_errmsg(dtrace_hdl_t *, int error);

/*
 * Sets an option of -x.  value is written as on the command line ("10ms", "4m"); NULL sets a flag.
 * EDT_BADOPTNAME: there is no such option.  EDT_BADOPTVAL: the option doesn't take this value.
 * EDT_OPTACTIVE: the option can't be changed after dtrace_go().
 */
int dtrace_setopt(dtrace_hdl_t *, const char *name, const char *value);
/*
 * Stores an option's value in *value: 0 or 1 for a flag, bytes for a size, nanoseconds per period
 * for a rate, 1 for an option that is set to a text, the index of the word for an option that takes
 * one of several words.  EDT_BADOPTNAME.
 */
int dtrace_getopt(dtrace_hdl_t *, const char *name, int64_t *value);

/*
 * Probes.
 */
typedef struct dtrace_probedesc {
	uint32_t dtpd_id;					      /* in a pattern, 0: any */
	const char *dtpd_provider, *dtpd_mod, *dtpd_func, *dtpd_name; /* in a pattern: globs; "" or
									 NULL matches anything */
} dtrace_probedesc_t;

typedef struct dtrace_attribute {
	uint8_t dtat_name, dtat_data, dtat_class;
} dtrace_attribute_t;
/* Return a static string, "Unknown" for an unknown number. */
const char *dtrace_stability_name(uint8_t); /* of dtat_name, dtat_data: "Evolving" */
const char *dtrace_class_name(uint8_t);	    /* of dtat_class: "Common" */

typedef struct dtrace_probeinfo {
	dtrace_attribute_t dtp_attr; /* stability of the probe's description */
	dtrace_attribute_t dtp_arga; /* stability of its arguments */
	unsigned dtp_argc;	     /* number of typed arguments */
	const char *const *dtp_argv; /* D types of args[0], args[1], ... */
} dtrace_probeinfo_t;

/*
 * Calls fn for each probe that matches the pattern (NULL: every probe), in the order of ids, until
 * fn returns a value other than 0.  Returns fn's last value, or -1 if no probe matches:
 * EDT_NOPROBE, or EDT_BADID if the pattern has an id.  The description is valid only during fn,
 * which may call dtrace_probe_info().
 */
typedef int dtrace_probe_f(dtrace_hdl_t *, const dtrace_probedesc_t *, void *arg);
int dtrace_probe_iter(dtrace_hdl_t *, const dtrace_probedesc_t *pattern, dtrace_probe_f *fn,
	void *arg);
/*
 * For listing the probes of a replay.  Reads the traces to their end, once, to find out which of
 * the existing probes they fire.  Afterwards dtrace_probe_iter() skips the other probes, and
 * dtrace_go() fails.  Does nothing on the running kernel.  EDT_ACTIVE: tracing has been started.
 * EDT_FAILED: a trace can't be read.
 */
int dtrace_probe_census(dtrace_hdl_t *);
/*
 * Fills *info for the first probe that matches the pattern.  dtp_attr is the stability of the
 * pattern as written: a field that is empty or a glob doesn't count.  What the structure points to
 * is valid until the next call of this function.  EDT_NOPROBE or EDT_BADID: no probe matches.
 */
int dtrace_probe_info(dtrace_hdl_t *, const dtrace_probedesc_t *, dtrace_probeinfo_t *);

/*
 * Calls fn for each member of the record that args[0] of the first probe that matches points to,
 * if only a trace or a manifest describes it, until fn returns a value other than 0.  Returns fn's
 * last value.  The strings are valid only during fn.  EDT_NOPROBE or EDT_BADID: no probe matches.
 */
typedef int dtrace_field_f(const char *type, const char *name, void *arg);
int dtrace_probe_fields(dtrace_hdl_t *, const dtrace_probedesc_t *, dtrace_field_f *fn, void *arg);

/*
 * Programs.
 */
/* Which field the last part of a probe description is, if it has fewer than four parts. */
typedef enum dtrace_probespec {
	DTRACE_PROBESPEC_NONE = -1, /* the text is a whole program, as in a file */
	DTRACE_PROBESPEC_PROVIDER,
	DTRACE_PROBESPEC_MOD,
	DTRACE_PROBESPEC_FUNC,
	DTRACE_PROBESPEC_NAME,
	DTRACE_PROBESPEC_ID /* the description is a probe's number */
} dtrace_probespec_t;

#define DTRACE_C_ZDEFS 0x1 /* a description may match no probe */
#define DTRACE_C_EMPTY 0x2 /* the text may be empty */
#define DTRACE_C_DIFV 0x4  /* print the DIF code on stderr */

/*
 * Compile a text, or all that is left in a stream, which stays open.  cflags are DTRACE_C_*.
 * argv[0] is $0 and the program's name in messages, argv[1] is $1 and so on; argc may be 0.  Return
 * the program, which belongs to the handle; later programs see its declarations.  EDT_COMPILER: the
 * message is the compiler's, with its tag if the option errtags is set.  EDT_CPPENT, EDT_CPPERR:
 * with the option cpp, the preprocessor wasn't found or has failed.
 */
dtrace_prog_t *dtrace_program_strcompile(dtrace_hdl_t *, const char *text, dtrace_probespec_t spec,
	unsigned cflags, int argc, char *const argv[]);
dtrace_prog_t *dtrace_program_fcompile(dtrace_hdl_t *, FILE *, unsigned cflags, int argc,
	char *const argv[]);

typedef struct dtrace_proginfo {
	dtrace_attribute_t dpi_descattr; /* lowest stability of its probe descriptions */
	dtrace_attribute_t dpi_stmtattr; /* lowest stability of its statements */
	unsigned dpi_matches; /* probes that match; a probe counts once for each description */
	char dpi_late[64];    /* live: names of what is read from the process only after the probe,
				 because its address isn't known at the probe; or "" */
} dtrace_proginfo_t;
/* Fills the structure. */
int dtrace_program_info(dtrace_hdl_t *, dtrace_prog_t *, dtrace_proginfo_t *);
/*
 * Enables the program's clauses, and fills the structure unless it is NULL.  A second call enables
 * them a second time.  EDT_ACTIVE: dtrace_go() has been called already.  EDT_DESTRUCTIVE: the
 * program has destructive actions, and the option destructive isn't set.
 */
int dtrace_program_exec(dtrace_hdl_t *, dtrace_prog_t *, dtrace_proginfo_t *);
/*
 * Calls fn for each probe description of the program as written, in order, until fn returns a value
 * other than 0.  Returns fn's last value.  The description is valid only during fn.
 */
int dtrace_program_desc_iter(dtrace_hdl_t *, dtrace_prog_t *, dtrace_probe_f *fn, void *arg);

/*
 * Probes in the user's own programs (dtrace -h and -G).
 */
/*
 * Writes a C header with the probe macros of every provider declared so far.  The include guard is
 * derived from the last component of fname.
 */
int dtrace_program_header(dtrace_hdl_t *, FILE *, const char *fname);
/*
 * Writes path, an object file to link with the object files objs, and changes objs in place: their
 * calls of __dtrace_PROV___PROBE() become probe sites.  A program that declares no provider is
 * itself stored in the object.
 */
int dtrace_program_link(dtrace_hdl_t *, dtrace_prog_t *, const char *path, unsigned nobjs,
	char *const objs[]);

/*
 * Tracing.
 */
/*
 * Starts tracing: BEGIN fires, and every event from here on is delivered.  EDT_FAILED: the message
 * names the missing privilege, kernel option or symbol; the call can't be retried with this handle.
 * EDT_ACTIVE: tracing has been started already.  EDT_NODEV: the handle is for compiling only.
 * EDT_ABORT: a handler asked for it.
 */
int dtrace_go(dtrace_hdl_t *);
/*
 * Ends tracing: END fires.  dtrace_work() can still consume what has been recorded.  A second call
 * does nothing.  EDT_INACTIVE: dtrace_go() hasn't been called.
 */
int dtrace_stop(dtrace_hdl_t *);
/*
 * Takes in events and waits, at most for the period of the option switchrate.  Returns earlier if
 * tracing ends, if all processes of dtrace_proc_*() have ended, or after dtrace_interrupt().  In a
 * replay it returns at once.  The next dtrace_work() reports what has gone wrong.
 */
void dtrace_sleep(dtrace_hdl_t *);
/*
 * Makes a running dtrace_sleep() or dtrace_work() return soon; if none is running, the next one
 * returns at once.  No event is lost.  Async-signal-safe.
 */
void dtrace_interrupt(dtrace_hdl_t *);

typedef enum dtrace_workstatus {
	DTRACE_WORKSTATUS_ERROR = -1, /* see dtrace_errno() */
	DTRACE_WORKSTATUS_OKAY,	      /* call it again */
	DTRACE_WORKSTATUS_DONE	      /* tracing has ended (dtrace_stop(), exit(), end of the trace
					 or of the processes), and END's output has been printed */
} dtrace_workstatus_t;
/*
 * Sets where to print, before dtrace_work() does: to the stream, or with NULL to the handler of
 * dtrace_handle_buffered().  If this isn't called, what is printed before the first dtrace_work()
 * is kept until then, and a command that system() runs may print before it.
 */
void dtrace_output(dtrace_hdl_t *, FILE *);
/*
 * Consumes the records: prints them to the stream, or with NULL to the handler of
 * dtrace_handle_buffered(), and runs the actions that the consumer carries out, such as system().
 * In a replay it first reads the next part of the traces.  The caller flushes the stream.
 * EDT_INACTIVE: dtrace_go() hasn't been called.  EDT_NOBUFFERED: there is neither a stream nor a
 * handler.  EDT_ABORT: a handler asked for it.
 */
dtrace_workstatus_t dtrace_work(dtrace_hdl_t *, FILE *);

typedef enum dtrace_status {
	DTRACE_STATUS_NONE,   /* tracing hasn't been started */
	DTRACE_STATUS_OKAY,   /* tracing is active */
	DTRACE_STATUS_EXITED, /* a clause called exit() */
	DTRACE_STATUS_ENDED,  /* the trace is at its end */
	DTRACE_STATUS_FILLED, /* with bufpolicy=fill, a buffer is full */
	DTRACE_STATUS_STOPPED /* dtrace_stop() */
} dtrace_status_t;
dtrace_status_t dtrace_status(dtrace_hdl_t *);
/* Returns the low 8 bits of n of the last exit(n) that was consumed, or 0 if there was none. */
int dtrace_exit_status(dtrace_hdl_t *);

/*
 * Values in records, and keys of aggregations.
 */
typedef enum dtrace_valuekind {
	DTRACE_VALUE_INT,    /* signed integer of 1, 2, 4 or 8 bytes */
	DTRACE_VALUE_UINT,   /* unsigned integer of 1, 2, 4 or 8 bytes */
	DTRACE_VALUE_STRING, /* ends at its NUL, or at the end of the data if it has none */
	DTRACE_VALUE_BYTES,  /* a structure, an array, or the memory that tracemem() copied */
	DTRACE_VALUE_STACK,  /* uint64_t kernel addresses, leaf first; a 0 ends them */
	DTRACE_VALUE_USTACK, /* uint64_t pid, then user addresses in the same form */
	DTRACE_VALUE_SYM,    /* uint64_t kernel address */
	DTRACE_VALUE_USYM    /* uint64_t pid, then uint64_t address in that process */
} dtrace_valuekind_t;

/*
 * A value.  It is valid, with the data it points to, only during the callback that gets it.  The
 * data may be unaligned: read integers with dtrace_value_int(), everything else with memcpy().
 */
typedef struct dtrace_value {
	dtrace_valuekind_t dtv_kind;
	uint32_t dtv_size; /* of the data, in bytes */
	const void *dtv_data;
	const void *dtv_library; /* private to the library */
} dtrace_value_t;

/*
 * Returns an integer value, sign-extended to 64 bits if it is signed.  For other kinds returns the
 * first 8 bytes as an integer: the address of a SYM, the pid of a USYM.  0 without data; never
 * fails.
 */
int64_t dtrace_value_int(const dtrace_value_t *);
/*
 * Writes the value as NUL-terminated text, without padding, to buf[size]: an integer in decimal, a
 * string as it is, the symbol of an address, the lines of a stack, bytes in hexadecimal.  Returns
 * the length of the whole text, as snprintf() does, or -1.  May be called from callbacks only.
 * EDT_INACTIVE: dtrace_go() hasn't been called.
 */
int dtrace_value_text(dtrace_hdl_t *, const dtrace_value_t *, char *buf, size_t size);

/*
 * Aggregations.
 */
/*
 * Prints the aggregations that no printa() has printed; the stream is as in dtrace_work().
 * EDT_INACTIVE: dtrace_go() hasn't been called.  EDT_NOBUFFERED, EDT_ABORT: as in dtrace_work().
 */
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

typedef struct dtrace_aggdata { /* an entry; valid only during the callback that gets it */
	const char *dtada_name; /* of the aggregation, without '@'; "_" for @ itself */
	uint32_t dtada_id;	/* of the aggregation: from 1, in the order of the programs' text */
	dtrace_aggfunc_t dtada_func;
	unsigned dtada_nkeys;
	const dtrace_value_t *dtada_keys;
	int64_t dtada_normal;	   /* divisor that normalize() has set; 1 by default */
	int64_t dtada_value;	   /* as printed, normalized; 0 for a distribution */
	unsigned dtada_nbuckets;   /* of a distribution; 0 otherwise */
	const void *dtada_library; /* private to the library */
} dtrace_aggdata_t;

typedef struct dtrace_aggbucket {
	int64_t dtab_low, dtab_high; /* lowest and highest value that the bucket counts */
	int64_t dtab_count;	     /* as printed, normalized */
} dtrace_aggbucket_t;
/*
 * Stores bucket n of a distribution in *out; bucket 0 has the lowest values.  Returns 0, or -1 if
 * there is no such bucket; then *out is unchanged and the handle's error is not set.
 */
int dtrace_aggregate_bucket(const dtrace_aggdata_t *, unsigned n, dtrace_aggbucket_t *out);

/*
 * Brings the aggregations up to date before a walk.  Live, takes in what the kernel has captured,
 * without waiting; the last few milliseconds may be missing, but dtrace_stop() waits for them.  In
 * a replay the aggregations are always up to date.  The next dtrace_work() prints what this call
 * has recorded.  EDT_INACTIVE: dtrace_go() hasn't been called.  EDT_ABORT: a handler asked for it.
 */
int dtrace_aggregate_snap(dtrace_hdl_t *);

typedef enum dtrace_aggorder {	 /* of the entries within one aggregation */
	DTRACE_AGGORDER_NONE,	 /* unspecified; the cheapest */
	DTRACE_AGGORDER_OPTIONS, /* as printed: the options aggsort... decide */
	DTRACE_AGGORDER_KEY,	 /* ascending by first key, second key ..., then value */
	DTRACE_AGGORDER_VALUE,	 /* ascending by value, then keys */
	DTRACE_AGGORDER_KEYREV,	 /* KEY, descending */
	DTRACE_AGGORDER_VALUEREV /* VALUE, descending */
} dtrace_aggorder_t;

/* What the callback returns: what happens to the entry and to the walk. */
#define DTRACE_AGGWALK_ABORT (-1) /* end the walk; it fails with EDT_ABORT */
#define DTRACE_AGGWALK_NEXT 0	  /* keep the entry */
#define DTRACE_AGGWALK_CLEAR 1	  /* reset the value and keep the key, as clear() does */
#define DTRACE_AGGWALK_REMOVE 2	  /* remove the entry, as trunc() does */
#define DTRACE_AGGWALK_STOP 3	  /* keep the entry and end the walk, without an error */
typedef int dtrace_aggregate_f(const dtrace_aggdata_t *, void *arg);
/*
 * Calls fn for every entry of the aggregation of that name (without '@'), in the given order.  A
 * NULL name means all aggregations, one after the other in the order of their ids.  Entries whose
 * keys are different addresses of the same symbol are merged, as they are when printed.  fn may
 * start a walk of its own if neither walk changes an entry.  Returns 0, also after STOP, or -1.
 * EDT_INACTIVE: dtrace_go() hasn't been called.  EDT_NOAGG: no aggregation has that name.
 * EDT_ABORT: fn asked for it.
 */
int dtrace_aggregate_walk(dtrace_hdl_t *, const char *name, dtrace_aggorder_t,
	dtrace_aggregate_f *fn, void *arg);

/*
 * Processes to trace.  $target is the pid of the first one.  Tracing ends when all of them have
 * ended.  EDT_FAILED comes with a complete message: "failed to execute ls: No such file or
 * directory", "failed to grab pid 12: No such process".  EDT_REPLAY: the handle replays trace
 * files.
 */
/*
 * Starts a command and stops it where the option evaltime says, by default before its first
 * instruction.  The line is split at blanks; quotes and backslashes work as in the shell.  Returns
 * the process, which belongs to the handle, or NULL.
 */
dtrace_proc_t *dtrace_proc_create(dtrace_hdl_t *, const char *cmdline);
/*
 * Watches a running process, without stopping it.  Returns the process, which belongs to the
 * handle, or NULL.
 */
dtrace_proc_t *dtrace_proc_grab(dtrace_hdl_t *, pid_t);
pid_t dtrace_proc_pid(const dtrace_proc_t *);
/* Lets a created process run.  Call it once, after dtrace_go(). */
int dtrace_proc_continue(dtrace_hdl_t *, dtrace_proc_t *);
/* Stops watching the process and frees the object.  A created process that never ran is killed. */
void dtrace_proc_release(dtrace_hdl_t *, dtrace_proc_t *);

/*
 * Handlers.  dtrace_go(), dtrace_work(), dtrace_sleep(), dtrace_stop() and dtrace_aggregate_*()
 * call them; dtrace_init() and dtrace_probe_census(), those of warnings and progress.  There is one
 * handler of each kind; NULL removes it.  Without a handler, messages about faults, drops and
 * warnings go to stderr, with "dtrace: " before them.  A message (dt..._msg) is a complete line
 * without prefix and newline.  What a handler is given is valid until it returns.
 *
 * A handler returns DTRACE_HANDLE_OK, or DTRACE_HANDLE_ABORT: then the call that it was called from
 * fails with EDT_ABORT; in the case of dtrace_sleep() and dtrace_stop(), the next dtrace_work()
 * does.  The functions that set a handler return 0.
 */
#define DTRACE_HANDLE_ABORT (-1)
#define DTRACE_HANDLE_OK 0

typedef struct dtrace_errdata { /* a fault in a clause */
	uint32_t dteda_epid;	/* of the enabled clause */
	dtrace_probedesc_t dteda_probe;
	int dteda_action, dteda_offset; /* action's number, DIF offset: arg2, arg3 of ERROR */
	int dteda_fault;		/* DTRACEFLT_*: arg4 of ERROR */
	uint64_t dteda_addr;		/* address that couldn't be used: arg5 of ERROR */
	const char *dteda_msg;
	const char *dteda_hint; /* what may have been meant, or NULL */
	uint64_t dteda_time;	/* nanoseconds on the clock of the events */
} dtrace_errdata_t;
typedef int dtrace_handle_err_f(const dtrace_errdata_t *, void *arg);
int dtrace_handle_err(dtrace_hdl_t *, dtrace_handle_err_f *, void *arg);

typedef struct dtrace_dropdata {	       /* data that was lost for want of room */
	const char *dtdda_tag;		       /* kind of loss: "DTRACEDROP_PRINCIPAL" */
	int dtdda_cpu;			       /* -1 if the loss isn't tied to a CPU */
	uint64_t dtdda_drops, dtdda_total;     /* since the last report; all kinds since start */
	const char *dtdda_msg;		       /* begins with "[TAG] " if droptags is set */
	const dtrace_probedesc_t *dtdda_probe; /* whose firings were lost; NULL if unknown */
} dtrace_dropdata_t;
typedef int dtrace_handle_drop_f(const dtrace_dropdata_t *, void *arg);
int dtrace_handle_drop(dtrace_hdl_t *, dtrace_handle_drop_f *, void *arg);

typedef struct dtrace_procdata { /* a created or grabbed process has ended */
	dtrace_proc_t *dtpda_proc;
	pid_t dtpda_pid;
	bool dtpda_known; /* the next two are known; false for a grabbed process */
	int dtpda_status; /* exit status */
	int dtpda_signal; /* signal that killed it, or 0 */
} dtrace_procdata_t;
typedef int dtrace_handle_proc_f(const dtrace_procdata_t *, void *arg);
int dtrace_handle_proc(dtrace_hdl_t *, dtrace_handle_proc_f *, void *arg);

/*
 * Records as data.  A record holds what one firing of a clause has traced.  For each record the
 * library calls chew, before it prints anything; then chewrec for each value in order, action by
 * action; and at the end of the record chewrec once more, with a NULL recdesc.
 *
 * If a callback is NULL or returns THIS, the library prints as usual.  If chew returns NEXT, the
 * whole record is skipped.  If chewrec returns NEXT for any value of an action, the library doesn't
 * print that action; NEXT at the end of the record suppresses the newline there.  Unless the option
 * quiet is set, the columns of CPU and probe have been printed before the first chewrec, and that
 * newline exists.  If a callback returns ABORT, the call fails with EDT_ABORT, and the records that
 * it hasn't consumed yet are lost.
 *
 * An exit() takes effect whatever the callbacks return.  Actions that change aggregations or
 * options are not passed to chewrec; they take effect unless chew skips the record.
 */
#define DTRACE_CONSUME_ABORT (-1)
#define DTRACE_CONSUME_THIS 0
#define DTRACE_CONSUME_NEXT 1

typedef struct dtrace_probedata {
	dtrace_hdl_t *dtpra_hdl;
	uint32_t dtpra_epid; /* of the enabled clause */
	dtrace_probedesc_t dtpra_probe;
	int dtpra_cpu;
	uint64_t dtpra_time; /* ns, on the same clock as D's timestamp */
} dtrace_probedata_t;

typedef enum dtrace_actkind {
	DTRACEACT_EXPR = 1, /* trace() */
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

typedef struct dtrace_recdesc { /* valid, with what it points to, only during the callback */
	dtrace_actkind_t dtrd_action;
	unsigned dtrd_index, dtrd_count; /* this value's index, from 0, and the number of values of
					    the action; both 0 if it has none (printa) */
	const char *dtrd_format;   /* of an action that has a format, such as printf; or NULL */
	dtrace_value_t dtrd_value; /* dtv_data is NULL if there is no value */
} dtrace_recdesc_t;

typedef int dtrace_chew_f(const dtrace_probedata_t *, void *arg);
typedef int dtrace_chewrec_f(const dtrace_probedata_t *, const dtrace_recdesc_t *, void *arg);
/*
 * Sets both callbacks; either may be NULL.  Must precede dtrace_go(), because some records of BEGIN
 * are consumed at once; EDT_ACTIVE if it doesn't.
 */
int dtrace_handle_records(dtrace_hdl_t *, dtrace_chew_f *chew, dtrace_chewrec_f *chewrec,
	void *arg);

/*
 * Buffered output: this handler gets the text of a dtrace_work() or dtrace_aggregate_print() whose
 * stream is NULL, and the text printed after dtrace_output(h, NULL).  It is called once for each
 * record, more often if chewrec is set, and once for each entry of an aggregation.
 */
typedef struct dtrace_bufdata {
	dtrace_hdl_t *dtbda_hdl;
	const char *dtbda_buffered; /* the text; NUL-terminated, but may contain NULs */
	size_t dtbda_len;	    /* bytes of text */
	const dtrace_probedata_t
		*dtbda_probe; /* whose record the text belongs to; NULL if to none (aggregations at
				 the end), or if it was kept for the first dtrace_work() */
} dtrace_bufdata_t;
typedef int dtrace_handle_buffered_f(const dtrace_bufdata_t *, void *arg);
int dtrace_handle_buffered(dtrace_hdl_t *, dtrace_handle_buffered_f *, void *arg);

/* Called after a setopt() action has changed an option. */
typedef struct dtrace_setoptdata {
	dtrace_hdl_t *dtsda_hdl;
	const dtrace_probedata_t *dtsda_probe;	/* the firing that ran the action */
	const char *dtsda_option, *dtsda_value; /* the value is NULL if none was given */
} dtrace_setoptdata_t;
typedef int dtrace_handle_setopt_f(const dtrace_setoptdata_t *, void *arg);
int dtrace_handle_setopt(dtrace_hdl_t *, dtrace_handle_setopt_f *, void *arg);

/*
 * Warnings: all other messages, for instance about an option that was adjusted, a part of a trace
 * that was lost, or a source of events that is missing.
 */
typedef int dtrace_handle_warn_f(const char *msg, void *arg);
int dtrace_handle_warn(dtrace_hdl_t *, dtrace_handle_warn_f *, void *arg);

/*
 * Progress of a replay: done of total bytes of the traces have been read.  Called often.  A total
 * of 0 means that text is about to be printed, so a progress line should be erased.  If the traces
 * are read twice, done starts again at 0.
 */
typedef int dtrace_handle_progress_f(uint64_t done, uint64_t total, void *arg);
int dtrace_handle_progress(dtrace_hdl_t *, dtrace_handle_progress_f *, void *arg);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#endif

#endif
