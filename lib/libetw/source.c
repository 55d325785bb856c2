/*
 * The bytes of a trace. Buffers are read in any order, so a source that can only be read
 * sequentially (a pipe, a compressed file, a member of an archive) is first copied to a nameless
 * file in $TMPDIR or /var/tmp; but only if its first bytes are those of a trace, and only while the
 * file system has space left.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "alloc.h"
#include "diskroom.h"
#include "etl.h"
#include "openfile.h"
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
		if (k < 0)
			base_lack(errno);
		if (k <= 0)
			break;
		got += (size_t)k;
	}
	return got;
}

bool etl_flow_open(struct etl_flow *fw, etl_feeder *feed, void *from)
{
	long n = 1;

	*fw = (struct etl_flow){ .fw_feed = feed, .fw_from = from };
	fw->fw_head = base_malloc(ETL_HEAD);
	if (!fw->fw_head)
		return false;
	while (fw->fw_n < ETL_HEAD &&
		(n = feed(from, fw->fw_head + fw->fw_n, ETL_HEAD - fw->fw_n)) > 0)
		fw->fw_n += (size_t)n;
	fw->fw_failed = n < 0;
	return true;
}

void etl_flow_close(struct etl_flow *fw)
{
	free(fw->fw_head);
}

static long flow_read(struct etl_flow *fw, void *buf, size_t n)
{
	size_t left = fw->fw_n - fw->fw_at;

	if (!left)
		return fw->fw_failed ? -1 : fw->fw_feed(fw->fw_from, buf, n);
	n = n < left ? n : left;
	memcpy(buf, fw->fw_head + fw->fw_at, n);
	fw->fw_at += n;
	return (long)n;
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

static const char *why_not_put(void)
{
	switch (errno) {
	case EFBIG:
		return "needs a temporary copy that is larger than ulimit -f allows; raise the "
		       "limit";
	case ENOSPC:
	case EDQUOT:
		return "needs a temporary copy that does not fit; set TMPDIR to a directory "
		       "with more free space";
	default:
		return "cannot be copied to a temporary file; set TMPDIR to a directory with "
		       "enough free space";
	}
}

/* Returns -1, with errno, if writing fails, -2 if reading fails. */
static int copy(struct etl_flow *fw, int fd)
{
	uint64_t done = 0, check = 0;
	char buf[CHUNK];
	long n;

	while ((n = flow_read(fw, buf, sizeof(buf))) > 0) {
		if (done >= check) {
			errno = ENOSPC;
			if (!base_disk_room(fd))
				return -1;
			check = done + BASE_DISK_STEP;
		}
		if (!put_all(fd, buf, (size_t)n))
			return -1;
		done += (uint64_t)n;
	}
	return n < 0 ? -2 : 0;
}

int etl_spool(struct etl_flow *fw, const char *cannot, const char **why)
{
	int fd = spool_create(), rc = fd < 0 ? -1 : copy(fw, fd);

	if (rc == 0)
		return fd;
	*why = rc == -1 ? why_not_put() : cannot;
	if (fd >= 0)
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

/*
 * A gzip file may have several parts. If it is truncated or damaged, the part before that is read
 * as a truncated trace.
 */
struct gzip {
	struct etl_flow *gz_in;
	z_stream gz_z;
	bool gz_end;
	uint8_t gz_buf[CHUNK];
};

static bool gzip_more(struct gzip *gz)
{
	long n = gz->gz_z.avail_in ? 1 : flow_read(gz->gz_in, gz->gz_buf, CHUNK);

	if (n <= 0) {
		gz->gz_end = true;
	} else if (!gz->gz_z.avail_in) {
		gz->gz_z.next_in = gz->gz_buf;
		gz->gz_z.avail_in = (unsigned)n;
	}
	return n >= 0;
}

static long feed_gzip(void *from, void *buf, size_t n)
{
	struct gzip *gz = from;
	z_stream *z = &gz->gz_z;
	int rc;

	z->next_out = buf;
	z->avail_out = (unsigned)n;
	while (z->avail_out == n && !gz->gz_end) {
		if (!gzip_more(gz))
			return -1;
		rc = gz->gz_end ? Z_OK : inflate(z, Z_NO_FLUSH);
		if (rc == Z_STREAM_END)
			rc = inflateReset(z);
		if (rc == Z_MEM_ERROR) {
			base_lack(ENOMEM);
			return -1;
		}
		gz->gz_end |= rc != Z_OK && rc != Z_BUF_ERROR;
	}
	return (long)(n - z->avail_out);
}

#define GZIP "\037\213"
#define ZIP "PK\003\004"

static bool head_is(const struct etl_flow *fw, const char *magic)
{
	return fw->fw_n >= strlen(magic) && !memcmp(fw->fw_head, magic, strlen(magic));
}

/*
 * A file that isn't a trace is refused before it is copied; the members of an archive are checked
 * later.
 */
static int spool_trace(struct etl_flow *fw, const char *cannot, const char **why)
{
	if (!head_is(fw, ZIP) && !etl_check_head(fw->fw_head, fw->fw_n, why))
		return -1;
	return etl_spool(fw, cannot, why);
}

static int gunzip(struct etl_flow *in, const char **why)
{
	struct gzip *gz = base_calloc(1, sizeof(*gz));
	struct etl_flow fw = { 0 };
	int out = -1;

	*why = "cannot be unpacked: out of memory";
	if (gz && inflateInit2(&gz->gz_z, 16 + MAX_WBITS) == Z_OK) {
		gz->gz_in = in;
		if (etl_flow_open(&fw, feed_gzip, gz))
			out = spool_trace(&fw, "is damaged: it cannot be unpacked", why);
		etl_flow_close(&fw);
		inflateEnd(&gz->gz_z);
	}
	free(gz);
	return out;
}

static bool begins_with(int fd, const char *magic)
{
	char head[8];
	size_t n = strlen(magic);

	return etl_pread(fd, 0, head, n) == n && !memcmp(head, magic, n);
}

bool etl_is_zip(int fd)
{
	return begins_with(fd, ZIP);
}

/* Copies what can be read from `fd` to a file that can be read at any offset. */
static int make_seekable(int fd, const char **why)
{
	struct etl_flow fw;
	int out = -1;

	*why = "cannot be read: out of memory";
	if (!etl_flow_open(&fw, feed_pipe, &fd))
		return -1;
	if (head_is(&fw, GZIP))
		out = gunzip(&fw, why);
	else
		out = spool_trace(&fw, "cannot be read to its end", why);
	etl_flow_close(&fw);
	return out;
}

static int open_path(const char *path, bool named, const char **why)
{
	int fd;

	*why = NULL;
	if (!named) {
		fd = base_open(NULL, path, UINT64_MAX, 0);
		if (fd < 0)
			*why = errno == EINVAL ?
				"is no regular file" :
				errno == ELOOP ?
				"is a symbolic link in a folder that other users can write to" :
				NULL;
		return fd;
	}
	return strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) :
				   fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
}

int etl_source_open(const char *path, bool named, const char **why)
{
	int fd = open_path(path, named, why), out = -1;
	struct stat st;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) == 0) {
		if (S_ISREG(st.st_mode) && !begins_with(fd, GZIP))
			return fd;
		*why = "is a directory; name the .etl file in it";
		if (!S_ISDIR(st.st_mode) && (!S_ISREG(st.st_mode) || lseek(fd, 0, SEEK_SET) == 0))
			out = make_seekable(fd, why);
	}
	close(fd);
	return out;
}
