/*
 * Limits on the cost of symbols.
 *
 * The traced process decides which files symbols are read from: their sizes, their tables, and
 * their number. So all memory of symbols/ that grows with them is counted here first: tables of ELF
 * files, names of generated code, mappings, images. If a file exceeds its limit, nothing of it is
 * kept, because a partial table gives wrong names. A limit that is reached is reported once.
 */
#ifndef DT_SYMLIMIT_H
#define DT_SYMLIMIT_H

#include <stdbool.h>
#include <stdint.h>

#define DT_SYMFILESIZE (128 << 20) /* options symfilesize and symsize, unless set */
#define DT_SYMSIZE (512 << 20)
#define DT_ELF_MAX ((uint64_t)64 << 30) /* of a file's size: only parts of it are read */

struct dt_symlimit {
	uint64_t sl_file, sl_all; /* bytes: for one file or process, and for all */
	uint64_t sl_used;
	uint64_t sl_work; /* bytes that may still be read, checksummed or unpacked */
	bool sl_saidfile, sl_saidall, sl_saidwork, sl_saidpacked;
	void (*sl_say)(void *, const char *); /* may be NULL */
	void *sl_arg;
};

void dt_symlimit_init(struct dt_symlimit *);
/*
 * Takes more bytes for a holder of *held bytes. Returns false if a limit is reached, and reports
 * that with the holder's name.
 */
bool dt_symlimit_take(struct dt_symlimit *, uint64_t *held, uint64_t bytes, const char *name);
/* Gives back all bytes of a holder. */
void dt_symlimit_give(struct dt_symlimit *, uint64_t *held);
/*
 * Whether more bytes may be read of one file, of which *read have been read. If not, reports that
 * and returns false.
 */
bool dt_symlimit_read(struct dt_symlimit *, uint64_t *read, uint64_t bytes, const char *name);
/*
 * Whether work that takes as long as reading that many bytes may be done. If not, reports that and
 * returns false.
 */
bool dt_symlimit_work(struct dt_symlimit *, uint64_t bytes, const char *name);
/* Reports a line unless *said is set, and sets *said. */
void dt_symlimit_say(struct dt_symlimit *, bool *said, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Reports that the holder of that name was left out because of its size. */
void dt_symlimit_say_file(struct dt_symlimit *, const char *name);

#endif
