/* -l: the probes that the programs' descriptions match, or all probes. */
#include "cmd.h"

static int row_print(dtrace_hdl_t *hdl, const dtrace_probedesc_t *pd, void *arg)
{
	struct cmd *cm = arg;

	text_print(cm->cm_out, "%5u %10s %17s %33s %s", pd->dtpd_id, pd->dtpd_provider,
		pd->dtpd_mod, pd->dtpd_func, pd->dtpd_name);
	fputc('\n', cm->cm_out);
	if (cm->cm_verbose)
		report_probe(hdl, cm, pd);
	return 0;
}

static void no_match(dtrace_hdl_t *hdl, const dtrace_probedesc_t *pd)
{
	const char *why = dtrace_errmsg(hdl, dtrace_errno(hdl));

	if (pd->dtpd_id)
		note("failed to match %u: %s", pd->dtpd_id, why);
	else
		note("failed to match %s:%s:%s:%s: %s", pd->dtpd_provider, pd->dtpd_mod,
			pd->dtpd_func, pd->dtpd_name, why);
}

/* Ignores the probe: a walk over a description creates its on-demand probes. */
static int pass(dtrace_hdl_t *hdl, const dtrace_probedesc_t *pd, void *arg)
{
	(void)hdl;
	(void)pd;
	(void)arg;
	return 0;
}

static int desc_make(dtrace_hdl_t *hdl, const dtrace_probedesc_t *pd, void *arg)
{
	dtrace_probe_iter(hdl, pd, pass, arg);
	return 0;
}

/* With -E, lists the probes that the trace fires. */
static void census(struct cmd *cm)
{
	if (!cm->cm_nprogs)
		dtrace_probe_iter(cm->cm_hdl, NULL, pass, NULL);
	for (unsigned i = 0; i < cm->cm_nprogs; i++)
		dtrace_program_desc_iter(cm->cm_hdl, cm->cm_progs[i].pg_prog, desc_make, NULL);
	if (dtrace_probe_census(cm->cm_hdl) != 0)
		dfatal(cm->cm_hdl, "failed to read the trace");
}

static bool windows_listed;

/*
 * Without -E, what the running kernel doesn't have may be a provider of Windows. Their numbers are
 * those of a list without a trace: no other handle knows them.
 */
static bool windows_list(struct cmd *cm, const dtrace_probedesc_t *pd)
{
	static dtrace_hdl_t *windows; /* for all descriptions; the process ends with the list */
	int error;

	if (cm->cm_nevents || pd->dtpd_id || !*pd->dtpd_provider)
		return false;
	if (!windows) {
		windows = dtrace_open(DTRACE_VERSION, DTRACE_O_WINDOWS, &error);
		if (!windows)
			return false;
		options_set(cm, windows);
	}
	if (dtrace_probe_iter(windows, pd, row_print, cm) != 0)
		return false;
	windows_listed = true;
	return true;
}

static int desc_list(dtrace_hdl_t *hdl, const dtrace_probedesc_t *pd, void *arg)
{
	if (dtrace_probe_iter(hdl, pd, row_print, arg) != 0 && !windows_list(arg, pd))
		no_match(hdl, pd);
	return 0;
}

int list_probes(struct cmd *cm)
{
	census(cm);
	fprintf(cm->cm_out, "%5s %10s %17s %33s %s\n", "ID", "PROVIDER", "MODULE", "FUNCTION",
		"NAME");
	if (!cm->cm_nprogs && dtrace_probe_iter(cm->cm_hdl, NULL, row_print, cm) != 0)
		dfatal(cm->cm_hdl, "failed to list probes");
	for (unsigned i = 0; i < cm->cm_nprogs; i++)
		dtrace_program_desc_iter(cm->cm_hdl, cm->cm_progs[i].pg_prog, desc_list, cm);
	output_flush(cm);
	if (windows_listed)
		hint("these providers are of Windows: a trace with their events is named with -E");
	return CMD_OK;
}
