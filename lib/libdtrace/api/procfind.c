/*
 * Callbacks of the compiler about symbols of the kernel and of processes: reads files of /proc when
 * a text names them.
 */
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "glob.h"
#include "handle.h"
#include "objname.h"
#include "openfile.h"

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

/*
 * A command that waits at its exec has no libraries yet; it goes on to its entry point, unless the
 * program itself is meant.
 */
static void objects_map(dtrace_hdl_t *h, const struct dt_procquery *q)
{
	for (dtrace_proc_t *dp = h->dh_procs; dp; dp = dp->dp_next)
		if ((uint32_t)dp->dp_pid == q->pq_pid && strcmp(q->pq_object, "a.out") != 0)
			dt_target_advance(dp->dp_target);
}

struct find {
	dtrace_hdl_t *fi_handle;
	const struct dt_procquery *fi_query;
	struct dt_maps *fi_maps;
	char fi_exe[PATH_MAX];
	const struct dt_image *fi_last;
	bool fi_others; /* objects beside the executable */
	enum dt_procfound fi_best;
};

static bool is_vdso(const struct dt_image *im)
{
	return !strcmp(im->im_path, "[vdso]");
}

static bool object_matches(const struct find *fi, const struct dt_image *im)
{
	const char *want = fi->fi_query->pq_object;

	if (is_vdso(im) && (!strcmp(want, "vdso") || !strcmp(want, "linux-vdso.so.1")))
		return true;
	return base_object_is(want, im->im_name, im->im_path, !strcmp(im->im_path, fi->fi_exe));
}

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

static enum dt_procfound function_find(const struct find *fi, int fd)
{
	const struct dt_procquery *q = fi->fi_query;
	struct dt_elffunc ef;
	unsigned n = dt_elf_functions(fd, base_glob,
		strcmp(q->pq_function, "-") ? q->pq_function : "", &ef);

	if (!n)
		return DT_PROC_NOFUNCTION;
	if (n > 1 && base_is_glob(q->pq_function))
		return DT_PROC_FOUND;
	if (q->pq_offset >= 0 && *q->pq_function && ef.ef_size &&
		(uint64_t)q->pq_offset >= ef.ef_size)
		return DT_PROC_BEYOND;
	if (q->pq_offset > 0 && *q->pq_function && is_inside(fi, &ef))
		return DT_PROC_INSIDE;
	return DT_PROC_FOUND;
}

/* Keeps the best result of all objects: it is the greatest in enum dt_procfound. */
static void map_look(const struct dt_map *map, void *arg)
{
	struct find *fi = arg;
	struct dt_image *im = map->mp_image;
	enum dt_procfound r = DT_PROC_NOFILE;

	if (im == fi->fi_last)
		return;
	fi->fi_last = im;
	fi->fi_others |= !is_vdso(im) && strcmp(im->im_path, fi->fi_exe) != 0;
	if (!object_matches(fi, im))
		return;
	if (!is_vdso(im)) {
		int fd = dt_maps_open(im, fi->fi_query->pq_pid, map);

		if (fd >= 0) {
			r = function_find(fi, fd);
			close(fd);
		}
	}
	if (r > fi->fi_best)
		fi->fi_best = r;
}

/* Reads the process's mappings; returns false if there is no such process. */
static bool find_begin(struct find *fi)
{
	char path[32];
	ssize_t n;

	snprintf(path, sizeof(path), "/proc/%u/exe", fi->fi_query->pq_pid);
	n = readlink(path, fi->fi_exe, sizeof(fi->fi_exe) - 1);
	if (n <= 0)
		return false;
	fi->fi_exe[n] = '\0';
	fi->fi_exe[dt_path_length(fi->fi_exe)] = '\0';
	fi->fi_maps = dt_maps_create();
	return fi->fi_maps && dt_maps_read(fi->fi_maps, fi->fi_query->pq_pid) == 0;
}

static void find_end(struct find *fi)
{
	if (fi->fi_maps)
		dt_maps_destroy(fi->fi_maps);
}

static enum dt_procfound process_look(struct find *fi)
{
	uint32_t pid = fi->fi_query->pq_pid;

	if (!find_begin(fi))
		return errno == EACCES || errno == EPERM ? DT_PROC_DENIED : DT_PROC_NONE;
	fi->fi_best = DT_PROC_NOOBJECT;
	dt_maps_each(fi->fi_maps, pid, map_look, fi);
	return fi->fi_best == DT_PROC_NOOBJECT && !fi->fi_others ? DT_PROC_STATIC : fi->fi_best;
}

enum dt_procfound dt_find_process(void *arg, const struct dt_procquery *q)
{
	dtrace_hdl_t *h = arg;
	struct find fi = { .fi_handle = h, .fi_query = q };

	if (h->dh_npaths)
		return DT_PROC_REPLAY;
	objects_map(h, q);
	enum dt_procfound r = process_look(&fi);
	find_end(&fi);
	return r;
}

/*
 * The functions of a process's objects, for the pid provider.
 */
struct walk {
	struct find wa_find;
	void (*wa_fn)(const struct dt_userfunc *, void *);
	void *wa_arg;
	struct dt_userfunc wa_func;
};

/* A probe inside an instruction would change the program. */
static bool offset_begins(const struct walk *wa, const struct dt_elfname *en)
{
	uint64_t offset = (uint64_t)wa->wa_find.fi_query->pq_offset;
	struct dt_elffunc ef = { .ef_size = en->en_size, .ef_machine = en->en_machine };
	const char *why = NULL;
	ssize_t n;

	if (offset == 0)
		return true;
	if (offset >= en->en_size)
		return false;
	n = pread(wa->wa_func.uf_fd, ef.ef_code, sizeof(ef.ef_code), (off_t)en->en_offset);
	ef.ef_ncode = n > 0 ? (unsigned)n : 0;
	return !dt_insn_inside(&ef, offset, &why) && !why;
}

static void name_walk(const struct dt_elfname *en, void *arg)
{
	struct walk *wa = arg;

	if (!offset_begins(wa, en))
		return;
	wa->wa_func.uf_name = en->en_name;
	wa->wa_func.uf_offset = en->en_offset;
	wa->wa_fn(&wa->wa_func, wa->wa_arg);
}

static void map_walk(const struct dt_map *map, void *arg)
{
	struct walk *wa = arg;
	struct dt_image *im = map->mp_image;

	if (im == wa->wa_find.fi_last || is_vdso(im))
		return;
	wa->wa_find.fi_last = im;
	if (!object_matches(&wa->wa_find, im))
		return;
	wa->wa_func.uf_fd = dt_maps_open(im, wa->wa_find.fi_query->pq_pid, map);
	if (wa->wa_func.uf_fd < 0)
		return;
	wa->wa_func.uf_object = im->im_name;
	wa->wa_func.uf_path = im->im_path;
	wa->wa_func.uf_exe = !strcmp(im->im_path, wa->wa_find.fi_exe);
	dt_elf_names(wa->wa_func.uf_fd, base_glob, wa->wa_find.fi_query->pq_function, name_walk,
		wa);
	close(wa->wa_func.uf_fd);
}

int dt_find_functions(void *arg, uint32_t pid, const char *object, const char *function,
	uint64_t offset, void (*fn)(const struct dt_userfunc *, void *), void *fnarg)
{
	struct dt_procquery q = { .pq_pid = pid,
		.pq_object = object,
		.pq_function = function,
		.pq_offset = (int64_t)offset };
	struct walk wa = { .wa_find = { .fi_handle = arg, .fi_query = &q },
		.wa_fn = fn,
		.wa_arg = fnarg };
	bool found;

	objects_map(arg, &q);
	found = find_begin(&wa.wa_find);
	if (found)
		dt_maps_each(wa.wa_find.fi_maps, pid, map_walk, &wa);
	find_end(&wa.wa_find);
	return found ? 0 : -1;
}
