/*
 * Internal to symbols/: what the linker of Go leaves in a file.
 *
 * The runtime has a table of all functions, which it needs to move stacks; so it is also in a file
 * without symbols. Its layout is that of Go 1.18 and later; other files have no table here.
 */
#ifndef DT_GOTABLE_H
#define DT_GOTABLE_H

#include "elfread.h"

/* Whether the file has code of Go. */
bool dt_gotable_isgo(struct dt_elfread *);

struct dt_gotable {
	uint64_t gt_nfuncs;
	Elf_Data gt_names; /* NUL-terminated strings */
	/* the table: pairs of the function's address and of what describes it, from gt_funcs on */
	const uint8_t *gt_funcs;
	uint64_t gt_size;
	uint64_t gt_text; /* from which the addresses count */
};
struct dt_gofunc {
	uint32_t gf_name; /* offset in the names */
	uint64_t gf_vaddr, gf_size;
};

/* Finds the table, which is valid until dt_elfread_end(); returns false if there is none. */
bool dt_gotable_find(struct dt_elfread *, struct dt_gotable *);
/* The function of a number below gt_nfuncs; returns false if what the file says is absurd. */
bool dt_gotable_func(const struct dt_gotable *, uint64_t number, struct dt_gofunc *);

#endif
