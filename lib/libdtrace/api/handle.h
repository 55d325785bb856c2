/*
 * The public functions of dtrace.h, and the handle, which joins the other rooms.
 *
 *   error.c         codes, messages, what every public function does before and after its work
 *   handlers.c      the handlers that a program sets, and what is reported to them
 *   message.c       the texts of faults and drops
 *   desc.c          descriptions of records and aggregations, as programs see them
 *   output.c        where text goes, and the callbacks before a record becomes text
 *   fprintf.c       formats of a program's own
 *   lookup.c        names of addresses
 *   effect.c        actions that run when their record is consumed: system, freopen,
 *                   ftruncate, setopt
 *   drain.c         passes the engine's records to the consumer
 *   environ.c       DTRACE_OPT_NAME, DTRACE_DEBUG
 *   libdir.c        where the D libraries are
 *   user.c          option user
 *   procs.c         -c and -p
 *   procfind.c      symbols and functions that a program's text names
 *   procfuncs.c     functions of processes
 *   process.c       what a process has mapped (process.h)
 *   proclater.c     libraries that a process may load later
 *   proclinker.c    its dynamic linker
 *   procprobes.c    probes that programs declare themselves
 *   ktypes.c        the running kernel's types as types of D
 *   ptypes.c        the types of processes (ptypes.h): with ptmake.c, ptargs.c
 *   cpp.c           -C
 *   env.c           callbacks of the compiler: probes, fields of events, macro variables
 *   handle.c        opening and closing a handle, its files and options
 *   init.c          dtrace_init(): makes an opened handle ready to compile
 *   program.c       compiling, enabling, information about programs
 *   probes.c        lists of probes, information about a probe, the probes that a trace fires
 *   work.c          go, sleep, work, stop: the main loop
 *   recording.c     the file to which the running system is recorded
 *   relogging.c     the file that is made of the trace that is read
 *   aggwalk.c       walks of aggregations, as data
 *   embed.c         -h and -G
 *
 * A file calls only files above it in this list.
 */
#ifndef DT_HANDLE_H
#define DT_HANDLE_H

#include <signal.h>
#include "dtrace.h"
#include "consume.h"
#include "engine.h"
#include "lang.h"
#include "options.h"
#include "symbols.h"
#include "target.h"

struct ps_prochandle {
	struct dt_target *dp_target;
	pid_t dp_pid;
	bool dp_created; /* by -c */
	bool dp_ended;
	struct dt_target_end dp_end;
	struct ps_prochandle *dp_next;
};

struct dtrace_hdl {
	int dh_errno;
	char dh_errmsg[2048];
	int dh_flags;
	struct dt_options dh_opts;
	char *dh_presetmsg; /* the first error in the environment, until dtrace_init() reports it */

	char **dh_paths; /* trace files */
	unsigned dh_npaths;
	char *dh_recordpath; /* NULL: nothing is recorded */
	struct dt_recorder *dh_recorder;
	struct dt_recorded dh_recorded;
	bool dh_recordall, dh_recordfailed;
	const struct dt_feed_ops *dh_feedops;
	struct dt_feed *dh_feed;
	struct dt_engine *dh_engine;
	struct dt_lang *dh_lang;
	struct dt_ktypes *dh_ktypes; /* live only */
	struct dt_ptypes *dh_ptypes; /* live only */
	struct dt_symbols *dh_syms;
	bool dh_forgot; /* the loss of names has been reported */
	struct dt_consumer *dh_consumer;
	struct dt_program *dh_programs;
	struct ps_prochandle *dh_procs;

	/* output: text that is made before there is a stream is kept in dh_text */
	struct dt_sink dh_sink;
	FILE *dh_out;
	const struct dt_epdesc *dh_ep; /* of the record that is being consumed, or NULL */
	dtrace_probedata_t dh_probe;   /* the same, for callbacks */
	dtrace_probedesc_t dh_pdesc;
	bool dh_saidreturns; /* why returns of functions of processes aren't traced */
	bool dh_saidlater;   /* where a library is that isn't loaded yet */
	bool dh_handing;     /* the handler of buffered output is being called */
	int dh_saved;	     /* copy of dh_out's descriptor before freopen(), -1: not redirected */
	char *dh_text;
	size_t dh_textlen, dh_textsize;

	const char *dh_argv[DT_MAXARGS]; /* result of dtrace_probe_info() */
	char *dh_desc;			 /* of dtrace_str2desc() */
	char *dh_symbol;		 /* of dtrace_lookup_by_addr() and _by_name() */
	dtrace_eprobedesc_t **dh_edescs; /* by EPID, from 1; made when needed */
	uint32_t dh_nedescs;
	struct dt_pubagg *dh_aggs;
	uint32_t dh_naggs;
	struct dt_format **dh_formats;
	uint32_t dh_nformats;

	int dh_lacked;	/* an allocation or the like has failed: EDT_NOMEM or errno */
	bool dh_failed; /* dtrace_init() or dtrace_go() failed: neither can be retried */
	bool dh_census; /* lists only contain what the trace fires */
	bool dh_going, dh_done, dh_eof, dh_stopped, dh_abort;
	bool dh_slept; /* before the first dtrace_work() */
	int dh_exit;
	volatile sig_atomic_t dh_interrupt;
	uint64_t dh_nextstatus; /* monotonic ns: next check for drops */
	uint64_t dh_droptotal;

	dtrace_handle_err_f *dh_errfn;
	dtrace_handle_drop_f *dh_dropfn;
	dtrace_handle_proc_f *dh_procfn;
	dtrace_handle_warn_f *dh_warnfn;
	dtrace_handle_progress_f *dh_progressfn;
	dtrace_handle_buffered_f *dh_bufferedfn;
	dtrace_handle_setopt_f *dh_setoptfn;
	dtrace_consume_probe_f *dh_chew;
	dtrace_consume_rec_f *dh_chewrec;
	void *dh_errarg, *dh_droparg, *dh_procarg, *dh_warnarg, *dh_progressarg, *dh_bufferedarg,
		*dh_setoptarg, *dh_chewarg;
};

/*
 * The body of a public function: the call, unless an allocation has failed for this handle. If one
 * fails during the call, the function returns EDT_NOMEM, whatever the call's result, and so do all
 * later ones: something is missing, so no answer would be right. The same holds for file
 * descriptors and disks, with EMFILE, ENFILE or EIO.
 */
#define DT_PUBLIC(h, failed, call) \
	struct dt_over over_; \
	__typeof__(call) rc_; \
\
	if (!dt_enter(h, &over_)) \
		return failed; \
	if (setjmp(over_.ov_jmp)) { \
		dt_leave(h, &over_, false); \
		return failed; \
	} \
	rc_ = call; \
	return dt_leave(h, &over_, rc_ == (failed)) ? rc_ : failed

/* error.c */
bool dt_enter(dtrace_hdl_t *, struct dt_over *);
bool dt_leave(dtrace_hdl_t *, struct dt_over *, bool failed);

int dt_set_error(dtrace_hdl_t *, int code); /* returns -1 */
int dt_set_message(dtrace_hdl_t *, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));	    /* -1 */
bool dt_lacks_nothing(dtrace_hdl_t *, bool failed); /* no allocation or the like has failed */
int dt_error_code(const char *text, int dflt);	    /* the code with that text */
int dt_aborted(dtrace_hdl_t *);			    /* -1, once, if a handler asked to abort */

/* handlers.c */
void dt_progress(dtrace_hdl_t *, uint64_t done, uint64_t total);
void dt_say(dtrace_hdl_t *, const char *line); /* the warn handler, or stderr */

/* environ.c */
void dt_presets(dtrace_hdl_t *);
void dt_debug(dtrace_hdl_t *, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))); /* with option debug */

/* cpp.c: returns the preprocessed text, to be freed, or NULL and sets the error */
char *dt_cpp(dtrace_hdl_t *, const char *name, const char *text, size_t len, size_t *outlen);

/* user.c: gives up root if option user asks for it; returns -1 and sets the error if it can't */
int dt_user_drop(dtrace_hdl_t *);

/* libdir.c */
void dt_libdir_default(struct dt_options *);
void dt_libdir_check(dtrace_hdl_t *); /* warns once if there are no libraries to load */

/* env.c */
int dt_lang_start(dtrace_hdl_t *);

/* program.c */
dtrace_attribute_t dt_public_attr(struct dt_attr);

/* init.c: calls dtrace_init() if it has not been called */
int dt_need_init(dtrace_hdl_t *);

struct dt_pubagg { /* an aggregation's description, for a layout of keys */
	const struct dt_aggdesc *pa_agg;
	dtrace_aggdesc_t *pa_desc;
};

/* desc.c: NULL without memory */
dtrace_eprobedesc_t *dt_public_ep(dtrace_hdl_t *, const struct dt_epdesc *);
dtrace_aggdesc_t *dt_public_agg(dtrace_hdl_t *, const struct dt_aggdesc *);
dtrace_probedesc_t dt_public_probe(const struct dt_probe *);
void dt_public_free(dtrace_hdl_t *);

/* drain.c */
int dt_consumer_start(dtrace_hdl_t *);
void dt_drain(dtrace_hdl_t *);

/* output.c: callbacks of the consumer */
void dt_output_write(struct dt_sink *, const char *, size_t);
int dt_output_record(void *, const struct dt_epdesc *, const struct dt_record *,
	const struct dt_flowpoint *);
void dt_output_calls(dtrace_hdl_t *, dtrace_consume_probe_f *, dtrace_consume_rec_f *, void *arg);
void dt_output_setopt(dtrace_hdl_t *, const char *name, const char *value);
void dt_output_none(dtrace_hdl_t *);	 /* text that follows belongs to no record */
void dt_output_terminal(dtrace_hdl_t *); /* checks again whether the stream is a terminal */
/* Returns an error if there is neither a stream nor a handler. */
int dt_output_check(dtrace_hdl_t *, FILE *);

/* effect.c */
int dt_effect(dtrace_hdl_t *, const struct dt_record *, const struct dt_epdesc *,
	const struct dt_action *); /* returns 0 */

/* message.c */
void dt_report_fault(dtrace_hdl_t *, const struct dt_ecb *, unsigned action, int64_t offset,
	int fault, uint64_t addr, const char *text);
void dt_report_drops(dtrace_hdl_t *);

/* procfind.c: callbacks of struct dt_lang_env */
enum dt_symstate dt_find_symbol(void *, uint32_t pid, const char *mod, const char *name);
enum dt_procfound dt_find_process(void *, const struct dt_procquery *);
/*
 * A command that waits at its exec has no libraries yet; it goes on to its entry point, unless the
 * program itself is meant.
 */
void dt_objects_map(dtrace_hdl_t *, uint32_t pid, const char *object);
/* procfuncs.c: as dt_user_functions() */
int dt_find_functions(void *, uint32_t pid, const struct dt_userfuncs *);
/* proclinker.c: as dt_user_linker() */
bool dt_find_linker(void *, uint32_t pid, struct dt_userlinker *);

/* procprobes.c: as dt_user_probes() */
void dt_find_probes(void *, uint32_t pid, const struct dt_userprobes *);

/* procs.c */
void dt_procs_poll(dtrace_hdl_t *);
bool dt_procs_ended(const dtrace_hdl_t *); /* there were some, and all have ended */
pid_t dt_procs_first(const dtrace_hdl_t *);
void dt_procs_close(dtrace_hdl_t *);

/* recording.c: nothing without dtrace_record_file() */
int dt_recording_open(dtrace_hdl_t *);	/* before the feed starts */
int dt_recording_begin(dtrace_hdl_t *); /* when it has */
void dt_recording_end(dtrace_hdl_t *);	/* when it has stopped */

#endif
