/* Which symbol of an ELF file holds an address: where it begins and ends, symbols within others. */
#include <elf.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "symbols.h"

#define BASE 0x400000 /* address of the file's first byte */
#define MAXSYMS 40

/* A file in memory: header, program header, three section headers, symbols, their names. */
struct file {
	Elf64_Ehdr fi_eh;
	Elf64_Phdr fi_ph;
	Elf64_Shdr fi_sh[3];
	Elf64_Sym fi_syms[MAXSYMS];
	char fi_names[1024];
};

static struct file file;
static unsigned nsyms;
static size_t nnames;
static struct dt_elf *el;
static struct dt_symlimit limit;

static void begin(void)
{
	nsyms = 1;
	nnames = 1;
	memset(&file, 0, sizeof(file));
}

static void sym(uint64_t off, uint64_t size, const char *name, unsigned info)
{
	size_t len = strlen(name) + 1;

	assert_true(nsyms < MAXSYMS && nnames + len <= sizeof(file.fi_names));
	file.fi_syms[nsyms++] = (Elf64_Sym){ .st_name = (Elf64_Word)nnames,
		.st_info = (unsigned char)info,
		.st_shndx = 1,
		.st_value = BASE + off,
		.st_size = size };
	memcpy(file.fi_names + nnames, name, len);
	nnames += len;
}

#define FUNC ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)
#define LOCAL ELF64_ST_INFO(STB_LOCAL, STT_FUNC)

static void end(void)
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
		.e_shnum = 3 };
	file.fi_ph = (Elf64_Phdr){ .p_type = PT_LOAD,
		.p_flags = PF_R | PF_X,
		.p_vaddr = BASE,
		.p_filesz = 0x100000,
		.p_memsz = 0x100000 };
	file.fi_sh[1] = (Elf64_Shdr){ .sh_type = SHT_SYMTAB,
		.sh_offset = offsetof(struct file, fi_syms),
		.sh_size = nsyms * sizeof(Elf64_Sym),
		.sh_link = 2,
		.sh_info = 1,
		.sh_entsize = sizeof(Elf64_Sym) };
	file.fi_sh[2] = (Elf64_Shdr){ .sh_type = SHT_STRTAB,
		.sh_offset = offsetof(struct file, fi_names),
		.sh_size = nnames };
	dt_symlimit_init(&limit);
	el = dt_elf_memory(&file, sizeof(file), &limit);
	assert_non_null(el);
	assert_int_equal(dt_elf_count(el), nsyms - 1);
}

/* "name+off", or "-" */
static const char *at(uint64_t off)
{
	static char text[64];
	uint64_t delta;
	const char *name = dt_elf_find(el, off, &delta);

	snprintf(text, sizeof(text), name ? "%s+%d" : "-", name, name ? (int)delta : 0);
	return text;
}

static void test_ends(void **state)
{
	(void)state;
	begin();
	sym(0x100, 0x20, "one", FUNC);
	sym(0x120, 0x10, "two", FUNC);
	sym(0x140, 1, "tiny", FUNC);
	sym(0x150, 0, "unsized", FUNC);
	sym(0x170, 8, "last", FUNC);
	end();
	assert_string_equal(at(0xff), "-");
	assert_string_equal(at(0x100), "one+0");
	assert_string_equal(at(0x11f), "one+31");
	assert_string_equal(at(0x120), "two+0");
	assert_string_equal(at(0x12f), "two+15");
	assert_string_equal(at(0x130), "-");
	assert_string_equal(at(0x13f), "-");
	assert_string_equal(at(0x140), "tiny+0");
	assert_string_equal(at(0x141), "-");
	assert_string_equal(at(0x150), "unsized+0");
	assert_string_equal(at(0x16f), "unsized+31"); /* up to the next */
	assert_string_equal(at(0x177), "last+7");
	assert_string_equal(at(0x178), "-");
	dt_elf_free(el);
}

/* An address after the inner symbols is the outer one's, though they begin later. */
static void test_nested(void **state)
{
	(void)state;
	begin();
	sym(0x1000, 0x1000, "outer", FUNC);
	for (unsigned i = 0; i < 15; i++) {
		char name[16];

		snprintf(name, sizeof(name), "inner%u", i);
		sym(0x1100 + i * 0x10, 4, name, LOCAL);
	}
	end();
	assert_string_equal(at(0x10ff), "outer+255");
	assert_string_equal(at(0x1103), "inner0+3");
	assert_string_equal(at(0x1104), "outer+260"); /* one symbol back */
	assert_string_equal(at(0x1110), "inner1+0");
	assert_string_equal(at(0x1114), "outer+276");
	assert_string_equal(at(0x11e3), "inner14+3");
	assert_string_equal(at(0x11e4), "outer+484"); /* fifteen */
	assert_string_equal(at(0x1fff), "outer+4095");
	assert_string_equal(at(0x2000), "-");
	dt_elf_free(el);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ends),
		cmocka_unit_test(test_nested),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
