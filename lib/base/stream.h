/*
 * Calls of libc that allocate or open, for files of the system itself (/proc, /sys, tracefs). Each
 * is the call of its name; failures for lack of memory or descriptors are remembered (alloc.h), so
 * that missing data isn't taken for no data. openfile.h has the calls for files that others own.
 */
#ifndef BASE_STREAM_H
#define BASE_STREAM_H

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include "alloc.h"

static inline void *base_got(void *p)
{
	if (!p)
		base_lack(errno);
	return p;
}

static inline FILE *base_stream(const char *path, const char *mode)
{
	return base_got(fopen(path, mode));
}

static inline FILE *base_fdstream(int fd, const char *mode)
{
	return base_got(fdopen(fd, mode));
}

static inline DIR *base_opendir(const char *path)
{
	return base_got(opendir(path));
}

static inline DIR *base_fdopendir(int fd)
{
	return base_got(fdopendir(fd));
}

/* As openat(2) for reading. */
static inline int base_openread(int dir, const char *path, int flags)
{
	int fd = openat(dir, path, O_RDONLY | O_CLOEXEC | flags);

	if (fd < 0)
		base_lack(errno);
	return fd;
}

static inline int base_scandir(const char *path, struct dirent ***names,
	int (*pick)(const struct dirent *))
{
	int n = scandir(path, names, pick, alphasort);

	if (n < 0)
		base_lack(errno);
	return n;
}

static inline ssize_t base_getline(char **line, size_t *size, FILE *fp)
{
	errno = 0;

	ssize_t n = getline(line, size, fp);

	if (n < 0)
		base_lack(errno);
	return n;
}

#endif
