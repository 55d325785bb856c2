/* Mappings by address: maptab.h. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "maptab.h"

struct place {
	uint32_t pl_piece, pl_at;
};

/* The first range that ends after addr, or the end of the table. */
static struct place place_of(const struct dt_maptab *mt, uint64_t addr)
{
	uint32_t lo = 0, hi = mt->mt_npieces;
	struct place pl;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		const struct dt_mappiece *mp = &mt->mt_pieces[mid];

		if (mp->mp_maps[mp->mp_count - 1].mp_end <= addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	pl = (struct place){ lo, 0 };
	if (lo == mt->mt_npieces)
		return pl;
	hi = mt->mt_pieces[lo].mp_count;
	while (pl.pl_at < hi) {
		uint32_t mid = pl.pl_at + (hi - pl.pl_at) / 2;

		if (mt->mt_pieces[lo].mp_maps[mid].mp_end <= addr)
			pl.pl_at = mid + 1;
		else
			hi = mid;
	}
	return pl;
}

static struct dt_map *map_at(const struct dt_maptab *mt, struct place pl)
{
	return pl.pl_piece < mt->mt_npieces ? &mt->mt_pieces[pl.pl_piece].mp_maps[pl.pl_at] : NULL;
}

static bool claim(struct dt_maptab *mt, uint64_t bytes, dt_maptab_take *take, void *arg)
{
	uint64_t all = mt->mt_bytes + bytes;

	if (all > mt->mt_taken) {
		if (!take(arg, all - mt->mt_taken))
			return false;
		mt->mt_taken = all;
	}
	mt->mt_bytes = all;
	return true;
}

/*
 * Enlarges an array of `from` elements to `to`. Returns NULL, and changes nothing, if there is no
 * memory or take() refuses.
 */
static void *enlarge(struct dt_maptab *mt, void *old, size_t elem, uint32_t from, uint32_t to,
	dt_maptab_take *take, void *arg)
{
	void *bigger;

	if (!claim(mt, (to - from) * elem, take, arg))
		return NULL;
	bigger = base_realloc(old, to * elem);
	if (!bigger)
		mt->mt_bytes -= (to - from) * elem;
	return bigger;
}

static bool piece_add(struct dt_maptab *mt, uint32_t at, dt_maptab_take *take, void *arg)
{
	uint32_t max = mt->mt_maxpieces ? 2 * mt->mt_maxpieces : 1;
	struct dt_mappiece *bigger;

	if (mt->mt_npieces == mt->mt_maxpieces) {
		bigger = enlarge(mt, mt->mt_pieces, sizeof(*bigger), mt->mt_maxpieces, max, take,
			arg);
		if (!bigger)
			return false;
		mt->mt_pieces = bigger;
		mt->mt_maxpieces = max;
	}
	memmove(mt->mt_pieces + at + 1, mt->mt_pieces + at,
		(mt->mt_npieces - at) * sizeof(*mt->mt_pieces));
	mt->mt_pieces[at] = (struct dt_mappiece){ 0 };
	mt->mt_npieces++;
	return true;
}

static void piece_remove(struct dt_maptab *mt, uint32_t at)
{
	mt->mt_bytes -= mt->mt_pieces[at].mp_max * sizeof(struct dt_map);
	free(mt->mt_pieces[at].mp_maps);
	mt->mt_npieces--;
	memmove(mt->mt_pieces + at, mt->mt_pieces + at + 1,
		(mt->mt_npieces - at) * sizeof(*mt->mt_pieces));
}

static bool piece_grow(struct dt_maptab *mt, uint32_t at, uint32_t max, dt_maptab_take *take,
	void *arg)
{
	struct dt_mappiece *mp = &mt->mt_pieces[at];
	struct dt_map *bigger = enlarge(mt, mp->mp_maps, sizeof(*bigger), mp->mp_max, max, take,
		arg);

	if (!bigger)
		return false;
	mp->mp_maps = bigger;
	mp->mp_max = max;
	return true;
}

/* Splits a full piece into two. */
static bool piece_split(struct dt_maptab *mt, uint32_t at, dt_maptab_take *take, void *arg)
{
	uint32_t half = mt->mt_pieces[at].mp_count / 2, rest = mt->mt_pieces[at].mp_count - half;

	if (!piece_add(mt, at + 1, take, arg))
		return false;
	if (!piece_grow(mt, at + 1, DT_MAPTAB_PIECE, take, arg)) {
		piece_remove(mt, at + 1);
		return false;
	}
	memcpy(mt->mt_pieces[at + 1].mp_maps, mt->mt_pieces[at].mp_maps + half,
		rest * sizeof(struct dt_map));
	mt->mt_pieces[at + 1].mp_count = rest;
	mt->mt_pieces[at].mp_count = half;
	return true;
}

/*
 * Makes room for two more ranges in the piece for a range that ends after addr; returns the piece,
 * or UINT32_MAX.
 */
static uint32_t room_at(struct dt_maptab *mt, uint64_t addr, dt_maptab_take *take, void *arg)
{
	for (;;) {
		uint32_t at = place_of(mt, addr).pl_piece;
		const struct dt_mappiece *mp;
		bool more;

		at -= at > 0 && at == mt->mt_npieces; /* after all ranges: in the last piece */
		mp = &mt->mt_pieces[at];
		if (mp->mp_count + 2 <= mp->mp_max)
			return at;
		if (mp->mp_max < DT_MAPTAB_PIECE)
			more = piece_grow(mt, at,
				mp->mp_max < DT_MAPTAB_PIECE / 2 ? 2 * mp->mp_max : DT_MAPTAB_PIECE,
				take, arg);
		else
			more = piece_split(mt, at, take, arg);
		if (!more)
			return UINT32_MAX;
	}
}

static void insert(struct dt_mappiece *mp, uint32_t at, struct dt_map map)
{
	memmove(mp->mp_maps + at + 1, mp->mp_maps + at, (mp->mp_count - at) * sizeof(map));
	mp->mp_maps[at] = map;
	mp->mp_count++;
}

static void cut_front(struct dt_map *map, uint64_t end)
{
	map->mp_off += end - map->mp_base;
	map->mp_base = end;
}

/* Removes what is within [base, end), starting at a range of a piece. */
static void remove_within(struct dt_maptab *mt, struct place pl, uint64_t end)
{
	while (pl.pl_piece < mt->mt_npieces) {
		struct dt_mappiece *mp = &mt->mt_pieces[pl.pl_piece];
		uint32_t j = pl.pl_at;

		while (j < mp->mp_count && mp->mp_maps[j].mp_end <= end)
			j++;
		memmove(mp->mp_maps + pl.pl_at, mp->mp_maps + j,
			(mp->mp_count - j) * sizeof(struct dt_map));
		mp->mp_count -= j - pl.pl_at;
		if (pl.pl_at < mp->mp_count) {
			if (mp->mp_maps[pl.pl_at].mp_base < end)
				cut_front(&mp->mp_maps[pl.pl_at], end);
			return;
		}
		if (mp->mp_count)
			pl.pl_piece++;
		else
			piece_remove(mt, pl.pl_piece);
		pl.pl_at = 0;
	}
}

static bool first(struct dt_maptab *mt, const struct dt_map *map, dt_maptab_take *take, void *arg)
{
	if (!piece_add(mt, 0, take, arg))
		return false;
	if (!piece_grow(mt, 0, 4, take, arg)) {
		piece_remove(mt, 0);
		return false;
	}
	insert(&mt->mt_pieces[0], 0, *map);
	return true;
}

bool dt_maptab_set(struct dt_maptab *mt, const struct dt_map *map, dt_maptab_take *take, void *arg)
{
	struct dt_mappiece *mp;
	struct place pl;
	uint32_t at;

	if (mt->mt_npieces == 0)
		return first(mt, map, take, arg);
	at = room_at(mt, map->mp_base, take, arg);
	if (at == UINT32_MAX)
		return false;
	mp = &mt->mt_pieces[at];
	pl = place_of(mt, map->mp_base);
	if (pl.pl_piece != at) /* after all ranges */
		pl = (struct place){ at, mp->mp_count };
	if (pl.pl_at < mp->mp_count && mp->mp_maps[pl.pl_at].mp_base < map->mp_base) {
		struct dt_map right = mp->mp_maps[pl.pl_at];

		mp->mp_maps[pl.pl_at++].mp_end = map->mp_base;
		if (right.mp_end > map->mp_end) {
			cut_front(&right, map->mp_end);
			insert(mp, pl.pl_at, right);
		}
	}
	/* inserts the new range first, so that the piece doesn't become empty */
	insert(mp, pl.pl_at++, *map);
	remove_within(mt, pl, map->mp_end);
	return true;
}

const struct dt_map *dt_maptab_next(const struct dt_maptab *mt, uint64_t addr)
{
	return map_at(mt, place_of(mt, addr));
}

const struct dt_map *dt_maptab_find(const struct dt_maptab *mt, uint64_t addr)
{
	const struct dt_map *map = dt_maptab_next(mt, addr);

	return map && map->mp_base <= addr ? map : NULL;
}

void dt_maptab_each(const struct dt_maptab *mt, void (*fn)(const struct dt_map *, void *),
	void *arg)
{
	for (uint32_t i = 0; i < mt->mt_npieces; i++)
		for (uint32_t k = 0; k < mt->mt_pieces[i].mp_count; k++)
			fn(&mt->mt_pieces[i].mp_maps[k], arg);
}

bool dt_maptab_copy(struct dt_maptab *mt, const struct dt_maptab *from, dt_maptab_take *take,
	void *arg)
{
	for (uint32_t i = 0; i < from->mt_npieces; i++) {
		const struct dt_mappiece *mp = &from->mt_pieces[i];

		if (!piece_add(mt, i, take, arg))
			return false;
		if (!piece_grow(mt, i, mp->mp_count, take, arg)) {
			piece_remove(mt, i);
			return false;
		}
		memcpy(mt->mt_pieces[i].mp_maps, mp->mp_maps, mp->mp_count * sizeof(*mp->mp_maps));
		mt->mt_pieces[i].mp_count = mp->mp_count;
	}
	return true;
}

void dt_maptab_free(struct dt_maptab *mt)
{
	for (uint32_t i = 0; i < mt->mt_npieces; i++)
		free(mt->mt_pieces[i].mp_maps);
	free(mt->mt_pieces);
	*mt = (struct dt_maptab){ 0 };
}
