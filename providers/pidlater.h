/*
 * Descriptions of the pid provider that may mean libraries which a process loads while it is
 * traced, and the files that the process has mapped, of which some are new.
 */
#ifndef PROVIDERS_PIDLATER_H
#define PROVIDERS_PIDLATER_H

#include <stdbool.h>
#include <stdint.h>
#include "dtrace_provider.h"

struct pid_file {
	uint64_t fl_dev, fl_ino;
};

struct pid_later { /* zeroed: none */
	char *(*lt_kept)[4];
	unsigned lt_nkept;
	struct pid_file *lt_files;
	unsigned lt_nfiles, lt_nknown; /* the first of them aren't new */
};

/*
 * Keeps the description; what the process has mapped by the first one isn't new. Returns false if
 * it is kept already, as descriptions are matched more than once, or if there is no memory.
 */
bool pid_later_keep(struct pid_later *, struct dt_engine *, uint32_t pid,
	const char *const field[4]);
/*
 * Looks at what the process has mapped; new is what it hadn't when that was called before. Returns
 * whether anything is.
 */
bool pid_later_look(struct pid_later *, struct dt_engine *, uint32_t pid);
bool pid_later_isnew(const struct pid_later *, uint64_t dev, uint64_t ino);
void pid_later_free(struct pid_later *);

#endif
