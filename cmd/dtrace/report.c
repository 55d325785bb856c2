/* What -v prints: stability attributes, and the types of arguments. */
#include <string.h>
#include "cmd.h"

static void attributes_print(FILE *fp, const char *title, dtrace_attribute_t at)
{
	fprintf(fp, "\n\t%s\n", title);
	fprintf(fp, "\t\tIdentifier Names: %s\n", dtrace_stability_name(at.dtat_name));
	fprintf(fp, "\t\tData Semantics:   %s\n", dtrace_stability_name(at.dtat_data));
	fprintf(fp, "\t\tDependency Class: %s\n", dtrace_class_name(at.dtat_class));
}

/* The length of the description without the blank at its end, which the "matched" line keeps. */
static int desc_trimmed(const char *text)
{
	int n = desc_len(text);

	while (n > 0 && strchr(" \t\n", text[n - 1]))
		n--;
	return n;
}

struct places {
	struct cmd *pl_cmd;
	bool pl_titled;
};

static int late_report(dtrace_hdl_t *hdl, const dtrace_late_t *late, void *arg)
{
	struct places *pl = arg;
	FILE *fp = pl->pl_cmd->cm_out;

	(void)hdl;
	fprintf(fp, "%s\t\t", pl->pl_titled ? "" : "\n\tRead From The Live Process Afterwards\n");
	pl->pl_titled = true;
	text_print(fp, "clause %u: %s", late->dtl_clause, late->dtl_text);
	fputc('\n', fp);
	return 0;
}

static void lates_report(struct cmd *cm, const struct program *pg)
{
	struct places pl = { .pl_cmd = cm };

	dtrace_program_late(cm->cm_hdl, pg->pg_prog, late_report, &pl);
}

static int place_report(dtrace_hdl_t *hdl, const char *line, void *arg)
{
	struct places *pl = arg;
	FILE *fp = pl->pl_cmd->cm_out;

	(void)hdl;
	fprintf(fp, "%s\t\t", pl->pl_titled ? "" : "\n\tWhere Clauses Run\n");
	pl->pl_titled = true;
	text_print(fp, "%s", line);
	fputc('\n', fp);
	return 0;
}

/* Live: where each clause runs. */
static void places_report(struct cmd *cm, const struct program *pg)
{
	struct places pl = { .pl_cmd = cm };

	dtrace_program_places(cm->cm_hdl, pg->pg_prog, place_report, &pl);
}

void report_program(struct cmd *cm, const struct program *pg, const dtrace_proginfo_t *pi)
{
	if (pg->pg_spec == DTRACE_PROBESPEC_NONE)
		fprintf(cm->cm_out, "\nStability attributes for script %s:\n", pg->pg_text);
	else
		fprintf(cm->cm_out, "\nStability attributes for description %.*s:\n",
			desc_trimmed(pg->pg_text), pg->pg_text);
	attributes_print(cm->cm_out, "Minimum Probe Description Attributes", pi->dpi_descattr);
	attributes_print(cm->cm_out, "Minimum Statement Attributes", pi->dpi_stmtattr);
	lates_report(cm, pg);
	places_report(cm, pg);
	fputc('\n', cm->cm_out);
}

static int field_report(const char *type, const char *name, void *arg)
{
	struct cmd *cm = arg;

	text_print(cm->cm_out, "\t\t\t%s %s", type, name);
	fputc('\n', cm->cm_out);
	return 0;
}

void report_probe(dtrace_hdl_t *hdl, struct cmd *cm, const dtrace_probedesc_t *pd)
{
	dtrace_probeinfo_t info;

	if (dtrace_probe_info(hdl, pd, &info) != 0)
		return;
	attributes_print(cm->cm_out, "Probe Description Attributes", info.dtp_attr);
	attributes_print(cm->cm_out, "Argument Attributes", info.dtp_arga);
	fprintf(cm->cm_out, "\n\tArgument Types\n");
	if (!info.dtp_argc)
		fprintf(cm->cm_out, "\t\tNone\n");
	for (unsigned i = 0; i < info.dtp_argc; i++) {
		fprintf(cm->cm_out, "\t\targs[%u]: ", i);
		text_print(cm->cm_out, "%s", info.dtp_argv[i]);
		fputc('\n', cm->cm_out);
		if (i == 0)
			dtrace_probe_fields(hdl, pd, field_report, cm);
	}
	fputc('\n', cm->cm_out);
}

/* A description by number is reported as its probe. */
static int named_report(dtrace_hdl_t *hdl, const dtrace_probedesc_t *pd, void *arg)
{
	struct cmd *cm = arg;

	text_print(cm->cm_out, "%s:%s:%s:%s", pd->dtpd_provider, pd->dtpd_mod, pd->dtpd_func,
		pd->dtpd_name);
	fputc('\n', cm->cm_out);
	report_probe(hdl, cm, pd);
	return 1;
}

static int desc_report(dtrace_hdl_t *hdl, const dtrace_probedesc_t *pd, void *arg)
{
	if (pd->dtpd_id)
		dtrace_probe_iter(hdl, pd, named_report, arg);
	else
		named_report(hdl, pd, arg);
	return 0;
}

/* With -e: each description, and the attributes of the first probe that it matches. */
void report_descriptions(struct cmd *cm, const struct program *pg)
{
	dtrace_program_desc_iter(cm->cm_hdl, pg->pg_prog, desc_report, cm);
}
