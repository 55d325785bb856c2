/*
 * A program's file: any bytes, as ELF. Its functions and the instructions that leave them, the
 * probes that it declares, its symbols and its types are asked for.
 *
 * An input that begins with SPLIT is two files: the size of the program's, in 4 bytes, and its
 * bytes; the rest is p.dwo and p.dwp, whichever of the two it is.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "dwarftypes.h"
#include "symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char SPLIT[] = "SPLIT";

static struct dt_elffile file;
static char folder[64], program[80];
static struct dt_symlimit limit;

static void leave(uint64_t offset, int64_t target, void *arg)
{
	(void)offset, (void)target, (void)arg;
}

static void name(const struct dt_elfname *en, void *arg)
{
	uint8_t code[256];
	ssize_t n = pread(file.fl_fd, code, sizeof(code), (off_t)en->en_offset);

	if (arg && n > 0)
		dt_decoder_leaves(arg, code, (uint64_t)n, leave, NULL);
}

static bool every(const char *provider, void *arg)
{
	(void)arg;
	return *provider != '\0';
}

static void site(const struct dt_elfsite *es, void *arg)
{
	*(size_t *)arg += strlen(es->es_args) + strlen(es->es_name) + strlen(es->es_function);
}

static bool member(const struct dt_dwmember *dm, void *arg)
{
	return dm->dm_type != 0 && ++*(size_t *)arg < 1000;
}

static bool parameter(uint64_t type, void *arg)
{
	return type != 0 && ++*(size_t *)arg < 1000;
}

static bool enumerator(const char *text, int64_t value, void *arg)
{
	(void)value;
	return text && ++*(size_t *)arg < 1000;
}

static bool described(uint64_t type, void *arg)
{
	struct dt_dwtype ty;

	if (dt_dwarf_type(arg, type, &ty)) {
		size_t n = 0;

		dt_dwarf_members(arg, type, member, &n);
		dt_dwarf_byref(arg, type);
		dt_dwarf_type(arg, ty.dw_ref, &ty);
	}
	return true;
}

static void types(void)
{
	const char *why;
	struct dt_dwarf *dw = dt_dwarf_open(file.fl_fd, program, NULL, &limit, &why);
	struct dt_dwtype ty;
	size_t n = 0;

	for (uint64_t i = 0; dw && i < 512; i++)
		if (dt_dwarf_type(dw, i, &ty)) {
			dt_dwarf_members(dw, i, member, &n);
			dt_dwarf_enumerators(dw, i, enumerator, &n);
			dt_dwarf_byref(dw, i);
		}
	for (uint64_t at = 0; dw && at < 0x4000; at += 16)
		dt_dwarf_params(dw, dt_dwarf_function(dw, at), parameter, &n);
	for (uint64_t at = 0x1000; dw && at < 0x1800; at++)
		dt_dwarf_params(dw, dt_dwarf_function(dw, at), described, dw);
	if (dw)
		described(dt_dwarf_find(dw, DT_DW_STRUCT, "all"), dw);
	dt_dwarf_close(dw);
}

static void folder_remove(void)
{
	char path[96];

	for (const char *const *nm = (const char *const[]){ "p", "p.dwo", "p.dwp", NULL }; *nm;
		nm++) {
		snprintf(path, sizeof(path), "%s/%s", folder, *nm);
		unlink(path);
	}
	rmdir(folder);
}

/* The files of an input have the same names each time: p, and one with two names, p.dwo, p.dwp. */
static bool files_make(int *fds)
{
	char path[96], other[96];

	snprintf(folder, sizeof(folder), "/dev/shm/fuzz-elf.XXXXXX");
	if (!mkdtemp(folder))
		return false;
	atexit(folder_remove);
	snprintf(program, sizeof(program), "%s/p", folder);
	snprintf(path, sizeof(path), "%s/p.dwo", folder);
	snprintf(other, sizeof(other), "%s/p.dwp", folder);
	fds[0] = open(program, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	fds[1] = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	return fds[0] >= 0 && fds[1] >= 0 && link(path, other) == 0;
}

static bool file_set(int fd, const uint8_t *data, size_t size)
{
	return ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size;
}

static bool files_set(const uint8_t *data, size_t size)
{
	static int fds[2] = { -1, -1 };
	size_t head = sizeof(SPLIT) - 1 + 4;
	uint32_t first = (uint32_t)size;

	if (fds[0] < 0 && !files_make(fds))
		abort();
	file.fl_fd = fds[0];
	if (size < head || memcmp(data, SPLIT, head - 4) != 0)
		return file_set(fds[0], data, size) && file_set(fds[1], data, 0);
	memcpy(&first, data + head - 4, 4);
	data += head;
	size -= head;
	first = first < size ? first : (uint32_t)size;
	return file_set(fds[0], data, first) && file_set(fds[1], data + first, size - first);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct dt_decoder *decoder;
	const char *why;
	size_t sum = 0;
	uint64_t at;
	bool moves;

	if (!files_set(data, size))
		return 0;
	dt_symlimit_init(&limit);
	limit.sl_file = limit.sl_all = 8 << 20;
	decoder = dt_decoder_create(dt_elf_machine(&file), &why);
	dt_elf_names(&file, "*", name, decoder);
	dt_decoder_destroy(decoder);
	dt_elf_names(&file, "*a?", name, NULL);
	dt_elf_unwinds(&file, true, &moves);
	dt_elf_code(&file, 0x1000, &at);
	dt_elf_notes(&(struct dt_elfnotes){ .eq_file = file,
		.eq_want = every,
		.eq_fn = site,
		.eq_arg = &sum });
	types();
	return 0;
}
