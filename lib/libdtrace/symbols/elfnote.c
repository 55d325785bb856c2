/*
 * Probes that an ELF file declares itself: notes "stapsdt" of type 3 in .note.stapsdt.
 *
 * A note has the addresses of the probe's instruction, of the section .stapsdt.base and of the
 * semaphore, then three strings: provider, name, operands of the arguments.  prelink moves
 * addresses but not notes; the distance is that of .stapsdt.base.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "symbols.h"
#include "elfread.h"

#define NOTE_TYPE 3
#define ARGS_MAX 512 /* of the text of operands */

struct notes {
	struct dt_elfread no_read;
	const struct dt_elfnotes *no_query;
	struct dt_elf *no_symbols; /* read for the first probe that is wanted */
	struct dt_symlimit no_limit;
	uint64_t no_base; /* address of .stapsdt.base; 0: none */
	unsigned no_word; /* bytes of an address: 4 or 8 */
	bool no_big;
};

static uint64_t word_get(const struct notes *no, const uint8_t *p)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < no->no_word; i++)
		v |= (uint64_t)p[no->no_big ? no->no_word - 1 - i : i] << (8 * i);
	return v;
}

/* Returns false if no table of the file has the symbol. */
static bool symbol_value(struct notes *no, const char *name, size_t len, uint64_t *value)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	GElf_Sym sym;

	while ((scn = elf_nextscn(no->no_read.er_elf, scn))) {
		if (!gelf_getshdr(scn, &sh) ||
			(sh.sh_type != SHT_SYMTAB && sh.sh_type != SHT_DYNSYM))
			continue;
		const Elf_Data *data = dt_elfread_section(&no->no_read, scn),
			       *names = dt_elfread_section(&no->no_read,
				       elf_getscn(no->no_read.er_elf, sh.sh_link));
		size_t n = data && names && sh.sh_entsize ? data->d_size / sh.sh_entsize : 0;

		for (size_t i = 1; i < n && i < INT32_MAX; i++) {
			const char *s = gelf_getsym((Elf_Data *)data, (int)i, &sym) ?
				dt_elfread_string(names, sym.st_name) :
				NULL;

			if (s && sym.st_shndx != SHN_UNDEF && strlen(s) == len &&
				memcmp(s, name, len) == 0) {
				*value = sym.st_value;
				return true;
			}
		}
	}
	return false;
}

/* The end of a symbol's name in an operand; p if there is none. */
static const char *symbol_end(const char *p)
{
	if (strchr("0123456789+-(", *p))
		return p;
	return p + strcspn(p, "+-( ");
}

/*
 * Copies the operands.  "sym+4(%rip)", a variable of the file, becomes its distance from the
 * probe's instruction.  A symbol that isn't known stays, for no reader understands it.
 */
static void args_copy(struct notes *no, uint64_t pc, const char *args, char *to, size_t size)
{
	size_t n = 0;

	while (*args && n + 1 < size) {
		const char *end;
		uint64_t value;

		to[n++] = *args++;
		if (to[n - 1] != '@')
			continue;
		end = symbol_end(args);
		if (end == args || !strstr(end, "(%rip)") ||
			strstr(end, "(%rip)") > end + strcspn(end, " ") ||
			!symbol_value(no, args, (size_t)(end - args), &value))
			continue;
		n += (size_t)snprintf(to + n, size - n, "%lld", (long long)(value - pc));
		n = n < size ? n : size - 1;
		args = end;
	}
	to[n] = '\0';
}

/* The function around the probe; "" if it has no name. */
static const char *function_name(struct notes *no, uint64_t offset)
{
	const struct dt_elfnotes *q = no->no_query;
	const char *name;
	uint64_t delta;

	if (!no->no_symbols)
		no->no_symbols = dt_elf_open(q->eq_file.fl_fd, q->eq_file.fl_path,
			q->eq_file.fl_root, &no->no_limit);
	name = no->no_symbols ? dt_elf_find(no->no_symbols, offset, &delta) : NULL;
	return name ? name : "";
}

/* The next of the strings of a note; NULL if it doesn't end. */
static const char *string_next(const char **p, const char *end)
{
	const char *s = *p, *nul = memchr(s, '\0', (size_t)(end - s));

	*p = nul ? nul + 1 : end;
	return nul ? s : NULL;
}

static void note_read(struct notes *no, const char *desc, size_t size)
{
	const struct dt_elfnotes *q = no->no_query;
	const char *p = desc + 3 * no->no_word, *end = desc + size, *args;
	struct dt_elfsite es = { 0 };
	char copy[ARGS_MAX];

	if (size < 3 * no->no_word)
		return;
	es.es_vaddr = word_get(no, (const uint8_t *)desc);
	uint64_t base = word_get(no, (const uint8_t *)desc + no->no_word),
		 semaphore = word_get(no, (const uint8_t *)desc + 2 * no->no_word);
	uint64_t moved = no->no_base && base ? no->no_base - base : 0;

	es.es_provider = string_next(&p, end);
	es.es_name = string_next(&p, end);
	args = string_next(&p, end);
	if (!args || !*es.es_provider || !*es.es_name || !q->eq_want(es.es_provider, q->eq_arg))
		return;
	es.es_vaddr += moved;
	if (!dt_elfread_offset(&no->no_read, es.es_vaddr, PF_X, &es.es_offset) ||
		(semaphore &&
			!dt_elfread_offset(&no->no_read, semaphore + moved, PF_W,
				&es.es_semaphore)) ||
		es.es_offset == 0 || (semaphore && es.es_semaphore == 0))
		return;
	args_copy(no, es.es_vaddr, args, copy, sizeof(copy));
	es.es_args = copy;
	es.es_function = function_name(no, es.es_offset);
	q->eq_fn(&es, q->eq_arg);
}

static void section_walk(struct notes *no, const Elf_Data *data)
{
	size_t off = 0, name, desc;
	GElf_Nhdr nh;

	while (data && (off = gelf_getnote((Elf_Data *)data, off, &nh, &name, &desc)) > 0)
		if (nh.n_type == NOTE_TYPE && nh.n_namesz == sizeof("stapsdt") &&
			memcmp((char *)data->d_buf + name, "stapsdt", sizeof("stapsdt")) == 0)
			note_read(no, (char *)data->d_buf + desc, nh.n_descsz);
}

void dt_elf_notes(const struct dt_elfnotes *query)
{
	struct notes no = { .no_query = query };
	const char *ident;
	Elf_Scn *scn;
	GElf_Shdr sh;

	dt_symlimit_init(&no.no_limit);
	if (!dt_elfread_begin(&no.no_read, query->eq_file.fl_fd, query->eq_file.fl_path,
		    &no.no_limit))
		return;
	ident = elf_getident(no.no_read.er_elf, NULL);
	no.no_word = ident && ident[EI_CLASS] == ELFCLASS32 ? 4 : 8;
	no.no_big = ident && ident[EI_DATA] == ELFDATA2MSB;
	scn = dt_elfread_find(&no.no_read, ".stapsdt.base");
	if (scn && gelf_getshdr(scn, &sh))
		no.no_base = sh.sh_addr;
	section_walk(&no, dt_elfread_named(&no.no_read, ".note.stapsdt"));
	dt_elf_free(no.no_symbols);
	dt_elfread_end(&no.no_read);
}
