/* Functions of an ELF file by name, with the aliases that the sorted tables of elfsym.c drop. */
#include <string.h>
#include <unistd.h>
#include "symbols.h"
#include "elfread.h"

struct search {
	struct dt_elfread se_read;
	int se_fd;
	bool (*se_match)(const char *pattern, const char *name);
	const char *se_pattern;
	struct dt_elffunc *se_first;
	unsigned se_count;
};

static void code_read(const struct search *se, uint64_t vaddr)
{
	struct dt_elffunc *ef = se->se_first;
	GElf_Ehdr eh;
	GElf_Phdr ph;
	size_t n;

	if (!gelf_getehdr(se->se_read.er_elf, &eh) || elf_getphdrnum(se->se_read.er_elf, &n) != 0)
		return;
	ef->ef_machine = eh.e_machine;
	for (size_t i = 0; i < n && i < 65536; i++) {
		if (!gelf_getphdr(se->se_read.er_elf, (int)i, &ph) || ph.p_type != PT_LOAD ||
			vaddr < ph.p_vaddr || vaddr - ph.p_vaddr >= ph.p_filesz)
			continue;
		ssize_t got = pread(se->se_fd, ef->ef_code, sizeof(ef->ef_code),
			(off_t)(ph.p_offset + (vaddr - ph.p_vaddr)));
		ef->ef_ncode = got > 0 ? (unsigned)got : 0;
		return;
	}
}

static void symbol_try(struct search *se, const GElf_Sym *sym, const char *name)
{
	int type = GELF_ST_TYPE(sym->st_info);

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || sym->st_shndx == SHN_UNDEF || !name ||
		!se->se_match(se->se_pattern, name))
		return;
	if (se->se_count++)
		return;
	se->se_first->ef_size = sym->st_size;
	code_read(se, sym->st_value);
}

static void table_search(struct search *se, Elf_Scn *scn, const GElf_Shdr *sh)
{
	const Elf_Data *data = dt_elfread_section(&se->se_read, scn),
		       *names = dt_elfread_section(&se->se_read,
			       elf_getscn(se->se_read.er_elf, sh->sh_link));
	size_t n = data && names && sh->sh_entsize ? data->d_size / sh->sh_entsize : 0;
	GElf_Sym sym;

	for (size_t i = 1; i < n && i < INT32_MAX; i++)
		if (gelf_getsym((Elf_Data *)data, (int)i, &sym))
			symbol_try(se, &sym, dt_elfread_string(names, sym.st_name));
}

unsigned dt_elf_functions(int fd, bool (*match)(const char *, const char *), const char *pattern,
	struct dt_elffunc *first)
{
	struct search se = { .se_fd = fd,
		.se_match = match,
		.se_pattern = pattern,
		.se_first = first };
	struct dt_symlimit limit;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	memset(first, 0, sizeof(*first));
	dt_symlimit_init(&limit);
	if (!dt_elfread_begin(&se.se_read, fd, NULL, &limit))
		return 0;
	while ((scn = elf_nextscn(se.se_read.er_elf, scn)))
		if (gelf_getshdr(scn, &sh) &&
			(sh.sh_type == SHT_SYMTAB || sh.sh_type == SHT_DYNSYM))
			table_search(&se, scn, &sh);
	dt_elfread_end(&se.se_read);
	return se.se_count;
}
