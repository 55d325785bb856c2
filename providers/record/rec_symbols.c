/*
 * Symbols travel with the trace: at its end, the names of the functions that its stacks are in.
 *
 * Every address of a stack is noted once for its process; a small cache keeps most from being
 * looked up again. Names are found at the end, when they are the fewest; by then a process may have
 * ended, but what it had mapped is known.
 */
#include <stdlib.h>
#include "grow.h"
#include "hash.h"
#include "recorder.h"

#define PCS_MAX (1u << 20)

static uint64_t pc_key(uint32_t pid, uint64_t pc)
{
	return base_hash_u64(base_hash_u64(0x9e3779b97f4a7c15u, pid), pc);
}

void rec_symbols_init(struct dt_recorder *rc)
{
	rc->rc_pcs = (struct base_table){ .mp_size = sizeof(uint64_t), .mp_max = PCS_MAX };
	rc->rc_named = (struct base_table){ .mp_size = sizeof(uint64_t), .mp_max = PCS_MAX };
}

void rec_symbols_see(struct dt_recorder *rc, uint32_t pid, const struct dt_stack *st)
{
	for (uint32_t i = 0; st->st_pcs && i < st->st_depth && i < REC_FRAMES; i++) {
		uint64_t pc = st->st_pcs[i], key = pc_key(pc >> 63 ? 0 : pid, pc);
		uint64_t *recent = &rc->rc_recent[key % REC_RECENT];
		uint64_t *known;

		if (*recent == key)
			continue;
		*recent = key;
		known = base_table_add(&rc->rc_pcs, key);
		if (known && *known == 0 && base_more(rc->rc_seen, rc->rc_nseen)) {
			rc->rc_seen[rc->rc_nseen++] = (struct rec_pc){ pc, pc >> 63 ? 0 : pid };
			*known = 1;
		}
	}
}

/* A function's size is as far as the trace's addresses go: more isn't asked for. */
static void symbol_write(struct dt_recorder *rc, const struct dt_firing *fi,
	const struct dt_symbol_at *sa)
{
	uint64_t key = base_hash_more(base_hash_u64(0, sa->sa_offset), sa->sa_image);
	uint64_t *size = base_table_add(&rc->rc_named, key);

	if (!size || *size > sa->sa_delta)
		return;
	*size = sa->sa_delta + 1;
	etw_self_begin(&rc->rc_self, "Symbol");
	etw_self_text(&rc->rc_self, "Image", sa->sa_image);
	etw_self_hex(&rc->rc_self, "Offset", sa->sa_offset);
	etw_self_u64(&rc->rc_self, "Size", sa->sa_delta + 1);
	etw_self_text(&rc->rc_self, "Name", sa->sa_name);
	rec_self_put(rc, fi, sa->sa_kernel ? DT_RECORDED_KSYMBOL : DT_RECORDED_SYMBOL);
}

static int compare(const void *va, const void *vb)
{
	const struct rec_pc *a = va, *b = vb;

	return a->pc_addr != b->pc_addr ? (a->pc_addr > b->pc_addr ? -1 : 1) :
					  (a->pc_pid > b->pc_pid) - (a->pc_pid < b->pc_pid);
}

/* From the highest address down, so that the first one seen in a function is its farthest. */
void rec_symbols_write(struct dt_recorder *rc, const struct dt_firing *fi)
{
	struct dt_symbol_at sa;

	if (rc->rc_nseen != 0)
		qsort(rc->rc_seen, rc->rc_nseen, sizeof(*rc->rc_seen), compare);
	for (unsigned i = 0; i < rc->rc_nseen; i++)
		if (dt_symbol_of(rc->rc_engine, rc->rc_seen[i].pc_pid, rc->rc_seen[i].pc_addr, &sa))
			symbol_write(rc, fi, &sa);
}

void rec_symbols_fini(struct dt_recorder *rc)
{
	base_table_clear(&rc->rc_pcs);
	base_table_clear(&rc->rc_named);
	free(rc->rc_seen);
}
