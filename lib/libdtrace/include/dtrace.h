/*
 * The consumer API, in the shape that programs for libdtrace are written to on other systems.  The
 * dtrace command is written against it and uses nothing else.
 *
 * A session makes these calls, in this order:
 *
 *	dtrace_open		makes a handle, which has access to nothing yet
 *	dtrace_event_files	takes events from trace files; by default, from the running kernel
 *	dtrace_setopt		sets options; compiler options before the first compile
 *	dtrace_init		opens the source of events and creates its probes
 *	dtrace_proc_create	starts a program to trace, stopped before its first instruction
 *	dtrace_program_*compile	compiles D text to a program
 *	dtrace_program_exec	enables a program's clauses
 *	dtrace_handle_*		sets handlers for text, faults, drops ..., each before the first
 *				time it is needed
 *	dtrace_go		starts tracing: BEGIN fires, events are delivered
 *	dtrace_proc_continue	lets the command run
 *	{ dtrace_sleep; dtrace_work }	repeated until done; dtrace_stop ends tracing early
 *	dtrace_aggregate_print	prints the aggregations that no printa() has printed, or
 *	dtrace_aggregate_walk*	passes the aggregations to a callback, as data
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

#include <gelf.h>
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
typedef struct ps_prochandle dtrace_proc_t;

typedef uint32_t dtrace_id_t;	/* a probe */
typedef uint32_t dtrace_epid_t; /* an enabled clause */
typedef uint32_t dtrace_aggid_t;
typedef int64_t dtrace_aggvarid_t; /* from 1, in the order of the programs' text */
typedef int64_t dtrace_optval_t;
typedef int processorid_t;

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
 * Records the running system to a new trace file, from dtrace_go() to dtrace_stop(), beside what
 * programs do; unless `all` isn't 0, clauses of probes that are recorded and fire often don't run
 * now, but over the trace. Must precede dtrace_init(); EDT_ACTIVE if it doesn't.
 */
int dtrace_record_file(dtrace_hdl_t *, const char *path, int all);
typedef struct dtrace_recorded { /* about the file */
	uint64_t dtr_events, dtr_lost, dtr_buffers, dtr_bytes;
	uint64_t dtr_ns; /* from the first record to the last */
} dtrace_recorded_t;
/* After dtrace_stop(): fills the structure. EDT_FAILED if the file couldn't be written whole. */
int dtrace_recorded(dtrace_hdl_t *, dtrace_recorded_t *);
/*
 * Opens the source of events and creates its probes.  The first compile or probe listing calls it
 * if the caller hasn't.  A second call does nothing.  EDT_FAILED: the message names the file; every
 * retry fails, too.  EDT_BADOPTVAL: an option has a bad value, for instance one from the
 * environment.
 */
int dtrace_init(dtrace_hdl_t *);

/* Does nothing: what the kernel loads later is seen without it. */
int dtrace_update(dtrace_hdl_t *);

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
#define EDT_DIRABORT EDT_ABORT
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
int dtrace_getopt(dtrace_hdl_t *, const char *name, dtrace_optval_t *value);
#define DTRACEOPT_UNSET (-2) /* the value of an option that isn't set and has no default */

/*
 * Probes.
 */
typedef struct dtrace_probedesc {
	dtrace_id_t dtpd_id;					      /* in a pattern, 0: any */
	const char *dtpd_provider, *dtpd_mod, *dtpd_func, *dtpd_name; /* in a pattern: globs; "" or
									 NULL matches anything */
} dtrace_probedesc_t;

/* Enough room for most names. */
#define DTRACE_PROVNAMELEN 64
#define DTRACE_MODNAMELEN 64
#define DTRACE_FUNCNAMELEN 128
#define DTRACE_NAMELEN 64
#define DTRACE_FULLNAMELEN \
	(DTRACE_PROVNAMELEN + DTRACE_MODNAMELEN + DTRACE_FUNCNAMELEN + DTRACE_NAMELEN + 4)
/*
 * Writes "provider:module:function:name" to buf[size].  Returns buf.
 */
char *dtrace_desc2str(const dtrace_probedesc_t *, char *buf, size_t size);

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

/*
 * Fills *pattern from a description such as "syscall::read:entry", whose parts may be globs or
 * absent.  It is valid until the next call of this function or of dtrace_id2desc().  EDT_BADSPEC:
 * it has too many parts.
 */
int dtrace_str2desc(dtrace_hdl_t *, dtrace_probespec_t, const char *, dtrace_probedesc_t *pattern);
/* Describes the probe of that number.  EDT_BADID. */
int dtrace_id2desc(dtrace_hdl_t *, dtrace_id_t, dtrace_probedesc_t *);

#define DTRACE_C_DIFV 0x1  /* print the DIF code on stderr */
#define DTRACE_C_EMPTY 0x2 /* the text may be empty */
#define DTRACE_C_ZDEFS 0x4 /* a description may match no probe */
/* These set the option of the same meaning, as dtrace_setopt() does. */
#define DTRACE_C_CPP 0x10
#define DTRACE_C_KNODEF 0x20
#define DTRACE_C_UNODEF 0x40
#define DTRACE_C_PSPEC 0x80
#define DTRACE_C_ETAGS 0x100
#define DTRACE_C_ARGREF 0x200
#define DTRACE_C_DEFARG 0x800
#define DTRACE_C_NOLIBS 0x1000
#define DTRACE_C_CTL 0x2000

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
	unsigned dpi_aggregates;	 /* aggregating actions */
	unsigned dpi_recgens;		 /* recording actions, without those after speculate() */
	unsigned dpi_matches;	   /* probes that match; a probe counts once for each description */
	unsigned dpi_speculations; /* speculate() actions */
} dtrace_proginfo_t;
/* Fills the structure. */
int dtrace_program_info(dtrace_hdl_t *, dtrace_prog_t *, dtrace_proginfo_t *);
/*
 * Live: calls fn with a line for each clause that says where it runs and why: "clause 2 (prov:mod:
 * func:name) runs in the kernel".  All programs that are compiled count.  Stops when fn doesn't
 * return 0, and returns that; else 0, or -1.
 */
typedef int dtrace_place_f(dtrace_hdl_t *, const char *line, void *arg);
int dtrace_program_places(dtrace_hdl_t *, dtrace_prog_t *, dtrace_place_f *, void *arg);
/*
 * Live: calls fn for each expression that reads the process only after the probe, because what it
 * reads isn't known at the probe. A clause that matches no probe reads nothing. All else is as for
 * dtrace_program_places().
 */
typedef struct dtrace_late {
	unsigned dtl_clause;  /* its number in the program, from 1 */
	int dtl_files;	      /* it reads the open files, not the memory */
	const char *dtl_text; /* the expression */
} dtrace_late_t;
typedef int dtrace_late_f(dtrace_hdl_t *, const dtrace_late_t *, void *arg);
int dtrace_program_late(dtrace_hdl_t *, dtrace_prog_t *, dtrace_late_f *, void *arg);
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
 * dtrace_handle_buffered().  Without it, what BEGIN records is consumed by the first dtrace_work(),
 * so that a printa() in BEGIN prints what all clauses of BEGIN have aggregated.
 */
void dtrace_output(dtrace_hdl_t *, FILE *);

/*
 * Writes the file of option relog: of the events of the trace that is read, those that the action
 * relog() has kept, or all if no program has it; with them their stacks, and what names things in
 * them. Call it when tracing has ended, or without tracing. Fills the structure.  EDT_FAILED, for
 * example if the file exists (option etlforce); it then has what was written until the error.
 */
typedef struct dtrace_relogged {
	uint64_t dtr_seen, dtr_kept;	 /* events */
	uint64_t dtr_buffers, dtr_bytes; /* in the file */
} dtrace_relogged_t;
int dtrace_relog(dtrace_hdl_t *, dtrace_relogged_t *);
/*
 * Whether dtrace_relog() can write that file; otherwise returns -1, as it would. It may still fail
 * later.
 */
int dtrace_relog_check(dtrace_hdl_t *);

/*
 * Actions, and what they record.
 */
typedef enum dtrace_actkind {
	DTRACEACT_NONE,
	DTRACEACT_DIFEXPR, /* trace() */
	DTRACEACT_EXIT,
	DTRACEACT_PRINTF,
	DTRACEACT_PRINTA,
	DTRACEACT_LIBACT,
	DTRACEACT_TRACEMEM,
	DTRACEACT_TRACEMEM_DYNSIZE,
	DTRACEACT_PRINT,
	DTRACEACT_USTACK = 0x101,
	DTRACEACT_JSTACK,
	DTRACEACT_USYM,
	DTRACEACT_UMOD,
	DTRACEACT_UADDR,
	DTRACEACT_STOP = 0x201,
	DTRACEACT_RAISE,
	DTRACEACT_SYSTEM,
	DTRACEACT_FREOPEN,
	DTRACEACT_STACK = 0x401,
	DTRACEACT_SYM,
	DTRACEACT_MOD,
	DTRACEACT_SPECULATE = 0x601,
	DTRACEACT_COMMIT,
	DTRACEACT_DISCARD,
	DTRACEAGG_COUNT = 0x701,
	DTRACEAGG_MIN,
	DTRACEAGG_MAX,
	DTRACEAGG_AVG,
	DTRACEAGG_SUM,
	DTRACEAGG_STDDEV,
	DTRACEAGG_QUANTIZE,
	DTRACEAGG_LQUANTIZE,
	DTRACEAGG_LLQUANTIZE,
	DTRACEACT_RELOG = 0x801
} dtrace_actkind_t;
#define DTRACEACT_AGGREGATION 0x700
#define DTRACEACT_CLASS(x) ((x)&0xff00)
#define DTRACEACT_ISAGG(x) (DTRACEACT_CLASS(x) == DTRACEACT_AGGREGATION)

/*
 * A value in a record or an aggregation: an integer in the machine's order; a string, which ends at
 * its NUL, or at the end of the data if it has none; for stack() uint64_t addresses, leaf first,
 * and a 0 ends them; for ustack() and jstack() the same after the pid as uint64_t; for sym() and
 * mod() a uint64_t; for usym(), umod() and uaddr() the pid and the address as uint64_t.
 */
typedef struct dtrace_recdesc {
	dtrace_actkind_t dtrd_action;
	uint32_t dtrd_size;   /* bytes; 0: there is no value */
	uint32_t dtrd_offset; /* of the value in the data that it belongs to */
	uint16_t dtrd_alignment;
	uint16_t dtrd_format; /* 1: the action has a format */
	uint64_t dtrd_arg;  /* lquantize(), llquantize(): the constants, as DTRACE_LQUANTIZE_BASE()
				 and the like read them.  stack() and ustack(): the frames */
	uint64_t dtrd_uarg; /* 0 */
	const char *dtrd_fmttext; /* the format, or NULL */
	bool dtrd_signed;	  /* an integer */
	bool dtrd_string;	  /* a D string */
	const void *dtrd_library; /* private to the library */
} dtrace_recdesc_t;

typedef struct dtrace_eprobedesc { /* an enabled clause; valid as long as the handle */
	dtrace_epid_t dtepd_epid;
	dtrace_id_t dtepd_probeid;
	uint64_t dtepd_uarg;
	uint32_t dtepd_size; /* of a record */
	int dtepd_nrecs;
	dtrace_recdesc_t dtepd_rec[1]; /* dtepd_nrecs of them; a printf() with n values has n */
} dtrace_eprobedesc_t;

typedef enum dtrace_flowkind {
	DTRACEFLOW_ENTRY,
	DTRACEFLOW_RETURN,
	DTRACEFLOW_NONE
} dtrace_flowkind_t;

typedef struct dtrace_probedata { /* a record: what one firing of a clause has recorded */
	dtrace_hdl_t *dtpda_handle;
	dtrace_eprobedesc_t *dtpda_edesc;
	dtrace_probedesc_t *dtpda_pdesc;
	processorid_t dtpda_cpu;
	char *dtpda_data;	      /* the record; for a dtrace_consume_rec_f, the value */
	dtrace_flowkind_t dtpda_flow; /* with the option flowindent; NONE without it */
	const char *dtpda_prefix;     /* "-> " and the like */
	int dtpda_indent;	      /* columns */
	uint64_t dtpda_timestamp;     /* ns, on the same clock as D's timestamp */
} dtrace_probedata_t;

#define DTRACE_CONSUME_ERROR (-1)
#define DTRACE_CONSUME_THIS 0
#define DTRACE_CONSUME_NEXT 1
#define DTRACE_CONSUME_ABORT 2
/*
 * A dtrace_consume_probe_f is called for each record, before anything of it is printed.  Then a
 * dtrace_consume_rec_f is called for each value in order, and at the end of the record once more,
 * with NULL.  Actions that change aggregations or options have no call; they act at their place.
 *
 * If they return THIS, the library goes on: it prints the action (all values of a printf() at once,
 * without a call for each).  NEXT leaves out the record, or the value.  ABORT, ERROR and any other
 * number end the call of dtrace_work() with EDT_ABORT; the records that it hasn't consumed yet are
 * lost.  An exit() takes effect whatever they return.
 */
typedef int dtrace_consume_probe_f(const dtrace_probedata_t *, void *arg);
typedef int dtrace_consume_rec_f(const dtrace_probedata_t *, const dtrace_recdesc_t *, void *arg);
/*
 * Consumes the records: prints them to the stream, or with NULL to the handler of
 * dtrace_handle_buffered(), and runs the actions that the consumer carries out, such as system().
 * Without a dtrace_consume_probe_f, the columns of CPU and probe and the newlines are printed as
 * the options quiet and flowindent ask, as the dtrace command does.  In a replay it first reads the
 * next part of the traces.  The caller flushes the stream.  EDT_INACTIVE: dtrace_go() hasn't been
 * called.  EDT_NOBUFFERED: there is neither a stream nor a handler.  EDT_ABORT: a callback or a
 * handler asked for it.
 */
dtrace_workstatus_t dtrace_work(dtrace_hdl_t *, FILE *, dtrace_consume_probe_f *,
	dtrace_consume_rec_f *, void *arg);
/* The same, but takes in no events and doesn't look whether tracing has ended.  Returns 0 or -1. */
int dtrace_consume(dtrace_hdl_t *, FILE *, dtrace_consume_probe_f *, dtrace_consume_rec_f *,
	void *arg);

/*
 * Formats of a program's own, for values of records.  dtrace_printf_create() returns a format that
 * belongs to the handle, or NULL: EDT_FAILED names the conversion.  dtrace_printa_create() also
 * knows %@.
 */
void *dtrace_printf_create(dtrace_hdl_t *, const char *);
void *dtrace_printa_create(dtrace_hdl_t *, const char *);
/* Writes the format's text to buf[size]; returns its length. */
size_t dtrace_printf_format(dtrace_hdl_t *, void *format, char *buf, size_t size);
/*
 * Prints the format with the values that recs describes, n at most, whose offsets are from buf, as
 * in dtepd_rec[] and dtpda_data or dtagd_rec[] and dtada_data; %@ takes the last one.  size is that
 * of the data.  Returns how many values were printed, or -1.
 */
int dtrace_fprintf(dtrace_hdl_t *, FILE *, void *format, const dtrace_probedata_t *,
	const dtrace_recdesc_t *recs, unsigned n, const void *buf, size_t size);
int dtrace_fprinta(dtrace_hdl_t *, FILE *, void *format, const dtrace_probedata_t *,
	const dtrace_recdesc_t *recs, unsigned n, const void *buf, size_t size);

typedef enum dtrace_status {
	DTRACE_STATUS_NONE,    /* tracing hasn't been started */
	DTRACE_STATUS_OKAY,    /* tracing is active */
	DTRACE_STATUS_EXITED,  /* a clause called exit() */
	DTRACE_STATUS_FILLED,  /* with bufpolicy=fill, a buffer is full */
	DTRACE_STATUS_STOPPED, /* dtrace_stop() */
	DTRACE_STATUS_ENDED    /* the trace is at its end */
} dtrace_status_t;
dtrace_status_t dtrace_status(dtrace_hdl_t *);
/* Returns the low 8 bits of n of the last exit(n) that was consumed, or 0 if there was none. */
int dtrace_exit_status(dtrace_hdl_t *);
/*
 * After dtrace_go(): 1 if more probes may be attached while it traces, for which this kernel asks
 * for CAP_SYS_ADMIN; otherwise 0.
 */
int dtrace_admin_needed(dtrace_hdl_t *);

/*
 * Aggregations.
 */
typedef struct dtrace_aggdesc { /* valid as long as the handle */
	char *dtagd_name;	/* without '@'; "_" for @ itself */
	dtrace_aggvarid_t dtagd_varid;
	int dtagd_flags; /* 0 */
	dtrace_aggid_t dtagd_id;
	dtrace_epid_t dtagd_epid; /* 0 */
	uint32_t dtagd_size;	  /* of the data of an entry */
	int dtagd_nrecs;
	uint32_t dtagd_pad;
	dtrace_recdesc_t
		dtagd_rec[1]; /* the number of the variable, the keys, and the aggregation's
					  value, whose dtrd_action is its function */
} dtrace_aggdesc_t;

/*
 * An entry.  The value is int64_t words, not normalized: one for count(), sum(), min() and max(); n
 * and the sum for avg(); these and both halves of the sum of squares for stddev(); the buckets for
 * quantize(); dtrd_arg, and then the buckets, for lquantize() and llquantize().
 */
typedef struct dtrace_aggdata {
	dtrace_hdl_t *dtada_handle;
	dtrace_aggdesc_t *dtada_desc;
	dtrace_eprobedesc_t *dtada_edesc; /* NULL: clauses share aggregations */
	dtrace_probedesc_t *dtada_pdesc;  /* NULL */
	char *dtada_data;
	uint64_t dtada_normal; /* divisor that normalize() has set; 1 by default */
	size_t dtada_size;     /* of the data */
	char *dtada_delta, **dtada_percpu, **dtada_percpu_delta; /* NULL: CPUs are merged */
	int64_t dtada_value;	   /* as printed, normalized; 0 for a distribution */
	const void *dtada_library; /* private to the library */
} dtrace_aggdata_t;

#define DTRACE_QUANTIZE_NBUCKETS 127
#define DTRACE_QUANTIZE_ZEROBUCKET 63
/* the bucket's label: the greatest value in it if it is negative, otherwise the least */
#define DTRACE_QUANTIZE_BUCKETVAL(n) \
	((int64_t)((n) < DTRACE_QUANTIZE_ZEROBUCKET ? \
			0 - (UINT64_C(1) << (DTRACE_QUANTIZE_ZEROBUCKET - 1 - (n))) : \
			(n) == DTRACE_QUANTIZE_ZEROBUCKET ? \
			0 : \
			UINT64_C(1) << ((n)-DTRACE_QUANTIZE_ZEROBUCKET - 1)))
/* of dtrd_arg */
#define DTRACE_LQUANTIZE_STEP(x) ((uint16_t)((x) >> 48))
#define DTRACE_LQUANTIZE_LEVELS(x) ((uint16_t)((x) >> 32))
#define DTRACE_LQUANTIZE_BASE(x) ((int32_t)(x))
#define DTRACE_LLQUANTIZE_FACTOR(x) ((uint16_t)((x) >> 48))
#define DTRACE_LLQUANTIZE_LOW(x) ((uint16_t)((x) >> 32))
#define DTRACE_LLQUANTIZE_HIGH(x) ((uint16_t)((x) >> 16))
#define DTRACE_LLQUANTIZE_NSTEP(x) ((uint16_t)(x))

/*
 * Brings the aggregations up to date before a walk.  Live, takes in what the kernel has captured,
 * without waiting; the last few milliseconds may be missing, but dtrace_stop() waits for them.  In
 * a replay the aggregations are always up to date.  The next dtrace_work() prints what this call
 * has recorded.  EDT_INACTIVE: dtrace_go() hasn't been called.  EDT_ABORT: a handler asked for it.
 */
int dtrace_aggregate_snap(dtrace_hdl_t *);
/* Sets the values of all entries to 0, or what the function starts from, and keeps the keys. */
void dtrace_aggregate_clear(dtrace_hdl_t *);

/* What the callback returns: what happens to the entry, or to the walk. */
#define DTRACE_AGGWALK_ERROR (-1)    /* end the walk; it fails with EDT_ABORT */
#define DTRACE_AGGWALK_NEXT 0	     /* keep the entry */
#define DTRACE_AGGWALK_ABORT 1	     /* end the walk; it fails with EDT_ABORT */
#define DTRACE_AGGWALK_CLEAR 2	     /* reset the value and keep the key, as clear() does */
#define DTRACE_AGGWALK_NORMALIZE 3   /* the program has set dtada_normal, for the aggregation */
#define DTRACE_AGGWALK_DENORMALIZE 4 /* as denormalize() does */
#define DTRACE_AGGWALK_REMOVE 5	     /* remove the entry, as trunc() does */
typedef int dtrace_aggregate_f(const dtrace_aggdata_t *, void *arg);
typedef int dtrace_aggregate_walk_f(dtrace_hdl_t *, dtrace_aggregate_f *, void *arg);
/*
 * Call fn for every entry of all aggregations.  Entries whose keys are different addresses of the
 * same symbol are merged, as they are when printed.  fn may start a walk of its own if neither walk
 * changes an entry.  Return 0 or -1.  EDT_INACTIVE: dtrace_go() hasn't been called.  EDT_ABORT: fn
 * asked for it, or has returned another number.
 *
 * The order is: none; as the options aggsort... say; by the number of the aggregation and then by
 * key or value; by key or value and then by the number of the aggregation; and these descending.
 */
int dtrace_aggregate_walk(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_sorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_keysorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_valsorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_keyvarsorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_valvarsorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_keyrevsorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_valrevsorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_keyvarrevsorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);
int dtrace_aggregate_walk_valvarrevsorted(dtrace_hdl_t *, dtrace_aggregate_f *fn, void *arg);

/*
 * Joins aggregations by key.  data[0] has the key; data[1] to data[n] are the entries of the n
 * variables in order, one without values where there is none.  fn gets n + 1 as count.  What it
 * returns is NEXT, or ends the walk.
 */
typedef int dtrace_aggregate_walk_joined_f(const dtrace_aggdata_t **data, int count, void *arg);
int dtrace_aggregate_walk_joined(dtrace_hdl_t *, dtrace_aggvarid_t *, int n,
	dtrace_aggregate_walk_joined_f *fn, void *arg);

/*
 * Prints the aggregations that no printa() has printed; the stream is as in dtrace_work().  With a
 * walk, prints the entries in the order of the walk, each on a line.  EDT_INACTIVE: dtrace_go()
 * hasn't been called.  EDT_NOBUFFERED, EDT_ABORT: as in dtrace_work().
 */
int dtrace_aggregate_print(dtrace_hdl_t *, FILE *, dtrace_aggregate_walk_f *);

/*
 * Symbols.
 */
typedef struct dtrace_syminfo {
	const char *dts_object; /* the module; "vmlinux" for the kernel itself */
	const char *dts_name;
	unsigned long dts_id; /* 0 */
} dtrace_syminfo_t;
#define DTRACE_OBJ_EXEC ((const char *)0L)
#define DTRACE_OBJ_EVERY ((const char *)-1L) /* any module */
#define DTRACE_OBJ_KMODS ((const char *)-2L) /* the same */
/*
 * The function of the kernel that contains the address, or that has the name.  Fill *sym (value
 * and type; size 0) and *info, whose names are valid until the next call of one of these; either
 * may be NULL.  EDT_NOSYMADDR, EDT_NOSYM: there is none.
 */
int dtrace_lookup_by_addr(dtrace_hdl_t *, GElf_Addr, GElf_Sym *sym, dtrace_syminfo_t *info);
int dtrace_lookup_by_name(dtrace_hdl_t *, const char *object, const char *name, GElf_Sym *sym,
	dtrace_syminfo_t *info);
/*
 * Write an address as "module`function+0x10" to buf[size]: of the kernel, of a process.  Return the
 * length of the whole text, as snprintf() does.
 */
int dtrace_addr2str(dtrace_hdl_t *, uint64_t addr, char *buf, int size);
int dtrace_uaddr2str(dtrace_hdl_t *, pid_t, uint64_t addr, char *buf, int size);

/*
 * Processes to trace.  $target is the pid of the first one.  Tracing ends when all of them have
 * ended.  EDT_FAILED comes with a complete message: "failed to execute ls: No such file or
 * directory", "failed to grab pid 12: No such process".  EDT_REPLAY: the handle replays trace
 * files.
 */
/*
 * Starts a program and stops it where the option evaltime says, by default before its first
 * instruction.  argv is NULL-terminated.  Returns the process, which belongs to the handle, or
 * NULL.
 */
dtrace_proc_t *dtrace_proc_create(dtrace_hdl_t *, const char *file, char *const *argv);
/* The same for a line that is split at blanks; quotes and backslashes work as in the shell. */
dtrace_proc_t *dtrace_proc_command(dtrace_hdl_t *, const char *cmdline);
/*
 * Watches a running process, without stopping it.  flags is 0 or PGRAB_RDONLY.  Returns the
 * process, which belongs to the handle, or NULL.
 */
#define PGRAB_RDONLY 0x04
dtrace_proc_t *dtrace_proc_grab(dtrace_hdl_t *, pid_t, int flags);
pid_t dtrace_proc_pid(const dtrace_proc_t *);
/*
 * Whether the process has ended.  If it is known how, *status is its exit status and *sig the
 * signal that killed it, or 0; otherwise both are -1.
 */
bool dtrace_proc_ended(const dtrace_proc_t *, int *status, int *sig);
/* Lets a created process run.  Call it once, after dtrace_go(). */
int dtrace_proc_continue(dtrace_hdl_t *, dtrace_proc_t *);
/* Stops watching the process and frees the object.  A created process that never ran is killed. */
void dtrace_proc_release(dtrace_hdl_t *, dtrace_proc_t *);

/*
 * Handlers.  dtrace_go(), dtrace_work(), dtrace_sleep(), dtrace_stop() and dtrace_aggregate_*()
 * call them; dtrace_init() and dtrace_probe_census(), those of warnings and progress.  There is one
 * handler of each kind; NULL removes it.  Without a handler, messages about faults, drops and
 * warnings go to stderr, with "dtrace: " before them.  A message (dt..._msg) is a complete line
 * with its newline, without a prefix.  What a handler is given is valid until it returns.
 *
 * A handler returns DTRACE_HANDLE_OK, or DTRACE_HANDLE_ABORT: then the call that it was called from
 * fails with EDT_ABORT; in the case of dtrace_sleep() and dtrace_stop(), the next dtrace_work()
 * does.  The functions that set a handler return 0.
 */
#define DTRACE_HANDLE_ABORT (-1)
#define DTRACE_HANDLE_OK 0

typedef struct dtrace_errdata { /* a fault in a clause */
	dtrace_hdl_t *dteda_handle;
	dtrace_eprobedesc_t *dteda_edesc;
	dtrace_probedesc_t *dteda_pdesc;
	processorid_t dteda_cpu;
	int dteda_action, dteda_offset; /* action's number, DIF offset: arg2, arg3 of ERROR */
	int dteda_fault;		/* DTRACEFLT_*: arg4 of ERROR */
	uint64_t dteda_addr;		/* address that couldn't be used: arg5 of ERROR */
	const char *dteda_msg;
	const char *dteda_hint; /* what may have been meant, or NULL */
	uint64_t dteda_time;	/* nanoseconds on the clock of the events */
} dtrace_errdata_t;
typedef int dtrace_handle_err_f(const dtrace_errdata_t *, void *arg);
int dtrace_handle_err(dtrace_hdl_t *, dtrace_handle_err_f *, void *arg);
#define DTRACEFLT_UNKNOWN 0
#define DTRACEFLT_BADADDR 1
#define DTRACEFLT_BADALIGN 2
#define DTRACEFLT_ILLOP 3
#define DTRACEFLT_DIVZERO 4
#define DTRACEFLT_NOSCRATCH 5
#define DTRACEFLT_KPRIV 6
#define DTRACEFLT_UPRIV 7
#define DTRACEFLT_TUPOFLOW 8
#define DTRACEFLT_BADSTACK 9
#define DTRACEFLT_LIBRARY 1000
/* Returns a static string: "invalid address". */
const char *dtrace_faultstr(dtrace_hdl_t *, int fault);

typedef enum dtrace_dropkind {
	DTRACEDROP_PRINCIPAL,
	DTRACEDROP_AGGREGATION,
	DTRACEDROP_DYNAMIC,
	DTRACEDROP_DYNRINSE,
	DTRACEDROP_DYNDIRTY,
	DTRACEDROP_SPEC,
	DTRACEDROP_SPECBUSY,
	DTRACEDROP_SPECUNAVAIL,
	DTRACEDROP_STKSTROVERFLOW,
	DTRACEDROP_DBLERROR
} dtrace_dropkind_t;
typedef struct dtrace_dropdata { /* data that was lost for want of room */
	dtrace_hdl_t *dtdda_handle;
	processorid_t dtdda_cpu; /* -1 if the loss isn't tied to a CPU */
	dtrace_dropkind_t dtdda_kind;
	uint64_t dtdda_drops, dtdda_total;     /* since the last report; all kinds since start */
	const char *dtdda_msg;		       /* begins with "[TAG] " if droptags is set */
	const dtrace_probedesc_t *dtdda_probe; /* whose firings were lost; NULL if unknown */
} dtrace_dropdata_t;
typedef int dtrace_handle_drop_f(const dtrace_dropdata_t *, void *arg);
int dtrace_handle_drop(dtrace_hdl_t *, dtrace_handle_drop_f *, void *arg);

/* A created or grabbed process has ended.  msg is NULL. */
typedef void dtrace_handle_proc_f(struct ps_prochandle *, const char *msg, void *arg);
int dtrace_handle_proc(dtrace_hdl_t *, dtrace_handle_proc_f *, void *arg);

/*
 * Buffered output: this handler gets the text of a dtrace_work() or dtrace_aggregate_print() whose
 * stream is NULL, and the text printed after dtrace_output(h, NULL).  It is called once for each
 * record, more often if there is a dtrace_consume_rec_f, and once for each entry of an aggregation.
 */
typedef struct dtrace_bufdata {
	dtrace_hdl_t *dtbda_handle;
	const char *dtbda_buffered; /* the text; NUL-terminated, but may contain NULs */
	const dtrace_probedata_t
		*dtbda_probe; /* whose record the text belongs to; NULL if to none (aggregations at
				 the end), or if it was kept for the first dtrace_work() */
	const dtrace_recdesc_t *dtbda_recdesc; /* NULL */
	const dtrace_aggdata_t *dtbda_aggdata; /* NULL */
	uint32_t dtbda_flags;		       /* 0 */
	size_t dtbda_len;		       /* bytes of text */
} dtrace_bufdata_t;
typedef int dtrace_handle_buffered_f(const dtrace_bufdata_t *, void *arg);
int dtrace_handle_buffered(dtrace_hdl_t *, dtrace_handle_buffered_f *, void *arg);

/* Called after a setopt() action has changed an option. */
typedef struct dtrace_setoptdata {
	dtrace_hdl_t *dtsda_handle;
	const dtrace_probedata_t *dtsda_probe; /* the firing that ran the action */
	const char *dtsda_option;
	const char *dtsda_oldval,
		*dtsda_newval; /* NULL if there is none, or it is that of a flag */
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
