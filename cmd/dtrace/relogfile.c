/* New traces: -R copies the one that is read, -E with a new name records. */
#include <string.h>
#include "cmd.h"

bool relog_named(const struct cmd *cm)
{
	for (unsigned i = 0; i < cm->cm_nopts; i++)
		if (!strcmp(cm->cm_opts[i].cx_name, "relog"))
			return true;
	return false;
}

void relog_check(struct cmd *cm)
{
	if (relog_named(cm) && dtrace_relog_check(cm->cm_hdl) != 0)
		dfatal(cm->cm_hdl, "-R");
}

void relog_write(struct cmd *cm)
{
	dtrace_relogged_t rg;
	int64_t quiet;

	if (!relog_named(cm))
		return;
	if (dtrace_relog(cm->cm_hdl, &rg) != 0)
		dfatal(cm->cm_hdl, "-R");
	progress_clear();
	if (dtrace_getopt(cm->cm_hdl, "quiet", &quiet) == 0 && quiet > 0)
		return;
	note("%llu of %llu events copied: %llu buffers, %llu bytes",
		(unsigned long long)rg.dtr_kept, (unsigned long long)rg.dtr_seen,
		(unsigned long long)rg.dtr_buffers, (unsigned long long)rg.dtr_bytes);
}

/* Announced, so that a misspelt name of a trace is noticed. */
void record_report(struct cmd *cm, bool begins)
{
	dtrace_recorded_t rd;

	if (!cm->cm_record)
		return;
	if (begins) {
		note("recording to %s; ^C ends it", cm->cm_record);
		return;
	}
	if (dtrace_recorded(cm->cm_hdl, &rd) != 0)
		dfatal(cm->cm_hdl, "failed to record");
	note("%s: %llu events in %llu.%03llu s, %llu lost; %llu buffers, %llu bytes", cm->cm_record,
		(unsigned long long)rd.dtr_events, (unsigned long long)(rd.dtr_ns / 1000000000),
		(unsigned long long)(rd.dtr_ns / 1000000 % 1000), (unsigned long long)rd.dtr_lost,
		(unsigned long long)rd.dtr_buffers, (unsigned long long)rd.dtr_bytes);
}
