#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "util.h"

void mt_create(struct memtrace *m)
{
	m->mt_fd = memfd_create("trace", 0);
	assert_true(m->mt_fd >= 0);
	snprintf(m->mt_path, sizeof(m->mt_path), "/proc/self/fd/%d", m->mt_fd);
}

void mt_bytes(struct memtrace *m, const uint8_t *p, size_t n)
{
	mt_create(m);
	assert_int_equal(write(m->mt_fd, p, n), (ssize_t)n);
}

uint8_t *mt_read(const char *path, size_t *n)
{
	int fd = open(path, O_RDONLY);
	struct stat st;
	uint8_t *p;

	assert_true(fd >= 0 && fstat(fd, &st) == 0);
	*n = (size_t)st.st_size;
	p = malloc(*n);
	assert_non_null(p);
	assert_int_equal(read(fd, p, *n), st.st_size);
	close(fd);
	return p;
}

void mt_close(struct memtrace *m)
{
	close(m->mt_fd);
}

struct etw_writer *mt_writer(struct memtrace *m, const struct etw_writer_config *c)
{
	struct etw_writer *w;
	char err[256];

	mt_create(m);
	w = etw_writer_create(m->mt_path, c, err, sizeof(err));
	if (!w)
		fail_msg("%s", err);
	return w;
}

struct etw_trace *mt_open(const struct memtrace *m)
{
	const char *path = m->mt_path;
	struct etw_trace *t;
	char err[256];

	t = etw_open(&path, 1, err, sizeof(err));
	if (!t)
		fail_msg("%s", err);
	return t;
}

struct etw_trace *mt_second(const struct memtrace *m, struct etw_event *ev)
{
	struct etw_trace *t = mt_open(m);

	assert_int_equal(etw_next(t, ev), 1);
	assert_int_equal(ev->ev_hookid, 0);
	assert_int_equal(etw_next(t, ev), 1);
	return t;
}
