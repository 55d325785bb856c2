/* Types of processes by name: ptypes.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "process.h"
#include "ptypes.h"

struct dt_pfile *dt_pfile_of(struct dt_ptypes *pt, uint32_t pid, int fd, const char *path)
{
	struct dt_pfile *pf = pt->pt_files;
	char root[32];
	struct stat st;

	if (fstat(fd, &st) != 0)
		return NULL;
	while (pf && (pf->pf_dev != st.st_dev || pf->pf_ino != st.st_ino))
		pf = pf->pf_next;
	if (pf || !(pf = base_calloc(1, sizeof(*pf))))
		return pf;
	snprintf(root, sizeof(root), "/proc/%u/root", pid);
	pf->pf_dev = st.st_dev;
	pf->pf_ino = st.st_ino;
	pf->pf_of = pt;
	pf->pf_dwarf = dt_dwarf_open(fd, path, root, &pt->pt_limit, &pf->pf_why);
	pf->pf_next = pt->pt_files;
	pt->pt_files = pf;
	return pf;
}

struct search {
	struct dt_ptypes *se_types;
	const char *se_object;
	enum dt_dwkind se_kind;
	const char *se_name;
	bool se_exe; /* only in the program itself */
	bool se_any; /* some object matched */
	struct dt_pfile *se_file;
	uint64_t se_number; /* in se_file; 0: not found */
};

static void object_search(const struct dt_object *ob, void *arg)
{
	struct search *se = arg;
	struct dt_ptypes *pt = se->se_types;
	const char *name = ob->ob_image->im_name;
	struct dt_pfile *pf;
	int fd;

	if (se->se_number || ob->ob_vdso || (se->se_exe && !ob->ob_exe) ||
		!dt_object_is(ob, se->se_object))
		return;
	fd = dt_object_open(ob);
	if (fd < 0)
		return;
	pf = dt_pfile_of(pt, ob->ob_process->ps_pid, fd, ob->ob_image->im_path);
	close(fd);
	if (!pf)
		return;
	if (!se->se_any) /* the program itself, or the object that is named */
		snprintf(pt->pt_why, sizeof(pt->pt_why), "%s: %s", name,
			pf->pf_dwarf ? "its debugging information does not define it" : pf->pf_why);
	se->se_any = true;
	if (!pf->pf_dwarf)
		return;
	if (dt_dwarf_lacks(pf->pf_dwarf))
		snprintf(pt->pt_why, sizeof(pt->pt_why), "%s: %s", name,
			dt_dwarf_lacks(pf->pf_dwarf));
	se->se_file = pf;
	se->se_number = dt_dwarf_find(pf->pf_dwarf, se->se_kind, se->se_name);
}

/* Returns false if there is no such process. */
static bool objects_search(struct search *se, uint32_t pid)
{
	struct dt_process ps;
	bool found;

	dt_objects_map(se->se_types->pt_handle, pid, se->se_exe ? "a.out" : se->se_object);
	found = dt_process_read(&ps, pid, NULL);
	if (found)
		dt_process_objects(&ps, object_search, se);
	dt_process_end(&ps);
	return found;
}

/*
 * First in the program itself, if no object is named: a command that is held at its start has no
 * libraries yet.
 */
static bool process_search(struct search *se, const char *scope)
{
	struct dt_ptypes *pt = se->se_types;
	const char *tick = strchr(scope, '`');
	uint32_t pid = (uint32_t)strtoul(scope + 3, NULL, 10);
	bool found;

	se->se_object = tick ? tick + 1 : "";
	se->se_exe = !tick;
	found = objects_search(se, pid);
	if (found && se->se_exe && !se->se_number) {
		se->se_exe = false;
		objects_search(se, pid);
	}
	if (!found)
		snprintf(pt->pt_why, sizeof(pt->pt_why),
			"there is no such process, or you need privilege to inspect it");
	else if (!se->se_any)
		snprintf(pt->pt_why, sizeof(pt->pt_why), "the process has no object %s",
			se->se_object);
	return se->se_number != 0;
}

static const struct dt_type *scope_find(void *arg, const char *scope, enum dt_tkind kind,
	const char *name, const char **why)
{
	struct dt_ptypes *pt = arg;
	struct search se = { .se_types = pt,
		.se_name = name,
		.se_kind = kind == TY_STRUCT ? DT_DW_STRUCT :
			kind == TY_UNION     ? DT_DW_UNION :
			kind == TY_ENUM	     ? DT_DW_ENUM :
					       DT_DW_TYPEDEF };

	*why = pt->pt_why;
	return process_search(&se, scope) ? dt_ptype_make(se.se_file, se.se_number) : NULL;
}

static const struct dt_type *scope_enumerator(void *arg, const char *scope, const char *name,
	int64_t *value)
{
	struct search se = { .se_types = arg, .se_name = name, .se_kind = DT_DW_ENUMERATOR };
	const struct dt_type *ty;

	if (!process_search(&se, scope))
		return NULL;
	ty = dt_ptype_make(se.se_file, se.se_number);
	for (const struct dt_enumval *ev = dt_type_resolve(ty)->ty_u.enums; ev; ev = ev->ev_next)
		if (!strcmp(ev->ev_name, name)) {
			*value = ev->ev_value;
			return ty;
		}
	return NULL;
}

static void limit_said(void *arg, const char *line)
{
	dt_say(arg, line);
}

struct dt_ptypes *dt_ptypes_create(dtrace_hdl_t *h, struct dt_types *store)
{
	struct dt_ptypes *pt = base_calloc(1, sizeof(*pt));

	if (!pt)
		return NULL;
	pt->pt_handle = h;
	pt->pt_store = store;
	pt->pt_foreign = (struct dt_foreign){ .fg_arg = pt, .fg_make = dt_ptype_whole };
	dt_symlimit_init(&pt->pt_limit);
	pt->pt_limit.sl_file = (uint64_t)dt_opt(&h->dh_opts, DT_OPT_SYMFILESIZE);
	pt->pt_limit.sl_all = (uint64_t)dt_opt(&h->dh_opts, DT_OPT_SYMSIZE);
	pt->pt_limit.sl_say = limit_said;
	pt->pt_limit.sl_arg = h;
	dt_types_set_scopes(store,
		&(struct dt_scopes){ .sc_arg = pt,
			.sc_find = scope_find,
			.sc_enumerator = scope_enumerator });
	return pt;
}

void dt_ptypes_destroy(struct dt_ptypes *pt)
{
	if (!pt)
		return;
	for (struct dt_pfile *pf = pt->pt_files, *next; pf; pf = next) {
		next = pf->pf_next;
		dt_ptype_forget(pf);
		dt_dwarf_close(pf->pf_dwarf);
		free(pf);
	}
	free(pt->pt_lazy);
	free(pt);
}
