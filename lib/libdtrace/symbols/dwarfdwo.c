/*
 * Reads the sections of a .dwo file, or of a package of them (.dwp).
 *
 * They are read into memory that counts against the limits of symbols, and the file is closed:
 * a program may have thousands. A .dwo file can have several sections of one name, each with a unit
 * of types.
 */
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "dwarfimpl.h"
#include "grow.h"

static const char DAMAGED[] = "damaged", LARGE[] = "too large";

static const struct {
	const char *name;
	enum dt_dwpart part;
} sections[] = {
	{ ".debug_info.dwo", DT_DW_INFO },
	{ ".debug_types.dwo", DT_DW_TYPES },
	{ ".debug_abbrev.dwo", DT_DW_ABBREV },
	{ ".debug_str.dwo", DT_DW_STR },
	{ ".debug_str_offsets.dwo", DT_DW_STR_OFFSETS },
	{ ".debug_rnglists.dwo", DT_DW_RNGLISTS },
	{ ".debug_cu_index", DT_DW_CU_INDEX },
	{ ".debug_tu_index", DT_DW_TU_INDEX },
};

bool dt_dw_bytes_add(struct dt_dwarf *dw, struct dt_dwbytes *by, const void *at, size_t size)
{
	bool joined = by->by_own;

	if (size == 0)
		return true;
	if (by->by_size == 0) {
		by->by_at = at;
		by->by_size = size;
		return true;
	}
	if (!dt_symlimit_take(dw->dw_limit, &dw->dw_held, joined ? size : by->by_size + size,
		    dw->dw_path) ||
		!base_grow(by->by_own, by->by_cap, by->by_size + size))
		return false;
	if (!joined)
		memcpy(by->by_own, by->by_at, by->by_size);
	memcpy(by->by_own + by->by_size, at, size);
	by->by_at = by->by_own;
	by->by_size += size;
	return true;
}

void dt_dw_bytes_free(struct dt_dwbytes *by)
{
	free(by->by_own);
	*by = (struct dt_dwbytes){ 0 };
}

/* Returns the name of the section, or NULL. */
static const char *section_name(Elf *elf, Elf_Scn *scn, GElf_Shdr *sh)
{
	size_t names;

	return elf_getshdrstrndx(elf, &names) == 0 && gelf_getshdr(scn, sh) &&
			sh->sh_type != SHT_NOBITS ?
		elf_strptr(elf, names, sh->sh_name) :
		NULL;
}

static struct dt_dwbytes *part_of(struct dt_dwofile *df, const char *name)
{
	for (size_t i = 0; name && i < sizeof(sections) / sizeof(sections[0]); i++)
		if (!strcmp(sections[i].name, name))
			return &df->df_parts[sections[i].part];
	return NULL;
}

/* Returns NULL, or what is wrong with the section. */
static const char *section_read(struct dt_dwarf *dw, struct dt_dwbytes *part, Elf_Scn *scn,
	const GElf_Shdr *sh)
{
	bool packed = sh->sh_flags & SHF_COMPRESSED;
	uint64_t size = sh->sh_size;
	const Elf_Data *data;
	GElf_Chdr ch;

	if (packed)
		size = gelf_getchdr(scn, &ch) ? ch.ch_size : UINT64_MAX;
	if (!dt_symlimit_take(dw->dw_limit, &dw->dw_held, size, dw->dw_path) ||
		!dt_symlimit_work(dw->dw_limit, size, dw->dw_path))
		return LARGE;
	if (packed && elf_compress(scn, 0, 0) < 0)
		return DAMAGED;
	data = elf_rawdata(scn, NULL);
	if (!data || (data->d_size && !data->d_buf))
		return DAMAGED;
	return dt_dw_bytes_add(dw, part, data->d_buf, data->d_size) ? NULL : LARGE;
}

static const char *sections_read(struct dt_dwarf *dw, struct dt_dwofile *df)
{
	Elf *elf = df->df_read.er_elf;
	const char *ident = elf_getident(elf, NULL), *why = NULL;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	if (gelf_getclass(elf) != ELFCLASS64 || !ident ||
		ident[EI_DATA] !=
			(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ELFDATA2MSB : ELFDATA2LSB))
		return "of another machine";
	while (!why && (scn = elf_nextscn(elf, scn))) {
		struct dt_dwbytes *part = part_of(df, section_name(elf, scn, &sh));

		if (part)
			why = section_read(dw, part, scn, &sh);
	}
	return !why && df->df_parts[DT_DW_INFO].by_size == 0 ? DAMAGED : why;
}

const char *dt_dwo_open(struct dt_dwarf *dw, struct dt_dwofile *df, int fd)
{
	const char *why = DAMAGED;

	*df = (struct dt_dwofile){ 0 };
	if (dt_elfread_begin(&df->df_read, fd, dw->dw_path, dw->dw_limit)) {
		why = sections_read(dw, df);
		elf_cntl(df->df_read.er_elf, ELF_C_FDDONE);
	}
	if (why)
		dt_dwo_close(df);
	close(fd);
	return why;
}

void dt_dwo_close(struct dt_dwofile *df)
{
	for (unsigned i = 0; i < DT_DW_PARTS; i++)
		dt_dw_bytes_free(&df->df_parts[i]);
	if (df->df_read.er_elf)
		dt_elfread_end(&df->df_read);
}
