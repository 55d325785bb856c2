/*
 * The dynamic variable store: elements chained by hash, in one pool; each is its header, its key,
 * its data.
 *
 * A script can hold the address of an element's data and store through it, even after the element
 * is freed. So a bitmap, one bit for each unit of the pool, says which units are data of a living
 * element: nothing else can be written. Elements of threads are also on lists by the hash of their
 * thread, so that the thread's exit finds them.
 */
#include "dif_impl.h"
#include "hash.h"
#include "blocks.h"

#include <stdlib.h>
#include "alloc.h"

#define UNIT DIF_BLOCK_UNIT
#define DATA_INLINE 8 /* the address of smaller data is never exposed */

struct elem {
	uint32_t el_next;	  /* by hash */
	uint32_t el_hash, el_low; /* upper and lower half */
	uint32_t el_id;
	uint64_t el_thread;
	uint32_t el_dsize;
	uint32_t el_keylen;
	uint32_t el_tnext, el_tprev; /* by thread; 0: none */
};

struct dif_dyn {
	struct dif_blocks dy_blocks;
	uint32_t *dy_heads;
	uint64_t dy_nheads; /* power of 2 */
	uint32_t *dy_threads;
	uint64_t dy_nthreads;
	uint64_t *dy_data; /* bit: unit holds data */
	size_t dy_datalen;
	uint32_t dy_strsize;
	uint64_t dy_drops;
};

/* A tuple for a search, with the lengths of its strings. */
struct tuple {
	const struct dif_key *tu_keys;
	unsigned tu_n;
	uint32_t tu_len[DIF_NTUPLE];
	uint64_t tu_bytes; /* as stored */
	uint64_t tu_hash;
};

static uint64_t pow2_atleast(uint64_t n)
{
	uint64_t p = 1024;

	while (p < n)
		p <<= 1;
	return p;
}

struct dif_dyn *dif_dyn_create(size_t bytes, uint32_t strsize)
{
	struct dif_dyn *dy = base_calloc(1, sizeof(*dy));

	if (!dy)
		return NULL;
	dy->dy_strsize = strsize ? strsize : 1;
	dy->dy_nheads = pow2_atleast(bytes / 64);
	dy->dy_nthreads = pow2_atleast(bytes / 4096);
	if (!dif_blocks_init(&dy->dy_blocks, bytes)) {
		free(dy);
		return NULL;
	}
	dy->dy_datalen = (dy->dy_blocks.bl_units / 64 + 1) * sizeof(uint64_t);
	dy->dy_heads = dif_reserve(dy->dy_nheads * sizeof(uint32_t));
	dy->dy_threads = dif_reserve(dy->dy_nthreads * sizeof(uint32_t));
	dy->dy_data = dif_reserve(dy->dy_datalen);
	if (!dy->dy_heads || !dy->dy_threads || !dy->dy_data) {
		dif_dyn_destroy(dy);
		return NULL;
	}
	return dy;
}

void dif_dyn_destroy(struct dif_dyn *dy)
{
	if (!dy)
		return;
	dif_release(dy->dy_heads, dy->dy_nheads * sizeof(uint32_t));
	dif_release(dy->dy_threads, dy->dy_nthreads * sizeof(uint32_t));
	dif_release(dy->dy_data, dy->dy_datalen);
	dif_blocks_fini(&dy->dy_blocks);
	free(dy);
}

struct dif_region dif_dyn_region(const struct dif_dyn *dy)
{
	uintptr_t base = (uintptr_t)dy->dy_blocks.bl_base;

	return (struct dif_region){ base, base + (size_t)dy->dy_blocks.bl_units * UNIT };
}

uint64_t dif_dyn_drops(struct dif_dyn *dy)
{
	uint64_t n = dy->dy_drops;

	dy->dy_drops = 0;
	return n;
}

void dif_dyn_dropped(struct dif_dyn *dy, uint64_t n)
{
	dy->dy_drops += n;
}

static void mark(struct dif_dyn *dy, uint64_t unit, uint64_t n, bool on)
{
	for (; n; unit++, n--) {
		if (on)
			dy->dy_data[unit / 64] |= 1ull << (unit % 64);
		else
			dy->dy_data[unit / 64] &= ~(1ull << (unit % 64));
	}
}

bool dif_dyn_writable(const struct dif_dyn *dy, uint64_t addr, size_t len)
{
	struct dif_region rg = dif_dyn_region(dy);
	uint64_t last;

	if (len == 0)
		return true;
	if (!dif_within(rg.rg_base, rg.rg_end, addr, len))
		return false;
	last = (addr + len - 1 - rg.rg_base) / UNIT;
	for (uint64_t unit = (addr - rg.rg_base) / UNIT; unit <= last; unit++)
		if (!(dy->dy_data[unit / 64] >> (unit % 64) & 1))
			return false;
	return true;
}

static uint32_t key_len(const struct dif_dyn *dy, const struct dif_key *ky)
{
	uint32_t max = ky->ky_size;

	if (!ky->ky_string)
		return max;
	if (max > dy->dy_strsize)
		max = dy->dy_strsize;
	return (uint32_t)strnlen((const char *)(uintptr_t)ky->ky_value, max);
}

static uint64_t round8(uint64_t n)
{
	return (n + 7) & ~7ull;
}

/* A component is stored as a value of 8 bytes, or as a length of 8 bytes and the bytes. */
static void measure(const struct dif_dyn *dy, struct tuple *tu, uint32_t id, uint64_t thread,
	const struct dif_key *keys, unsigned n)
{
	uint64_t h = base_hash_u64(thread, id);

	tu->tu_keys = keys;
	tu->tu_n = n;
	tu->tu_bytes = 8 * n;
	for (unsigned i = 0; i < n; i++) {
		if (keys[i].ky_size == 0) {
			h = base_hash_u64(h, keys[i].ky_value);
			continue;
		}
		tu->tu_len[i] = key_len(dy, &keys[i]);
		tu->tu_bytes += round8(tu->tu_len[i]);
		h = base_hash_bytes(h, (void *)(uintptr_t)keys[i].ky_value, tu->tu_len[i]);
	}
	tu->tu_hash = h;
}

static bool same_key(const struct tuple *tu, const uint8_t *k)
{
	for (unsigned i = 0; i < tu->tu_n; i++) {
		const struct dif_key *ky = &tu->tu_keys[i];
		uint64_t word, want = ky->ky_size ? tu->tu_len[i] : ky->ky_value;

		memcpy(&word, k, 8);
		if (word != want)
			return false;
		k += 8;
		if (ky->ky_size == 0)
			continue;
		if (memcmp(k, (void *)(uintptr_t)ky->ky_value, want) != 0)
			return false;
		k += round8(want);
	}
	return true;
}

static void store_key(const struct tuple *tu, uint8_t *k)
{
	for (unsigned i = 0; i < tu->tu_n; i++) {
		const struct dif_key *ky = &tu->tu_keys[i];
		uint64_t word = ky->ky_size ? tu->tu_len[i] : ky->ky_value;

		memcpy(k, &word, 8);
		k += 8;
		if (ky->ky_size == 0)
			continue;
		memcpy(k, (void *)(uintptr_t)ky->ky_value, word);
		memset(k + word, 0, round8(word) - word);
		k += round8(word);
	}
}

/* Addressable data starts at a unit boundary and is the end of the block. */
static size_t data_offset(uint64_t keylen, uint64_t dsize)
{
	size_t off = sizeof(struct elem) + keylen;

	return dsize > DATA_INLINE ? (off + UNIT - 1) & ~(size_t)(UNIT - 1) : off;
}

static size_t block_size(uint64_t keylen, uint64_t dsize)
{
	return data_offset(keylen, dsize) + dsize;
}

static void mark_data(struct dif_dyn *dy, uint32_t block, const struct elem *el, bool on)
{
	if (el->el_dsize > DATA_INLINE)
		mark(dy, block + data_offset(el->el_keylen, el->el_dsize) / UNIT,
			((uint64_t)el->el_dsize + UNIT - 1) / UNIT, on);
}

static struct elem *elem_at(const struct dif_dyn *dy, uint32_t block)
{
	return dif_blocks_at(&dy->dy_blocks, block);
}

static uint32_t *thread_head(const struct dif_dyn *dy, uint64_t thread)
{
	return &dy->dy_threads[base_hash_u64(0, thread) & (dy->dy_nthreads - 1)];
}

static void thread_link(struct dif_dyn *dy, uint32_t block, struct elem *el)
{
	uint32_t *head = thread_head(dy, el->el_thread);

	el->el_tprev = 0;
	el->el_tnext = *head;
	if (*head)
		elem_at(dy, *head)->el_tprev = block;
	*head = block;
}

static void thread_unlink(struct dif_dyn *dy, struct elem *el)
{
	if (el->el_tprev)
		elem_at(dy, el->el_tprev)->el_tnext = el->el_tnext;
	else
		*thread_head(dy, el->el_thread) = el->el_tnext;
	if (el->el_tnext)
		elem_at(dy, el->el_tnext)->el_tprev = el->el_tprev;
}

/* The link to the element, or the 0 at the end of its chain. */
static uint32_t *find(const struct dif_dyn *dy, const struct tuple *tu, uint32_t id,
	uint64_t thread)
{
	uint32_t *link = &dy->dy_heads[tu->tu_hash & (dy->dy_nheads - 1)];
	uint32_t hash = (uint32_t)(tu->tu_hash >> 32);

	while (*link) {
		struct elem *el = elem_at(dy, *link);

		if (el->el_hash == hash && el->el_id == id && el->el_thread == thread &&
			el->el_keylen == tu->tu_bytes && same_key(tu, (uint8_t *)(el + 1)))
			break;
		link = &el->el_next;
	}
	return link;
}

/*
 * Whether the block contains bytes of a key: it does if the script kept the address of a freed
 * element.
 */
static bool key_within(const struct tuple *tu, const void *block, size_t size)
{
	uintptr_t from = (uintptr_t)block, to = from + size;

	for (unsigned i = 0; i < tu->tu_n; i++) {
		uintptr_t at = (uintptr_t)tu->tu_keys[i].ky_value;

		if (tu->tu_keys[i].ky_size != 0 && at < to && from < at + tu->tu_len[i])
			return true;
	}
	return false;
}

/*
 * Allocates the block of a new element. Returns 0 if there is none, or if it contains bytes of the
 * key, which the new header could overwrite.
 */
static uint32_t room(struct dif_dyn *dy, const struct tuple *tu, size_t dsize)
{
	uint32_t block;
	size_t size;

	if (dsize > UINT32_MAX || tu->tu_bytes > UINT32_MAX)
		return 0;
	size = block_size(tu->tu_bytes, dsize);
	block = dif_blocks_alloc(&dy->dy_blocks, size);
	if (block && key_within(tu, elem_at(dy, block), size)) {
		dif_blocks_free(&dy->dy_blocks, block, size);
		return 0;
	}
	return block;
}

static void *make(struct dif_dyn *dy, const struct tuple *tu, uint32_t id, uint64_t thread,
	size_t dsize)
{
	uint32_t *head = &dy->dy_heads[tu->tu_hash & (dy->dy_nheads - 1)];
	uint32_t block = room(dy, tu, dsize);
	struct elem *el;

	if (!block) {
		dy->dy_drops++;
		return NULL;
	}
	el = elem_at(dy, block);
	*el = (struct elem){ .el_next = *head,
		.el_hash = (uint32_t)(tu->tu_hash >> 32),
		.el_low = (uint32_t)tu->tu_hash,
		.el_thread = thread,
		.el_id = id,
		.el_dsize = (uint32_t)dsize,
		.el_keylen = (uint32_t)tu->tu_bytes };
	*head = block;
	store_key(tu, (uint8_t *)(el + 1));
	memset((uint8_t *)el + data_offset(tu->tu_bytes, dsize), 0, dsize);
	mark_data(dy, block, el, true);
	if (thread)
		thread_link(dy, block, el);
	return (uint8_t *)el + data_offset(tu->tu_bytes, dsize);
}

static void drop(struct dif_dyn *dy, uint32_t *link)
{
	uint32_t block = *link;
	struct elem *el = elem_at(dy, block);

	*link = el->el_next;
	if (el->el_thread)
		thread_unlink(dy, el);
	mark_data(dy, block, el, false);
	dif_blocks_free(&dy->dy_blocks, block, block_size(el->el_keylen, el->el_dsize));
}

void *dif_dyn_find(struct dif_dyn *dy, uint32_t id, uint64_t thread, const struct dif_key *keys,
	unsigned nkeys, size_t dsize, bool create)
{
	struct tuple tu;
	struct elem *el;
	uint32_t block;

	if (nkeys > DIF_NTUPLE)
		return NULL;
	measure(dy, &tu, id, thread, keys, nkeys);
	block = *find(dy, &tu, id, thread);
	if (!block)
		return create ? make(dy, &tu, id, thread, dsize) : NULL;
	el = elem_at(dy, block);
	if (el->el_dsize != dsize) { /* two programs use different types */
		dy->dy_drops += create;
		return NULL;
	}
	return (uint8_t *)el + data_offset(el->el_keylen, dsize);
}

void dif_dyn_remove(struct dif_dyn *dy, uint32_t id, uint64_t thread, const struct dif_key *keys,
	unsigned nkeys)
{
	struct tuple tu;
	uint32_t *link;

	if (nkeys > DIF_NTUPLE)
		return;
	measure(dy, &tu, id, thread, keys, nkeys);
	link = find(dy, &tu, id, thread);
	if (*link)
		drop(dy, link);
}

static uint32_t *link_to(struct dif_dyn *dy, uint32_t block)
{
	uint32_t *link = &dy->dy_heads[elem_at(dy, block)->el_low & (dy->dy_nheads - 1)];

	while (*link && *link != block)
		link = &elem_at(dy, *link)->el_next;
	return link;
}

void dif_dyn_thread_exit(struct dif_dyn *dy, uint64_t thread)
{
	uint32_t block = *thread_head(dy, thread);

	while (block) {
		struct elem *el = elem_at(dy, block);
		uint32_t next = el->el_tnext;

		if (el->el_thread == thread)
			drop(dy, link_to(dy, block));
		block = next;
	}
}
