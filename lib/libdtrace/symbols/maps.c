/*
 * Mappings: for each process a table of ranges (maptab.h), each with its image.
 *
 * A process that has exited is kept if an address of it was recorded. Others are kept for a while:
 * their last records may arrive after their end.
 *
 * The memory of the tables is limited (symlimit.h): over the limit, the process that has had no new
 * mapping for the longest time is dropped.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "alloc.h"
#include "openfile.h"
#include "symbols.h"
#include "images.h"
#include "mapsline.h"
#include "maptab.h"
#include "stream.h"

struct procmaps {
	uint32_t pm_pid;
	uint32_t pm_nspid;	   /* its pid in its own namespace */
	uint32_t pm_uid;	   /* its user; UINT32_MAX: unknown */
	bool pm_wanted, pm_exited; /* wanted: addresses of it were recorded */
	struct dt_maptab pm_maps;
	struct dt_perfmap *pm_jit;
	uint64_t pm_generation;
	uint64_t pm_jitsize; /* size of the file that pm_jit was read from */
	uint64_t pm_held;    /* bytes taken of the limit */
	struct procmaps *pm_next;
	struct procmaps *pm_older, *pm_newer;
};

#define PROC_BUCKETS 65536
#define NEXITED 4096

struct dt_maps {
	struct procmaps *mt_procs[PROC_BUCKETS];
	struct dt_images mt_images;
	uint32_t mt_exited[NEXITED]; /* pids of the last processes that exited, a ring */
	uint32_t mt_nexited;
	struct procmaps *mt_oldest, *mt_newest;
	uint64_t mt_generation;
	/* an image and a process that are in use, but in no table at the moment */
	struct dt_image *mt_adding;
	const struct procmaps *mt_parent;
};

struct dt_maps *dt_maps_create(void)
{
	struct dt_maps *mt = base_calloc(1, sizeof(struct dt_maps));

	if (mt)
		dt_symlimit_init(&mt->mt_images.is_limit);
	return mt;
}

struct dt_symlimit *dt_maps_limit(struct dt_maps *mt)
{
	return &mt->mt_images.is_limit;
}

static void proc_free(struct dt_maps *mt, struct procmaps *pm)
{
	dt_symlimit_give(&mt->mt_images.is_limit, &pm->pm_held);
	dt_perfmap_free(pm->pm_jit);
	dt_maptab_free(&pm->pm_maps);
	free(pm);
}

/*
 * By age.
 */
static void age_unlink(struct dt_maps *mt, struct procmaps *pm)
{
	*(pm->pm_older ? &pm->pm_older->pm_newer : &mt->mt_oldest) = pm->pm_newer;
	*(pm->pm_newer ? &pm->pm_newer->pm_older : &mt->mt_newest) = pm->pm_older;
	pm->pm_older = pm->pm_newer = NULL;
}

static void age_newest(struct dt_maps *mt, struct procmaps *pm)
{
	pm->pm_older = mt->mt_newest;
	*(mt->mt_newest ? &mt->mt_newest->pm_newer : &mt->mt_oldest) = pm;
	mt->mt_newest = pm;
}

void dt_maps_destroy(struct dt_maps *mt)
{
	if (!mt)
		return;
	for (unsigned i = 0; i < PROC_BUCKETS; i++)
		for (struct procmaps *pm = mt->mt_procs[i], *next; pm; pm = next) {
			next = pm->pm_next;
			proc_free(mt, pm);
		}
	dt_images_free(&mt->mt_images);
	free(mt);
}

static struct procmaps *proc_find(const struct dt_maps *mt, uint32_t pid)
{
	struct procmaps *pm = mt->mt_procs[pid % PROC_BUCKETS];

	while (pm && pm->pm_pid != pid)
		pm = pm->pm_next;
	return pm;
}

bool dt_maps_known(const struct dt_maps *mt, uint32_t pid)
{
	return proc_find(mt, pid) != NULL;
}

void dt_maps_forget(struct dt_maps *mt, uint32_t pid)
{
	struct procmaps **link = &mt->mt_procs[pid % PROC_BUCKETS], *pm;

	while ((pm = *link) && pm->pm_pid != pid)
		link = &pm->pm_next;
	if (!pm)
		return;
	*link = pm->pm_next;
	age_unlink(mt, pm);
	proc_free(mt, pm);
}

static void image_mark(const struct dt_map *map, void *arg)
{
	(void)arg;
	map->mp_image->im_marked = true;
}

/* Frees the images that no process maps any more. */
static void images_sweep(struct dt_maps *mt)
{
	for (const struct procmaps *pm = mt->mt_oldest; pm; pm = pm->pm_newer)
		dt_maptab_each(&pm->pm_maps, image_mark, NULL);
	if (mt->mt_parent)
		dt_maptab_each(&mt->mt_parent->pm_maps, image_mark, NULL);
	if (mt->mt_adding)
		mt->mt_adding->im_marked = true;
	dt_images_sweep(&mt->mt_images);
}

/* Makes room for bytes by dropping older processes. */
static void make_room(struct dt_maps *mt, const struct procmaps *keep, uint64_t bytes)
{
	const struct dt_symlimit *sl = &mt->mt_images.is_limit;

	if (bytes <= sl->sl_all - sl->sl_used || !mt->mt_oldest || mt->mt_oldest == keep)
		return;
	/* an eighth at a time, because a sweep looks at all images */
	while (sl->sl_used > sl->sl_all - sl->sl_all / 8 && mt->mt_oldest && mt->mt_oldest != keep)
		dt_maps_forget(mt, mt->mt_oldest->pm_pid);
	images_sweep(mt);
}

/* Takes bytes of the limit for the process; returns false if there is no room. */
static bool proc_take(struct dt_maps *mt, struct procmaps *pm, uint64_t bytes)
{
	make_room(mt, pm, bytes);
	return dt_symlimit_take(&mt->mt_images.is_limit, &pm->pm_held, bytes,
		"a process's mappings");
}

static struct procmaps *proc_get(struct dt_maps *mt, uint32_t pid)
{
	struct procmaps *pm = proc_find(mt, pid);

	if (pm) {
		age_unlink(mt, pm);
		age_newest(mt, pm);
		return pm;
	}
	pm = base_calloc(1, sizeof(*pm));
	if (!pm)
		return NULL;
	pm->pm_pid = pm->pm_nspid = pid;
	if (!proc_take(mt, pm, sizeof(*pm))) {
		free(pm);
		return NULL;
	}
	pm->pm_uid = UINT32_MAX;
	pm->pm_generation = ++mt->mt_generation;
	pm->pm_next = mt->mt_procs[pid % PROC_BUCKETS];
	mt->mt_procs[pid % PROC_BUCKETS] = pm;
	age_newest(mt, pm);
	return pm;
}

struct taker {
	struct dt_maps *tk_maps;
	struct procmaps *tk_proc;
};

static bool on_take(void *arg, uint64_t bytes)
{
	struct taker *tk = arg;

	return proc_take(tk->tk_maps, tk->tk_proc, bytes);
}

void dt_maps_add_file(struct dt_maps *mt, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const struct dt_mapped *file)
{
	struct procmaps *pm = proc_get(mt, pid);
	uint64_t end = base + size < base ? UINT64_MAX : base + size;
	struct dt_image *im;

	make_room(mt, pm, dt_image_cost(strlen(file->md_path)));
	im = dt_image_get(&mt->mt_images, file->md_path, file->md_dev, file->md_ino);

	if (!pm || !im || !size)
		return;
	mt->mt_adding = im;
	if (dt_maptab_set(&pm->pm_maps, &(struct dt_map){ base, end, off, im }, on_take,
		    &(struct taker){ mt, pm }))
		pm->pm_generation = ++mt->mt_generation;
	mt->mt_adding = NULL;
}

void dt_maps_add(struct dt_maps *mt, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const char *path)
{
	dt_maps_add_file(mt, pid, base, size, off, &(struct dt_mapped){ .md_path = path });
}

bool dt_maps_renames(const struct dt_maps *mt, uint32_t pid, uint64_t base, uint64_t size,
	uint64_t off, const char *path)
{
	const struct procmaps *pm = proc_find(mt, pid);
	uint64_t end = base + size < base ? UINT64_MAX : base + size;
	const struct dt_map *map = pm && pm->pm_wanted ? dt_maptab_next(&pm->pm_maps, base) : NULL;

	for (; map && map->mp_base < end; map = dt_maptab_next(&pm->pm_maps, map->mp_end))
		if (map->mp_base - map->mp_off != base - off ||
			strcmp(map->mp_image->im_path, path) != 0)
			return true;
	return false;
}

/*
 * The life of a process.
 */
void dt_maps_fork(struct dt_maps *mt, uint32_t pid, uint32_t parent)
{
	struct procmaps *from, *pm;

	dt_maps_forget(mt, pid);
	pm = proc_get(mt, pid);
	from = pm ? proc_find(mt, parent) : NULL;
	if (!from)
		return;
	age_unlink(mt, from); /* the child's mappings must not displace the parent's */
	mt->mt_parent = from;
	dt_maptab_copy(&pm->pm_maps, &from->pm_maps, on_take, &(struct taker){ mt, pm });
	age_newest(mt, from);
	mt->mt_parent = NULL;
}

void dt_maps_start(struct dt_maps *mt, uint32_t pid)
{
	proc_get(mt, pid);
}

void dt_maps_exited(struct dt_maps *mt, uint32_t pid)
{
	struct procmaps *pm = proc_find(mt, pid);
	uint32_t *slot = &mt->mt_exited[mt->mt_nexited % NEXITED];

	if (!pm)
		return;
	pm->pm_exited = true;
	pm = mt->mt_nexited++ >= NEXITED ? proc_find(mt, *slot) : NULL;
	if (pm && pm->pm_exited && !pm->pm_wanted)
		dt_maps_forget(mt, *slot);
	*slot = pid;
}

/*
 * /proc.
 */
/* Files, and the one pseudo file that has symbols. */
static void line_read(struct dt_maps *mt, uint32_t pid, char *line)
{
	struct base_mapsline ml;
	struct dt_mapped file;

	if (!base_mapsline(line, &ml) || (*ml.ml_path != '/' && strcmp(ml.ml_path, "[vdso]") != 0))
		return;
	file = (struct dt_mapped){ .md_path = ml.ml_path,
		.md_dev = ml.ml_dev,
		.md_ino = ml.ml_ino };
	dt_maps_add_file(mt, pid, ml.ml_base, ml.ml_end - ml.ml_base, ml.ml_off, &file);
}

/* Whether the process has another root: its paths are not dtrace's. */
static bool root_differs(uint32_t pid)
{
	struct stat own, its;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%u/root", pid);
	return stat("/", &own) == 0 && stat(path, &its) == 0 &&
		(own.st_dev != its.st_dev || own.st_ino != its.st_ino);
}

struct reader {
	struct dt_maps *rd_maps;
	uint32_t rd_pid;
	bool rd_all;
};

static void image_read(const struct dt_map *map, void *arg)
{
	const struct reader *rd = arg;

	if (rd->rd_all || !dt_image_there(map->mp_image))
		dt_image_elf(&rd->rd_maps->mt_images, map->mp_image, rd->rd_pid, map);
}

/* Reads the symbols of files that only their process can open, while it exists. */
static void images_read(struct dt_maps *mt, struct procmaps *pm)
{
	struct reader rd = { mt, pm->pm_pid, root_differs(pm->pm_pid) };

	dt_maptab_each(&pm->pm_maps, image_read, &rd);
}

void dt_maps_wanted(struct dt_maps *mt, uint32_t pid)
{
	struct procmaps *pm = proc_find(mt, pid);

	if (!pm || pm->pm_wanted)
		return;
	pm->pm_wanted = true;
	images_read(mt, pm);
}

int dt_maps_read(struct dt_maps *mt, uint32_t pid)
{
	char path[32], *line = NULL;
	struct procmaps *pm;
	size_t cap = 0;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	fp = base_fopen(path);
	pm = fp ? proc_get(mt, pid) : NULL;
	while (pm && base_getline(&line, &cap, fp) > 0)
		line_read(mt, pid, line);
	free(line);
	if (fp)
		fclose(fp);
	return pm ? 0 : -1;
}

const struct dt_map *dt_maps_find(const struct dt_maps *mt, uint32_t pid, uint64_t pc)
{
	const struct procmaps *pm = proc_find(mt, pid);

	return pm ? dt_maptab_find(&pm->pm_maps, pc) : NULL;
}

uint64_t dt_maps_generation(const struct dt_maps *mt, uint32_t pid)
{
	const struct procmaps *pm = proc_find(mt, pid);

	return pm ? pm->pm_generation : 0;
}

void dt_maps_each(const struct dt_maps *mt, uint32_t pid, void (*fn)(const struct dt_map *, void *),
	void *arg)
{
	const struct procmaps *pm = proc_find(mt, pid);

	if (pm)
		dt_maptab_each(&pm->pm_maps, fn, arg);
}

struct dt_elf *dt_maps_elf(struct dt_maps *mt, struct dt_image *im, uint32_t pid,
	const struct dt_map *map)
{
	return dt_image_elf(&mt->mt_images, im, pid, map);
}

/*
 * Functions that a compiler in the process made.
 */

/*
 * Reads the user that owns the files which the process writes, and its pid in the innermost
 * namespace, which is the last of its line.
 */
static void status_read(struct procmaps *pm)
{
	char path[32], *line = NULL, *last;
	size_t cap = 0;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%u/status", pm->pm_pid);
	fp = base_fopen(path);
	while (fp && base_getline(&line, &cap, fp) > 0) {
		if (!strncmp(line, "NSpid:", 6) && (last = strrchr(line, '\t')))
			pm->pm_nspid = (uint32_t)strtoul(last, NULL, 10);
		else if (!strncmp(line, "Uid:", 4)) /* real, effective, saved, of the file system */
			sscanf(line, "Uid: %*u %*u %*u %" SCNu32, &pm->pm_uid);
	}
	free(line);
	if (fp)
		fclose(fp);
}

bool dt_maps_jit(const struct dt_maps *mt, uint32_t pid, uint64_t pc, struct dt_sym *sym)
{
	const struct procmaps *pm = proc_find(mt, pid);

	return pm && pm->pm_jit && dt_perfmap_find(pm->pm_jit, pc, sym);
}

bool dt_maps_jit_read(struct dt_maps *mt, uint32_t pid)
{
	struct procmaps *pm = proc_find(mt, pid);
	struct dt_perfmap *pf;

	if (!pm)
		return false;
	status_read(pm);
	pf = dt_perfmap_read(&(struct dt_perfmap_of){ pid, pm->pm_nspid, pm->pm_uid },
		&pm->pm_jitsize, &mt->mt_images.is_limit);
	if (!pf)
		return false;
	dt_perfmap_free(pm->pm_jit);
	pm->pm_jit = pf;
	return true;
}
