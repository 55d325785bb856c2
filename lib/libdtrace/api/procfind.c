/*
 * Callbacks of the compiler about symbols of the kernel and of processes: reads files of /proc when
 * a text names them.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "glob.h"
#include "handle.h"
#include "openfile.h"
#include "process.h"

/* True for a process of 32 bits. */
static bool is_ilp32(uint32_t pid)
{
	char ident[EI_NIDENT + 1], path[32];

	snprintf(path, sizeof(path), "/proc/%u/exe", pid);
	return base_slurp(AT_FDCWD, path, ident, sizeof(ident)) >= EI_NIDENT &&
		!memcmp(ident, ELFMAG, SELFMAG) && ident[EI_CLASS] == ELFCLASS32;
}

enum dt_symstate dt_find_symbol(void *arg, uint32_t pid, const char *mod, const char *name)
{
	dtrace_hdl_t *h = arg;
	bool core = !mod || !strcmp(mod, "unix") || !strcmp(mod, "genunix");

	if (!pid && core && dt_kernel_knows(name, !h->dh_npaths))
		return DT_SYM_FACT;
	if (h->dh_npaths)
		return DT_SYM_UNKNOWN;
	if (pid)
		return is_ilp32(pid) ? DT_SYM_MODEL : DT_SYM_UNTYPED;
	return dt_kallsyms_named("/proc/kallsyms", mod, name, NULL) ? DT_SYM_UNTYPED :
								      DT_SYM_UNKNOWN;
}

void dt_objects_map(dtrace_hdl_t *h, uint32_t pid, const char *object)
{
	for (dtrace_proc_t *dp = h->dh_procs; dp; dp = dp->dp_next)
		if ((uint32_t)dp->dp_pid == pid && strcmp(object, "a.out") != 0)
			dt_target_advance(dp->dp_target);
}

struct find {
	dtrace_hdl_t *fi_handle;
	const struct dt_procquery *fi_query;
	bool fi_others; /* objects beside the executable */
	enum dt_procfound fi_best;
};

/* Whether the offset is inside an instruction; if that can't be decided, a line reports why. */
static bool is_inside(const struct find *fi, const struct dt_elffunc *ef)
{
	const struct dt_procquery *q = fi->fi_query;
	const char *why;
	bool inside = dt_insn_inside(ef, (uint64_t)q->pq_offset, &why);
	char line[1024];

	if (why) {
		snprintf(line, sizeof(line), "offset %llx of %s is not checked: %s",
			(unsigned long long)q->pq_offset, q->pq_function, why);
		dt_say(fi->fi_handle, line);
	}
	return inside;
}

/* Function "-" is an address in the object: pid1234:a.out:-:4f0. */
static enum dt_procfound function_find(const struct find *fi, const struct dt_elffile *file)
{
	const struct dt_procquery *q = fi->fi_query;
	bool address = !strcmp(q->pq_function, "-");
	struct dt_elffunc ef;
	unsigned n = dt_elf_functions(file, address ? "" : q->pq_function, &ef);

	if (!n)
		return ef.ef_stripped ? DT_PROC_STRIPPED : DT_PROC_NOFUNCTION;
	if ((n > 1 && base_is_glob(q->pq_function)) || address)
		return DT_PROC_FOUND;
	if (q->pq_offset >= 0 && *q->pq_function && ef.ef_size &&
		(uint64_t)q->pq_offset >= ef.ef_size)
		return DT_PROC_BEYOND;
	if (q->pq_offset > 0 && *q->pq_function && is_inside(fi, &ef))
		return DT_PROC_INSIDE;
	return DT_PROC_FOUND;
}

/* Keeps the best result of all objects: it is the greatest in enum dt_procfound. */
static void object_look(const struct dt_object *ob, void *arg)
{
	struct find *fi = arg;
	struct dt_elffile file = { -1, ob->ob_image->im_path, ob->ob_process->ps_root };
	enum dt_procfound r = DT_PROC_NOFILE;

	fi->fi_others |= !ob->ob_vdso && !ob->ob_exe;
	if (!dt_object_is(ob, fi->fi_query->pq_object))
		return;
	if (!ob->ob_vdso) {
		file.fl_fd = dt_object_open(ob);
		if (file.fl_fd >= 0) {
			r = function_find(fi, &file);
			close(file.fl_fd);
		}
	}
	if (r > fi->fi_best)
		fi->fi_best = r;
}

static enum dt_procfound process_look(struct find *fi)
{
	struct dt_process ps;

	if (dt_process_read(&ps, fi->fi_query->pq_pid, NULL)) {
		fi->fi_best = DT_PROC_NOOBJECT;
		dt_process_objects(&ps, object_look, fi);
	} else {
		fi->fi_best = errno == EACCES || errno == EPERM ? DT_PROC_DENIED : DT_PROC_NONE;
	}
	dt_process_end(&ps);
	return fi->fi_best == DT_PROC_NOOBJECT && !fi->fi_others ? DT_PROC_STATIC : fi->fi_best;
}

enum dt_procfound dt_find_process(void *arg, const struct dt_procquery *q)
{
	dtrace_hdl_t *h = arg;
	struct find fi = { .fi_handle = h, .fi_query = q };

	if (h->dh_npaths)
		return DT_PROC_REPLAY;
	dt_objects_map(h, q->pq_pid, q->pq_object);
	return process_look(&fi);
}
