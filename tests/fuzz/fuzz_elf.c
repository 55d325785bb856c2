/*
 * A program's file: any bytes, as ELF. Its functions and the instructions that leave them, the
 * probes that it declares, its symbols and its types are asked for.
 */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "dwarftypes.h"
#include "symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct dt_elffile file;
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

static void types(void)
{
	const char *why;
	struct dt_dwarf *dw = dt_dwarf_open(file.fl_fd, NULL, NULL, &limit, &why);
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
	if (dw)
		dt_dwarf_find(dw, DT_DW_STRUCT, "all");
	dt_dwarf_close(dw);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	struct dt_decoder *decoder;
	const char *why;
	size_t sum = 0;
	uint64_t at;
	bool moves;

	if (fd < 0)
		fd = memfd_create("elf", MFD_CLOEXEC);
	if (ftruncate(fd, 0) || pwrite(fd, data, size, 0) != (ssize_t)size)
		return 0;
	dt_symlimit_init(&limit);
	limit.sl_file = limit.sl_all = 8 << 20;
	file.fl_fd = fd;
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
