/* Internal to symbols/: where a stripped ELF file's symbols are. */
#ifndef DT_ELFDEBUG_H
#define DT_ELFDEBUG_H

#include "elfread.h"

struct dt_elfdebug {
	const uint8_t *ed_id; /* build-id */
	unsigned ed_idlen;    /* 0: it has none */
	const char *ed_path;  /* of the file, as its process sees it; or NULL */
	const char *ed_root;  /* path of the process's root: "/proc/1/root"; or NULL */
	/* called for each file with more symbols; true: no more files are needed */
	bool (*ed_read)(struct dt_elfread *, void *);
	void *ed_arg;
};
void dt_elf_debug(struct dt_elfread *, const struct dt_elfdebug *);

#endif
