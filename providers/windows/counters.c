/*
 * Names of the counters, and the probes that show them.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "counters.h"

struct etl_variant {
	struct dt_probe *va_probe;
	const char *va_counter; /* in its name; NULL: all */
};

/*
 * Names.
 */
static void counters_lower(const uint8_t *u16le, uint32_t units, char out[ETL_NAMELEN])
{
	etw_utf16_to_utf8(u16le, units, out, ETL_NAMELEN);
	for (char *p = out; *p != '\0'; p++)
		*p = (char)tolower((unsigned char)*p);
}

struct etl_counters *etl_counters_get(struct etl_feed *ef)
{
	if (!ef->ef_counters)
		ef->ef_counters = base_calloc(1, sizeof(*ef->ef_counters));
	return ef->ef_counters;
}

void etl_counters_learn(struct etl_feed *ef, const struct etw_pmcconfig *pc)
{
	struct etl_counters *co = ef->ef_counters;

	if (!co)
		return;
	co->co_count = pc->pc_count;
	for (uint32_t i = 0; i < pc->pc_count; i++)
		counters_lower(pc->pc_name[i], pc->pc_nameunits[i], co->co_names[i]);
}

/* The counters by number: names up to version 2, whose records have only numbers. */
static const char *const known_sources[] = {
	"timer",
	"alignmentfixup",
	"totalissues",
	"pipelinedry",
	"loadinstructions",
	"pipelinefrozen",
	"branchinstructions",
	"totalnonissues",
	"dcachemisses",
	"icachemisses",
	"cachemisses",
	"branchmispredictions",
	"storeinstructions",
	"fpinstructions",
	"integerinstructions",
	"2issue",
	"3issue",
	"4issue",
	"specialinstructions",
	"totalcycles",
	"icacheissues",
	"dcacheaccesses",
	"memorybarriercycles",
	"loadlinkedissues",
};

/* Counters of later processors, which have no fixed numbers. */
static const char *const later_sources[] = {
	"branchinstructionretired",
	"branchmispredictsretired",
	"instructionretired",
	"instructionsretiredfixed",
	"lbrinserts",
	"llcmisses",
	"llcreference",
	"timerfixed",
	"unhaltedcorecycles",
	"unhaltedcorecyclesfixed",
	"unhaltedreferencecycles",
	"unhaltedreferencecyclesfixed",
};

#define COUNT(v) (sizeof(v) / sizeof((v)[0]))

bool etl_counters_known(const char *name, size_t len)
{
	for (unsigned i = 0; i < COUNT(known_sources) + COUNT(later_sources); i++) {
		const char *known = i < COUNT(known_sources) ?
			known_sources[i] :
			later_sources[i - COUNT(known_sources)];

		if (strncmp(known, name, len) == 0 && known[len] == '\0')
			return true;
	}
	return false;
}

static struct etl_source *counters_find(struct etl_counters *co, uint32_t id)
{
	for (unsigned i = 0; i < co->co_nsources; i++)
		if (co->co_sources[i].sr_id == id)
			return &co->co_sources[i];
	return NULL;
}

void etl_counters_source(struct etl_feed *ef, const struct etw_interval *iv)
{
	struct etl_counters *co = ef->ef_counters;
	struct etl_source *sr;

	if (!co || iv->iv_nameunits == 0)
		return;
	sr = counters_find(co, iv->iv_source);
	if (!sr) {
		if (co->co_nsources == ETW_PMC_MAX)
			return;
		sr = &co->co_sources[co->co_nsources++];
	}
	sr->sr_id = iv->iv_source;
	counters_lower(iv->iv_name, iv->iv_nameunits, sr->sr_name);
}

const char *etl_counters_name(const struct etl_feed *ef, uint32_t id)
{
	struct etl_source *sr = ef->ef_counters ? counters_find(ef->ef_counters, id) : NULL;

	if (sr)
		return sr->sr_name;
	return id < COUNT(known_sources) ? known_sources[id] : NULL;
}

/*
 * Variants of probes.
 */
bool etl_counters_variant(const struct dt_probe *pr)
{
	return strcmp(dt_probe_func(pr), "pmc") == 0;
}

/* The rest of a variant's name after its probe's name, or NULL. */
static const char *variant_counter(const struct dt_probe *base, const char *name)
{
	size_t len = strlen(dt_probe_name(base));

	if (strncmp(name, dt_probe_name(base), len) != 0 || (name[len] != '-' && name[len] != '\0'))
		return NULL;
	return name + len + (name[len] == '-');
}

struct variant_search {
	const char *vs_name;
	struct dt_probe *vs_best; /* the probe whose name is the longest prefix */
};

static void variant_try(struct dt_probe *pr, void *arg)
{
	struct variant_search *vs = arg;

	if (!etl_counters_variant(pr) && variant_counter(pr, vs->vs_name) &&
		(!vs->vs_best || strlen(dt_probe_name(pr)) > strlen(dt_probe_name(vs->vs_best))))
		vs->vs_best = pr;
}

static struct dt_probe *variant_base(struct dt_engine *en, const struct dt_provider *pv,
	const char *name)
{
	struct variant_search vs = { .vs_name = name };

	dt_probe_walk(en, pv, variant_try, &vs);
	return vs.vs_best;
}

void etl_pmc_provide(struct dt_engine *en, const struct dt_provider *pv, const char *mod,
	const char *func, const char *name)
{
	struct dt_probe *base;

	if (dt_live(en) || mod[0] != '\0' || strcmp(func, "pmc") != 0)
		return;
	base = variant_base(en, pv, name);
	if (base)
		dt_probe_like(en, base, func, name);
}

static int counters_add(struct etl_feed *ef, const struct dt_provider *pv, struct dt_probe *pr)
{
	struct etl_counters *co = ef->ef_counters;
	struct dt_probe *base = variant_base(ef->ef_feed.fd_engine, pv, dt_probe_name(pr));
	const char *counter = base ? variant_counter(base, dt_probe_name(pr)) : "";

	if (!base_more(co->co_variants, co->co_nvariants))
		return -1;
	co->co_variants[co->co_nvariants++] = (struct etl_variant){ pr,
		counter[0] != '\0' ? counter : NULL };
	return 0;
}

struct counters_walk {
	struct etl_feed *cw_feed;
	const struct dt_provider *cw_provider;
	bool cw_failed;
};

static void counters_note(struct dt_probe *pr, void *arg)
{
	struct counters_walk *cw = arg;
	struct etl_feed *ef = cw->cw_feed;

	if (!dt_probe_enabled(pr) ||
		(!etl_counters_variant(pr) && strcmp(cw->cw_provider->pv_name, "pmc") != 0))
		return;
	ef->ef_needs |= DT_NEEDS_COUNTERS;
	if (!etl_counters_get(ef) ||
		(etl_counters_variant(pr) && counters_add(ef, cw->cw_provider, pr) < 0))
		cw->cw_failed = true;
}

int etl_counters_start(struct etl_feed *ef)
{
	struct counters_walk cw = { .cw_feed = ef };

	for (unsigned i = 0; (cw.cw_provider = dt_providers[i]); i++)
		dt_probe_walk(ef->ef_feed.fd_engine, cw.cw_provider, counters_note, &cw);
	return cw.cw_failed ? -1 : 0;
}

/*
 * Firing.
 */
static unsigned counters_of(const struct etw_event *ev, const uint8_t **at)
{
	struct etw_ext x = { 0 };

	*at = ev->ev_pmc;
	if (ev->ev_npmc != 0 || !etw_ext_find(ev, ETW_EXT_PMC, &x))
		return ev->ev_npmc;
	*at = x.xt_data;
	return x.xt_len / 8 < ETW_PMC_MAX ? x.xt_len / 8 : ETW_PMC_MAX;
}

static int counters_index(const struct etl_counters *co, const char *name)
{
	for (unsigned i = 0; i < co->co_count; i++)
		if (strcmp(co->co_names[i], name) == 0)
			return (int)i;
	return -1;
}

static const struct etl_variant *counters_variant(const struct etl_counters *co,
	const struct dt_probe *pr)
{
	for (unsigned i = 0; i < co->co_nvariants; i++)
		if (co->co_variants[i].va_probe == pr)
			return &co->co_variants[i];
	return NULL;
}

#define MAXMEM 8

static void counters_fire_all(struct etl_feed *ef, struct dt_probe *pr, struct dt_firing *fi,
	const uint8_t *at, unsigned n)
{
	etwext_t *x = &ef->ef_counters->co_ext;
	struct dt_mem mem[MAXMEM];

	if (fi->fi_nmem >= MAXMEM)
		return;
	memset(x, 0, sizeof(*x));
	x->x_type = 1;
	x->x_size = n * 8;
	memcpy(x->x_regs, at, x->x_size);
	if (fi->fi_nmem != 0)
		memcpy(mem, fi->fi_mem, fi->fi_nmem * sizeof(*mem));
	mem[fi->fi_nmem] = etl_mem(x, sizeof(*x));
	fi->fi_mem = mem;
	fi->fi_nmem++;
	fi->fi_args[4] = (uintptr_t)x;
	dt_fire(ef->ef_feed.fd_engine, pr, fi);
}

void etl_counters_fire(struct etl_feed *ef, struct dt_probe *pr, const struct dt_firing *base)
{
	const struct etl_variant *va = counters_variant(ef->ef_counters, pr);
	struct dt_firing fi = *base;
	const uint8_t *at;
	unsigned n = counters_of(&ef->ef_event, &at);
	int i;

	if (n == 0 || !va)
		return;
	if (!va->va_counter) {
		counters_fire_all(ef, pr, &fi, at, n);
		return;
	}
	i = counters_index(ef->ef_counters, va->va_counter);
	if (i < 0 || (unsigned)i >= n)
		return;
	memcpy(&fi.fi_args[4], at + 8 * i, 8);
	dt_fire(ef->ef_feed.fd_engine, pr, &fi);
}

void etl_counters_free(struct etl_feed *ef)
{
	if (ef->ef_counters)
		free(ef->ef_counters->co_variants);
	free(ef->ef_counters);
}
