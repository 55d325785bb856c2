/*
 * A split unit as an ELF file that libdw reads.
 *
 * By itself, libdw reads a .dwo file only if it has opened it, and no unit of a package. So an ELF
 * file is made in memory, with sections as of a unit that isn't split: those of the .dwo file, or
 * the pieces of a package that belong to the unit, and the addresses from where the skeleton says
 * that the unit's begin. Only its headers are made; the bytes of its sections stay where they are.
 */
#include <string.h>
#include "alloc.h"
#include "dwarfimpl.h"

static const char *const names[] = {
	[DT_DW_INFO] = ".debug_info",
	[DT_DW_TYPES] = ".debug_types",
	[DT_DW_ABBREV] = ".debug_abbrev",
	[DT_DW_STR] = ".debug_str",
	[DT_DW_STR_OFFSETS] = ".debug_str_offsets",
	[DT_DW_RNGLISTS] = ".debug_rnglists",
	[DT_DW_ADDR] = ".debug_addr",
	[DT_DW_RANGES] = ".debug_ranges",
};

#define SECTIONS (sizeof(names) / sizeof(names[0]))
#define NAME_MAX_SIZE 20

struct image {
	Elf64_Ehdr im_header;
	Elf64_Shdr im_sections[SECTIONS + 2]; /* the first is none, the last has the names */
	char im_names[SECTIONS + 1][NAME_MAX_SIZE];
};

static void header_make(struct image *im)
{
	Elf64_Ehdr *eh = &im->im_header;

	memcpy(eh->e_ident, ELFMAG, SELFMAG);
	eh->e_ident[EI_CLASS] = ELFCLASS64;
	eh->e_ident[EI_DATA] = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ELFDATA2MSB : ELFDATA2LSB;
	eh->e_ident[EI_VERSION] = EV_CURRENT;
	eh->e_type = ET_REL;
	eh->e_version = EV_CURRENT;
	eh->e_ehsize = sizeof(*eh);
	eh->e_shoff = offsetof(struct image, im_sections);
	eh->e_shentsize = sizeof(im->im_sections[0]);
	eh->e_shnum = SECTIONS + 2;
	eh->e_shstrndx = SECTIONS + 1;
}

/* A section has a byte in the image, in place of which its own are put later. */
static void sections_make(struct image *im, const struct dt_dwbytes *parts)
{
	im->im_sections[SECTIONS + 1] = (Elf64_Shdr){ .sh_type = SHT_STRTAB,
		.sh_offset = offsetof(struct image, im_names),
		.sh_size = sizeof(im->im_names) };
	for (size_t i = 0; i < SECTIONS; i++) {
		if (parts[i].by_size == 0)
			continue;
		im->im_sections[i + 1] = (Elf64_Shdr){ .sh_type = SHT_PROGBITS,
			.sh_name = (Elf64_Word)((i + 1) * NAME_MAX_SIZE),
			.sh_size = 1,
			.sh_addralign = 1 };
		strcpy(im->im_names[i + 1], names[i]);
	}
}

/* Versions of libdw differ in which of the two they ask libelf for. */
static bool section_put(Elf *elf, size_t index, const struct dt_dwbytes *by)
{
	Elf_Scn *scn = elf_getscn(elf, index);
	Elf_Data *both[] = { elf_getdata(scn, NULL), elf_rawdata(scn, NULL) };

	for (unsigned i = 0; i < 2; i++) {
		if (!both[i])
			return false;
		both[i]->d_buf = (void *)(uintptr_t)by->by_at;
		both[i]->d_size = by->by_size;
	}
	return true;
}

static bool bytes_put(Elf *elf, const struct dt_dwbytes *parts)
{
	for (size_t i = 0; i < SECTIONS; i++)
		if (parts[i].by_size && !section_put(elf, i + 1, &parts[i]))
			return false;
	return true;
}

bool dt_dw_image_open(struct dt_dwsplit *sp)
{
	const struct dt_dwbytes *strings = &sp->sp_parts[DT_DW_STR];
	struct image *im;

	/* libdw takes for granted that strings end */
	if (strings->by_size && strings->by_at[strings->by_size - 1] != '\0')
		return false;
	im = base_calloc(1, sizeof(*im));
	if (!im)
		return false;
	header_make(im);
	sections_make(im, sp->sp_parts);
	sp->sp_image = (char *)im;
	sp->sp_elf = elf_memory(sp->sp_image, sizeof(*im));
	if (sp->sp_elf && bytes_put(sp->sp_elf, sp->sp_parts))
		sp->sp_dwarf = dwarf_begin_elf(sp->sp_elf, DWARF_C_READ, NULL);
	return sp->sp_dwarf != NULL;
}

void dt_dw_image_close(struct dt_dwsplit *sp)
{
	if (sp->sp_dwarf)
		dwarf_end(sp->sp_dwarf);
	if (sp->sp_elf)
		elf_end(sp->sp_elf);
	free(sp->sp_image);
	sp->sp_dwarf = NULL;
	sp->sp_elf = NULL;
	sp->sp_image = NULL;
}
