/* What a trace reports about addresses, besides the mappings of images. */
#ifndef DT_REPLAY_H
#define DT_REPLAY_H

#include "pdb.h"
#include "symbols.h"

/* methods.c */
struct dt_methods;
struct dt_methods *dt_methods_create(void);
void dt_methods_destroy(struct dt_methods *);
void dt_methods_add(struct dt_methods *, uint32_t pid, uint64_t start, uint64_t size,
	uint64_t module, const char *name);
void dt_methods_module(struct dt_methods *, uint32_t pid, uint64_t module, const char *path);
/* Sets the limits; there are defaults. */
void dt_methods_bound(struct dt_methods *, size_t bytes, uint32_t procs, uint32_t modules);
/* Whether the oldest were dropped at a limit. */
bool dt_methods_forgot(const struct dt_methods *);
bool dt_methods_find(struct dt_methods *, uint32_t pid, uint64_t pc, struct dt_sym *);

/* carried.c */
struct dt_carried;
struct dt_carried *dt_carried_create(void);
void dt_carried_destroy(struct dt_carried *);
bool dt_carried_any(const struct dt_carried *);
void dt_carried_add(struct dt_carried *, const char *path, uint64_t offset, uint64_t size,
	const char *name);
/* Returns the name at an offset of the image, or NULL; *delta is the distance from its start. */
const char *dt_carried_find(struct dt_carried *, const char *path, uint64_t offset,
	uint64_t *delta);

/* debugids.c */
struct dt_debugids;
struct dt_debugids *dt_debugids_create(void);
void dt_debugids_destroy(struct dt_debugids *);
void dt_debugids_add(struct dt_debugids *, uint32_t pid, uint64_t base, const struct dt_pdbid *);
bool dt_debugids_forgot(const struct dt_debugids *);
/*
 * Returns the names of the image at that address, or NULL if there are none. The first call
 * searches for the database and reads it.
 */
const struct dt_pdb *dt_debugids_find(struct dt_debugids *, struct dt_sympath *, uint32_t pid,
	uint64_t base);

#endif
