/* Programs: compiling, enabling, information. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"
#include "handle.h"
#include "sema.h"

static int lang_failed(dtrace_hdl_t *h)
{
	const struct dt_message *me = &h->dh_lang->la_msg;

	return dt_set_message(h, EDT_COMPILER, "%s%s%s", me->me_text,
		*me->me_hint ? "\nhint: " : "", me->me_hint);
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
	static const struct {
		unsigned flag;
		enum dt_option option;
	} flags[] = {
		{ DTRACE_C_ZDEFS, DT_OPT_ZDEFS },
		{ DTRACE_C_EMPTY, DT_OPT_EMPTY },
		{ DTRACE_C_CPP, DT_OPT_CPP },
		{ DTRACE_C_KNODEF, DT_OPT_KNODEFS },
		{ DTRACE_C_UNODEF, DT_OPT_UNODEFS },
		{ DTRACE_C_PSPEC, DT_OPT_PSPEC },
		{ DTRACE_C_ETAGS, DT_OPT_ERRTAGS },
		{ DTRACE_C_ARGREF, DT_OPT_ARGREF },
		{ DTRACE_C_DEFARG, DT_OPT_DEFAULTARGS },
		{ DTRACE_C_NOLIBS, DT_OPT_NOLIBS },
	};

	for (size_t i = 0; i < sizeof(flags) / sizeof(*flags); i++)
		if (cflags & flags[i].flag)
			h->dh_opts.op_num[flags[i].option] = 1;
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
	dt_libdir_check(h);
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
	set_cflags(h, cflags);
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

/* Information about programs, and enabling them. */
static int count_match(struct dt_probe *pr, void *arg)
{
	(void)pr;
	(void)arg;
	return 0;
}

static const struct dt_attr best = { DT_STAB_STANDARD, DT_STAB_STANDARD, DT_CLASS_COMMON };

dtrace_attribute_t dt_public_attr(struct dt_attr a)
{
	return (dtrace_attribute_t){ a.at_name, a.at_data, a.at_class };
}

static void count_actions(const struct dt_clause *cl, dtrace_proginfo_t *dpi)
{
	bool speculates = false;

	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next) {
		dpi->dpi_aggregates += DT_ACT_IS_AGG(ac->ac_kind);
		dpi->dpi_speculations += ac->ac_kind == DT_ACT_SPECULATE;
		speculates |= ac->ac_kind == DT_ACT_SPECULATE;
		dpi->dpi_recgens += !speculates && ac->ac_nops && !DT_ACT_IS_AGG(ac->ac_kind) &&
			ac->ac_ops[0].op_size > 0;
	}
}

static int do_program_info(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_proginfo_t *dpi)
{
	struct dt_attr desc = best, stmt = best;

	memset(dpi, 0, sizeof(*dpi));
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		const struct dt_probedesc *pd = &cl->cl_desc;
		const char *field[4] = { pd->pd_prov, pd->pd_mod, pd->pd_func, pd->pd_name };

		dpi->dpi_matches += dt_probe_match(h->dh_engine, field, pd->pd_id, count_match,
			NULL);
		count_actions(cl, dpi);
		desc = dt_attr_min(desc, cl->cl_descattr);
		stmt = dt_attr_min(stmt, cl->cl_stmtattr);
	}
	dpi->dpi_descattr = dt_public_attr(desc);
	dpi->dpi_stmtattr = dt_public_attr(stmt);
	return 0;
}

int dtrace_program_info(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_proginfo_t *dpi)
{
	DT_PUBLIC(h, -1, do_program_info(h, pg, dpi));
}

static int place_line(dtrace_hdl_t *h, const struct dt_site *si, dtrace_place_f *fn, void *arg)
{
	const struct dt_probedesc *pd = &si->si_clause->cl_desc;
	char line[512];

	snprintf(line, sizeof(line), "clause %u (%s:%s:%s:%s) %s%s%s", si->si_clause->cl_number,
		pd->pd_prov, pd->pd_mod, pd->pd_func, pd->pd_name,
		si->si_place == DT_PLACE_KERNEL ? "runs in the kernel" : "runs here: it ",
		si->si_place == DT_PLACE_KERNEL ? "" : si->si_why,
		si->si_place == DT_PLACE_SPLIT ?
			"; its assignments and signals are made in the kernel" :
			"");
	return fn(h, line, arg);
}

/* Whether a line before says the same: of the pieces of an if, for example. */
static bool line_again(const struct dt_places *pc, unsigned n)
{
	const struct dt_site *si = &pc->pc_sites[n];

	for (unsigned i = 0; i < n; i++) {
		const struct dt_site *o = &pc->pc_sites[i];

		if (o->si_clause->cl_number == si->si_clause->cl_number &&
			o->si_place == si->si_place &&
			!strcmp(o->si_clause->cl_desc.pd_name, si->si_clause->cl_desc.pd_name) &&
			!strcmp(o->si_clause->cl_desc.pd_func, si->si_clause->cl_desc.pd_func) &&
			(si->si_place == DT_PLACE_KERNEL || !strcmp(o->si_why, si->si_why)))
			return true;
	}
	return false;
}

static bool clause_of(const dtrace_prog_t *pg, const struct dt_clause *want)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next)
		if (cl == want)
			return true;
	return false;
}

static int do_program_places(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_place_f *fn, void *arg)
{
	struct dt_places pc = { .pc_nsites = 0 };
	int rc = 0;

	if (!h->dh_feedops->fo_live)
		return 0;
	if (dt_placement_look(h->dh_engine, h->dh_programs, &pc) < 0)
		rc = dt_set_message(h, EDT_FAILED, "%s", h->dh_engine->en_error);
	for (unsigned i = 0; i < pc.pc_nsites && rc == 0; i++)
		if (clause_of(pg, pc.pc_sites[i].si_clause) && !line_again(&pc, i))
			rc = place_line(h, &pc.pc_sites[i], fn, arg);
	free(pc.pc_sites);
	return rc;
}

int dtrace_program_places(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_place_f *fn, void *arg)
{
	DT_PUBLIC(h, -1, do_program_places(h, pg, fn, arg));
}

/*
 * What is read after the event.
 */
/*
 * What entries keep for their returns, which can be captured there; not of functions of a process,
 * whose arguments are gone by then.
 */
static void plan_entries(struct dt_plan *entries, const dtrace_prog_t *pg)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next)
		if (!strcmp(cl->cl_desc.pd_name, "entry") &&
			strncmp(cl->cl_desc.pd_prov, "pid", 3) != 0)
			dif_plan_clause(entries, cl);
	/* of which argument depends on the probe */
	for (unsigned i = 0; i < entries->pl_nkept; i++)
		entries->pl_kept[i].pk_arg = entries->pl_kept[i].pk_other = 0;
}

/* Whether the clause runs here, sometimes at least, and the event is another thread's. */
static bool is_behind(const struct dt_places *pc, const struct dt_clause *cl)
{
	for (unsigned i = 0; i < pc->pc_nsites; i++) {
		const struct dt_site *si = &pc->pc_sites[i];

		if (si->si_clause == cl && !si->si_reach.re_own &&
			(si->si_place != DT_PLACE_KERNEL || si->si_faults))
			return true;
	}
	return false;
}

struct lates {
	dtrace_late_t *lt_v;
	unsigned lt_n;
};

/* The pieces of one clause read the same. */
static int lates_add(struct lates *lt, const struct dt_clause *cl, const struct dt_plan *pl)
{
	for (unsigned i = 0; i < pl->pl_nlates; i++) {
		const struct dt_plan_late *la = &pl->pl_lates[i];
		bool have = false;

		for (unsigned k = 0; k < lt->lt_n; k++)
			have |= lt->lt_v[k].dtl_clause == cl->cl_number &&
				!strcmp(lt->lt_v[k].dtl_text, la->la_text);
		if (have)
			continue;
		if (!base_more(lt->lt_v, lt->lt_n))
			return -1;
		lt->lt_v[lt->lt_n++] = (dtrace_late_t){ .dtl_clause = cl->cl_number,
			.dtl_files = la->la_what == DT_LATE_FDS,
			.dtl_text = la->la_text };
	}
	return 0;
}

static int lates_find(const dtrace_prog_t *pg, const struct dt_places *pc, struct lates *lt)
{
	struct dt_plan entries = { 0 };
	int rc = 0;

	plan_entries(&entries, pg);
	for (const struct dt_clause *cl = pg->pg_clauses; cl && rc == 0; cl = cl->cl_next) {
		struct dt_plan plan = { .pl_places = pc };

		if (!is_behind(pc, cl))
			continue;
		plan.pl_entry = strcmp(cl->cl_desc.pd_name, "return") ? NULL : &entries;
		dif_plan_clause(&plan, cl);
		rc = lates_add(lt, cl, &plan);
	}
	return rc;
}

static int do_program_late(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_late_f *fn, void *arg)
{
	struct dt_places pc = { .pc_nsites = 0 };
	struct lates lt = { .lt_n = 0 };
	int rc = 0;

	if (!h->dh_feedops->fo_live)
		return 0;
	if (dt_placement_look(h->dh_engine, h->dh_programs, &pc) < 0 ||
		lates_find(pg, &pc, &lt) < 0)
		rc = dt_set_message(h, EDT_FAILED, "out of memory");
	for (unsigned i = 0; i < lt.lt_n && rc == 0; i++)
		rc = fn(h, &lt.lt_v[i], arg);
	free(lt.lt_v);
	free(pc.pc_sites);
	return rc;
}

int dtrace_program_late(dtrace_hdl_t *h, dtrace_prog_t *pg, dtrace_late_f *fn, void *arg)
{
	DT_PUBLIC(h, -1, do_program_late(h, pg, fn, arg));
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
