/*
 * Where a trace's bytes come from. Buffers are read from anywhere in a file, so what can only be
 * read from front to end (a pipe, a compressed file, a member of an archive) is first copied
 * into a file that has no name, in $TMPDIR or /var/tmp.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "etl.h"
#include "source.h"

#define CHUNK 65536u

size_t etl_pread(int fd, uint64_t off, void *buf, size_t n)
{
	size_t got = 0;
	ssize_t k;

	while (got < n) {
		k = pread(fd, (char *)buf + got, n - got, (off_t)(off + got));
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			break;
		got += (size_t)k;
	}
	return got;
}

static int spool_in(const char *dir)
{
	char path[4096];
	int fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	if (fd >= 0 || snprintf(path, sizeof(path), "%s/etl.XXXXXX", dir) >= (int)sizeof(path))
		return fd;
	fd = mkostemp(path, O_CLOEXEC);
	if (fd >= 0)
		unlink(path);
	return fd;
}

static int spool_create(void)
{
	const char *dir = getenv("TMPDIR");
	int fd = dir && *dir ? spool_in(dir) : -1;

	if (fd < 0)
		fd = spool_in("/var/tmp");
	return fd < 0 ? spool_in("/tmp") : fd;
}

static bool put_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t k = write(fd, p, n);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		p += k;
		n -= (size_t)k;
	}
	return true;
}

int etl_spool(etl_feeder *feed, void *from, const char *cannot, const char **why)
{
	int fd = spool_create();
	char buf[CHUNK];
	long n = 0;

	*why = "cannot be copied into a temporary file; set TMPDIR to a directory with room for it";
	if (fd < 0)
		return -1;
	while ((n = feed(from, buf, sizeof(buf))) > 0)
		if (!put_all(fd, buf, (size_t)n)) {
			close(fd);
			return -1;
		}
	if (n == 0)
		return fd;
	*why = cannot;
	close(fd);
	return -1;
}

static long feed_pipe(void *from, void *buf, size_t n)
{
	ssize_t k;

	do
		k = read(*(int *)from, buf, n);
	while (k < 0 && errno == EINTR);
	return k;
}

/* What was written before a compressed file ends too early is as good as any cut trace. */
static long feed_gzip(void *from, void *buf, size_t n)
{
	int k = gzread(from, buf, (unsigned)n), err;

	if (k >= 0)
		return k;
	gzerror(from, &err);
	return err == Z_BUF_ERROR || err == Z_DATA_ERROR ? 0 : -1;
}

/* Replaces *fd, a gzip file, by what is in it. */
static bool gunzip(int *fd, const char **why)
{
	int copy = dup(*fd), out = -1;
	gzFile gz = NULL;

	*why = "cannot be unpacked: out of memory";
	if (copy >= 0 && lseek(copy, 0, SEEK_SET) == 0)
		gz = gzdopen(copy, "rb");
	if (gz) {
		gzbuffer(gz, 2 * CHUNK);
		out = etl_spool(feed_gzip, gz, "is damaged: it cannot be unpacked", why);
		gzclose(gz);
	} else if (copy >= 0) {
		close(copy);
	}
	if (out < 0)
		return false;
	close(*fd);
	*fd = out;
	return true;
}

static bool begins_with(int fd, const char *magic, size_t n)
{
	char head[8];

	return etl_pread(fd, 0, head, n) == n && !memcmp(head, magic, n);
}

bool etl_is_zip(int fd)
{
	return begins_with(fd, "PK\003\004", 4);
}

/* Sets *fd to a file that can be read anywhere. */
static bool make_seekable(int *fd, const char **why)
{
	struct stat st;
	int out;

	*why = NULL;
	if (fstat(*fd, &st) < 0)
		return false;
	*why = "is a directory; name the .etl file in it";
	if (S_ISDIR(st.st_mode))
		return false;
	if (S_ISREG(st.st_mode))
		return true;
	out = etl_spool(feed_pipe, fd, "cannot be read to its end", why);
	if (out < 0)
		return false;
	close(*fd);
	*fd = out;
	return true;
}

int etl_source_open(const char *path, const char **why)
{
	int fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC)
				   : fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);

	*why = NULL;
	if (fd < 0)
		return -1;
	if (make_seekable(&fd, why) && (!begins_with(fd, "\037\213", 2) || gunzip(&fd, why)))
		return fd;
	close(fd);
	return -1;
}
