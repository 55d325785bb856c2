/* Probes: lists, information about one, and which of them a trace fires. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "handle.h"
#include "ptypes.h"

struct iter {
	dtrace_hdl_t *it_h;
	dtrace_probe_f *it_fn;
	void *it_arg;
	int it_rc;
	bool it_any;
};

static int iter_one(struct dt_probe *pr, void *arg)
{
	struct iter *it = arg;
	dtrace_probedesc_t d = dt_public_probe(pr);

	if (it->it_h->dh_census && !pr->pr_fired)
		return 0;
	it->it_any = true;
	it->it_rc = it->it_fn(it->it_h, &d, it->it_arg);
	return it->it_rc;
}

static void pattern_fields(const dtrace_probedesc_t *p, const char *field[4])
{
	field[0] = p->dtpd_provider ? p->dtpd_provider : "";
	field[1] = p->dtpd_mod ? p->dtpd_mod : "";
	field[2] = p->dtpd_func ? p->dtpd_func : "";
	field[3] = p->dtpd_name ? p->dtpd_name : "";
}

static int do_probe_iter(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_probe_f *fn,
	void *arg)
{
	struct iter it = { h, fn, arg, 0, false };
	/* not "": a pattern of the provider asks for the probes that are made on demand, too */
	static const dtrace_probedesc_t all = { 0, "*", "", "", "" };
	const char *field[4];

	if (dt_need_init(h) < 0)
		return -1;
	if (!p)
		p = &all;
	pattern_fields(p, field);
	if (!dt_probe_match(h->dh_engine, field, p->dtpd_id, iter_one, &it))
		return dt_set_error(h, p->dtpd_id ? EDT_BADID : EDT_NOPROBE);
	if (!it.it_any)
		return dt_set_message(h, EDT_NOPROBE, "the trace has no event that fires it");
	return it.it_rc;
}

int dtrace_probe_iter(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_probe_f *fn, void *arg)
{
	DT_PUBLIC(h, -1, do_probe_iter(h, p, fn, arg));
}

static int first_probe(struct dt_probe *pr, void *arg)
{
	*(struct dt_probe **)arg = pr;
	return 1;
}

/* The first probe that matches; -1 if there is none. */
static int match_first(dtrace_hdl_t *h, const dtrace_probedesc_t *p, struct dt_probe **pr)
{
	const char *field[4];

	if (dt_need_init(h) < 0)
		return -1;
	pattern_fields(p, field);
	if (!dt_probe_match(h->dh_engine, field, p->dtpd_id, first_probe, pr))
		return dt_set_error(h, p->dtpd_id ? EDT_BADID : EDT_NOPROBE);
	return 0;
}

/* Stability of the description as it is written; for a probe given by number, of all its fields. */
static struct dt_attr info_attr(dtrace_hdl_t *h, const struct dt_probe *pr,
	const dtrace_probedesc_t *p, const struct dt_provider_attrs **attrs)
{
	const char *written[4];
	const char *own[4] = { pr->pr_prov, pr->pr_mod, pr->pr_func, pr->pr_name };

	pattern_fields(p, written);
	*attrs = dt_lang_provattrs(h->dh_lang, pr->pr_prov);
	if (!*attrs)
		*attrs = &pr->pr_provider->pv_attrs;
	return dt_pdesc_attr(*attrs, p->dtpd_id ? own : written);
}

static void info_args(dtrace_hdl_t *h, const struct dt_probe *pr, dtrace_probeinfo_t *out)
{
	struct dt_probeinfo pi = { .pi_nargs = pr->pr_nargs };

	memcpy(pi.pi_args, pr->pr_args, sizeof(pi.pi_args));
	if (pr->pr_provider->pv_function)
		dt_ptypes_args(h->dh_ptypes, pr, &pi);
	out->dtp_argc = pi.pi_nargs;
	for (unsigned i = 0; i < pi.pi_nargs; i++)
		h->dh_argv[i] = pi.pi_args[i].ar_xlated ? pi.pi_args[i].ar_xlated :
							  pi.pi_args[i].ar_native;
	out->dtp_argv = h->dh_argv;
}

static int do_probe_info(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_probeinfo_t *out)
{
	const struct dt_provider_attrs *attrs;
	struct dt_probe *pr;

	if (match_first(h, p, &pr) < 0)
		return -1;
	out->dtp_attr = dt_public_attr(info_attr(h, pr, p, &attrs));
	out->dtp_arga = dt_public_attr(attrs->pa_args);
	info_args(h, pr, out);
	return 0;
}

int dtrace_probe_info(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_probeinfo_t *out)
{
	DT_PUBLIC(h, -1, do_probe_info(h, p, out));
}

/*
 * Descriptions.
 */
static int do_id2desc(dtrace_hdl_t *h, dtrace_id_t id, dtrace_probedesc_t *out)
{
	const dtrace_probedesc_t pattern = { .dtpd_id = id };
	struct dt_probe *pr;

	if (!id)
		return dt_set_error(h, EDT_BADID);
	if (match_first(h, &pattern, &pr) < 0)
		return -1;
	*out = dt_public_probe(pr);
	return 0;
}

int dtrace_id2desc(dtrace_hdl_t *h, dtrace_id_t id, dtrace_probedesc_t *out)
{
	DT_PUBLIC(h, -1, do_id2desc(h, id, out));
}

/* The parts are given from the last to the first. */
static int do_str2desc(dtrace_hdl_t *h, dtrace_probespec_t spec, const char *text,
	dtrace_probedesc_t *out)
{
	const char **field[4] = { &out->dtpd_provider, &out->dtpd_mod, &out->dtpd_func,
		&out->dtpd_name };
	char *copy = base_strdup(text), *colon = NULL;
	int at = spec >= DTRACE_PROBESPEC_PROVIDER && spec <= DTRACE_PROBESPEC_NAME ?
		(int)spec :
		(int)DTRACE_PROBESPEC_NAME;

	*out = (dtrace_probedesc_t){ 0, "", "", "", "" };
	if (!copy)
		return dt_set_error(h, EDT_NOMEM);
	free(h->dh_desc);
	h->dh_desc = copy;
	for (; at >= 0; at--) {
		colon = strrchr(copy, ':');
		*field[at] = colon ? colon + 1 : copy;
		if (!colon)
			return 0;
		*colon = '\0';
	}
	return dt_set_error(h, EDT_BADSPEC);
}

int dtrace_str2desc(dtrace_hdl_t *h, dtrace_probespec_t spec, const char *text,
	dtrace_probedesc_t *out)
{
	DT_PUBLIC(h, -1, do_str2desc(h, spec, text, out));
}

char *dtrace_desc2str(const dtrace_probedesc_t *pd, char *buf, size_t size)
{
	const char *field[4];

	pattern_fields(pd, field);
	snprintf(buf, size, "%s:%s:%s:%s", field[0], field[1], field[2], field[3]);
	return buf;
}

static int do_probe_fields(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_field_f *fn,
	void *arg)
{
	const struct dt_lang_env *env;
	struct dt_named_member nm;
	struct dt_probe *pr;
	int rc = 0;

	if (match_first(h, p, &pr) < 0)
		return -1;
	env = &h->dh_lang->la_env;
	if (!pr->pr_nargs || !pr->pr_args[0].ar_xlated)
		return 0;
	for (unsigned i = 0; !rc && env->le_member(env->le_arg, pr->pr_args[0].ar_xlated, i, &nm);
		i++)
		rc = fn(nm.nm_type, nm.nm_name, arg);
	return rc;
}

int dtrace_probe_fields(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_field_f *fn, void *arg)
{
	DT_PUBLIC(h, -1, do_probe_fields(h, p, fn, arg));
}

static const char *const stab_names[] = { "Internal", "Private", "Obsolete", "External", "Unstable",
	"Evolving", "Stable", "Standard" };
static const char *const class_names[] = { "Unknown", "CPU", "Platform", "Group", "ISA", "Common" };

const char *dtrace_stability_name(uint8_t s)
{
	return s < sizeof(stab_names) / sizeof(*stab_names) ? stab_names[s] : "Unknown";
}

const char *dtrace_class_name(uint8_t c)
{
	return c < sizeof(class_names) / sizeof(*class_names) ? class_names[c] : "Unknown";
}

static int do_probe_census(dtrace_hdl_t *h)
{
	struct dt_engine *en;
	int rc;

	if (dt_need_init(h) < 0)
		return -1;
	en = h->dh_engine;
	if (en->en_live || h->dh_census || h->dh_flags & DTRACE_O_WINDOWS)
		return 0;
	if (h->dh_going)
		return dt_set_error(h, EDT_ACTIVE);
	/* the stream has been read: dtrace_go() is too late */
	h->dh_census = h->dh_failed = true;
	dt_census_begin(en);
	en->en_state = DT_ACTIVE;
	rc = h->dh_feedops->fo_start(h->dh_feed);
	while (rc == 0 && (rc = h->dh_feedops->fo_poll(h->dh_feed, 0)) > 0) {
		uint64_t done = 0, total = 0;

		if (h->dh_feedops->fo_progress)
			h->dh_feedops->fo_progress(h->dh_feed, &done, &total);
		dt_progress(h, done, total);
		rc = 0;
	}
	dt_progress(h, 0, 0);
	en->en_state = DT_IDLE;
	return rc < 0 ? dt_set_message(h, EDT_FAILED, "%s", en->en_error) : 0;
}

int dtrace_probe_census(dtrace_hdl_t *h)
{
	DT_PUBLIC(h, -1, do_probe_census(h));
}
