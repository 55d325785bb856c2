/*
 * Finds which probes a trace fires, for -l: the whole stream is delivered once to probes that only
 * note that they fired. A table from events to probes could not be as exact.
 */
#include "engine.h"

static bool census_fed(const struct dt_probe *pr)
{
	const struct dt_etw_source *es = pr->pr_provider->pv_etw;

	for (; es && es->es_handle; es++)
		if (es->es_opcode != DT_ETW_START &&
			(!es->es_tags || es->es_tags >> pr->pr_tag & 1))
			return true;
	return false;
}

/* Timers and dtrace's own probes fire over any trace. */
static bool census_always(const struct dt_probe *pr)
{
	return pr->pr_provider->pv_enable || !pr->pr_provider->pv_etw;
}

void dt_census_begin(struct dt_engine *en)
{
	for (uint32_t i = 0; i < en->en_nprobes; i++) {
		struct dt_probe *pr = en->en_probes[i];

		pr->pr_census = census_fed(pr);
		pr->pr_fired = !pr->pr_census && census_always(pr);
	}
}
