/*
 * Finds split units in a package (.dwp): of DWARF 5, and the older one of GNU, version 2.
 *
 * A package has the sections of its .dwo files one after the other. An index of units, and one of
 * units of types, says for each unit by its id which piece of each section is its own:
 *
 *	version, columns, rows, slots
 *	a hash table: ids[slots], and their rows[slots], from 1
 *	the section of each column
 *	where the pieces begin: [rows][columns]
 *	their sizes:            [rows][columns]
 *
 * Units of one .dwo file have the same piece of .debug_abbrev. That tells which units of types
 * belong to a unit; a type that several files had is kept once, and found by its signature.
 */
#include <string.h>
#include "dwarfimpl.h"

#define MAX_PROBES 1024 /* of the hash table; it is a third empty */
#define MAX_COLUMNS 16

struct pack_index {
	const uint8_t *px_ids, *px_rows, *px_columns, *px_offsets, *px_sizes;
	uint32_t px_ncolumns, px_nrows, px_nslots;
	bool px_old; /* of GNU */
};

static uint32_t get32(const uint8_t *p)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static uint64_t get64(const uint8_t *p)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return v;
}

/* Returns false if there is no index, or it is damaged. */
static bool index_read(const struct dt_dwbytes *by, struct pack_index *px)
{
	uint64_t cells;
	uint16_t version;

	if (by->by_size < 16)
		return false;
	memcpy(&version, by->by_at, sizeof(version));
	px->px_old = get32(by->by_at) == 2;
	px->px_ncolumns = get32(by->by_at + 4);
	px->px_nrows = get32(by->by_at + 8);
	px->px_nslots = get32(by->by_at + 12);
	cells = (uint64_t)px->px_nrows * px->px_ncolumns;
	if ((!px->px_old && version != 5) || px->px_ncolumns > MAX_COLUMNS ||
		(px->px_nslots & (px->px_nslots - 1)) ||
		16 + (uint64_t)px->px_nslots * 12 + px->px_ncolumns * 4 + cells * 8 > by->by_size)
		return false;
	px->px_ids = by->by_at + 16;
	px->px_rows = px->px_ids + (size_t)px->px_nslots * 8;
	px->px_columns = px->px_rows + (size_t)px->px_nslots * 4;
	px->px_offsets = px->px_columns + (size_t)px->px_ncolumns * 4;
	px->px_sizes = px->px_offsets + cells * 4;
	/* each row is in a slot; without columns, rows would cost nothing and be without end */
	return px->px_nslots > 0 && px->px_ncolumns > 0 && px->px_nrows <= px->px_nslots;
}

/* Returns the row of a unit, from 1, or 0. */
static uint32_t row_find(const struct pack_index *px, uint64_t id)
{
	uint32_t mask = px->px_nslots - 1, slot = (uint32_t)id & mask,
		 step = ((uint32_t)(id >> 32) & mask) | 1;

	for (unsigned i = 0; i < MAX_PROBES; i++) {
		uint32_t row = get32(px->px_rows + (size_t)slot * 4);

		if (row == 0)
			return 0;
		if (get64(px->px_ids + (size_t)slot * 8) == id)
			return row <= px->px_nrows ? row : 0;
		slot = (slot + step) & mask;
	}
	return 0;
}

/* Which part a column is of, or DT_DW_PARTS if it isn't needed. */
static enum dt_dwpart part_of(const struct pack_index *px, uint32_t column)
{
	switch (get32(px->px_columns + (size_t)column * 4)) {
	case 1: return DT_DW_INFO;
	case 2: return px->px_old ? DT_DW_TYPES : DT_DW_PARTS;
	case 3: return DT_DW_ABBREV;
	case 6: return DT_DW_STR_OFFSETS;
	case 8: return px->px_old ? DT_DW_PARTS : DT_DW_RNGLISTS;
	default: return DT_DW_PARTS;
	}
}

struct piece {
	uint32_t pc_offset, pc_size;
};

static void row_read(const struct pack_index *px, uint32_t row, struct piece *pieces)
{
	memset(pieces, 0, DT_DW_PARTS * sizeof(*pieces));
	for (uint32_t i = 0; i < px->px_ncolumns; i++) {
		enum dt_dwpart part = part_of(px, i);
		size_t cell = ((size_t)(row - 1) * px->px_ncolumns + i) * 4;

		if (part != DT_DW_PARTS)
			pieces[part] = (struct piece){ get32(px->px_offsets + cell),
				get32(px->px_sizes + cell) };
	}
}

static bool piece_add(struct dt_dwarf *dw, struct dt_dwbytes *parts, enum dt_dwpart part,
	struct piece pc)
{
	const struct dt_dwbytes *all = &dw->dw_package.df_parts[part];

	if (pc.pc_size == 0)
		return true;
	return pc.pc_offset <= all->by_size && pc.pc_size <= all->by_size - pc.pc_offset &&
		dt_dw_bytes_add(dw, &parts[part], all->by_at + pc.pc_offset, pc.pc_size);
}

static bool types_add(struct dt_dwarf *dw, struct dt_dwbytes *parts, struct piece abbrev)
{
	struct pack_index px;
	struct piece pieces[DT_DW_PARTS];

	if (!index_read(&dw->dw_package.df_parts[DT_DW_TU_INDEX], &px))
		return true;
	if (!dt_symlimit_work(dw->dw_limit, (uint64_t)px.px_nrows * px.px_ncolumns * 8,
		    dw->dw_path))
		return false;
	for (uint32_t row = 1; row <= px.px_nrows; row++) {
		row_read(&px, row, pieces);
		if (pieces[DT_DW_ABBREV].pc_offset == abbrev.pc_offset &&
			pieces[DT_DW_ABBREV].pc_size == abbrev.pc_size &&
			(!piece_add(dw, parts, DT_DW_INFO, pieces[DT_DW_INFO]) ||
				!piece_add(dw, parts, DT_DW_TYPES, pieces[DT_DW_TYPES])))
			return false;
	}
	return true;
}

bool dt_dw_pack_find(struct dt_dwarf *dw, uint64_t id, struct dt_dwbytes *parts)
{
	struct piece pieces[DT_DW_PARTS];
	struct pack_index px;
	uint32_t row;

	if (!index_read(&dw->dw_package.df_parts[DT_DW_CU_INDEX], &px) ||
		(row = row_find(&px, id)) == 0)
		return false;
	row_read(&px, row, pieces);
	for (enum dt_dwpart part = 0; part < DT_DW_PARTS; part++)
		if (!piece_add(dw, parts, part, pieces[part]))
			return false;
	parts[DT_DW_STR] = (struct dt_dwbytes){ .by_at = dw->dw_package.df_parts[DT_DW_STR].by_at,
		.by_size = dw->dw_package.df_parts[DT_DW_STR].by_size };
	return types_add(dw, parts, pieces[DT_DW_ABBREV]);
}
