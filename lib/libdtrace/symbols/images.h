/* Internal to symbols/: mapped files, images.c. */
#ifndef DT_IMAGES_H
#define DT_IMAGES_H

#include "index.h"
#include "symbols.h"

struct dt_images {
	struct base_index is_paths; /* all images, by path */
	struct base_index is_files; /* images whose file was opened, by inode */
	struct dt_symlimit is_limit;
};

uint64_t dt_image_cost(size_t pathlen); /* bytes that an image takes of the limit */
/* dev, ino: 0 if they aren't known */
struct dt_image *dt_image_get(struct dt_images *, const char *path, uint64_t dev, uint64_t ino);
struct dt_elf *dt_image_elf(struct dt_images *, struct dt_image *, uint32_t pid,
	const struct dt_map *);
bool dt_image_there(const struct dt_image *); /* whether dtrace can open it by its path */
/* Frees images that are not marked (im_marked) and have no symbols, and clears the marks. */
void dt_images_sweep(struct dt_images *);
void dt_images_free(struct dt_images *);

#endif
