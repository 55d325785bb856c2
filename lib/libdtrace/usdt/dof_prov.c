/* A provider as DOF: for each probe, one record for each function with sites of it. */
#include <stdlib.h>
#include <string.h>
#include "grow.h"
#include "dof.h"
#include "sites.h"

struct provider {
	struct dof *pr_df;
	struct dof_buf pr_probes, pr_args, pr_offs, pr_enoffs;
	struct usdt_func **pr_funcs; /* by record */
	size_t pr_nfuncs;
};

static uint32_t attr_word(struct dt_attr a)
{
	return (uint32_t)a.at_name << 24 | (uint32_t)a.at_data << 16 | (uint32_t)a.at_class << 8;
}

/* Adds type names, one after the other; returns the offset of the first. */
static uint32_t types_add(struct dof *df, const struct dt_type *fn, uint8_t *n)
{
	uint32_t first = 0, at;
	char buf[256];

	*n = 0;
	for (const struct dt_param *p = fn->ty_u.params; p; p = p->pr_next) {
		at = dof_string(df, dt_type_name(p->pr_type, buf, sizeof(buf)));
		if (!(*n)++)
			first = at;
	}
	return first;
}

/*
 * The native argument of a translated one: the one of the same name, otherwise of the same
 * position.
 */
static uint8_t arg_from(const struct dt_type *native, const struct dt_param *xlated, unsigned place)
{
	uint8_t i = 0;

	for (const struct dt_param *p = native->ty_u.params; p && xlated->pr_name;
		p = p->pr_next, i++)
		if (p->pr_name && strcmp(p->pr_name, xlated->pr_name) == 0)
			return i;
	return (uint8_t)place;
}

static void args_add(struct provider *pr, const struct dt_node *probe, struct dof_probe *db)
{
	const struct dt_type *native = probe->dn_dtype;
	const struct dt_type *xlated = probe->dn_args ? probe->dn_args->dn_dtype : native;
	unsigned place = 0;

	db->db_native = types_add(pr->pr_df, native, &db->db_nnative);
	db->db_xlated = db->db_native;
	db->db_nxlated = db->db_nnative;
	if (xlated != native)
		db->db_xlated = types_add(pr->pr_df, xlated, &db->db_nxlated);
	db->db_argidx = (uint32_t)pr->pr_args.bu_len;
	for (const struct dt_param *p = xlated->ty_u.params; p; p = p->pr_next, place++) {
		uint8_t from = xlated == native ? (uint8_t)place : arg_from(native, p, place);

		dof_append(&pr->pr_args, &from, 1);
	}
}

static uint16_t offsets_add(struct dof_buf *to, const struct usdt_object *uo,
	const struct usdt_func *uf, const struct dt_node *probe, bool enabled)
{
	uint16_t n = 0;

	for (const struct usdt_site *us = uo->uo_sites; us; us = us->us_next) {
		uint32_t off = (uint32_t)(us->us_off - uf->uf_start);

		if (us->us_func != uf || us->us_probe != probe || us->us_enabled != enabled ||
			n == UINT16_MAX)
			continue;
		dof_append(to, &off, sizeof(off));
		n++;
	}
	return n;
}

static void func_add(struct provider *pr, const struct dt_node *probe, const struct usdt_object *uo,
	struct usdt_func *uf)
{
	struct dof_probe db = { .db_offidx = (uint32_t)(pr->pr_offs.bu_len / 4),
		.db_enoffidx = (uint32_t)(pr->pr_enoffs.bu_len / 4) };
	char name[DT_USDT_NAMEMAX];

	db.db_noffs = offsets_add(&pr->pr_offs, uo, uf, probe, false);
	db.db_nenoffs = offsets_add(&pr->pr_enoffs, uo, uf, probe, true);
	if (!uf->uf_alias || (!db.db_noffs && !db.db_nenoffs))
		return;
	if (!base_more(pr->pr_funcs, pr->pr_nfuncs)) {
		pr->pr_df->df_failed = true;
		return;
	}
	pr->pr_funcs[pr->pr_nfuncs++] = uf;
	db.db_func = dof_string(pr->pr_df, uf->uf_name);
	db.db_name = dof_string(pr->pr_df, dt_usdt_dname(probe->dn_str, name, sizeof(name)));
	args_add(pr, probe, &db);
	dof_append(&pr->pr_probes, &db, sizeof(db));
}

static void probes_add(struct provider *pr, const struct dt_node *prov,
	const struct usdt_objects *os)
{
	for (const struct dt_node *probe = prov->dn_list; probe; probe = probe->dn_next)
		for (const struct usdt_object *uo = os->os_list; uo; uo = uo->uo_next)
			for (struct usdt_func *uf = uo->uo_funcs; uf; uf = uf->uf_next)
				func_add(pr, probe, uo, uf);
}

static void header_fill(struct dof_provider *dv, const struct dt_provider_attrs *pa)
{
	const struct dt_attr at[5] = { pa->pa_provider, pa->pa_module, pa->pa_function, pa->pa_name,
		pa->pa_args };

	for (int i = 0; i < 5; i++)
		dv->dv_attr[i] = attr_word(at[i]);
}

/* For the loader of the DOF: addresses in it are relative to it. */
static void relocations_add(struct provider *pr, uint32_t probes)
{
	struct dof_buf rels = { 0 };
	struct dof_relhdr dr = { .dr_strtab = DOF_SEC_STRTAB, .dr_target = probes };

	for (size_t i = 0; i < pr->pr_nfuncs; i++) {
		struct dof_reldesc rd = { .dr_name = dof_string(pr->pr_df,
						  pr->pr_funcs[i]->uf_alias),
			.dr_type = DOF_REL_DOFREL,
			.dr_off = i * sizeof(struct dof_probe) };

		dof_append(&rels, &rd, sizeof(rd));
	}
	pr->pr_df->df_failed |= rels.bu_failed;
	dr.dr_relsec = dof_add(pr->pr_df, DOF_RELTAB, 8, sizeof(struct dof_reldesc), rels.bu_p,
		rels.bu_len);
	dof_add(pr->pr_df, DOF_URELHDR, 4, 0, &dr, sizeof(dr));
	free(rels.bu_p);
}

static uint32_t table_add(struct dof *df, enum dof_type type, uint32_t size,
	const struct dof_buf *bu)
{
	df->df_failed |= bu->bu_failed;
	return bu->bu_len ? dof_add(df, type, size == 48 ? 8 : size, size, bu->bu_p, bu->bu_len) :
			    DOF_SEC_NONE;
}

void dof_add_provider(struct dof *df, const struct dt_lang *la, const struct dt_node *prov,
	const struct usdt_objects *os, dof_reloc_f *reloc, void *arg)
{
	struct provider pr = { .pr_df = df };
	struct dof_provider dv = { .dv_strtab = DOF_SEC_STRTAB,
		.dv_name = dof_string(df, prov->dn_str) };

	probes_add(&pr, prov, os);
	if (pr.pr_nfuncs) {
		header_fill(&dv, dt_usdt_attrs(la, prov));
		dv.dv_probes = table_add(df, DOF_PROBES, sizeof(struct dof_probe), &pr.pr_probes);
		dv.dv_prargs = table_add(df, DOF_PRARGS, 1, &pr.pr_args);
		dv.dv_proffs = table_add(df, DOF_PROFFS, 4, &pr.pr_offs);
		dv.dv_prenoffs = table_add(df, DOF_PRENOFFS, 4, &pr.pr_enoffs);
		dof_add(df, DOF_PROVIDER, 4, 0, &dv, sizeof(dv));
		relocations_add(&pr, dv.dv_probes);
		for (size_t i = 0; i < pr.pr_nfuncs; i++)
			reloc(arg, dv.dv_probes, i * sizeof(struct dof_probe), pr.pr_funcs[i]);
	}
	free(pr.pr_probes.bu_p);
	free(pr.pr_args.bu_p);
	free(pr.pr_offs.bu_p);
	free(pr.pr_enoffs.bu_p);
	free(pr.pr_funcs);
}
