/* Programs and probes, as the consumer sees them. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "handle.h"
#include "ktypes.h"

/*
 * What the compiler asks of us.
 */
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

static void attr_min(struct dt_attr *to, struct dt_attr a)
{
	to->at_name = a.at_name < to->at_name ? a.at_name : to->at_name;
	to->at_data = a.at_data < to->at_data ? a.at_data : to->at_data;
	to->at_class = a.at_class < to->at_class ? a.at_class : to->at_class;
}

static void probe_info(const struct dt_probe *pr, struct dt_probeinfo *pi)
{
	pi->pi_attrs = pr->pr_provider->pv_attrs;
	pi->pi_nargs = pr->pr_nargs;
	memcpy(pi->pi_args, pr->pr_args, sizeof(pi->pi_args));
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

/* Probes of no event say nothing by name, so there any name will do. */
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

static int lang_failed(dtrace_hdl_t *h)
{
	return dt_set_message(h, EDT_COMPILER, "%s", h->dh_lang->la_msg.me_text);
}

int dt_lang_start(dtrace_hdl_t *h)
{
	struct dt_lang_env env = { .le_arg = h,
		.le_probes = env_probes,
		.le_macro = env_macro,
		.le_field = env_field,
		.le_member = env_member,
		.le_missing = env_missing,
		.le_symbol = dt_find_symbol,
		.le_process = dt_find_process };

	h->dh_lang = dt_lang_create(&env, &h->dh_opts);
	if (h->dh_lang && h->dh_feedops->fo_live)
		h->dh_ktypes = dt_ktypes_create(h->dh_feedops);
	if (h->dh_ktypes)
		dt_ktypes_attach(h->dh_ktypes, h->dh_lang->la_types);
	return h->dh_lang ? 0 : dt_set_error(h, EDT_NOMEM);
}

/*
 * Compiling.
 */
static enum dt_context context_of(dtrace_probespec_t spec)
{
	switch (spec) {
	case DTRACE_PROBESPEC_PROVIDER: return CTX_PROV;
	case DTRACE_PROBESPEC_MOD: return CTX_MOD;
	case DTRACE_PROBESPEC_FUNC: return CTX_FUNC;
	case DTRACE_PROBESPEC_NAME: return CTX_NAME;
	case DTRACE_PROBESPEC_ID: return CTX_ID;
	default: return CTX_FILE;
	}
}

static void program_disasm(const struct dt_program *pg)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		if (cl->cl_pred)
			dif_disasm(cl->cl_pred, stderr);
		for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
			for (uint32_t i = 0; i < ac->ac_nops; i++)
				if (ac->ac_ops[i].op_difo)
					dif_disasm(ac->ac_ops[i].op_difo, stderr);
	}
}

static void set_cflags(dtrace_hdl_t *h, unsigned cflags)
{
	if (cflags & DTRACE_C_ZDEFS)
		h->dh_opts.op_num[DT_OPT_ZDEFS] = 1;
	if (cflags & DTRACE_C_EMPTY)
		h->dh_opts.op_num[DT_OPT_EMPTY] = 1;
}

/* ctypes, dtypes */
static int types_write(dtrace_hdl_t *h)
{
	static const struct {
		enum dt_option option;
		const char *scope;
	} files[] = { { DT_OPT_CTYPES, "C" }, { DT_OPT_DTYPES, "D" } };

	for (int i = 0; i < 2; i++) {
		const char *path = h->dh_opts.op_str[files[i].option];

		if (path && dt_types_write(h->dh_lang->la_types, files[i].scope, path) < 0)
			return dt_set_message(h, EDT_FAILED, "failed to write types to %s: %s",
				path, strerror(errno));
	}
	return 0;
}

static dtrace_prog_t *compile(dtrace_hdl_t *h, enum dt_context ctx, const char *name,
	const char *text, size_t len, unsigned cflags, int argc, char *const argv[])
{
	struct dt_program *pg, **tail = &h->dh_programs;

	if (dt_need_init(h) < 0)
		return NULL;
	set_cflags(h, cflags);
	if (dt_lang_load_libraries(h->dh_lang) < 0) {
		lang_failed(h);
		return NULL;
	}
	pg = dt_compile(h->dh_lang, ctx, name, text, len, argc, argv);
	if (!pg) {
		lang_failed(h);
		return NULL;
	}
	while (*tail)
		tail = &(*tail)->pg_next;
	*tail = pg;
	dt_debug(h, "compiled %s: %u clauses", name ? name : text, pg->pg_nclauses);
	if (types_write(h) < 0)
		return NULL;
	if (cflags & DTRACE_C_DIFV || dt_opt(&h->dh_opts, DT_OPT_VERBOSE) > 0)
		program_disasm(pg);
	return pg;
}

static dtrace_prog_t *do_program_strcompile(dtrace_hdl_t *h, const char *text,
	dtrace_probespec_t spec, unsigned cflags, int argc, char *const argv[])
{
	return compile(h, context_of(spec), NULL, text, strlen(text), cflags, argc, argv);
}

dtrace_prog_t *dtrace_program_strcompile(dtrace_hdl_t *h, const char *text, dtrace_probespec_t spec,
	unsigned cflags, int argc, char *const argv[])
{
	DT_PUBLIC(h, NULL, do_program_strcompile(h, text, spec, cflags, argc, argv));
}

static char *read_all(FILE *fp, size_t *len)
{
	size_t size = 1 << 16, n;
	char *buf = base_malloc(size);

	*len = 0;
	while (buf && (n = fread(buf + *len, 1, size - *len, fp)) > 0) {
		*len += n;
		if (*len == size) {
			char *p = base_realloc(buf, size *= 2);

			if (!p)
				free(buf);
			buf = p;
		}
	}
	return buf;
}

static dtrace_prog_t *do_program_fcompile(dtrace_hdl_t *h, FILE *fp, unsigned cflags, int argc,
	char *const argv[])
{
	size_t len;
	char *text = read_all(fp, &len);
	dtrace_prog_t *pg;

	if (!text || ferror(fp)) {
		free(text);
		dt_set_message(h, EDT_FAILED, "failed to read the program");
		return NULL;
	}
	if (dt_opt(&h->dh_opts, DT_OPT_CPP) > 0) {
		char *cooked = dt_cpp(h, argc ? argv[0] : NULL, text, len, &len);

		free(text);
		text = cooked;
	}
	pg = text ? compile(h, CTX_FILE, argc ? argv[0] : NULL, text, len, cflags, argc, argv) :
		    NULL;
	free(text);
	return pg;
}

dtrace_prog_t *dtrace_program_fcompile(dtrace_hdl_t *h, FILE *fp, unsigned cflags, int argc,
	char *const argv[])
{
	DT_PUBLIC(h, NULL, do_program_fcompile(h, fp, cflags, argc, argv));
}

/*
 * What a program is, and enabling it.
 */
static int count_match(struct dt_probe *pr, void *arg)
{
	(void)pr;
	(void)arg;
	return 0;
}

static const struct dt_attr best = { DT_STAB_STANDARD, DT_STAB_STANDARD, DT_CLASS_COMMON };

static dtrace_attribute_t public_attr(struct dt_attr a)
{
	return (dtrace_attribute_t){ a.at_name, a.at_data, a.at_class };
}

static void late_text(uint8_t bits, char *buf, size_t size)
{
	static const char *const names[] = { "copyin( )", "copyinstr( )", "userland pointers",
		"fds[ ]" };

	buf[0] = 0;
	for (unsigned i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (bits >> i & 1)
			snprintf(buf + strlen(buf), size - strlen(buf), "%s%s", *buf ? ", " : "",
				names[i]);
}

static int do_program_info(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_proginfo_t *dpi)
{
	struct dt_attr desc = best, stmt = best;
	uint8_t late = 0;

	memset(dpi, 0, sizeof(*dpi));
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		const struct dt_probedesc *pd = &cl->cl_desc;
		const char *field[4] = { pd->pd_prov, pd->pd_mod, pd->pd_func, pd->pd_name };

		dpi->dpi_matches += dt_probe_match(h->dh_engine, field, pd->pd_id, count_match,
			NULL);
		struct dt_plan plan = { 0 };

		dif_plan_clause(&plan, cl);
		late |= plan.pl_late;
		attr_min(&desc, cl->cl_descattr);
		attr_min(&stmt, cl->cl_stmtattr);
	}
	if (h->dh_feedops->fo_live)
		late_text(late, dpi->dpi_late, sizeof(dpi->dpi_late));
	dpi->dpi_descattr = public_attr(desc);
	dpi->dpi_stmtattr = public_attr(stmt);
	return 0;
}

int dtrace_program_info(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_proginfo_t *dpi)
{
	DT_PUBLIC(h, -1, do_program_info(h, pg, dpi));
}

static int do_program_exec(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_proginfo_t *dpi)
{
	unsigned matched;

	if (h->dh_going)
		return dt_set_error(h, EDT_ACTIVE);
	if (dpi && dtrace_program_info(h, pg, dpi) < 0)
		return -1;
	if (pg->pg_destructive && dt_opt(&h->dh_opts, DT_OPT_DESTRUCTIVE) <= 0)
		return dt_set_error(h, EDT_DESTRUCTIVE);
	if (dt_engine_enable(h->dh_engine, pg, &matched) < 0)
		return dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	dt_debug(h, "enabled %u probes", matched);
	if (dpi)
		dpi->dpi_matches = matched;
	return 0;
}

int dtrace_program_exec(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_proginfo_t *dpi)
{
	DT_PUBLIC(h, -1, do_program_exec(h, pg, dpi));
}

static int do_program_desc_iter(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_probe_f *fn, void *arg)
{
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		const struct dt_probedesc *pd = &cl->cl_desc;
		dtrace_probedesc_t d = { pd->pd_id, pd->pd_prov, pd->pd_mod, pd->pd_func,
			pd->pd_name };
		int rc = fn(h, &d, arg);

		if (rc)
			return rc;
	}
	return 0;
}

int dtrace_program_desc_iter(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_probe_f *fn, void *arg)
{
	DT_PUBLIC(h, -1, do_program_desc_iter(h, pg, fn, arg));
}

/*
 * Probes.
 */
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
	dtrace_probedesc_t d = { pr->pr_id, pr->pr_prov, pr->pr_mod, pr->pr_func, pr->pr_name };

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
	static const dtrace_probedesc_t all = { 0, "", "", "", "" };
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

/* Stability of the description as it is written; of a probe given by number, of all its fields. */
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

static int do_probe_info(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_probeinfo_t *out)
{
	const char *field[4];
	const struct dt_provider_attrs *attrs;
	struct dt_probe *pr = NULL;

	if (dt_need_init(h) < 0)
		return -1;
	pattern_fields(p, field);
	if (!dt_probe_match(h->dh_engine, field, p->dtpd_id, first_probe, &pr))
		return dt_set_error(h, p->dtpd_id ? EDT_BADID : EDT_NOPROBE);
	out->dtp_attr = public_attr(info_attr(h, pr, p, &attrs));
	out->dtp_arga = public_attr(attrs->pa_args);
	out->dtp_argc = pr->pr_nargs;
	for (unsigned i = 0; i < pr->pr_nargs; i++)
		h->dh_argv[i] = pr->pr_args[i].ar_xlated ? pr->pr_args[i].ar_xlated :
							   pr->pr_args[i].ar_native;
	out->dtp_argv = h->dh_argv;
	return 0;
}

int dtrace_probe_info(dtrace_hdl_t *h, const dtrace_probedesc_t *p, dtrace_probeinfo_t *out)
{
	DT_PUBLIC(h, -1, do_probe_info(h, p, out));
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
