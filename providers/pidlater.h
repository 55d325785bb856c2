/*
 * Descriptions of the pid provider that may mean libraries which a process loads while it is
 * traced; for each, the files in which its functions have been looked for.
 */
#ifndef PROVIDERS_PIDLATER_H
#define PROVIDERS_PIDLATER_H

#include <stdbool.h>
#include <stdint.h>

struct pid_kept {
	char *kp_field[4];
	struct pid_file *kp_files;
	unsigned kp_nfiles;
};

struct pid_later { /* zeroed: none */
	struct pid_kept *lt_kept;
	unsigned lt_nkept;
};

/*
 * Returns the description, which is kept if it isn't yet: descriptions are matched more than once.
 * Valid until another is kept; NULL if there is no memory.
 */
struct pid_kept *pid_later_keep(struct pid_later *, const char *const field[4]);
/* Whether the file was looked in before; from now on it was. */
bool pid_kept_looked(struct pid_kept *, uint64_t dev, uint64_t ino);
void pid_later_free(struct pid_later *);

#endif
