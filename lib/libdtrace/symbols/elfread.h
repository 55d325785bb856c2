/*
 * Internal to symbols/: reading ELF files that may be hostile.
 *
 * libelf trusts a file: it makes a structure for each section of the header, keeps each section's
 * bytes until the end, and expands compressed ones. Sections can overlap, so a small file can claim
 * any amount. So these functions limit the number of sections before libelf sees the file, never
 * read compressed sections (no linker compresses symbols, their names or notes), and count the
 * bytes that are read.
 */
#ifndef DT_ELFREAD_H
#define DT_ELFREAD_H

#include <gelf.h>
#include <libelf.h>
#include "symlimit.h"

struct dt_elfread {
	Elf *er_elf; /* NULL: not an ELF file of a supported kind */
	int er_fd;   /* -1: an image in memory */
	struct dt_symlimit *er_limit;
	uint64_t er_read;    /* bytes of sections so far */
	bool er_excess;	     /* something was too large to be read */
	const char *er_name; /* for messages */
};

/*
 * Returns false if there is nothing to read; otherwise call dt_elfread_end() before the descriptor
 * is closed.
 */
bool dt_elfread_begin(struct dt_elfread *, int fd, const char *name, struct dt_symlimit *);
bool dt_elfread_memory(struct dt_elfread *, char *image, size_t size, const char *name,
	struct dt_symlimit *);
void dt_elfread_end(struct dt_elfread *);
/*
 * A section's bytes, valid until dt_elfread_end(); NULL if it has none, is compressed, or exceeds
 * the limit.
 */
const Elf_Data *dt_elfread_section(struct dt_elfread *, Elf_Scn *);
/* The first section of that name, or NULL. */
Elf_Scn *dt_elfread_find(struct dt_elfread *, const char *name);
/* The bytes of the section of that name; NULL as above, or if there is no such section. */
const Elf_Data *dt_elfread_named(struct dt_elfread *, const char *name);
/*
 * The string at an offset of a string table; NULL if the offset is outside, or the table doesn't
 * end with a NUL.
 */
const char *dt_elfread_string(const Elf_Data *, size_t offset);

/*
 * Copies the first GNU build-id of a section of notes, of at most DT_BUILDID_MAX bytes; returns its
 * size, or 0 if there is none, or no data.
 */
#define DT_BUILDID_MAX 64
unsigned dt_elfread_buildid(const Elf_Data *, uint8_t *id);
/*
 * Sets the offset in the file of an address that is in a loaded segment with these flags (PF_X).
 * Returns false if it is in none.
 */
bool dt_elfread_offset(const struct dt_elfread *, uint64_t vaddr, uint32_t flags, uint64_t *offset);

#endif
