/* The pipeline: handle, events, options, processes, programs; then list, report or trace. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "cmd.h"

static void handle_open(struct cmd *cm)
{
	int error;

	bool offline = cm->cm_compile_only || cm->cm_mode == 'h' || cm->cm_mode == 'G';

	cm->cm_hdl = dtrace_open(DTRACE_VERSION, offline ? DTRACE_O_NODEV : 0, &error);
	if (!cm->cm_hdl)
		fatal("failed to initialize dtrace: %s", dtrace_errmsg(NULL, error));
}

/* Whether it is a name for a new file: its folder exists. */
static bool is_new(const char *path)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(path, '/');

	if (access(path, F_OK) == 0 || errno != ENOENT)
		return false;
	snprintf(folder, sizeof(folder), "%.*s", slash ? (int)(slash - path) + 1 : 1,
		slash ? path : ".");
	return access(folder, F_OK) == 0;
}

/* A trace that doesn't exist is made, of the running system. */
static bool record_set(struct cmd *cm)
{
	if (cm->cm_mode || cm->cm_nevents != 1 || !strcmp(cm->cm_events[0], "-") ||
		!is_new(cm->cm_events[0]))
		return false;
	if (dtrace_record_file(cm->cm_hdl, cm->cm_events[0], cm->cm_all) != 0)
		dfatal(cm->cm_hdl, "failed to record");
	cm->cm_record = cm->cm_events[0];
	cm->cm_nevents = 0;
	return true;
}

static void events_set(struct cmd *cm)
{
	if (record_set(cm))
		return;
	if (cm->cm_all && cm->cm_nevents)
		fatal("-g is for a recording, but %s exists: all of its events are replayed anyhow",
			cm->cm_events[0]);
	for (unsigned i = 0; i < cm->cm_nevents; i++)
		if (strcmp(cm->cm_events[i], "-") && access(cm->cm_events[i], R_OK) != 0)
			fatal("failed to open trace file %s: %s", cm->cm_events[i],
				strerror(errno));
	if (cm->cm_nevents && dtrace_event_files(cm->cm_hdl, cm->cm_events, cm->cm_nevents) != 0)
		dfatal(cm->cm_hdl, "failed to open trace files");
}

void options_set(struct cmd *cm, dtrace_hdl_t *hdl)
{
	for (unsigned i = 0; i < cm->cm_nopts; i++) {
		const struct setting *opt = &cm->cm_opts[i];

		if (dtrace_setopt(hdl, opt->cx_name, opt->cx_value) == 0)
			continue;
		if (!opt->cx_letter)
			dfatal(hdl, "failed to set -x %s", opt->cx_name);
		else if (opt->cx_text)
			dfatal(hdl, "failed to set %s %s", opt->cx_letter, opt->cx_text);
		else
			dfatal(hdl, "failed to set %s", opt->cx_letter);
	}
	messages_raw(hdl);
}

static void targets_start(struct cmd *cm)
{
	for (unsigned i = 0; i < cm->cm_ntargets; i++) {
		struct target *tg = &cm->cm_targets[i];

		tg->tg_proc = tg->tg_cmd ? dtrace_proc_command(cm->cm_hdl, tg->tg_cmd) :
					   dtrace_proc_grab(cm->cm_hdl, tg->tg_pid, 0);
		if (!tg->tg_proc) {
			note("%s", dtrace_errmsg(cm->cm_hdl, dtrace_errno(cm->cm_hdl)));
			handle_close(cm->cm_hdl);
			exit(CMD_ERROR);
		}
	}
}

static int compile_report(struct cmd *cm)
{
	/* without a program, the errors of the libraries still have to be reported */
	if (cm->cm_nprogs == 0 &&
		!dtrace_program_strcompile(cm->cm_hdl, "", DTRACE_PROBESPEC_NONE, DTRACE_C_EMPTY, 0,
			NULL))
		dfatal(cm->cm_hdl, "failed to compile libraries");
	for (unsigned i = 0; cm->cm_verbose && i < cm->cm_nprogs; i++) {
		dtrace_proginfo_t info = { 0 };

		if (dtrace_program_info(cm->cm_hdl, cm->cm_progs[i].pg_prog, &info) != 0)
			dfatal(cm->cm_hdl, "failed to describe %s", cm->cm_progs[i].pg_text);
		report_program(cm, &cm->cm_progs[i], &info);
		report_descriptions(cm, &cm->cm_progs[i]);
	}
	output_flush(cm);
	return CMD_OK;
}

int version_print(void)
{
	printf("dtrace: %s\n", dtrace_version());
	return fflush(stdout) == 0 ? CMD_OK : CMD_ERROR;
}

static int run(struct cmd *cm)
{
	switch (cm->cm_mode) {
	case 'l': return list_probes(cm);
	case 'h': return header_make(cm);
	case 'G': return objects_make(cm);
	default: return cm->cm_compile_only ? compile_report(cm) : trace(cm);
	}
}

static int session(struct cmd *cm)
{
	int64_t user;
	int status;

	progress_start();
	handle_open(cm);
	events_set(cm);
	options_set(cm, cm->cm_hdl);
	if (cm->cm_verbose && cm->cm_nevents)
		dtrace_setopt(cm->cm_hdl, "etlsummary", NULL);
	scripts_open(cm);
	if (dtrace_getopt(cm->cm_hdl, "user", &user) == 0 && user > 0)
		output_open(cm); /* with the privileges that the process still has */
	if (dtrace_init(cm->cm_hdl) != 0)
		dfatal(cm->cm_hdl, "failed to initialize dtrace");
	targets_start(cm);
	programs_compile(cm);
	messages_raw(cm->cm_hdl); /* a pragma may have set it */
	if (cm->cm_mode != 'h' && cm->cm_mode != 'G')
		output_open(cm);
	status = run(cm);
	handle_close(cm->cm_hdl);
	return status;
}

static void on_limit(int sig)
{
	(void)sig;
}

/*
 * Writing beyond ulimit -f must be an error that is reported, not the end of the command. Commands
 * that are started don't inherit a handler, as they would an ignored signal.
 */
static void file_limit_survive(void)
{
	struct sigaction act = { .sa_handler = on_limit, .sa_flags = SA_RESTART }, old;

	sigemptyset(&act.sa_mask);
	if (sigaction(SIGXFSZ, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		sigaction(SIGXFSZ, &act, NULL);
}

int main(int argc, char *argv[])
{
	static char line[BUFSIZ];
	struct cmd cm;
	int status, lacked;

	/* a message is one write, so that those of several runs don't mix in one log */
	setvbuf(stderr, line, _IOLBF, sizeof(line));
	file_limit_survive();
	args_parse(&cm, argc, argv);
	status = cm.cm_mode == 'V' ? version_print() : session(&cm);
	args_free(&cm);
	lacked = base_lacked();
	if (lacked)
		fatal("%s", strerror(lacked));
	return status;
}
