/*
 * The stacks of stack keys.
 *
 * A definition is logged when the session's cache drops a stack, or at the session's end. So all
 * definitions are read before the replay, and a reference uses the first one that isn't earlier.
 * Equal stacks are stored once.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "grow.h"
#include "hash.h"
#include "stacks.h"

#define MAX_DEFS (1u << 21)
#define MAX_PASSED 1024		       /* how many definitions of one key are skipped */
#define MAX_FRAMES ((size_t)160 << 20) /* bytes of them */

struct keydef {
	uint64_t kd_key, kd_raw;
	uint32_t kd_file;
	uint32_t kd_stack; /* index */
	bool kd_create;	   /* logged before its use */
};

struct keystack {
	uint64_t ks_hash;
	uint64_t ks_at; /* in the bytes */
	uint32_t ks_n;
	uint8_t ks_ptrsize;
};

struct etl_keys {
	struct keydef *ky_defs;
	struct keystack *ky_stacks;
	uint8_t *ky_bytes; /* frames, as in the records */
	uint32_t *ky_hash; /* index of a stack + 1; size a power of two */
	size_t ky_ndefs, ky_nstacks, ky_nbytes, ky_maxbytes, ky_nhash;
	bool ky_sorted, ky_full;
};

static bool keys_rehash(struct etl_keys *ky)
{
	size_t size = ky->ky_nhash ? ky->ky_nhash * 2 : 4096;
	uint32_t *v = base_calloc(size, sizeof(*v));

	if (!v)
		return false;
	for (size_t i = 0; i < ky->ky_nstacks; i++) {
		size_t at = ky->ky_stacks[i].ks_hash & (size - 1);

		while (v[at] != 0)
			at = (at + 1) & (size - 1);
		v[at] = (uint32_t)i + 1;
	}
	free(ky->ky_hash);
	ky->ky_hash = v;
	ky->ky_nhash = size;
	return true;
}

static bool keys_same(const struct etl_keys *ky, const struct keystack *ks,
	const struct etw_stack *sk, uint64_t hash)
{
	return ks->ks_hash == hash && ks->ks_n == sk->sk_nframes &&
		ks->ks_ptrsize == sk->sk_ptrsize &&
		memcmp(ky->ky_bytes + ks->ks_at, sk->sk_frames,
			(size_t)ks->ks_n * ks->ks_ptrsize) == 0;
}

static bool keys_append(struct etl_keys *ky, const struct etw_stack *sk, uint64_t hash)
{
	size_t n = (size_t)sk->sk_nframes * sk->sk_ptrsize;

	if (!base_more(ky->ky_stacks, ky->ky_nstacks) ||
		!base_grow(ky->ky_bytes, ky->ky_maxbytes, ky->ky_nbytes + n + 1))
		return false;
	memcpy(ky->ky_bytes + ky->ky_nbytes, sk->sk_frames, n);
	ky->ky_stacks[ky->ky_nstacks++] = (struct keystack){ hash, ky->ky_nbytes, sk->sk_nframes,
		sk->sk_ptrsize };
	ky->ky_nbytes += n;
	return true;
}

/* The stack's index, or -1 without memory. */
static int64_t keys_stack(struct etl_keys *ky, const struct etw_stack *sk)
{
	uint64_t hash = base_hash_bytes(base_secret(), sk->sk_frames,
		(size_t)sk->sk_nframes * sk->sk_ptrsize);
	size_t at;

	if (ky->ky_nstacks * 2 >= ky->ky_nhash && !keys_rehash(ky))
		return -1;
	for (at = hash & (ky->ky_nhash - 1); ky->ky_hash[at] != 0;
		at = (at + 1) & (ky->ky_nhash - 1))
		if (keys_same(ky, &ky->ky_stacks[ky->ky_hash[at] - 1], sk, hash))
			return ky->ky_hash[at] - 1;
	if (ky->ky_nstacks >= UINT32_MAX - 1 || !keys_append(ky, sk, hash))
		return -1;
	ky->ky_hash[at] = (uint32_t)ky->ky_nstacks;
	return (int64_t)ky->ky_nstacks - 1;
}

void etl_stackkeys_learn(struct etl_feed *ef, const struct etw_event *ev)
{
	struct etl_keys *ky = ef->ef_keys;
	struct etw_stackdef sd;
	int64_t stack;

	if (etw_decode_stackdef(ev, &sd) < 0)
		return;
	if (!ky && !(ky = ef->ef_keys = base_calloc(1, sizeof(*ky))))
		return;
	if (ky->ky_ndefs >= MAX_DEFS || ky->ky_nbytes >= MAX_FRAMES) {
		if (!ky->ky_full)
			dt_warn(ef->ef_feed.fd_engine,
				"the table of stacks has more than %u stacks, or %zu MB of them: "
				"the rest are left out",
				MAX_DEFS, MAX_FRAMES >> 20);
		ky->ky_full = true;
		return;
	}
	if (!base_more(ky->ky_defs, ky->ky_ndefs))
		return;
	stack = keys_stack(ky, &sd.sd_stack);
	if (stack < 0)
		return;
	ky->ky_defs[ky->ky_ndefs++] = (struct keydef){ sd.sd_key, ev->ev_raw, ev->ev_file,
		(uint32_t)stack, ev->ev_hookid == ETW_STACK_CREATE };
	ky->ky_sorted = false;
}

static int def_order(const void *x, const void *y)
{
	const struct keydef *a = x, *b = y;

	if (a->kd_file != b->kd_file)
		return a->kd_file < b->kd_file ? -1 : 1;
	if (a->kd_key != b->kd_key)
		return a->kd_key < b->kd_key ? -1 : 1;
	return a->kd_raw < b->kd_raw ? -1 : a->kd_raw > b->kd_raw;
}

static bool def_of(const struct etl_keys *ky, size_t i, const struct keydef *want)
{
	return i < ky->ky_ndefs && ky->ky_defs[i].kd_key == want->kd_key &&
		ky->ky_defs[i].kd_file == want->kd_file;
}

/*
 * The first definition that isn't earlier; otherwise the last one that was logged before its use.
 */
static const struct keydef *def_find(const struct etl_keys *ky, const struct keydef *want)
{
	size_t lo = 0, hi = ky->ky_ndefs;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (def_order(&ky->ky_defs[mid], want) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (size_t i = lo; i - lo < MAX_PASSED && def_of(ky, i, want); i++)
		if (!ky->ky_defs[i].kd_create)
			return &ky->ky_defs[i];
	return lo > 0 && def_of(ky, lo - 1, want) && ky->ky_defs[lo - 1].kd_create ?
		&ky->ky_defs[lo - 1] :
		NULL;
}

bool etl_stackkeys_find(struct etl_feed *ef, unsigned file, uint64_t key, uint64_t raw,
	struct etw_stack *sk)
{
	struct etl_keys *ky = ef->ef_keys;
	const struct keystack *ks;
	const struct keydef *kd;

	if (!ky || ky->ky_ndefs == 0)
		return false;
	if (!ky->ky_sorted)
		qsort(ky->ky_defs, ky->ky_ndefs, sizeof(*ky->ky_defs), def_order);
	ky->ky_sorted = true;
	kd = def_find(ky, &(struct keydef){ .kd_key = key, .kd_raw = raw, .kd_file = file });
	if (!kd)
		return false;
	ks = &ky->ky_stacks[kd->kd_stack];
	*sk = (struct etw_stack){ .sk_frames = ky->ky_bytes + ks->ks_at,
		.sk_nframes = ks->ks_n,
		.sk_ptrsize = ks->ks_ptrsize };
	return true;
}

void etl_stackkeys_free(struct etl_feed *ef)
{
	struct etl_keys *ky = ef->ef_keys;

	if (!ky)
		return;
	free(ky->ky_defs);
	free(ky->ky_stacks);
	free(ky->ky_bytes);
	free(ky->ky_hash);
	free(ky);
	ef->ef_keys = NULL;
}
