/*
 * Opens the debugging information of a file that may be hostile.
 *
 * libdw reads and expands sections of any claimed size, and by itself opens the files that a file
 * names (of dwz; split units). So the sizes are counted here first, a file of dwz is opened with
 * the same care as other debug files, and so are split units, which libdw is never asked for:
 * dwarfsplit.c. Files are read, not mapped: one that is truncated meanwhile would end dtrace.
 */
#include <elfutils/libdwelf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "elfdebug.h"
#include "openfile.h"
#include "symbols.h"
#include "dwarfimpl.h"

static const char NONE[] =
	"it has no debugging information; compile it with -g or install its debug symbols";

struct opening {
	struct dt_dwarf *op_dwarf;
	const char *op_root;
	const char *op_why;
};

static bool is_prefix(const char *prefix, const char *s)
{
	return !strncmp(prefix, s, strlen(prefix));
}

/*
 * Counts the sections that libdw will read. Returns false if there are too many bytes, or they are
 * of a kind that is not read; *info is the size of what describes types.
 */
static bool sections_count(struct dt_elfread *er, uint64_t *info, const char **why)
{
	Elf_Scn *scn = NULL;
	size_t names;
	GElf_Shdr sh;
	GElf_Chdr ch;

	if (elf_getshdrstrndx(er->er_elf, &names) != 0)
		return false;
	while ((scn = elf_nextscn(er->er_elf, scn))) {
		const char *name = gelf_getshdr(scn, &sh) ?
			elf_strptr(er->er_elf, names, sh.sh_name) :
			NULL;
		uint64_t size = sh.sh_size;

		if (!name || sh.sh_type == SHT_NOBITS)
			continue;
		if (is_prefix(".zdebug_", name)) {
			*why = "its debugging information is packed in a way (.zdebug) that is not read";
			return false;
		}
		if (!is_prefix(".debug_", name))
			continue;
		if (sh.sh_flags & SHF_COMPRESSED)
			size = gelf_getchdr(scn, &ch) ? ch.ch_size : UINT64_MAX;
		if (!dt_symlimit_read(er->er_limit, &er->er_read, size, er->er_name)) {
			*why = "its debugging information is too large";
			return false;
		}
		if (!strcmp(name, ".debug_info") || !strcmp(name, ".debug_types"))
			*info += size;
	}
	return *info > 0;
}

/* Whether libdw may read the file. A file of dwz calls itself relocatable. */
static bool file_fits(struct dt_elfread *er, uint64_t *info, const char **why)
{
	GElf_Ehdr eh;

	if (!gelf_getehdr(er->er_elf, &eh) ||
		(eh.e_type != ET_EXEC && eh.e_type != ET_DYN && eh.e_type != ET_REL))
		return false;
	if (gelf_getclass(er->er_elf) != ELFCLASS64) {
		*why = "it has 32 bits; only types of programs of 64 bits are read";
		return false;
	}
	return sections_count(er, info, why);
}

/*
 * libdw takes for granted that the sections of strings end with a NUL. Names are looked up as it
 * does.
 */
static bool strings_end(Elf *elf, const char **why)
{
	Elf_Scn *scn = NULL;
	size_t strings;
	GElf_Shdr sh;

	if (elf_getshdrstrndx(elf, &strings) != 0)
		return false;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name = gelf_getshdr(scn, &sh) ? elf_strptr(elf, strings, sh.sh_name) :
							    NULL;
		bool text = name &&
			(!strcmp(name, ".debug_str") || !strcmp(name, ".debug_line_str"));
		const Elf_Data *data = text ? elf_getdata(scn, NULL) : NULL;

		if (!data || !data->d_buf || data->d_size == 0 ||
			((const char *)data->d_buf)[data->d_size - 1] == '\0')
			continue;
		*why = "its debugging information is damaged";
		return false;
	}
	return true;
}

static void open_end(struct dt_dwopen *wo)
{
	if (wo->wo_dwarf)
		dwarf_end(wo->wo_dwarf);
	if (wo->wo_read.er_elf)
		dt_elfread_end(&wo->wo_read);
	if (wo->wo_fd >= 0)
		close(wo->wo_fd);
	*wo = (struct dt_dwopen){ .wo_fd = -1 };
}

/* Takes the descriptor. */
static bool open_begin(struct dt_dwarf *dw, struct dt_dwopen *wo, int fd, const char **why)
{
	uint64_t info = 0;

	*wo = (struct dt_dwopen){ .wo_fd = fd };
	if (fd >= 0 && dt_elfread_begin(&wo->wo_read, fd, dw->dw_path, dw->dw_limit) &&
		file_fits(&wo->wo_read, &info, why))
		wo->wo_dwarf = dwarf_begin_elf(wo->wo_read.er_elf, DWARF_C_READ, NULL);
	if (wo->wo_dwarf && strings_end(wo->wo_read.er_elf, why)) {
		dw->dw_info += info;
		return true;
	}
	open_end(wo);
	return false;
}

static bool same_id(Elf *elf, const void *id, ssize_t len)
{
	const void *own;

	return len > 0 && dwelf_elf_gnu_build_id(elf, &own) == len && !memcmp(own, id, (size_t)len);
}

/* Opens the file that dwz made of what several files share. Returns false if it can't be used. */
static bool alt_open(struct opening *op)
{
	struct dt_dwarf *dw = op->op_dwarf;
	const char *roots[] = { op->op_root, NULL }, *name, *why = NULL;
	const void *id;
	ssize_t len = dwelf_dwarf_gnu_debugaltlink(dw->dw_main.wo_dwarf, &name, &id);

	if (len == 0)
		return true;
	for (unsigned i = op->op_root ? 0 : 1; len > 0 && *name == '/' && i < 2; i++) {
		if (!open_begin(dw, &dw->dw_alt, base_open(roots[i], name, DT_ELF_MAX, 0), &why))
			continue;
		if (same_id(dw->dw_alt.wo_read.er_elf, id, len)) {
			dwarf_setalt(dw->dw_main.wo_dwarf, dw->dw_alt.wo_dwarf);
			return true;
		}
		open_end(&dw->dw_alt);
	}
	op->op_why = "the file that its .gnu_debugaltlink names is missing";
	return false;
}

/* The file itself, or a debug file that dt_elf_debug() has found. */
static bool debug_try(struct dt_elfread *er, void *arg)
{
	struct opening *op = arg;
	struct dt_dwarf *dw = op->op_dwarf;
	int fd = er->er_fd < 0 ? -1 : fcntl(er->er_fd, F_DUPFD_CLOEXEC, 3);

	if (fd < 0 || !open_begin(dw, &dw->dw_main, fd, &op->op_why))
		return false;
	if (alt_open(op))
		return true;
	open_end(&dw->dw_main);
	return false;
}

static void segments_read(struct dt_dwarf *dw, Elf *elf)
{
	size_t n;
	GElf_Phdr ph;

	if (elf_getphdrnum(elf, &n) != 0 || n > 65536)
		return;
	dw->dw_segs = base_calloc(n + 1, sizeof(*dw->dw_segs));
	for (size_t i = 0; dw->dw_segs && i < n; i++)
		if (gelf_getphdr(elf, (int)i, &ph) && ph.p_type == PT_LOAD)
			dw->dw_segs[dw->dw_nsegs++] = (struct dt_dwsegment){ ph.p_offset,
				ph.p_vaddr, ph.p_filesz };
}

bool dt_dwarf_vaddr(const struct dt_dwarf *dw, uint64_t fileoff, uint64_t *vaddr)
{
	for (unsigned i = 0; i < dw->dw_nsegs; i++) {
		const struct dt_dwsegment *sg = &dw->dw_segs[i];

		if (fileoff < sg->sg_off || fileoff - sg->sg_off >= sg->sg_size)
			continue;
		*vaddr = sg->sg_vaddr + (fileoff - sg->sg_off);
		return true;
	}
	return false;
}

static void find_debug(struct opening *op, struct dt_elfread *er)
{
	uint8_t id[DT_BUILDID_MAX];
	struct dt_elfdebug ed = { .ed_id = id,
		.ed_idlen = dt_elfread_buildid(dt_elfread_named(er, ".note.gnu.build-id"), id),
		.ed_path = op->op_dwarf->dw_path,
		.ed_root = op->op_root,
		.ed_read = debug_try,
		.ed_arg = op };

	segments_read(op->op_dwarf, er->er_elf);
	if (!debug_try(er, op) && op->op_why == NONE)
		dt_elf_debug(er, &ed);
}

struct dt_dwarf *dt_dwarf_open(int fd, const char *path, const char *root,
	struct dt_symlimit *limit, const char **why)
{
	struct dt_dwarf *dw = base_calloc(1, sizeof(*dw));
	struct opening op = { dw, root, NONE };
	struct dt_elfread er;

	*why = NONE;
	if (!dw)
		return NULL;
	dw->dw_limit = limit;
	dw->dw_path = base_strdup(path ? path : "");
	dw->dw_root = root ? base_strdup(root) : NULL;
	dw->dw_main.wo_fd = dw->dw_alt.wo_fd = -1;
	if (dw->dw_path && (dw->dw_root || !root) && dt_elfread_begin(&er, fd, path, limit)) {
		find_debug(&op, &er);
		dt_elfread_end(&er);
	}
	if (dw->dw_main.wo_dwarf)
		return dw;
	*why = op.op_why;
	dt_dwarf_close(dw);
	return NULL;
}

void dt_dwarf_close(struct dt_dwarf *dw)
{
	if (!dw)
		return;
	dt_dw_splits_close(dw);
	dt_dw_index_free(dw);
	open_end(&dw->dw_main);
	open_end(&dw->dw_alt);
	free(dw->dw_segs);
	free(dw->dw_path);
	free(dw->dw_root);
	free(dw);
}
