/* The processes of -c and -p. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "handle.h"

static dtrace_proc_t *proc_add(dtrace_hdl_t *h, struct dt_target *target, bool created)
{
	dtrace_proc_t *dp = base_calloc(1, sizeof(*dp)), **tail = &h->dh_procs;

	if (!dp) {
		dt_target_destroy(target);
		dt_set_error(h, EDT_NOMEM);
		return NULL;
	}
	dp->dp_target = target;
	dp->dp_pid = dt_target_pid(target);
	dp->dp_created = created;
	while (*tail)
		tail = &(*tail)->dp_next;
	*tail = dp;
	return dp;
}

static dtrace_proc_t *proc_take(dtrace_hdl_t *h, struct dt_target *target, bool created,
	const char *err)
{
	if (!target) {
		dt_set_message(h, EDT_FAILED, "%s", err);
		return NULL;
	}
	return proc_add(h, target, created);
}

/* evaltime: the entry point is before the program's initializers run, main() after them. */
static enum dt_stage stage_of(int64_t evaltime)
{
	switch (evaltime) {
	case DT_OPT_UNSET:
	case DT_EVAL_EXEC: return DT_STAGE_EXEC;
	case DT_EVAL_PREINIT: return DT_STAGE_ENTRY;
	default: return DT_STAGE_MAIN;
	}
}

/* Either a program and its arguments, or a command line. */
static dtrace_proc_t *do_proc_create(dtrace_hdl_t *h, const char *file, char *const *argv,
	const char *cmdline)
{
	int64_t evaltime = dt_opt(&h->dh_opts, DT_OPT_EVALTIME);
	struct dt_target_how how = { .th_stage = stage_of(evaltime),
		.th_fixed = evaltime != DT_OPT_UNSET,
		.th_environ = h->dh_opts.op_str[DT_OPT_SETENV] };
	char err[512];

	if (h->dh_npaths) {
		dt_set_error(h, EDT_REPLAY);
		return NULL;
	}
	return proc_take(h,
		cmdline ? dt_target_create(cmdline, &how, err, sizeof(err)) :
			  dt_target_start(file, argv, &how, err, sizeof(err)),
		true, err);
}

dtrace_proc_t *dtrace_proc_create(dtrace_hdl_t *h, const char *file, char *const *argv)
{
	DT_PUBLIC(h, NULL, do_proc_create(h, file, argv, NULL));
}

dtrace_proc_t *dtrace_proc_command(dtrace_hdl_t *h, const char *cmdline)
{
	DT_PUBLIC(h, NULL, do_proc_create(h, NULL, NULL, cmdline));
}

static dtrace_proc_t *do_proc_grab(dtrace_hdl_t *h, pid_t pid)
{
	char err[512];

	if (h->dh_npaths) {
		dt_set_error(h, EDT_REPLAY);
		return NULL;
	}
	return proc_take(h, dt_target_grab(pid, err, sizeof(err)), false, err);
}

/* No process is ever changed or stopped by this, so the flags make no difference. */
dtrace_proc_t *dtrace_proc_grab(dtrace_hdl_t *h, pid_t pid, int flags)
{
	(void)flags;
	DT_PUBLIC(h, NULL, do_proc_grab(h, pid));
}

pid_t dtrace_proc_pid(const dtrace_proc_t *dp)
{
	return dp->dp_pid;
}

bool dtrace_proc_ended(const dtrace_proc_t *dp, int *status, int *sig)
{
	*status = dp->dp_ended && dp->dp_end.te_known ? dp->dp_end.te_status : -1;
	*sig = dp->dp_ended && dp->dp_end.te_known ? dp->dp_end.te_signal : -1;
	return dp->dp_ended;
}

static int do_proc_continue(dtrace_hdl_t *h, dtrace_proc_t *dp)
{
	if (dt_target_continue(dp->dp_target) < 0)
		return dt_set_message(h, EDT_FAILED, "failed to continue pid %d: %s", dp->dp_pid,
			strerror(errno));
	return 0;
}

int dtrace_proc_continue(dtrace_hdl_t *h, dtrace_proc_t *dp)
{
	DT_PUBLIC(h, -1, do_proc_continue(h, dp));
}

void dtrace_proc_release(dtrace_hdl_t *h, dtrace_proc_t *dp)
{
	dtrace_proc_t **p = &h->dh_procs;

	while (*p && *p != dp)
		p = &(*p)->dp_next;
	if (!*p)
		return;
	*p = dp->dp_next;
	dt_target_destroy(dp->dp_target);
	free(dp);
}

void dt_procs_close(dtrace_hdl_t *h)
{
	while (h->dh_procs)
		dtrace_proc_release(h, h->dh_procs);
}

void dt_procs_poll(dtrace_hdl_t *h)
{
	for (dtrace_proc_t *dp = h->dh_procs; dp; dp = dp->dp_next) {
		if (dp->dp_ended || !dt_target_poll(dp->dp_target, &dp->dp_end))
			continue;
		dp->dp_ended = true;
		if (h->dh_procfn)
			h->dh_procfn(dp, NULL, h->dh_procarg);
	}
}

bool dt_procs_ended(const dtrace_hdl_t *h)
{
	for (const dtrace_proc_t *dp = h->dh_procs; dp; dp = dp->dp_next)
		if (!dp->dp_ended)
			return false;
	return h->dh_procs != NULL;
}

pid_t dt_procs_first(const dtrace_hdl_t *h)
{
	if (h->dh_procs)
		return h->dh_procs->dp_pid;
	return h->dh_feed && h->dh_feedops->fo_target ?
		(pid_t)h->dh_feedops->fo_target(h->dh_feed) :
		0;
}
