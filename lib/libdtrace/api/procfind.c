/*
 * Callbacks of the compiler about symbols of the kernel and of processes: reads files of /proc when
 * a text names them.
 */
#include <elf.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "glob.h"
#include "handle.h"
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

/* An object may be named by its path, its name, its name up to ".so", or a.out. */
static bool object_matches(const struct find *fi, const struct dt_image *im)
{
	const char *want = fi->fi_query->pq_object, *so = strstr(im->im_name, ".so");

	if (!*want || !strcmp(want, im->im_path) || base_glob(want, im->im_name))
		return true;
	if (is_vdso(im))
		return !strcmp(want, "vdso") || !strcmp(want, "linux-vdso.so.1");
	if (!strcmp(want, "a.out"))
		return !strcmp(im->im_path, fi->fi_exe);
	return so && strlen(want) == (size_t)(so - im->im_name) &&
		!strncmp(want, im->im_name, so - im->im_name);
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

static enum dt_procfound process_look(struct find *fi)
{
	uint32_t pid = fi->fi_query->pq_pid;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%u/exe", pid);
	ssize_t n = readlink(path, fi->fi_exe, sizeof(fi->fi_exe) - 1);

	if (n <= 0 || dt_maps_read(fi->fi_maps, pid) < 0)
		return DT_PROC_NONE;
	fi->fi_exe[n] = '\0';
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
	fi.fi_maps = dt_maps_create();
	if (!fi.fi_maps)
		return DT_PROC_NONE;
	enum dt_procfound r = process_look(&fi);
	dt_maps_destroy(fi.fi_maps);
	return r;
}
