/* The functions of a stripped program in Go: the table that its runtime has, also a damaged one. */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "symbols.h"

#define TEXT 0x401000 /* address of the file's first byte */

static const char sections[] = "\0.gopclntab\0.text\0.shstrtab";
static const char names[] = "runtime.text\0main.(*T).add\0main.main";

/* The header of the table, its names, its functions, and what describes them. */
struct table {
	uint32_t ta_magic;
	uint8_t ta_zero[2], ta_minimum, ta_word;
	uint64_t ta_nfuncs, ta_nfiles, ta_text, ta_names, ta_units, ta_files, ta_pcs, ta_funcs;
	char ta_name[sizeof(names)];
	char ta_pad[3];
	struct {
		uint32_t fu_at, fu_info;
	} ta_func[4];
	struct {
		uint32_t in_at, in_name;
	} ta_info[3];
};

static struct file {
	Elf64_Ehdr fi_eh;
	Elf64_Phdr fi_ph;
	Elf64_Shdr fi_sh[4];
	char fi_sections[sizeof(sections) + 4];
	struct table fi_table;
} file;

static void table_make(struct table *ta, uint64_t text)
{
	static const uint32_t at[] = { 0x10, 0x30, 0x40 }, name[] = { 0, 13, 27 };

	*ta = (struct table){ .ta_magic = 0xfffffff1,
		.ta_minimum = 1,
		.ta_word = 8,
		.ta_nfuncs = 3,
		.ta_text = text,
		.ta_names = offsetof(struct table, ta_name),
		.ta_units = offsetof(struct table, ta_pad),
		.ta_files = offsetof(struct table, ta_pad),
		.ta_pcs = offsetof(struct table, ta_pad),
		.ta_funcs = offsetof(struct table, ta_func) };
	memcpy(ta->ta_name, names, sizeof(names));
	for (unsigned i = 0; i < 3; i++) {
		ta->ta_func[i].fu_at = ta->ta_info[i].in_at = at[i];
		ta->ta_func[i].fu_info = (uint32_t)(offsetof(struct table, ta_info[i]) -
			offsetof(struct table, ta_func));
		ta->ta_info[i].in_name = name[i];
	}
	ta->ta_func[3].fu_at = 0x48;
}

static void file_make(uint64_t text)
{
	file.fi_eh = (Elf64_Ehdr){ .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
					   ELFDATA2LSB, EV_CURRENT },
		.e_type = ET_EXEC,
		.e_machine = EM_X86_64,
		.e_version = EV_CURRENT,
		.e_phoff = offsetof(struct file, fi_ph),
		.e_shoff = offsetof(struct file, fi_sh),
		.e_ehsize = sizeof(Elf64_Ehdr),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 1,
		.e_shentsize = sizeof(Elf64_Shdr),
		.e_shnum = 4,
		.e_shstrndx = 3 };
	file.fi_ph = (Elf64_Phdr){ .p_type = PT_LOAD,
		.p_flags = PF_R | PF_X,
		.p_vaddr = TEXT,
		.p_filesz = sizeof(file),
		.p_memsz = sizeof(file) };
	file.fi_sh[1] = (Elf64_Shdr){ .sh_name = 1,
		.sh_type = SHT_PROGBITS,
		.sh_offset = offsetof(struct file, fi_table),
		.sh_size = sizeof(struct table),
		.sh_addralign = 1 };
	file.fi_sh[2] = (Elf64_Shdr){ .sh_name = 12,
		.sh_type = SHT_NOBITS,
		.sh_addr = TEXT,
		.sh_addralign = 1 };
	file.fi_sh[3] = (Elf64_Shdr){ .sh_name = 18,
		.sh_type = SHT_STRTAB,
		.sh_offset = offsetof(struct file, fi_sections),
		.sh_size = sizeof(sections),
		.sh_addralign = 1 };
	memcpy(file.fi_sections, sections, sizeof(sections));
	table_make(&file.fi_table, text);
}

static struct dt_elf *file_open(void)
{
	static struct dt_symlimit limit;

	dt_symlimit_init(&limit);
	return dt_elf_memory(&file, sizeof(file), &limit);
}

static void find(const struct dt_elf *el, uint64_t off, const char *name, uint64_t delta)
{
	uint64_t d = 0;
	const char *found = dt_elf_find(el, off, &d);

	if (!name) {
		assert_null(found);
		return;
	}
	assert_non_null(found);
	assert_string_equal(found, name);
	assert_int_equal(d, delta);
}

static void test_names(void **state)
{
	/* position-independent code has no address in the table: it is that of .text */
	static const uint64_t texts[] = { TEXT, 0 };

	(void)state;
	for (unsigned i = 0; i < 2; i++) {
		struct dt_elf *el;

		file_make(texts[i]);
		el = file_open();
		assert_non_null(el);
		assert_int_equal(dt_elf_count(el), 3);
		find(el, 0xf, NULL, 0);
		find(el, 0x10, "runtime.text", 0);
		find(el, 0x2f, "runtime.text", 0x1f);
		find(el, 0x30, "main.(*T).add", 0);
		find(el, 0x47, "main.main", 7);
		find(el, 0x48, NULL, 0);
		dt_elf_free(el);
	}
}

/* Each byte of the table, with each of some values: nothing is read outside it. */
static void test_damage(void **state)
{
	static const uint8_t values[] = { 0, 1, 4, 0x7f, 0x80, 0xf0, 0xfe, 0xff };
	uint64_t delta;

	(void)state;
	for (size_t at = 0; at < sizeof(struct table); at++)
		for (size_t v = 0; v < sizeof(values); v++) {
			struct dt_elf *el;

			file_make(TEXT);
			((uint8_t *)&file.fi_table)[at] = values[v];
			el = file_open();
			assert_non_null(el);
			for (uint64_t off = 0; off < 0x60; off++)
				dt_elf_find(el, off, &delta);
			dt_elf_free(el);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
