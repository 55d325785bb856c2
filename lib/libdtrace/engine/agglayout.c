/* Layouts of aggregations, computed once: keys are runs of bytes to hash, compare and copy. */
#include <stdlib.h>
#include <string.h>
#include "agg_impl.h"
#include "alloc.h"
#include "grow.h"

#define MAX_ID (1u << 20)

void dt_agg_layouts_free(struct dt_aggs *as)
{
	for (uint32_t i = 0; i < as->as_nall; i++) {
		free(as->as_all[i]->ly_runs);
		free(as->as_all[i]);
	}
	free(as->as_all);
	free(as->as_layouts);
}

uint32_t dt_agg_keysize(const struct dt_aggdesc *ag, uint32_t *offsets)
{
	uint64_t end = 0;

	for (uint32_t i = 0; i < ag->ag_nkeys; i++) {
		uint64_t at = dt_row_add(&end, ag->ag_keys[i].op_align, ag->ag_keys[i].op_size);

		if (offsets)
			offsets[i] = (uint32_t)at;
	}
	return ((uint32_t)end + 7) & ~7u;
}

static bool is_string(const struct dt_operand *op)
{
	return op->op_kind == DT_ACT_EXPR && op->op_arg == 1;
}

static void add_run(struct layout *ly, uint32_t offset, const struct dt_operand *op)
{
	struct run *last = ly->ly_nruns ? &ly->ly_runs[ly->ly_nruns - 1] : NULL;

	if (last && !last->ru_string && !is_string(op) && last->ru_offset + last->ru_size == offset)
		last->ru_size += op->op_size;
	else
		ly->ly_runs[ly->ly_nruns++] = (struct run){ offset, op->op_size, is_string(op) };
}

static bool layout_set(struct layout *ly, const struct dt_aggdesc *ag)
{
	uint32_t *offsets = base_calloc(ag->ag_nkeys + 1, sizeof(*offsets));

	ly->ly_runs = base_calloc(ag->ag_nkeys + 1, sizeof(*ly->ly_runs));
	if (!offsets || !ly->ly_runs) {
		free(ly->ly_runs);
		ly->ly_runs = NULL;
		free(offsets);
		return false;
	}
	ly->ly_kind = ag->ag_kind;
	ly->ly_arg = ag->ag_arg;
	ly->ly_words = dt_agg_words(ag->ag_kind, ag->ag_arg);
	ly->ly_keysize = dt_agg_keysize(ag, offsets);
	ly->ly_charge = sizeof(struct entry) + ly->ly_words * sizeof(int64_t) + ly->ly_keysize;
	ly->ly_size = ly->ly_charge + ly->ly_words * sizeof(int64_t);
	for (uint32_t i = 0; i < ag->ag_nkeys; i++)
		add_run(ly, offsets[i], &ag->ag_keys[i]);
	ly->ly_desc = ag;
	free(offsets);
	return true;
}

static bool layouts_grow(struct dt_aggs *as, uint32_t id)
{
	uint32_t n = as->as_nlayouts ? as->as_nlayouts : 16;

	if (id >= MAX_ID)
		return false;
	while (n <= id)
		n *= 2;
	return base_reach(as->as_layouts, as->as_nlayouts, n);
}

static struct layout *layout_new(struct dt_aggs *as)
{
	struct layout *ly = base_more(as->as_all, as->as_nall) ? base_calloc(1, sizeof(*ly)) : NULL;

	if (!ly)
		return NULL;
	ly->ly_state.as_normal = 1;
	ly->ly_number = as->as_nall;
	as->as_all[as->as_nall++] = ly;
	return ly;
}

static struct layout *layout_at(struct dt_aggs *as, uint32_t id)
{
	struct layout **ly;

	if (id >= as->as_nlayouts && !layouts_grow(as, id))
		return NULL;
	ly = &as->as_layouts[id];
	if (!*ly)
		*ly = layout_new(as);
	return *ly;
}

/* The layout of a description, which may be the first of its aggregation. */
static struct layout *layout_add(struct dt_aggs *as, struct layout *ly, const struct dt_aggdesc *ag)
{
	struct layout *more;

	while (ly->ly_desc != ag && ly->ly_other)
		ly = ly->ly_other;
	if (ly->ly_desc == ag)
		return ly;
	more = layout_new(as);
	if (!more || !layout_set(more, ag))
		return NULL;
	return ly->ly_other = more;
}

struct layout *dt_agg_layout(struct dt_aggs *as, const struct dt_aggdesc *ag)
{
	struct layout *ly = NULL;

	if (ag->ag_id < as->as_nlayouts)
		ly = as->as_layouts[ag->ag_id];
	if (ly && ly->ly_desc)
		return layout_add(as, ly, ag);
	ly = layout_at(as, ag->ag_id);
	return ly && layout_set(ly, ag) ? ly : NULL;
}

struct dt_aggstate *dt_agg_state(struct dt_aggs *as, uint32_t aggid)
{
	struct layout *ly = layout_at(as, aggid);

	return ly ? &ly->ly_state : NULL;
}

struct layout *dt_agg_layout_find(const struct dt_aggs *as, uint32_t id)
{
	struct layout *ly = id < as->as_nlayouts ? as->as_layouts[id] : NULL;

	return ly && ly->ly_desc ? ly : NULL;
}
