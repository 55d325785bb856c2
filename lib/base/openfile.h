/*
 * Opening and reading files that others may have made: debug files, symbol maps, databases, caches,
 * manifests, entries of /proc. The path or the file may come from an attacker, so every such file
 * is opened by base_open():
 *
 *	- it never waits: a FIFO or a device is opened without blocking, and refused;
 *	- only regular files, up to a size that the caller states;
 *	- a symbolic link at the end of the path is followed only in a directory that only root and
 *	  this user can write to;
 *	- below another root (a container's, by /proc/PID/root) the path is resolved within it, as
 *	  its processes see it.
 *
 * Headers only, so that libetw and libdtrace share it without a library of their own.
 */
#ifndef BASE_OPENFILE_H
#define BASE_OPENFILE_H

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "alloc.h"
#include "stream.h"

enum {
	BASE_NAMED = 1, /* the user named this path: links are followed */
};

/*
 * openat2(2), new in Linux 5.6; without it links of another root would be resolved in this one, so
 * none is followed.
 */
static inline int base_openat(int dir, const char *path, int flags, uint64_t resolve)
{
	struct open_how how = { .flags = (__u64)flags, .resolve = resolve };
	long fd = syscall(SYS_openat2, dir, path, &how, sizeof(how));

	if (fd >= 0 || errno != ENOSYS)
		return (int)fd;
	if (!resolve)
		return openat(dir, path, flags);
	path += strspn(path, "/");
	return openat(dir, *path ? path : ".", flags | (flags & O_DIRECTORY ? 0 : O_NOFOLLOW));
}

/* Whether only root and this user can change the path's directory. */
static inline bool base_dir_trusted(int top, const char *path, uint64_t resolve)
{
	const char *slash = strrchr(path, '/');
	char dir[4096] = ".";
	size_t len = slash ? (size_t)(slash - path) + 1 : 0;
	struct stat st;
	int fd;

	if (len >= sizeof(dir))
		return false;
	if (len) {
		memcpy(dir, path, len);
		dir[len] = '\0';
	}
	fd = base_openat(top, dir, O_PATH | O_DIRECTORY | O_CLOEXEC, resolve);
	if (fd < 0)
		return false;
	bool trusted = fstat(fd, &st) == 0 && (st.st_uid == 0 || st.st_uid == geteuid()) &&
		!(st.st_mode & 022);
	close(fd);
	return trusted;
}

/*
 * Checks what open(2) returned; returns it, or closes it and returns -1 if it is not a regular
 * file, or too large.
 */
static inline int base_check(int fd, uint64_t max)
{
	struct stat st;
	int err = 0;

	if (fd < 0)
		return -1;
	if (fstat(fd, &st) < 0)
		err = errno;
	else if (!S_ISREG(st.st_mode))
		err = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
	else if ((uint64_t)st.st_size > max)
		err = EFBIG;
	if (!err)
		return fd;
	close(fd);
	errno = err;
	return -1;
}

/*
 * Opens a regular file of at most max bytes for reading.  root: the directory that the path is
 * resolved in; NULL or "": this process's root.  Returns a descriptor that the caller closes, or -1
 * with errno: EINVAL if it is no regular file, EFBIG if it is larger, ELOOP if it is a link that is
 * not followed, or as open(2).  base_open_error() has the text.
 */
static inline int base_open(const char *root, const char *path, uint64_t max, unsigned flags)
{
	bool within = root && *root;
	uint64_t resolve = within ? RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS : 0;
	int top = within ? open(root, O_PATH | O_DIRECTORY | O_CLOEXEC) : AT_FDCWD, fd, err;
	int how = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

	if (within && top < 0) {
		base_lack(errno);
		return -1;
	}
	if (!(flags & BASE_NAMED) && !base_dir_trusted(top, path, resolve))
		how |= O_NOFOLLOW;
	fd = base_check(base_openat(top, path, how, resolve), max);
	err = errno;
	if (within)
		close(top);
	if (fd < 0)
		base_lack(err);
	errno = err;
	return fd;
}

/*
 * Reads the beginning of a small file below a directory (AT_FDCWD: a path), such as those of /proc:
 * what fits in buf, and a NUL. Returns its length, or -1 with errno.
 */
static inline ssize_t base_slurp(int dir, const char *path, char *buf, size_t size)
{
	int fd = base_check(openat(dir, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY),
		    UINT64_MAX),
	    err;
	size_t n = 0;
	ssize_t got = 1;

	if (fd < 0) {
		base_lack(errno);
		return -1;
	}
	while (n + 1 < size && got != 0) {
		got = read(fd, buf + n, size - 1 - n);
		if (got < 0 && errno != EINTR)
			break;
		n += got > 0 ? (size_t)got : 0;
	}
	err = errno;
	if (got < 0)
		base_lack(err);
	close(fd);
	errno = err;
	buf[n] = '\0';
	return got < 0 && n == 0 ? -1 : (ssize_t)n;
}

/* Why base_open() refused a file: follows its name in a message. */
static inline const char *base_open_error(int err)
{
	switch (err) {
	case EINVAL: return "not a regular file";
	case EFBIG: return "too large";
	case ELOOP: return "a symbolic link in a directory that other users can write to";
	default: return strerror(err);
	}
}

/*
 * Reads the rest of a file, at most max bytes, and adds a NUL; also works for entries of /proc,
 * whose size is unknown. Returns memory that the caller frees, or NULL with errno: EFBIG if there
 * is more, ENOMEM, or as read(2).
 */
static inline char *base_read(int fd, size_t max, size_t *len)
{
	size_t cap = 0, n = 0;
	char *buf = NULL;
	ssize_t got;

	do {
		if (n + 1 >= cap) {
			cap = cap ? cap * 2 : 4096;
			char *bigger = base_realloc(buf, cap);
			if (!bigger)
				goto fail;
			buf = bigger;
		}
		got = read(fd, buf + n, cap - n - 1);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			goto fail;
		n += (size_t)got;
		if (n > max) {
			errno = EFBIG;
			goto fail;
		}
	} while (got != 0);
	buf[n] = '\0';
	*len = n;
	return buf;
fail:
	base_lack(errno);
	free(buf);
	return NULL;
}

/* As base_open() for an entry of /proc, but returns a stream for fclose(), or NULL with errno. */
static inline FILE *base_fopen(const char *path)
{
	int fd = base_open(NULL, path, UINT64_MAX, BASE_NAMED);
	FILE *fp = fd < 0 ? NULL : base_fdstream(fd, "r");

	if (fd >= 0 && !fp)
		close(fd);
	return fp;
}

#endif
