/* Tracing: enables, starts, prints until the end. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include "cmd.h"

static dtrace_hdl_t *volatile traced;
static volatile sig_atomic_t interrupted; /* how many times */

static unsigned live_targets;

static void on_signal(int sig)
{
	/*
	 * a third one ends the command at once; while the kernel waits for a file server, only
	 * SIGKILL does
	 */
	if (++interrupted == 2)
		signal(sig, SIG_DFL);
	if (traced)
		dtrace_interrupt(traced);
}

/* Signals that are ignored stay ignored. */
static void signals_catch(void)
{
	static const int sigs[] = { SIGINT, SIGTERM };
	struct sigaction act = { .sa_handler = on_signal }, old;

	sigemptyset(&act.sa_mask);
	for (size_t i = 0; i < sizeof(sigs) / sizeof(*sigs); i++)
		if (sigaction(sigs[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
			sigaction(sigs[i], &act, NULL);
}

static int on_drop(const dtrace_dropdata_t *data, void *arg)
{
	(void)arg;
	relay(data->dtdda_msg);
	return DTRACE_HANDLE_OK;
}

static int on_warn(const char *msg, void *arg)
{
	(void)arg;
	relay(msg);
	return DTRACE_HANDLE_OK;
}

static int on_buffered(const dtrace_bufdata_t *data, void *arg)
{
	struct cmd *cm = arg;

	lines_write(cm->cm_out, data->dtbda_buffered, data->dtbda_len);
	return DTRACE_HANDLE_OK;
}

/* NULL: to on_buffered() */
static FILE *stream(const struct cmd *cm)
{
	return cm->cm_buffered ? NULL : cm->cm_out;
}

static void on_proc(dtrace_proc_t *proc, const char *msg, void *arg)
{
	struct cmd *cm = arg;
	int status, sig, pid = (int)dtrace_proc_pid(proc);
	const char *name;

	(void)msg;
	if (live_targets)
		live_targets--;
	if (is_quiet(cm))
		return;
	dtrace_proc_ended(proc, &status, &sig);
	name = sig > 0 ? sigabbrev_np(sig) : NULL;
	if (name)
		note("pid %d terminated by SIG%s", pid, name);
	else if (sig > 0)
		note("pid %d terminated by %d", pid, sig);
	else if (status > 0)
		note("pid %d exited with status %d", pid, status);
	else
		note("pid %d has exited", pid);
}

static void not_enabled(struct cmd *cm, int len, const char *text)
{
	dnote(cm->cm_hdl, "failed to enable '%.*s'", len, text);
	hint_enable(cm->cm_hdl);
	fail(cm->cm_hdl);
}

static int late_note(dtrace_hdl_t *hdl, const dtrace_late_t *late, void *arg)
{
	(void)hdl;
	(void)arg;
	note("clause %u reads the %s of the process after the event: %s", late->dtl_clause,
		late->dtl_files ? "files" : "memory", late->dtl_text);
	return 0;
}

static void program_enable(struct cmd *cm, struct program *pg, dtrace_proginfo_t *info)
{
	bool script = pg->pg_spec == DTRACE_PROBESPEC_NONE;
	int len = script ? (int)strlen(pg->pg_text) : desc_len(pg->pg_text);

	if (dtrace_program_exec(cm->cm_hdl, pg->pg_prog, info) != 0)
		not_enabled(cm, len, pg->pg_text);
	if (!is_quiet(cm))
		note("%s '%.*s' matched %u probe%s", script ? "script" : "description", len,
			pg->pg_text, info->dpi_matches, info->dpi_matches == 1 ? "" : "s");
	if (!is_quiet(cm))
		dtrace_program_late(cm->cm_hdl, pg->pg_prog, late_note, NULL);
	if (cm->cm_verbose)
		report_program(cm, pg, info);
}

static void programs_enable(struct cmd *cm)
{
	int64_t zdefs = 0;
	unsigned total = 0;

	for (unsigned i = 0; i < cm->cm_nprogs; i++) {
		dtrace_proginfo_t info = { 0 };

		program_enable(cm, &cm->cm_progs[i], &info);
		total += info.dpi_matches;
	}
	dtrace_getopt(cm->cm_hdl, "zdefs", &zdefs);
	if (!cm->cm_record && (!cm->cm_nprogs || (!total && zdefs <= 0))) {
		note("no probes %s", cm->cm_nprogs ? "matched" : "specified");
		hint_no_program(cm);
		fail(cm->cm_hdl);
	}
}

static void tracing_start(struct cmd *cm)
{
	int64_t destructive;

	dtrace_output(cm->cm_hdl, stream(cm));
	if (dtrace_go(cm->cm_hdl) != 0)
		dfatal(cm->cm_hdl, "could not enable tracing");
	if (dtrace_getopt(cm->cm_hdl, "destructive", &destructive) == 0 && destructive > 0 &&
		!is_quiet(cm))
		note("allowing destructive actions");
	for (unsigned i = 0; i < cm->cm_ntargets; i++)
		if (dtrace_proc_continue(cm->cm_hdl, cm->cm_targets[i].tg_proc) != 0)
			dfatal(cm->cm_hdl, "could not continue pid %d",
				(int)dtrace_proc_pid(cm->cm_targets[i].tg_proc));
}

/* Stops once, for the first reason. */
static void stop_if_due(struct cmd *cm, bool *stopped)
{
	if (*stopped || (!interrupted && (!cm->cm_ntargets || live_targets)))
		return;
	*stopped = true;
	if (interrupted) {
		/* output from before the signal comes before its newline */
		dtrace_work(cm->cm_hdl, stream(cm), NULL, NULL, NULL);
		fputc('\n', cm->cm_out);
	}
	if (dtrace_stop(cm->cm_hdl) != 0)
		dfatal(cm->cm_hdl, "couldn't stop tracing");
}

static void tracing_run(struct cmd *cm)
{
	dtrace_workstatus_t status;
	bool stopped = false;

	do {
		if (!stopped && !interrupted)
			dtrace_sleep(cm->cm_hdl);
		stop_if_due(cm, &stopped);
		status = dtrace_work(cm->cm_hdl, stream(cm), NULL, NULL, NULL);
		if (status == DTRACE_WORKSTATUS_ERROR && interrupted < 2) {
			fflush(cm->cm_out);
			dfatal(cm->cm_hdl, "processing aborted");
		}
		output_flush(cm);
		if (!cm->cm_nevents)
			faults_due();
	} while (status == DTRACE_WORKSTATUS_OKAY && interrupted < 2);
}

/* Without a program, a trace is copied as it is. */
int trace(struct cmd *cm)
{
	relog_check(cm);
	if (cm->cm_nprogs == 0 && relog_named(cm)) {
		dtrace_handle_progress(cm->cm_hdl, progress_show, cm);
		traced = cm->cm_hdl;
		signals_catch();
		relog_write(cm);
		traced = NULL;
		return CMD_OK;
	}
	live_targets = cm->cm_ntargets;
	dtrace_handle_err(cm->cm_hdl, fault_take, cm);
	dtrace_handle_drop(cm->cm_hdl, on_drop, cm);
	dtrace_handle_warn(cm->cm_hdl, on_warn, cm);
	dtrace_handle_buffered(cm->cm_hdl, on_buffered, cm);
	dtrace_handle_proc(cm->cm_hdl, on_proc, cm);
	dtrace_handle_progress(cm->cm_hdl, progress_show, cm);
	programs_enable(cm);
	traced = cm->cm_hdl;
	signals_catch();
	tracing_start(cm);
	privileges_reduce(cm);
	record_report(cm, true);
	tracing_run(cm);
	faults_end();
	progress_clear();
	fputc('\n', cm->cm_out);
	if (interrupted < 2 && dtrace_aggregate_print(cm->cm_hdl, stream(cm), NULL) != 0)
		dfatal(cm->cm_hdl, "failed to print aggregations");
	output_flush(cm);
	relog_write(cm);
	record_report(cm, false);
	traced = NULL;
	return dtrace_exit_status(cm->cm_hdl);
}
