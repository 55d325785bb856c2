/* Reading ELF files that may be hostile: elfread.h. */
#include <elf.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>
#include "alloc.h"
#include "elfread.h"

#define SECTIONS_MAX 65536

static uint64_t header_value(const uint8_t *p, unsigned size, bool big)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < size; i++)
		v |= (uint64_t)p[big ? size - 1 - i : i] << (8 * i);
	return v;
}

/* A file, or an image in memory. */
struct source {
	int so_fd;
	const char *so_image;
	size_t so_size;
};

/* Reads up to size bytes at an offset; returns how many were read. */
static size_t source_read(const struct source *so, uint64_t at, void *buf, size_t size)
{
	ssize_t got;

	if (so->so_image) {
		if (at >= so->so_size)
			return 0;
		size = size < so->so_size - at ? size : so->so_size - at;
		memcpy(buf, so->so_image + at, size);
		return size;
	}
	got = at > INT64_MAX ? -1 : pread(so->so_fd, buf, size, (off_t)at);
	if (got < 0)
		base_lack(errno);
	return got < 0 ? 0 : (size_t)got;
}

/*
 * The number of sections, from the file's header or, if it doesn't fit there, from the first
 * section's header.
 */
static uint64_t sections_announced(const struct source *so)
{
	uint8_t eh[sizeof(Elf64_Ehdr)] = { 0 }, sh[sizeof(Elf64_Shdr)] = { 0 };
	bool wide, big;
	uint64_t n, at;

	if (source_read(so, 0, eh, sizeof(eh)) < sizeof(Elf32_Ehdr) ||
		memcmp(eh, ELFMAG, SELFMAG) != 0)
		return UINT64_MAX;
	wide = eh[EI_CLASS] == ELFCLASS64;
	big = eh[EI_DATA] == ELFDATA2MSB;
	n = header_value(eh +
			(wide ? offsetof(Elf64_Ehdr, e_shnum) : offsetof(Elf32_Ehdr, e_shnum)),
		2, big);
	at = wide ? header_value(eh + offsetof(Elf64_Ehdr, e_shoff), 8, big) :
		    header_value(eh + offsetof(Elf32_Ehdr, e_shoff), 4, big);
	if (n || !at)
		return n;
	if (source_read(so, at, sh, sizeof(sh)) < sizeof(Elf32_Shdr))
		return 0;
	return wide ? header_value(sh + offsetof(Elf64_Shdr, sh_size), 8, big) :
		      header_value(sh + offsetof(Elf32_Shdr, sh_size), 4, big);
}

static bool begin(struct dt_elfread *er, const struct source *so, char *image, const char *name,
	struct dt_symlimit *limit)
{
	*er = (struct dt_elfread){ .er_limit = limit,
		.er_name = name ? name : "a file",
		.er_fd = image ? -1 : so->so_fd };
	if (sections_announced(so) > SECTIONS_MAX)
		return false;
	elf_version(EV_CURRENT);
	errno = 0; /* libelf leaves malloc()'s errno, which dt_elfread_end() checks */
	er->er_elf = image ? elf_memory(image, so->so_size) :
			     elf_begin(so->so_fd, ELF_C_READ, NULL);
	if (er->er_elf && elf_kind(er->er_elf) == ELF_K_ELF)
		return true;
	dt_elfread_end(er);
	return false;
}

bool dt_elfread_begin(struct dt_elfread *er, int fd, const char *name, struct dt_symlimit *limit)
{
	return begin(er, &(struct source){ .so_fd = fd }, NULL, name, limit);
}

bool dt_elfread_memory(struct dt_elfread *er, char *image, size_t size, const char *name,
	struct dt_symlimit *limit)
{
	return begin(er, &(struct source){ .so_image = image, .so_size = size }, image, name,
		limit);
}

void dt_elfread_end(struct dt_elfread *er)
{
	base_lack(errno);
	elf_end(er->er_elf);
	er->er_elf = NULL;
}

const Elf_Data *dt_elfread_section(struct dt_elfread *er, Elf_Scn *scn)
{
	GElf_Shdr sh;

	if (!gelf_getshdr(scn, &sh) || sh.sh_type == SHT_NOBITS || (sh.sh_flags & SHF_COMPRESSED))
		return NULL;
	/*
	 * a section that was read before costs nothing, but counting it again is simpler than
	 * remembering it
	 */
	if (!dt_symlimit_read(er->er_limit, &er->er_read, sh.sh_size, er->er_name)) {
		er->er_excess = true;
		return NULL;
	}
	errno = 0;
	const Elf_Data *data = elf_getdata(scn, NULL);
	if (!data)
		base_lack(errno);
	return data && data->d_buf ? data : NULL;
}

const char *dt_elfread_string(const Elf_Data *data, size_t offset)
{
	const char *s = data->d_buf;

	return offset < data->d_size && !s[data->d_size - 1] ? s + offset : NULL;
}

Elf_Scn *dt_elfread_find(struct dt_elfread *er, const char *want)
{
	Elf_Scn *scn = NULL;
	const Elf_Data *names;
	GElf_Shdr sh;
	size_t index;

	if (elf_getshdrstrndx(er->er_elf, &index) != 0 ||
		!(names = dt_elfread_section(er, elf_getscn(er->er_elf, index))))
		return NULL;
	while ((scn = elf_nextscn(er->er_elf, scn))) {
		const char *name = gelf_getshdr(scn, &sh) ? dt_elfread_string(names, sh.sh_name) :
							    NULL;

		if (name && !strcmp(name, want))
			return scn;
	}
	return NULL;
}

const Elf_Data *dt_elfread_named(struct dt_elfread *er, const char *want)
{
	Elf_Scn *scn = dt_elfread_find(er, want);

	return scn ? dt_elfread_section(er, scn) : NULL;
}

/* Notes are padded to 4 bytes. */
unsigned dt_elfread_buildid(const Elf_Data *data, uint8_t *id)
{
	size_t off = 0, name, desc;
	GElf_Nhdr nh;

	while (data && (off = gelf_getnote((Elf_Data *)data, off, &nh, &name, &desc)) > 0) {
		if (nh.n_type != NT_GNU_BUILD_ID || nh.n_namesz != 4 || nh.n_descsz < 2 ||
			nh.n_descsz > DT_BUILDID_MAX ||
			memcmp((char *)data->d_buf + name, "GNU", 4))
			continue;
		memcpy(id, (char *)data->d_buf + desc, nh.n_descsz);
		return nh.n_descsz;
	}
	return 0;
}

bool dt_elfread_offset(const struct dt_elfread *er, uint64_t vaddr, uint32_t flags,
	uint64_t *offset)
{
	GElf_Phdr ph;
	size_t n;

	if (elf_getphdrnum(er->er_elf, &n) != 0)
		return false;
	for (size_t i = 0; i < n && i < 65536; i++) {
		if (!gelf_getphdr(er->er_elf, (int)i, &ph) || ph.p_type != PT_LOAD ||
			(ph.p_flags & flags) != flags || vaddr < ph.p_vaddr ||
			vaddr - ph.p_vaddr >= ph.p_filesz)
			continue;
		*offset = ph.p_offset + (vaddr - ph.p_vaddr);
		return true;
	}
	return false;
}
