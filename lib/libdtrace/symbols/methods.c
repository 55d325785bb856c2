/*
 * Methods: a list for each process, which a lookup sorts if something was added. Of two methods at
 * one address the later one counts: the address of an unloaded method may be reused.
 *
 * The memory of all methods is limited: over the limit, the least recently used process is dropped;
 * a process that reaches the limit alone loses the older half of its methods. Modules are in one
 * table, with a limit as well.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "index.h"
#include "oldest.h"
#include "replay.h"

struct method {
	uint64_t me_start, me_end, me_module;
	uint32_t me_order;
	const char *me_name;
};

struct module {
	struct base_aged mo_age;
	struct base_link mo_link;
	uint64_t mo_id;
	uint32_t mo_pid;
	char *mo_path;
	const char *mo_name;
};

struct procmethods {
	struct base_aged pm_age;
	struct base_link pm_link;
	uint32_t pm_pid;
	uint32_t pm_count, pm_order;
	bool pm_sorted;
	struct method *pm_methods;
};

#define PROCS_MAX 65536u
#define MODULES_MAX 65536u
#define BYTES_MAX ((size_t)192 << 20) /* a large server has a million methods */
#define NAME_MAX_KEPT 1024	      /* bytes of a module's path */

struct dt_methods {
	struct base_index mh_procs;   /* struct procmethods, by process */
	struct base_index mh_modules; /* struct module, by process and id */
	struct base_ages mh_procages, mh_moduleages;
	size_t mh_bytes, mh_max;
	bool mh_forgot;
};

struct dt_methods *dt_methods_create(void)
{
	struct dt_methods *mh = base_calloc(1, sizeof(struct dt_methods));

	if (!mh)
		return NULL;
	base_ages_init(&mh->mh_procages, PROCS_MAX);
	base_ages_init(&mh->mh_moduleages, MODULES_MAX);
	mh->mh_max = BYTES_MAX;
	return mh;
}

void dt_methods_bound(struct dt_methods *mh, size_t bytes, uint32_t procs, uint32_t modules)
{
	mh->mh_max = bytes;
	mh->mh_procages.ag_max = procs;
	mh->mh_moduleages.ag_max = modules;
}

bool dt_methods_forgot(const struct dt_methods *mh)
{
	return mh->mh_forgot;
}

static size_t method_bytes(const struct method *me)
{
	return sizeof(*me) + strlen(me->me_name) + 17; /* and malloc()'s overhead */
}

static void method_free(struct dt_methods *mh, const struct method *me)
{
	mh->mh_bytes -= method_bytes(me);
	free((char *)me->me_name);
}

static void proc_free(struct dt_methods *mh, struct procmethods *pm)
{
	for (uint32_t i = 0; i < pm->pm_count; i++)
		method_free(mh, &pm->pm_methods[i]);
	free(pm->pm_methods);
	free(pm);
}

static void module_free(struct base_link *ln)
{
	struct module *mo = BASE_ENTRY(ln, struct module, mo_link);

	free(mo->mo_path);
	free(mo);
}

static bool proc_drop(struct base_link *ln, void *mh)
{
	proc_free(mh, BASE_ENTRY(ln, struct procmethods, pm_link));
	return true;
}

void dt_methods_destroy(struct dt_methods *mh)
{
	if (!mh)
		return;
	base_index_sweep(&mh->mh_procs, proc_drop, mh);
	base_index_clear(&mh->mh_procs, NULL);
	base_index_clear(&mh->mh_modules, module_free);
	free(mh);
}

static struct procmethods *proc_find(struct dt_methods *mh, uint32_t pid)
{
	struct base_link *ln = base_index_first(&mh->mh_procs, base_hash_key(pid));

	for (; ln; ln = base_index_next(ln)) {
		struct procmethods *pm = BASE_ENTRY(ln, struct procmethods, pm_link);

		if (pm->pm_pid == pid) {
			pm->pm_age.ag_used = true;
			return pm;
		}
	}
	return NULL;
}

static void proc_forget(struct dt_methods *mh, struct base_aged *ag)
{
	struct procmethods *pm = BASE_ENTRY(ag, struct procmethods, pm_age);

	base_index_remove(&mh->mh_procs, &pm->pm_link);
	base_ages_remove(&mh->mh_procages, ag);
	proc_free(mh, pm);
	mh->mh_forgot = true;
}

static struct procmethods *proc_get(struct dt_methods *mh, uint32_t pid)
{
	struct procmethods *pm = proc_find(mh, pid);
	struct base_aged *old;

	if (pm)
		return pm;
	old = base_ages_victim(&mh->mh_procages);
	if (old)
		proc_forget(mh, old);
	pm = base_calloc(1, sizeof(*pm));
	if (!pm)
		return NULL;
	pm->pm_pid = pid;
	base_index_add(&mh->mh_procs, &pm->pm_link, base_hash_key(pid));
	base_ages_add(&mh->mh_procages, &pm->pm_age);
	return pm;
}

static void forget_half(struct dt_methods *mh, struct procmethods *pm)
{
	uint32_t n = 0, keep = pm->pm_count / 2;

	for (uint32_t i = 0; i < pm->pm_count; i++)
		if (pm->pm_order - pm->pm_methods[i].me_order <= keep)
			pm->pm_methods[n++] = pm->pm_methods[i];
		else
			method_free(mh, &pm->pm_methods[i]);
	pm->pm_count = n;
	mh->mh_forgot = true;
}

/*
 * Makes room before a method of this process is added; the process becomes the most recently used.
 */
static void make_room(struct dt_methods *mh, struct procmethods *pm)
{
	if (mh->mh_bytes < mh->mh_max)
		return;
	base_ages_remove(&mh->mh_procages, &pm->pm_age);
	while (mh->mh_bytes >= mh->mh_max && mh->mh_procages.ag_count)
		proc_forget(mh, base_ages_oldest(&mh->mh_procages));
	base_ages_add(&mh->mh_procages, &pm->pm_age);
	if (mh->mh_bytes >= mh->mh_max)
		forget_half(mh, pm);
}

void dt_methods_add(struct dt_methods *mh, uint32_t pid, uint64_t start, uint64_t size,
	uint64_t module, const char *name)
{
	struct procmethods *pm = proc_get(mh, pid);
	struct method me = { start, start + size, module, 0, NULL };

	if (pm)
		make_room(mh, pm);
	if (!pm || me.me_end <= start || !(me.me_name = base_strdup(name)))
		return;
	if (!base_more(pm->pm_methods, pm->pm_count)) {
		free((char *)me.me_name);
		return;
	}
	me.me_order = pm->pm_order++;
	pm->pm_methods[pm->pm_count++] = me;
	mh->mh_bytes += method_bytes(&me);
	pm->pm_sorted = false;
}

static uint64_t module_hash(uint32_t pid, uint64_t id)
{
	return base_hash_u64(base_hash_key(pid), id);
}

static struct module *module_find(struct dt_methods *mh, uint32_t pid, uint64_t id)
{
	struct base_link *ln = base_index_first(&mh->mh_modules, module_hash(pid, id));

	for (; ln; ln = base_index_next(ln)) {
		struct module *mo = BASE_ENTRY(ln, struct module, mo_link);

		if (mo->mo_id == id && mo->mo_pid == pid) {
			mo->mo_age.ag_used = true;
			return mo;
		}
	}
	return NULL;
}

static void module_forget(struct dt_methods *mh, struct base_aged *ag)
{
	struct module *mo = BASE_ENTRY(ag, struct module, mo_age);

	base_index_remove(&mh->mh_modules, &mo->mo_link);
	base_ages_remove(&mh->mh_moduleages, ag);
	module_free(&mo->mo_link);
	mh->mh_forgot = true;
}

static struct module *module_get(struct dt_methods *mh, uint32_t pid, uint64_t id)
{
	struct module *mo = module_find(mh, pid, id);
	struct base_aged *old;

	if (mo)
		return mo;
	old = base_ages_victim(&mh->mh_moduleages);
	if (old)
		module_forget(mh, old);
	mo = base_calloc(1, sizeof(*mo));
	if (!mo)
		return NULL;
	mo->mo_id = id;
	mo->mo_pid = pid;
	base_index_add(&mh->mh_modules, &mo->mo_link, module_hash(pid, id));
	base_ages_add(&mh->mh_moduleages, &mo->mo_age);
	return mo;
}

/* If a path is too long, only its end is kept, which has the name. */
void dt_methods_module(struct dt_methods *mh, uint32_t pid, uint64_t id, const char *path)
{
	size_t len = strlen(path);
	char *copy = base_strdup(len > NAME_MAX_KEPT ? path + len - NAME_MAX_KEPT : path), *sep;
	struct module *mo = copy ? module_get(mh, pid, id) : NULL;

	if (!mo) {
		free(copy);
		return;
	}
	free(mo->mo_path);
	mo->mo_path = copy;
	sep = strrchr(copy, '\\');
	sep = sep ? sep : strrchr(copy, '/');
	mo->mo_name = sep && sep[1] ? sep + 1 : copy;
}

static int order(const void *x, const void *y)
{
	const struct method *a = x, *b = y;

	if (a->me_start != b->me_start)
		return a->me_start < b->me_start ? -1 : 1;
	return a->me_order > b->me_order ? -1 : a->me_order < b->me_order;
}

static void sort(struct dt_methods *mh, struct procmethods *pm)
{
	uint32_t n = 0;

	qsort(pm->pm_methods, pm->pm_count, sizeof(*pm->pm_methods), order);
	for (uint32_t i = 1; i < pm->pm_count; i++)
		if (pm->pm_methods[i].me_start != pm->pm_methods[n].me_start)
			pm->pm_methods[++n] = pm->pm_methods[i];
		else
			method_free(mh, &pm->pm_methods[i]);
	pm->pm_count = n + 1;
	pm->pm_sorted = true;
}

bool dt_methods_find(struct dt_methods *mh, uint32_t pid, uint64_t pc, struct dt_sym *sym)
{
	struct procmethods *pm = proc_find(mh, pid);
	const struct module *mo;
	uint32_t lo = 0, hi;

	if (!pm || !pm->pm_count)
		return false;
	if (!pm->pm_sorted)
		sort(mh, pm);
	for (hi = pm->pm_count; lo < hi;) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (pm->pm_methods[mid].me_start <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || pc >= pm->pm_methods[lo - 1].me_end)
		return false;
	mo = module_find(mh, pid, pm->pm_methods[lo - 1].me_module);
	sym->sy_obj = mo ? mo->mo_name : "dynamic"; /* code that is in no file has no module */
	sym->sy_func = pm->pm_methods[lo - 1].me_name;
	sym->sy_start = pm->pm_methods[lo - 1].me_start;
	return true;
}
