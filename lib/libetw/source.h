/* source.h - opening files: descriptors that can be read at any offset. */
#ifndef SOURCE_H
#define SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Reads until n bytes are read or the file ends; returns how many. */
size_t etl_pread(int fd, uint64_t off, void *buf, size_t n);

/*
 * Opens a path, or "-" for standard input. Returns a descriptor of the plain bytes (gzip is
 * unpacked), or -1 with *why, or with NULL and errno. `named`: the user named the path; then it may
 * be a pipe.
 */
int etl_source_open(const char *path, bool named, const char **why);

/* Reads at most n bytes; returns how many, 0 at the end, -1 on an error. */
typedef long etl_feeder(void *from, void *buf, size_t n);

/* A sequential source, whose first bytes can be checked before they are read. */
#define ETL_HEAD (65536u + 0x48u) /* enough to recognize a trace: a buffer's header and a record */
struct etl_flow {
	etl_feeder *fw_feed;
	void *fw_from;
	uint8_t *fw_head;
	size_t fw_n, fw_at; /* bytes of the head; how many of them were read */
	bool fw_failed;	    /* nothing can be read after the head */
};

bool etl_flow_open(struct etl_flow *fw, etl_feeder *feed, void *from); /* false: no memory */
void etl_flow_close(struct etl_flow *fw);
/*
 * Copies all of it to a nameless file. Returns its descriptor, or -1 and *why: `cannot` if it can't
 * be read to its end.
 */
int etl_spool(struct etl_flow *fw, const char *cannot, const char **why);

/*
 * open.c: whether a file with this beginning (and more, if n is ETL_HEAD) may be a trace; otherwise
 * *why not
 */
bool etl_check_head(const uint8_t *head, size_t n, const char **why);

/* zip.c */
struct etl_zip;
bool etl_is_zip(int fd);
/* Returns NULL with *why. Takes over the descriptor in any case. */
struct etl_zip *etl_zip_open(int fd, const char **why);
/*
 * Checks all members that etl_zip_next() returns; false, with *name and *why, if one isn't a trace.
 */
bool etl_zip_check(struct etl_zip *z, const char **name, const char **why);
/*
 * The next member whose name ends in .etl: returns a descriptor and its name; or -1 with *why,
 * which is NULL after the last.
 */
int etl_zip_next(struct etl_zip *z, const char **name, const char **why);
void etl_zip_close(struct etl_zip *z);

#endif
