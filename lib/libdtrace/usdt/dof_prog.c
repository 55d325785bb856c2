/*
 * Clauses as DOF: each is an ecbdesc, with a probedesc, the predicate, and an actdesc for each
 * value that it records.
 */
#include <stdlib.h>
#include <string.h>
#include "dof.h"
#include "format.h"
#include "program.h"

static struct dof_dtype dtype_of(const struct dif_type *dt)
{
	return (struct dof_dtype){ dt->dt_kind, dt->dt_ckind, dt->dt_flags, 0, dt->dt_size };
}

/* The object's own strings, followed by the names of its variables. */
static void add_vars(struct dof *df, const struct dif_object *o, uint32_t *strtab, uint32_t *vartab)
{
	struct dof_buf strings = { 0 }, vars = { 0 };

	dof_append(&strings, o->do_strs, o->do_strlen);
	for (uint32_t i = 0; i < o->do_nvars; i++) {
		const struct dif_varinfo *dv = &o->do_vars[i];
		struct dof_var v = { .dv_id = dv->dv_id,
			.dv_kind = dv->dv_kind,
			.dv_scope = dv->dv_scope,
			.dv_flags = dv->dv_flags,
			.dv_type = dtype_of(&dv->dv_type) };

		v.dv_name = (uint32_t)dof_append(&strings, dv->dv_name, strlen(dv->dv_name) + 1);
		dof_append(&vars, &v, sizeof(v));
	}
	df->df_failed |= strings.bu_failed || vars.bu_failed;
	if (strings.bu_len)
		*strtab = dof_add(df, DOF_STRTAB, 1, 0, strings.bu_p, strings.bu_len);
	if (vars.bu_len)
		*vartab = dof_add(df, DOF_VARTAB, 4, sizeof(struct dof_var), vars.bu_p,
			vars.bu_len);
	free(strings.bu_p);
	free(vars.bu_p);
}

static uint32_t add_object(struct dof *df, const struct dif_object *o)
{
	struct {
		struct dof_dtype type;
		uint32_t refs[4];
	} hdr;
	uint32_t n = 0, strtab = DOF_SEC_NONE, vartab = DOF_SEC_NONE;

	if (!o)
		return DOF_SEC_NONE;
	hdr.type = dtype_of(&o->do_type);
	hdr.refs[n++] = dof_add(df, DOF_DIF, 4, 4, o->do_text, o->do_len * sizeof(*o->do_text));
	if (o->do_nints)
		hdr.refs[n++] = dof_add(df, DOF_INTTAB, 8, 8, o->do_ints,
			o->do_nints * sizeof(*o->do_ints));
	add_vars(df, o, &strtab, &vartab);
	if (strtab != DOF_SEC_NONE)
		hdr.refs[n++] = strtab;
	if (vartab != DOF_SEC_NONE)
		hdr.refs[n++] = vartab;
	return dof_add(df, DOF_DIFOHDR, 4, 0, &hdr, sizeof(hdr.type) + n * sizeof(hdr.refs[0]));
}

/*
 * The keys of an aggregation precede it as a tuple; every other operand is an action of its kind.
 */
static void add_action(struct dof *df, struct dof_buf *to, const struct dt_action *ac)
{
	uint32_t nkeys = DT_ACT_IS_AGG(ac->ac_kind) && ac->ac_naggs ? ac->ac_aggs[0]->ag_nkeys : 0;
	uint32_t n = ac->ac_nops ? ac->ac_nops : 1;

	for (uint32_t i = 0; i < n; i++) {
		const struct dt_operand *op = ac->ac_nops ? &ac->ac_ops[i] : NULL;
		struct dof_actdesc da = { .da_difo = add_object(df, op ? op->op_difo : NULL),
			.da_strtab = DOF_SEC_NONE,
			.da_kind = i < nkeys ? op->op_kind : ac->ac_kind,
			.da_arg = op && i < nkeys ? op->op_arg : ac->ac_arg };

		if (DT_ACT_IS_AGG(ac->ac_kind) && i == nkeys) {
			da.da_ntuple = nkeys;
			da.da_arg = ac->ac_naggs ? ac->ac_aggs[0]->ag_arg : 0;
		}
		if (ac->ac_fmt && i == 0) {
			da.da_strtab = DOF_SEC_STRTAB;
			da.da_arg = dof_string(df, ac->ac_fmt->fm_text);
		}
		dof_append(to, &da, sizeof(da));
	}
}

static void add_clause(struct dof *df, const struct dt_clause *cl)
{
	const struct dt_probedesc *pd = &cl->cl_desc;
	struct dof_probedesc dp = { DOF_SEC_STRTAB, dof_string(df, pd->pd_prov),
		dof_string(df, pd->pd_mod), dof_string(df, pd->pd_func),
		dof_string(df, pd->pd_name), pd->pd_id };
	struct dof_ecbdesc de = { .de_actions = DOF_SEC_NONE };
	struct dof_buf acts = { 0 };

	de.de_probes = dof_add(df, DOF_PROBEDESC, 4, 0, &dp, sizeof(dp));
	de.de_pred = add_object(df, cl->cl_pred);
	for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
		add_action(df, &acts, ac);
	if (acts.bu_len)
		de.de_actions = dof_add(df, DOF_ACTDESC, 8, sizeof(struct dof_actdesc), acts.bu_p,
			acts.bu_len);
	df->df_failed |= acts.bu_failed;
	free(acts.bu_p);
	dof_add(df, DOF_ECBDESC, 8, 0, &de, sizeof(de));
}

void dof_add_program(struct dof *df, const struct dt_program *pg)
{
	for (const struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next)
		add_clause(df, cl);
}
