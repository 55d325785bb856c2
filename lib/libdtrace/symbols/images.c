/*
 * Mapped files and their symbols.
 *
 * An image is a path and the file that was mapped from it; a file that was replaced has two images.
 * All processes share images; two paths of one file (hard links, another root) share its symbols by
 * device and inode.
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

#define DELETED " (deleted)" /* the kernel appends it to the path of an unlinked file */

static void image_free(struct dt_image *im)
{
	if (!im->im_shared)
		dt_elf_free(im->im_elf);
	free(im->im_path);
	free(im);
}

/*
 * In a path that begins like a Windows path, both separators count; in others only the slash,
 * because a file name may contain a backslash.
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

size_t dt_path_length(const char *path)
{
	size_t len = strlen(path);

	return path_deleted(path, len) ? len - (sizeof(DELETED) - 1) : len;
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

uint64_t dt_image_cost(size_t len)
{
	/* the image, its path and its share of the index */
	return sizeof(struct dt_image) + len + 2 * sizeof(struct base_link *);
}

static struct dt_image *image_find(const struct dt_images *is, uint64_t hash, const char *path,
	size_t len, uint64_t dev, uint64_t ino)
{
	struct base_link *ln = base_index_first(&is->is_paths, hash);

	for (; ln; ln = base_index_next(ln)) {
		struct dt_image *im = BASE_ENTRY(ln, struct dt_image, im_bypath);

		if (!strncmp(im->im_path, path, len) && !im->im_path[len] && im->im_mapdev == dev &&
			im->im_mapino == ino)
			return im;
	}
	return NULL;
}

struct dt_image *dt_image_get(struct dt_images *is, const char *path, uint64_t dev, uint64_t ino)
{
	size_t len = strlen(path);
	bool deleted = path_deleted(path, len);
	struct dt_image *im;
	uint64_t hash;

	if (deleted)
		len -= sizeof(DELETED) - 1;
	hash = base_hash_bytes(base_secret(), path, len);
	im = image_find(is, hash, path, len, dev, ino);
	if (im) {
		im->im_deleted |= deleted;
		return im;
	}
	if (!dt_symlimit_take(&is->is_limit, &(uint64_t){ 0 }, dt_image_cost(len), path))
		return NULL;
	im = image_new(path, dev, ino);
	if (!im) {
		dt_symlimit_give(&is->is_limit, &(uint64_t){ dt_image_cost(len) });
		return NULL;
	}
	base_index_add(&is->is_paths, &im->im_bypath, hash);
	return im;
}

static bool image_unused(struct base_link *ln, void *arg)
{
	struct dt_image *im = BASE_ENTRY(ln, struct dt_image, im_bypath);
	struct dt_images *is = arg;

	if (im->im_marked || im->im_elf) {
		im->im_marked = false;
		return false;
	}
	dt_symlimit_give(&is->is_limit, &(uint64_t){ dt_image_cost(strlen(im->im_path)) });
	image_free(im);
	return true;
}

void dt_images_sweep(struct dt_images *is)
{
	base_index_sweep(&is->is_paths, image_unused, is);
}

static void image_drop(struct base_link *ln)
{
	image_free(BASE_ENTRY(ln, struct dt_image, im_bypath));
}

void dt_images_free(struct dt_images *is)
{
	base_index_clear(&is->is_files, NULL);
	base_index_clear(&is->is_paths, image_drop);
}

/* The vdso is the same in all processes: uses dtrace's own. */
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

/* Whether another file has replaced the mapped one: another inode of the same device. */
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
 * Opens the path in the process's root, otherwise in dtrace's; a file that was removed is opened
 * through the mapping itself.
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
	/* the kernel's link to the mapped file */
	return base_open(NULL, path, DT_ELF_MAX, BASE_NAMED);
}

static uint64_t file_hash(const struct dt_image *im)
{
	return base_hash_u64(base_hash_key(im->im_dev), im->im_ino);
}

static struct dt_image *image_twin(struct dt_images *is, const struct dt_image *of)
{
	struct base_link *ln = base_index_first(&is->is_files, file_hash(of));

	for (; ln; ln = base_index_next(ln)) {
		struct dt_image *im = BASE_ENTRY(ln, struct dt_image, im_byfile);

		if (im->im_ino == of->im_ino && im->im_dev == of->im_dev)
			return im;
	}
	return NULL;
}

/* Makes the image the owner of its file's symbols. */
static void image_own(struct dt_images *is, struct dt_image *im)
{
	base_index_add(&is->is_files, &im->im_byfile, file_hash(im));
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
