/*
 * What was mapped where: for each process a sorted table of ranges without overlap, each leading to an image.
 *
 * A process that has exited is kept for good once an address of it was recorded.  Others are kept a while: the records
 * of their last moments are still on their way when the end is known.
 *
 * What the tables take is bounded (symlimit.h): when it is too much, the process goes that got nothing new for longest.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include "alloc.h"
#include "openfile.h"
#include "symbols.h"
#include "images.h"
#include "stream.h"

struct procmaps {
	uint32_t pm_pid;
	uint32_t pm_nspid;		/* as it sees itself */
	uint32_t pm_uid;		/* its user; UINT32_MAX: not known */
	uint32_t pm_count, pm_max;
	bool pm_wanted, pm_exited;	/* wanted: addresses of it were recorded */
	struct dt_map *pm_maps;
	struct dt_perfmap *pm_jit;
	uint64_t pm_generation;
	uint64_t pm_jitsize;		/* of the file pm_jit was made from */
	uint64_t pm_held;		/* bytes taken of the bound */
	struct procmaps *pm_next;
	struct procmaps *pm_older, *pm_newer;
};

#define PROC_BUCKETS 65536
#define NEXITED 4096

struct dt_maps {
	struct procmaps *mt_procs[PROC_BUCKETS];
	struct dt_images mt_images;
	uint32_t mt_exited[NEXITED];	/* the last ones' pids, a ring */
	uint32_t mt_nexited;
	struct procmaps *mt_oldest, *mt_newest;
	uint64_t mt_generation;
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
	free(pm->pm_maps);
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

/* Takes bytes for the process, for which older ones go; false: there is no room even so. */
static bool proc_take(struct dt_maps *mt, struct procmaps *pm, uint64_t bytes)
{
	struct dt_symlimit *sl = &mt->mt_images.is_limit;

	while (bytes > sl->sl_all - sl->sl_used && mt->mt_oldest && mt->mt_oldest != pm)
		dt_maps_forget(mt, mt->mt_oldest->pm_pid);
	return dt_symlimit_take(sl, &pm->pm_held, bytes, "a process's mappings");
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

static bool maps_room(struct dt_maps *mt, struct procmaps *pm)
{
	uint32_t max = pm->pm_max ? pm->pm_max * 2 : 8;
	struct dt_map *bigger;

	if (pm->pm_count + 2 <= pm->pm_max)
		return true;
	if (!proc_take(mt, pm, (max - pm->pm_max) * sizeof(*bigger)))
		return false;
	bigger = base_realloc(pm->pm_maps, max * sizeof(*bigger));
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

void dt_maps_add_file(struct dt_maps *mt, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const struct dt_mapped *file)
{
	struct procmaps *pm = proc_get(mt, pid);
	struct dt_image *im = dt_image_get(&mt->mt_images, file->md_path, file->md_dev, file->md_ino);
	uint64_t end = base + size < base ? UINT64_MAX : base + size;

	if (!pm || !im || !size || !maps_room(mt, pm))
		return;
	map_insert(pm, maps_cut(pm, base, end), (struct dt_map){base, end, off, im});
	pm->pm_generation = ++mt->mt_generation;
}

void dt_maps_add(struct dt_maps *mt, uint32_t pid, uint64_t base, uint64_t size, uint64_t off,
	const char *path)
{
	dt_maps_add_file(mt, pid, base, size, off, &(struct dt_mapped){.md_path = path});
}

/*
 * The life of a process.
 */
void dt_maps_fork(struct dt_maps *mt, uint32_t pid, uint32_t parent)
{
	const struct procmaps *from;
	struct procmaps *pm;

	dt_maps_forget(mt, pid);
	pm = proc_get(mt, pid);
	if (!pm || !(from = proc_find(mt, parent)) || !from->pm_count ||
		!proc_take(mt, pm, from->pm_count * sizeof(*pm->pm_maps)) || !(from = proc_find(mt, parent)))
		return;
	pm->pm_maps = base_malloc(from->pm_count * sizeof(*pm->pm_maps));
	if (!pm->pm_maps)
		return;
	memcpy(pm->pm_maps, from->pm_maps, from->pm_count * sizeof(*pm->pm_maps));
	pm->pm_count = pm->pm_max = from->pm_count;
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
/* "55d0-55d1 r-xp 00002000 fe:01 1234   /usr/bin/cat": files, and the one pseudo file that has symbols. */
static void line_read(struct dt_maps *mt, uint32_t pid, char *line)
{
	struct dt_mapped file = {0};
	uint64_t base, end, off;
	unsigned major, minor;
	int at = 0;

	line[strcspn(line, "\n")] = '\0';
	if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %*s %" SCNx64 " %x:%x %" SCNu64 " %n", &base, &end, &off, &major,
		    &minor, &file.md_ino, &at) < 6 || !at || end <= base)
		return;
	file.md_path = line + at;
	file.md_dev = makedev(major, minor);
	if (line[at] == '/' || !strcmp(line + at, "[vdso]"))
		dt_maps_add_file(mt, pid, base, end - base, off, &file);
}

/* A process with another root: its paths mean something else to us. */
static bool root_differs(uint32_t pid)
{
	struct stat own, its;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%u/root", pid);
	return stat("/", &own) == 0 && stat(path, &its) == 0 &&
		(own.st_dev != its.st_dev || own.st_ino != its.st_ino);
}

/* Files that can be had from their process only: symbols are read while it lives. */
static void images_read(struct dt_maps *mt, struct procmaps *pm)
{
	bool all = root_differs(pm->pm_pid);

	for (uint32_t i = 0; i < pm->pm_count; i++)
		if (all || !dt_image_there(pm->pm_maps[i].mp_image))
			dt_image_elf(&mt->mt_images, pm->pm_maps[i].mp_image, pm->pm_pid, &pm->pm_maps[i]);
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
	uint32_t i = pm ? map_index(pm, pc) : 0;

	if (!pm || i == pm->pm_count || pm->pm_maps[i].mp_base > pc)
		return NULL;
	return &pm->pm_maps[i];
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

	for (uint32_t i = 0; pm && i < pm->pm_count; i++)
		fn(&pm->pm_maps[i], arg);
}

struct dt_elf *dt_maps_elf(struct dt_maps *mt, struct dt_image *im, uint32_t pid, const struct dt_map *map)
{
	return dt_image_elf(&mt->mt_images, im, pid, map);
}

/*
 * What a compiler in the process made.
 */
/* Its user, as whom it writes files, and its pid by the innermost name space's count: the last of the line. */
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
		else if (!strncmp(line, "Uid:", 4))	/* real, effective, saved, of the file system */
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
	pf = dt_perfmap_read(&(struct dt_perfmap_of){pid, pm->pm_nspid, pm->pm_uid}, &pm->pm_jitsize,
		&mt->mt_images.is_limit);
	if (!pf)
		return false;
	dt_perfmap_free(pm->pm_jit);
	pm->pm_jit = pf;
	return true;
}
