#include "pool.h"

#include <string.h>
#include <sys/mman.h>

void *dif_reserve(size_t bytes)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

void dif_release(void *p, size_t bytes)
{
	if (p)
		munmap(p, bytes);
}

bool dif_pool_init(struct dif_pool *po, size_t bytes)
{
	size_t units = bytes / DIF_POOL_UNIT + 1;

	memset(po, 0, sizeof(*po));
	po->po_units = units > UINT32_MAX ? UINT32_MAX : (uint32_t)units;
	po->po_next = 1;
	po->po_base = dif_reserve((size_t)po->po_units * DIF_POOL_UNIT);
	return po->po_base;
}

void dif_pool_fini(struct dif_pool *po)
{
	dif_release(po->po_base, (size_t)po->po_units * DIF_POOL_UNIT);
	po->po_base = NULL;
}

/* Above DIF_POOL_EXACT units four classes share a power of two. */
static uint64_t class_units(unsigned class)
{
	unsigned step = class - DIF_POOL_EXACT;

	if (class < DIF_POOL_EXACT)
		return class + 1;
	return (5 + (uint64_t)(step & 3)) << (4 + step / 4);
}

/* The smallest class that holds so many units. */
static unsigned class_for(uint64_t units)
{
	unsigned shift, class;

	if (units <= DIF_POOL_EXACT)
		return units ? units - 1 : 0;
	shift = 63 - __builtin_clzll(units - 1) - 2;
	class = DIF_POOL_EXACT + (shift - 4) * 4 + (((units - 1) >> shift) & 3);
	return class;
}

/* The largest class not larger than so many units (at least 1). */
static unsigned class_within(uint64_t units)
{
	unsigned class = class_for(units);

	return class >= DIF_POOL_NCLASS || class_units(class) > units ? class - 1 : class;
}

static void put(struct dif_pool *po, uint32_t block, unsigned class)
{
	memcpy(dif_pool_at(po, block), &po->po_free[class], sizeof(uint32_t));
	po->po_free[class] = block;
}

static uint32_t take(struct dif_pool *po, unsigned class)
{
	uint32_t block = po->po_free[class];

	if (block)
		memcpy(&po->po_free[class], dif_pool_at(po, block), sizeof(uint32_t));
	return block;
}

static void put_rest(struct dif_pool *po, uint32_t block, uint64_t units)
{
	while (units) {
		unsigned class = class_within(units);

		put(po, block, class);
		block += class_units(class);
		units -= class_units(class);
	}
}

static uint32_t cut(struct dif_pool *po, unsigned class)
{
	unsigned from;
	uint32_t block;

	for (from = class + 1; from < DIF_POOL_NCLASS; from++) {
		block = take(po, from);
		if (!block)
			continue;
		put_rest(po, block + class_units(class), class_units(from) - class_units(class));
		return block;
	}
	return 0;
}

static uint64_t units_of(size_t bytes)
{
	return ((uint64_t)bytes + DIF_POOL_UNIT - 1) / DIF_POOL_UNIT;
}

uint32_t dif_pool_alloc(struct dif_pool *po, size_t bytes)
{
	uint64_t units = units_of(bytes);
	unsigned class;
	uint32_t block;

	if (units >= po->po_units)
		return 0;
	class = class_for(units);
	block = take(po, class);
	if (block)
		return block;
	if (class_units(class) > po->po_units - po->po_next)
		return cut(po, class);
	block = po->po_next;
	po->po_next += class_units(class);
	return block;
}

void dif_pool_free(struct dif_pool *po, uint32_t block, size_t bytes)
{
	put(po, block, class_for(units_of(bytes)));
}
