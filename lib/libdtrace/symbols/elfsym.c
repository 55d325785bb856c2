/*
 * An ELF file's symbols as a sorted array: functions and data of .symtab and .dynsym, and, if the
 * file is stripped, of its debug files (elfdebug.c) or of the runtime's table (gotable.c).
 *
 * Tables of names are copied whole, so nothing of the file stays open or mapped: if the file is
 * rewritten while it is traced, names may be stale, but no lookup faults.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "symbols.h"
#include "elfdebug.h"
#include "gotable.h"

/*
 * The most symbols that a lookup skips because they end before the address (local labels, data), to
 * find an earlier symbol that contains it.
 */
#define BACK_MAX 16

#define NAMES_MAX 8 /* tables of names: two in a file, one more in its debug file, one of Go */

struct esym {
	uint64_t es_addr;
	const char *es_name;
	uint32_t es_size; /* 0: up to the next one */
	uint8_t es_rank;
};

struct segment {
	uint64_t sg_off, sg_vaddr, sg_size, sg_memsize;
};

struct dt_elf {
	struct esym *el_syms;
	uint32_t el_count, el_max;
	char *el_names[NAMES_MAX];
	unsigned el_nnames;
	struct segment *el_segs;
	unsigned el_nsegs;
	uint8_t el_buildid[DT_BUILDID_MAX];
	unsigned el_idlen;
	bool el_symtab; /* a .symtab was seen, not only .dynsym */
	bool el_excess; /* the file is over the limit: nothing of it is kept */
	struct dt_symlimit *el_limit;
	uint64_t el_held; /* bytes taken of the limit */
};

/* Copies a table of names without versions ("@GLIBC_2.2.5", "@@V1"); NULL if it can't be read. */
static const char *names_copy(struct dt_elf *el, struct dt_elfread *er, const Elf_Data *data)
{
	char *names;

	if (!data->d_size || el->el_nnames == NAMES_MAX)
		return NULL;
	if (!dt_symlimit_take(el->el_limit, &el->el_held, data->d_size, er->er_name)) {
		el->el_excess = true;
		return NULL;
	}
	names = base_malloc(data->d_size);
	if (!names)
		return NULL;
	memcpy(names, data->d_buf, data->d_size);
	names[data->d_size - 1] = '\0';
	for (char *p = names; (p = memchr(p, '@', data->d_size - (size_t)(p - names)));)
		*p = '\0';
	return el->el_names[el->el_nnames++] = names;
}

/* Of several symbols at one address, the symbol with the lowest rank is used. */
static uint8_t sym_rank(const GElf_Sym *sym, const char *name)
{
	uint8_t rank = 0;

	if (GELF_ST_TYPE(sym->st_info) == STT_NOTYPE)
		rank += 64;
	else if (GELF_ST_TYPE(sym->st_info) == STT_OBJECT)
		rank += 32;
	if (GELF_ST_BIND(sym->st_info) == STB_LOCAL)
		rank += 16;
	else if (GELF_ST_BIND(sym->st_info) == STB_WEAK)
		rank += 8;
	while (*name == '_' && rank % 8 < 7) {
		rank++;
		name++;
	}
	return rank;
}

static bool sym_wanted(struct dt_elfread *er, const GElf_Sym *sym)
{
	GElf_Shdr sh;

	if (sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS || !sym->st_value)
		return false;
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC: return true;
	case STT_OBJECT: return sym->st_size > 0;
	case STT_NOTYPE:
		if (sym->st_size > 0)
			return true;
		return GELF_ST_BIND(sym->st_info) != STB_LOCAL &&
			gelf_getshdr(elf_getscn(er->er_elf, sym->st_shndx), &sh) &&
			(sh.sh_flags & SHF_EXECINSTR);
	default: return false;
	}
}

static bool syms_room(struct dt_elf *el, const char *path)
{
	uint32_t max = el->el_max ? el->el_max * 2 : 1024;
	struct esym *bigger;

	if (el->el_count < el->el_max)
		return true;
	if (!dt_symlimit_take(el->el_limit, &el->el_held, (max - el->el_max) * sizeof(*bigger),
		    path)) {
		el->el_excess = true;
		return false;
	}
	bigger = base_realloc(el->el_syms, max * sizeof(*bigger));
	if (!bigger)
		return false;
	el->el_syms = bigger;
	el->el_max = max;
	return true;
}

static void section_read(struct dt_elf *el, struct dt_elfread *er, Elf_Scn *scn,
	const GElf_Shdr *sh)
{
	const Elf_Data *data = dt_elfread_section(er, scn),
		       *strings = dt_elfread_section(er, elf_getscn(er->er_elf, sh->sh_link));
	const char *names = data && strings ? names_copy(el, er, strings) : NULL;
	size_t n = names && sh->sh_entsize ? data->d_size / sh->sh_entsize : 0;
	GElf_Sym sym;

	for (size_t i = 1; i < n && i < INT32_MAX; i++) {
		if (!gelf_getsym((Elf_Data *)data, (int)i, &sym) ||
			sym.st_name >= strings->d_size || !sym_wanted(er, &sym))
			continue;
		const char *name = names + sym.st_name;
		if (!*name || *name == '$')
			continue;
		if (!syms_room(el, er->er_name))
			return;
		el->el_syms[el->el_count++] = (struct esym){
			.es_addr = sym.st_value,
			.es_name = name,
			.es_size = sym.st_size > UINT32_MAX ? UINT32_MAX : (uint32_t)sym.st_size,
			.es_rank = sym_rank(&sym, name),
		};
	}
}

static void sections_read(struct dt_elf *el, struct dt_elfread *er)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while (!el->el_excess && (scn = elf_nextscn(er->er_elf, scn))) {
		if (!gelf_getshdr(scn, &sh))
			continue;
		if (sh.sh_type == SHT_SYMTAB)
			el->el_symtab = true;
		if (sh.sh_type == SHT_SYMTAB || sh.sh_type == SHT_DYNSYM)
			section_read(el, er, scn, &sh);
		else if (sh.sh_type == SHT_NOTE && !el->el_idlen)
			el->el_idlen = dt_elfread_buildid(dt_elfread_section(er, scn),
				el->el_buildid);
		el->el_excess |= er->er_excess;
	}
}

static void go_read(struct dt_elf *el, struct dt_elfread *er)
{
	struct dt_gotable gt;
	struct dt_gofunc gf;
	const char *names = dt_gotable_find(er, &gt) ? names_copy(el, er, &gt.gt_names) : NULL;

	for (uint64_t i = 0; names && i < gt.gt_nfuncs; i++) {
		if (!dt_gotable_func(&gt, i, &gf) || !names[gf.gf_name])
			continue;
		if (!syms_room(el, er->er_name))
			return;
		el->el_syms[el->el_count++] = (struct esym){
			.es_addr = gf.gf_vaddr,
			.es_name = names + gf.gf_name,
			.es_size = (uint32_t)gf.gf_size,
		};
	}
	el->el_excess |= er->er_excess;
}

static bool segments_read(struct dt_elf *el, Elf *elf)
{
	size_t n;
	GElf_Phdr ph;

	if (elf_getphdrnum(elf, &n) != 0 || n > 65536)
		return false;
	el->el_segs = base_calloc(n + 1, sizeof(*el->el_segs));
	for (size_t i = 0; el->el_segs && i < n; i++)
		if (gelf_getphdr(elf, (int)i, &ph) && ph.p_type == PT_LOAD)
			el->el_segs[el->el_nsegs++] = (struct segment){ ph.p_offset, ph.p_vaddr,
				ph.p_filesz, ph.p_memsz };
	return el->el_segs != NULL;
}

static int sym_cmp(const void *a, const void *b)
{
	const struct esym *x = a, *y = b;

	if (x->es_addr != y->es_addr)
		return x->es_addr < y->es_addr ? -1 : 1;
	if (x->es_rank != y->es_rank)
		return x->es_rank - y->es_rank;
	return x->es_name < y->es_name ? -1 : x->es_name > y->es_name;
}

static void syms_sort(struct dt_elf *el)
{
	struct esym *s = el->el_syms;
	uint32_t n = 0;

	if (!el->el_count)
		return;
	qsort(s, el->el_count, sizeof(*s), sym_cmp);
	for (uint32_t i = 0; i < el->el_count; i++) {
		if (n && s[n - 1].es_addr == s[i].es_addr) {
			if (!s[n - 1].es_size)
				s[n - 1].es_size = s[i].es_size;
			continue;
		}
		s[n++] = s[i];
	}
	el->el_count = n;
}

static bool debug_read(struct dt_elfread *er, void *arg)
{
	struct dt_elf *el = arg;

	sections_read(el, er);
	return el->el_symtab;
}

static void syms_drop(struct dt_elf *el)
{
	free(el->el_syms);
	el->el_syms = NULL;
	el->el_count = el->el_max = 0;
	while (el->el_nnames)
		free(el->el_names[--el->el_nnames]);
	dt_symlimit_give(el->el_limit, &el->el_held);
}

static struct dt_elf *elf_load(struct dt_elfread *er, const char *path, const char *root)
{
	struct dt_elf *el = base_calloc(1, sizeof(*el));

	if (!el)
		return NULL;
	el->el_limit = er->er_limit;
	if (!segments_read(el, er->er_elf)) {
		dt_elf_free(el);
		return NULL;
	}
	sections_read(el, er);
	if (!el->el_symtab)
		dt_elf_debug(er,
			&(struct dt_elfdebug){ .ed_id = el->el_buildid,
				.ed_idlen = el->el_idlen,
				.ed_path = path,
				.ed_root = root,
				.ed_read = debug_read,
				.ed_arg = el });
	if (!el->el_symtab && !el->el_excess)
		go_read(el, er);
	if (el->el_excess)
		syms_drop(el);
	syms_sort(el);
	return el;
}

struct dt_elf *dt_elf_open(int fd, const char *path, const char *root, struct dt_symlimit *limit)
{
	struct dt_elfread er;
	struct dt_elf *el;

	if (!dt_elfread_begin(&er, fd, path, limit))
		return NULL;
	el = elf_load(&er, path, root);
	dt_elfread_end(&er);
	return el;
}

struct dt_elf *dt_elf_memory(const void *image, size_t size, struct dt_symlimit *limit)
{
	struct dt_elf *el = NULL;
	char *copy = base_malloc(size);
	struct dt_elfread er;

	if (!copy)
		return NULL;
	memcpy(copy, image, size);
	if (dt_elfread_memory(&er, copy, size, "[vdso]", limit)) {
		el = elf_load(&er, NULL, NULL);
		dt_elfread_end(&er);
	}
	free(copy);
	return el;
}

void dt_elf_free(struct dt_elf *el)
{
	if (!el)
		return;
	syms_drop(el);
	free(el->el_segs);
	free(el);
}

uint32_t dt_elf_count(const struct dt_elf *el)
{
	return el->el_count;
}

/*
 * The last page of a segment of data also has the beginning of the variables that are 0 at the
 * start, which aren't in the file.
 */
bool dt_elf_vaddr(const struct dt_elf *el, uint64_t off, uint64_t *vaddr)
{
	for (int memory = 0; memory < 2; memory++)
		for (unsigned i = 0; i < el->el_nsegs; i++) {
			const struct segment *sg = &el->el_segs[i];

			if (off < sg->sg_off ||
				off - sg->sg_off >= (memory ? sg->sg_memsize : sg->sg_size))
				continue;
			*vaddr = sg->sg_vaddr + (off - sg->sg_off);
			return true;
		}
	return false;
}

static bool sym_holds(const struct dt_elf *el, uint32_t i, uint64_t vaddr)
{
	const struct esym *s = &el->el_syms[i];

	if (s->es_size)
		return vaddr - s->es_addr < s->es_size;
	return i + 1 == el->el_count || vaddr < s[1].es_addr;
}

const char *dt_elf_find(const struct dt_elf *el, uint64_t fileoff, uint64_t *delta)
{
	uint32_t lo = 0, hi = el->el_count;
	uint64_t vaddr;

	if (!dt_elf_vaddr(el, fileoff, &vaddr))
		return NULL;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (el->el_syms[mid].es_addr <= vaddr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (uint32_t i = lo, back = 0; i > 0 && back < BACK_MAX; i--, back++)
		if (sym_holds(el, i - 1, vaddr)) {
			*delta = vaddr - el->el_syms[i - 1].es_addr;
			return el->el_syms[i - 1].es_name;
		}
	return NULL;
}
