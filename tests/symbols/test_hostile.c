/* Files that their owner made to hurt whoever looks for symbols in them. */
#include <elf.h>
#include <fcntl.h>
#ifdef HAVE_LZMA
#include <lzma.h>
#endif
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>
#include "symbols.h"

#define CODE 0x1000 /* where the one segment is */
#define MB ((size_t)1 << 20)

static char dir[64];
static unsigned said;

static void say(void *arg, const char *line)
{
	(void)arg, (void)line;
	said++;
}

static struct dt_symlimit limit_new(uint64_t file, uint64_t all)
{
	struct dt_symlimit sl;

	dt_symlimit_init(&sl);
	sl.sl_file = file;
	sl.sl_all = all;
	sl.sl_say = say;
	said = 0;
	return sl;
}

/*
 * A writer of ELF files: sections' bytes come first, their headers last.
 */
struct writer {
	uint8_t *w_buf;
	size_t w_len, w_cap;
	Elf64_Shdr w_sh[16384];
	unsigned w_n;
};

static size_t put(struct writer *w, const void *p, size_t n)
{
	size_t at = (w->w_len + 15) & ~(size_t)15;

	if (at + n > w->w_cap) {
		w->w_cap = (at + n) * 2;
		w->w_buf = realloc(w->w_buf, w->w_cap);
		assert_non_null(w->w_buf);
	}
	memset(w->w_buf + w->w_len, 0, at - w->w_len);
	memcpy(w->w_buf + at, p, n);
	w->w_len = at + n;
	return at;
}

static Elf64_Shdr *section(struct writer *w, uint32_t type, const void *p, size_t n)
{
	Elf64_Shdr *sh = &w->w_sh[w->w_n++];

	*sh = (Elf64_Shdr){ .sh_type = type,
		.sh_offset = put(w, p, n),
		.sh_size = n,
		.sh_addralign = 1 };
	return sh;
}

static struct writer *begin(void)
{
	static const char code[4096];
	struct writer *w = calloc(1, sizeof(*w));
	Elf64_Ehdr eh = { .e_type = ET_EXEC,
		.e_machine = EM_X86_64,
		.e_version = EV_CURRENT,
		.e_ehsize = sizeof(eh),
		.e_phentsize = sizeof(Elf64_Phdr),
		.e_phnum = 1,
		.e_phoff = sizeof(eh),
		.e_shentsize = sizeof(Elf64_Shdr) };
	Elf64_Phdr ph = { .p_type = PT_LOAD,
		.p_flags = PF_R | PF_X,
		.p_offset = 0,
		.p_vaddr = CODE,
		.p_filesz = 4096,
		.p_memsz = 4096,
		.p_align = 4096 };

	memcpy(eh.e_ident, ELFMAG, SELFMAG);
	eh.e_ident[EI_CLASS] = ELFCLASS64;
	eh.e_ident[EI_DATA] = ELFDATA2LSB;
	eh.e_ident[EI_VERSION] = EV_CURRENT;
	put(w, &eh, sizeof(eh));
	put(w, &ph, sizeof(ph));
	w->w_n = 1; /* section 0 is none */
	Elf64_Shdr *sh = section(w, SHT_PROGBITS, code, sizeof(code));
	sh->sh_flags = SHF_ALLOC | SHF_EXECINSTR;
	return w;
}

/* n functions that share a name of len bytes. */
static void symbols_add(struct writer *w, size_t n, size_t len, uint32_t type)
{
	char *names = calloc(1, len + 2);
	Elf64_Sym *syms = calloc(n + 1, sizeof(*syms));

	memset(names + 1, 'a', len);
	section(w, SHT_STRTAB, names, len + 2);
	for (size_t i = 1; i <= n; i++)
		syms[i] = (Elf64_Sym){ .st_name = 1,
			.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
			.st_shndx = 1,
			.st_value = CODE + i,
			.st_size = 1 };
	Elf64_Shdr *sh = section(w, type, syms, (n + 1) * sizeof(*syms));
	sh->sh_link = w->w_n - 2;
	sh->sh_entsize = sizeof(*syms);
	sh->sh_addralign = 8;
	free(names);
	free(syms);
}

static void buildid_add(struct writer *w)
{
	struct {
		Elf64_Nhdr nh;
		char name[4];
		uint8_t id[4];
	} note = { { 4, 4, NT_GNU_BUILD_ID }, "GNU", { 0xab, 1, 2, 3 } };

	section(w, SHT_NOTE, &note, sizeof(note))->sh_addralign = 4;
}

/* The whole as bytes; the last section has the sections' names. */
static size_t finish(struct writer *w, uint8_t **image)
{
	Elf64_Ehdr *eh;
	size_t at = put(w, w->w_sh, w->w_n * sizeof(w->w_sh[0])), len = w->w_len;

	eh = (Elf64_Ehdr *)w->w_buf;
	eh->e_shoff = at;
	eh->e_shnum = (uint16_t)w->w_n;
	eh->e_shstrndx = (uint16_t)(w->w_n - 1);
	*image = w->w_buf;
	free(w);
	return len;
}

static const char *path_of(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	return path;
}

static void file_write(const char *path, const void *p, size_t n)
{
	int fd = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0644);

	assert_int_equal(write(fd, p, n), n);
	close(fd);
}

static struct dt_elf *elf_of(struct writer *w, const char *root, struct dt_symlimit *sl)
{
	uint8_t *image;
	size_t len = finish(w, &image);
	struct dt_elf *el;
	int fd;

	file_write(path_of("elf"), image, len);
	free(image);
	fd = open(path_of("elf"), O_RDONLY);
	el = dt_elf_open(fd, "/bin/elf", root, sl);
	close(fd);
	return el;
}

/*
 * Tables.
 */
static void names_are_shared(void **state)
{
	struct dt_symlimit sl = limit_new(64 * MB, 64 * MB);
	struct writer *w = begin();
	uint64_t delta;

	(void)state;
	symbols_add(w, 1000, MB, SHT_SYMTAB);
	struct dt_elf *el = elf_of(w, NULL, &sl);
	assert_non_null(el);
	assert_int_equal(dt_elf_count(el), 1000);
	assert_int_equal(strlen(dt_elf_find(el, 5, &delta)), MB);
	assert_true(sl.sl_used < 2 * MB);
	dt_elf_free(el);
	assert_int_equal(sl.sl_used, 0);
}

/* Ten thousand tables in the room of one. */
static void sections_overlap(void **state)
{
	struct dt_symlimit sl = limit_new(4 * MB, 64 * MB);
	struct writer *w = begin();

	(void)state;
	symbols_add(w, 1000, 10, SHT_SYMTAB);
	while (w->w_n < 10000) {
		w->w_sh[w->w_n] = w->w_sh[w->w_n - 1];
		w->w_n++;
	}
	struct dt_elf *el = elf_of(w, NULL, &sl);
	assert_non_null(el);
	assert_int_equal(sl.sl_used, 0); /* half a table would give wrong names */
	assert_int_equal(dt_elf_count(el), 0);
	assert_int_equal(said, 1);
	dt_elf_free(el);
}

static void all_together(void **state)
{
	struct dt_symlimit sl = limit_new(4 * MB, 4 * MB);
	struct dt_elf *el[8];
	unsigned named = 0;

	(void)state;
	for (unsigned i = 0; i < 8; i++) {
		struct writer *w = begin();

		symbols_add(w, 10, MB, SHT_SYMTAB);
		el[i] = elf_of(w, NULL, &sl);
		assert_non_null(el[i]);
		named += dt_elf_count(el[i]) != 0;
	}
	assert_int_equal(named, 3);
	assert_true(sl.sl_used <= 4 * MB);
	assert_int_equal(said, 1);
	for (unsigned i = 0; i < 8; i++)
		dt_elf_free(el[i]);
}

/* libelf makes a structure for each section that is announced. */
static void sections_announced(void **state)
{
	struct dt_symlimit sl = limit_new(4 * MB, 4 * MB);
	struct writer *w = begin();
	Elf64_Ehdr *eh;
	uint8_t *image;
	size_t len;
	int fd;

	(void)state;
	w->w_sh[0].sh_size = 60000000;
	len = finish(w, &image);
	eh = (Elf64_Ehdr *)image;
	eh->e_shnum = 0;
	file_write(path_of("elf"), image, len);
	free(image);
	/* room for all of them, and none of it is there */
	assert_int_equal(truncate(path_of("elf"), (off_t)8 << 30), 0);
	fd = open(path_of("elf"), O_RDONLY);
	assert_null(dt_elf_open(fd, "/bin/elf", NULL, &sl));
	close(fd);
	unlink(path_of("elf"));
}

static void compressed_names(void **state)
{
	struct dt_symlimit sl = limit_new(4 * MB, 4 * MB);
	struct writer *w = begin();

	(void)state;
	symbols_add(w, 10, 100, SHT_SYMTAB);
	w->w_sh[w->w_n - 2].sh_flags |= SHF_COMPRESSED;
	struct dt_elf *el = elf_of(w, NULL, &sl);
	assert_non_null(el);
	assert_int_equal(dt_elf_count(el), 0);
	dt_elf_free(el);
}

static void section_named(struct writer *w, const char *name, const void *p, size_t n)
{
	char text[64] = { 0 };

	section(w, SHT_PROGBITS, p, n)->sh_name = 1;
	snprintf(text + 1, sizeof(text) - 1, "%s", name);
	section(w, SHT_STRTAB, text, sizeof(text));
}

#ifdef HAVE_LZMA
/* A small table inside, and one that is unpacked to 80 MB. */
static void packed_table(void **state)
{
	(void)state;
	for (unsigned big = 0; big < 2; big++) {
		struct dt_symlimit sl = limit_new(256 * MB, 256 * MB);
		struct writer *inner = begin(), *w = begin();
		size_t len, packed = 0, cap;
		uint8_t *image, *xz;

		symbols_add(inner, 10, 100, SHT_SYMTAB);
		len = finish(inner, &image);
		if (big) {
			image = realloc(image, 80 * MB);
			memset(image + len, 0, 80 * MB - len);
			len = 80 * MB;
		}
		cap = lzma_stream_buffer_bound(len);
		xz = malloc(cap);
		assert_int_equal(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, image, len, xz,
					 &packed, cap),
			LZMA_OK);
		section_named(w, ".gnu_debugdata", xz, packed);
		struct dt_elf *el = elf_of(w, NULL, &sl);
		assert_non_null(el);
		assert_int_equal(dt_elf_count(el), big ? 0 : 10);
		dt_elf_free(el);
		free(image);
		free(xz);
	}
}
#else
static void say_line(void *arg, const char *line)
{
	assert_non_null(strstr(line, "install liblzma-dev"));
	++*(unsigned *)arg;
}

/* It is said once that the table is there and can't be read. */
static void packed_table(void **state)
{
	struct dt_symlimit sl = limit_new(256 * MB, 256 * MB);
	unsigned lines = 0;

	(void)state;
	sl.sl_say = say_line;
	sl.sl_arg = &lines;
	for (unsigned i = 0; i < 2; i++) {
		struct writer *w = begin();

		section_named(w, ".gnu_debugdata", "any", 3);
		struct dt_elf *el = elf_of(w, NULL, &sl);
		assert_non_null(el);
		assert_int_equal(dt_elf_count(el), 0);
		dt_elf_free(el);
	}
	assert_int_equal(lines, 1);
}
#endif

/*
 * Debug files.
 */
static void debug_dirs(void)
{
	static const char *const parts[] = { "usr", "usr/lib", "usr/lib/debug",
		"usr/lib/debug/.build-id", "usr/lib/debug/.build-id/ab" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		mkdir(path_of(parts[i]), 0755);
}

#define DEBUG_FILE "usr/lib/debug/.build-id/ab/010203.debug"

static uint32_t count_by_debug(void)
{
	struct dt_symlimit sl = limit_new(4 * MB, 4 * MB);
	struct writer *w = begin();
	uint32_t n;

	buildid_add(w);
	struct dt_elf *el = elf_of(w, dir, &sl);
	assert_non_null(el);
	n = dt_elf_count(el);
	dt_elf_free(el);
	return n;
}

static void debug_fifo(void **state)
{
	(void)state;
	assert_int_equal(mkfifo(path_of(DEBUG_FILE), 0666), 0);
	alarm(20);
	assert_int_equal(count_by_debug(), 0);
	alarm(0);
	unlink(path_of(DEBUG_FILE));
}

/*
 * A link in a directory that only root can write to is followed, as that tree sees it; in another's
 * it is not.
 */
static void debug_link(void **state)
{
	struct writer *w = begin();
	uint8_t *image;
	size_t len;

	(void)state;
	symbols_add(w, 10, 100, SHT_SYMTAB);
	len = finish(w, &image);
	file_write(path_of("usr/lib/debug/real"), image, len);
	free(image);
	assert_int_equal(symlink("/usr/lib/debug/real", path_of(DEBUG_FILE)), 0);
	assert_int_equal(count_by_debug(), 10);
	chmod(path_of("usr/lib/debug/.build-id/ab"), 0777);
	assert_int_equal(count_by_debug(), 0);
	chmod(path_of("usr/lib/debug/.build-id/ab"), 0755);
	unlink(path_of(DEBUG_FILE));
}

/*
 * Perf maps.
 */
static struct dt_perfmap *map_read(uint32_t uid, struct dt_symlimit *sl)
{
	struct dt_perfmap_of of = { (uint32_t)getpid(), (uint32_t)getpid(), uid };
	uint64_t size = 0;

	return dt_perfmap_read(&of, &size, sl);
}

static void map_of_another(void **state)
{
	struct dt_symlimit sl = limit_new(MB, MB);
	struct dt_sym sym = { 0 };
	struct dt_perfmap *pf;
	char path[64];

	(void)state;
	if (geteuid() != 0)
		skip();
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	unlink(path);
	file_write(path, "1000 10 made\n", 13);
	assert_int_equal(chown(path, 54321, 54321), 0);
	assert_null(map_read(12345, &sl));
	assert_null(map_read(UINT32_MAX, &sl));
	pf = map_read(54321, &sl);
	assert_non_null(pf);
	assert_true(dt_perfmap_find(pf, 0x1008, &sym));
	assert_string_equal(sym.sy_func, "made");
	dt_perfmap_free(pf);
	assert_int_equal(sl.sl_used, 0);

	assert_int_equal(rename(path, path_of("map")), 0);
	assert_int_equal(symlink(path_of("map"), path), 0);
	assert_null(map_read(54321, &sl));
	unlink(path);
	assert_int_equal(mkfifo(path, 0666), 0);
	alarm(20);
	assert_null(map_read(0, &sl));
	alarm(0);
	unlink(path);
}

static void map_large(void **state)
{
	struct dt_symlimit sl = limit_new(MB, 4 * MB);
	char path[64], *text = malloc(MB);

	(void)state;
	for (size_t i = 0; i < MB; i += 8)
		memcpy(text + i, "1 10 aa\n", 8);
	snprintf(path, sizeof(path), "/tmp/perf-%d.map", (int)getpid());
	file_write(path, text, MB / 2); /* its text would do, its entries not */
	assert_null(map_read(geteuid(), &sl));
	assert_int_equal(said, 1);
	assert_int_equal(sl.sl_used, 0);
	assert_int_equal(truncate(path, (off_t)MB + 1), 0);
	assert_null(map_read(geteuid(), &sl));
	assert_int_equal(truncate(path, 8192), 0);
	struct dt_perfmap *pf = map_read(geteuid(), &sl);
	assert_non_null(pf);
	dt_perfmap_free(pf);
	unlink(path);
	free(text);
}

/*
 * Mappings, and names.
 */
static void oldest_process_goes(void **state)
{
	struct dt_maps *mt = dt_maps_create();
	unsigned n = 0;

	(void)state;
	*dt_maps_limit(mt) = limit_new(MB, MB);
	for (uint32_t pid = 1; pid <= 100000; pid++) {
		dt_maps_add(mt, pid, 0x1000, 0x1000, 0, "/bin/true");
		if (pid % 1000 == 0) /* who gets something new is not old */
			dt_maps_add(mt, 1, 0x1000ull * pid, 0x1000, 0, "/bin/true");
	}
	assert_true(dt_maps_limit(mt)->sl_used <= MB);
	assert_non_null(dt_maps_find(mt, 1, 0x1000));
	assert_null(dt_maps_find(mt, 2, 0x1000));
	for (uint32_t pid = 100000; dt_maps_known(mt, pid); pid--)
		n++;
	assert_true(n > 1000);
	assert_int_equal(said, 0);
	dt_maps_destroy(mt);
}

/* Images that nobody else has go with their process; those that others have stay. */
static void images_go_with_it(void **state)
{
	struct dt_maps *mt = dt_maps_create();
	const struct dt_map *map;
	char path[64];

	(void)state;
	*dt_maps_limit(mt) = limit_new(MB, MB);
	for (uint32_t pid = 1; pid <= 20000; pid++) {
		snprintf(path, sizeof(path), "/its/own/%u", pid);
		dt_maps_add(mt, pid, 0x1000, 0x1000, 0, path);
		dt_maps_add(mt, pid, 0x3000, 0x1000, 0, "/bin/true");
		if (pid % 3 == 0)
			dt_maps_fork(mt, pid + 1, pid);
		map = dt_maps_find(mt, pid, 0x1800);
		assert_non_null(map);
		assert_string_equal(map->mp_image->im_path, path);
		map = dt_maps_find(mt, pid, 0x3800);
		assert_non_null(map);
		assert_string_equal(map->mp_image->im_path, "/bin/true");
		assert_true(dt_maps_limit(mt)->sl_used <= MB);
	}
	assert_int_equal(said, 0);
	dt_maps_destroy(mt);
}

/* Each part refers to the one before it twice. */
static void mangled_bomb(void **state)
{
	char name[1024] = "_Z1f1AIiiE", *plain;
	size_t len = strlen(name);

	(void)state;
	for (unsigned i = 0; i < 36; i++)
		len += (size_t)snprintf(name + len, sizeof(name) - len, "S_IS%c_S%c_E",
			i < 10 ? '0' + i : 'A' + i - 10, i < 10 ? '0' + i : 'A' + i - 10);
	alarm(20);
	assert_null(dt_demangle(name));
	alarm(0);
	plain = dt_demangle("_Z1f1AIiiE");
	assert_string_equal(plain, "f(A<int, int>)");
	free(plain);
	plain = dt_demangle("_RNvC7mycrate3foo");
	assert_string_equal(plain, "mycrate::foo");
	free(plain);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_shared),
		cmocka_unit_test(sections_overlap),
		cmocka_unit_test(all_together),
		cmocka_unit_test(sections_announced),
		cmocka_unit_test(compressed_names),
		cmocka_unit_test(packed_table),
		cmocka_unit_test(debug_fifo),
		cmocka_unit_test(debug_link),
		cmocka_unit_test(map_of_another),
		cmocka_unit_test(map_large),
		cmocka_unit_test(oldest_process_goes),
		cmocka_unit_test(images_go_with_it),
		cmocka_unit_test(mangled_bomb),
	};
	char cmd[96];
	int rc;

	snprintf(dir, sizeof(dir), "/tmp/hostile.XXXXXX");
	if (!mkdtemp(dir))
		return 1;
	debug_dirs();
	rc = cmocka_run_group_tests(tests, NULL, NULL);
	snprintf(cmd, sizeof(cmd), "rm -rf %s", dir);
	return system(cmd) ? 1 : rc;
}
