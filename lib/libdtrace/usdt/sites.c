/*
 * Probe sites of an object. Calls are found by their relocations, sites that the compiler made by
 * the relocations of their notes.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "sites.h"

#define CALL "__dtrace_"
#define ENABLED "__dtraceenabled_"
#define ALIAS "$dtrace."

int usdt_fail(struct usdt_objects *os, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(os->os_error, sizeof(os->os_error), fmt, ap);
	va_end(ap);
	return -1;
}

Elf_Data *usdt_data(Elf *elf, size_t section, GElf_Shdr *sh)
{
	Elf_Scn *scn = elf_getscn(elf, section);
	Elf_Data *d;

	if (!scn || !gelf_getshdr(scn, sh) || sh->sh_type == SHT_NOBITS)
		return NULL;
	d = elf_getdata(scn, NULL);
	return d && d->d_buf ? d : NULL;
}

const char *usdt_symbol(const struct usdt_object *uo, size_t n, GElf_Sym *sym)
{
	GElf_Shdr sh;
	Elf_Data *d = uo->uo_symtab ? usdt_data(uo->uo_elf, uo->uo_symtab, &sh) : NULL;

	if (!d || n > INT_MAX || !gelf_getsym(d, (int)n, sym))
		return NULL;
	return elf_strptr(uo->uo_elf, sh.sh_link, sym->st_name);
}

static size_t symbols_count(const struct usdt_object *uo)
{
	GElf_Shdr sh;
	Elf_Data *d = uo->uo_symtab ? usdt_data(uo->uo_elf, uo->uo_symtab, &sh) : NULL;

	return d ? d->d_size / sizeof(Elf64_Sym) : 0;
}

/*
 * The function around a place, and its alias.
 */
static char *alias_make(const struct usdt_object *uo, const char *func)
{
	char *path = realpath(uo->uo_path, NULL), *name;
	uint32_t h = 2166136261u;

	for (const char *s = path ? path : uo->uo_path; *s; s++)
		h = (h ^ (uint8_t)*s) * 16777619u;
	free(path);
	return base_asprintf(&name, ALIAS "%08x.%s", h, func) < 0 ? NULL : name;
}

static bool in_group(const struct usdt_object *uo, unsigned shndx)
{
	GElf_Shdr sh;

	return gelf_getshdr(elf_getscn(uo->uo_elf, shndx), &sh) && sh.sh_flags & SHF_GROUP;
}

static const char *alias_find(const struct usdt_object *uo, unsigned shndx, uint64_t start)
{
	size_t n = symbols_count(uo);
	GElf_Sym sym;

	for (size_t i = 1; i < n; i++) {
		const char *name = usdt_symbol(uo, i, &sym);

		if (name && sym.st_shndx == shndx && sym.st_value == start &&
			strncmp(name, ALIAS, strlen(ALIAS)) == 0)
			return name;
	}
	return NULL;
}

static struct usdt_func *func_new(struct usdt_object *uo, const char *name, unsigned shndx,
	uint64_t start)
{
	struct usdt_func *uf = base_calloc(1, sizeof(*uf));
	const char *alias = alias_find(uo, shndx, start);

	if (!uf)
		return NULL;
	uf->uf_name = base_strdup(name);
	uf->uf_shndx = shndx;
	uf->uf_start = start;
	uf->uf_new = !alias;
	if (!in_group(uo, shndx))
		uf->uf_alias = alias ? base_strdup(alias) : alias_make(uo, name);
	uf->uf_next = uo->uo_funcs;
	uo->uo_funcs = uf;
	return uf;
}

static struct usdt_func *func_get(struct usdt_object *uo, unsigned shndx, uint64_t off)
{
	size_t n = symbols_count(uo);
	const char *best = NULL;
	uint64_t start = 0;
	GElf_Sym sym;

	for (size_t i = 1; i < n; i++) {
		const char *name = usdt_symbol(uo, i, &sym);

		if (!name || sym.st_shndx != shndx || GELF_ST_TYPE(sym.st_info) != STT_FUNC ||
			sym.st_value > off || strncmp(name, ALIAS, strlen(ALIAS)) == 0 ||
			(sym.st_size && off - sym.st_value >= sym.st_size))
			continue;
		if (!best || sym.st_value > start) {
			best = name;
			start = sym.st_value;
		}
	}
	if (!best)
		return NULL;
	for (struct usdt_func *uf = uo->uo_funcs; uf; uf = uf->uf_next)
		if (uf->uf_shndx == shndx && uf->uf_start == start)
			return uf;
	return func_new(uo, best, shndx, start);
}

static struct usdt_site *site_add(struct usdt_objects *os, struct usdt_object *uo, unsigned shndx,
	uint64_t off)
{
	struct usdt_func *uf = func_get(uo, shndx, off);
	struct usdt_site *us;

	if (!uf) {
		usdt_fail(os, "%s: the probe site at section %u offset 0x%llx is not in a function",
			uo->uo_path, shndx, (unsigned long long)off);
		return NULL;
	}
	us = base_calloc(1, sizeof(*us));
	if (!us)
		return NULL;
	us->us_func = uf;
	us->us_off = off;
	us->us_next = uo->uo_sites;
	uo->uo_sites = us;
	return us;
}

/*
 * Calls.
 */
static int names_resolve(struct usdt_objects *os, const struct usdt_object *uo,
	struct usdt_site *us, const char *symbol, size_t prefix)
{
	const char *prov = symbol + prefix, *sep = strstr(prov, "___");

	us->us_prov = sep ? dt_usdt_provider(os->os_la, prov, (size_t)(sep - prov)) : NULL;
	if (!us->us_prov)
		return usdt_fail(os, "%s: provider of %s is not declared", uo->uo_path, symbol);
	us->us_probe = dt_usdt_probe(us->us_prov, sep + 3);
	if (!us->us_probe)
		return usdt_fail(os, "%s: unknown probe %s", uo->uo_path, symbol);
	return 0;
}

static int call_take(struct usdt_objects *os, struct usdt_object *uo, unsigned target,
	const GElf_Rela *rela, const char *symbol, unsigned relsec, unsigned relndx)
{
	bool enabled = strncmp(symbol, ENABLED, strlen(ENABLED)) == 0;
	size_t prefix = strlen(enabled ? ENABLED : CALL);
	struct usdt_insn in;
	struct usdt_site *us;
	GElf_Shdr sh;
	Elf_Data *d;

	d = usdt_data(uo->uo_elf, target, &sh);
	if (!d ||
		usdt_patch(uo->uo_machine, GELF_R_TYPE(rela->r_info), d->d_buf, d->d_size,
			rela->r_offset, &in))
		return usdt_fail(os, "%s: %s is used other than by a call", uo->uo_path, symbol);
	us = site_add(os, uo, target, in.in_start);
	if (!us)
		return -1;
	us->us_enabled = enabled;
	us->us_call = !enabled;
	us->us_relsec = relsec;
	us->us_relndx = relndx;
	if (us->us_call && !us->us_func->uf_alias)
		return usdt_fail(os, "%s: %s is called in a function that the linker may discard",
			uo->uo_path, symbol);
	return names_resolve(os, uo, us, symbol, prefix);
}

static bool is_site_symbol(const char *s)
{
	return s &&
		(strncmp(s, CALL, strlen(CALL)) == 0 || strncmp(s, ENABLED, strlen(ENABLED)) == 0);
}

static int calls_scan(struct usdt_objects *os, struct usdt_object *uo, unsigned relsec,
	const GElf_Shdr *rsh)
{
	GElf_Shdr sh, tsh;
	Elf_Data *d = usdt_data(uo->uo_elf, relsec, &sh);
	size_t n = d ? d->d_size / sizeof(Elf64_Rela) : 0;
	GElf_Rela rela;
	GElf_Sym sym;

	if (!gelf_getshdr(elf_getscn(uo->uo_elf, rsh->sh_info), &tsh) ||
		!(tsh.sh_flags & SHF_EXECINSTR))
		return 0;
	for (size_t i = 0; i < n; i++) {
		const char *name;

		if (!gelf_getrela(d, (int)i, &rela))
			break;
		name = usdt_symbol(uo, GELF_R_SYM(rela.r_info), &sym);
		if (is_site_symbol(name) && sym.st_shndx == SHN_UNDEF &&
			call_take(os, uo, rsh->sh_info, &rela, name, relsec, (unsigned)i) != 0)
			return -1;
	}
	return 0;
}

/*
 * Notes.
 */
static bool is_note(const Elf_Data *d, size_t off)
{
	const uint8_t *p = (const uint8_t *)d->d_buf + off;
	uint32_t word[3];

	memcpy(word, p, sizeof(word));
	return word[0] == 8 && word[2] == 3 && d->d_size - off >= 20 &&
		memcmp(p + 12, "stapsdt", 8) == 0 && word[1] >= 27 &&
		word[1] <= d->d_size - off - 20;
}

/* names: "prov\0probe\0..." and at least one NUL within len */
static int note_take(struct usdt_objects *os, struct usdt_object *uo, const char *names, size_t len,
	const GElf_Rela *rela)
{
	const char *probe = memchr(names, '\0', len);
	const struct dt_node *prov;
	struct usdt_site *us;
	GElf_Sym sym;

	if (!probe || ++probe >= names + len || !memchr(probe, '\0', (size_t)(names + len - probe)))
		return usdt_fail(os, "%s: damaged .note.stapsdt", uo->uo_path);
	prov = dt_usdt_provider(os->os_la, names, strlen(names));
	if (!prov || !usdt_symbol(uo, GELF_R_SYM(rela->r_info), &sym) || sym.st_shndx == SHN_UNDEF)
		return 0; /* a note of another kind */
	us = site_add(os, uo, sym.st_shndx, sym.st_value + (uint64_t)rela->r_addend);
	if (!us)
		return -1;
	us->us_prov = prov;
	us->us_probe = dt_usdt_probe(prov, probe);
	return us->us_probe ?
		0 :
		usdt_fail(os, "%s: unknown probe %s in provider %s", uo->uo_path, probe, names);
}

/* The address of the nop is the first word of a note's text: its relocation has the place. */
static int notes_scan(struct usdt_objects *os, struct usdt_object *uo, unsigned relsec,
	const GElf_Shdr *rsh)
{
	GElf_Shdr sh;
	Elf_Data *rd = usdt_data(uo->uo_elf, relsec, &sh),
		 *d = usdt_data(uo->uo_elf, rsh->sh_info, &sh);
	size_t n = rd ? rd->d_size / sizeof(Elf64_Rela) : 0;
	GElf_Rela rela;

	if (!d || sh.sh_type != SHT_NOTE)
		return 0;
	for (size_t i = 0; i < n; i++) {
		uint64_t at;
		uint32_t len;

		if (!gelf_getrela(rd, (int)i, &rela))
			break;
		if (rela.r_offset < 20 || rela.r_offset > d->d_size ||
			!is_note(d, rela.r_offset - 20))
			continue;
		at = rela.r_offset;
		memcpy(&len, (const uint8_t *)d->d_buf + at - 16, sizeof(len));
		if (note_take(os, uo, (const char *)d->d_buf + at + 24, len - 24, &rela) != 0)
			return -1;
	}
	return 0;
}

static int object_scan(struct usdt_objects *os, struct usdt_object *uo)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	int (*scans[])(struct usdt_objects *, struct usdt_object *, unsigned,
		const GElf_Shdr *) = { calls_scan, notes_scan };

	while ((scn = elf_nextscn(uo->uo_elf, scn)))
		if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_SYMTAB)
			uo->uo_symtab = elf_ndxscn(scn);
	for (scn = NULL; (scn = elf_nextscn(uo->uo_elf, scn));)
		for (int i = 0; i < 2; i++)
			if (gelf_getshdr(scn, &sh) && sh.sh_type == SHT_RELA &&
				elf_getscn(uo->uo_elf, sh.sh_info) &&
				scans[i](os, uo, (unsigned)elf_ndxscn(scn), &sh) != 0)
				return -1;
	return 0;
}

/*
 * Files.
 */
static int copy_file(const char *from, const char *to, mode_t mode)
{
	char buf[65536];
	int in = open(from, O_RDONLY | O_CLOEXEC),
	    out = open(to, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, mode);
	ssize_t n = -1;

	while (in >= 0 && out >= 0 && (n = read(in, buf, sizeof(buf))) > 0) {
		ssize_t done = 0, k = 0;

		while (done < n && (k = write(out, buf + done, (size_t)(n - done))) > 0)
			done += k;
		if (done < n)
			break; /* errno has the reason: the part that fits is written first */
	}
	if (in >= 0)
		close(in);
	if (out >= 0 && close(out) != 0)
		n = -1;
	return n == 0 ? 0 : -1;
}

static int object_check(struct usdt_objects *os, struct usdt_object *uo)
{
	GElf_Ehdr eh;

	if (elf_kind(uo->uo_elf) != ELF_K_ELF || !gelf_getehdr(uo->uo_elf, &eh) ||
		eh.e_type != ET_REL)
		return usdt_fail(os, "%s is not a relocatable object", uo->uo_path);
	if (eh.e_ident[EI_CLASS] != ELFCLASS64 || eh.e_ident[EI_DATA] != ELFDATA2LSB ||
		(eh.e_machine != EM_X86_64 && eh.e_machine != EM_AARCH64))
		return usdt_fail(os, "%s is for a machine that is not supported", uo->uo_path);
	if (os->os_list->uo_next && os->os_machine != eh.e_machine)
		return usdt_fail(os, "%s is for a different machine than the other objects",
			uo->uo_path);
	uo->uo_machine = os->os_machine = eh.e_machine;
	return 0;
}

int usdt_object_add(struct usdt_objects *os, const char *path)
{
	struct usdt_object *uo = base_calloc(1, sizeof(*uo));

	if (!uo)
		return usdt_fail(os, "out of memory");
	uo->uo_path = path;
	uo->uo_fd = -1;
	uo->uo_next = os->os_list;
	os->os_list = uo;
	if (access(path, R_OK) != 0)
		return usdt_fail(os, "failed to open %s: %s", path, strerror(errno));
	if (base_asprintf(&uo->uo_tmp, "%s.dtrace-%d", path, (int)getpid()) < 0)
		uo->uo_tmp = NULL;
	if (!uo->uo_tmp || copy_file(path, uo->uo_tmp, 0600) != 0)
		return usdt_fail(os, "failed to copy %s: %s", path, strerror(errno));
	uo->uo_fd = open(uo->uo_tmp, O_RDWR | O_CLOEXEC);
	uo->uo_elf = uo->uo_fd < 0 ? NULL : elf_begin(uo->uo_fd, ELF_C_RDWR, NULL);
	if (!uo->uo_elf)
		return usdt_fail(os, "failed to open %s: %s", path, elf_errmsg(-1));
	return object_check(os, uo) || object_scan(os, uo) ? -1 : 0;
}

static void object_free(struct usdt_object *uo)
{
	struct usdt_func *uf;
	struct usdt_site *us;

	while ((uf = uo->uo_funcs)) {
		uo->uo_funcs = uf->uf_next;
		free(uf->uf_name);
		free(uf->uf_alias);
		free(uf);
	}
	while ((us = uo->uo_sites)) {
		uo->uo_sites = us->us_next;
		free(us);
	}
	elf_end(uo->uo_elf);
	if (uo->uo_fd >= 0)
		close(uo->uo_fd);
	if (uo->uo_tmp)
		unlink(uo->uo_tmp);
	free(uo->uo_tmp);
	free(uo);
}

void usdt_objects_free(struct usdt_objects *os)
{
	struct usdt_object *uo;

	while ((uo = os->os_list)) {
		os->os_list = uo->uo_next;
		object_free(uo);
	}
}
