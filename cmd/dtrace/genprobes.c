/* -h and -G: headers and objects from the programs' provider declarations. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "cmd.h"

/* "dir/prov.d" to "prov.o"; NULL if the name doesn't end in ".d" */
static char *script_output(const struct program *pg, char suffix)
{
	const char *base = strrchr(pg->pg_text, '/');
	size_t n;
	char *name;

	base = base ? base + 1 : pg->pg_text;
	n = strlen(base);
	if (pg->pg_spec != DTRACE_PROBESPEC_NONE || n < 3 || strcmp(base + n - 2, ".d"))
		return NULL;
	name = base_strdup(base);
	if (!name)
		fatal("out of memory");
	name[n - 1] = suffix;
	return name;
}

/* Checks, before any work, that the command line names the output. */
void usdt_check(const struct cmd *cm)
{
	char *name;

	if (cm->cm_mode == 'G' && !cm->cm_nprogs) {
		note("-G requires one or more scripts or enabling options");
		exit(CMD_USAGE);
	}
	if (cm->cm_mode != 'h' || cm->cm_output)
		return;
	name = cm->cm_nprogs == 1 ? script_output(&cm->cm_progs[0], 'h') : NULL;
	if (!name) {
		note("-h requires an output file, or one script whose name ends in .d");
		exit(CMD_USAGE);
	}
	free(name);
}

int header_make(struct cmd *cm)
{
	char *own = cm->cm_output ? NULL : script_output(&cm->cm_progs[0], 'h');
	const char *name = own ? own : cm->cm_output;
	FILE *fp = fopen(name, "we");
	int rc;

	if (!fp)
		fatal("failed to create header file %s: %s", name, strerror(errno));
	rc = dtrace_program_header(cm->cm_hdl, fp, name);
	if (fclose(fp) != 0 && rc == 0) {
		int err = errno;

		unlink(name);
		fatal("failed to create header file %s: %s", name, strerror(err));
	}
	if (rc != 0) {
		unlink(name);
		dfatal(cm->cm_hdl, "failed to create header file %s", name);
	}
	free(own);
	return CMD_OK;
}

static char *object_name(const struct cmd *cm, unsigned n)
{
	char *name = cm->cm_output ? base_strdup(cm->cm_output) :
				     script_output(&cm->cm_progs[n], 'o');

	if (!name && (n ? base_asprintf(&name, "d.out.%u", n) : base_asprintf(&name, "d.out")) < 0)
		fatal("out of memory");
	if (!name)
		fatal("out of memory");
	return name;
}

/* The operands are the objects. */
int objects_make(struct cmd *cm)
{
	for (unsigned i = 0; i < cm->cm_nprogs; i++) {
		struct program *pg = &cm->cm_progs[i];
		bool script = pg->pg_spec == DTRACE_PROBESPEC_NONE;
		char *name = object_name(cm, i);

		if (dtrace_program_link(cm->cm_hdl, pg->pg_prog, name, (unsigned)cm->cm_argc - 1,
			    cm->cm_argv + 1) != 0)
			dfatal(cm->cm_hdl, "failed to link %s %.*s",
				script ? "script" : "description",
				script ? (int)strlen(pg->pg_text) : desc_len(pg->pg_text),
				pg->pg_text);
		free(name);
	}
	return CMD_OK;
}
