/* Functions of an ELF file by name, with the aliases that the sorted tables of elfsym.c drop. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"
#include "symbols.h"
#include "elfread.h"

struct search {
	struct dt_elfread se_read;
	int se_fd;
	bool (*se_match)(const char *pattern, const char *name);
	const char *se_pattern;
	void (*se_try)(struct search *, const GElf_Sym *, const char *name);
	struct dt_elffunc *se_first;
	unsigned se_count;
	struct dt_elfname *se_names;
	unsigned se_nnames;
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

/* Functions that a resolver chooses at run time aren't at their symbol. */
static bool is_function(const GElf_Sym *sym)
{
	return GELF_ST_TYPE(sym->st_info) == STT_FUNC && sym->st_shndx != SHN_UNDEF;
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

static void name_try(struct search *se, const GElf_Sym *sym, const char *name)
{
	if (!is_function(sym) || !name || !se->se_match(se->se_pattern, name) ||
		!base_more(se->se_names, se->se_nnames))
		return;
	se->se_names[se->se_nnames++] = (struct dt_elfname){ .en_name = name,
		.en_vaddr = sym->st_value,
		.en_size = sym->st_size,
		.en_local = GELF_ST_BIND(sym->st_info) == STB_LOCAL };
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
			se->se_try(se, &sym, dt_elfread_string(names, sym.st_name));
}

static bool tables_search(struct search *se)
{
	struct dt_symlimit limit;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	dt_symlimit_init(&limit);
	if (!dt_elfread_begin(&se->se_read, se->se_fd, NULL, &limit))
		return false;
	while ((scn = elf_nextscn(se->se_read.er_elf, scn)))
		if (gelf_getshdr(scn, &sh) &&
			(sh.sh_type == SHT_SYMTAB || sh.sh_type == SHT_DYNSYM))
			table_search(se, scn, &sh);
	return true;
}

unsigned dt_elf_functions(int fd, bool (*match)(const char *, const char *), const char *pattern,
	struct dt_elffunc *first)
{
	struct search se = { .se_fd = fd,
		.se_match = match,
		.se_pattern = pattern,
		.se_first = first,
		.se_try = symbol_try };

	memset(first, 0, sizeof(*first));
	if (!tables_search(&se))
		return 0;
	dt_elfread_end(&se.se_read);
	return se.se_count;
}

/* The name that a reader would use: without underscores, global, short. */
static int compare_names(const void *va, const void *vb)
{
	const struct dt_elfname *a = va, *b = vb;
	size_t na = strspn(a->en_name, "_"), nb = strspn(b->en_name, "_");

	if (a->en_vaddr != b->en_vaddr)
		return a->en_vaddr < b->en_vaddr ? -1 : 1;
	if (a->en_local != b->en_local)
		return a->en_local ? 1 : -1;
	if (na != nb)
		return na < nb ? -1 : 1;
	na = strlen(a->en_name);
	nb = strlen(b->en_name);
	return na != nb ? (na < nb ? -1 : 1) : strcmp(a->en_name, b->en_name);
}

/* Sets the offset of an address of code in the file; returns false if it is none. */
static bool code_offset(const struct search *se, struct dt_elfname *en)
{
	GElf_Ehdr eh;
	GElf_Phdr ph;
	size_t n;

	if (!gelf_getehdr(se->se_read.er_elf, &eh) || elf_getphdrnum(se->se_read.er_elf, &n) != 0)
		return false;
	en->en_machine = eh.e_machine;
	for (size_t i = 0; i < n && i < 65536; i++) {
		if (!gelf_getphdr(se->se_read.er_elf, (int)i, &ph) || ph.p_type != PT_LOAD ||
			!(ph.p_flags & PF_X) || en->en_vaddr < ph.p_vaddr ||
			en->en_vaddr - ph.p_vaddr >= ph.p_filesz)
			continue;
		en->en_offset = ph.p_offset + (en->en_vaddr - ph.p_vaddr);
		return true;
	}
	return false;
}

int dt_elf_names(int fd, bool (*match)(const char *, const char *), const char *pattern,
	void (*fn)(const struct dt_elfname *, void *), void *arg)
{
	struct search se = { .se_fd = fd,
		.se_match = match,
		.se_pattern = pattern,
		.se_try = name_try };

	if (!tables_search(&se))
		return 0;
	if (se.se_nnames != 0)
		qsort(se.se_names, se.se_nnames, sizeof(*se.se_names), compare_names);
	for (unsigned i = 0; i < se.se_nnames; i++)
		if ((i == 0 || se.se_names[i].en_vaddr != se.se_names[i - 1].en_vaddr) &&
			code_offset(&se, &se.se_names[i]))
			fn(&se.se_names[i], arg);
	free(se.se_names);
	dt_elfread_end(&se.se_read);
	return 0;
}
