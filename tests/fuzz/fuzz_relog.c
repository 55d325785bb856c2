/*
 * A trace file, damaged or not, copied: the copy has as many records, and no damage. The first byte
 * chooses whether the copy is compressed, and the size of its buffers.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include "etw.h"

int LLVMFuzzerTestOneInput(const uint8_t *, size_t);

static struct etw_trace *trace_open(int fd, char path[64])
{
	char err[512];
	const char *paths = path;

	snprintf(path, 64, "/proc/self/fd/%d", fd);
	return etw_open(&paths, 1, err, sizeof(err));
}

static uint64_t records(struct etw_trace *t)
{
	struct etw_event ev;
	uint64_t n = 0;

	etw_rewind(t);
	while (etw_next(t, &ev))
		n += ev.ev_hookid != 0; /* the first is the header, and others may look like it */
	return n;
}

static void compare(struct etw_trace *t, int fd, const struct etw_relog_config *rc)
{
	char path[64], err[512];
	struct etw_writer_stats ws;
	struct etw_trace *copy;
	uint64_t n;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (etw_relog(t, path, rc, NULL, NULL, &ws, err, sizeof(err)) < 0)
		return;
	n = records(t);
	copy = trace_open(fd, path);
	if (!copy || records(copy) != n || etw_stats(copy)->es_damaged != 0)
		abort();
	etw_close(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint32_t sizes[] = { 0, 4096, 65536, 1 << 20 };
	int in = memfd_create("trace", 0), out = memfd_create("copy", 0);
	struct etw_relog_config rc;
	struct etw_trace *t;
	char path[64];

	if (in < 0 || out < 0)
		abort();
	if (size > 0 && write(in, data + 1, size - 1) == (ssize_t)(size - 1)) {
		rc = (struct etw_relog_config){ .rc_compressed = data[0] & 1,
			.rc_bufsize = sizes[data[0] >> 1 & 3] };
		t = trace_open(in, path);
		if (t) {
			compare(t, out, &rc);
			etw_close(t);
		}
	}
	close(in);
	close(out);
	return 0;
}
