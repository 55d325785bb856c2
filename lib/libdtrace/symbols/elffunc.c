/*
 * Functions of an ELF file by name, with the aliases that the sorted tables of elfsym.c drop; of a
 * stripped file, those of its debug files, too (elfdebug.c).
 *
 * A pattern means a name as it is in the file, or as the language writes it, with its arguments or
 * without.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "grow.h"
#include "glob.h"
#include "symbols.h"
#include "elfdebug.h"
#include "gotable.h"

struct search {
	struct dt_elfread se_read;
	struct dt_symlimit se_limit; /* of se_read, as long as it is open */
	const struct dt_elffile *se_file;
	const char *se_pattern;
	void (*se_try)(struct search *, const GElf_Sym *, const char *name);
	struct dt_elffunc *se_first;
	unsigned se_count;
	uint64_t se_value;
	struct dt_elfname *se_names; /* whose names belong to the search */
	unsigned se_nnames;
	uint8_t se_id[DT_BUILDID_MAX];
	unsigned se_idlen;
	bool se_symtab; /* a table of all functions was seen, not only .dynsym */
};

/* A demangled name without its arguments: "operator()(int)" has two brackets. */
static size_t name_length(const char *text)
{
	const char *end = strrchr(text, ')');
	int depth = 0;

	for (; end && end > text; end--) {
		depth += *end == ')' ? 1 : *end == '(' ? -1 : 0;
		if (depth == 0)
			return (size_t)(end - text);
	}
	return strlen(text);
}

bool dt_function_is(const char *pattern, const char *name)
{
	char *text;
	bool is;

	if (!*pattern || base_glob(pattern, name))
		return true;
	text = dt_demangle(name);
	is = text && base_glob(pattern, text);
	if (text && !is) {
		text[name_length(text)] = '\0';
		is = base_glob(pattern, text);
	}
	free(text);
	return is;
}

static void code_read(const struct search *se, uint64_t vaddr)
{
	struct dt_elffunc *ef = se->se_first;
	uint64_t offset;
	GElf_Ehdr eh;

	if (!gelf_getehdr(se->se_read.er_elf, &eh))
		return;
	ef->ef_machine = eh.e_machine;
	if (!dt_elfread_offset(&se->se_read, vaddr, 0, &offset))
		return;
	ssize_t got = pread(se->se_file->fl_fd, ef->ef_code, sizeof(ef->ef_code), (off_t)offset);

	ef->ef_ncode = got > 0 ? (unsigned)got : 0;
}

/*
 * Functions that a resolver chooses at run time aren't at their symbol. What the compiler has moved
 * out of a function because it runs rarely isn't one.
 */
static bool is_function(const GElf_Sym *sym, const char *name)
{
	return name && !strstr(name, ".cold") && GELF_ST_TYPE(sym->st_info) == STT_FUNC &&
		sym->st_shndx != SHN_UNDEF;
}

static void symbol_try(struct search *se, const GElf_Sym *sym, const char *name)
{
	int type = GELF_ST_TYPE(sym->st_info);

	if ((type != STT_FUNC && type != STT_GNU_IFUNC) || sym->st_shndx == SHN_UNDEF || !name ||
		!dt_function_is(se->se_pattern, name))
		return;
	if (se->se_count++)
		return;
	se->se_first->ef_size = sym->st_size;
	code_read(se, sym->st_value);
}

static void name_try(struct search *se, const GElf_Sym *sym, const char *name)
{
	char *copy;

	if (!is_function(sym, name) || !dt_function_is(se->se_pattern, name) ||
		!base_more(se->se_names, se->se_nnames) || !(copy = base_strdup(name)))
		return;
	copy[strcspn(copy, "@")] = '\0'; /* a version */
	se->se_names[se->se_nnames++] = (struct dt_elfname){ .en_name = copy,
		.en_vaddr = sym->st_value,
		.en_size = sym->st_size,
		.en_local = GELF_ST_BIND(sym->st_info) == STB_LOCAL };
}

static void table_search(struct search *se, struct dt_elfread *er, Elf_Scn *scn,
	const GElf_Shdr *sh)
{
	const Elf_Data *data = dt_elfread_section(er, scn),
		       *names = dt_elfread_section(er, elf_getscn(er->er_elf, sh->sh_link));
	size_t n = data && names && sh->sh_entsize ? data->d_size / sh->sh_entsize : 0;
	GElf_Sym sym;

	for (size_t i = 1; i < n && i < INT32_MAX; i++)
		if (gelf_getsym((Elf_Data *)data, (int)i, &sym))
			se->se_try(se, &sym, dt_elfread_string(names, sym.st_name));
}

static bool sections_search(struct dt_elfread *er, void *arg)
{
	struct search *se = arg;
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;

	while ((scn = elf_nextscn(er->er_elf, scn))) {
		if (!gelf_getshdr(scn, &sh))
			continue;
		if (sh.sh_type == SHT_NOTE && se->se_idlen == 0)
			se->se_idlen = dt_elfread_buildid(dt_elfread_section(er, scn), se->se_id);
		se->se_symtab |= sh.sh_type == SHT_SYMTAB;
		if (sh.sh_type == SHT_SYMTAB || sh.sh_type == SHT_DYNSYM)
			table_search(se, er, scn, &sh);
	}
	return se->se_symtab;
}

/* The table of a program in Go that is stripped. */
static void go_search(struct search *se)
{
	struct dt_gotable gt;
	struct dt_gofunc gf;

	if (!dt_gotable_find(&se->se_read, &gt))
		return;
	se->se_symtab = true;
	for (uint64_t i = 0; i < gt.gt_nfuncs; i++)
		if (dt_gotable_func(&gt, i, &gf))
			se->se_try(se,
				&(GElf_Sym){ .st_info = GELF_ST_INFO(STB_GLOBAL, STT_FUNC),
					.st_shndx = SHN_ABS,
					.st_value = gf.gf_vaddr,
					.st_size = gf.gf_size },
				dt_elfread_string(&gt.gt_names, gf.gf_name));
}

static bool tables_search(struct search *se)
{
	dt_symlimit_init(&se->se_limit);
	if (!dt_elfread_begin(&se->se_read, se->se_file->fl_fd, se->se_file->fl_path,
		    &se->se_limit))
		return false;
	if (!sections_search(&se->se_read, se))
		dt_elf_debug(&se->se_read,
			&(struct dt_elfdebug){ .ed_id = se->se_id,
				.ed_idlen = se->se_idlen,
				.ed_path = se->se_file->fl_path,
				.ed_root = se->se_file->fl_root,
				.ed_read = sections_search,
				.ed_arg = se });
	if (!se->se_symtab)
		go_search(se);
	return true;
}

unsigned dt_elf_functions(const struct dt_elffile *file, const char *pattern,
	struct dt_elffunc *first)
{
	struct search se = { .se_file = file,
		.se_pattern = pattern,
		.se_first = first,
		.se_try = symbol_try };

	memset(first, 0, sizeof(*first));
	if (!tables_search(&se))
		return 0;
	dt_elfread_end(&se.se_read);
	first->ef_stripped = !se.se_symtab;
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

	if (!gelf_getehdr(se->se_read.er_elf, &eh))
		return false;
	en->en_machine = eh.e_machine;
	return dt_elfread_offset(&se->se_read, en->en_vaddr, PF_X, &en->en_offset);
}

void dt_elf_names(const struct dt_elffile *file, const char *pattern,
	void (*fn)(const struct dt_elfname *, void *), void *arg)
{
	struct search se = { .se_file = file, .se_pattern = pattern, .se_try = name_try };

	if (!tables_search(&se))
		return;
	if (se.se_nnames != 0)
		qsort(se.se_names, se.se_nnames, sizeof(*se.se_names), compare_names);
	for (unsigned i = 0; i < se.se_nnames; i++)
		if ((i == 0 || se.se_names[i].en_vaddr != se.se_names[i - 1].en_vaddr) &&
			code_offset(&se, &se.se_names[i]))
			fn(&se.se_names[i], arg);
	for (unsigned i = 0; i < se.se_nnames; i++)
		free((char *)se.se_names[i].en_name);
	free(se.se_names);
	dt_elfread_end(&se.se_read);
}

bool dt_elf_code(const struct dt_elffile *file, uint64_t vaddr, uint64_t *offset)
{
	struct dt_symlimit limit;
	struct dt_elfread er;
	bool found;

	dt_symlimit_init(&limit);
	if (!dt_elfread_begin(&er, file->fl_fd, file->fl_path, &limit))
		return false;
	found = dt_elfread_offset(&er, vaddr, PF_X, offset);
	dt_elfread_end(&er);
	return found;
}

static void data_try(struct search *se, const GElf_Sym *sym, const char *name)
{
	if (!name || GELF_ST_TYPE(sym->st_info) != STT_OBJECT || sym->st_shndx == SHN_UNDEF ||
		strcmp(name, se->se_pattern) != 0)
		return;
	se->se_count++;
	se->se_value = sym->st_value;
}

bool dt_elf_data(const struct dt_elffile *file, const char *name, uint64_t *vaddr)
{
	struct search se = { .se_file = file, .se_pattern = name, .se_try = data_try };

	if (!tables_search(&se))
		return false;
	dt_elfread_end(&se.se_read);
	*vaddr = se.se_value;
	return se.se_count != 0;
}

/* Names by which a file is known to have frames that exceptions unwind. */
static void unwind_try(struct search *se, const GElf_Sym *sym, const char *name)
{
	static const char *const names[] = { "__gxx_personality", "rust_eh_personality",
		"__gnat_personality", "__gdc_personality", "__objc_personality" };

	(void)sym;
	for (size_t i = 0; name && i < sizeof(names) / sizeof(*names); i++)
		se->se_count += strstr(name, names[i]) != NULL;
}

/* A stripped program that is linked statically has tables of exceptions, and no names. */
bool dt_elf_unwinds(const struct dt_elffile *file, bool exe, bool *moves)
{
	struct search se = { .se_file = file, .se_pattern = "", .se_try = unwind_try };
	bool unwinds;

	*moves = false;
	if (!tables_search(&se))
		return false;
	*moves = dt_gotable_isgo(&se.se_read);
	unwinds = *moves || se.se_count != 0 ||
		(exe && dt_elfread_find(&se.se_read, ".gcc_except_table"));
	dt_elfread_end(&se.se_read);
	return unwinds;
}

uint16_t dt_elf_machine(const struct dt_elffile *file)
{
	Elf64_Ehdr eh; /* which begins as the one of 32 bits does */

	return pread(file->fl_fd, &eh, sizeof(eh), 0) == sizeof(eh) &&
			!memcmp(eh.e_ident, ELFMAG, SELFMAG) ?
		eh.e_machine :
		0;
}
