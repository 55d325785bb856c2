/*
 * The dtrace command: options to modes, messages, exit codes. It knows only dtrace.h.
 *
 *   main.c       the pipeline on one screen
 *   args.c       reads the command line into a struct cmd, which nothing changes afterwards
 *   msg.c        messages, and where output goes
 *   wrong.c      what may have been meant by a command line that is wrong
 *   programs.c   compiles the programs
 *   list.c       -l
 *   genprobes.c  -h and -G
 *   report.c     what -v prints
 *   progress.c   how far a replay is
 *   privilege.c  gives up the privileges that are no longer needed
 *   fault.c      messages of faults
 *   relogfile.c  -R, and -E with a new file
 *   trace.c      enables, runs and ends
 *
 * Messages go to stderr after "dtrace: ". Exit codes: 0, 1 an error, 2 usage, n of exit(n).
 */
#ifndef CMD_H
#define CMD_H

#include <dtrace.h>

enum { CMD_OK = 0, CMD_ERROR = 1, CMD_USAGE = 2 };

struct setting {	       /* -x, or a letter that sets an option */
	const char *cx_letter; /* "-b", or NULL: -x */
	char *cx_name;
	const char *cx_value; /* NULL: no value */
	const char *cx_text;  /* as it is on the command line */
};

struct program {		    /* one -s, -n, -f, -m, -P or -i */
	dtrace_probespec_t pg_spec; /* NONE: pg_text names a file */
	const char *pg_text;
	FILE *pg_file; /* of a script, until it is compiled */
	dtrace_prog_t *pg_prog;
};

struct target {		    /* one -c or -p */
	const char *tg_cmd; /* NULL: -p */
	pid_t tg_pid;
	dtrace_proc_t *tg_proc;
};

struct cmd {
	char cm_mode; /* 'A', 'G', 'h', 'l', 'V', or 0: trace */
	bool cm_all;  /* -g */
	bool cm_compile_only, cm_verbose, cm_grab, cm_buffered;
	const char *cm_output;
	const char *cm_record; /* a new trace, or NULL */
	struct setting *cm_opts;
	struct program *cm_progs;
	struct target *cm_targets;
	const char **cm_events;
	unsigned cm_nopts, cm_nprogs, cm_ntargets, cm_nevents;
	int cm_argc; /* $0, $1 ...; [0] is filled in for each program */
	char **cm_argv;
	dtrace_hdl_t *cm_hdl;
	FILE *cm_out;
};

/* args.c: prints the usage and exits with status 2 if the command line is wrong */
void args_parse(struct cmd *, int argc, char *const argv[]);
void args_free(struct cmd *);

/* main.c */
int version_print(void); /* returns the exit status */
void options_set(struct cmd *, dtrace_hdl_t *);

/* programs.c */
void scripts_open(struct cmd *); /* call before dtrace_init(), which may change the user */
void programs_compile(struct cmd *);

/* list.c */
int list_probes(struct cmd *);

/* report.c */
void report_program(struct cmd *, const struct program *, const dtrace_proginfo_t *);
void report_descriptions(struct cmd *, const struct program *);
void report_probe(dtrace_hdl_t *, struct cmd *, const dtrace_probedesc_t *);

/* genprobes.c: return the exit status */
void usdt_check(const struct cmd *); /* usage */
int header_make(struct cmd *);
int objects_make(struct cmd *);

/* fault.c */
int fault_take(const dtrace_errdata_t *, void *); /* handler of faults */
void faults_due(void);				  /* live: prints counts of seconds that are over */
void faults_end(void);

/* trace.c: returns the exit status */
int trace(struct cmd *);

/* relogfile.c */
bool relog_named(const struct cmd *);
void relog_check(struct cmd *); /* whether the file can be written */
void relog_write(struct cmd *); /* after tracing; nothing without -R */
void record_report(struct cmd *, bool begins);

/* privilege.c: call when the probes are attached and the processes run */
void privileges_reduce(struct cmd *);

/* progress.c */
void progress_start(void);
void progress_clear(void);
int progress_show(uint64_t done, uint64_t total, void *);

/* wrong.c: a hint; call after the message */
void hint_no_program(const struct cmd *);
void hint_script(const char *text);
void hint_text(const char *text);
void hint_enable(dtrace_hdl_t *);
void hint_record(const struct cmd *);

/* msg.c */
void messages_raw(dtrace_hdl_t *); /* reads the option rawterm */
/*
 * Writes text that may come from the traced system: on a terminal its control characters are
 * escaped.
 */
void text_write(FILE *, const char *text, size_t len);
void text_print(FILE *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* the same, but newlines and tabs are written as they are */
void lines_write(FILE *, const char *text, size_t len);
void relay(const char *msg); /* prints a line of the library */
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void fatal(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
/* the same, followed by ": " and the handle's error */
void dnote(dtrace_hdl_t *, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void dfatal(dtrace_hdl_t *, const char *fmt, ...) __attribute__((format(printf, 2, 3), noreturn));
void hint(const char *fmt, ...) __attribute__((format(printf, 1, 2))); /* a line after a message */
void fail(dtrace_hdl_t *) __attribute__((noreturn));		       /* after a message */
void handle_close(dtrace_hdl_t *);
void *xcalloc(size_t n, size_t size);
bool is_quiet(struct cmd *);
void output_open(struct cmd *); /* once */
/* ends the command if the output can't be written, or its reader is gone */
void output_flush(struct cmd *);
/*
 * the length of the probe description in the text of -n and similar options: what is before
 * predicate and body
 */
int desc_len(const char *text);

#endif
