/*
 * More probes of what is enabled already, while tracing: those of a library that a process has just
 * loaded.
 *
 * Nothing that was set up before tracing is changed.  Models of such probes were enabled then, so
 * variables, buffers and scratch memory have the size that the clauses need, and where they run is
 * decided.
 */
#include <string.h>
#include "engine.h"
#include "glob.h"
#include "grow.h"

int dt_program_keep(struct dt_engine *en, struct dt_program *pg)
{
	if (!base_more(en->en_programs, en->en_nprograms))
		return dt_fail(en, "out of memory");
	en->en_programs[en->en_nprograms++] = pg;
	return 0;
}

unsigned dt_models_match(struct dt_engine *en, const char *const field[4],
	int (*fn)(struct dt_probe *, void *), void *arg)
{
	unsigned n = 0;

	for (unsigned i = 0; i < en->en_nmodels; i++) {
		struct dt_probe *pr = en->en_models[i];

		if (base_is_name(field[1]) || strcmp(field[0], pr->pr_prov) != 0 ||
			!base_glob(field[3], pr->pr_name))
			continue;
		n++;
		if (fn(pr, arg))
			break;
	}
	return n;
}

/* Enables the clauses, in their order, at the probes from `first` on. */
static int clauses_enable(struct dt_engine *en, uint32_t first)
{
	for (unsigned i = 0; i < en->en_nprograms; i++) {
		struct dt_clause *cl = en->en_programs[i]->pg_clauses;

		for (; cl; cl = cl->cl_next) {
			const struct dt_probedesc *pd = &cl->cl_desc;
			const char *field[4] = { pd->pd_prov, pd->pd_mod, pd->pd_func,
				pd->pd_name };

			for (uint32_t k = first; k < en->en_nprobes && !pd->pd_id; k++)
				if (dt_probe_is(en, en->en_probes[k], field) &&
					dt_ecb_add(en, en->en_probes[k], cl) < 0)
					return -1;
		}
	}
	return 0;
}

static int probe_ready(struct dt_engine *en, struct dt_probe *pr)
{
	const struct dt_provider *pv = pr->pr_provider;

	if (dt_placement_later(en, pr) < 0 || dt_plan_probe(en, pr) < 0 ||
		dt_argrecords_init(en, pr) < 0)
		return -1;
	return pv->pv_enable ? pv->pv_enable(en, pr) : 0;
}

/* What is enabled without a plan must not fire. */
static void probes_disable(struct dt_engine *en, uint32_t first)
{
	for (uint32_t i = first; i < en->en_nprobes; i++)
		*(en->en_probes[i]->pr_tail = &en->en_probes[i]->pr_ecbs) = NULL;
}

void dt_enable_later(struct dt_engine *en, const struct dt_provider *pv, uint32_t pid)
{
	uint32_t first = en->en_nprobes;
	int rc;

	pv->pv_later(en, pv, pid);
	rc = clauses_enable(en, first);
	for (uint32_t i = first; i < en->en_nprobes && rc == 0; i++)
		if (en->en_probes[i]->pr_ecbs)
			rc = probe_ready(en, en->en_probes[i]);
	if (rc == 0)
		return;
	probes_disable(en, first);
	dt_warn(en,
		"functions of a library that process %u has loaded aren't traced (%s): name the "
		"module",
		pid, en->en_error);
}
