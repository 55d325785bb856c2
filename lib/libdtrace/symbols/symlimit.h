/*
 * What symbols may cost.
 *
 * Whoever is traced chooses the files that symbols are read from: their sizes, their tables, and
 * how many there are. So everything in this room that grows with them takes its bytes here first:
 * tables of ELF files, names made at run time, mappings, images.  Of a file that exceeds its bound
 * nothing is kept, for half a table gives wrong names; a bound that is met is reported once.
 */
#ifndef DT_SYMLIMIT_H
#define DT_SYMLIMIT_H

#include <stdbool.h>
#include <stdint.h>

#define DT_SYMFILESIZE (128 << 20) /* options symfilesize and symsize, unless set */
#define DT_SYMSIZE (512 << 20)

struct dt_symlimit {
	uint64_t sl_file, sl_all; /* bytes: for one file or process, and for all */
	uint64_t sl_used;
	uint64_t sl_work; /* bytes that may still be read, summed or unpacked, kept or not */
	bool sl_saidfile, sl_saidall, sl_saidwork, sl_saidpacked;
	void (*sl_say)(void *, const char *); /* NULL: nobody listens */
	void *sl_arg;
};

void dt_symlimit_init(struct dt_symlimit *);
/*
 * Takes bytes for something that holds *held already; false, and reported with its name, if a bound
 * is met.
 */
bool dt_symlimit_take(struct dt_symlimit *, uint64_t *held, uint64_t bytes, const char *name);
/* Gives back all that something holds. */
void dt_symlimit_give(struct dt_symlimit *, uint64_t *held);
/*
 * Whether bytes more may be read of one file, *read of which have been; false, and reported, if
 * not.
 */
bool dt_symlimit_read(struct dt_symlimit *, uint64_t *read, uint64_t bytes, const char *name);
/*
 * Whether work that takes as long as reading so many bytes may be done; false, and reported, if
 * there was too much.
 */
bool dt_symlimit_work(struct dt_symlimit *, uint64_t bytes, const char *name);
/* Reports, unless *said: it has been reported. */
void dt_symlimit_say(struct dt_symlimit *, bool *said, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Reports that something called name was left out for its size. */
void dt_symlimit_say_file(struct dt_symlimit *, const char *name);

#endif
