/* The object file of -G. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "elfout.h"

static const struct {
	const char *name;
	uint32_t type, align;
	uint64_t flags;
} kinds[EO_NSECS] = {
	[EO_DOF] = { ".SUNW_dof", SHT_PROGBITS, 8, SHF_ALLOC },
	[EO_PROBES] = { ".probes", SHT_PROGBITS, 2, SHF_ALLOC | SHF_WRITE },
	[EO_BASE] = { ".stapsdt.base", SHT_PROGBITS, 1, SHF_ALLOC },
	[EO_TEXT] = { ".text", SHT_PROGBITS, 16, SHF_ALLOC | SHF_EXECINSTR },
	[EO_STACK] = { ".note.GNU-stack", SHT_PROGBITS, 1, 0 },
};

/* the sections after those of enum EO_* */
enum { RELA_DOF = EO_NSECS, RELA_TEXT, SYMTAB, STRTAB, SHSTRTAB };

void elfout_init(struct elfout *eo, unsigned machine)
{
	memset(eo, 0, sizeof(*eo));
	eo->eo_machine = machine;
	dof_append(&eo->eo_strs, "", 1);
	dof_append(&eo->eo_locals, &(Elf64_Sym){ 0 }, sizeof(Elf64_Sym));
}

void elfout_fini(struct elfout *eo)
{
	for (int i = 0; i < EO_NSECS; i++) {
		free(eo->eo_bytes[i].bu_p);
		free(eo->eo_relas[i].bu_p);
	}
	free(eo->eo_locals.bu_p);
	free(eo->eo_syms.bu_p);
	free(eo->eo_strs.bu_p);
}

static Elf64_Sym symbol_make(struct elfout *eo, const char *name, unsigned info, unsigned shndx,
	uint64_t value, uint64_t size)
{
	return (Elf64_Sym){ .st_name = (uint32_t)dof_append(&eo->eo_strs, name, strlen(name) + 1),
		.st_info = (uint8_t)info,
		.st_other = STV_HIDDEN,
		.st_shndx = (uint16_t)shndx,
		.st_value = value,
		.st_size = size };
}

uint32_t elfout_symbol(struct elfout *eo, const char *name, unsigned bind, unsigned type,
	unsigned shndx, uint64_t value, uint64_t size)
{
	size_t n = eo->eo_syms.bu_len / sizeof(Elf64_Sym);
	const Elf64_Sym *syms = (const Elf64_Sym *)(const void *)eo->eo_syms.bu_p;
	Elf64_Sym sym;

	for (size_t i = 0; i < n; i++)
		if (strcmp((const char *)eo->eo_strs.bu_p + syms[i].st_name, name) == 0)
			return (uint32_t)i;
	sym = symbol_make(eo, name, ELF64_ST_INFO(bind, type), shndx, value, size);
	dof_append(&eo->eo_syms, &sym, sizeof(sym));
	return (uint32_t)n;
}

void elfout_local(struct elfout *eo, const char *name, unsigned type, unsigned shndx,
	uint64_t value, uint64_t size)
{
	Elf64_Sym sym = symbol_make(eo, name, ELF64_ST_INFO(STB_LOCAL, type), shndx, value, size);

	sym.st_other = STV_DEFAULT;
	dof_append(&eo->eo_locals, &sym, sizeof(sym));
}

void elfout_rela(struct elfout *eo, unsigned section, uint64_t off, unsigned type, uint32_t symbol,
	int64_t addend)
{
	Elf64_Rela rela = { off, ELF64_R_INFO(symbol, type), addend };

	dof_append(&eo->eo_relas[section], &rela, sizeof(rela));
}

static int section_write(Elf *elf, struct dof_buf *names, const char *name,
	const struct dof_buf *bytes, Elf_Type type, GElf_Shdr sh)
{
	Elf_Scn *scn = elf_newscn(elf);
	Elf_Data *d = scn ? elf_newdata(scn) : NULL;

	if (!d)
		return -1;
	d->d_buf = bytes->bu_p;
	d->d_size = bytes->bu_len;
	d->d_type = type;
	d->d_align = sh.sh_addralign;
	d->d_version = EV_CURRENT;
	sh.sh_name = (uint32_t)dof_append(names, name, strlen(name) + 1);
	return gelf_update_shdr(scn, &sh) ? 0 : -1;
}

static int relas_write(struct elfout *eo, Elf *elf, struct dof_buf *names, unsigned section,
	const char *name)
{
	struct dof_buf *bu = &eo->eo_relas[section];
	Elf64_Rela *rela = (Elf64_Rela *)(void *)bu->bu_p;
	size_t locals = eo->eo_locals.bu_len / sizeof(Elf64_Sym);
	GElf_Shdr sh = { .sh_type = SHT_RELA,
		.sh_flags = SHF_INFO_LINK,
		.sh_addralign = 8,
		.sh_entsize = sizeof(Elf64_Rela),
		.sh_link = SYMTAB,
		.sh_info = section };

	for (size_t i = 0; i < bu->bu_len / sizeof(*rela); i++)
		rela[i].r_info += (uint64_t)locals << 32;
	return section_write(elf, names, name, bu, ELF_T_RELA, sh);
}

static int sections_write(struct elfout *eo, Elf *elf, struct dof_buf *names)
{
	GElf_Shdr sh = { .sh_type = SHT_SYMTAB,
		.sh_addralign = 8,
		.sh_entsize = sizeof(Elf64_Sym),
		.sh_link = STRTAB,
		.sh_info = (uint32_t)(eo->eo_locals.bu_len / sizeof(Elf64_Sym)) };
	GElf_Shdr strings = { .sh_type = SHT_STRTAB, .sh_addralign = 1 };

	for (int i = 1; i < EO_NSECS; i++)
		if (section_write(elf, names, kinds[i].name, &eo->eo_bytes[i], ELF_T_BYTE,
			    (GElf_Shdr){ .sh_type = kinds[i].type,
				    .sh_flags = kinds[i].flags,
				    .sh_addralign = kinds[i].align }))
			return -1;
	if (relas_write(eo, elf, names, EO_DOF, ".rela.SUNW_dof") ||
		relas_write(eo, elf, names, EO_TEXT, ".rela.text"))
		return -1;
	dof_append(&eo->eo_locals, eo->eo_syms.bu_p, eo->eo_syms.bu_len);
	if (section_write(elf, names, ".symtab", &eo->eo_locals, ELF_T_SYM, sh) ||
		section_write(elf, names, ".strtab", &eo->eo_strs, ELF_T_BYTE, strings))
		return -1;
	return section_write(elf, names, ".shstrtab", names, ELF_T_BYTE, strings);
}

static bool has_failed(const struct elfout *eo)
{
	bool failed = eo->eo_locals.bu_failed || eo->eo_syms.bu_failed || eo->eo_strs.bu_failed;

	for (int i = 0; i < EO_NSECS; i++)
		failed |= eo->eo_bytes[i].bu_failed || eo->eo_relas[i].bu_failed;
	return failed;
}

int elfout_write(struct elfout *eo, int fd)
{
	struct dof_buf names = { 0 };
	Elf *elf = elf_begin(fd, ELF_C_WRITE, NULL);
	GElf_Ehdr eh;
	int rc = -1;

	dof_append(&names, "", 1);
	if (elf && !has_failed(eo) && gelf_newehdr(elf, ELFCLASS64) && gelf_getehdr(elf, &eh)) {
		eh.e_ident[EI_DATA] = ELFDATA2LSB;
		eh.e_type = ET_REL;
		eh.e_machine = (uint16_t)eo->eo_machine;
		eh.e_version = EV_CURRENT;
		eh.e_shstrndx = SHSTRTAB;
		if (gelf_update_ehdr(elf, &eh) && sections_write(eo, elf, &names) == 0) {
			Elf_Data *d = elf_getdata(elf_getscn(elf, SHSTRTAB), NULL);

			d->d_buf = names.bu_p; /* the names now include .shstrtab itself */
			d->d_size = names.bu_len;
			rc = elf_update(elf, ELF_C_WRITE) < 0 ? -1 : 0;
		}
	}
	elf_end(elf);
	free(names.bu_p);
	return rc;
}
