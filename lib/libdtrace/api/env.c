/*
 * Callbacks of the compiler: which probes match, their arguments, fields of events, macro
 * variables. procfind.c answers for symbols and processes, ktypes.c and ptypes.c for types.
 */
#include <string.h>
#include <unistd.h>
#include "handle.h"
#include "ktypes.h"
#include "ptypes.h"

struct match {
	struct dt_probeinfo *mt_info;
	unsigned mt_n;
	bool mt_multi;
};

static bool same_args(const struct dt_probeinfo *pi, const struct dt_probe *pr)
{
	if (pi->pi_nargs != pr->pr_nargs)
		return false;
	for (unsigned i = 0; i < pr->pr_nargs; i++) {
		const struct dt_arg *a = &pi->pi_args[i], *b = &pr->pr_args[i];

		if (strcmp(a->ar_native, b->ar_native) || a->ar_from != b->ar_from ||
			strcmp(a->ar_xlated ? a->ar_xlated : "", b->ar_xlated ? b->ar_xlated : ""))
			return false;
	}
	return true;
}

static void probe_info(const struct dt_probe *pr, struct dt_probeinfo *pi)
{
	pi->pi_attrs = pr->pr_provider->pv_attrs;
	pi->pi_nargs = pr->pr_nargs;
	memcpy(pi->pi_args, pr->pr_args, sizeof(pi->pi_args));
	memset(pi->pi_types, 0, sizeof(pi->pi_types));
	pi->pi_why = NULL;
	pi->pi_asked = pr->pr_provider->pv_function != NULL;
}

static int note_match(struct dt_probe *pr, void *arg)
{
	struct match *mt = arg;

	if (!mt->mt_n++)
		probe_info(pr, mt->mt_info);
	else if (!same_args(mt->mt_info, pr))
		mt->mt_multi = true;
	return 0;
}

static unsigned env_probes(void *arg, const struct dt_pdesc *pd, struct dt_probeinfo *pi,
	bool *multi)
{
	dtrace_hdl_t *h = arg;
	struct match mt = { .mt_info = pi };

	dt_probe_match(h->dh_engine, pd->pd_field, pd->pd_id, note_match, &mt);
	*multi = mt.mt_multi;
	return mt.mt_n;
}

struct typed {
	dtrace_hdl_t *ty_handle;
	struct match ty_match;
};

/* The compiler has all it wants when the arguments of two probes differ. */
static int note_args(struct dt_probe *pr, void *arg)
{
	struct typed *ty = arg;
	struct match *mt = &ty->ty_match;
	struct dt_probeinfo pi;

	probe_info(pr, &pi);
	dt_ptypes_args(ty->ty_handle->dh_ptypes, pr, &pi);
	if (!mt->mt_n++)
		*mt->mt_info = pi;
	else
		mt->mt_multi = !dt_ptypes_same(mt->mt_info, &pi);
	return mt->mt_multi;
}

static void env_args(void *arg, const struct dt_pdesc *pd, struct dt_probeinfo *pi, bool *multi)
{
	struct typed ty = { .ty_handle = arg, .ty_match = { .mt_info = pi } };

	dt_probe_match(ty.ty_handle->dh_engine, pd->pd_field, pd->pd_id, note_args, &ty);
	*multi = ty.ty_match.mt_multi;
}

struct each {
	void (*ea_fn)(void *, const char *const field[4]);
	void *ea_arg;
};

static int each_probe(struct dt_probe *pr, void *arg)
{
	const struct each *ea = arg;

	ea->ea_fn(ea->ea_arg,
		(const char *const[]){ pr->pr_prov, pr->pr_mod, pr->pr_func, pr->pr_name });
	return 0;
}

static void env_each(void *arg, const char *const field[4],
	void (*fn)(void *, const char *const field[4]), void *fnarg)
{
	struct each ea = { fn, fnarg };

	dt_probe_match(((dtrace_hdl_t *)arg)->dh_engine, field, 0, each_probe, &ea);
}

static const char *env_missing(void *arg, const char *provider)
{
	return dt_probe_missing(((dtrace_hdl_t *)arg)->dh_engine, provider);
}

struct field_query {
	struct dt_feed *fq_feed;
	const char *fq_name;
	const struct dt_provider *fq_last;
	bool fq_found;
};

static int field_of(struct dt_probe *pr, void *arg)
{
	struct field_query *fq = arg;

	if (pr->pr_provider == fq->fq_last)
		return 0;
	fq->fq_last = pr->pr_provider;
	fq->fq_found = fq->fq_feed->fd_ops->fo_has_field(fq->fq_feed, pr->pr_provider, fq->fq_name);
	return fq->fq_found;
}

/* Probes without an event have no fields, so any name is accepted. */
static bool env_field(void *arg, const struct dt_pdesc *pd, const char *name)
{
	struct dt_engine *en = ((dtrace_hdl_t *)arg)->dh_engine;
	struct field_query fq = { .fq_feed = en->en_feed, .fq_name = name };

	if (!fq.fq_feed || !fq.fq_feed->fd_ops->fo_has_field)
		return true;
	return !dt_probe_match(en, pd->pd_field, pd->pd_id, field_of, &fq) || fq.fq_found;
}

static bool env_member(void *arg, const char *record, unsigned i, struct dt_named_member *nm)
{
	struct dt_feed *fd = ((dtrace_hdl_t *)arg)->dh_engine->en_feed;

	return fd && fd->fd_ops->fo_member && fd->fd_ops->fo_member(fd, record, i, nm);
}

static int64_t env_macro(void *arg, const char *name, bool *known)
{
	dtrace_hdl_t *h = arg;
	const struct {
		const char *name;
		int64_t value;
	} macros[] = {
		{ "pid", getpid() },
		{ "ppid", getppid() },
		{ "pgid", getpgrp() },
		{ "sid", getsid(0) },
		{ "uid", getuid() },
		{ "euid", geteuid() },
		{ "gid", getgid() },
		{ "egid", getegid() },
		{ "projid", 0 },
		{ "taskid", 0 },
		{ "target", dt_procs_first(h) },
	};

	for (unsigned i = 0; i < sizeof(macros) / sizeof(*macros); i++)
		if (!strcmp(macros[i].name, name)) {
			*known = true;
			return macros[i].value;
		}
	*known = false;
	return 0;
}

static void env_loaded(void *arg, const char *path)
{
	dt_debug(arg, "library %s", path);
}

int dt_lang_start(dtrace_hdl_t *h)
{
	struct dt_lang_env env = { .le_arg = h,
		.le_probes = env_probes,
		.le_args = env_args,
		.le_each = env_each,
		.le_loaded = env_loaded,
		.le_macro = env_macro,
		.le_field = env_field,
		.le_member = env_member,
		.le_missing = env_missing,
		.le_symbol = dt_find_symbol,
		.le_process = dt_find_process };

	h->dh_lang = dt_lang_create(&env, &h->dh_opts);
	if (h->dh_lang && h->dh_feedops->fo_live)
		h->dh_ktypes = dt_ktypes_create(h->dh_feedops, h->dh_engine);
	if (h->dh_ktypes)
		dt_ktypes_attach(h->dh_ktypes, h->dh_lang->la_types);
	if (h->dh_lang && h->dh_feedops->fo_live)
		h->dh_ptypes = dt_ptypes_create(h, h->dh_lang->la_types);
	return h->dh_lang ? 0 : dt_set_error(h, EDT_NOMEM);
}
