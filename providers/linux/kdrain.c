/*
 * What the kernel has aggregated goes to the engine's aggregations: for each key and CPU, the
 * difference from what was there at the last drain.  Nothing is deleted from a live map, because a
 * program may just be adding to what is deleted.
 */
#include "lx.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "alloc.h"
#include "hash.h"

#define BATCH 256 /* keys of one look-up */

/* A key that was seen: its words on each CPU at the last drain. */
struct kseen {
	struct base_link ks_link;
	uint64_t ks_data[]; /* the key, then the words */
};

/*
 * Memory.
 */
static int area_map(struct dt_linux_feed *f)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), size;
	void *p;

	f->lf_areahead = ((f->lf_nkaggs + 1 + DT_PLACE_MAXGLOBALS) * 8 + 63) & ~63u;
	f->lf_areastride = (DT_KAREA_CELLS + f->lf_cellsize + 63) & ~63u;
	size = f->lf_areahead + (size_t)f->lf_ncpu * f->lf_areastride;
	if (size >= 1u << 29)
		return -1;
	f->lf_areafd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, (uint32_t)size, 1, BPF_F_MMAPABLE);
	if (f->lf_areafd < 0)
		return -1;
	f->lf_areasize = (size + page - 1) & ~(page - 1);
	p = mmap(NULL, f->lf_areasize, PROT_READ | PROT_WRITE, MAP_SHARED, f->lf_areafd, 0);
	if (p == MAP_FAILED)
		return -1;
	f->lf_area = p;
	return 0;
}

struct sizes {
	size_t sz_words, sz_key, sz_out;
	bool sz_hash;
};

static int kagg_memory(struct dt_linux_feed *f, struct dt_kagg *ka, struct sizes *sz)
{
	uint64_t end = 0;

	for (uint32_t i = 0; i < ka->ka_desc->ag_nkeys; i++)
		dt_row_add(&end, ka->ka_desc->ag_keys[i].op_align, ka->ka_desc->ag_keys[i].op_size);
	if (sz->sz_out < end + 8)
		sz->sz_out = end + 8;
	if (sz->sz_words < ka->ka_words)
		sz->sz_words = ka->ka_words;
	if (sz->sz_key < ka->ka_keysize)
		sz->sz_key = ka->ka_keysize;
	sz->sz_hash |= ka->ka_rows == 0;
	if (ka->ka_rows == 0)
		return 0;
	ka->ka_was = base_calloc((size_t)f->lf_ncpu * ka->ka_rows, ka->ka_words * 8);
	return ka->ka_was ? 0 : -1;
}

static int drain_memory(struct dt_linux_feed *f)
{
	struct sizes sz = { .sz_words = 1, .sz_key = 8, .sz_out = 8 };

	for (struct dt_kagg *ka = f->lf_kaggs; ka; ka = ka->ka_next)
		if (kagg_memory(f, ka, &sz) != 0)
			return -1;
	f->lf_keymax = sz.sz_out;
	f->lf_keybuf = base_calloc(1, sz.sz_out);
	f->lf_words = base_calloc(sz.sz_words + 1, 8);
	f->lf_worddiff = base_calloc(sz.sz_words + 1, 8);
	if (!f->lf_keybuf || !f->lf_words || !f->lf_worddiff)
		return -1;
	if (!sz.sz_hash)
		return 0;
	f->lf_batchkeys = base_calloc(BATCH, sz.sz_key);
	f->lf_batchvalues = base_calloc((size_t)BATCH * f->lf_ncpu, sz.sz_words * 8);
	f->lf_zerofd = dt_bpf_map(BPF_MAP_TYPE_ARRAY, 4, (uint32_t)sz.sz_words * 8, 1,
		BPF_F_RDONLY_PROG);
	return f->lf_batchkeys && f->lf_batchvalues && f->lf_zerofd >= 0 ? 0 : -1;
}

int dt_karea_open(struct dt_linux_feed *f)
{
	bool vars = dt_kvar_wanted(f);

	if (f->lf_kaggs == NULL && !vars && !(f->lf_places && f->lf_places->pc_nglobals != 0))
		return 0;
	if (area_map(f) != 0 || drain_memory(f) != 0 || dt_kagg_open(f) != 0 ||
		(vars && dt_kvar_open(f) != 0))
		return -1;
	dt_feed_aggregates(&f->lf_feed, true);
	return 0;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

static void seen_free(struct base_link *ln)
{
	free(BASE_ENTRY(ln, struct kseen, ks_link));
}

static void kagg_free(struct dt_kagg *ka)
{
	close_fd(&ka->ka_fd);
	close_fd(&ka->ka_outerfd);
	base_index_clear(&ka->ka_seen, seen_free);
	free(ka->ka_was);
	free(ka);
}

void dt_karea_close(struct dt_linux_feed *f)
{
	for (struct dt_kagg *ka = f->lf_kaggs, *next; ka; ka = next) {
		next = ka->ka_next;
		kagg_free(ka);
	}
	f->lf_kaggs = f->lf_keyed = NULL;
	f->lf_nkaggs = f->lf_cellsize = 0;
	dt_feed_aggregates(&f->lf_feed, false);
	if (f->lf_area)
		munmap(f->lf_area, f->lf_areasize);
	f->lf_area = NULL;
	close_fd(&f->lf_areafd);
	close_fd(&f->lf_zerofd);
	dt_kvar_close(f);
	f->lf_aggdrops = f->lf_dyndrops = 0;
	free(f->lf_keybuf);
	free(f->lf_words);
	free(f->lf_worddiff);
	free(f->lf_batchkeys);
	free(f->lf_batchvalues);
	f->lf_keybuf = f->lf_batchkeys = f->lf_batchvalues = NULL;
	f->lf_words = f->lf_worddiff = NULL;
}

/*
 * Keys of the DIF machine.
 */
const char *dt_probe_text(const struct dt_probe *pr, uint64_t which)
{
	switch (which) {
	case 0: return dt_probe_prov(pr);
	case 1: return dt_probe_mod(pr);
	case 2: return dt_probe_func(pr);
	default: return dt_probe_name(pr);
	}
}

static void put_text(uint8_t *dst, uint32_t size, const char *s, size_t len)
{
	memset(dst, 0, size);
	memcpy(dst, s, len < size ? len : size);
}

static const char *const_text(const struct dif_object *o, uint64_t off, size_t *len)
{
	*len = off < o->do_strlen ? strnlen(o->do_strs + off, o->do_strlen - off) : 0;
	return off < o->do_strlen ? o->do_strs + off : "";
}

static const struct dt_probe *probe_at(const struct dt_linux_feed *f, uint32_t where,
	uint32_t select)
{
	uint32_t index = where & 0xffffff, view = where >> 24;
	const struct dt_lx_source *so = index < f->lf_nsources ? f->lf_byindex[index] : NULL;

	if (!so || !so->so_probes || view >= DT_LX_VIEWS || select >= so->so_nselect)
		return NULL;
	return so->so_probes[(size_t)view * so->so_nselect + select];
}

static void put_number(uint8_t *dst, uint32_t size, uint64_t v)
{
	memcpy(dst, &v, size < 8 ? size : 8); /* the low bytes come first */
}

/* part: as the kernel keeps it. */
static void put_part(const struct dt_linux_feed *f, const struct dt_kagg *ka, uint32_t i,
	const uint8_t *part, uint8_t *dst)
{
	const struct dt_operand *op = &ka->ka_desc->ag_keys[i];
	uint64_t v = 0;
	uint32_t where[2];
	const struct dt_probe *pr;
	const char *s;
	size_t len;

	if (ka->ka_parts[i].kp_size != 0)
		memcpy(&v, part, sizeof(v));
	switch (ka->ka_parts[i].kp_kind) {
	case DT_KPART_NUMBER: put_number(dst, op->op_size, v); return;
	case DT_KPART_NAME:
		put_text(dst, op->op_size, (const char *)part, strnlen((const char *)part, 16));
		return;
	case DT_KPART_STRING:
		put_text(dst, op->op_size, (const char *)part,
			strnlen((const char *)part, ka->ka_parts[i].kp_size));
		return;
	case DT_KPART_STACK:
	case DT_KPART_USTACK:
		memset(dst, 0, op->op_size);
		memcpy(dst, part, ka->ka_parts[i].kp_size);
		return;
	case DT_KPART_UADDR:
		memcpy(dst, part + 8, 8);
		memcpy(dst + 8, part, 8);
		return;
	case DT_KPART_CONST:
		s = const_text(ka->ka_action->ac_ops[i].op_difo, v, &len);
		put_text(dst, op->op_size, s, len);
		return;
	}
	memcpy(where, part + 8, sizeof(where));
	pr = probe_at(f, where[0], where[1]);
	s = pr ? dt_probe_text(pr, v) : "";
	put_text(dst, op->op_size, s, strlen(s));
}

static void put_key(const struct dt_linux_feed *f, const struct dt_kagg *ka, const uint8_t *key,
	uint8_t *out)
{
	uint64_t end = 0;

	memset(out, 0, f->lf_keymax);
	for (uint32_t i = 0; i < ka->ka_desc->ag_nkeys; i++) {
		const struct dt_operand *op = &ka->ka_desc->ag_keys[i];
		uint64_t at = dt_row_add(&end, op->op_align, op->op_size);

		put_part(f, ka, i, key + ka->ka_parts[i].kp_off, out + at);
	}
}

/* The key of a row of cells. */
static void row_key(const struct dt_kagg *ka, uint32_t row, uint8_t *key)
{
	uint32_t where[2] = { ka->ka_source->so_index | ka->ka_view << 24, row };

	for (uint32_t i = 0; i < ka->ka_desc->ag_nkeys; i++) {
		const struct dt_kpart *kp = &ka->ka_parts[i];

		memcpy(key + kp->kp_off, &kp->kp_value, 8);
		if (kp->kp_kind == DT_KPART_PROBE)
			memcpy(key + kp->kp_off + 8, where, sizeof(where));
	}
}

/*
 * Differences.
 */
static void add_difference(struct dt_linux_feed *f, const struct dt_kagg *ka, uint32_t cpu,
	const uint64_t *now, uint64_t *was, const uint8_t *key)
{
	uint64_t *out = f->lf_worddiff, n = now[0] - was[0];
	uint32_t words = ka->ka_words;

	if (n == 0)
		return;
	switch (ka->ka_desc->ag_kind) {
	case DT_ACT_AGG_MIN:
	case DT_ACT_AGG_MAX:
		if (now[1] != f->lf_area[ka->ka_number] + 1)
			return; /* of an older generation; the count isn't looked at again */
		out[0] = now[2];
		break;
	case DT_ACT_AGG_COUNT:
	case DT_ACT_AGG_AVG:
		out[0] = n;
		out[1] = words > 1 ? now[1] - was[1] : 0;
		break;
	case DT_ACT_AGG_STDDEV:
		out[0] = n;
		out[1] = now[1] - was[1];
		out[2] = now[2] - was[2];
		out[3] = now[3] - was[3] - (now[2] < was[2]);
		break;
	default:
		for (uint32_t i = 1; i < words; i++)
			out[i - 1] = now[i] - was[i];
		break;
	}
	memcpy(was, now, 8 * words);
	put_key(f, ka, key, f->lf_keybuf);
	dt_aggregated(f->lf_engine, cpu, ka->ka_desc, f->lf_keybuf, (const int64_t *)out, n);
}

static uint64_t *cpu_area(const struct dt_linux_feed *f, uint32_t cpu)
{
	return (uint64_t *)((uint8_t *)f->lf_area + f->lf_areahead +
		(size_t)cpu * f->lf_areastride);
}

static void drain_cells(struct dt_linux_feed *f, struct dt_kagg *ka)
{
	uint8_t key[DT_FRAME_KEYMAX];
	uint64_t *was = ka->ka_was;

	for (uint32_t cpu = 0; cpu < f->lf_ncpu; cpu++) {
		const uint64_t *now = cpu_area(f, cpu) + (DT_KAREA_CELLS + ka->ka_cell) / 8;

		for (uint32_t row = 0; row < ka->ka_rows;
			row++, now += ka->ka_words, was += ka->ka_words) {
			if (now[0] == was[0])
				continue;
			for (uint32_t i = 0; i < ka->ka_words; i++) /* the count first */
				f->lf_words[i] = __atomic_load_n(&now[i], __ATOMIC_ACQUIRE);
			row_key(ka, row, key);
			add_difference(f, ka, cpu, f->lf_words, was, key);
		}
	}
}

static struct kseen *seen_get(struct dt_linux_feed *f, struct dt_kagg *ka, const uint8_t *key)
{
	uint64_t hash = base_hash_bytes(0, key, ka->ka_keysize);
	struct base_link *ln = base_index_first(&ka->ka_seen, hash);
	struct kseen *ks;

	for (; ln; ln = base_index_next(ln)) {
		ks = BASE_ENTRY(ln, struct kseen, ks_link);
		if (memcmp(ks->ks_data, key, ka->ka_keysize) == 0)
			return ks;
	}
	ks = base_calloc(1, sizeof(*ks) + ka->ka_keysize + (size_t)f->lf_ncpu * ka->ka_words * 8);
	if (!ks)
		return NULL;
	memcpy(ks->ks_data, key, ka->ka_keysize);
	base_index_add(&ka->ka_seen, &ks->ks_link, hash);
	return ks;
}

static void drain_key(struct dt_linux_feed *f, struct dt_kagg *ka, const uint8_t *key,
	const uint64_t *values)
{
	struct kseen *ks = seen_get(f, ka, key);

	for (uint32_t cpu = 0; ks && cpu < f->lf_ncpu; cpu++)
		add_difference(f, ka, cpu, values + (size_t)cpu * ka->ka_words,
			ks->ks_data + ka->ka_keysize / 8 + (size_t)cpu * ka->ka_words, key);
}

/* Returns the number of keys. */
static uint32_t drain_map(struct dt_linux_feed *f, struct dt_kagg *ka, int fd)
{
	size_t one = (size_t)f->lf_ncpu * ka->ka_words * 8;
	uint32_t keys = 0;
	uint64_t token = 0;
	bool first = true, more = true;

	while (more) {
		uint32_t n = BATCH;

		more = dt_bpf_map_batch(fd, first ? NULL : &token, &token, f->lf_batchkeys,
			       f->lf_batchvalues, &n) == 0;
		first = false;
		for (uint32_t i = 0; i < n; i++)
			drain_key(f, ka, f->lf_batchkeys + (size_t)i * ka->ka_keysize,
				(const uint64_t *)(f->lf_batchvalues + i * one));
		keys += n;
	}
	return keys;
}

/* The engine has room for new keys in each interval: the hash must have it, too. */
static void drain_hash(struct dt_linux_feed *f, struct dt_kagg *ka)
{
	int old;

	if (drain_map(f, ka, ka->ka_fd) <= ka->ka_entries / 2)
		return;
	old = dt_kagg_renew(ka);
	if (old < 0)
		return;
	drain_map(f, ka, old);
	close(old);
	base_index_clear(&ka->ka_seen, seen_free);
}

/* The sum over all CPUs since the last call. */
static uint64_t drain_drops(const struct dt_linux_feed *f, unsigned what, uint64_t *was)
{
	uint64_t now = 0, n;

	for (uint32_t cpu = 0; cpu < f->lf_ncpu; cpu++)
		now += __atomic_load_n(cpu_area(f, cpu) + what / 8, __ATOMIC_RELAXED);
	n = now - *was;
	*was = now;
	return n;
}

void dt_kdrain(struct dt_feed *fd)
{
	struct dt_linux_feed *f = (struct dt_linux_feed *)fd;

	for (struct dt_kagg *ka = f->lf_kaggs; ka && f->lf_area; ka = ka->ka_next)
		if (ka->ka_rows != 0)
			drain_cells(f, ka);
		else
			drain_hash(f, ka);
	if (f->lf_area)
		dt_kernel_drops(f->lf_engine, drain_drops(f, DT_KAREA_AGGDROPS, &f->lf_aggdrops),
			drain_drops(f, DT_KAREA_DYNDROPS, &f->lf_dyndrops));
}

/* The extremes so far are those of an older generation from now on. */
void dt_kforget(struct dt_feed *fd, uint32_t aggid)
{
	struct dt_linux_feed *f = (struct dt_linux_feed *)fd;

	for (struct dt_kagg *ka = f->lf_kaggs; ka && f->lf_area; ka = ka->ka_next)
		if (ka->ka_desc->ag_id == aggid)
			__atomic_add_fetch(&f->lf_area[ka->ka_number], 1, __ATOMIC_SEQ_CST);
}
