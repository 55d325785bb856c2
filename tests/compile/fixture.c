#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fixture.h"

#define SCRATCH (64 << 10)
#define DYNSIZE (1 << 20)

static struct fx_inner inner = { 77, "inner" };
static char name[] = "a name", probename[] = "args";
struct fx_record fx_record = { -5, 250, -3000, 60000, -100000, 4000000000u, -1, 0xfedcba9876543210u,
	5, 19, -33, -123456789012, { 42, "text" }, &inner, name, { 10, 20, 30, 40 }, 2.5 };

const char fx_decls[] =
	"struct inner { int i_a; char i_text[8]; };\n"
	"struct rec { int8_t r_c; uint8_t r_uc; int16_t r_s; uint16_t r_us; int32_t r_i; uint32_t r_ui;\n"
	"  int64_t r_l; uint64_t r_ul; unsigned int r_b1 : 3; unsigned int r_b2 : 5; int r_b3 : 7; int64_t r_b4 : 40;\n"
	"  struct inner r_in; struct inner *r_ptr; char *r_name; int r_arr[4]; double r_d; };\n"
	"typedef struct outp { int o_i; string o_s; char o_t[6]; int o_none; int8_t o_small; } outp_t;\n"
	"translator outp_t < struct rec *R > { o_i = R->r_i + 1; o_s = stringof(R->r_name);\n"
	"  o_t = stringof(R->r_name); o_small = R->r_ui; };\n"
	"enum color { RED, GREEN = 5, BLUE };\n";

static const struct {
	const char *name;
	unsigned n;
	bool multi;
	struct dt_arg args[4];
} probes[] = {
	{ "BEGIN", 1, false, { { NULL } } },
	{ "END", 1, false, { { NULL } } },
	{ "multi", 2, true, { { "int", NULL, 0 } } },
	{ "args", 1, false,
		{ { "int", NULL, 0 }, { "uint8_t", NULL, 1 }, { "struct rec *", NULL, 2 },
			{ "struct rec *", "outp_t *", 2 } } },
	{ "badargs", 1, false, { { "struct nowhere *", NULL, 0 }, { "int *", "outp_t *", 0 } } },
};

static unsigned find_probes(void *arg, const struct dt_pdesc *pd, struct dt_probeinfo *pi,
	bool *multi)
{
	(void)arg;
	for (size_t i = 0; i < sizeof(probes) / sizeof(probes[0]); i++) {
		if (pd->pd_id ? pd->pd_id != i + 1 : strcmp(pd->pd_field[3], probes[i].name) != 0)
			continue;
		*multi = probes[i].multi;
		memset(pi, 0, sizeof(*pi));
		pi->pi_attrs.pa_provider = (struct dt_attr){ DT_STAB_EVOLVING, DT_STAB_EVOLVING,
			DT_CLASS_ISA };
		pi->pi_attrs.pa_name = pi->pi_attrs.pa_provider;
		pi->pi_attrs.pa_args = (struct dt_attr){ DT_STAB_EVOLVING, DT_STAB_EVOLVING,
			DT_CLASS_ISA };
		while (pi->pi_nargs < 4 && probes[i].args[pi->pi_nargs].ar_native) {
			pi->pi_args[pi->pi_nargs] = probes[i].args[pi->pi_nargs];
			pi->pi_nargs++;
		}
		return probes[i].n;
	}
	return 0;
}

static int64_t find_macro(void *arg, const char *macro, bool *known)
{
	(void)arg;
	*known = strcmp(macro, "target") == 0;
	return 0;
}

static uint64_t builtin(struct dif_mach *m, uint32_t var, uint64_t index)
{
	(void)m;
	return var == DIF_VAR_UREGS ? 1000 + index : 0;
}

static const struct dif_mach_ops ops = { .mo_builtin = builtin };

static void start_machine(struct fx *fx)
{
	struct dif_mach *m = &fx->fx_mach;

	fx->fx_proc.p_name = name;
	fx->fx_proc.p_pid = 123;
	fx->fx_thread.t_proc = &fx->fx_proc;
	fx->fx_thread.t_tid = 124;
	fx->fx_fi.fi_thread = &fx->fx_thread;
	fx->fx_fi.fi_time = 1000000;
	fx->fx_fi.fi_args[0] = (uint64_t)-7;
	fx->fx_fi.fi_args[1] = 0x1ff;
	fx->fx_fi.fi_args[2] = (uintptr_t)&fx_record;
	m->ma_ops = &ops;
	m->ma_fi = &fx->fx_fi;
	m->ma_strsize = 256;
	m->ma_probename = probename;
	m->ma_scratch = malloc(SCRATCH);
	m->ma_scratch_end = m->ma_scratch + SCRATCH;
	m->ma_dyn = dif_dyn_create(DYNSIZE, 256);
	fx->fx_regions[0] = (struct dif_region){ (uintptr_t)&fx_record,
		(uintptr_t)(&fx_record + 1) };
	fx->fx_regions[1] = (struct dif_region){ (uintptr_t)&inner, (uintptr_t)(&inner + 1) };
	fx->fx_regions[2] = (struct dif_region){ (uintptr_t)name, (uintptr_t)name + sizeof(name) };
	fx->fx_regions[3] = dif_dyn_region(m->ma_dyn);
	fx->fx_regions[4] = (struct dif_region){ (uintptr_t)probename,
		(uintptr_t)probename + sizeof(probename) };
	m->ma_regions = fx->fx_regions;
	m->ma_nregions = 5;
}

struct fx *fx_create(void)
{
	struct fx *fx = calloc(1, sizeof(*fx));
	struct dt_lang_env env = { .le_probes = find_probes, .le_macro = find_macro };

	dt_options_init(&fx->fx_opts);
	dt_options_set(&fx->fx_opts, "nolibs", NULL, DT_FROM_CMD);
	fx->fx_lang = dt_lang_create(&env, &fx->fx_opts);
	start_machine(fx);
	return fx;
}

static void free_slots(struct dif_slot *sl, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		free(sl[i].sl_store);
	free(sl);
}

void fx_destroy(struct fx *fx)
{
	for (unsigned i = 0; i < fx->fx_nprogs; i++)
		dt_program_free(fx->fx_prog[i]);
	dt_lang_destroy(fx->fx_lang);
	free_slots(fx->fx_mach.ma_globals, fx->fx_mach.ma_nglobals);
	free_slots(fx->fx_mach.ma_locals, fx->fx_mach.ma_nlocals);
	free(fx->fx_mach.ma_scratch);
	dif_dyn_destroy(fx->fx_mach.ma_dyn);
	dt_options_fini(&fx->fx_opts);
	free(fx);
}

struct dt_program *fx_compile(struct fx *fx, const char *text)
{
	char *argv[] = { "test", NULL };
	struct dt_program *pg = dt_compile(fx->fx_lang, CTX_FILE, NULL, text, strlen(text), 1,
		argv);

	if (pg)
		fx->fx_prog[fx->fx_nprogs++] = pg;
	return pg;
}

static void grow(struct dif_slot **slots, uint32_t *n, uint32_t id)
{
	if (id < *n)
		return;
	*slots = realloc(*slots, (id + 1) * sizeof(**slots));
	memset(*slots + *n, 0, (id + 1 - *n) * sizeof(**slots));
	*n = id + 1;
}

static void make_slot(struct fx *fx, const struct dif_varinfo *dv)
{
	bool local = dv->dv_scope == DIF_SCOPE_LOCAL;
	uint32_t id = local ? dv->dv_id : dv->dv_id - DIF_VAR_OTHER_UMIN;
	struct dif_slot **slots = local ? &fx->fx_mach.ma_locals : &fx->fx_mach.ma_globals;
	struct dif_slot *sl;

	if (dv->dv_kind != DIF_KIND_SCALAR || dv->dv_scope == DIF_SCOPE_THREAD ||
		(!local && dv->dv_id < DIF_VAR_OTHER_UMIN))
		return;
	grow(slots, local ? &fx->fx_mach.ma_nlocals : &fx->fx_mach.ma_nglobals, id);
	sl = &(*slots)[id];
	if (sl->sl_width || sl->sl_size)
		return;
	sl->sl_flags = dv->dv_type.dt_flags;
	sl->sl_string = dv->dv_type.dt_kind == DIF_TYPE_STRING;
	if (sl->sl_flags & DIF_TF_BYREF) {
		sl->sl_size = dv->dv_type.dt_size;
		sl->sl_store = calloc(1, sl->sl_size);
	} else {
		sl->sl_width = dv->dv_type.dt_size;
	}
}

static void prepare(struct fx *fx, struct dif_object *o)
{
	char err[256] = "";

	if (!o)
		return;
	if (dif_verify(o, err, sizeof(err)) != 0)
		fail_msg("not valid: %s", err);
	for (uint32_t i = 0; i < o->do_nvars; i++)
		make_slot(fx, &o->do_vars[i]);
	assert_int_equal(dif_prepare(o), 0);
}

static uint64_t fit(uint64_t v, const struct dif_type *t)
{
	unsigned sh = t->dt_size < 8 ? 64 - t->dt_size * 8 : 0;

	return t->dt_flags & DIF_TF_SIGNED ? (uint64_t)((int64_t)(v << sh) >> sh) : v << sh >> sh;
}

static void keep(struct fx *fx, const struct dif_object *o, uint64_t v)
{
	struct fx_value *va = &fx->fx_values[fx->fx_nvalues++];

	assert_true(fx->fx_nvalues <= FX_MAXVALUES);
	memset(va, 0, sizeof(*va));
	va->va_size = o->do_type.dt_size;
	va->va_isstr = o->do_type.dt_flags & DIF_TF_BYREF;
	if (!va->va_isstr)
		va->va_int = fit(v, &o->do_type);
	else if (o->do_type.dt_kind == DIF_TYPE_STRING)
		dif_copy_string(&fx->fx_mach, v, va->va_str, sizeof(va->va_str));
	else
		dif_copy_bytes(&fx->fx_mach, v, va->va_str, va->va_size < 256 ? va->va_size : 256);
}

static bool run_action(struct fx *fx, const struct dt_action *ac)
{
	for (uint32_t i = 0; i < ac->ac_nops; i++) {
		if (!ac->ac_ops[i].op_difo)
			continue;
		uint64_t v = dif_run(ac->ac_ops[i].op_difo, &fx->fx_mach);
		if (!fx->fx_mach.ma_faulted && ac->ac_ops[i].op_size)
			keep(fx, ac->ac_ops[i].op_difo, v);
		if (fx->fx_mach.ma_faulted)
			return false;
	}
	return true;
}

static void fire_clause(struct fx *fx, const struct dt_clause *cl)
{
	struct dif_mach *m = &fx->fx_mach;

	m->ma_scratch_cur = m->ma_scratch;
	m->ma_faulted = false;
	m->ma_fault = 0;
	if (cl->cl_pred && !dif_run(cl->cl_pred, m) && !m->ma_faulted)
		return;
	if (!m->ma_faulted)
		for (const struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
			if (!run_action(fx, ac))
				break;
	if (m->ma_faulted)
		fx->fx_fault = m->ma_fault;
}

void fx_fire(struct fx *fx, const struct dt_program *pg)
{
	fx->fx_nvalues = 0;
	fx->fx_fault = -1;
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next) {
		prepare(fx, cl->cl_pred);
		for (struct dt_action *ac = cl->cl_actions; ac; ac = ac->ac_next)
			for (uint32_t i = 0; i < ac->ac_nops; i++)
				prepare(fx, ac->ac_ops[i].op_difo);
	}
	for (uint32_t i = 0; i < fx->fx_mach.ma_nlocals; i++) {
		fx->fx_mach.ma_locals[i].sl_value = 0;
		if (fx->fx_mach.ma_locals[i].sl_store)
			memset(fx->fx_mach.ma_locals[i].sl_store, 0,
				fx->fx_mach.ma_locals[i].sl_size);
	}
	for (struct dt_clause *cl = pg->pg_clauses; cl; cl = cl->cl_next)
		fire_clause(fx, cl);
}

void fx_run(struct fx *fx, const char *text)
{
	struct dt_program *pg = fx_compile(fx, text);

	if (!pg)
		fail_msg("does not compile: %s: %s\n%s", dt_errtag_name(fx->fx_lang->la_msg.me_tag),
			fx->fx_lang->la_msg.me_text, text);
	fx_fire(fx, pg);
}

int64_t fx_expr(const char *decls, const char *setup, const char *expr)
{
	static char text[65536];
	struct fx *fx = fx_create();

	snprintf(text, sizeof(text), "%s%s args { %s; trace((int64_t)(%s)); }", fx_decls, decls,
		setup, expr);
	fx_run(fx, text);
	if (fx->fx_fault != -1 || fx->fx_nvalues != 1)
		fail_msg("%s: fault %d, %u values", expr, fx->fx_fault, fx->fx_nvalues);
	int64_t v = (int64_t)fx->fx_values[0].va_int;
	fx_destroy(fx);
	return v;
}
