/* What a process has mapped, read from /proc, for the files of api/ that look into processes. */
#ifndef DT_API_PROCESS_H
#define DT_API_PROCESS_H

#include <limits.h>
#include "symbols.h"

struct dt_process {
	uint32_t ps_pid;
	struct dt_maps *ps_maps;
	char ps_exe[PATH_MAX]; /* path of the program */
	char ps_root[32];      /* "/proc/1234/root" */
};

/*
 * Reads the process's mappings. Returns false if there is no such process, or it is a thread of the
 * kernel. maps NULL: a table of its own. dt_process_end() is called in any case.
 */
bool dt_process_read(struct dt_process *, uint32_t pid, struct dt_maps *maps);
void dt_process_end(struct dt_process *); /* destroys the table; not for one that was given */
/*
 * Calls fn for each object, in order of addresses; an object that is mapped in several places in a
 * row is given once.
 */
struct dt_object {
	const struct dt_process *ob_process;
	const struct dt_image *ob_image;
	const struct dt_map *ob_map;
	bool ob_exe; /* the program itself */
	bool ob_vdso;
};
void dt_process_objects(const struct dt_process *, void (*fn)(const struct dt_object *, void *),
	void *arg);
int dt_object_open(const struct dt_object *); /* -1: can't */
/* Whether a description's module means the object. */
bool dt_object_is(const struct dt_object *, const char *want);

/*
 * proclater.c: the file of a library that the process hasn't loaded, by a name of it or its path;
 * returns false if none is found.
 */
bool dt_process_later(const struct dt_process *, const char *want, char path[PATH_MAX]);

#endif
