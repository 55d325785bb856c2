/*
 * The functions that the runtime of Go knows: gotable.h.
 *
 * A header, eight words of the machine's size after eight bytes: how many functions and files there
 * are, the address of the first function, and where from the header on are the names, four other
 * tables, and the functions. For each function two offsets of 32 bits, the last one's end after
 * them: of its code from that address, and of its description from the table, which begins with the
 * same offset and that of its name.
 */
#include <elf.h>
#include <string.h>
#include "bytes.h"
#include "gotable.h"

#define MAGIC_118 0xfffffff0u
#define MAGIC_120 0xfffffff1u

enum {
	HDR_NFUNCS,
	HDR_NFILES,
	HDR_TEXT,
	HDR_NAMES,
	HDR_UNITS,
	HDR_FILES,
	HDR_PCS,
	HDR_FUNCS,
	HDR_N
};

/* Go's linker makes the first in a program at fixed addresses; C's may have merged either. */
static const char *const tables[] = { ".gopclntab", ".data.rel.ro.gopclntab" };
static const char *const marks[] = { ".note.go.buildid", ".go.buildinfo" };

bool dt_gotable_isgo(struct dt_elfread *er)
{
	for (int i = 0; i < 2; i++)
		if (dt_elfread_find(er, tables[i]) || dt_elfread_find(er, marks[i]))
			return true;
	return false;
}

static uint64_t word_at(const uint8_t *p, unsigned size)
{
	return size == 8 ? base_u64(p) : base_u32(p);
}

/* Position-independent code gets its addresses when it is loaded: the file has none. */
static uint64_t text_of(struct dt_elfread *er, uint64_t announced)
{
	Elf_Scn *scn = announced ? NULL : dt_elfread_find(er, ".text");
	GElf_Shdr sh;

	return scn && gelf_getshdr(scn, &sh) ? sh.sh_addr : announced;
}

static bool header_read(struct dt_elfread *er, const uint8_t *p, uint64_t size,
	struct dt_gotable *gt)
{
	uint64_t word[HDR_N];
	unsigned wide = size >= 8 ? p[7] : 0;

	if ((wide != 4 && wide != 8) || size < 8 + HDR_N * wide ||
		(base_u32(p) != MAGIC_118 && base_u32(p) != MAGIC_120))
		return false;
	for (unsigned i = 0; i < HDR_N; i++)
		word[i] = word_at(p + 8 + i * wide, wide);
	if (word[HDR_NAMES] >= word[HDR_UNITS] || word[HDR_UNITS] > size ||
		word[HDR_FUNCS] > size || word[HDR_NFUNCS] >= (size - word[HDR_FUNCS]) / 8)
		return false;
	gt->gt_nfuncs = word[HDR_NFUNCS];
	gt->gt_names.d_buf = (void *)(p + word[HDR_NAMES]);
	gt->gt_names.d_size = word[HDR_UNITS] - word[HDR_NAMES];
	gt->gt_funcs = p + word[HDR_FUNCS];
	gt->gt_size = size - word[HDR_FUNCS];
	gt->gt_text = text_of(er, word[HDR_TEXT]);
	return true;
}

bool dt_gotable_find(struct dt_elfread *er, struct dt_gotable *gt)
{
	const char *ident = elf_getident(er->er_elf, NULL);
	const Elf_Data *data = NULL;

	memset(gt, 0, sizeof(*gt));
	if (!ident || ident[EI_DATA] != ELFDATA2LSB)
		return false;
	for (int i = 0; i < 2 && !data; i++)
		data = dt_elfread_named(er, tables[i]);
	return data && header_read(er, data->d_buf, data->d_size, gt);
}

bool dt_gotable_func(const struct dt_gotable *gt, uint64_t number, struct dt_gofunc *gf)
{
	const uint8_t *p = gt->gt_funcs + 8 * number;
	uint32_t start = base_u32(p), at = base_u32(p + 4), end = base_u32(p + 8);

	if (end < start || at > gt->gt_size || gt->gt_size - at < 8)
		return false;
	gf->gf_name = base_u32(gt->gt_funcs + at + 4);
	gf->gf_vaddr = gt->gt_text + start;
	gf->gf_size = end - start;
	return gf->gf_name < gt->gt_names.d_size;
}
