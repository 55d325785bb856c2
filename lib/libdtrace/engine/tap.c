/*
 * What a recording sees of the engine and asks it, and what a replay of it gives back: firings and
 * changes of mappings, and the names of functions.
 */
#include <stdio.h>
#include "engine.h"

void dt_probe_tap(struct dt_probe *pr, const struct dt_tap *tap)
{
	pr->pr_tap = tap;
}

bool dt_probe_tapped(const struct dt_probe *pr)
{
	return pr->pr_tap != NULL;
}

void dt_probe_types(const struct dt_probe *pr, char *buf, size_t size)
{
	size_t n = 0;

	*buf = '\0';
	for (unsigned i = 0; i < pr->pr_nargs && n < size; i++)
		n += (size_t)snprintf(buf + n, size - n, "%s%s", i ? ";" : "",
			pr->pr_args[i].ar_native);
}

uint64_t dt_recording(const struct dt_engine *en)
{
	return en->en_recording;
}

void dt_recording_set(struct dt_engine *en, uint64_t room)
{
	en->en_recording = room;
}

void dt_mapping_tap(struct dt_engine *en, void (*fn)(void *, const struct dt_mapping *), void *arg)
{
	en->en_maptap = fn;
	en->en_maparg = arg;
}

void dt_userpcs(struct dt_engine *en, uint32_t pid)
{
	if (en->en_ops->eo_userpcs)
		en->en_ops->eo_userpcs(en->en_arg, pid);
}

bool dt_symbol_of(struct dt_engine *en, uint32_t pid, uint64_t pc, struct dt_symbol_at *sa)
{
	return en->en_ops->eo_symbol && en->en_ops->eo_symbol(en->en_arg, pid, pc, sa);
}

void dt_symbol_carried(struct dt_engine *en, const struct dt_symbol_at *sa, uint64_t size)
{
	if (en->en_ops->eo_carried)
		en->en_ops->eo_carried(en->en_arg, sa, size);
}
