/*
 * dofdump FILE: what the DOF in a file says, as text; FILE is an ELF file with a section .SUNW_dof,
 * or the DOF itself. Written from the format's description alone.  Whatever points out of its place
 * ends it with status 1.
 */
#include <fcntl.h>
#include <gelf.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *dof;
static uint64_t size, base; /* base: its address in the program */
static uint32_t nsecs;

static _Noreturn __attribute__((format(printf, 1, 2))) void bad(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(1);
}

static uint64_t get(uint64_t off, int bytes)
{
	uint64_t v = 0;

	if (off > size || size - off < (uint64_t)bytes)
		bad("offset %llu is outside", (unsigned long long)off);
	memcpy(&v, dof + off, (size_t)bytes);
	return v;
}

struct sec {
	uint32_t type, align, flags, entsize;
	uint64_t off, size;
};

static struct sec section(uint32_t n)
{
	uint64_t at = 64 + 32ull * n;
	struct sec s;

	if (n >= nsecs)
		bad("no section %u", n);
	s = (struct sec){ (uint32_t)get(at, 4), (uint32_t)get(at + 4, 4), (uint32_t)get(at + 8, 4),
		(uint32_t)get(at + 12, 4), get(at + 16, 8), get(at + 24, 8) };
	if (s.off > size || size - s.off < s.size || s.off < 64 + 32ull * nsecs)
		bad("section %u is outside", n);
	if (!s.align || s.align & (s.align - 1) || s.off % s.align)
		bad("section %u is not aligned", n);
	if (s.type > 26 || (s.entsize && s.size % s.entsize))
		bad("section %u: type %u, entries %u", n, s.type, s.entsize);
	return s;
}

static struct sec expect(uint32_t n, uint32_t type)
{
	struct sec s = section(n);

	if (s.type != type)
		bad("section %u is of type %u, not %u", n, s.type, type);
	return s;
}

static const char *string(uint32_t table, uint64_t off)
{
	struct sec s = expect(table, 8);

	if (off >= s.size || !memchr(dof + s.off + off, '\0', s.size - off))
		bad("no string at %llu", (unsigned long long)off);
	return (const char *)dof + s.off + off;
}

static void names(uint32_t table, uint32_t off, unsigned n)
{
	putchar('(');
	for (unsigned i = 0; i < n; i++) {
		const char *s = string(table, off);

		printf("%s%s", i ? ", " : "", s);
		off += (uint32_t)strlen(s) + 1;
	}
	putchar(')');
}

static void sites(const char *what, const char *name, uint64_t func, uint32_t table, uint32_t type,
	uint32_t first, unsigned n)
{
	struct sec s;

	if (!n)
		return;
	s = expect(table, type);
	for (unsigned i = 0; i < n; i++) {
		if (4ull * (first + i) + 4 > s.size)
			bad("%s: no offset %u", name, first + i);
		printf("%s %s 0x%llx\n", what, name,
			(unsigned long long)(func + get(s.off + 4ull * (first + i), 4)));
	}
}

static void probe(uint64_t prov, uint64_t at)
{
	uint32_t strtab = (uint32_t)get(prov, 4);
	const char *name = string(strtab, get(at + 12, 4));
	unsigned nnative = (unsigned)get(at + 32, 1), nxlated = (unsigned)get(at + 33, 1);
	uint64_t func = base + get(at, 8);
	struct sec args;

	printf("probe %s %s ", string(strtab, get(at + 8, 4)), name);
	names(strtab, (uint32_t)get(at + 16, 4), nnative);
	fputs(" : ", stdout);
	names(strtab, (uint32_t)get(at + 20, 4), nxlated);
	for (unsigned i = 0; i < nxlated; i++) {
		args = expect((uint32_t)get(prov + 8, 4), 17);
		if (get(at + 24, 4) + i >= args.size)
			bad("%s: no argument %u", name, i);
		printf(" %u", (unsigned)get(args.off + get(at + 24, 4) + i, 1));
	}
	putchar('\n');
	sites("site", name, func, (uint32_t)get(prov + 12, 4), 18, (uint32_t)get(at + 28, 4),
		(unsigned)get(at + 34, 2));
	sites("enabled", name, func, (uint32_t)get(prov + 40, 4), 26, (uint32_t)get(at + 36, 4),
		(unsigned)get(at + 40, 2));
}

static void provider(struct sec s)
{
	struct sec probes = expect((uint32_t)get(s.off + 4, 4), 16);

	printf("provider %s", string((uint32_t)get(s.off, 4), get(s.off + 16, 4)));
	for (int i = 0; i < 5; i++)
		printf(" %08x", (unsigned)get(s.off + 20 + 4 * (uint64_t)i, 4));
	putchar('\n');
	if (probes.entsize != 48 || !probes.size)
		bad("probes of %u bytes", probes.entsize);
	for (uint64_t at = probes.off; at < probes.off + probes.size; at += 48)
		probe(s.off, at);
}

static unsigned object(uint32_t n)
{
	struct sec s = expect(n, 6);
	unsigned len = 0;

	for (uint64_t at = s.off + 8; at < s.off + s.size; at += 4) {
		struct sec part = section((uint32_t)get(at, 4));

		if (part.type != 7 && part.type != 8 && part.type != 9 && part.type != 19)
			bad("an object with a section of type %u", part.type);
		if (part.type == 7)
			len = (unsigned)part.size / 4;
		if (part.type == 7 && get(part.off + part.size - 4, 4) >> 24 != 35)
			bad("an object that does not end in ret");
	}
	if (!len)
		bad("an object without text");
	return len;
}

static void ecb(struct sec s)
{
	struct sec pd = expect((uint32_t)get(s.off, 4), 4), acts;
	uint32_t pred = (uint32_t)get(s.off + 4, 4), actions = (uint32_t)get(s.off + 8, 4), table;

	table = (uint32_t)get(pd.off, 4);
	printf("ecb %s:%s:%s:%s", string(table, get(pd.off + 4, 4)),
		string(table, get(pd.off + 8, 4)), string(table, get(pd.off + 12, 4)),
		string(table, get(pd.off + 16, 4)));
	if (pred != UINT32_MAX)
		printf(" /%s/", object(pred) ? "predicate" : "");
	putchar('\n');
	if (actions == UINT32_MAX)
		return;
	acts = expect(actions, 5);
	for (uint64_t at = acts.off; at < acts.off + acts.size; at += 32) {
		uint32_t difo = (uint32_t)get(at, 4), strtab = (uint32_t)get(at + 4, 4);

		printf("action 0x%x tuple %u%s", (unsigned)get(at + 8, 4),
			(unsigned)get(at + 12, 4),
			difo != UINT32_MAX && object(difo) ? " object" : "");
		if (strtab != UINT32_MAX)
			printf(" \"%s\"", string(strtab, get(at + 16, 8)));
		putchar('\n');
	}
}

static void dump(void)
{
	uint64_t load = get(40, 8);

	if (get(0, 4) != 0x464f447f || get(4, 1) != 2 || get(5, 1) != 1 || get(6, 1) != 2 ||
		get(7, 1) != 2 || get(8, 1) != 8 || get(9, 1) != 8 || get(10, 4) || get(14, 2))
		bad("identification");
	if (get(16, 4) || get(20, 4) != 64 || get(24, 4) != 32 || get(32, 8) != 64 ||
		get(48, 8) != size || load > size)
		bad("header");
	nsecs = (uint32_t)get(28, 4);
	for (uint32_t i = 0; i < nsecs; i++) {
		struct sec s = section(i);

		if ((s.flags & 1) != (s.off + s.size <= load && s.type != 1))
			bad("section %u: flags %u, and the loadable part ends at %llu", i, s.flags,
				(unsigned long long)load);
		if (s.type == 15)
			provider(s);
		else if (s.type == 3)
			ecb(s);
	}
}

static int from_elf(int fd)
{
	static Elf *elf; /* what dof points to is its */
	Elf_Scn *scn = NULL;
	GElf_Shdr sh;
	size_t names_at;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ, NULL);
	if (elf_kind(elf) != ELF_K_ELF || elf_getshdrstrndx(elf, &names_at))
		return -1;
	while ((scn = elf_nextscn(elf, scn)) && gelf_getshdr(scn, &sh))
		if (!strcmp(elf_strptr(elf, names_at, sh.sh_name), ".SUNW_dof")) {
			Elf_Data *d = elf_getdata(scn, NULL);

			dof = d->d_buf;
			size = d->d_size;
			base = sh.sh_addr;
			return 0;
		}
	bad("no section .SUNW_dof");
}

int main(int argc, char **argv)
{
	static uint8_t raw[1 << 20];
	int fd = argc == 2 ? open(argv[1], O_RDONLY) : -1;
	FILE *fp;

	if (fd < 0)
		bad("usage: dofdump file");
	if (from_elf(fd) != 0) {
		fp = fdopen(fd, "r");
		dof = raw;
		size = fread(raw, 1, sizeof(raw), fp);
	}
	dump();
	return 0;
}
