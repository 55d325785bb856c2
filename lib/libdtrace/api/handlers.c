/* The handlers that a program sets, and their calls. */
#include <stdio.h>
#include "handle.h"

int dtrace_handle_err(dtrace_hdl_t *h, dtrace_handle_err_f *fn, void *arg)
{
	h->dh_errfn = fn;
	h->dh_errarg = arg;
	return 0;
}

int dtrace_handle_drop(dtrace_hdl_t *h, dtrace_handle_drop_f *fn, void *arg)
{
	h->dh_dropfn = fn;
	h->dh_droparg = arg;
	return 0;
}

int dtrace_handle_proc(dtrace_hdl_t *h, dtrace_handle_proc_f *fn, void *arg)
{
	h->dh_procfn = fn;
	h->dh_procarg = arg;
	return 0;
}

int dtrace_handle_warn(dtrace_hdl_t *h, dtrace_handle_warn_f *fn, void *arg)
{
	h->dh_warnfn = fn;
	h->dh_warnarg = arg;
	return 0;
}

int dtrace_handle_progress(dtrace_hdl_t *h, dtrace_handle_progress_f *fn, void *arg)
{
	h->dh_progressfn = fn;
	h->dh_progressarg = arg;
	return 0;
}

void dt_progress(dtrace_hdl_t *h, uint64_t done, uint64_t total)
{
	if (h->dh_progressfn &&
		h->dh_progressfn(done, total, h->dh_progressarg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}

void dt_say(dtrace_hdl_t *h, const char *line)
{
	if (!h->dh_warnfn)
		fprintf(stderr, "dtrace: %s\n", line);
	else if (h->dh_warnfn(line, h->dh_warnarg) == DTRACE_HANDLE_ABORT)
		h->dh_abort = true;
}

const char *dtrace_faultstr(dtrace_hdl_t *h, int fault)
{
	(void)h;
	return dif_fault_text(fault);
}

int dtrace_update(dtrace_hdl_t *h)
{
	(void)h;
	return 0;
}
