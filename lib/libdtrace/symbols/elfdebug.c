/*
 * The symbols that a stripped ELF file has elsewhere: the debug file that its build-id names, the one that its
 * .gnu_debuglink names (the checksum must be right), and the small table inside of it, .gnu_debugdata (xz).
 *
 * A process in a container has its debug files in its own tree, so each place is tried below the process's root first.
 */
#include <fcntl.h>
#include <libelf.h>
#include <gelf.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "alloc.h"
#include "symbols.h"
#include "elfdebug.h"

#define DEBUG_DIR "/usr/lib/debug"
#define MINI_MAX ((size_t)256 << 20)	/* of a table that is unpacked */

/* A section's bytes by its name; NULL: it has none of that name. */
static const Elf_Data *section_named(Elf *elf, const char *want)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	size_t names;

	if (elf_getshdrstrndx(elf, &names) != 0)
		return NULL;
	while ((scn = elf_nextscn(elf, scn))) {
		const char *name = gelf_getshdr(scn, &sh) ? elf_strptr(elf, names, sh.sh_name) : NULL;

		if (name && sh.sh_type != SHT_NOBITS && !strcmp(name, want))
			return elf_rawdata(scn, NULL);
	}
	return NULL;
}

static bool file_read(int fd, const struct dt_elfdebug *ed)
{
	Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
	bool symtab = elf && elf_kind(elf) == ELF_K_ELF && ed->ed_read(elf, ed->ed_arg);

	elf_end(elf);
	return symtab;
}

/*
 * By build-id: /usr/lib/debug/.build-id/ab/cdef....debug, whose addresses are those of the file itself.
 */
static bool by_buildid(const struct dt_elfdebug *ed, const char *root)
{
	char path[4200];
	int n = snprintf(path, sizeof(path), "%s" DEBUG_DIR "/.build-id/%02x/", root, ed->ed_id[0]), fd;
	bool symtab;

	for (unsigned i = 1; i < ed->ed_idlen && n < (int)sizeof(path); i++)
		n += snprintf(path + n, sizeof(path) - n, "%02x", ed->ed_id[i]);
	if (n + sizeof(".debug") > sizeof(path))
		return false;
	strcpy(path + n, ".debug");
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	symtab = file_read(fd, ed);
	close(fd);
	return symtab;
}

/*
 * By name and checksum.
 */
static uint32_t file_crc(int fd)
{
	uint8_t buf[65536];
	uint32_t crc = 0;
	off_t at = 0;
	ssize_t n;

	while ((n = pread(fd, buf, sizeof(buf), at)) > 0) {
		crc = lzma_crc32(buf, n, crc);
		at += n;
	}
	return crc;
}

static bool link_try(const struct dt_elfdebug *ed, const char *path, uint32_t crc)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	bool symtab;

	if (fd < 0)
		return false;
	symtab = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && file_crc(fd) == crc && file_read(fd, ed);
	close(fd);
	return symtab;
}

static bool by_link(const struct dt_elfdebug *ed, const char *root, const char *name, uint32_t crc)
{
	static const char *const forms[] = {"%s%.*s/%s", "%s%.*s/.debug/%s", "%s" DEBUG_DIR "%.*s/%s"};
	const char *slash = ed->ed_path ? strrchr(ed->ed_path, '/') : NULL;
	char path[4200];

	if (!slash || strchr(name, '/'))
		return false;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		int n = snprintf(path, sizeof(path), forms[i], root, (int)(slash - ed->ed_path), ed->ed_path, name);

		if (n < (int)sizeof(path) && link_try(ed, path, crc))
			return true;
	}
	return false;
}

/* The section: a name, padded with NULs to 4 bytes, and the checksum in the file's byte order. */
static const char *link_get(Elf *elf, uint32_t *crc)
{
	const Elf_Data *data = section_named(elf, ".gnu_debuglink");
	const char *ident = elf_getident(elf, NULL);
	const uint8_t *p = data ? data->d_buf : NULL;
	size_t len = p ? strnlen(data->d_buf, data->d_size) : 0, at = (len + 4) & ~(size_t)3;

	if (!len || at + 4 > data->d_size)
		return NULL;
	p += at;
	*crc = ident && ident[EI_DATA] == ELFDATA2MSB ?
		(uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3] :
		(uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
	return data->d_buf;
}

/*
 * Inside: an ELF file packed with xz.
 */
static uint8_t *mini_unpack(const Elf_Data *data, size_t *len)
{
	lzma_stream ls = LZMA_STREAM_INIT;
	uint8_t *out = NULL, *bigger;
	size_t cap = data->d_size * 4 + 4096;
	lzma_ret rc = lzma_stream_decoder(&ls, MINI_MAX, 0);

	ls.next_in = data->d_buf;
	ls.avail_in = data->d_size;
	for (; rc == LZMA_OK && cap <= MINI_MAX; cap *= 2) {
		bigger = base_realloc(out, cap);
		if (!bigger)
			break;
		out = bigger;
		ls.next_out = out + ls.total_out;
		ls.avail_out = cap - ls.total_out;
		rc = lzma_code(&ls, LZMA_FINISH);
	}
	*len = ls.total_out;
	lzma_end(&ls);
	if (rc == LZMA_STREAM_END)
		return out;
	free(out);
	return NULL;
}

static void by_mini(const struct dt_elfdebug *ed, Elf *of)
{
	const Elf_Data *data = section_named(of, ".gnu_debugdata");
	size_t len;
	uint8_t *image = data && data->d_buf ? mini_unpack(data, &len) : NULL;
	Elf *elf = image ? elf_memory((char *)image, len) : NULL;

	if (elf && elf_kind(elf) == ELF_K_ELF)
		ed->ed_read(elf, ed->ed_arg);
	elf_end(elf);
	free(image);
}

void dt_elf_debug(Elf *elf, const struct dt_elfdebug *ed)
{
	const char *roots[] = {ed->ed_root, ""}, *name;
	uint32_t crc;

	name = link_get(elf, &crc);
	for (unsigned i = ed->ed_root && *ed->ed_root ? 0 : 1; i < 2; i++)
		if ((ed->ed_idlen && by_buildid(ed, roots[i])) || (name && by_link(ed, roots[i], name, crc)))
			return;
	by_mini(ed, elf);
}
