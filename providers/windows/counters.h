/*
 * The processor's performance counters in a trace.
 *
 * Records of chosen kinds contain counters. A record anywhere in the trace tells which counters,
 * and their order.  Every provider's probe has variants that show them, made when a description
 * asks for one:
 *
 *	<provider>::pmc:<probe>-<counter>	arg4 is the counter
 *	<provider>::pmc:<probe>			arg4 points to an etwext_t with all of them
 *
 * A variant fires where its probe does, but for events without the counter.
 */
#ifndef COUNTERS_H
#define COUNTERS_H

#include "etw_perf.h"
#include "windows.h"

#define ETL_NAMELEN 64

struct etl_source { /* a counter of the profiler, by number */
	uint32_t sr_id;
	char sr_name[ETL_NAMELEN];
};

struct etl_variant;

struct etl_counters {
	unsigned co_count;
	char co_names[ETW_PMC_MAX][ETL_NAMELEN]; /* in lower case, in the records' order */
	struct etl_source co_sources[ETW_PMC_MAX];
	unsigned co_nsources;
	struct etl_variant *co_variants;
	unsigned co_nvariants;
	etwext_t co_ext;
};

/* made at the first call; NULL: no memory */
struct etl_counters *etl_counters_get(struct etl_feed *);
void etl_counters_learn(struct etl_feed *, const struct etw_pmcconfig *);
void etl_counters_source(struct etl_feed *, const struct etw_interval *);
bool etl_counters_known(const char *name,
	size_t len); /* whether Windows has a counter of that name */
const char *etl_counters_name(const struct etl_feed *, uint32_t id); /* or NULL */

/* For etl_feed.c and dispatch.c: */
/* call when all enablings are made; -1: no memory */
int etl_counters_start(struct etl_feed *);
bool etl_counters_variant(const struct dt_probe *); /* whether it is a variant */
void etl_counters_fire(struct etl_feed *, struct dt_probe *, const struct dt_firing *);
void etl_counters_free(struct etl_feed *);

#endif
