/*
 * Names that a trace brings for the functions of images: those that its stacks need, by the path
 * of the image and the distance from the image's start. Of two for one place the first counts.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "hash.h"
#include "replay.h"

#define BYTES_MAX ((size_t)128 << 20)

struct carriedname {
	uint64_t cn_offset, cn_end;
	char *cn_name;
};

struct carriedimage {
	struct base_link ci_link;
	char *ci_path;
	struct carriedname *ci_names;
	uint32_t ci_count;
	bool ci_sorted;
};

struct dt_carried {
	struct base_index ca_images; /* by path */
	size_t ca_bytes;
};

struct dt_carried *dt_carried_create(void)
{
	return base_calloc(1, sizeof(struct dt_carried));
}

static void image_free(struct base_link *ln)
{
	struct carriedimage *ci = BASE_ENTRY(ln, struct carriedimage, ci_link);

	for (uint32_t i = 0; i < ci->ci_count; i++)
		free(ci->ci_names[i].cn_name);
	free(ci->ci_names);
	free(ci->ci_path);
	free(ci);
}

void dt_carried_destroy(struct dt_carried *ca)
{
	if (ca)
		base_index_clear(&ca->ca_images, image_free);
	free(ca);
}

bool dt_carried_any(const struct dt_carried *ca)
{
	return ca->ca_images.ix_count != 0;
}

static uint64_t path_hash(const char *path)
{
	return base_hash_more(base_hash_u64(base_secret(), 0), path);
}

static struct carriedimage *image_find(const struct dt_carried *ca, const char *path)
{
	struct base_link *ln = base_index_first(&ca->ca_images, path_hash(path));

	for (; ln; ln = base_index_next(ln)) {
		struct carriedimage *ci = BASE_ENTRY(ln, struct carriedimage, ci_link);

		if (strcmp(ci->ci_path, path) == 0)
			return ci;
	}
	return NULL;
}

static struct carriedimage *image_make(struct dt_carried *ca, const char *path)
{
	struct carriedimage *ci = base_calloc(1, sizeof(*ci));

	if (!ci || !(ci->ci_path = base_strdup(path))) {
		free(ci);
		return NULL;
	}
	ca->ca_bytes += sizeof(*ci) + strlen(path);
	base_index_add(&ca->ca_images, &ci->ci_link, path_hash(path));
	return ci;
}

void dt_carried_add(struct dt_carried *ca, const char *path, uint64_t offset, uint64_t size,
	const char *name)
{
	struct carriedimage *ci;
	char *copy;

	if (ca->ca_bytes > BYTES_MAX || size == 0)
		return;
	ci = image_find(ca, path);
	if (!ci)
		ci = image_make(ca, path);
	copy = ci ? base_strdup(name) : NULL;
	if (!copy || !base_more(ci->ci_names, ci->ci_count)) {
		free(copy);
		return;
	}
	ca->ca_bytes += sizeof(struct carriedname) + strlen(name) + 17;
	ci->ci_names[ci->ci_count++] = (struct carriedname){ offset, offset + size, copy };
	ci->ci_sorted = false;
}

static int compare(const void *va, const void *vb)
{
	const struct carriedname *a = va, *b = vb;

	return a->cn_offset != b->cn_offset ? (a->cn_offset < b->cn_offset ? -1 : 1) :
					      strcmp(a->cn_name, b->cn_name);
}

const char *dt_carried_find(struct dt_carried *ca, const char *path, uint64_t offset,
	uint64_t *delta)
{
	struct carriedimage *ci = image_find(ca, path);
	uint32_t lo = 0, hi = ci ? ci->ci_count : 0;

	if (hi == 0)
		return NULL;
	if (!ci->ci_sorted)
		qsort(ci->ci_names, ci->ci_count, sizeof(*ci->ci_names), compare);
	ci->ci_sorted = true;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (ci->ci_names[mid].cn_offset <= offset)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == 0 || offset >= ci->ci_names[lo - 1].cn_end)
		return NULL;
	*delta = offset - ci->ci_names[lo - 1].cn_offset;
	return ci->ci_names[lo - 1].cn_name;
}
