/*
 * Linked with the command: lets an allocation fail.
 *
 *	NOMEM_OWN=n	the n-th of our own code (base_malloc() and its like)
 *	NOMEM_OWNSINCE=n	that one and all after it
 *	NOMEM_ANY=n	the n-th of the process, that of libc and the other libraries included (not
 *                      under ASan)
 *	NOMEM_SINCE=n	that one and all after it
 *	NOMEM_READ=n	the n-th read() or pread() of our own code fails with EIO
 *	NOMEM_TRACE=1	says where the one of NOMEM_ANY was asked for
 *	NOMEM_COUNT=F	how many of each there were, into that file
 */
#include <errno.h>
#include <execinfo.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <fcntl.h>
#include <unistd.h>
#include "alloc.h"

static uint64_t any, any_at, since;
static pid_t mine;
static bool trace;

#ifndef NOMEM_OWN_ONLY
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

static bool fails(void)
{
	uint64_t n = __atomic_add_fetch(&any, 1, __ATOMIC_RELAXED);

	if (n != any_at && (!since || n < since))
		return false;
	if (any_at && trace) {
		void *pcs[30];

		any_at = 0;
		backtrace_symbols_fd(pcs, backtrace(pcs, 30), 2);
	}
	errno = ENOMEM;
	return true;
}

void *malloc(size_t n)
{
	return fails() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
	return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
	return fails() ? NULL : __libc_realloc(p, n);
}

void *memalign(size_t align, size_t n)
{
	return fails() ? NULL : __libc_memalign(align, n);
}

void *aligned_alloc(size_t align, size_t n)
{
	return memalign(align, n);
}

int posix_memalign(void **p, size_t align, size_t n)
{
	void *q = memalign(align, n);

	if (!q)
		return ENOMEM;
	*p = q;
	return 0;
}
#endif

/* The n-th read() or pread() of ours. */
static uint64_t reads, read_at;

static bool read_fails(void)
{
	if (++reads != read_at)
		return false;
	errno = EIO;
	return true;
}

ssize_t read(int fd, void *buf, size_t n)
{
	return read_fails() ? -1 : syscall(SYS_read, fd, buf, n);
}

ssize_t pread(int fd, void *buf, size_t n, off_t at)
{
	return read_fails() ? -1 : syscall(SYS_pread64, fd, buf, n, at);
}

static uint64_t number(const char *name)
{
	const char *text = getenv(name);

	return text ? strtoull(text, NULL, 10) : 0;
}

__attribute__((constructor)) static void begin(void)
{
	mine = getpid();
	base_alloc.ba_fail_from = base_alloc.ba_fail_to = number("NOMEM_OWN");
	if (number("NOMEM_OWNSINCE")) {
		base_alloc.ba_fail_from = number("NOMEM_OWNSINCE");
		base_alloc.ba_fail_to = UINT64_MAX;
	}
	base_alloc.ba_count = 0;
	any_at = number("NOMEM_ANY");
	trace = getenv("NOMEM_TRACE");
	since = number("NOMEM_SINCE");
	any = 0;
	read_at = number("NOMEM_READ");
	reads = 0;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("NOMEM_COUNT");
	char text[64];
	int fd, n;

	if (!path || getpid() != mine)
		return;
	n = snprintf(text, sizeof(text), "%llu %llu %llu\n",
		(unsigned long long)base_alloc.ba_count, (unsigned long long)any,
		(unsigned long long)reads);
	fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd >= 0 && write(fd, text, (size_t)n) == n)
		close(fd);
}
