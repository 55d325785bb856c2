/*
 * Names of functions in Windows' images, from program databases.
 *
 *	msf.c		the container: a file of blocks that holds numbered streams
 *	pdb.c		what a database says: publics and functions, as a table sorted by relative address
 *	sympath.c	where databases lie: directories, symbol stores, servers
 *	symfetch.c	from a server into a store
 *
 * Nothing of a file is believed: every number is checked against what holds it, and a file that lies has no
 * names.
 */
#ifndef DT_PDB_H
#define DT_PDB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct dt_pdbid {		/* what an image says about its database */
	uint8_t pi_guid[16];
	uint32_t pi_age;
	char pi_name[64];	/* file name, without a directory */
};

/* msf.c */
struct dt_msf;
struct dt_msf *dt_msf_create(const uint8_t *data, size_t size);	/* NULL: not one; data is not copied */
void dt_msf_destroy(struct dt_msf *);
uint8_t *dt_msf_stream(struct dt_msf *, uint32_t number, size_t *size);	/* to be freed; NULL: none such */

/* pdb.c */
struct dt_pdb;
struct dt_pdb *dt_pdb_create(const uint8_t *data, size_t size);	/* NULL: none that can be read; data is not kept */
void dt_pdb_destroy(struct dt_pdb *);
bool dt_pdb_is(const struct dt_pdb *, const struct dt_pdbid *);	/* same GUID; its age may be later */
const char *dt_pdb_find(const struct dt_pdb *, uint32_t rva, uint32_t *delta);	/* NULL: before the first */
uint32_t dt_pdb_count(const struct dt_pdb *);

/* sympath.c */
struct dt_sympath {
	char *sp_path;		/* as _NT_SYMBOL_PATH; NULL: nowhere */
	void (*sp_say)(void *, const char *line);	/* may be NULL */
	void *sp_arg;
	bool sp_saidhttps;
};
struct dt_pdb *dt_sympath_find(struct dt_sympath *, const struct dt_pdbid *);	/* NULL: not there */

/* symfetch.c: 0, or -1 and *why.  The file appears whole or not at all. */
int dt_symfetch(const char *url, const char *file, const char **why);

#endif
