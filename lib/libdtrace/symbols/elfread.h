/*
 * Within the room: reading an ELF file that may be hostile.
 *
 * libelf believes a file: it makes a structure for each section that the header announces, holds
 * each section's bytes until the end, and expands compressed ones.  Sections can overlap, so a
 * small file can announce any amount.  These functions look first: the number of sections is
 * bounded before libelf sees the file, compressed sections are left alone (no linker compresses
 * symbols, their names or notes), and the bytes that are read are counted.
 */
#ifndef DT_ELFREAD_H
#define DT_ELFREAD_H

#include <gelf.h>
#include <libelf.h>
#include "symlimit.h"

struct dt_elfread {
	Elf *er_elf; /* NULL: not an ELF file that is read */
	struct dt_symlimit *er_limit;
	uint64_t er_read;    /* bytes of sections so far */
	bool er_excess;	     /* something was not read, as it was too much */
	const char *er_name; /* for messages */
};

#define DT_ELF_MAX \
	((uint64_t)64 << 30) /* bytes of a file that is opened: only parts of it are read */

/*
 * false: nothing to read there; true: to be ended by dt_elfread_end(), before the descriptor is
 * closed
 */
bool dt_elfread_begin(struct dt_elfread *, int fd, const char *name, struct dt_symlimit *);
bool dt_elfread_memory(struct dt_elfread *, char *image, size_t size, const char *name,
	struct dt_symlimit *);
void dt_elfread_end(struct dt_elfread *);
/*
 * A section's bytes, valid until the end; NULL if it has none, is compressed or exceeds what may be
 * read.
 */
const Elf_Data *dt_elfread_section(struct dt_elfread *, Elf_Scn *);
/* The section's bytes of that name; NULL as above, or if there is none. */
const Elf_Data *dt_elfread_named(struct dt_elfread *, const char *name);
/*
 * The string at an offset of a section of strings; NULL if that is outside, or the section doesn't
 * end with a NUL.
 */
const char *dt_elfread_string(const Elf_Data *, size_t offset);

#endif
