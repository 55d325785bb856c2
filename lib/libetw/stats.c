#include <stdarg.h>
#include <stdio.h>
#include "etl.h"

static void remember(struct etw_trace *t, uint32_t file, uint64_t off, const char *fmt, va_list ap)
{
	struct etw_stats *st = &t->tr_stats;
	struct etw_damage *d;

	st->es_damaged++;
	if (st->es_nlist == ETW_DAMAGE_MAX)
		return;
	d = &st->es_list[st->es_nlist++];
	d->dm_file = file;
	d->dm_offset = off;
	vsnprintf(d->dm_reason, sizeof(d->dm_reason), fmt, ap);
}

void etl_damage(struct etw_trace *t, const struct etl_file *f, uint64_t off, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	remember(t, f->fl_no, off, fmt, ap);
	va_end(ap);
}

void etw_report(struct etw_trace *t, const struct etw_event *ev, const char *why)
{
	etl_damage(t, &t->tr_files[ev->ev_file], ev->ev_offset, "buffer %u, event %u, %s",
		ev->ev_buffer, ev->ev_index, why);
}

const struct etw_stats *etw_stats(const struct etw_trace *t)
{
	return &t->tr_stats;
}
