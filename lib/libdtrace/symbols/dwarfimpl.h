/* Internal to dwarffile.c, dwarfindex.c and dwarftypes.c. */
#ifndef DT_DWARFIMPL_H
#define DT_DWARFIMPL_H

#include <elfutils/libdw.h>
#include "dwarftypes.h"
#include "elfread.h"
#include "index.h"

struct dt_dwsegment {
	uint64_t sg_off, sg_vaddr, sg_size;
};

struct dt_dwopen { /* a file that libdw reads from; it stays open */
	struct dt_elfread wo_read;
	Dwarf *wo_dwarf;
	int wo_fd;
};

struct dt_dwarf {
	struct dt_dwopen dw_main, dw_alt; /* alt: what dwz has moved out of several files */
	struct dt_symlimit *dw_limit;
	char *dw_path;
	uint64_t dw_held; /* bytes that the index takes */
	struct dt_dwsegment *dw_segs;
	unsigned dw_nsegs;
	uint64_t dw_info; /* bytes of .debug_info and .debug_types */
	bool dw_indexed, dw_split;
	struct base_index dw_names, dw_funcs;
};

/*
 * The children of an entry. libdw follows what the file says of the next sibling's place, which may
 * lead back; a walk ends there, and after DT_DW_MAXCHILDREN.
 */
#define DT_DW_MAXCHILDREN 65536
bool dt_dw_child(Dwarf_Die *parent, Dwarf_Die *child);
bool dt_dw_sibling(Dwarf_Die *die, Dwarf_Die *next);

/* dwarftypes.c */
uint64_t dt_dw_number(const struct dt_dwarf *, Dwarf_Die *);
bool dt_dw_die(struct dt_dwarf *, uint64_t number, Dwarf_Die *);

/* dwarfindex.c */
void dt_dw_index_free(struct dt_dwarf *);

#endif
