/*
 * Where a stripped ELF file's symbols are: in the debug file that its build-id names, in the debug
 * file that its .gnu_debuglink names (the checksum must be right), and in the small table inside
 * the file, .gnu_debugdata (xz).
 *
 * A process in a container may have debug files in its own root, so each place is tried below the
 * process's root first.
 */
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include "alloc.h"
#include "openfile.h"
#include "symbols.h"
#include "elfdebug.h"

#define DEBUG_DIR "/usr/lib/debug"
#define MINI_MAX ((size_t)64 << 20) /* bytes of a table that is unpacked */
#define MINI_WORK 64		    /* unpacking a byte takes as long as reading this many */
#define LINK_MAX_SIZE ((uint64_t)4 << 30)

/* Reads a file, or one of its debug files: they share one limit and what counts against it. */
static bool file_read(int fd, const struct dt_elfread *of, const struct dt_elfdebug *ed)
{
	struct dt_elfread er;
	bool symtab;

	if (!dt_elfread_begin(&er, fd, of->er_name, of->er_limit))
		return false;
	symtab = ed->ed_read(&er, ed->ed_arg);
	dt_elfread_end(&er);
	return symtab;
}

/*
 * By build-id: /usr/lib/debug/.build-id/ab/cdef....debug, whose addresses are those of the file
 * itself.
 */
static bool by_buildid(const struct dt_elfread *er, const struct dt_elfdebug *ed, const char *root)
{
	char path[4200];
	size_t n = (size_t)snprintf(path, sizeof(path), DEBUG_DIR "/.build-id/%02x/", ed->ed_id[0]);
	bool symtab;
	int fd;

	for (unsigned i = 1; i < ed->ed_idlen && n < sizeof(path); i++)
		n += (size_t)snprintf(path + n, sizeof(path) - n, "%02x", ed->ed_id[i]);
	if (n + sizeof(".debug") > sizeof(path))
		return false;
	strcpy(path + n, ".debug");
	fd = base_open(root, path, DT_ELF_MAX, 0);
	if (fd < 0)
		return false;
	symtab = file_read(fd, er, ed);
	close(fd);
	return symtab;
}

/*
 * By name and checksum.
 */
static uint32_t file_crc(int fd)
{
	uint8_t buf[65536];
	uLong crc = 0;
	off_t at = 0;
	ssize_t n;

	while ((n = pread(fd, buf, sizeof(buf), at)) > 0) {
		crc = crc32(crc, buf, (uInt)n);
		at += n;
	}
	return (uint32_t)crc;
}

/* The checksum is of the whole file. */
static bool sum_is(int fd, uint32_t crc, const struct dt_elfread *er)
{
	struct stat st;

	return fstat(fd, &st) == 0 &&
		dt_symlimit_work(er->er_limit, (uint64_t)st.st_size, er->er_name) &&
		file_crc(fd) == crc;
}

static bool link_try(const struct dt_elfread *er, const struct dt_elfdebug *ed, const char *root,
	const char *path, uint32_t crc)
{
	int fd = base_open(root, path, LINK_MAX_SIZE, 0);
	bool symtab;

	if (fd < 0)
		return false;
	symtab = sum_is(fd, crc, er) && file_read(fd, er, ed);
	close(fd);
	return symtab;
}

static bool by_link(const struct dt_elfread *er, const struct dt_elfdebug *ed, const char *root,
	const char *name, uint32_t crc)
{
	static const char *const forms[] = { "%.*s/%s", "%.*s/.debug/%s", DEBUG_DIR "%.*s/%s" };
	const char *slash = ed->ed_path ? strrchr(ed->ed_path, '/') : NULL;
	char path[4200];

	if (!slash || strchr(name, '/'))
		return false;
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		int n = snprintf(path, sizeof(path), forms[i], (int)(slash - ed->ed_path),
			ed->ed_path, name);

		if (n < (int)sizeof(path) && link_try(er, ed, root, path, crc))
			return true;
	}
	return false;
}

/*
 * Reads the section: a name, padded with NULs to 4 bytes, and the checksum in the file's byte
 * order.
 */
static const char *link_get(struct dt_elfread *er, uint32_t *crc)
{
	const Elf_Data *data = dt_elfread_named(er, ".gnu_debuglink");
	const char *ident = elf_getident(er->er_elf, NULL);
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
#ifdef HAVE_LZMA
static uint8_t *mini_unpack(const struct dt_elfread *of, const Elf_Data *data, size_t *len)
{
	lzma_stream ls = LZMA_STREAM_INIT;
	uint8_t *out = NULL, *bigger;
	size_t cap = data->d_size * 4 + 4096; /* bytes; enough for most tables */
	lzma_ret rc = lzma_stream_decoder(&ls, MINI_MAX, 0);

	(void)of;
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
	base_lack(rc == LZMA_MEM_ERROR ? ENOMEM : 0);
	if (rc == LZMA_STREAM_END)
		return out;
	free(out);
	return NULL;
}
#else
static uint8_t *mini_unpack(const struct dt_elfread *of, const Elf_Data *data, size_t *len)
{
	(void)data;
	(void)len;
	dt_symlimit_say(of->er_limit, &of->er_limit->sl_saidpacked,
		"symbols of %s and other files left out: they are packed by xz, and this dtrace "
		"was built without liblzma; install liblzma-dev and build again",
		of->er_name);
	return NULL;
}
#endif

static void by_mini(struct dt_elfread *of, const struct dt_elfdebug *ed)
{
	const Elf_Data *data = dt_elfread_named(of, ".gnu_debugdata");
	struct dt_elfread er;
	size_t len;
	uint8_t *image = data &&
			dt_symlimit_work(of->er_limit, data->d_size * MINI_WORK, of->er_name) ?
		mini_unpack(of, data, &len) :
		NULL;

	if (image && dt_elfread_memory(&er, (char *)image, len, of->er_name, of->er_limit)) {
		ed->ed_read(&er, ed->ed_arg);
		dt_elfread_end(&er);
	}
	free(image);
}

void dt_elf_debug(struct dt_elfread *er, const struct dt_elfdebug *ed)
{
	const char *roots[] = { ed->ed_root, "" }, *name;
	uint32_t crc;

	name = link_get(er, &crc);
	for (unsigned i = ed->ed_root && *ed->ed_root ? 0 : 1; i < 2; i++)
		if ((ed->ed_idlen && by_buildid(er, ed, roots[i])) ||
			(name && by_link(er, ed, roots[i], name, crc)))
			return;
	by_mini(er, ed);
}
