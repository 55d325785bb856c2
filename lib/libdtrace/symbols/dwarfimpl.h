/*
 * Internal to the files that read DWARF: dwarf*.c.
 *
 * What is split off (gcc -gsplit-dwarf) is in a .dwo file, of one unit, or in a package of many
 * (.dwp). The program's file has a skeleton of each unit, which names its file and has what a
 * linker must fill in: addresses.
 */
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

/* The sections that a split unit consists of, and those that find it in a package. */
enum dt_dwpart {
	DT_DW_INFO,
	DT_DW_TYPES,
	DT_DW_ABBREV,
	DT_DW_STR,
	DT_DW_STR_OFFSETS,
	DT_DW_RNGLISTS,
	DT_DW_ADDR,   /* of the program's file */
	DT_DW_RANGES, /* as well; DWARF 4 */
	DT_DW_CU_INDEX,
	DT_DW_TU_INDEX,
	DT_DW_PARTS
};

struct dt_dwbytes { /* of a section: in place, or joined in memory of their own */
	const uint8_t *by_at;
	size_t by_size, by_cap;
	uint8_t *by_own;
};

struct dt_dwofile { /* a .dwo file or a package */
	struct dt_elfread df_read;
	struct dt_dwbytes df_parts[DT_DW_PARTS];
};

struct dt_dwsplit {		  /* a split unit, with the units of types that belong to it */
	struct base_link sp_link; /* in dw_splitof, by sp_dwarf */
	unsigned sp_number;	  /* from 1 */
	uint64_t sp_id;
	struct dt_dwofile sp_file; /* zeroes: it is in the package */
	struct dt_dwbytes sp_parts[DT_DW_PARTS];
	char *sp_image;
	Elf *sp_elf;
	Dwarf *sp_dwarf;
};

struct dt_dwarf {
	struct dt_dwopen dw_main, dw_alt; /* alt: what dwz has moved out of several files */
	struct dt_symlimit *dw_limit;
	char *dw_path, *dw_root; /* as of dt_dwarf_open(); the root may be NULL */
	uint64_t dw_held;	 /* bytes that the index and split units take */
	struct dt_dwsegment *dw_segs;
	unsigned dw_nsegs;
	uint64_t dw_info; /* bytes of .debug_info and .debug_types */
	bool dw_indexed;
	struct base_index dw_names, dw_funcs, dw_sigs;
	/* of the file itself, for its split units; or NULL */
	const Elf_Data *dw_addr, *dw_ranges;
	struct dt_dwofile dw_package;
	struct dt_dwsplit **dw_splits;
	unsigned dw_nsplits, dw_nlacking;
	struct base_index dw_splitof;
	char dw_lack[4400]; /* which split unit is missing, and why; or empty */
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
bool dt_dw_die(const struct dt_dwarf *, uint64_t number, Dwarf_Die *);

/* An attribute's text, the entry's name; or NULL. They are in the file. */
const char *dt_dw_text(Dwarf_Attribute *);
const char *dt_dw_name(Dwarf_Die *);

/* Sets what an attribute refers to. Returns false if there is none. */
bool dt_dw_refers(const struct dt_dwarf *, Dwarf_Die *, unsigned attr, Dwarf_Die *to);

/* dwarfindex.c */
void dt_dw_index_free(struct dt_dwarf *);
/* The number of the type that has the signature, in whatever file; or 0. */
uint64_t dt_dw_signed(const struct dt_dwarf *, uint64_t signature);

/* dwarfsplit.c: the split units of the file are dw_splits. */
void dt_dw_splits_open(struct dt_dwarf *);
void dt_dw_splits_close(struct dt_dwarf *);
unsigned dt_dw_split_of(const struct dt_dwarf *, Dwarf *); /* its number, or 0 */

/* dwarfdwo.c */
/* Takes the descriptor. Returns NULL, or why the file can't be used. */
const char *dt_dwo_open(struct dt_dwarf *, struct dt_dwofile *, int fd);
void dt_dwo_close(struct dt_dwofile *);
/* Bytes join those that are there. Returns false if they are too many. */
bool dt_dw_bytes_add(struct dt_dwarf *, struct dt_dwbytes *, const void *, size_t);
void dt_dw_bytes_free(struct dt_dwbytes *);

/* dwarfpack.c */
/* Sets the parts of a split unit that is in the package. Returns false if it isn't. */
bool dt_dw_pack_find(struct dt_dwarf *, uint64_t id, struct dt_dwbytes *parts);

/* dwarfimage.c */
/* Opens what the parts of a split unit make. Returns false if that is nothing. */
bool dt_dw_image_open(struct dt_dwsplit *);
void dt_dw_image_close(struct dt_dwsplit *);

#endif
