/* The file that is made of the trace that is read: option relog. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "handle.h"

static bool program_chooses(const struct dt_program *pg)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next)
		for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
			if (ac->ac_kind == DT_ACT_RELOG)
				return true;
	return false;
}

/* Whether it is one of the files that are read, perhaps by another name. */
static bool is_input(const dtrace_hdl_t *h, const char *path)
{
	struct stat in, out;

	for (unsigned i = 0; i < h->dh_npaths && stat(path, &out) == 0; i++)
		if (stat(h->dh_paths[i], &in) == 0 && in.st_dev == out.st_dev &&
			in.st_ino == out.st_ino)
			return true;
	return false;
}

static int do_relog_check(dtrace_hdl_t *h)
{
	const char *path = h->dh_opts.op_str[DT_OPT_RELOG];
	struct stat st;

	if (!path)
		return dt_set_message(h, EDT_FAILED, "no file is named to write to (-R)");
	if (!h->dh_npaths)
		return dt_set_message(h, EDT_FAILED,
			"%s: there is no trace to copy from: name one with -E", path);
	if (lstat(path, &st) < 0)
		return errno == ENOENT ?
			0 :
			dt_set_message(h, EDT_FAILED, "cannot write %s: %s", path, strerror(errno));
	if (is_input(h, path))
		return dt_set_message(h, EDT_FAILED,
			"cannot write %s: it is a file that is read; name a new one", path);
	if (dt_opt(&h->dh_opts, DT_OPT_ETLFORCE) <= 0)
		return dt_set_message(h, EDT_FAILED,
			"cannot write %s: it exists; -x etlforce overwrites it", path);
	return 0;
}

static int do_relog(dtrace_hdl_t *h, dtrace_relogged_t *out)
{
	struct dt_relogged rg = { 0 };
	bool all = true;

	if (do_relog_check(h) < 0)
		return -1;
	if (!h->dh_feed || !h->dh_feedops->fo_relog)
		return dt_set_error(h, EDT_INACTIVE);
	for (const struct dt_program *pg = h->dh_programs; pg; pg = pg->pg_next)
		all &= !program_chooses(pg);
	if (h->dh_feedops->fo_relog(h->dh_feed, h->dh_opts.op_str[DT_OPT_RELOG], all, &rg) < 0)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	*out = (dtrace_relogged_t){ rg.rg_seen, rg.rg_kept, rg.rg_buffers, rg.rg_bytes };
	return 0;
}

int dtrace_relog_check(dtrace_hdl_t *h)
{
	DT_PUBLIC(h, -1, do_relog_check(h));
}

int dtrace_relog(dtrace_hdl_t *h, dtrace_relogged_t *out)
{
	DT_PUBLIC(h, -1, do_relog(h, out));
}
