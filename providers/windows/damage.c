/*
 * The number of events and what was lost: one line, if something was lost or an option asks for it.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "windows.h"

#define DAMAGE_SHOWN 3

struct damage_line {
	char dl_text[1024];
	size_t dl_len;
};

static void damage_add(struct damage_line *dl, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
static void damage_add(struct damage_line *dl, const char *fmt, ...)
{
	size_t room = sizeof(dl->dl_text) - dl->dl_len;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(dl->dl_text + dl->dl_len, room, fmt, ap);
	va_end(ap);
	if (n > 0)
		dl->dl_len += (size_t)n < room ? (size_t)n : room - 1;
}

static void damage_item(struct damage_line *dl, uint64_t n, const char *one, const char *many)
{
	if (n != 0)
		damage_add(dl, "%s%" PRIu64 " %s", dl->dl_len == 0 ? "" : ", ", n,
			n == 1 ? one : many);
}

static void damage_places(struct damage_line *dl, const struct etl_feed *ef,
	const struct etw_stats *es)
{
	for (uint32_t i = 0; i < es->es_nlist && i < DAMAGE_SHOWN; i++) {
		const struct etw_damage *dm = &es->es_list[i];

		damage_add(dl, "%s", i == 0 ? " (" : "; ");
		if (etw_nfiles(ef->ef_trace) > 1)
			damage_add(dl, "%s ", etw_logfile(ef->ef_trace, dm->dm_file)->lf_path);
		damage_add(dl, "offset 0x%" PRIx64 ": %s", dm->dm_offset, dm->dm_reason);
	}
	if (es->es_nlist > 0)
		damage_add(dl, es->es_damaged > DAMAGE_SHOWN ? "; ...)" : ")");
}

void etl_damage_report(struct etl_feed *ef)
{
	const struct etw_stats *es = etw_stats(ef->ef_trace);
	struct damage_line dl = { .dl_len = 0 };
	size_t events;

	damage_add(&dl, "%" PRIu64 " %s", es->es_events, es->es_events == 1 ? "event" : "events");
	events = dl.dl_len;
	damage_item(&dl, es->es_events_lost, "event lost when it was recorded",
		"events lost when it was recorded");
	damage_item(&dl, es->es_buffers_lost, "buffer lost when it was recorded",
		"buffers lost when it was recorded");
	damage_item(&dl, es->es_torn, "byte of an incomplete buffer at its end",
		"bytes of an incomplete buffer at its end");
	damage_item(&dl, es->es_unordered, "event out of order", "events out of order");
	damage_item(&dl, es->es_damaged, "damaged stretch skipped", "damaged stretches skipped");
	damage_places(&dl, ef, es);
	if (dl.dl_len == events)
		damage_add(&dl, ", nothing lost");
	else
		ef->ef_summary = true;
	if (ef->ef_summary)
		dt_warn(ef->ef_feed.fd_engine, "%s: %s",
			etw_nfiles(ef->ef_trace) == 1 ? etw_logfile(ef->ef_trace, 0)->lf_path :
							"trace",
			dl.dl_text);
}
