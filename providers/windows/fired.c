/*
 * Probes of a system that dtrace has recorded (dtrace_recorded.h): what they are is said at the
 * beginning of the trace; then each event says which one has fired, with its arguments and the
 * memory that clauses of the recording have read.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "fields.h"
#include "grow.h"
#include "objname.h"
#include "windows.h"

#define PIECES 64

static const struct etw_guid guid_probes = DT_RECORDED_PROBES_GUID;

/*
 * What the probes are.
 */
struct etl_ownprovider {
	struct etl_ownprovider *op_next;
	struct dt_provider op_provider;
	char op_name[];
};

struct etl_owntypes { /* of the arguments of a probe, which refers to them */
	struct etl_owntypes *ot_next;
	char ot_types[];
};

/* A module is also known without its version, the executable as a.out. */
static bool module_is(const struct dt_probe *pr, const char *want)
{
	return base_object_is(want, dt_probe_mod(pr), "", dt_probe_tag(pr) == ETL_FIREDEXE);
}

/* Others of the same name, such as one of the running kernel only, have probes of their own. */
static bool is_fired(const struct dt_provider *pv)
{
	for (const struct dt_etw_source *es = pv->pv_etw; es && es->es_handle; es++)
		if (es->es_handle == etl_fired_event)
			return true;
	return false;
}

static const struct dt_provider *provider_of(struct etl_feed *ef, const char *name)
{
	struct dt_engine *en = ef->ef_feed.fd_engine;
	const struct dt_provider *pv;
	struct etl_ownprovider *op;

	for (unsigned i = 0; (pv = dt_provider_at(en, i)); i++)
		if (strcmp(pv->pv_name, name) == 0 && is_fired(pv))
			return pv;
	op = base_calloc(1, sizeof(*op) + strlen(name) + 1);
	if (!op)
		return NULL;
	strcpy(op->op_name, name);
	op->op_provider = (struct dt_provider){ .pv_name = op->op_name,
		.pv_etw = etl_fired,
		.pv_module = module_is,
		.pv_mangled = true };
	op->op_next = ef->ef_firedowned;
	ef->ef_firedowned = op;
	return dt_provider_add(en, &op->op_provider) == 0 ? &op->op_provider : NULL;
}

/* "int;userland const char *": native types of the arguments. */
static int types_split(struct etl_feed *ef, const char *types, struct dt_probe_spec *spec)
{
	struct etl_owntypes *ot = base_malloc(sizeof(*ot) + strlen(types) + 1);
	char *rest, *type;

	if (!ot)
		return -1;
	ot->ot_next = ef->ef_firedtypes;
	ef->ef_firedtypes = ot;
	rest = strcpy(ot->ot_types, types);
	for (uint8_t i = 0; i < DT_MAXARGS && (type = strsep(&rest, ";")) && *type; i++)
		spec->ps_args[i] = (struct dt_arg){ .ar_native = type, .ar_from = i };
	return 0;
}

static void probe_define(struct etl_feed *ef, const struct etw_event *ev)
{
	struct etl_fields fs = etl_fields(ev);
	uint32_t number = (uint32_t)etl_take_number(&fs, 4);
	const struct dt_provider *pv = provider_of(ef, etl_take_text(&fs));
	struct dt_probe_spec spec = { .ps_tag = 0 };

	spec.ps_mod = etl_take_text(&fs);
	spec.ps_func = etl_take_text(&fs);
	spec.ps_name = etl_take_text(&fs);
	spec.ps_tag = etl_take_number(&fs, 4) ? ETL_FIREDEXE : ETL_FIREDTAG;
	if (!pv || number == 0 || number > ETL_FIREDPROBES || !*spec.ps_name ||
		types_split(ef, etl_take_text(&fs), &spec) < 0 ||
		!base_reach(ef->ef_fired, ef->ef_nfired, number + 1))
		return;
	ef->ef_fired[number] = dt_probe_create(ef->ef_feed.fd_engine, pv, &spec);
}

void etl_fired_free(struct etl_feed *ef)
{
	while (ef->ef_firedowned) {
		struct etl_ownprovider *next = ef->ef_firedowned->op_next;

		free(ef->ef_firedowned);
		ef->ef_firedowned = next;
	}
	while (ef->ef_firedtypes) {
		struct etl_owntypes *next = ef->ef_firedtypes->ot_next;

		free(ef->ef_firedtypes);
		ef->ef_firedtypes = next;
	}
	free(ef->ef_fired);
}

void etl_fired_open(struct etl_feed *ef)
{
	struct etw_filter *fi = etw_filter_create();
	struct etw_event ev;

	if (!fi || etw_filter_guid(fi, &guid_probes) < 0) {
		etw_filter_free(fi);
		return;
	}
	etw_set_filter(ef->ef_trace, fi);
	etw_rewind(ef->ef_trace);
	while (etw_next(ef->ef_trace, &ev))
		if (ev.ev_id == DT_RECORDED_PROBE && etw_guid_eq(ev.ev_provider, &guid_probes))
			probe_define(ef, &ev);
	etw_set_filter(ef->ef_trace, NULL);
	etw_rewind(ef->ef_trace);
	etw_filter_free(fi);
}

/*
 * What has fired.
 */
static unsigned take_memory(struct etl_fields *fs, struct dt_mem mem[PIECES])
{
	struct etl_fields pieces = { .fs_left = (uint32_t)etl_take_number(fs, 2) };
	unsigned n = 0;

	pieces.fs_at = etl_take(fs, pieces.fs_left);
	if (!pieces.fs_at)
		return 0;
	for (; n < PIECES && pieces.fs_left >= 16; n++) {
		uint64_t addr = etl_take_number(&pieces, 8);
		uint32_t len = (uint32_t)etl_take_number(&pieces, 4),
			 flags = (uint32_t)etl_take_number(&pieces, 4);

		mem[n] = (struct dt_mem){ .me_addr = addr,
			.me_data = etl_take(&pieces, len),
			.me_len = len,
			.me_user = flags & 1,
			.me_fault = flags & 2 };
		if (!mem[n].me_data)
			break;
	}
	return n;
}

void etl_fired_event(struct dt_feed *fd, const struct etw_event *ev)
{
	struct etl_feed *ef = etl_of(fd);
	struct etl_fields fs = etl_fields(ev);
	struct dt_mem mem[PIECES];
	struct dt_firing fi;
	uint32_t number;
	int64_t uid, gid;
	uint64_t n;

	if (ev->ev_id != DT_RECORDED_FIRED)
		return;
	number = (uint32_t)etl_take_number(&fs, 4);
	if (number >= ef->ef_nfired || !dt_probe_enabled(ef->ef_fired[number]))
		return;
	etl_firing(fd, ev, etl_context(fd, ev), &fi);
	fi.fi_errno = (int32_t)etl_take_number(&fs, 4);
	uid = (int64_t)etl_take_number(&fs, 8);
	gid = (int64_t)etl_take_number(&fs, 8);
	fi.fi_hasids = uid >= 0;
	fi.fi_uid = (uint32_t)uid;
	fi.fi_gid = (uint32_t)gid;
	n = etl_take_number(&fs, 2);
	for (uint64_t i = 0; i < n && fs.fs_left >= 8; i++) {
		uint64_t v = etl_take_number(&fs, 8);

		if (i < DT_MAXARGS)
			fi.fi_args[i] = v;
	}
	fi.fi_nmem = take_memory(&fs, mem);
	fi.fi_mem = mem;
	etl_fire_probe(fd, ef->ef_fired[number], &fi);
}

const struct dt_etw_source etl_fired[] = { ETL_FIRED, { 0 } };
