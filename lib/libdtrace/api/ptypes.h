/*
 * Types of user processes for the compiler: from the debugging information of their objects.
 *
 *   ptypes.c   finds types by name: pid1234`libc`name
 *   ptmake.c   makes D's types of what the debugging information describes
 *   ptargs.c   the types of a function's arguments
 *
 * A file is read once, however many processes map it, and nothing before a program names a type. A
 * structure that is only pointed to stays incomplete until a program follows the pointer. Pointers
 * are userland pointers: what they point to is in the process.
 */
#ifndef DT_PTYPES_H
#define DT_PTYPES_H

#include "dwarftypes.h"
#include "handle.h"
#include "index.h"

struct dt_pfile { /* a file, by device and inode */
	uint64_t pf_dev, pf_ino;
	struct dt_dwarf *pf_dwarf; /* NULL: it has none ... */
	const char *pf_why;	   /* ... and why */
	struct base_index pf_made; /* types, by number */
	struct dt_ptypes *pf_of;
	struct dt_pfile *pf_next;
};

struct dt_ptypes {
	dtrace_hdl_t *pt_handle;
	struct dt_types *pt_store;
	struct dt_foreign pt_foreign;
	struct dt_symlimit pt_limit;
	struct dt_pfile *pt_files;
	/* structures that are incomplete yet, by the number that the store knows, less 1 */
	struct dt_incomplete {
		struct dt_pfile *in_file;
		uint64_t in_number;
	} * pt_lazy;
	uint32_t pt_nlazy;
	unsigned pt_depth;
	char pt_why[512];
};

/* Returns NULL if there is no memory. */
struct dt_ptypes *dt_ptypes_create(dtrace_hdl_t *, struct dt_types *);
void dt_ptypes_destroy(struct dt_ptypes *); /* after the store it is attached to */
/* The file of a descriptor; NULL if there is no memory. */
struct dt_pfile *dt_pfile_of(struct dt_ptypes *, uint32_t pid, int fd, const char *path);

/* ptmake.c */
const struct dt_type *dt_ptype_make(struct dt_pfile *, uint64_t number);
/* dt_foreign's fg_make; the argument is the struct dt_ptypes. */
struct dt_type *dt_ptype_whole(void *, struct dt_types *, uint32_t number);
void dt_ptype_forget(struct dt_pfile *);

/* ptargs.c */
/*
 * Fills in the types of the arguments of the function that the probe belongs to. If they are not
 * known, there are none, and pi_why says why.
 */
void dt_ptypes_args(struct dt_ptypes *, const struct dt_probe *, struct dt_probeinfo *);
/* Whether the arguments of two probes are of the same types. */
bool dt_ptypes_same(const struct dt_probeinfo *, const struct dt_probeinfo *);

#endif
