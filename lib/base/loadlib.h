/*
 * Libraries that are loaded when they are first needed. Most runs don't need them, some systems
 * don't have them, and loading their dependencies may take as long as the rest of the start.
 *
 * Headers only.
 */
#ifndef BASE_LOADLIB_H
#define BASE_LOADLIB_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

struct base_entry {
	const char *en_name;
	void *en_where; /* the pointer to a function that gets its address */
};

/* Sets the entries, which a NULL ends; returns false if the library lacks one. */
static inline bool base_loadlib_entries(void *lib, const struct base_entry *en)
{
	for (; en->en_name; en++) {
		void *p = dlsym(lib, en->en_name);

		if (!p)
			return false;
		memcpy(en->en_where, &p, sizeof(p));
	}
	return true;
}

/*
 * Loads the first library of the NULL-terminated list that exists and has all the entries. Returns
 * a handle for dlclose(), or NULL.
 */
static inline void *base_loadlib(const char *const *names, const struct base_entry *en)
{
	for (; *names; names++) {
		void *lib = dlopen(*names, RTLD_NOW | RTLD_LOCAL);

		if (lib && base_loadlib_entries(lib, en))
			return lib;
		if (lib)
			dlclose(lib);
	}
	return NULL;
}

#endif
