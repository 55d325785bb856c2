/*
 * The first pass.
 */
#include "windows.h"

#define SCAN_STEP 64 /* events between two checks */

void etl_scan(struct etl_feed *ef, const struct etw_filter *fi,
	void (*fn)(struct etl_feed *, const struct etw_event *, void *), void *arg)
{
	const struct etw_stats *es;
	struct etw_event ev;
	unsigned n = 0;

	if (!ef->ef_trace || ef->ef_passes < 2 || ef->ef_started)
		return;
	es = etw_stats(ef->ef_trace);
	etw_set_filter(ef->ef_trace, fi);
	etw_rewind(ef->ef_trace);
	while (!dt_interrupted(ef->ef_feed.fd_engine) && etw_next(ef->ef_trace, &ev)) {
		fn(ef, &ev, arg);
		if (++n % SCAN_STEP == 0)
			dt_progress_made(ef->ef_feed.fd_engine, es->es_walked, es->es_bytes);
	}
	etw_set_filter(ef->ef_trace, NULL);
	etw_rewind(ef->ef_trace);
	ef->ef_pending = false;
}

static void prepass_event(struct etl_feed *ef, const struct etw_event *ev, void *arg)
{
	(void)arg;
	etl_dispatch_early(ef, ev);
}

int etl_prepass(struct etl_feed *ef)
{
	struct etl_dispatch first = { 0 };
	int rc = etl_dispatch_build(ef, &first, true);

	ef->ef_running = &first;
	if (rc == 0 && first.di_nbounds > 0)
		etl_scan(ef, first.di_filter, prepass_event, NULL);
	ef->ef_running = &ef->ef_dispatch;
	etl_dispatch_free(&first);
	return rc;
}
