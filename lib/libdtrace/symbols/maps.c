/*
 * What was mapped where: for each process a sorted table of ranges without overlap, each leading to an image.
 *
 * Images are shared by path; two paths of one file (hard links, /proc/PID/root) share the symbols by device and inode.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>
#include "symbols.h"

struct procmaps {
	uint32_t pm_pid;
	uint32_t pm_count, pm_max;
	struct dt_map *pm_maps;
	struct procmaps *pm_next;
};

#define PROC_BUCKETS 1024
#define IMAGE_BUCKETS 256

struct dt_maps {
	struct procmaps *mt_procs[PROC_BUCKETS];
	struct dt_image *mt_images[IMAGE_BUCKETS];
};

struct dt_maps *dt_maps_create(void)
{
	return calloc(1, sizeof(struct dt_maps));
}

static void image_free(struct dt_image *im)
{
	if (!im->im_shared)
		dt_elf_free(im->im_elf);
	free((char *)im->im_path);
	free(im);
}

void dt_maps_destroy(struct dt_maps *mt)
{
	if (!mt)
		return;
	for (unsigned i = 0; i < PROC_BUCKETS; i++)
		for (struct procmaps *pm = mt->mt_procs[i], *next; pm; pm = next) {
			next = pm->pm_next;
			free(pm->pm_maps);
			free(pm);
		}
	for (unsigned i = 0; i < IMAGE_BUCKETS; i++)
		for (struct dt_image *im = mt->mt_images[i], *next; im; im = next) {
			next = im->im_next;
			image_free(im);
		}
	free(mt);
}

/* Windows names have the other separator; a file name may hold either, so the last of both counts there only if
   the path begins as one of Windows does. */
static const char *path_name(const char *path)
{
	const char *name = strrchr(path, '/');

	if (!name && (*path == '\\' || (*path && path[1] == ':')))
		name = strrchr(path, '\\');
	return name && name[1] ? name + 1 : path;
}

static struct dt_image *image_get(struct dt_maps *mt, const char *path)
{
	uint32_t hash = 2166136261u;
	struct dt_image *im;

	for (const char *p = path; *p; p++)
		hash = (hash ^ (unsigned char)*p) * 16777619u;
	hash %= IMAGE_BUCKETS;
	for (im = mt->mt_images[hash]; im; im = im->im_next)
		if (!strcmp(im->im_path, path))
			return im;
	im = calloc(1, sizeof(*im));
	if (!im || !(im->im_path = strdup(path))) {
		free(im);
		return NULL;
	}
	im->im_name = path_name(im->im_path);
	im->im_next = mt->mt_images[hash];
	mt->mt_images[hash] = im;
	return im;
}

static struct procmaps *proc_find(const struct dt_maps *mt, uint32_t pid)
{
	struct procmaps *pm = mt->mt_procs[pid % PROC_BUCKETS];

	while (pm && pm->pm_pid != pid)
		pm = pm->pm_next;
	return pm;
}

static struct procmaps *proc_get(struct dt_maps *mt, uint32_t pid)
{
	struct procmaps *pm = proc_find(mt, pid);

	if (pm)
		return pm;
	pm = calloc(1, sizeof(*pm));
	if (!pm)
		return NULL;
	pm->pm_pid = pid;
	pm->pm_next = mt->mt_procs[pid % PROC_BUCKETS];
	mt->mt_procs[pid % PROC_BUCKETS] = pm;
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
	free(pm->pm_maps);
	free(pm);
}

/* index of the first map that ends after addr */
static uint32_t map_index(const struct procmaps *pm, uint64_t addr)
{
	uint32_t lo = 0, hi = pm->pm_count;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (pm->pm_maps[mid].mp_end <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static bool maps_room(struct procmaps *pm)
{
	uint32_t max = pm->pm_max ? pm->pm_max * 2 : 32;
	struct dt_map *bigger;

	if (pm->pm_count + 2 <= pm->pm_max)
		return true;
	bigger = realloc(pm->pm_maps, max * sizeof(*bigger));
	if (!bigger)
		return false;
	pm->pm_maps = bigger;
	pm->pm_max = max;
	return true;
}

static void map_insert(struct procmaps *pm, uint32_t i, struct dt_map map)
{
	memmove(pm->pm_maps + i + 1, pm->pm_maps + i, (pm->pm_count - i) * sizeof(map));
	pm->pm_maps[i] = map;
	pm->pm_count++;
}

/* Cuts [base, end) out of the table, so that the new map can go in at the returned index; room for two is there. */
static uint32_t maps_cut(struct procmaps *pm, uint64_t base, uint64_t end)
{
	uint32_t i = map_index(pm, base), j;
	struct dt_map *m = pm->pm_maps;

	if (i < pm->pm_count && m[i].mp_base < base) {
		struct dt_map right = m[i];

		m[i].mp_end = base;
		i++;
		if (right.mp_end > end) {
			right.mp_off += end - right.mp_base;
			right.mp_base = end;
			map_insert(pm, i, right);
			return i;
		}
	}
	for (j = i; j < pm->pm_count && m[j].mp_end <= end; j++)
		;
	memmove(m + i, m + j, (pm->pm_count - j) * sizeof(*m));
	pm->pm_count -= j - i;
	if (i < pm->pm_count && m[i].mp_base < end) {
		m[i].mp_off += end - m[i].mp_base;
		m[i].mp_base = end;
	}
	return i;
}

void dt_maps_add(struct dt_maps *mt, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const char *path)
{
	struct procmaps *pm = proc_get(mt, pid);
	struct dt_image *im = image_get(mt, path);
	uint64_t end = base + size < base ? UINT64_MAX : base + size;

	if (!pm || !im || !size || !maps_room(pm))
		return;
	map_insert(pm, maps_cut(pm, base, end), (struct dt_map){base, end, off, im});
}

/* "55d0-55d1 r-xp 00002000 fe:01 1234   /usr/bin/cat": files, and the one pseudo file that has symbols. */
static void line_read(struct dt_maps *mt, uint32_t pid, char *line)
{
	uint64_t base, end, off;
	int at = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %*s %*s %n", &base, &end, &off,
		    &at) < 3 || !at || end <= base)
		return;
	if (line[at] == '/' || !strcmp(line + at, "[vdso]"))
		dt_maps_add(mt, pid, base, end - base, off, line + at);
}

int dt_maps_read(struct dt_maps *mt, uint32_t pid)
{
	char path[32], *line = NULL;
	size_t cap = 0;
	FILE *fp;

	snprintf(path, sizeof(path), "/proc/%u/maps", pid);
	fp = fopen(path, "re");
	if (!fp)
		return -1;
	proc_get(mt, pid);
	while (getline(&line, &cap, fp) > 0)
		line_read(mt, pid, line);
	free(line);
	fclose(fp);
	return 0;
}

const struct dt_map *dt_maps_find(const struct dt_maps *mt, uint32_t pid, uint64_t pc)
{
	const struct procmaps *pm = proc_find(mt, pid);
	uint32_t i = pm ? map_index(pm, pc) : 0;

	if (!pm || i == pm->pm_count || pm->pm_maps[i].mp_base > pc)
		return NULL;
	return &pm->pm_maps[i];
}

void dt_maps_each(const struct dt_maps *mt, uint32_t pid, void (*fn)(const struct dt_map *, void *),
	void *arg)
{
	const struct procmaps *pm = proc_find(mt, pid);

	for (uint32_t i = 0; pm && i < pm->pm_count; i++)
		fn(&pm->pm_maps[i], arg);
}

/* The vdso is the same for everyone: ours will do. */
static struct dt_elf *vdso_open(void)
{
	const void *vdso = (const void *)getauxval(AT_SYSINFO_EHDR);
	struct dt_maps *own = vdso ? dt_maps_create() : NULL;
	const struct dt_map *map;
	struct dt_elf *el = NULL;

	if (own && dt_maps_read(own, getpid()) == 0) {
		map = dt_maps_find(own, getpid(), (uintptr_t)vdso);
		if (map)
			el = dt_elf_memory(vdso, map->mp_end - map->mp_base);
	}
	dt_maps_destroy(own);
	return el;
}

/* As the process sees the path; else as we do; a deleted file through the mapping itself. */
int dt_maps_open(const struct dt_image *im, uint32_t pid, const struct dt_map *map)
{
	char path[4200];
	size_t len = strlen(im->im_path);
	int fd = -1;

	if (len > 10 && !strcmp(im->im_path + len - 10, " (deleted)")) {
		snprintf(path, sizeof(path), "/proc/%u/map_files/%" PRIx64 "-%" PRIx64, pid,
			map->mp_base, map->mp_end);
		return open(path, O_RDONLY | O_CLOEXEC);
	}
	if ((size_t)snprintf(path, sizeof(path), "/proc/%u/root%s", pid, im->im_path) <
		sizeof(path))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	return fd >= 0 ? fd : open(im->im_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
}

static struct dt_image *image_twin(const struct dt_maps *mt, const struct dt_image *of)
{
	for (unsigned i = 0; i < IMAGE_BUCKETS; i++)
		for (struct dt_image *im = mt->mt_images[i]; im; im = im->im_next)
			if (im != of && im->im_tried && !im->im_shared && im->im_elf &&
				im->im_ino == of->im_ino && im->im_dev == of->im_dev)
				return im;
	return NULL;
}

struct dt_elf *dt_maps_elf(struct dt_maps *mt, struct dt_image *im, uint32_t pid,
	const struct dt_map *map)
{
	struct dt_image *twin;
	char root[32];
	struct stat st;
	int fd;

	if (im->im_tried)
		return im->im_elf;
	im->im_tried = true;
	if (!strcmp(im->im_path, "[vdso]"))
		return im->im_elf = vdso_open();
	fd = dt_maps_open(im, pid, map);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode)) {
		im->im_dev = st.st_dev;
		im->im_ino = st.st_ino;
		twin = image_twin(mt, im);
		im->im_shared = twin != NULL;
		snprintf(root, sizeof(root), "/proc/%u/root", pid);
		im->im_elf = twin ? twin->im_elf : dt_elf_open(fd, im->im_path, root);
	}
	close(fd);
	return im->im_elf;
}
