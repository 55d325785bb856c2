/*
 * Multi-stream files, version 7: the first block has the number of a block that lists the blocks of
 * the directory. The directory lists the blocks of each stream.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "bytes.h"
#include "pdb.h"

static const char magic[32] = "Microsoft C/C++ MSF 7.00\r\n\x1a"
			      "DS\0\0";

struct dt_msf {
	int ms_fd;
	uint64_t ms_size;
	struct dt_symlimit *ms_limit;
	const char *ms_name;
	uint32_t ms_block; /* bytes of a block */
	uint8_t *ms_dir;
	size_t ms_dirsize;
	uint32_t ms_nstreams;
	size_t *ms_lists; /* offsets of the streams' block lists in the directory */
	/* bytes that may still be read: streams are read once, and don't overlap */
	uint64_t ms_left;
};

static size_t blocks(const struct dt_msf *ms, size_t size)
{
	return (size + ms->ms_block - 1) / ms->ms_block;
}

static bool read_at(const struct dt_msf *ms, uint64_t at, uint8_t *out, size_t n)
{
	ssize_t got;

	while (n) {
		got = pread(ms->ms_fd, out, n, (off_t)at);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			base_lack(errno);
		if (got <= 0) /* the file may have become shorter */
			return false;
		at += (uint64_t)got;
		out += got;
		n -= (size_t)got;
	}
	return true;
}

/* How many of the n blocks from list[0] on are adjacent. */
static size_t run(const uint8_t *list, size_t n)
{
	size_t i = 1;

	while (i < n && base_u32(list + 4 * i) == base_u32(list) + i)
		i++;
	return i;
}

/* Reads `size` bytes from the listed blocks; NULL if some don't exist. */
static uint8_t *gather(const struct dt_msf *ms, const uint8_t *list, size_t size)
{
	size_t n = blocks(ms, size), done = 0, k;
	uint8_t *out;

	/* no block belongs to two streams, so no stream is larger than the file */
	if (size > ms->ms_size)
		return NULL;
	out = base_malloc(size + 1);
	for (size_t i = 0; out && i < n; i += k) {
		uint64_t at = (uint64_t)base_u32(list + 4 * i) * ms->ms_block;
		size_t part;

		k = run(list + 4 * i, n - i);
		part = size - done < k * ms->ms_block ? size - done : k * ms->ms_block;
		if (at > ms->ms_size || part > ms->ms_size - at ||
			!read_at(ms, at, out + done, part)) {
			free(out);
			return NULL;
		}
		done += part;
	}
	return out;
}

/* Whether memory for that many bytes may be used: the size comes from the file. */
static bool affordable(struct dt_msf *ms, size_t size)
{
	uint64_t read = 0;

	return dt_symlimit_read(ms->ms_limit, &read, size, ms->ms_name);
}

static bool directory(struct dt_msf *ms, const uint8_t *super)
{
	uint64_t map = (uint64_t)base_u32(super + 52) * ms->ms_block;
	uint8_t *list;
	size_t n;

	ms->ms_dirsize = base_u32(super + 44);
	n = blocks(ms, ms->ms_dirsize);
	if (ms->ms_dirsize < 4 || map > ms->ms_size || n > (ms->ms_size - map) / 4 ||
		!affordable(ms, ms->ms_dirsize))
		return false;
	list = base_malloc(4 * n);
	if (list && read_at(ms, map, list, 4 * n))
		ms->ms_dir = gather(ms, list, ms->ms_dirsize);
	free(list);
	if (!ms->ms_dir)
		return false;
	ms->ms_nstreams = base_u32(ms->ms_dir);
	return ms->ms_nstreams <= (ms->ms_dirsize - 4) / 4;
}

static uint32_t stream_size(const struct dt_msf *ms, uint32_t number)
{
	uint32_t size = base_u32(ms->ms_dir + 4 + 4 * (size_t)number);

	return size == UINT32_MAX ? 0 : size; /* deleted */
}

static bool lists(struct dt_msf *ms)
{
	size_t at = 4 + 4 * (size_t)ms->ms_nstreams;

	ms->ms_lists = base_malloc((ms->ms_nstreams + 1) * sizeof(*ms->ms_lists));
	for (uint32_t i = 0; ms->ms_lists && i < ms->ms_nstreams; i++) {
		size_t n = blocks(ms, stream_size(ms, i));

		if (n > (ms->ms_dirsize - at) / 4) { /* the streams before it are valid */
			ms->ms_nstreams = i;
			break;
		}
		ms->ms_lists[i] = at;
		at += 4 * n;
	}
	return ms->ms_lists;
}

struct dt_msf *dt_msf_create(int fd, uint64_t size, struct dt_symlimit *limit, const char *name)
{
	struct dt_msf file = { .ms_fd = fd,
		.ms_size = size,
		.ms_left = 2 * size,
		.ms_limit = limit,
		.ms_name = name },
		      *ms;
	uint8_t super[56];

	if (size < sizeof(super) || !read_at(&file, 0, super, sizeof(super)) ||
		memcmp(super, magic, sizeof(magic)))
		return NULL;
	file.ms_block = base_u32(super + 32);
	if (file.ms_block < 512 || file.ms_block > 65536 || (file.ms_block & (file.ms_block - 1)))
		return NULL;
	ms = base_malloc(sizeof(*ms));
	if (!ms)
		return NULL;
	*ms = file;
	if (!directory(ms, super) || !lists(ms)) {
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
	if (number >= ms->ms_nstreams || stream_size(ms, number) > ms->ms_left ||
		!affordable(ms, stream_size(ms, number)))
		return NULL;
	*size = stream_size(ms, number);
	ms->ms_left -= *size;
	return gather(ms, ms->ms_dir + ms->ms_lists[number], *size);
}
