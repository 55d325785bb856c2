/*
 * Names of functions in Windows images, from program databases.
 *
 * Every offset and size in a file is checked; a file with a wrong one has no names.
 */
#ifndef DT_PDB_H
#define DT_PDB_H

#include <stdbool.h>
#include <stddef.h>
#include <signal.h>
#include <stdint.h>
#include "symlimit.h"

struct dt_pdbid { /* an image's reference to its database */
	uint8_t pi_guid[16];
	uint32_t pi_age;
	char pi_name[64]; /* file name, without a directory */
};

/* msf.c */
struct dt_msf;
/*
 * fd: open for reading as long as the result exists, size bytes long. name: for messages. Returns
 * NULL if it isn't a multi-stream file.
 */
struct dt_msf *dt_msf_create(int fd, uint64_t size, struct dt_symlimit *, const char *name);
void dt_msf_destroy(struct dt_msf *);
uint8_t *dt_msf_stream(struct dt_msf *, uint32_t number,
	size_t *size); /* to be freed; NULL if there is no such stream, or it is too large */

/* pdb.c */
struct dt_pdb;
/*
 * As dt_msf_create(), but fd may be closed afterwards. Returns NULL if it can't be read, or is over
 * the limit.
 */
struct dt_pdb *dt_pdb_create(int fd, uint64_t size, struct dt_symlimit *, const char *name);
void dt_pdb_destroy(struct dt_pdb *);
bool dt_pdb_is(const struct dt_pdb *,
	const struct dt_pdbid *); /* the GUID is the same; the database's age may be greater */
const char *dt_pdb_find(const struct dt_pdb *, uint32_t rva,
	uint32_t *delta); /* NULL if rva is before the first function */
uint32_t dt_pdb_count(const struct dt_pdb *);

/* sympath.c */
struct dt_sympath {
	char *sp_path; /* as in _NT_SYMBOL_PATH; NULL: there is none */
	struct dt_symlimit *sp_limit;
	void (*sp_say)(void *, const char *line); /* may be NULL */
	void *sp_arg;
	const volatile sig_atomic_t
		*sp_interrupt;	      /* when not 0, waiting for a server ends; may be NULL */
	char *sp_silent;	      /* servers that didn't answer, each followed by a newline
			  */
	bool sp_nomore;		      /* no more servers are asked */
	struct dt_symfetch *sp_fetch; /* NULL until a server is asked */
};
void dt_sympath_fini(struct dt_sympath *);
/* NULL if not found */
struct dt_pdb *dt_sympath_find(struct dt_sympath *, const struct dt_pdbid *);

/* symfetch.c */
struct dt_symfetch; /* libcurl, and its state between two files */
/* Returns NULL and sets *why if files can't be fetched. */
struct dt_symfetch *dt_symfetch_create(const char **why);
void dt_symfetch_destroy(struct dt_symfetch *);
struct dt_fetch {
	const volatile sig_atomic_t *ft_interrupt; /* as sp_interrupt */
	bool ft_silent;	     /* out: no answer; a retry would get none either */
	bool ft_interrupted; /* out */
	char ft_why[640];    /* out */
};
/*
 * Downloads the file at the URL to fd. Returns 0, or -1 with ft_why; the contents of fd are not
 * valid then.
 */
int dt_symfetch(struct dt_symfetch *, struct dt_fetch *, const char *url, int fd);

#endif
