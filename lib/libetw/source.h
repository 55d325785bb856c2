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
 * were compressed by gzip. `named`: it is what the user said, not what a folder has; then it may
 * be a pipe, too. -1: *why says why, or NULL and errno.
 */
int etl_source_open(const char *path, bool named, const char **why);

/* Gives the next at most n bytes: how many, 0 at the end, -1 if they cannot be had. */
typedef long etl_feeder(void *from, void *buf, size_t n);

/* What can be read from front to end only, with its first bytes at hand before they are taken. */
#define ETL_HEAD (65536u + 0x48u) /* enough to tell a trace: a buffer's header and a record */
struct etl_flow {
	etl_feeder *fw_feed;
	void *fw_from;
	uint8_t *fw_head;
	size_t fw_n, fw_at; /* bytes of the head; how many of them were taken */
	bool fw_failed;	    /* after the head nothing more can be had */
};

bool etl_flow_open(struct etl_flow *fw, etl_feeder *feed, void *from); /* false: no memory */
void etl_flow_close(struct etl_flow *fw);
/* A nameless file with all of it, or -1 and *why: `cannot` if it cannot be read to its end. */
int etl_spool(struct etl_flow *fw, const char *cannot, const char **why);

/*
 * open.c: whether a file that begins so, and has more if n is ETL_HEAD, may be a trace; or *why not
 */
bool etl_check_head(const uint8_t *head, size_t n, const char **why);

/* zip.c */
struct etl_zip;
bool etl_is_zip(int fd);
/* NULL: *why says why. Takes the descriptor in any case. */
struct etl_zip *etl_zip_open(int fd, const char **why);
/* Looks at all members that etl_zip_next() gives; false if one is no trace: *name, and *why. */
bool etl_zip_check(struct etl_zip *z, const char **name, const char **why);
/*
 * The next member whose name ends in .etl: a descriptor and its name; -1: *why, or NULL: no more.
 */
int etl_zip_next(struct etl_zip *z, const char **name, const char **why);
void etl_zip_close(struct etl_zip *z);

#endif
