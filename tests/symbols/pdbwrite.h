/*
 * Writes program databases, as small as they can be: a container of 512-byte blocks with the
 * streams that say which database it is, which symbols there are, and where sections lie.
 */
#ifndef PDBWRITE_H
#define PDBWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pdbw_sym {
	const char *sy_name;
	uint16_t sy_section; /* from 1 */
	uint32_t sy_off;
	bool sy_proc; /* in a module's stream, else public */
};

struct pdbw {
	uint8_t pw_guid[16];
	uint32_t pw_age;
	const uint32_t *pw_sections; /* their relative addresses */
	unsigned pw_nsections;
	const struct pdbw_sym *pw_syms;
	unsigned pw_nsyms;
	const uint32_t (*pw_omap)[2]; /* from, to; NULL: nothing was moved */
	unsigned pw_nomap;
};

#define PDBW_MAX 262144

size_t pdb_write(const struct pdbw *, uint8_t out[PDBW_MAX]); /* its size */

#endif
