/*
 * Multi-stream files, version 7: the first block says where the block is that says where the blocks of the
 * directory are, which says where the blocks of each stream are.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "pdb.h"

static const char magic[32] = "Microsoft C/C++ MSF 7.00\r\n\x1a" "DS\0\0";

struct dt_msf {
	const uint8_t *ms_data;
	size_t ms_size;
	uint32_t ms_block;	/* size of one */
	uint8_t *ms_dir;
	size_t ms_dirsize;
	uint32_t ms_nstreams;
	size_t *ms_lists;	/* where the directory lists a stream's blocks */
	size_t ms_left;		/* bytes still to be given: streams are read once, and do not overlap */
};

static uint32_t u32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static size_t blocks(const struct dt_msf *ms, size_t size)
{
	return (size + ms->ms_block - 1) / ms->ms_block;
}

/* Puts together `size` bytes from the blocks that the list names; NULL: they do not all exist. */
static uint8_t *gather(const struct dt_msf *ms, const uint8_t *list, size_t size)
{
	size_t n = blocks(ms, size), done = 0;
	uint8_t *out;

	if (size > ms->ms_size)		/* no block belongs to two streams, so none is larger than the file */
		return NULL;
	out = base_malloc(size + 1);
	for (size_t i = 0; out && i < n; i++) {
		uint64_t at = (uint64_t)u32(list + 4 * i) * ms->ms_block;
		size_t part = size - done < ms->ms_block ? size - done : ms->ms_block;

		if (at > ms->ms_size || part > ms->ms_size - at) {
			free(out);
			return NULL;
		}
		memcpy(out + done, ms->ms_data + at, part);
		done += part;
	}
	return out;
}

static bool directory(struct dt_msf *ms)
{
	const uint8_t *super = ms->ms_data;
	uint64_t map = (uint64_t)u32(super + 52) * ms->ms_block;
	size_t n;

	ms->ms_dirsize = u32(super + 44);
	n = blocks(ms, ms->ms_dirsize);
	if (ms->ms_dirsize < 4 || map > ms->ms_size || n > (ms->ms_size - map) / 4)
		return false;
	ms->ms_dir = gather(ms, ms->ms_data + map, ms->ms_dirsize);
	if (!ms->ms_dir)
		return false;
	ms->ms_nstreams = u32(ms->ms_dir);
	return ms->ms_nstreams <= (ms->ms_dirsize - 4) / 4;
}

static uint32_t stream_size(const struct dt_msf *ms, uint32_t number)
{
	uint32_t size = u32(ms->ms_dir + 4 + 4 * (size_t)number);

	return size == UINT32_MAX ? 0 : size;	/* deleted */
}

static bool lists(struct dt_msf *ms)
{
	size_t at = 4 + 4 * (size_t)ms->ms_nstreams;

	ms->ms_lists = base_malloc((ms->ms_nstreams + 1) * sizeof(*ms->ms_lists));
	for (uint32_t i = 0; ms->ms_lists && i < ms->ms_nstreams; i++) {
		size_t n = blocks(ms, stream_size(ms, i));

		if (n > (ms->ms_dirsize - at) / 4) {	/* those before it are good */
			ms->ms_nstreams = i;
			break;
		}
		ms->ms_lists[i] = at;
		at += 4 * n;
	}
	return ms->ms_lists;
}

struct dt_msf *dt_msf_create(const uint8_t *data, size_t size)
{
	struct dt_msf *ms;
	uint32_t block = size >= 56 && !memcmp(data, magic, sizeof(magic)) ? u32(data + 32) : 0;

	if (block < 512 || block > 65536 || (block & (block - 1)))
		return NULL;
	ms = base_calloc(1, sizeof(*ms));
	if (!ms)
		return NULL;
	ms->ms_data = data;
	ms->ms_size = size;
	ms->ms_block = block;
	ms->ms_left = 2 * size;
	if (!directory(ms) || !lists(ms)) {
		dt_msf_destroy(ms);
		return NULL;
	}
	return ms;
}

void dt_msf_destroy(struct dt_msf *ms)
{
	if (!ms)
		return;
	free(ms->ms_dir);
	free(ms->ms_lists);
	free(ms);
}

uint8_t *dt_msf_stream(struct dt_msf *ms, uint32_t number, size_t *size)
{
	if (number >= ms->ms_nstreams || stream_size(ms, number) > ms->ms_left)
		return NULL;
	*size = stream_size(ms, number);
	ms->ms_left -= *size;
	return gather(ms, ms->ms_dir + ms->ms_lists[number], *size);
}
