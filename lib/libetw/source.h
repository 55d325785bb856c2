/*
 * source.h - what opening a file shares: descriptors from which bytes can be read anywhere.
 */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads until n bytes are there or the file ends; how many there were. */
size_t etl_pread(int fd, uint64_t off, void *buf, size_t n);

/*
 * Opens a path, or "-" for standard input; a descriptor of the plain bytes, unpacked if they
 * were compressed by gzip. -1: *why says why, or NULL and errno.
 */
int etl_source_open(const char *path, const char **why);

/* Gives the next at most n bytes: how many, 0 at the end, -1 if they cannot be had. */
typedef long etl_feeder(void *from, void *buf, size_t n);
/* A nameless file with all that `feed` gives, or -1 and *why: `cannot` if feed failed. */
int etl_spool(etl_feeder *feed, void *from, const char *cannot, const char **why);

/* zip.c */
struct etl_zip;
bool etl_is_zip(int fd);
/* NULL: *why says why. Takes the descriptor in any case. */
struct etl_zip *etl_zip_open(int fd, const char **why);
/* The next member whose name ends in .etl: a descriptor and its name; -1: *why, or NULL: no more. */
int etl_zip_next(struct etl_zip *z, const char **name, const char **why);
void etl_zip_close(struct etl_zip *z);

#endif
