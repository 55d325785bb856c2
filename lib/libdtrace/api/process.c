/* What a process has mapped: process.h. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "objname.h"
#include "process.h"

bool dt_process_read(struct dt_process *ps, uint32_t pid, struct dt_maps *maps)
{
	char path[32];
	ssize_t n;

	ps->ps_pid = pid;
	ps->ps_maps = maps;
	snprintf(path, sizeof(path), "/proc/%u/exe", pid);
	snprintf(ps->ps_root, sizeof(ps->ps_root), "/proc/%u/root", pid);
	n = readlink(path, ps->ps_exe, sizeof(ps->ps_exe) - 1);
	ps->ps_exe[n > 0 ? n : 0] = '\0';
	ps->ps_exe[dt_path_length(ps->ps_exe)] = '\0';
	if (n <= 0)
		return false;
	if (!maps)
		ps->ps_maps = dt_maps_create();
	return ps->ps_maps && dt_maps_read(ps->ps_maps, pid) == 0;
}

void dt_process_end(struct dt_process *ps)
{
	if (ps->ps_maps)
		dt_maps_destroy(ps->ps_maps);
	ps->ps_maps = NULL;
}

struct visit {
	const struct dt_process *vi_process;
	const struct dt_image *vi_last;
	void (*vi_fn)(const struct dt_object *, void *);
	void *vi_arg;
};

static void map_visit(const struct dt_map *map, void *arg)
{
	struct visit *vi = arg;
	const struct dt_image *im = map->mp_image;

	if (im == vi->vi_last)
		return;
	vi->vi_last = im;
	vi->vi_fn(&(struct dt_object){ .ob_process = vi->vi_process,
			  .ob_image = im,
			  .ob_map = map,
			  .ob_exe = !strcmp(im->im_path, vi->vi_process->ps_exe),
			  .ob_vdso = !strcmp(im->im_path, "[vdso]") },
		vi->vi_arg);
}

void dt_process_objects(const struct dt_process *ps, void (*fn)(const struct dt_object *, void *),
	void *arg)
{
	struct visit vi = { .vi_process = ps, .vi_fn = fn, .vi_arg = arg };

	dt_maps_each(ps->ps_maps, ps->ps_pid, map_visit, &vi);
}

int dt_object_open(const struct dt_object *ob)
{
	return dt_maps_open(ob->ob_image, ob->ob_process->ps_pid, ob->ob_map);
}

bool dt_object_is(const struct dt_object *ob, const char *want)
{
	if (ob->ob_vdso && (!strcmp(want, "vdso") || !strcmp(want, "linux-vdso.so.1")))
		return true;
	return base_object_is(want, ob->ob_image->im_name, ob->ob_image->im_path, ob->ob_exe);
}
