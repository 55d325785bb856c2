/* The programs, in the order of the command line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "cmd.h"

/* With -G the operands are objects. */
static int operands(const struct cmd *cm)
{
	return cm->cm_mode == 'G' ? 1 : cm->cm_argc;
}

static void script_missing(const char *path, int error)
{
	note("failed to open %s: %s", path, strerror(error));
	hint_script(path);
	exit(CMD_ERROR);
}

void scripts_open(struct cmd *cm)
{
	for (unsigned i = 0; i < cm->cm_nprogs; i++) {
		struct program *pg = &cm->cm_progs[i];

		if (pg->pg_spec != DTRACE_PROBESPEC_NONE)
			continue;
		pg->pg_file = fopen(pg->pg_text, "re");
		if (!pg->pg_file)
			script_missing(pg->pg_text, errno);
	}
}

static void script_compile(struct cmd *cm, struct program *pg, unsigned cflags)
{
	cm->cm_argv[0] = (char *)pg->pg_text;
	pg->pg_prog = dtrace_program_fcompile(cm->cm_hdl, pg->pg_file, cflags, operands(cm),
		cm->cm_argv);
	cm->cm_argv[0] = "dtrace";
	if (!pg->pg_prog) {
		dnote(cm->cm_hdl, "failed to compile script %s", pg->pg_text);
		hint_record(cm);
		fail(cm->cm_hdl);
	}
	fclose(pg->pg_file);
}

static void text_compile(struct cmd *cm, struct program *pg, unsigned cflags)
{
	pg->pg_prog = dtrace_program_strcompile(cm->cm_hdl, pg->pg_text, pg->pg_spec, cflags,
		operands(cm), cm->cm_argv);
	if (pg->pg_prog)
		return;
	dnote(cm->cm_hdl, "invalid probe specifier %s", pg->pg_text);
	hint_text(pg->pg_text);
	hint_record(cm);
	fail(cm->cm_hdl);
}

void programs_compile(struct cmd *cm)
{
	unsigned cflags = strchr("lhG", cm->cm_mode) && cm->cm_mode ? DTRACE_C_ZDEFS : 0;

	for (unsigned i = 0; i < cm->cm_nprogs; i++) {
		struct program *pg = &cm->cm_progs[i];

		if (pg->pg_spec == DTRACE_PROBESPEC_NONE)
			script_compile(cm, pg, cflags);
		else
			text_compile(cm, pg, cflags);
	}
}
