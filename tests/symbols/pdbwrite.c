#include <stdlib.h>
#include <string.h>
#include "pdbwrite.h"

#define BLOCK 512
#define NSTREAMS 8
enum { S_INFO = 1, S_DBI = 3, S_SYMS, S_SECTIONS, S_MODULE, S_OMAP };

struct buf {
	uint8_t b_data[65536];
	size_t b_n;
};

static void bytes(struct buf *b, const void *p, size_t n)
{
	memcpy(b->b_data + b->b_n, p, n);
	b->b_n += n;
}

static void num(struct buf *b, size_t n, uint64_t v)
{
	bytes(b, &v, n);
}

static void zeros(struct buf *b, size_t n)
{
	memset(b->b_data + b->b_n, 0, n);
	b->b_n += n;
}

static void name(struct buf *b, const char *s)
{
	bytes(b, s, strlen(s) + 1);
	while (b->b_n % 4)
		num(b, 1, 0);
}

static void info(struct buf *b, const struct pdbw *pw)
{
	num(b, 4, 20000404);
	num(b, 4, 0x5f000000);
	num(b, 4, 1);
	bytes(b, pw->pw_guid, 16);
}

static void symbol(struct buf *b, const struct pdbw_sym *sy)
{
	size_t at = b->b_n;
	uint16_t len;

	num(b, 2, 0);
	num(b, 2, sy->sy_proc ? 0x1110 : 0x110e);
	if (sy->sy_proc)
		zeros(b, 28); /* parent, end, next, size, start and end of its body, type */
	else
		num(b, 4, 2);
	num(b, 4, sy->sy_off);
	num(b, 2, sy->sy_section);
	if (sy->sy_proc)
		num(b, 1, 0);
	name(b, sy->sy_name);
	len = (uint16_t)(b->b_n - at - 2);
	memcpy(b->b_data + at, &len, 2);
}

static void symbols(struct buf *b, const struct pdbw *pw, bool procs)
{
	if (procs)
		num(b, 4, 4);
	for (unsigned i = 0; i < pw->pw_nsyms; i++)
		if (pw->pw_syms[i].sy_proc == procs)
			symbol(b, &pw->pw_syms[i]);
}

static void sections(struct buf *b, const struct pdbw *pw)
{
	for (unsigned i = 0; i < pw->pw_nsections; i++) {
		bytes(b, ".text\0\0\0", 8);
		num(b, 4, 0x1000);
		num(b, 4, pw->pw_sections[i]);
		zeros(b, 24);
	}
}

static void omap(struct buf *b, const struct pdbw *pw)
{
	for (unsigned i = 0; i < pw->pw_nomap; i++) {
		num(b, 4, pw->pw_omap[i][0]);
		num(b, 4, pw->pw_omap[i][1]);
	}
}

static void modules(struct buf *b, size_t symsize)
{
	zeros(b, 34);
	num(b, 2, S_MODULE);
	num(b, 4, symsize);
	zeros(b, 24);
	bytes(b, "a.obj", 6);
	name(b, "a.lib");
}

static void dbi(struct buf *b, const struct pdbw *pw, size_t symsize)
{
	static struct buf mods;
	uint16_t none = UINT16_MAX;

	mods.b_n = 0;
	modules(&mods, symsize);
	num(b, 4, UINT32_MAX);
	num(b, 4, 19990903);
	num(b, 4, pw->pw_age);
	num(b, 2, none);
	num(b, 2, 0);
	num(b, 2, none);
	num(b, 2, 0);
	num(b, 2, S_SYMS);
	num(b, 2, 0);
	num(b, 4, mods.b_n);
	zeros(b, 20);
	num(b, 4, 22); /* 11 streams of debug information */
	zeros(b, 12);
	bytes(b, mods.b_data, mods.b_n);
	for (int i = 0; i < 11; i++)
		num(b, 2,
			i == 4 && pw->pw_omap			   ? S_OMAP :
				i == 5 || (i == 10 && pw->pw_omap) ? S_SECTIONS :
								     none);
}

static uint32_t blocks(size_t n)
{
	return (uint32_t)((n + BLOCK - 1) / BLOCK);
}

size_t pdb_write(const struct pdbw *pw, uint8_t out[PDBW_MAX])
{
	struct buf *st = calloc(NSTREAMS, sizeof(*st)), *dir = calloc(1, sizeof(*dir));
	struct buf *super = calloc(1, sizeof(*super));
	/* behind the first one, two maps of free blocks, the directory and where it is */
	uint32_t next = 5;

	info(&st[S_INFO], pw);
	symbols(&st[S_SYMS], pw, false);
	symbols(&st[S_MODULE], pw, true);
	sections(&st[S_SECTIONS], pw);
	omap(&st[S_OMAP], pw);
	dbi(&st[S_DBI], pw, st[S_MODULE].b_n);
	memset(out, 0, PDBW_MAX);
	num(dir, 4, NSTREAMS);
	for (unsigned i = 0; i < NSTREAMS; i++)
		num(dir, 4, st[i].b_n);
	for (unsigned i = 0; i < NSTREAMS; i++) {
		memcpy(out + (size_t)next * BLOCK, st[i].b_data, st[i].b_n);
		for (uint32_t n = blocks(st[i].b_n); n > 0; n--)
			num(dir, 4, next++);
	}
	bytes(super,
		"Microsoft C/C++ MSF 7.00\r\n\x1a"
		"DS\0\0\0",
		32);
	num(super, 4, BLOCK);
	num(super, 4, 1);
	num(super, 4, next);
	num(super, 4, dir->b_n);
	num(super, 4, 0);
	num(super, 4, 4);
	memcpy(out, super->b_data, super->b_n);
	memcpy(out + 3 * BLOCK, dir->b_data, dir->b_n);
	memcpy(out + 4 * BLOCK, &(uint32_t){ 3 }, 4);
	free(st);
	free(dir);
	free(super);
	return (size_t)next * BLOCK;
}
