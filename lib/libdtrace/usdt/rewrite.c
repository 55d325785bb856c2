/*
 * Patches the calls of an object, and adds one .note.stapsdt section with a note for each call, its
 * relocations, and symbols: the aliases of functions, the semaphores and the base that the notes
 * refer to (both defined in -G's output).  Symbols are added after all others, so no number
 * changes. The work is done on a copy, which replaces the object when it is complete.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "dof.h"
#include "sites.h"

struct rewrite {
	struct usdt_objects *rw_os;
	struct usdt_object *rw_uo;
	struct dof_buf rw_notes, rw_relas, rw_syms, rw_strs, rw_shstrs;
	size_t rw_nsyms, rw_strbase, rw_shstrndx, rw_shstrbase; /* sizes before the additions */
};

static Elf_Data *data_of(struct rewrite *rw, size_t section)
{
	return elf_getdata(elf_getscn(rw->rw_uo->uo_elf, section), NULL);
}

static size_t strtab_of(struct rewrite *rw)
{
	GElf_Shdr sh = { 0 };

	gelf_getshdr(elf_getscn(rw->rw_uo->uo_elf, rw->rw_uo->uo_symtab), &sh);
	return sh.sh_link;
}

/* The number of the global symbol of that name, old or added. */
static uint32_t symbol_find(const struct rewrite *rw, const char *name)
{
	size_t added = rw->rw_syms.bu_len / sizeof(Elf64_Sym);
	GElf_Sym sym;

	for (size_t i = 1; i < rw->rw_nsyms; i++) {
		const char *s = usdt_symbol(rw->rw_uo, i, &sym);

		if (s && strcmp(s, name) == 0 && GELF_ST_BIND(sym.st_info) != STB_LOCAL)
			return (uint32_t)i;
	}
	for (size_t i = 0; i < added; i++) {
		const Elf64_Sym *s = (const Elf64_Sym *)(const void *)rw->rw_syms.bu_p + i;

		if (strcmp((const char *)rw->rw_strs.bu_p + (s->st_name - rw->rw_strbase), name) ==
			0)
			return (uint32_t)(rw->rw_nsyms + i);
	}
	return 0;
}

static uint32_t symbol_get(struct rewrite *rw, const char *name, unsigned type, unsigned shndx,
	uint64_t value)
{
	uint32_t n = symbol_find(rw, name);
	Elf64_Sym sym = { .st_info = ELF64_ST_INFO(STB_GLOBAL, type),
		.st_other = STV_HIDDEN,
		.st_shndx = (uint16_t)shndx,
		.st_value = value };

	if (n)
		return n;
	sym.st_name = (uint32_t)(rw->rw_strbase + dof_append(&rw->rw_strs, name, strlen(name) + 1));
	return (uint32_t)(rw->rw_nsyms + dof_append(&rw->rw_syms, &sym, sizeof(sym)) / sizeof(sym));
}

static void rela_add(struct rewrite *rw, uint64_t off, uint32_t symbol, uint64_t addend)
{
	unsigned type = rw->rw_uo->uo_machine == EM_X86_64 ? R_X86_64_64 : R_AARCH64_ABS64;
	Elf64_Rela rela = { off, ELF64_R_INFO(symbol, type), (int64_t)addend };

	dof_append(&rw->rw_relas, &rela, sizeof(rela));
}

static uint32_t alias_get(struct rewrite *rw, const struct usdt_func *uf)
{
	return symbol_get(rw, uf->uf_alias, STT_FUNC, uf->uf_shndx, uf->uf_start);
}

static void note_add(struct rewrite *rw, const struct usdt_site *us, bool tail)
{
	char probe[DT_USDT_NAMEMAX], sema[2 * DT_USDT_NAMEMAX], args[4096];
	const char *prov = us->us_prov->dn_str;
	uint32_t head[3] = { 8, 0, 3 };
	uint64_t zero[3] = { 0, 0, 0 };
	size_t at;

	dt_usdt_cname(us->us_probe->dn_str, probe, sizeof(probe));
	usdt_semaphore(us->us_prov, us->us_probe, sema, sizeof(sema));
	dt_usdt_operands(us->us_probe, rw->rw_uo->uo_machine, tail ? 8 : 0, args, sizeof(args));
	head[1] = (uint32_t)(24 + strlen(prov) + strlen(probe) + strlen(args) + 3);
	dof_append(&rw->rw_notes, head, sizeof(head));
	dof_append(&rw->rw_notes, "stapsdt", 8);
	at = dof_append(&rw->rw_notes, zero, sizeof(zero));
	rela_add(rw, at, alias_get(rw, us->us_func), us->us_off - us->us_func->uf_start);
	rela_add(rw, at + 8, symbol_get(rw, USDT_BASE, STT_NOTYPE, SHN_UNDEF, 0), 0);
	rela_add(rw, at + 16, symbol_get(rw, sema, STT_NOTYPE, SHN_UNDEF, 0), 0);
	dof_append(&rw->rw_notes, prov, strlen(prov) + 1);
	dof_append(&rw->rw_notes, probe, strlen(probe) + 1);
	dof_append(&rw->rw_notes, args, strlen(args) + 1);
	dof_append(&rw->rw_notes, zero, -rw->rw_notes.bu_len & 3);
}

/* Removes the call's relocation; makes the unused symbol weak, so that it needs no definition. */
static int site_patch(struct rewrite *rw, const struct usdt_site *us, bool *tail)
{
	Elf_Data *rd = data_of(rw, us->us_relsec), *td = data_of(rw, us->us_func->uf_shndx);
	Elf_Data *sd = data_of(rw, rw->rw_uo->uo_symtab);
	struct usdt_insn in;
	GElf_Rela rela;
	GElf_Sym sym;
	int symbol;

	if (!rd || !td || !sd || !gelf_getrela(rd, (int)us->us_relndx, &rela) ||
		usdt_patch(rw->rw_uo->uo_machine, GELF_R_TYPE(rela.r_info), td->d_buf, td->d_size,
			rela.r_offset, &in) != 0)
		return -1;
	*tail = in.in_tail;
	memcpy((uint8_t *)td->d_buf + in.in_start, in.in_new, in.in_len);
	elf_flagdata(td, ELF_C_SET, ELF_F_DIRTY);
	symbol = (int)GELF_R_SYM(rela.r_info);
	rela.r_info = GELF_R_INFO(0, 0);
	rela.r_addend = 0;
	gelf_update_rela(rd, (int)us->us_relndx, &rela);
	elf_flagdata(rd, ELF_C_SET, ELF_F_DIRTY);
	gelf_getsym(sd, symbol, &sym);
	sym.st_info = GELF_ST_INFO(STB_WEAK, GELF_ST_TYPE(sym.st_info));
	gelf_update_sym(sd, symbol, &sym);
	elf_flagdata(sd, ELF_C_SET, ELF_F_DIRTY);
	return 0;
}

static int section_grow(struct rewrite *rw, size_t section, const struct dof_buf *more)
{
	Elf_Scn *scn = elf_getscn(rw->rw_uo->uo_elf, section);
	Elf_Data *d = more->bu_len ? elf_newdata(scn) : NULL;
	Elf_Data *first = elf_getdata(scn, NULL);

	if (!more->bu_len)
		return 0;
	if (!d || !first)
		return -1;
	d->d_buf = more->bu_p;
	d->d_size = more->bu_len;
	d->d_type = first->d_type;
	d->d_align = first->d_type == ELF_T_SYM ? 8 : 1;
	d->d_version = EV_CURRENT;
	return 0;
}

static Elf_Scn *section_new(struct rewrite *rw, const char *name, const struct dof_buf *bytes,
	Elf_Type type, GElf_Shdr *sh)
{
	Elf_Scn *scn = elf_newscn(rw->rw_uo->uo_elf);
	Elf_Data *d = scn ? elf_newdata(scn) : NULL;

	if (!d)
		return NULL;
	d->d_buf = bytes->bu_p;
	d->d_size = bytes->bu_len;
	d->d_type = type;
	d->d_align = sh->sh_addralign;
	d->d_version = EV_CURRENT;
	sh->sh_name = (uint32_t)(rw->rw_shstrbase +
		dof_append(&rw->rw_shstrs, name, strlen(name) + 1));
	return gelf_update_shdr(scn, sh) ? scn : NULL;
}

/* Names of sections and of symbols may share a table: those of symbols come first. */
static int sections_add(struct rewrite *rw)
{
	GElf_Shdr sh = { .sh_type = SHT_NOTE, .sh_addralign = 4 };
	Elf_Scn *scn;

	if (rw->rw_shstrndx == strtab_of(rw))
		rw->rw_shstrbase += rw->rw_strs.bu_len;
	if (rw->rw_notes.bu_len) {
		scn = section_new(rw, ".note.stapsdt", &rw->rw_notes, ELF_T_BYTE, &sh);
		if (!scn)
			return -1;
		sh = (GElf_Shdr){ .sh_type = SHT_RELA,
			.sh_flags = SHF_INFO_LINK,
			.sh_link = (uint32_t)rw->rw_uo->uo_symtab,
			.sh_info = (uint32_t)elf_ndxscn(scn),
			.sh_entsize = sizeof(Elf64_Rela),
			.sh_addralign = 8 };
		if (!section_new(rw, ".rela.note.stapsdt", &rw->rw_relas, ELF_T_RELA, &sh))
			return -1;
	}
	if (section_grow(rw, rw->rw_uo->uo_symtab, &rw->rw_syms) ||
		section_grow(rw, strtab_of(rw), &rw->rw_strs))
		return -1;
	return section_grow(rw, rw->rw_shstrndx, &rw->rw_shstrs);
}

static int object_change(struct rewrite *rw)
{
	struct usdt_object *uo = rw->rw_uo;
	bool tail;

	for (const struct usdt_func *uf = uo->uo_funcs; uf; uf = uf->uf_next)
		if (uf->uf_alias && uf->uf_new)
			alias_get(rw, uf);
	for (const struct usdt_site *us = uo->uo_sites; us; us = us->us_next) {
		if (!us->us_call)
			continue;
		if (site_patch(rw, us, &tail) != 0)
			return -1;
		note_add(rw, us, tail);
	}
	if (rw->rw_notes.bu_failed || rw->rw_relas.bu_failed || rw->rw_syms.bu_failed ||
		rw->rw_strs.bu_failed)
		return -1;
	return sections_add(rw);
}

static bool has_work(const struct usdt_object *uo)
{
	for (const struct usdt_func *uf = uo->uo_funcs; uf; uf = uf->uf_next)
		if (uf->uf_alias && uf->uf_new)
			return true;
	for (const struct usdt_site *us = uo->uo_sites; us; us = us->us_next)
		if (us->us_call)
			return true;
	return false;
}

static int rewrite_begin(struct rewrite *rw)
{
	Elf *elf = rw->rw_uo->uo_elf;
	Elf_Data *syms = data_of(rw, rw->rw_uo->uo_symtab), *strs = data_of(rw, strtab_of(rw)),
		 *shstrs;

	if (elf_getshdrstrndx(elf, &rw->rw_shstrndx) != 0)
		return -1;
	shstrs = data_of(rw, rw->rw_shstrndx);
	if (!syms || !strs || !shstrs)
		return -1;
	rw->rw_nsyms = syms->d_size / sizeof(Elf64_Sym);
	rw->rw_strbase = strs->d_size;
	rw->rw_shstrbase = shstrs->d_size;
	return 0;
}

static int object_replace(struct usdt_object *uo)
{
	struct stat st;

	if (elf_update(uo->uo_elf, ELF_C_WRITE) < 0 || stat(uo->uo_path, &st) != 0 ||
		chmod(uo->uo_tmp, st.st_mode & 07777) != 0)
		return -1;
	return rename(uo->uo_tmp, uo->uo_path);
}

int usdt_object_rewrite(struct usdt_objects *os, struct usdt_object *uo)
{
	struct rewrite rw = { .rw_os = os, .rw_uo = uo };
	struct dof_buf *bufs[] = { &rw.rw_notes, &rw.rw_relas, &rw.rw_syms, &rw.rw_strs,
		&rw.rw_shstrs };
	int rc;

	if (!has_work(uo))
		return 0;
	rc = rewrite_begin(&rw) || object_change(&rw) || object_replace(uo) ? -1 : 0;
	if (rc)
		usdt_fail(os, "failed to rewrite %s: %s", uo->uo_path,
			elf_errno() ? elf_errmsg(-1) : strerror(errno));
	elf_end(uo->uo_elf); /* it refers to the buffers */
	uo->uo_elf = NULL;
	for (size_t i = 0; i < sizeof(bufs) / sizeof(*bufs); i++)
		free(bufs[i]->bu_p);
	return rc;
}
