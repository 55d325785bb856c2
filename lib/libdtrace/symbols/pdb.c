/*
 * Functions of a program database.
 *
 * Stream 1 identifies the database. Stream 3 names the streams of symbols: one of public symbols,
 * and one for the functions of each module. A symbol is an offset in a section; the image's section
 * headers have the section's address. If the linker's output was rearranged afterwards, a table
 * maps old addresses to new ones.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "bytes.h"
#include "pdb.h"

enum { S_PUB32 = 0x110e, S_GPROC32 = 0x1110, S_LPROC32 = 0x110f };
enum { STREAM_INFO = 1, STREAM_DBI = 3 };
enum { DBG_OMAP = 4, DBG_SECTIONS = 5, DBG_ORIGSECTIONS = 10 };
#define DBI_HEADER 64
#define SECTION_HEADER 40
#define MODULE_HEADER 64

struct pdbsym {
	uint32_t ps_rva;
	uint32_t ps_name; /* in pd_names */
	bool ps_proc;	  /* from a module: its name in the source */
};

struct dt_pdb {
	uint8_t pd_guid[16];
	uint32_t pd_age;
	struct pdbsym *pd_syms;
	uint32_t pd_nsyms, pd_maxsyms;
	char *pd_names;
	size_t pd_nnames, pd_maxnames;
	struct dt_symlimit *pd_limit;
	uint64_t pd_held;
	bool pd_over; /* over the limit, or no memory: a partial table would give wrong names */
};

struct stream {
	uint8_t *s_data;
	size_t s_size;
};

struct load {
	struct dt_pdb *ld_pdb;
	struct dt_msf *ld_msf;
	struct stream ld_sections, ld_omap;
	const char *ld_name;
};

static struct stream stream(struct dt_msf *ms, uint32_t number)
{
	struct stream s = { 0 };

	s.s_data = dt_msf_stream(ms, number, &s.s_size);
	if (!s.s_data)
		s.s_size = 0;
	return s;
}

/*
 * Addresses.
 */
static bool omap(const struct stream *s, uint32_t *rva)
{
	size_t lo = 0, hi = s->s_size / 8;

	if (!hi)
		return true;
	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (base_u32(s->s_data + 8 * mid) <= *rva)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || !base_u32(s->s_data + 8 * (lo - 1) + 4))
		return false; /* the rearrangement removed it */
	*rva += base_u32(s->s_data + 8 * (lo - 1) + 4) - base_u32(s->s_data + 8 * (lo - 1));
	return true;
}

static bool address(const struct load *ld, uint16_t section, uint32_t off, uint32_t *rva)
{
	if (!section || section > ld->ld_sections.s_size / SECTION_HEADER)
		return false;
	*rva = base_u32(ld->ld_sections.s_data + (size_t)SECTION_HEADER * (section - 1) + 12) + off;
	return omap(&ld->ld_omap, rva);
}

/*
 * The table.
 */
static void *grow(const struct load *ld, void *old, size_t from, size_t to)
{
	struct dt_pdb *pd = ld->ld_pdb;
	void *bigger = dt_symlimit_take(pd->pd_limit, &pd->pd_held, to - from, ld->ld_name) ?
		base_realloc(old, to) :
		NULL;

	pd->pd_over |= !bigger;
	return bigger;
}

static bool add_name(const struct load *ld, const char *name, size_t len, uint32_t *at)
{
	struct dt_pdb *pd = ld->ld_pdb;
	size_t max = pd->pd_maxnames ? pd->pd_maxnames : 65536;
	char *bigger;

	if (pd->pd_nnames + len + 1 > UINT32_MAX)
		return false;
	while (max < pd->pd_nnames + len + 1)
		max *= 2;
	if (max != pd->pd_maxnames) {
		bigger = grow(ld, pd->pd_names, pd->pd_maxnames, max);
		if (!bigger)
			return false;
		pd->pd_names = bigger;
		pd->pd_maxnames = max;
	}
	memcpy(pd->pd_names + pd->pd_nnames, name, len);
	pd->pd_names[pd->pd_nnames + len] = '\0';
	*at = (uint32_t)pd->pd_nnames;
	pd->pd_nnames += len + 1;
	return true;
}

static void add(const struct load *ld, uint16_t section, uint32_t off, const uint8_t *name,
	size_t room, bool proc)
{
	struct dt_pdb *pd = ld->ld_pdb;
	size_t len = strnlen((const char *)name, room);
	uint32_t max = pd->pd_maxsyms ? 2 * pd->pd_maxsyms : 1024;
	struct pdbsym sym = { .ps_proc = proc }, *bigger;

	if (!len || pd->pd_over || !address(ld, section, off, &sym.ps_rva))
		return;
	if (pd->pd_nsyms == pd->pd_maxsyms && pd->pd_maxsyms < UINT32_MAX / 2) {
		bigger = grow(ld, pd->pd_syms, pd->pd_maxsyms * sizeof(*bigger),
			max * sizeof(*bigger));
		if (!bigger)
			return;
		pd->pd_syms = bigger;
		pd->pd_maxsyms = max;
	}
	if (pd->pd_nsyms < pd->pd_maxsyms && add_name(ld, (const char *)name, len, &sym.ps_name))
		pd->pd_syms[pd->pd_nsyms++] = sym;
}

/* rec: the record after its length */
static void record(const struct load *ld, const uint8_t *rec, size_t len)
{
	switch (base_u16(rec)) {
	case S_PUB32:
		if (len > 12)
			add(ld, base_u16(rec + 10), base_u32(rec + 6), rec + 12, len - 12, false);
		break;
	case S_GPROC32:
	case S_LPROC32:
		if (len > 37)
			add(ld, base_u16(rec + 34), base_u32(rec + 30), rec + 37, len - 37, true);
		break;
	}
}

static void records(const struct load *ld, const uint8_t *p, size_t size)
{
	while (size >= 4) {
		size_t len = base_u16(p);

		if (len < 2 || len > size - 2)
			return;
		record(ld, p + 2, len);
		p += 2 + len;
		size -= 2 + len;
	}
}

static void module(const struct load *ld, uint16_t number, uint32_t size)
{
	struct stream s;

	if (number == UINT16_MAX || size <= 4)
		return;
	s = stream(ld->ld_msf, number);
	if (size <= s.s_size)
		records(ld, s.s_data + 4, size - 4);
	free(s.s_data);
}

static void modules(const struct load *ld, const uint8_t *p, size_t size)
{
	while (size > MODULE_HEADER) {
		const uint8_t *name = p + MODULE_HEADER,
			      *end = memchr(name, 0, size - MODULE_HEADER);
		size_t len;

		end = end ? memchr(end + 1, 0, (size_t)(p + size - end - 1)) : NULL;
		if (!end)
			return;
		module(ld, base_u16(p + 34), base_u32(p + 36));
		len = ((size_t)(end + 1 - p) + 3) & ~(size_t)3;
		if (len > size)
			return;
		p += len;
		size -= len;
	}
}

/* Reads the streams of section addresses. dbg: their numbers, one for each kind. */
static void addresses(struct load *ld, const uint8_t *dbg, size_t n)
{
	uint16_t sections = n > DBG_SECTIONS ? base_u16(dbg + 2 * DBG_SECTIONS) : UINT16_MAX;

	if (n > DBG_ORIGSECTIONS && base_u16(dbg + 2 * DBG_OMAP) != UINT16_MAX &&
		base_u16(dbg + 2 * DBG_ORIGSECTIONS) != UINT16_MAX) {
		sections = base_u16(dbg + 2 * DBG_ORIGSECTIONS);
		ld->ld_omap = stream(ld->ld_msf, base_u16(dbg + 2 * DBG_OMAP));
	}
	if (sections != UINT16_MAX)
		ld->ld_sections = stream(ld->ld_msf, sections);
}

static bool symbols(struct load *ld, const struct stream *dbi)
{
	/* offsets of header members: the sizes of the parts before the debug header */
	static const uint8_t before_dbg[] = { 24, 28, 32, 36, 40, 52 };
	uint64_t at = DBI_HEADER, dbgsize;
	struct stream syms;

	if (dbi->s_size < DBI_HEADER)
		return false;
	for (unsigned i = 0; i < sizeof(before_dbg); i++)
		at += base_u32(dbi->s_data + before_dbg[i]);
	dbgsize = base_u32(dbi->s_data + 48);
	if (at > dbi->s_size || dbgsize > dbi->s_size - at ||
		base_u32(dbi->s_data + 24) > dbi->s_size - DBI_HEADER)
		return false;
	ld->ld_pdb->pd_age = base_u32(dbi->s_data + 8);
	addresses(ld, dbi->s_data + at, dbgsize / 2);
	syms = stream(ld->ld_msf, base_u16(dbi->s_data + 20));
	records(ld, syms.s_data, syms.s_size);
	free(syms.s_data);
	modules(ld, dbi->s_data + DBI_HEADER, base_u32(dbi->s_data + 24));
	free(ld->ld_sections.s_data);
	free(ld->ld_omap.s_data);
	return true;
}

static int order(const void *x, const void *y)
{
	const struct pdbsym *a = x, *b = y;

	if (a->ps_rva != b->ps_rva)
		return a->ps_rva < b->ps_rva ? -1 : 1;
	if (a->ps_proc != b->ps_proc)
		return a->ps_proc ? -1 : 1;
	return a->ps_name < b->ps_name ? -1 : a->ps_name > b->ps_name;
}

static void sort(struct dt_pdb *pd)
{
	uint32_t n = 0;

	if (!pd->pd_nsyms)
		return;
	qsort(pd->pd_syms, pd->pd_nsyms, sizeof(*pd->pd_syms), order);
	/* keeps the first of several names of one address */
	for (uint32_t i = 1; i < pd->pd_nsyms; i++)
		if (pd->pd_syms[i].ps_rva != pd->pd_syms[n].ps_rva)
			pd->pd_syms[++n] = pd->pd_syms[i];
	pd->pd_nsyms = n + 1;
}

static bool load(struct dt_pdb *pd, struct dt_msf *ms, const char *name)
{
	struct stream info = stream(ms, STREAM_INFO), dbi = stream(ms, STREAM_DBI);
	struct load ld = { .ld_pdb = pd, .ld_msf = ms, .ld_name = name };
	bool good = info.s_size >= 28 && symbols(&ld, &dbi) && !pd->pd_over;

	if (good)
		memcpy(pd->pd_guid, info.s_data + 12, sizeof(pd->pd_guid));
	free(info.s_data);
	free(dbi.s_data);
	sort(pd);
	return good;
}

struct dt_pdb *dt_pdb_create(int fd, uint64_t size, struct dt_symlimit *limit, const char *name)
{
	struct dt_msf *ms = dt_msf_create(fd, size, limit, name);
	struct dt_pdb *pd = ms ? base_calloc(1, sizeof(*pd)) : NULL;

	if (pd) {
		pd->pd_limit = limit;
		if (!load(pd, ms, name)) {
			dt_pdb_destroy(pd);
			pd = NULL;
		}
	}
	dt_msf_destroy(ms);
	return pd;
}

void dt_pdb_destroy(struct dt_pdb *pd)
{
	if (!pd)
		return;
	dt_symlimit_give(pd->pd_limit, &pd->pd_held);
	free(pd->pd_syms);
	free(pd->pd_names);
	free(pd);
}

/* Tools that rewrite a database increase its age; the GUID stays. */
bool dt_pdb_is(const struct dt_pdb *pd, const struct dt_pdbid *id)
{
	return !memcmp(pd->pd_guid, id->pi_guid, sizeof(pd->pd_guid)) && pd->pd_age >= id->pi_age;
}

const char *dt_pdb_find(const struct dt_pdb *pd, uint32_t rva, uint32_t *delta)
{
	uint32_t lo = 0, hi = pd->pd_nsyms;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (pd->pd_syms[mid].ps_rva <= rva)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo)
		return NULL;
	*delta = rva - pd->pd_syms[lo - 1].ps_rva;
	return pd->pd_names + pd->pd_syms[lo - 1].ps_name;
}

uint32_t dt_pdb_count(const struct dt_pdb *pd)
{
	return pd->pd_nsyms;
}
