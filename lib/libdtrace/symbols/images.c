/*
 * Mapped files and their symbols.
 *
 * An image is a path, and the file that was mapped under it: of a file that was replaced there are
 * two.  Images are shared by all processes; two paths of one file (hard links, another root) share
 * the symbols by device and inode.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "hash.h"
#include "openfile.h"
#include "symbols.h"
#include "elfread.h"
#include "images.h"

#define DELETED " (deleted)" /* what the kernel puts behind the path of an unlinked file */

static void image_free(struct dt_image *im)
{
	if (!im->im_shared)
		dt_elf_free(im->im_elf);
	free(im->im_path);
	free(im);
}

/*
 * Windows names have the other separator; a file name may hold either, so the last of both counts
 * there only if the path begins as one of Windows does.
 */
static const char *path_name(const char *path)
{
	const char *name = strrchr(path, '/');

	if (!name && (*path == '\\' || (*path && path[1] == ':')))
		name = strrchr(path, '\\');
	return name && name[1] ? name + 1 : path;
}

static bool path_deleted(const char *path, size_t len)
{
	return len > sizeof(DELETED) - 1 && !strcmp(path + len - (sizeof(DELETED) - 1), DELETED);
}

static struct dt_image *image_new(const char *path, uint64_t dev, uint64_t ino)
{
	struct dt_image *im = base_calloc(1, sizeof(*im));
	size_t len = strlen(path);

	if (!im || !(im->im_path = base_strdup(path))) {
		free(im);
		return NULL;
	}
	im->im_deleted = path_deleted(path, len);
	if (im->im_deleted)
		im->im_path[len - (sizeof(DELETED) - 1)] = '\0';
	im->im_name = path_name(im->im_path);
	im->im_mapdev = dev;
	im->im_mapino = ino;
	return im;
}

static uint64_t path_hash(const char *path, size_t len)
{
	return base_hash_bytes(base_secret(), path, len);
}

uint64_t dt_image_cost(size_t len)
{
	/* and its share of the table */
	return sizeof(struct dt_image) + len + 2 * sizeof(struct dt_image *);
}

/* As many lists as there are images. */
static bool hash_room(struct dt_images *is)
{
	uint32_t n = is->is_nhash ? 2 * is->is_nhash : 1024;
	struct dt_image **v;

	if (is->is_count < is->is_nhash)
		return true;
	v = base_calloc(n, sizeof(struct dt_image *));
	if (!v)
		return false;
	for (uint32_t i = 0; i < is->is_nhash; i++)
		for (struct dt_image *im = is->is_hash[i], *next; im; im = next) {
			struct dt_image **head =
				&v[path_hash(im->im_path, strlen(im->im_path)) & (n - 1)];

			next = im->im_next;
			im->im_next = *head;
			*head = im;
		}
	free(is->is_hash);
	is->is_hash = v;
	is->is_nhash = n;
	return true;
}

struct dt_image *dt_image_get(struct dt_images *is, const char *path, uint64_t dev, uint64_t ino)
{
	size_t len = strlen(path);
	bool deleted = path_deleted(path, len);
	struct dt_image *im;
	uint64_t hash;

	if (deleted)
		len -= sizeof(DELETED) - 1;
	hash = path_hash(path, len);
	for (im = is->is_nhash ? is->is_hash[hash & (is->is_nhash - 1)] : NULL; im;
		im = im->im_next)
		if (!strncmp(im->im_path, path, len) && !im->im_path[len] && im->im_mapdev == dev &&
			im->im_mapino == ino) {
			im->im_deleted |= deleted;
			return im;
		}
	if (!dt_symlimit_take(&is->is_limit, &(uint64_t){ 0 }, dt_image_cost(len), path))
		return NULL;
	im = hash_room(is) ? image_new(path, dev, ino) : NULL;
	if (!im) {
		dt_symlimit_give(&is->is_limit, &(uint64_t){ dt_image_cost(len) });
		return NULL;
	}
	im->im_next = is->is_hash[hash & (is->is_nhash - 1)];
	is->is_hash[hash & (is->is_nhash - 1)] = im;
	is->is_count++;
	return im;
}

void dt_images_sweep(struct dt_images *is)
{
	for (uint32_t i = 0; i < is->is_nhash; i++)
		for (struct dt_image **link = &is->is_hash[i], *im; (im = *link);) {
			if (im->im_marked || im->im_elf) {
				im->im_marked = false;
				link = &im->im_next;
				continue;
			}
			*link = im->im_next;
			dt_symlimit_give(&is->is_limit,
				&(uint64_t){ dt_image_cost(strlen(im->im_path)) });
			image_free(im);
			is->is_count--;
		}
}

void dt_images_free(struct dt_images *is)
{
	for (uint32_t i = 0; i < is->is_nhash; i++)
		for (struct dt_image *im = is->is_hash[i], *next; im; im = next) {
			next = im->im_next;
			image_free(im);
		}
	free(is->is_hash);
}

/* The vdso is the same for everyone: ours will do. */
static struct dt_elf *vdso_open(struct dt_symlimit *limit)
{
	const void *vdso = (const void *)getauxval(AT_SYSINFO_EHDR);
	struct dt_maps *own = vdso ? dt_maps_create() : NULL;
	const struct dt_map *map;
	struct dt_elf *el = NULL;

	if (own && dt_maps_read(own, (uint32_t)getpid()) == 0) {
		map = dt_maps_find(own, (uint32_t)getpid(), (uintptr_t)vdso);
		if (map)
			el = dt_elf_memory(vdso, map->mp_end - map->mp_base, limit);
	}
	dt_maps_destroy(own);
	return el;
}

/* Not the file that was mapped, but one that took its place: another inode of the same device. */
static bool file_replaced(const struct stat *st, const struct dt_image *im)
{
	return im->im_mapino && st->st_dev == im->im_mapdev && st->st_ino != im->im_mapino;
}

bool dt_image_there(const struct dt_image *im)
{
	struct stat st;

	return !im->im_deleted &&
		(im->im_path[0] != '/' || (stat(im->im_path, &st) == 0 && !file_replaced(&st, im)));
}

static int path_open(const struct dt_image *im, const char *root)
{
	struct stat st;
	int fd = base_open(root, im->im_path, DT_ELF_MAX, 0);

	if (fd >= 0 && fstat(fd, &st) == 0 && file_replaced(&st, im)) {
		close(fd);
		fd = -1;
	}
	return fd;
}

/*
 * As the process sees the path; else as we do; a file that is not there any more through the
 * mapping itself.
 */
int dt_maps_open(const struct dt_image *im, uint32_t pid, const struct dt_map *map)
{
	char path[64];
	int fd = -1;

	snprintf(path, sizeof(path), "/proc/%u/root", pid);
	if (!im->im_deleted)
		fd = path_open(im, path);
	if (fd < 0 && !im->im_deleted)
		fd = path_open(im, "");
	if (fd >= 0)
		return fd;
	snprintf(path, sizeof(path), "/proc/%u/map_files/%" PRIx64 "-%" PRIx64, pid, map->mp_base,
		map->mp_end);
	/* a link that the kernel keeps: it leads to what is mapped */
	return base_open(NULL, path, DT_ELF_MAX, BASE_NAMED);
}

static struct dt_image **files_head(struct dt_images *is, const struct dt_image *im)
{
	return &is->is_files[(im->im_ino ^ im->im_dev) % DT_IMAGE_BUCKETS];
}

static struct dt_image *image_twin(struct dt_images *is, const struct dt_image *of)
{
	struct dt_image *im = *files_head(is, of);

	while (im && (im->im_ino != of->im_ino || im->im_dev != of->im_dev))
		im = im->im_nextfile;
	return im;
}

/* Makes the image the one that has its file's symbols. */
static void image_own(struct dt_images *is, struct dt_image *im)
{
	struct dt_image **head = files_head(is, im);

	im->im_nextfile = *head;
	*head = im;
}

static void file_symbols(struct dt_images *is, struct dt_image *im, uint32_t pid, int fd)
{
	struct dt_image *twin;
	char root[32];
	struct stat st;

	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		return;
	im->im_dev = st.st_dev;
	im->im_ino = st.st_ino;
	twin = image_twin(is, im);
	im->im_shared = twin != NULL;
	snprintf(root, sizeof(root), "/proc/%u/root", pid);
	im->im_elf = twin ? twin->im_elf : dt_elf_open(fd, im->im_path, root, &is->is_limit);
	if (im->im_elf && !twin)
		image_own(is, im);
}

struct dt_elf *dt_image_elf(struct dt_images *is, struct dt_image *im, uint32_t pid,
	const struct dt_map *map)
{
	int fd;

	if (im->im_tried)
		return im->im_elf;
	im->im_tried = true;
	if (!strcmp(im->im_path, "[vdso]"))
		return im->im_elf = vdso_open(&is->is_limit);
	fd = dt_maps_open(im, pid, map);
	if (fd < 0)
		return NULL;
	file_symbols(is, im, pid, fd);
	close(fd);
	return im->im_elf;
}
