/* Names of a process's objects in probe descriptions. */
#ifndef BASE_OBJNAME_H
#define BASE_OBJNAME_H

#include <stdbool.h>
#include <string.h>
#include "glob.h"

/*
 * Whether `want` means the object: a pattern of its file's name, the name up to ".so" ("libc" of
 * libc.so.6), as another system versions it (libc.so.1), its path, or a.out for the program itself.
 */
static inline bool base_object_is(const char *want, const char *name, const char *path, bool exe)
{
	const char *so = strstr(name, ".so"), *wantso = strstr(want, ".so.");
	size_t len = so ? (size_t)(so - name) : 0;

	if (!*want || base_glob(want, name) || !strcmp(want, path))
		return true;
	if (!strcmp(want, "a.out"))
		return exe;
	if (wantso && !base_is_glob(want))
		return so && len == (size_t)(wantso - want) && !strncmp(want, name, len);
	return so && strlen(want) == len && !strncmp(want, name, len);
}

#endif
