/*
 * Names of functions in Windows' images, from program databases.
 *
 * Every number of a file is checked against what holds it; a file with a wrong one has no names.
 */
#ifndef DT_PDB_H
#define DT_PDB_H

#include <stdbool.h>
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include "symlimit.h"

struct dt_pdbid { /* what an image says about its database */
	uint8_t pi_guid[16];
	uint32_t pi_age;
	char pi_name[64]; /* file name, without a directory */
};

/* msf.c */
struct dt_msf;
/*
 * fd: open for reading as long as the result lives, and size bytes long; name: what messages call
 * it.  NULL: not one.
 */
struct dt_msf *dt_msf_create(int fd, uint64_t size, struct dt_symlimit *, const char *name);
void dt_msf_destroy(struct dt_msf *);
uint8_t *dt_msf_stream(struct dt_msf *, uint32_t number,
	size_t *size); /* to be freed; NULL: none such, or too large */

/* pdb.c */
struct dt_pdb;
/*
 * As dt_msf_create(), but fd may be closed afterwards.  NULL: none that can be read, or what it
 * needs is over the limit.
 */
struct dt_pdb *dt_pdb_create(int fd, uint64_t size, struct dt_symlimit *, const char *name);
void dt_pdb_destroy(struct dt_pdb *);
bool dt_pdb_is(const struct dt_pdb *,
	const struct dt_pdbid *); /* same GUID; its age may be later */
const char *dt_pdb_find(const struct dt_pdb *, uint32_t rva,
	uint32_t *delta); /* NULL: before the first */
uint32_t dt_pdb_count(const struct dt_pdb *);

/* sympath.c */
struct dt_sympath {
	char *sp_path; /* as _NT_SYMBOL_PATH; NULL: nowhere */
	struct dt_symlimit *sp_limit;
	void (*sp_say)(void *, const char *line); /* may be NULL */
	void *sp_arg;
	const volatile sig_atomic_t
		*sp_interrupt; /* not 0: what waits for a server gives up.  May be NULL */
	char *sp_silent; /* servers that didn't answer, one after the other, each ended by a newline
			  */
	bool sp_nomore;	 /* no server is asked any more */
	struct dt_symfetch *sp_fetch; /* NULL until a server is asked */
};
void dt_sympath_fini(struct dt_sympath *);
struct dt_pdb *dt_sympath_find(struct dt_sympath *, const struct dt_pdbid *); /* NULL: not there */

/* symfetch.c */
struct dt_symfetch; /* libcurl, and what it keeps from one file to the next */
/* Returns NULL, and why, if files can't be fetched. */
struct dt_symfetch *dt_symfetch_create(const char **why);
void dt_symfetch_destroy(struct dt_symfetch *);
struct dt_fetch {
	const volatile sig_atomic_t *ft_interrupt; /* as sp_interrupt */
	bool ft_silent;	     /* out: there was no answer, and would be none if asked again */
	bool ft_interrupted; /* out */
	char ft_why[640];    /* out */
};
/*
 * Writes what the server has at that address to fd.  0, or -1 and ft_why; then what fd has is worth
 * nothing.
 */
int dt_symfetch(struct dt_symfetch *, struct dt_fetch *, const char *url, int fd);

#endif
