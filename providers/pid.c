/*
 * pid: functions of processes, entry, return, and instructions inside by their offset; a provider
 * for each process that a description names: pid1234, pid$target.
 *
 * At an entry arg0.. are the function's arguments as its ABI passes them in registers.  At a return
 * arg1 is the result, and arg0 the offset of the instruction, or 0 if the return is traced by the
 * return address. At an offset there are no arguments. args[] has the types of the debugging
 * information, if there is any.
 *
 * A source is one object with one program for all its sites of a kind; the selector is the number
 * of the site among those of the object. A return that is traced by instructions has
 * several sites, and static functions of one name are one probe.
 *
 * A description whose module is a pattern, or empty, may mean libraries that the process loads
 * while it is traced. It is kept (pidlater.c), and a model of its probes is made, with a source
 * that awaits: so the engine and the feed know beforehand what the clauses will need. pid_later()
 * looks for the kept descriptions in the files that are new. What a source uses is never changed:
 * what is found later belongs to another object, even if it is in the same file.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "glob.h"
#include "grow.h"
#include "linux.h"
#include "pidlater.h"
#include "providers.h"
#include "userobject.h"

extern const struct dt_provider dt_prov_pid;

enum kind {
	PID_ENTRY,
	PID_RETURN, /* by the return address */
	PID_LEAVE,  /* by the instructions that leave the function */
	PID_OFFSET,
	PID_KINDS
};

struct object {
	struct user_object ob_file;	 /* first */
	bool ob_ilp32;			 /* code for 32 bits */
	uint64_t *ob_offsets[PID_KINDS]; /* in the file, by selector */
	uint64_t *ob_leaves;		 /* PID_LEAVE: in the function */
	unsigned ob_nsites[PID_KINDS];
};

#define NONE UINT32_MAX
struct site {
	unsigned si_object, si_select;
	enum kind si_kind;
	uint32_t si_next; /* of the same probe, or NONE */
};

struct sources {
	struct sources *ss_next;
	unsigned ss_nsites, ss_nmodels, ss_fresh; /* that it was made of */
	struct dt_linux_source ss_defs[];
};

struct process {
	struct dt_provider pr_provider; /* first */
	uint32_t pr_pid;
	struct dt_engine *pr_engine;
	struct object *pr_objects;
	unsigned pr_nobjects;
	struct site *pr_sites;
	unsigned pr_nsites;
	uint32_t *pr_firsts; /* sites of probes, by tag */
	unsigned pr_nprobes;
	struct sources *pr_sources; /* the last; while it is traced, all: the feed uses them */
	struct pid_later pr_later;
	struct dt_probe **pr_models;
	unsigned pr_nmodels;
	unsigned pr_fresh; /* objects from this on are new */
	bool pr_going;
	struct process *pr_next;
};

struct processes {
	struct process *ps_first;
};

static void object_free(struct object *ob)
{
	for (int i = 0; i < PID_KINDS; i++)
		free(ob->ob_offsets[i]);
	free(ob->ob_leaves);
	user_object_close(&ob->ob_file);
}

static void sources_free(struct process *p)
{
	struct sources *ss = p->pr_sources;

	p->pr_sources = ss->ss_next;
	free(ss);
}

static void process_free(struct process *p)
{
	for (unsigned i = 0; i < p->pr_nobjects; i++)
		object_free(&p->pr_objects[i]);
	pid_later_free(&p->pr_later);
	while (p->pr_sources)
		sources_free(p);
	free(p->pr_objects);
	free(p->pr_sites);
	free(p->pr_firsts);
	free(p->pr_models);
	free((void *)p->pr_provider.pv_name);
	free(p);
}

static void processes_fini(void *arg)
{
	for (struct process *p = ((struct processes *)arg)->ps_first, *next; p; p = next) {
		next = p->pr_next;
		process_free(p);
	}
}

/*
 * Sources.
 */
static void pid_handle(struct dt_feed *fd, const struct dt_lx_event *e)
{
	struct dt_firing fi;

	if (dt_lx_firing(e, 0, &fi))
		dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

/* The offset of the instruction is known here. */
static void leave_handle(struct dt_feed *fd, const struct dt_lx_event *e)
{
	const struct dt_linux_source *def = dt_lx_definition(dt_lx_source_of(e));
	struct dt_firing fi;

	if (!dt_lx_firing(e, 0, &fi))
		return;
	fi.fi_args[0] = def->ls_numbers[dt_lx_select(e)];
	dt_fire(fd->fd_engine, dt_lx_probe(e, 0), &fi);
}

static const struct dt_linux_view entry_views[] = {
	{ .lv_task = "current", .lv_args = { DT_LX_UARGS }, .lv_direct = true }, { 0 }
};
static const struct dt_linux_view return_views[] = {
	{ .lv_task = "current", .lv_args = { NULL, DT_LX_URESULT }, .lv_direct = true }, { 0 }
};

/* Code for 32 bits has all arguments on the stack. */
static const struct dt_linux_view entry32_views[] = {
	{ .lv_task = "current", .lv_args = { DT_LX_UARGS32 }, .lv_direct = true }, { 0 }
};
static const struct dt_linux_view return32_views[] = {
	{ .lv_task = "current", .lv_args = { NULL, DT_LX_URESULT32 }, .lv_direct = true }, { 0 }
};

static const struct dt_linux_view offset_views[] = { { .lv_task = "current", .lv_direct = true },
	{ 0 } };

static struct process *process_of(const struct dt_provider *pv)
{
	return (struct process *)pv;
}

static void source_bind(struct dt_lx_source *so, struct dt_probe *pr)
{
	const struct dt_linux_source *def = dt_lx_definition(so);
	const struct process *p = process_of(dt_probe_provider(pr));
	int tag = dt_probe_tag(pr);
	uint32_t i = tag < 0 ? NONE : p->pr_firsts[tag];

	if (def->ls_awaits && def->ls_probe == pr)
		dt_lx_want(so, pr, 0, 0);
	for (; i != NONE; i = p->pr_sites[i].si_next) {
		const struct site *si = &p->pr_sites[i];

		if (p->pr_objects[si->si_object].ob_offsets[si->si_kind] == def->ls_offsets)
			dt_lx_want(so, pr, 0, si->si_select);
	}
}

static struct dt_linux_source definition(const struct process *p, enum kind kind, bool ilp32)
{
	static const struct dt_linux_view *const views[2][PID_KINDS] = {
		{ entry_views, return_views, return_views, offset_views },
		{ entry32_views, return32_views, return32_views, offset_views }
	};
	static const enum dt_linux_kind kinds[] = { DT_LX_UENTRY, DT_LX_URETURN, DT_LX_ULEAVE,
		DT_LX_UCODE };

	return (struct dt_linux_source){ .ls_kind = kinds[kind],
		.ls_name = "a library that is loaded later",
		.ls_pid = p->pr_pid,
		.ls_args = "",
		.ls_views = views[ilp32][kind],
		.ls_provider = &p->pr_provider,
		.ls_bind = source_bind,
		.ls_handle = kind == PID_LEAVE ? leave_handle : pid_handle };
}

#define MODEL_TAG(kind) (-1 - (int)(kind))

/* Sources that await, of the models; while it is traced there are none. */
static struct dt_linux_source *models_define(const struct process *p, struct dt_linux_source *to)
{
	for (unsigned i = 0; i < p->pr_nmodels && !p->pr_going; i++) {
		*to = definition(p, (enum kind)MODEL_TAG(dt_probe_tag(p->pr_models[i])), false);
		to->ls_probe = p->pr_models[i];
		to++->ls_awaits = true;
	}
	return to;
}

/* While it is traced, only of what is new. */
static void sources_define(const struct process *p, struct dt_linux_source *to)
{
	to = models_define(p, to);
	for (unsigned i = p->pr_fresh; i < p->pr_nobjects; i++)
		for (int k = 0; k < PID_KINDS; k++) {
			const struct object *ob = &p->pr_objects[i];

			if (ob->ob_nsites[k] == 0)
				continue;
			*to = definition(p, (enum kind)k, ob->ob_ilp32);
			to->ls_name = ob->ob_file.uo_name;
			to->ls_file = ob->ob_file.uo_file;
			to->ls_offsets = ob->ob_offsets[k];
			to++->ls_numbers = k == PID_LEAVE ? ob->ob_leaves : NULL;
		}
}

static const struct dt_linux_source *pid_sources(struct dt_engine *e, const struct dt_provider *pv)
{
	struct process *p = process_of(pv);
	struct sources *ss = p->pr_sources;
	size_t n = (size_t)(p->pr_nobjects - p->pr_fresh) * PID_KINDS + p->pr_nmodels + 1;

	(void)e;
	if (ss && ss->ss_nsites == p->pr_nsites && ss->ss_nmodels == p->pr_nmodels &&
		ss->ss_fresh == p->pr_fresh)
		return ss->ss_defs;
	if (ss && !p->pr_going)
		sources_free(p);
	ss = base_calloc(1, sizeof(*ss) + n * sizeof(ss->ss_defs[0]));
	if (!ss)
		return NULL;
	ss->ss_nsites = p->pr_nsites;
	ss->ss_nmodels = p->pr_nmodels;
	ss->ss_fresh = p->pr_fresh;
	sources_define(p, ss->ss_defs);
	ss->ss_next = p->pr_sources;
	p->pr_sources = ss;
	return ss->ss_defs;
}

/*
 * Probes.
 */
/* The object of a function; the number is stored in *at. */
static struct object *object_of(struct process *p, const struct dt_userfunc *uf, unsigned *at)
{
	struct user_object want = { .uo_name = (char *)uf->uf_object,
		.uo_path = (char *)uf->uf_path,
		.uo_exe = uf->uf_exe,
		.uo_fd = uf->uf_fd };
	int i = user_object_at(&(struct user_objects){ .us_objects = (void **)&p->pr_objects,
				       .us_count = &p->pr_nobjects,
				       .us_size = sizeof(*p->pr_objects),
				       .us_first = p->pr_fresh },
		&want);

	*at = (unsigned)i;
	return i < 0 ? NULL : &p->pr_objects[i];
}

/* Whether the probe has that place of the file. */
static bool site_known(const struct process *p, unsigned tag, const struct object *ob,
	enum kind kind, uint64_t offset)
{
	uint32_t i = p->pr_firsts[tag];

	for (; i != NONE; i = p->pr_sites[i].si_next) {
		const struct site *si = &p->pr_sites[i];
		const struct object *other = &p->pr_objects[si->si_object];

		if (si->si_kind == kind && other->ob_offsets[kind][si->si_select] == offset &&
			user_object_same(&other->ob_file, &ob->ob_file))
			return true;
	}
	return false;
}

/* Adds a place, at an offset in the function, to a probe. */
static void site_add(struct process *p, const struct dt_userfunc *uf, unsigned tag, enum kind kind,
	uint64_t offset)
{
	unsigned at;
	struct object *ob = object_of(p, uf, &at);

	if (!ob || site_known(p, tag, ob, kind, uf->uf_offset + offset) ||
		!base_more(p->pr_sites, p->pr_nsites) ||
		!base_more(ob->ob_offsets[kind], ob->ob_nsites[kind]) ||
		(kind == PID_LEAVE && !base_more(ob->ob_leaves, ob->ob_nsites[kind])))
		return;
	ob->ob_ilp32 = uf->uf_ilp32;
	ob->ob_offsets[kind][ob->ob_nsites[kind]] = uf->uf_offset + offset;
	if (kind == PID_LEAVE)
		ob->ob_leaves[ob->ob_nsites[kind]] = offset;
	p->pr_sites[p->pr_nsites] = (struct site){ .si_object = at,
		.si_select = ob->ob_nsites[kind]++,
		.si_kind = kind,
		.si_next = p->pr_firsts[tag] };
	p->pr_firsts[tag] = p->pr_nsites++;
}

/* The tag of the function's probe of that name, which is made if there is none; or -1. */
static int probe_of(struct process *p, const struct dt_userfunc *uf, const char *name)
{
	struct dt_probe_spec spec = { .ps_mod = uf->uf_object,
		.ps_func = uf->uf_name,
		.ps_name = name,
		.ps_tag = (int)p->pr_nprobes };
	const struct dt_probe *pr = dt_probe_find(p->pr_engine, p->pr_provider.pv_name, spec.ps_mod,
		spec.ps_func, spec.ps_name);

	if (pr)
		return dt_probe_tag(pr);
	if (!base_more(p->pr_firsts, p->pr_nprobes) ||
		!dt_probe_create(p->pr_engine, &p->pr_provider, &spec))
		return -1;
	p->pr_firsts[p->pr_nprobes] = NONE;
	return (int)p->pr_nprobes++;
}

static void place_add(struct process *p, const struct dt_userfunc *uf, const char *name,
	enum kind kind, uint64_t offset)
{
	int tag = probe_of(p, uf, name);

	if (tag >= 0)
		site_add(p, uf, (unsigned)tag, kind, offset);
}

struct wanted {
	struct process *wa_process;
	struct pid_kept *wa_kept; /* or NULL: the module is named */
	const char *wa_name;
	bool wa_isoffset;
	uint64_t wa_offset;
};

/*
 * A return that is traced by another return address, put on the stack at the entry, harms these
 * functions: there is none on the stack, or they keep it to come back to it, or unwind the stack
 * from there.
 */
static bool returns_plainly(const char *function)
{
	static const char *const not_these[] = { "_start", "_dl_start_user", "_dl_runtime_resolve*",
		"_dl_runtime_profile*", "__restore_rt", "__start_context", "*setjmp", "*getcontext",
		"*swapcontext", "*vfork", "_Unwind_*", "__cxa_throw", "__cxa_rethrow",
		"_ZSt17rethrow_exception*" };

	for (size_t i = 0; i < sizeof(not_these) / sizeof(not_these[0]); i++)
		if (base_glob(not_these[i], function))
			return false;
	return true;
}

static void function_found(const struct dt_userfunc *uf, void *arg)
{
	const struct wanted *wa = arg;
	struct process *p = wa->wa_process;
	bool code = strcmp(uf->uf_name, "-") != 0; /* a function, not an address */

	if (wa->wa_isoffset)
		place_add(p, uf, wa->wa_name, PID_OFFSET, wa->wa_offset);
	if (code && base_glob(wa->wa_name, "entry"))
		place_add(p, uf, "entry", PID_ENTRY, 0);
	if (!code || !base_glob(wa->wa_name, "return"))
		return;
	if (!uf->uf_byinsn && returns_plainly(uf->uf_name))
		place_add(p, uf, "return", PID_RETURN, 0);
	for (unsigned i = 0; i < uf->uf_nleaves; i++)
		place_add(p, uf, "return", PID_LEAVE, uf->uf_leaves[i]);
}

static bool function_of(const struct dt_probe *pr, struct dt_probefunc *pf)
{
	const struct process *p = process_of(dt_probe_provider(pr));
	uint32_t first = p->pr_firsts[dt_probe_tag(pr)];
	const struct site *si = first == NONE ? NULL : &p->pr_sites[first];
	const struct object *ob = si ? &p->pr_objects[si->si_object] : NULL;

	if (!ob || si->si_kind == PID_OFFSET)
		return false;
	*pf = (struct dt_probefunc){ .pf_pid = p->pr_pid,
		.pf_path = ob->ob_file.uo_path,
		.pf_fd = ob->ob_file.uo_fd,
		.pf_offset = ob->ob_offsets[si->si_kind][si->si_select],
		.pf_return = si->si_kind != PID_ENTRY };
	if (si->si_kind == PID_LEAVE)
		pf->pf_offset -= ob->ob_leaves[si->si_select];
	return true;
}

static bool module_is(const struct dt_probe *pr, const char *want)
{
	const struct process *p = process_of(dt_probe_provider(pr));
	uint32_t site = p->pr_firsts[dt_probe_tag(pr)];

	return site != NONE &&
		user_object_is(&p->pr_objects[p->pr_sites[site].si_object].ob_file, want);
}

/*
 * Libraries that are loaded later.
 */
static bool file_skip(uint64_t dev, uint64_t ino, void *arg)
{
	const struct wanted *wa = arg;

	return wa->wa_kept && pid_kept_looked(wa->wa_kept, dev, ino) && wa->wa_process->pr_going;
}

static bool wanted_offset(struct wanted *wa)
{
	char *end;

	if (isxdigit((unsigned char)*wa->wa_name)) {
		wa->wa_offset = strtoul(wa->wa_name, &end, 16);
		wa->wa_isoffset = *end == '\0';
		wa->wa_offset = wa->wa_isoffset ? wa->wa_offset : 0;
	}
	return wa->wa_isoffset;
}

static void model_add(struct process *p, const char *name, enum kind kind)
{
	struct dt_probe *pr = dt_probe_model(p->pr_engine, &p->pr_provider, name, MODEL_TAG(kind));

	for (unsigned i = 0; i < p->pr_nmodels; i++)
		if (p->pr_models[i] == pr)
			return;
	if (pr && base_more(p->pr_models, p->pr_nmodels))
		p->pr_models[p->pr_nmodels++] = pr;
}

/* Of a description that may mean more functions than there are now. */
static void models_add(struct process *p, const char *const field[4], bool isoffset)
{
	if (isoffset)
		model_add(p, field[3], PID_OFFSET);
	if (base_glob(field[3], "entry"))
		model_add(p, "entry", PID_ENTRY);
	if (base_glob(field[3], "return"))
		model_add(p, "return", PID_RETURN);
}

/* The functions that the description means, of what the process pid has mapped. */
static void functions_find(struct wanted *wa, const char *const field[4], uint32_t pid)
{
	struct process *p = wa->wa_process;

	dt_user_functions(p->pr_engine, pid,
		&(struct dt_userfuncs){ .uq_object = field[1],
			.uq_function = field[2],
			.uq_offset = wa->wa_offset,
			.uq_returns = base_glob(field[3], "return"),
			.uq_mapped = p->pr_going,
			.uq_skip = file_skip,
			.uq_fn = function_found,
			.uq_arg = wa });
}

/* pid: the process, or one that it has forked. */
static void pid_later(struct dt_engine *e, const struct dt_provider *pv, uint32_t pid)
{
	struct process *p = process_of(pv);

	(void)e;
	p->pr_going = true;
	p->pr_fresh = p->pr_nobjects;
	for (unsigned i = 0; i < p->pr_later.lt_nkept; i++) {
		struct pid_kept *kp = &p->pr_later.lt_kept[i];
		const char *const *field = (const char *const *)kp->kp_field;
		struct wanted wa = { .wa_process = p, .wa_kept = kp, .wa_name = field[3] };

		wanted_offset(&wa);
		functions_find(&wa, field, pid);
	}
}

static struct process *process_add(struct dt_engine *e, uint32_t pid)
{
	struct processes *ps = dt_engine_state(e, &dt_prov_pid, sizeof(*ps), processes_fini);
	struct process *p;
	char *name;

	for (p = ps ? ps->ps_first : NULL; p; p = p->pr_next)
		if (p->pr_pid == pid)
			return p;
	p = ps ? base_calloc(1, sizeof(*p)) : NULL;
	if (!p || base_asprintf(&name, "pid%u", pid) < 0) {
		free(p);
		return NULL;
	}
	p->pr_pid = pid;
	p->pr_engine = e;
	p->pr_provider = (struct dt_provider){ .pv_name = name,
		.pv_attrs = dt_prov_pid.pv_attrs,
		.pv_discover = dt_prov_pid.pv_discover, /* more of it with each description */
		.pv_sources = pid_sources,
		.pv_later = pid_later,
		.pv_module = module_is,
		.pv_mangled = true,
		.pv_function = function_of,
		.pv_live_only = true };
	p->pr_next = ps->ps_first;
	ps->ps_first = p;
	return dt_provider_add(e, &p->pr_provider) == 0 ? p : NULL;
}

/* Only pid and a number: which processes run is no question of the pid provider. */
static uint32_t pid_of(const char *prov)
{
	char *end;
	unsigned long pid;

	if (strncmp(prov, "pid", 3) != 0 || !isdigit((unsigned char)prov[3]))
		return 0;
	pid = strtoul(prov + 3, &end, 10);
	return *end == '\0' && pid <= INT32_MAX ? (uint32_t)pid : 0;
}

static void discover(struct dt_engine *e, const struct dt_provider *pv, const char *const field[4])
{
	uint32_t pid = pid_of(field[0]);
	struct wanted wa = { .wa_name = field[3] };

	(void)pv;
	if (pid == 0)
		return;
	wa.wa_process = process_add(e, pid);
	if (!wa.wa_process)
		return;
	wanted_offset(&wa);
	if (!base_is_name(field[1]))
		wa.wa_kept = pid_later_keep(&wa.wa_process->pr_later, field);
	if (wa.wa_kept)
		models_add(wa.wa_process, field, wa.wa_isoffset);
	functions_find(&wa, field, pid);
}

const struct dt_provider dt_prov_pid = {
	.pv_name = "pid",
	.pv_attrs = PROVIDER_STABILITY(EVOLVING_ISA, EVOLVING_ISA, PRIVATE_ISA),
	.pv_discover = discover,
	.pv_live_only = true,
	.pv_missing = "it traces functions of running processes; a Windows trace has none",
};
