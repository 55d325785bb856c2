/*
 * reg: operations on the Windows registry.
 *
 * Every probe fires when the operation is done, in the thread that asked for it. The kernel has a
 * key control block for each open key; kcbcreate and kcbdelete are its own operations.
 */
#include <string.h>
#include "providers.h"
#include "files.h"
#include "etw_registry.h"

/* A probe's tag is the opcode of its event. */
/* clang-format off */
#define REG_ARGS { { "registry_t *", NULL, 0 } }
#define REG_PROBE(opcode, name) { .ps_func = "event", .ps_name = name, .ps_tag = opcode, \
	.ps_args = REG_ARGS }
/* clang-format on */

static const struct dt_probe_spec reg_probes[] = { REG_PROBE(10, "create"), REG_PROBE(11, "open"),
	REG_PROBE(12, "delete"), REG_PROBE(13, "query"), REG_PROBE(14, "setvalue"),
	REG_PROBE(15, "delvalue"), REG_PROBE(16, "queryvalue"), REG_PROBE(17, "enumkey"),
	REG_PROBE(18, "enumvaluekey"), REG_PROBE(19, "querymulvalue"), REG_PROBE(20, "setinfo"),
	REG_PROBE(21, "flush"), REG_PROBE(22, "kcbcreate"), REG_PROBE(23, "kcbdelete"),
	REG_PROBE(26, "virtualize"), REG_PROBE(27, "close"), { 0 } };

/* Whether the operation names a value, not a key. */
static bool reg_names_value(uint8_t opcode)
{
	return (opcode >= 14 && opcode <= 16) || opcode == 18 || opcode == 19;
}

/*
 * Windows.  The record is written at the end of the operation.
 */
static void etw_reg_times(struct dt_feed *fd, const struct etw_event *ev,
	const struct etw_registry *rg, registry_t *r)
{
	const struct etw_trace *t = etl_of(fd)->ef_trace;

	r->r_intime = ev->ev_ns;
	if (ev->ev_version < 2) {
		r->r_elapsed = etw_elapsed_ns(t, ev->ev_file, rg->rg_elapsed);
		r->r_intime -= r->r_elapsed < r->r_intime ? r->r_elapsed : r->r_intime;
	} else if (rg->rg_initial != 0 && rg->rg_initial <= ev->ev_raw) {
		r->r_elapsed = etw_elapsed_ns(t, ev->ev_file, ev->ev_raw - rg->rg_initial);
		r->r_intime -= r->r_elapsed < r->r_intime ? r->r_elapsed : r->r_intime;
	}
}

static void reg_fire(struct dt_feed *fd, int tag, struct dt_firing *fi, const registry_t *r)
{
	struct dt_mem mem[] = { etl_mem(r, sizeof(*r)), etl_mem(r->r_rname, strlen(r->r_rname) + 1),
		etl_mem(r->r_key, strlen(r->r_key) + 1),
		etl_mem(r->r_value, strlen(r->r_value) + 1) };

	fi->fi_mem = mem;
	fi->fi_nmem = sizeof(mem) / sizeof(mem[0]);
	fi->fi_args[0] = (uintptr_t)r;
	etl_fire(fd, tag, fi);
}

static void etw_reg(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etw_registry rg;
	struct dt_firing fi;
	const char *name;
	registry_t r;
	bool value = reg_names_value(ev->ev_opcode);

	if (!etl_wants(fd, ev->ev_opcode))
		return;
	if (etw_decode_registry(ev, &rg) < 0) {
		etl_broken(fd, ev);
		return;
	}
	name = etl_utf8(fd, rg.rg_name, rg.rg_units);
	r = (registry_t){ .r_kcb = rg.rg_key,
		.r_index = rg.rg_index,
		.r_status = rg.rg_status,
		.r_rname = (char *)name,
		.r_key = (char *)etl_key_path(fd, ev, rg.rg_key, value ? "" : name),
		.r_value = value ? (char *)name : "" };
	etw_reg_times(fd, ev, &rg, &r);
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	reg_fire(fd, ev->ev_opcode, &fi, &r);
}

#define REG_SOURCE(opcode) ETL_SOURCE(etl_guid_registry, opcode, etw_reg)

static const struct dt_etw_source reg_etw[] = { ETL_KEY_SOURCES, REG_SOURCE(10), REG_SOURCE(11),
	REG_SOURCE(12), REG_SOURCE(13), REG_SOURCE(14), REG_SOURCE(15), REG_SOURCE(16),
	REG_SOURCE(17), REG_SOURCE(18), REG_SOURCE(19), REG_SOURCE(20), REG_SOURCE(21),
	REG_SOURCE(22), REG_SOURCE(23), REG_SOURCE(26), REG_SOURCE(27), ETL_KEY_SOURCES_AFTER,
	{ 0 } };

const struct dt_provider dt_prov_reg = {
	.pv_name = "reg",
	.pv_attrs = PROVIDER_ATTRS,
	.pv_probes = reg_probes,
	.pv_provide = etl_pmc_provide,
	.pv_etw = reg_etw,
	.pv_offline_only = true,
	.pv_missing =
		"Linux has no registry: reg probes show events of a Windows trace: name one with -E",
};
