/*
 * Methods: for each process a list, sorted when it is asked after something was added.  Of two at one address the one
 * that was named last is there: an address is used again once a method is unloaded.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "replay.h"

struct method {
	uint64_t me_start, me_end, me_module;
	uint32_t me_order;
	const char *me_name;
};

struct module {
	uint64_t mo_id;
	char *mo_path;
	const char *mo_name;
	struct module *mo_next;
};

struct procmethods {
	uint32_t pm_pid;
	uint32_t pm_count, pm_max, pm_order;
	bool pm_sorted;
	struct method *pm_methods;
	struct module *pm_modules;
	struct procmethods *pm_next;
};

#define BUCKETS 256

struct dt_methods {
	struct procmethods *mh_procs[BUCKETS];
};

struct dt_methods *dt_methods_create(void)
{
	return base_calloc(1, sizeof(struct dt_methods));
}

static void proc_free(struct procmethods *pm)
{
	for (uint32_t i = 0; i < pm->pm_count; i++)
		free((char *)pm->pm_methods[i].me_name);
	for (struct module *mo = pm->pm_modules, *next; mo; mo = next) {
		next = mo->mo_next;
		free(mo->mo_path);
		free(mo);
	}
	free(pm->pm_methods);
	free(pm);
}

void dt_methods_destroy(struct dt_methods *mh)
{
	for (unsigned i = 0; mh && i < BUCKETS; i++)
		for (struct procmethods *pm = mh->mh_procs[i], *next; pm; pm = next) {
			next = pm->pm_next;
			proc_free(pm);
		}
	free(mh);
}

static struct procmethods *proc_find(const struct dt_methods *mh, uint32_t pid)
{
	struct procmethods *pm = mh->mh_procs[pid / 4 % BUCKETS];

	while (pm && pm->pm_pid != pid)
		pm = pm->pm_next;
	return pm;
}

static struct procmethods *proc_get(struct dt_methods *mh, uint32_t pid)
{
	struct procmethods *pm = proc_find(mh, pid);

	if (pm || !(pm = base_calloc(1, sizeof(*pm))))
		return pm;
	pm->pm_pid = pid;
	pm->pm_next = mh->mh_procs[pid / 4 % BUCKETS];
	mh->mh_procs[pid / 4 % BUCKETS] = pm;
	return pm;
}

void dt_methods_add(struct dt_methods *mh, uint32_t pid, uint64_t start, uint64_t size, uint64_t module,
	const char *name)
{
	struct procmethods *pm = proc_get(mh, pid);
	struct method me = {start, start + size, module, 0, NULL}, *bigger;
	uint32_t max = pm && pm->pm_max ? 2 * pm->pm_max : 64;

	if (!pm || me.me_end <= start || !(me.me_name = base_strdup(name)))
		return;
	if (pm->pm_count == pm->pm_max) {
		bigger = base_realloc(pm->pm_methods, max * sizeof(*bigger));
		if (!bigger) {
			free((char *)me.me_name);
			return;
		}
		pm->pm_methods = bigger;
		pm->pm_max = max;
	}
	me.me_order = pm->pm_order++;
	pm->pm_methods[pm->pm_count++] = me;
	pm->pm_sorted = false;
}

static struct module *module_find(const struct procmethods *pm, uint64_t id)
{
	struct module *mo = pm->pm_modules;

	while (mo && mo->mo_id != id)
		mo = mo->mo_next;
	return mo;
}

void dt_methods_module(struct dt_methods *mh, uint32_t pid, uint64_t id, const char *path)
{
	struct procmethods *pm = proc_get(mh, pid);
	struct module *mo = pm ? module_find(pm, id) : NULL;
	char *copy = base_strdup(path), *sep;

	if (pm && !mo && (mo = base_calloc(1, sizeof(*mo)))) {
		mo->mo_id = id;
		mo->mo_next = pm->pm_modules;
		pm->pm_modules = mo;
	}
	if (!mo || !copy) {
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

static void sort(struct procmethods *pm)
{
	uint32_t n = 0;

	qsort(pm->pm_methods, pm->pm_count, sizeof(*pm->pm_methods), order);
	for (uint32_t i = 1; i < pm->pm_count; i++)
		if (pm->pm_methods[i].me_start != pm->pm_methods[n].me_start)
			pm->pm_methods[++n] = pm->pm_methods[i];
		else
			free((char *)pm->pm_methods[i].me_name);
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
		sort(pm);
	for (hi = pm->pm_count; lo < hi;) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (pm->pm_methods[mid].me_start <= pc)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || pc >= pm->pm_methods[lo - 1].me_end)
		return false;
	mo = module_find(pm, pm->pm_methods[lo - 1].me_module);
	sym->sy_obj = mo ? mo->mo_name : "dynamic";	/* code that no file holds has no module */
	sym->sy_func = pm->pm_methods[lo - 1].me_name;
	sym->sy_start = pm->pm_methods[lo - 1].me_start;
	return true;
}
