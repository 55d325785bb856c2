/*
 * What a trace can fire, for lists of probes: the whole stream is delivered once to probes that
 * note that they fired and do nothing else.  No table of which event feeds which probe could be as
 * exact.
 */
#include "handle.h"

static bool census_fed(const struct dt_probe *pr)
{
	const struct dt_etw_source *es = pr->pr_provider->pv_etw;

	for (; es && es->es_handle; es++)
		if (es->es_opcode != DT_ETW_START &&
			(!es->es_tags || es->es_tags >> pr->pr_tag & 1))
			return true;
	return false;
}

/* What runs by the clock, and dtrace's own, fires over any trace. */
static bool census_always(const struct dt_probe *pr)
{
	return pr->pr_provider->pv_enable || !pr->pr_provider->pv_etw;
}

static void census_begin(struct dt_engine *en)
{
	for (uint32_t i = 0; i < en->en_nprobes; i++) {
		struct dt_probe *pr = en->en_probes[i];

		pr->pr_census = census_fed(pr);
		pr->pr_fired = !pr->pr_census && census_always(pr);
	}
}

static int do_probe_census(dtrace_hdl_t *h)
{
	struct dt_engine *en;
	int rc;

	if (dt_need_init(h) < 0)
		return -1;
	en = h->dh_engine;
	if (en->en_live || h->dh_census)
		return 0;
	if (h->dh_going)
		return dt_set_error(h, EDT_ACTIVE);
	/* the stream is used up: dtrace_go() comes too late */
	h->dh_census = h->dh_failed = true;
	census_begin(en);
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
