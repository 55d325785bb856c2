/*
 * util.h - what the tests of libetw share: traces in memory files, which have a path to open and
 * leave nothing behind.
 */
#ifndef UTIL_H
#define UTIL_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "etw.h"

struct memtrace {
	int mt_fd;
	char mt_path[32];
};

void mt_create(struct memtrace *m);
/* A new memory file with those bytes. */
void mt_bytes(struct memtrace *m, const uint8_t *p, size_t n);
/* All bytes of a file; the caller frees them. */
uint8_t *mt_read(const char *path, size_t *n);
void mt_close(struct memtrace *m);

struct etw_writer *mt_writer(struct memtrace *m, const struct etw_writer_config *c);
/* Opens one memory file as a trace; fails the test if that fails. */
struct etw_trace *mt_open(const struct memtrace *m);
/* Opens it, skips the session header and gives the first record after it. */
struct etw_trace *mt_second(const struct memtrace *m, struct etw_event *ev);

#endif
