#include "blocks.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include "alloc.h"

static void *map(size_t bytes, int prot)
{
	void *p = base_alloc_fails() ?
		MAP_FAILED :
		mmap(NULL, bytes, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return base_alloc_checked(p == MAP_FAILED ? NULL : p);
}

void *dif_reserve(size_t bytes)
{
	return map(bytes, PROT_READ | PROT_WRITE);
}

void dif_release(void *p, size_t bytes)
{
	if (p)
		munmap(p, bytes);
}

/* The rest of the process needs address space, too. */
static size_t range_size(size_t bytes)
{
	struct rlimit rl;

	if (getrlimit(RLIMIT_AS, &rl) == 0 && rl.rlim_cur != RLIM_INFINITY &&
		bytes > rl.rlim_cur / 8)
		return rl.rlim_cur / 8;
	return bytes;
}

bool dif_blocks_init(struct dif_blocks *bl, size_t bytes)
{
	size_t units = range_size(bytes) / DIF_BLOCK_UNIT + 1;

	memset(bl, 0, sizeof(*bl));
	bl->bl_units = units > UINT32_MAX ? UINT32_MAX : (uint32_t)units;
	bl->bl_next = 1;
	bl->bl_base = map((size_t)bl->bl_units * DIF_BLOCK_UNIT, PROT_READ);
	return bl->bl_base;
}

#define GROW_UNITS ((1u << 20) / DIF_BLOCK_UNIT)

/* Makes the units before end writable. */
static bool make_writable(struct dif_blocks *bl, uint64_t end)
{
	uint64_t from = bl->bl_writable, to = from + from / 4 + GROW_UNITS;

	if (to < end)
		to = (end + GROW_UNITS - 1) / GROW_UNITS * GROW_UNITS;
	to = to / GROW_UNITS * GROW_UNITS;
	if (to > bl->bl_units)
		to = bl->bl_units;
	if (base_alloc_fails() ||
		mprotect(bl->bl_base + from * DIF_BLOCK_UNIT, (to - from) * DIF_BLOCK_UNIT,
			PROT_READ | PROT_WRITE) < 0)
		return base_alloc_checked(NULL);
	bl->bl_writable = (uint32_t)to;
	return true;
}

void dif_blocks_fini(struct dif_blocks *bl)
{
	dif_release(bl->bl_base, (size_t)bl->bl_units * DIF_BLOCK_UNIT);
	bl->bl_base = NULL;
}

/* Above DIF_BLOCK_EXACT units four classes share a power of two. */
static uint64_t class_units(unsigned class)
{
	unsigned step = class - DIF_BLOCK_EXACT;

	if (class < DIF_BLOCK_EXACT)
		return class + 1;
	return (5 + (uint64_t)(step & 3)) << (6 + step / 4);
}

/* The smallest class whose blocks have at least that many units. */
static unsigned class_for(uint64_t units)
{
	unsigned shift, class;

	if (units <= DIF_BLOCK_EXACT)
		return units ? (unsigned)units - 1 : 0;
	shift = 61 - (unsigned)__builtin_clzll(units - 1);
	class = DIF_BLOCK_EXACT + (shift - 6) * 4 + (((units - 1) >> shift) & 3);
	return class;
}

/* The largest class whose blocks have at most that many units (at least 1). */
static unsigned class_within(uint64_t units)
{
	unsigned class = class_for(units);

	return class >= DIF_BLOCK_NCLASS || class_units(class) > units ? class - 1 : class;
}

static void put(struct dif_blocks *bl, uint32_t block, unsigned class)
{
	memcpy(dif_blocks_at(bl, block), &bl->bl_free[class], sizeof(uint32_t));
	bl->bl_free[class] = block;
}

static uint32_t take(struct dif_blocks *bl, unsigned class)
{
	uint32_t block = bl->bl_free[class];

	if (block)
		memcpy(&bl->bl_free[class], dif_blocks_at(bl, block), sizeof(uint32_t));
	return block;
}

static void put_rest(struct dif_blocks *bl, uint32_t block, uint64_t units)
{
	while (units) {
		unsigned class = class_within(units);

		put(bl, block, class);
		block += (uint32_t)class_units(class);
		units -= class_units(class);
	}
}

static uint32_t cut(struct dif_blocks *bl, unsigned class)
{
	uint32_t block;

	for (unsigned from = class + 1; from < DIF_BLOCK_NCLASS; from++) {
		block = take(bl, from);
		if (!block)
			continue;
		put_rest(bl, block + (uint32_t)class_units(class),
			class_units(from) - class_units(class));
		return block;
	}
	return 0;
}

static uint64_t units_of(size_t bytes)
{
	return ((uint64_t)bytes + DIF_BLOCK_UNIT - 1) / DIF_BLOCK_UNIT;
}

uint32_t dif_blocks_alloc(struct dif_blocks *bl, size_t bytes)
{
	uint64_t units = units_of(bytes);
	unsigned class;
	uint32_t block;

	if (units >= bl->bl_units)
		return 0;
	class = class_for(units);
	block = take(bl, class);
	if (block)
		return block;
	if (class_units(class) > bl->bl_units - bl->bl_next)
		return cut(bl, class);
	if (bl->bl_next + class_units(class) > bl->bl_writable &&
		!make_writable(bl, bl->bl_next + class_units(class)))
		return 0;
	block = bl->bl_next;
	bl->bl_next += (uint32_t)class_units(class);
	return block;
}

void dif_blocks_free(struct dif_blocks *bl, uint32_t block, size_t bytes)
{
	put(bl, block, class_for(units_of(bytes)));
}
