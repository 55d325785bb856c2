/* Providers and probes: made, found by name, matched by description. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "engine.h"
#include "glob.h"
#include "grow.h"
#include "index.h"

static uint64_t probe_hash(const char *prov, const char *mod, const char *func, const char *name)
{
	uint64_t h = base_hash_text(prov);

	return base_hash_more(base_hash_more(base_hash_more(h, mod), func), name);
}

struct dt_probe *dt_probe_find(struct dt_engine *en, const char *prov, const char *mod,
	const char *func, const char *name)
{
	struct base_link *ln = base_index_first(&en->en_byname, probe_hash(prov, mod, func, name));

	for (; ln; ln = base_index_next(ln)) {
		struct dt_probe *pr = BASE_ENTRY(ln, struct dt_probe, pr_link);

		if (!strcmp(pr->pr_name, name) && !strcmp(pr->pr_func, func) &&
			!strcmp(pr->pr_mod, mod) && !strcmp(pr->pr_prov, prov))
			return pr;
	}
	return NULL;
}

static struct dt_probe *probe_new(struct dt_engine *en, const struct dt_provider *pv,
	const struct dt_probe_spec *ps)
{
	const char *mod = ps->ps_mod ? ps->ps_mod : "", *func = ps->ps_func ? ps->ps_func : "";
	struct dt_probe *pr = base_calloc(1, sizeof(*pr));

	if (!pr)
		return NULL;
	pr->pr_provider = pv;
	pr->pr_prov = dt_pool_strdup(&en->en_pool, pv->pv_name);
	pr->pr_mod = dt_pool_strdup(&en->en_pool, mod);
	pr->pr_func = dt_pool_strdup(&en->en_pool, func);
	pr->pr_name = dt_pool_strdup(&en->en_pool, ps->ps_name);
	pr->pr_tag = ps->ps_tag;
	while (pr->pr_nargs < DT_MAXARGS && ps->ps_args[pr->pr_nargs].ar_native) {
		pr->pr_args[pr->pr_nargs] = ps->ps_args[pr->pr_nargs];
		pr->pr_nargs++;
	}
	pr->pr_tail = &pr->pr_ecbs;
	return pr;
}

struct dt_probe *dt_probe_create(struct dt_engine *en, const struct dt_provider *pv,
	const struct dt_probe_spec *ps)
{
	const char *mod = ps->ps_mod ? ps->ps_mod : "", *func = ps->ps_func ? ps->ps_func : "";
	struct dt_probe *pr = dt_probe_find(en, pv->pv_name, mod, func, ps->ps_name);

	if (pr)
		return pr;
	if (!base_more(en->en_probes, en->en_nprobes) || !(pr = probe_new(en, pv, ps)))
		return NULL;
	en->en_probes[en->en_nprobes++] = pr;
	pr->pr_id = en->en_nprobes;
	base_index_add(&en->en_byname, &pr->pr_link,
		probe_hash(pr->pr_prov, pr->pr_mod, pr->pr_func, pr->pr_name));
	return pr;
}

struct dt_probe *dt_probe_model(struct dt_engine *en, const struct dt_provider *pv,
	const char *name, int tag)
{
	struct dt_probe_spec ps = { .ps_name = name, .ps_tag = tag };
	struct dt_probe *pr;

	for (unsigned i = 0; i < en->en_nmodels; i++)
		if (en->en_models[i]->pr_provider == pv && !strcmp(en->en_models[i]->pr_name, name))
			return en->en_models[i];
	if (!base_more(en->en_models, en->en_nmodels) || !(pr = probe_new(en, pv, &ps)))
		return NULL;
	return en->en_models[en->en_nmodels++] = pr;
}

struct dt_probe *dt_probe_like(struct dt_engine *en, const struct dt_probe *pr, const char *func,
	const char *name)
{
	struct dt_probe_spec ps = { .ps_mod = pr->pr_mod,
		.ps_func = func,
		.ps_name = name,
		.ps_tag = pr->pr_tag };

	memcpy(ps.ps_args, pr->pr_args, pr->pr_nargs * sizeof(*ps.ps_args));
	return dt_probe_create(en, pr->pr_provider, &ps);
}

/* A description may ask for probes that are made on demand: tick-3s. */
static void probes_provide(struct dt_engine *en, const char *const field[4])
{
	if (!base_is_name(field[3]))
		return;
	for (int i = 0; dt_providers[i]; i++) {
		const struct dt_provider *pv = dt_providers[i];

		if (pv->pv_provide && base_glob(field[0], pv->pv_name))
			pv->pv_provide(en, pv, field[1], field[2], field[3]);
	}
}

/* The fields in lower case, for providers whose names have no case. */
static void fields_lower(const char *const field[4], char *buf, size_t size, const char *out[4])
{
	for (int i = 0; i < 4; i++) {
		size_t n = strlen(field[i]);

		out[i] = buf;
		for (size_t k = 0; k <= n && size > 1; k++, size--)
			*buf++ = (char)(k == n ? 0 : tolower((unsigned char)field[i][k]));
		*buf = 0;
	}
}

/* Function names keep their case, and are compared in lower case. */
static bool probe_matches_nocase(const struct dt_probe *pr, const char *const field[4])
{
	char func[256];
	size_t n = strlen(pr->pr_func);

	if (n >= sizeof(func))
		n = sizeof(func) - 1;
	for (size_t i = 0; i < n; i++)
		func[i] = (char)tolower((unsigned char)pr->pr_func[i]);
	func[n] = 0;
	return base_glob(field[3], pr->pr_name) && base_glob(field[2], func) &&
		base_glob(field[0], pr->pr_prov) && base_glob(field[1], pr->pr_mod);
}

static bool module_matches(const struct dt_probe *pr, const char *want)
{
	return pr->pr_provider->pv_module ? pr->pr_provider->pv_module(pr, want) :
					    base_glob(want, pr->pr_mod);
}

static bool function_matches(const struct dt_engine *en, const struct dt_probe *pr,
	const char *want)
{
	return base_glob(want, pr->pr_func) ||
		(pr->pr_provider->pv_mangled && en->en_ops->eo_function_is(want, pr->pr_func));
}

bool dt_probe_is(const struct dt_engine *en, const struct dt_probe *pr, const char *const field[4])
{
	return base_glob(field[3], pr->pr_name) && base_glob(field[0], pr->pr_prov) &&
		function_matches(en, pr, field[2]) && module_matches(pr, field[1]);
}

int dt_user_functions(struct dt_engine *en, uint32_t pid, const struct dt_userfuncs *query)
{
	return en->en_ops->eo_functions ? en->en_ops->eo_functions(en->en_arg, pid, query) : -1;
}

bool dt_user_linker(struct dt_engine *en, uint32_t pid, struct dt_userlinker *ul)
{
	return en->en_ops->eo_linker && en->en_ops->eo_linker(en->en_arg, pid, ul);
}

void dt_user_probes(struct dt_engine *en, uint32_t pid, const struct dt_userprobes *query)
{
	if (en->en_ops->eo_probes)
		en->en_ops->eo_probes(en->en_arg, pid, query);
}

/*
 * Providers that exist only when a description names them. If the provider or the probe name of a
 * description exists already, no other provider is looked for: that may take long.
 */
static bool probes_known(const struct dt_engine *en, const char *const field[4])
{
	const struct dt_provider *pv;

	if (base_is_name(field[0])) {
		for (unsigned i = 0; (pv = dt_provider_at(en, i)); i++)
			if (!pv->pv_nocase && !pv->pv_discover && !strcmp(pv->pv_name, field[0]))
				return true;
		return !strcmp(field[0], "dtrace");
	}
	if (!base_is_name(field[3]))
		return false;
	for (uint32_t i = 0; i < en->en_nprobes; i++)
		if (!en->en_probes[i]->pr_provider->pv_nocase &&
			dt_probe_is(en, en->en_probes[i], field))
			return true;
	return false;
}

static bool provider_here(const struct dt_engine *en, const struct dt_provider *pv)
{
	return en->en_live ? !pv->pv_offline_only : !pv->pv_live_only;
}

static void probes_discover(struct dt_engine *en, const char *const field[4])
{
	if ((!en->en_live && !en->en_feed) || probes_known(en, field))
		return;
	for (int i = 0; dt_providers[i]; i++)
		if (dt_providers[i]->pv_discover && provider_here(en, dt_providers[i]))
			dt_providers[i]->pv_discover(en, dt_providers[i], field);
}

/* Whether the module is Solaris' name of the kernel itself, as in io:genunix::start. */
static bool module_is_kernel(const char *const field[4])
{
	static const char *const provs[] = { "io", "proc", "sched", "sysinfo", "vminfo" };

	for (size_t i = 0; i < sizeof(provs) / sizeof(*provs); i++)
		if (!strcmp(field[0], provs[i]))
			return !strcmp(field[1], "genunix") || !strcmp(field[1], "unix");
	return false;
}

unsigned dt_probe_match(struct dt_engine *en, const char *const desc[4], uint32_t id,
	int (*fn)(struct dt_probe *, void *), void *arg)
{
	const char *field[4] = { desc[0], module_is_kernel(desc) ? "" : desc[1], desc[2], desc[3] };
	const char *lower[4];
	char buf[1024];
	unsigned n = 0;

	if (id) {
		if (id > en->en_nprobes)
			return 0;
		fn(en->en_probes[id - 1], arg);
		return 1;
	}
	probes_provide(en, field);
	probes_discover(en, field);
	fields_lower(field, buf, sizeof(buf), lower);
	for (uint32_t i = 0; i < en->en_nprobes; i++) {
		const struct dt_probe *pr = en->en_probes[i];

		if (!(pr->pr_provider->pv_nocase ? probe_matches_nocase(pr, lower) :
						   dt_probe_is(en, pr, field)))
			continue;
		n++;
		if (fn(en->en_probes[i], arg))
			break;
	}
	return n;
}

int dt_provider_add(struct dt_engine *en, const struct dt_provider *pv)
{
	if (!base_more(en->en_added, en->en_nadded))
		return -1;
	en->en_added[en->en_nadded++] = pv;
	return 0;
}

const struct dt_provider *dt_provider_at(const struct dt_engine *en, unsigned i)
{
	unsigned n = 0;

	while (dt_providers[n])
		n++;
	return i < n ? dt_providers[i] : i - n < en->en_nadded ? en->en_added[i - n] : NULL;
}

void dt_feed_attach(struct dt_engine *en, struct dt_feed *fd)
{
	en->en_feed = fd;
}

struct dt_feed *dt_engine_feed(const struct dt_engine *en)
{
	return en->en_feed;
}

const char *dt_engine_option(const struct dt_engine *en, const char *name)
{
	return dt_options_text(en->en_opts, name);
}

int64_t dt_engine_number(const struct dt_engine *en, const char *name)
{
	int64_t n = 0;

	dt_options_get(en->en_opts, name, &n);
	return n;
}

uint32_t dt_engine_bufsize(const struct dt_engine *en)
{
	int64_t n = dt_engine_number(en, "etlbufsize");

	return n < 0 ? 0 : n > INT32_MAX ? INT32_MAX : (uint32_t)n;
}

/* The provider, or one of its family: linux-sched of linux. */
static bool names_provider(const char *name, const struct dt_provider *pv)
{
	size_t n = strlen(pv->pv_name);

	return !strncmp(name, pv->pv_name, n) && (!name[n] || (pv->pv_discover && name[n] == '-'));
}

const char *dt_probe_missing(struct dt_engine *en, const char *prov)
{
	for (int i = 0; *prov && dt_providers[i]; i++)
		if (!provider_here(en, dt_providers[i]) && names_provider(prov, dt_providers[i]))
			return dt_providers[i]->pv_missing;
	return NULL;
}

#define STABLE \
	{ \
		DT_STAB_STABLE, DT_STAB_STABLE, DT_CLASS_COMMON \
	}
static const struct dt_provider dtrace_provider = {
	.pv_name = "dtrace",
	.pv_attrs = { STABLE, STABLE, STABLE, STABLE, STABLE },
};

static struct dt_probe *create_own(struct dt_engine *en, const char *name)
{
	struct dt_probe_spec ps = { .ps_name = name };

	return dt_probe_create(en, &dtrace_provider, &ps);
}

static int providers_register(struct dt_engine *en)
{
	en->en_begin = create_own(en, "BEGIN");
	en->en_end = create_own(en, "END");
	en->en_errorprobe = create_own(en, "ERROR");
	if (!en->en_begin || !en->en_end || !en->en_errorprobe)
		return -1;
	for (int i = 0; dt_providers[i]; i++) {
		const struct dt_provider *pv = dt_providers[i];
		const struct dt_probe_spec *ps = pv->pv_probes;

		if (!provider_here(en, pv))
			continue;
		for (; ps && ps->ps_name; ps++)
			dt_probe_create(en, pv, ps);
		if (pv->pv_init)
			pv->pv_init(en, pv);
	}
	return 0;
}

#define RECORDS_RESERVE ((size_t)16 << 30) /* of addresses; pages are used as they are touched */

struct dt_engine *dt_engine_create(const struct dt_engine_ops *ops, void *arg,
	struct dt_options *opts, bool live)
{
	struct dt_engine *en = base_calloc(1, sizeof(*en));

	if (!en)
		return NULL;
	en->en_ops = ops;
	en->en_arg = arg;
	en->en_opts = opts;
	en->en_live = live;
	en->en_nextdue = UINT64_MAX;
	if (!dif_blocks_init(&en->en_pool, RECORDS_RESERVE) ||
		!(en->en_sys = dt_system_create(en)) || providers_register(en) < 0) {
		dt_engine_destroy(en);
		return NULL;
	}
	return en;
}

static void probe_destroy(struct dt_probe *pr)
{
	if (pr->pr_plan)
		dt_plan_fini(pr->pr_plan);
	free(pr->pr_plan);
	free(pr->pr_records);
	free(pr);
}

void dt_engine_destroy(struct dt_engine *en)
{
	dt_placement_fini(en);
	for (uint32_t i = 0; i < en->en_nprobes; i++)
		probe_destroy(en->en_probes[i]);
	for (unsigned i = 0; i < en->en_nmodels; i++)
		probe_destroy(en->en_models[i]);
	for (uint32_t i = 0; i < en->en_necbs; i++) {
		free((void *)en->en_ecbs[i]->ec_desc.ep_recs);
		free(en->en_ecbs[i]);
	}
	if (en->en_sys)
		dt_system_destroy(en->en_sys);
	dt_variables_fini(en);
	dt_speculations_fini(en);
	dt_buffers_fini(en);
	if (en->en_aggs)
		dt_aggs_destroy(en->en_aggs);
	free(en->en_added);
	free(en->en_probes);
	free(en->en_models);
	free(en->en_programs);
	base_index_clear(&en->en_byname, NULL);
	free(en->en_ecbs);
	free(en->en_mach.ma_strings);
	free(en->en_created);
	free(en->en_timers);
	free(en->en_losses);
	free(en->en_keybuf);
	dt_states_fini(en);
	dif_blocks_fini(&en->en_pool);
	free(en);
}

struct dt_system *dt_system(struct dt_engine *en)
{
	return en->en_sys;
}

uint32_t dt_created(const struct dt_engine *en, unsigned i)
{
	return i < en->en_ncreated ? en->en_created[i] : 0;
}

bool dt_live(const struct dt_engine *en)
{
	return en->en_live;
}

void dt_probe_walk(struct dt_engine *en, const struct dt_provider *pv,
	void (*fn)(struct dt_probe *, void *), void *arg)
{
	for (uint32_t i = 0; i < en->en_nprobes; i++)
		if (en->en_probes[i]->pr_provider == pv)
			fn(en->en_probes[i], arg);
}

static int nothing(struct dt_probe *pr, void *arg)
{
	(void)pr;
	(void)arg;
	return 0;
}

struct dt_probe *dt_probe_named(struct dt_engine *en, const char *prov, const char *mod,
	const char *func, const char *name)
{
	const char *field[4] = { prov, mod, func, name };

	dt_probe_match(en, field, 0, nothing, NULL);
	return dt_probe_find(en, prov, mod, func, name);
}

bool dt_probe_enabled(const struct dt_probe *pr)
{
	return pr && (pr->pr_ecbs || pr->pr_tap || pr->pr_census);
}

const struct dt_provider *dt_probe_provider(const struct dt_probe *pr)
{
	return pr->pr_provider;
}

int dt_probe_tag(const struct dt_probe *pr)
{
	return pr->pr_tag;
}

uint32_t dt_probe_id(const struct dt_probe *pr)
{
	return pr->pr_id;
}

const char *dt_probe_prov(const struct dt_probe *pr)
{
	return pr->pr_prov;
}

const char *dt_probe_mod(const struct dt_probe *pr)
{
	return pr->pr_mod;
}

const char *dt_probe_func(const struct dt_probe *pr)
{
	return pr->pr_func;
}

const char *dt_probe_name(const struct dt_probe *pr)
{
	return pr->pr_name;
}

const struct dt_plan *dt_probe_plan(const struct dt_probe *pr)
{
	static const struct dt_plan none;

	return pr->pr_plan ? pr->pr_plan : &none;
}

int dt_fail(struct dt_engine *en, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(en->en_error, sizeof(en->en_error), fmt, ap);
	va_end(ap);
	return -1;
}

const char *dt_failure(const struct dt_engine *en)
{
	return en->en_error;
}

void dt_warn(struct dt_engine *en, const char *fmt, ...)
{
	char line[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line), fmt, ap);
	va_end(ap);
	en->en_ops->eo_warn(en->en_arg, line);
}

void dt_progress_made(struct dt_engine *en, uint64_t done, uint64_t total)
{
	if (en->en_ops->eo_progress)
		en->en_ops->eo_progress(en->en_arg, done, total);
}

bool dt_interrupted(const struct dt_engine *en)
{
	return en->en_interrupt;
}

bool dt_ended(const struct dt_engine *en)
{
	return en->en_state != DT_ACTIVE;
}

bool dt_stopping(const struct dt_engine *en)
{
	return en->en_state != DT_ACTIVE || en->en_interrupt;
}

void dt_drops(struct dt_engine *en, const struct dt_probe *pr, uint32_t cpu, uint64_t count)
{
	/* Losses come in the same order again: the next one is likely to be the one sought. */
	for (unsigned i = 0; i < en->en_nlosses; i++) {
		struct dt_loss *lo = &en->en_losses[en->en_nextloss++ % en->en_nlosses];

		if (lo->lo_cpu == cpu && lo->lo_probe == pr) {
			lo->lo_count += count;
			return;
		}
	}
	if (base_more(en->en_losses, en->en_nlosses))
		en->en_losses[en->en_nlosses++] = (struct dt_loss){ pr, cpu, count };
}
