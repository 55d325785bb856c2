/*
 * fbt: the functions of the kernel and its modules, entry and return.
 *
 * At an entry arg0.. are the function's arguments and args[] the same with their types.  At a
 * return arg1 is its result, args[1] the same with its type (arg0 would be the offset of the
 * return, which is unknown: 0).  The module of the kernel itself is vmlinux.  Probes are made when
 * a description names them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "grow.h"
#include "glob.h"
#include "linux.h"
#include "providers.h"

enum { FBT_ENTRY, FBT_RETURN };

static void fbt_handle(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	if (dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static const struct dt_linux_view entry_views[] = {
	{ .lv_task = "current",
		.lv_args = { "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9" } },
	{ 0 }
};
static const char *const entry_args[] = { "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8",
	"a9", NULL };
static const struct dt_linux_view return_views[] = { { .lv_tag = FBT_RETURN,
							     .lv_task = "current",
							     .lv_args = { NULL, "result" },
							     .lv_entry = entry_args },
	{ 0 } };

/* The result follows the arguments. */
static const char *return_names(unsigned nargs)
{
	static const char *const names[] = { "result", "a0 result", "a0 a1 result",
		"a0 a1 a2 result", "a0 a1 a2 a3 result", "a0 a1 a2 a3 a4 result",
		"a0 a1 a2 a3 a4 a5 result", "a0 a1 a2 a3 a4 a5 a6 result",
		"a0 a1 a2 a3 a4 a5 a6 a7 result", "a0 a1 a2 a3 a4 a5 a6 a7 a8 result",
		"a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 result", "a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 result",
		"a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 result" };
	const unsigned most = sizeof(names) / sizeof(*names) - 1;

	return names[nargs < most ? nargs : most];
}

/* Arguments that a function doesn't have are 0: its record ends before them. */
static const char *entry_names(unsigned nargs)
{
	static const char *const names[] = { "", "a0", "a0 a1", "a0 a1 a2", "a0 a1 a2 a3",
		"a0 a1 a2 a3 a4", "a0 a1 a2 a3 a4 a5", "a0 a1 a2 a3 a4 a5 a6",
		"a0 a1 a2 a3 a4 a5 a6 a7", "a0 a1 a2 a3 a4 a5 a6 a7 a8",
		"a0 a1 a2 a3 a4 a5 a6 a7 a8 a9" };

	return names[nargs < DT_MAXARGS ? nargs : DT_MAXARGS];
}

/*
 * Sources: one for each probe enabled.
 */
struct sources {
	struct dt_engine *sr_engine;
	struct dt_linux_source *sr_v;
	size_t sr_n, sr_room;
};

static void sources_fini(void *arg)
{
	free(((struct sources *)arg)->sr_v);
}

static void source_add(struct dt_probe *p, void *arg)
{
	struct sources *sr = arg;
	bool ret = dt_probe_tag(p) == FBT_RETURN;
	unsigned nargs;

	if (!dt_probe_enabled(p))
		return;
	if (!base_grow(sr->sr_v, sr->sr_room, sr->sr_n + 2)) /* the last one ends the array */
		return;
	nargs = dt_kfunc_nargs(sr->sr_engine, dt_probe_mod(p), dt_probe_func(p));
	sr->sr_v[sr->sr_n++] = (struct dt_linux_source){ .ls_kind = ret ? DT_LX_RETURN :
									  DT_LX_ENTRY,
		.ls_name = dt_probe_func(p),
		.ls_system = dt_probe_mod(p),
		.ls_probe = p,
		.ls_skip = 2,
		.ls_args = ret ? return_names(nargs) : entry_names(nargs),
		.ls_views = ret ? return_views : entry_views,
		.ls_bind = NULL,
		.ls_handle = fbt_handle };
}

static const struct dt_linux_source *fbt_sources(struct dt_engine *e, const struct dt_provider *pv)
{
	struct sources *sr = dt_engine_state(e, pv, sizeof(*sr), sources_fini);

	if (!sr)
		return NULL;
	sr->sr_engine = e;
	sr->sr_n = 0;
	dt_probe_walk(e, pv, source_add, sr);
	if (sr->sr_n == 0)
		return NULL;
	memset(&sr->sr_v[sr->sr_n], 0, sizeof(sr->sr_v[0]));
	return sr->sr_v;
}

/*
 * Probes.
 */
struct wanted {
	struct dt_engine *wa_engine;
	const struct dt_provider *wa_provider;
	const char *wa_name;
};

static bool wants(const struct wanted *wa, const char *name)
{
	return base_glob(wa->wa_name, name);
}

static void function_probes(const struct dt_kfunc *kf, void *arg)
{
	const struct wanted *wa = arg;
	struct dt_probe_spec spec = { .ps_mod = kf->kf_module, .ps_func = kf->kf_name };

	if (wants(wa, "entry")) {
		spec.ps_name = "entry";
		spec.ps_tag = FBT_ENTRY;
		for (uint8_t i = 0; i < kf->kf_nargs && i < DT_MAXARGS; i++)
			spec.ps_args[i] = (struct dt_arg){ .ar_native = kf->kf_args[i],
				.ar_from = i };
		dt_probe_create(wa->wa_engine, wa->wa_provider, &spec);
	}
	if (wants(wa, "return")) {
		memset(spec.ps_args, 0, sizeof(spec.ps_args));
		spec.ps_name = "return";
		spec.ps_tag = FBT_RETURN;
		spec.ps_args[0] = (struct dt_arg){ .ar_native = "int64_t", .ar_from = 0 };
		if (kf->kf_result)
			spec.ps_args[1] = (struct dt_arg){ .ar_native = kf->kf_result,
				.ar_from = 1 };
		dt_probe_create(wa->wa_engine, wa->wa_provider, &spec);
	}
}

/* If the provider isn't named, the function must be, otherwise there would be too many. */
static void discover(struct dt_engine *e, const struct dt_provider *pv, const char *const field[4])
{
	struct wanted wa = { e, pv, field[3] };

	if (*field[0] != '\0' ? !base_glob(field[0], pv->pv_name) :
				*field[2] == '\0' ||
				(strcmp(field[3], "entry") != 0 && strcmp(field[3], "return") != 0))
		return;
	dt_kfunc_walk(e, field[1], field[2], function_probes, &wa);
}

const struct dt_provider dt_prov_fbt = {
	.pv_name = "fbt",
	.pv_attrs = PROVIDER_STABILITY(EVOLVING_ISA, EVOLVING_ISA, PRIVATE_ISA),
	.pv_discover = discover,
	.pv_sources = fbt_sources,
	.pv_live_only = true,
	.pv_missing = "it traces functions of the running Linux kernel; a Windows trace has none",
};
