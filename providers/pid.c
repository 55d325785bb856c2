/*
 * pid: functions of processes, entry, return, and instructions inside by their offset; a provider
 * for each process that a description names: pid1234, pid$target.
 *
 * At an entry arg0.. are the function's arguments as its ABI passes them in registers.  At a return
 * arg1 is the result (arg0 would be the offset of the return, which is unknown: 0).  At an offset
 * there are no arguments.
 *
 * A source is one object with one program for all its sites of a kind; the selector is the number
 * of the site among those of the object.  The tag of a probe is the number of its first site;
 * static functions of one name are one probe with several sites.
 */
#include <ctype.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "glob.h"
#include "grow.h"
#include "linux.h"
#include "objname.h"
#include "providers.h"

extern const struct dt_provider dt_prov_pid;

enum kind { PID_ENTRY, PID_RETURN, PID_OFFSET, PID_KINDS };

struct object {
	char *ob_name, *ob_path;
	bool ob_exe;
	int ob_fd;
	char ob_file[32];		 /* "/proc/self/fd/7" */
	uint64_t *ob_offsets[PID_KINDS]; /* in the file, by selector */
	unsigned ob_nsites[PID_KINDS];
};

struct site {
	unsigned si_object, si_select;
	enum kind si_kind;
	unsigned si_next; /* another site of the same probe, or 0 */
};

struct process {
	struct dt_provider pr_provider; /* first */
	uint32_t pr_pid;
	struct dt_engine *pr_engine;
	struct object *pr_objects;
	unsigned pr_nobjects;
	struct site *pr_sites; /* by tag */
	unsigned pr_nsites;
	struct dt_linux_source *pr_sources;
	struct process *pr_next;
};

struct processes {
	struct process *ps_first;
};

static void object_free(struct object *ob)
{
	for (int i = 0; i < PID_KINDS; i++)
		free(ob->ob_offsets[i]);
	if (ob->ob_fd >= 0)
		close(ob->ob_fd);
	free(ob->ob_name);
	free(ob->ob_path);
}

static void processes_fini(void *arg)
{
	for (struct process *p = ((struct processes *)arg)->ps_first, *next; p; p = next) {
		next = p->pr_next;
		for (unsigned i = 0; i < p->pr_nobjects; i++)
			object_free(&p->pr_objects[i]);
		free(p->pr_objects);
		free(p->pr_sites);
		free(p->pr_sources);
		free((void *)p->pr_provider.pv_name);
		free(p);
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

static const struct dt_linux_view entry_views[] = {
	{ .lv_task = "current", .lv_args = { DT_LX_UARGS }, .lv_direct = true }, { 0 }
};
static const struct dt_linux_view return_views[] = {
	{ .lv_task = "current", .lv_args = { NULL, DT_LX_URESULT }, .lv_direct = true }, { 0 }
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
	unsigned i = (unsigned)dt_probe_tag(pr);

	do {
		const struct site *si = &p->pr_sites[i];

		if (p->pr_objects[si->si_object].ob_offsets[si->si_kind] == def->ls_offsets)
			dt_lx_want(so, pr, 0, si->si_select);
		i = si->si_next;
	} while (i != 0);
}

static const struct dt_linux_source *pid_sources(struct dt_engine *e, const struct dt_provider *pv)
{
	static const enum dt_linux_kind kinds[] = { DT_LX_UENTRY, DT_LX_URETURN, DT_LX_UCODE };
	struct process *p = process_of(pv);
	unsigned n = 0;

	(void)e;
	free(p->pr_sources);
	p->pr_sources = base_calloc((size_t)p->pr_nobjects * PID_KINDS + 1, sizeof(*p->pr_sources));
	for (unsigned i = 0; i < p->pr_nobjects && p->pr_sources; i++)
		for (int k = 0; k < PID_KINDS; k++) {
			struct object *ob = &p->pr_objects[i];

			if (ob->ob_nsites[k] == 0)
				continue;
			p->pr_sources[n++] = (struct dt_linux_source){ .ls_kind = kinds[k],
				.ls_name = ob->ob_name,
				.ls_file = ob->ob_file,
				.ls_pid = p->pr_pid,
				.ls_offsets = ob->ob_offsets[k],
				.ls_args = "",
				.ls_views = k == PID_ENTRY ? entry_views :
					k == PID_RETURN	   ? return_views :
							     offset_views,
				.ls_bind = source_bind,
				.ls_handle = pid_handle };
		}
	return p->pr_sources;
}

/*
 * Probes.
 */
static int object_at(struct process *p, const struct dt_userfunc *uf)
{
	struct object *ob;

	for (unsigned i = 0; i < p->pr_nobjects; i++)
		if (strcmp(p->pr_objects[i].ob_path, uf->uf_path) == 0)
			return (int)i;
	if (!base_more(p->pr_objects, p->pr_nobjects))
		return -1;
	ob = &p->pr_objects[p->pr_nobjects];
	*ob = (struct object){ .ob_name = base_strdup(uf->uf_object),
		.ob_path = base_strdup(uf->uf_path),
		.ob_exe = uf->uf_exe,
		.ob_fd = fcntl(uf->uf_fd, F_DUPFD_CLOEXEC, 3) };
	if (!ob->ob_name || !ob->ob_path || ob->ob_fd < 0) {
		object_free(ob);
		return -1;
	}
	snprintf(ob->ob_file, sizeof(ob->ob_file), "/proc/self/fd/%d", ob->ob_fd);
	return (int)p->pr_nobjects++;
}

/* Returns the last site of a probe, or NULL if one of them is at that offset in that object. */
static struct site *last_other(struct process *p, const struct dt_probe *pr, unsigned object,
	uint64_t offset)
{
	struct site *si = &p->pr_sites[dt_probe_tag(pr)];

	for (;; si = &p->pr_sites[si->si_next]) {
		const struct object *ob = &p->pr_objects[si->si_object];

		if (si->si_object == object && ob->ob_offsets[si->si_kind][si->si_select] == offset)
			return NULL;
		if (si->si_next == 0)
			return si;
	}
}

static void site_add(struct process *p, const struct dt_userfunc *uf, enum kind kind,
	const char *name, uint64_t offset)
{
	int at = object_at(p, uf);
	struct object *ob = at < 0 ? NULL : &p->pr_objects[at];
	struct dt_probe_spec spec = { .ps_mod = uf->uf_object,
		.ps_func = uf->uf_name,
		.ps_name = name,
		.ps_tag = (int)p->pr_nsites };
	struct site *last = NULL;
	struct dt_probe *pr;

	if (!ob || !base_more(p->pr_sites, p->pr_nsites) ||
		!base_more(ob->ob_offsets[kind], ob->ob_nsites[kind]))
		return;
	pr = dt_probe_find(p->pr_engine, p->pr_provider.pv_name, spec.ps_mod, spec.ps_func, name);
	if (pr)
		last = last_other(p, pr, (unsigned)at, uf->uf_offset + offset);
	if (pr ? !last : !dt_probe_create(p->pr_engine, &p->pr_provider, &spec))
		return;
	if (last)
		last->si_next = p->pr_nsites;
	ob->ob_offsets[kind][ob->ob_nsites[kind]] = uf->uf_offset + offset;
	p->pr_sites[p->pr_nsites++] = (struct site){ .si_object = (unsigned)at,
		.si_select = ob->ob_nsites[kind]++,
		.si_kind = kind };
}

struct wanted {
	struct process *wa_process;
	const char *wa_name;
	bool wa_isoffset;
	uint64_t wa_offset;
};

/*
 * The return is traced by another return address, put on the stack at the entry.  These functions
 * would be harmed by it: there is none on the stack, or they keep it to come back to it, or unwind
 * the stack from there.
 */
static bool returns_plainly(const char *function)
{
	static const char *const not_these[] = { "_start", "*.cold", "*.cold.*", "_dl_start_user",
		"_dl_runtime_resolve*", "_dl_runtime_profile*", "__restore_rt", "__start_context",
		"*setjmp", "*getcontext", "*swapcontext", "*vfork", "_Unwind_*", "__cxa_throw",
		"__cxa_rethrow", "_ZSt17rethrow_exception*" };

	for (size_t i = 0; i < sizeof(not_these) / sizeof(not_these[0]); i++)
		if (base_glob(not_these[i], function))
			return false;
	return true;
}

static void function_sites(const struct dt_userfunc *uf, void *arg)
{
	const struct wanted *wa = arg;

	if (wa->wa_isoffset)
		site_add(wa->wa_process, uf, PID_OFFSET, wa->wa_name, wa->wa_offset);
	if (base_glob(wa->wa_name, "entry"))
		site_add(wa->wa_process, uf, PID_ENTRY, "entry", 0);
	if (base_glob(wa->wa_name, "return") && returns_plainly(uf->uf_name))
		site_add(wa->wa_process, uf, PID_RETURN, "return", 0);
}

static bool module_is(const struct dt_probe *pr, const char *want)
{
	const struct process *p = process_of(dt_probe_provider(pr));
	const struct object *ob = &p->pr_objects[p->pr_sites[dt_probe_tag(pr)].si_object];

	return base_object_is(want, ob->ob_name, ob->ob_path, ob->ob_exe);
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
		.pv_module = module_is,
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
	char *end;

	(void)pv;
	if (pid == 0)
		return;
	wa.wa_process = process_add(e, pid);
	if (!wa.wa_process)
		return;
	if (isxdigit((unsigned char)*field[3])) {
		wa.wa_offset = strtoul(field[3], &end, 16);
		wa.wa_isoffset = *end == '\0';
		wa.wa_offset = wa.wa_isoffset ? wa.wa_offset : 0;
	}
	dt_user_functions(e, pid, field[1], field[2], wa.wa_offset, function_sites, &wa);
}

const struct dt_provider dt_prov_pid = {
	.pv_name = "pid",
	.pv_attrs = PROVIDER_STABILITY(EVOLVING_ISA, EVOLVING_ISA, PRIVATE_ISA),
	.pv_discover = discover,
	.pv_live_only = true,
	.pv_missing = "it traces functions of running processes; a Windows trace has none",
};
