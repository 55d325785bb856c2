/*
 * pmc: the processor's performance counters.
 *
 *   sample-src		which counters the profiler samples: arg0 its number, arg1 its name, arg2
 *			the interval in events, arg3 the interval before
 *   counter-src	which counters records contain: arg0 how many, arg1 their names
 *   <counter>, <counter>-<interval>
 *			a sample; arg0 is the pc.  Made when a description asks for it.  A trace has
 *			the interval of its recording, so all intervals are the same
 *
 * The value of a counter at an event is shown by variants of the event's probe: windows/counters.h.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "glob.h"
#include "alloc.h"
#include "counters.h"
#include "providers.h"

enum { PMC_SAMPLE_SRC, PMC_COUNTER_SRC, PMC_SAMPLE };

static const struct dt_probe_spec pmc_probes[] = {
	{ .ps_func = "event",
		.ps_name = "sample-src",
		.ps_tag = PMC_SAMPLE_SRC,
		.ps_args = { { "uint32_t", NULL, 0 }, { "char *", NULL, 1 },
			{ "uint32_t", NULL, 2 }, { "uint32_t", NULL, 3 } } },
	{ .ps_func = "event",
		.ps_name = "counter-src",
		.ps_tag = PMC_COUNTER_SRC,
		.ps_args = { { "int", NULL, 0 }, { "wchar_t **", NULL, 1 } } },
	{ 0 }
};

/*
 * The length of the counter's name in a probe's name, which may end in an interval; 0: it isn't
 * one.
 */
static size_t pmc_counter(const char *name)
{
	size_t len = strlen(name), n = len;

	while (n > 0 && isdigit((unsigned char)name[n - 1]))
		n--;
	if (n < 2 || n == len || name[n - 1] != '-')
		n = len + 1;
	for (size_t i = 0; i < n - 1; i++)
		if (!islower((unsigned char)name[i]) && !isdigit((unsigned char)name[i]) &&
			name[i] != '_')
			return 0;
	return n - 1;
}

#define PMC_MODULE "systemtrace"

static void pmc_make(struct dt_engine *en, const struct dt_provider *pv, const char *name)
{
	const struct dt_probe_spec spec = { .ps_mod = PMC_MODULE,
		.ps_name = name,
		.ps_tag = PMC_SAMPLE,
		.ps_args = { { "uintptr_t", NULL, 0 } } };

	dt_probe_create(en, pv, &spec);
}

static void pmc_provide(struct dt_engine *en, const struct dt_provider *pv, const char *mod,
	const char *func, const char *name)
{
	size_t len = pmc_counter(name);

	if (func[0] == '\0' && len != 0 &&
		(strcmp(mod, PMC_MODULE) == 0 || (mod[0] == '\0' && etl_counters_known(name, len))))
		pmc_make(en, pv, name);
}

/*
 * The records that name a trace's sampled counters may be anywhere: they are searched for when a
 * description is a pattern, or a name that Windows doesn't have for every processor.
 */
#define TIMER 0 /* the profiler's clock, whose samples are the profile provider's */

static void pmc_found(struct etl_feed *ef, const struct etw_event *ev, void *pv)
{
	struct etw_interval iv;
	const char *name;

	if (etw_decode_interval(ev, &iv) < 0 || iv.iv_source == TIMER)
		return;
	etl_counters_source(ef, &iv);
	name = etl_counters_name(ef, iv.iv_source);
	if (name && pmc_counter(name) != 0)
		pmc_make(ef->ef_feed.fd_engine, pv, name);
}

static void pmc_discover(struct dt_engine *en, const struct dt_provider *pv,
	const char *const field[4])
{
	struct dt_feed *fd = dt_engine_feed(en);
	struct etw_filter *fi;

	if (!fd || fd->fd_ops != &dt_feed_etl ||
		(base_is_name(field[0]) && strcmp(field[0], "pmc") != 0) ||
		(base_is_name(field[3]) && dt_probe_find(en, "pmc", PMC_MODULE, "", field[3])) ||
		!etl_counters_get(etl_of(fd)) || !(fi = etw_filter_create()))
		return;
	etw_filter_hook(fi, 0x0f49);
	etw_filter_hook(fi, 0x0f4a);
	etl_scan(etl_of(fd), fi, pmc_found, (void *)pv);
	etw_filter_free(fi);
}

/*
 * Windows.
 */
static bool etw_samples(const struct dt_probe *pr, const char *counter)
{
	size_t n = pmc_counter(dt_probe_name(pr));

	return strncmp(dt_probe_name(pr), counter, n) == 0 && counter[n] == '\0';
}

static void etw_sample(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_pmcsample ps;
	struct dt_firing fi;
	const char *name;

	if (etw_decode_pmcsample(ev, &ps) < 0) {
		etl_broken(fd, ev);
		return;
	}
	name = etl_counters_name(etl_of(fd), ps.ps_source);
	if (!name)
		return;
	etl_firing(fd, ev, etl_thread(fd, ev, ps.ps_tid, ETW_NOID), &fi);
	fi.fi_args[0] = ps.ps_ip;
	etl_fire_if(fd, PMC_SAMPLE, &fi, etw_samples, name);
}

static void etw_interval(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_interval iv;
	struct dt_firing fi;
	const char *name;
	struct dt_mem mem;

	if (etw_decode_interval(ev, &iv) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_counters_source(etl_of(fd), &iv);
	if (!etl_wants(fd, PMC_SAMPLE_SRC))
		return;
	name = iv.iv_nameunits != 0 ? etl_utf8(fd, iv.iv_name, iv.iv_nameunits) :
				      etl_counters_name(etl_of(fd), iv.iv_source);
	if (!name)
		name = "";
	mem = etl_mem(name, strlen(name) + 1);
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_mem = &mem;
	fi.fi_nmem = 1;
	fi.fi_args[0] = iv.iv_source;
	fi.fi_args[1] = mem.me_addr;
	fi.fi_args[2] = iv.iv_new;
	fi.fi_args[3] = iv.iv_old;
	etl_fire(fd, PMC_SAMPLE_SRC, &fi);
}

/* Their names for D: pointers, followed by the UTF-16 texts, in lower case. */
static void *etw_names(const struct etw_pmcconfig *pc, size_t *size)
{
	uint64_t *ptrs;
	uint16_t *to;

	*size = pc->pc_count * sizeof(*ptrs);
	for (uint32_t i = 0; i < pc->pc_count; i++)
		*size += 2 * (size_t)(pc->pc_nameunits[i] + 1);
	ptrs = base_calloc(1, *size + 1);
	to = ptrs ? (uint16_t *)(ptrs + pc->pc_count) : NULL;
	for (uint32_t i = 0; to && i < pc->pc_count; i++) {
		ptrs[i] = (uintptr_t)to;
		memcpy(to, pc->pc_name[i], 2 * (size_t)pc->pc_nameunits[i]);
		for (uint32_t k = 0; k < pc->pc_nameunits[i]; k++)
			if (to[k] < 0x80)
				to[k] = (uint16_t)tolower(to[k]);
		to += pc->pc_nameunits[i] + 1;
	}
	return ptrs;
}

static void etw_config(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_pmcconfig pc;
	struct dt_firing fi;
	size_t size;
	void *names;
	struct dt_mem mem;

	if (etw_decode_pmcconfig(ev, &pc) < 0) {
		etl_broken(fd, ev);
		return;
	}
	etl_counters_learn(etl_of(fd), &pc);
	if (!etl_wants(fd, PMC_COUNTER_SRC) || !(names = etw_names(&pc, &size)))
		return;
	mem = etl_mem(names, size);
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_mem = &mem;
	fi.fi_nmem = 1;
	fi.fi_args[0] = pc.pc_count;
	fi.fi_args[1] = mem.me_addr;
	etl_fire(fd, PMC_COUNTER_SRC, &fi);
	free(names);
}

static void etw_early_interval(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_interval iv;

	if (etw_decode_interval(ev, &iv) == 0)
		etl_counters_source(etl_of(fd), &iv);
}

static void etw_early_config(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_pmcconfig pc;

	if (etw_decode_pmcconfig(ev, &pc) == 0)
		etl_counters_learn(etl_of(fd), &pc);
}

/* Reports a counter that the trace doesn't have: a misspelled name, or the wrong trace. */
static void etw_check(struct dt_feed *fd, struct dt_probe *pr)
{
	const struct etl_counters *co = etl_of(fd)->ef_counters;

	for (unsigned i = 0; co && i < co->co_nsources; i++)
		if (etw_samples(pr, co->co_sources[i].sr_name))
			return;
	if (!co || co->co_nsources == 0)
		return; /* an old trace, without names */
	dt_warn(fd->fd_engine,
		"pmc:::%s: the trace has no samples of that counter; pmc:::sample-src shows which it has",
		dt_probe_name(pr));
}

static void etw_start(struct dt_feed *fd, const struct etw_event *ev)
{
	(void)ev;
	etl_each(fd, PMC_SAMPLE, etw_check);
}

#define PERF(op) .es_guid = &etl_guid_perfinfo, .es_opcode = op
#define COUNTERS .es_state = true, .es_needs = DT_NEEDS_COUNTERS

static const struct dt_etw_source pmc_etw[] = { { PERF(0x49), COUNTERS, .es_early = true,
							.es_tags = 1 << PMC_SAMPLE,
							.es_handle = etw_early_interval },
	{ PERF(0x4a), COUNTERS, .es_early = true, .es_tags = 1 << PMC_SAMPLE,
		.es_handle = etw_early_interval },
	{ PERF(0x30), COUNTERS, .es_early = true, .es_tags = 1 << PMC_SAMPLE,
		.es_handle = etw_early_config },
	{ .es_opcode = DT_ETW_START, .es_tags = 1 << PMC_SAMPLE, .es_handle = etw_start },
	{ PERF(0x49), COUNTERS, .es_tags = 1 << PMC_SAMPLE_SRC | 1 << PMC_SAMPLE,
		.es_handle = etw_interval },
	{ PERF(0x4a), COUNTERS, .es_tags = 1 << PMC_SAMPLE_SRC | 1 << PMC_SAMPLE,
		.es_handle = etw_interval },
	{ PERF(0x30), COUNTERS, .es_tags = 1 << PMC_COUNTER_SRC, .es_handle = etw_config },
	{ PERF(0x2f), .es_tags = 1 << PMC_SAMPLE, .es_handle = etw_sample }, { 0 } };

const struct dt_provider dt_prov_pmc = {
	.pv_name = "pmc",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = pmc_probes,
	.pv_provide = pmc_provide,
	.pv_discover = pmc_discover,
	.pv_etw = pmc_etw,
	.pv_offline_only = true,
	.pv_missing = "its events come from a trace file: name one with -E",
};
