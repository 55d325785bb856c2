/* Events that wait for their stacks: a ring, whose entries reuse their memory. */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "hash.h"
#include "stacks.h"

#define HOLD_NS 500000000u /* user stacks were seen a quarter of a second late */
#define HOLD_EVENTS 65536  /* a power of two */
#define HOLD_BYTES (48u << 20)

/*
 * The ring.
 */
static struct etl_held *hold_at(const struct etl_hold *ho, uint64_t number)
{
	return &ho->ho_ring[number & (ho->ho_size - 1)];
}

struct etl_held *etl_held(const struct etl_hold *ho, uint64_t number)
{
	return number >= ho->ho_head && number < ho->ho_tail ? hold_at(ho, number) : NULL;
}

uint64_t etl_held_key(unsigned file, unsigned keykind, uint64_t key)
{
	return key * 0x9e3779b97f4a7c15u ^ ((uint64_t)file << 3 | keykind);
}

static uint64_t *hold_bucket(const struct etl_hold *ho, unsigned keykind, uint64_t key)
{
	return &ho->ho_hash[base_hash_key(key ^ keykind) & (ho->ho_size - 1)];
}

/* A chain is newest first, so the first entry that is no longer in the ring ends it. */
static struct etl_held *hold_match(const struct etl_hold *ho, uint64_t number, unsigned keykind,
	uint64_t key)
{
	struct etl_held *he;

	for (; number != 0 && (he = etl_held(ho, number - 1)); number = he->he_nexthash)
		if (he->he_keykind == keykind && he->he_key == key)
			return he;
	return NULL;
}

struct etl_held *etl_held_first(const struct etl_hold *ho, unsigned keykind, uint64_t key)
{
	return ho->ho_size == 0 ? NULL :
				  hold_match(ho, *hold_bucket(ho, keykind, key), keykind, key);
}

struct etl_held *etl_held_next(const struct etl_hold *ho, const struct etl_held *he)
{
	return hold_match(ho, he->he_nexthash, he->he_keykind, he->he_key);
}

static void hold_hash(struct etl_hold *ho, struct etl_held *he, uint64_t number)
{
	uint64_t *bucket = hold_bucket(ho, he->he_keykind, he->he_key);

	he->he_nexthash = *bucket;
	*bucket = number + 1;
}

/* Numbers stay the same; places change. */
static bool hold_grow(struct etl_hold *ho)
{
	uint64_t size = ho->ho_size ? ho->ho_size * 2 : 1024, old = ho->ho_size;
	struct etl_held *ring = base_calloc(size, sizeof(*ring)), *was = ho->ho_ring;
	uint64_t *hash = base_calloc(size, sizeof(*hash));

	if (!ring || !hash) {
		free(ring);
		free(hash);
		return false;
	}
	for (uint64_t n = ho->ho_tail - old; n != ho->ho_tail; n++)
		ring[n & (size - 1)] = was[n & (old - 1)];
	free(was);
	free(ho->ho_hash);
	ho->ho_ring = ring;
	ho->ho_hash = hash;
	ho->ho_size = size;
	for (uint64_t n = ho->ho_head; n < ho->ho_tail; n++)
		if (hold_at(ho, n)->he_keykind != 0)
			hold_hash(ho, hold_at(ho, n), n);
	return true;
}

/*
 * Copies.
 */
static const void *hold_moved(const struct etw_event *ev, const uint8_t *copy, const void *p)
{
	const uint8_t *at = p;

	return at >= ev->ev_record && at < ev->ev_record + ev->ev_size ?
		copy + (at - ev->ev_record) :
		p;
}

static bool hold_copy(struct etl_held *he, const struct etw_event *ev)
{
	struct etw_event *to = &he->he_event;

	if (he->he_recsize < ev->ev_size) {
		uint8_t *grown = base_realloc(he->he_record, ev->ev_size + 64);

		if (!grown)
			return false;
		he->he_record = grown;
		he->he_recsize = ev->ev_size + 64;
	}
	memcpy(he->he_record, ev->ev_record, ev->ev_size);
	*to = *ev;
	to->ev_provider = hold_moved(ev, he->he_record, ev->ev_provider);
	to->ev_activity = hold_moved(ev, he->he_record, ev->ev_activity);
	to->ev_ext = hold_moved(ev, he->he_record, ev->ev_ext);
	to->ev_pmc = hold_moved(ev, he->he_record, ev->ev_pmc);
	to->ev_payload = he->he_record + (ev->ev_payload - ev->ev_record);
	to->ev_record = he->he_record;
	return true;
}

/* Returns false if there is no memory; then the event is delivered at once. */
static bool hold_push(struct etl_feed *ef, struct etl_hold *ho, const struct etw_event *ev,
	bool waits)
{
	uint64_t number = ho->ho_tail;
	struct etl_held *he;

	if (ho->ho_tail - ho->ho_head == ho->ho_size && !hold_grow(ho))
		return false;
	he = hold_at(ho, number);
	if (!hold_copy(he, ev))
		return false;
	ho->ho_tail++;
	ho->ho_bytes += ev->ev_size;
	he->he_waits = waits;
	he->he_whole = he->he_leaves = false;
	he->he_keykind = 0;
	he->he_left = 0;
	he->he_tid = ETW_NOID;
	he->he_stack.fr_kernel = he->he_stack.fr_user = he->he_off.fr_kernel = he->he_off.fr_user =
		0;
	if (waits) {
		etl_stack_prepare(ef, ho, he, number);
		if (he->he_keykind != 0)
			hold_hash(ho, he, number);
	}
	return true;
}

static void hold_pop(struct etl_hold *ho)
{
	ho->ho_bytes -= hold_at(ho, ho->ho_head)->he_event.ev_size;
	ho->ho_head++;
}

/*
 * Reading.
 */
static bool hold_ready(const struct etl_hold *ho)
{
	const struct etl_held *he;

	if (ho->ho_head == ho->ho_tail)
		return false;
	he = hold_at(ho, ho->ho_head);
	return !he->he_waits || (he->he_whole && !he->he_leaves) || ho->ho_eof ||
		ho->ho_readns - he->he_event.ev_ns > HOLD_NS || ho->ho_bytes > HOLD_BYTES ||
		ho->ho_tail - ho->ho_head >= HOLD_EVENTS;
}

static bool hold_release(struct etl_feed *ef, struct etl_hold *ho)
{
	ho->ho_now = hold_at(ho, ho->ho_head);
	ho->ho_delivered = true;
	ef->ef_event = ho->ho_now->he_event;
	return true;
}

bool etl_hold_next(struct etl_feed *ef)
{
	struct etl_hold *ho = ef->ef_hold;

	if (ho->ho_delivered)
		hold_pop(ho);
	ho->ho_delivered = false;
	ho->ho_now = NULL;
	for (;;) {
		enum etl_interest want;

		if (hold_ready(ho))
			return hold_release(ef, ho);
		if (ho->ho_eof || dt_stopping(ef->ef_feed.fd_engine))
			return false;
		if (!etl_read(ef, &ef->ef_event)) {
			ho->ho_eof = true;
			continue;
		}
		ho->ho_readns = ef->ef_event.ev_ns;
		etl_stack_bring(ef, ho, &ef->ef_event);
		want = etl_interest(ef, &ef->ef_event);
		if (want == ETL_STACK || ho->ho_head != ho->ho_tail) {
			if (want == ETL_NONE || hold_push(ef, ho, &ef->ef_event, want == ETL_STACK))
				continue;
		}
		return true;
	}
}

int etl_hold_start(struct etl_feed *ef)
{
	static const char *const leaving[] = { "off-cpu", "sleep", "preempt" };
	struct dt_engine *en = ef->ef_feed.fd_engine;

	ef->ef_hold = base_calloc(1, sizeof(*ef->ef_hold));
	if (!ef->ef_hold)
		return -1;
	for (unsigned i = 0; i < sizeof(leaving) / sizeof(leaving[0]); i++)
		ef->ef_hold->ho_off |= etl_reads_stack(
			dt_probe_find(en, "sched", "", "event", leaving[i]));
	return 0;
}

void etl_hold_free(struct etl_feed *ef)
{
	struct etl_hold *ho = ef->ef_hold;

	for (uint64_t i = 0; ho && i < ho->ho_size; i++) {
		free(ho->ho_ring[i].he_record);
		free(ho->ho_ring[i].he_stack.fr_pcs);
		free(ho->ho_ring[i].he_off.fr_pcs);
	}
	if (ho) {
		free(ho->ho_ring);
		free(ho->ho_hash);
	}
	free(ho);
	ef->ef_hold = NULL;
}

/* Stacks of a firing. */
static void hold_give(const struct etl_frames *fr, struct dt_firing *fi)
{
	if (fr->fr_kernel != 0)
		fi->fi_kstack = (struct dt_stack){ fr->fr_pcs, fr->fr_kernel };
	if (fr->fr_user != 0)
		fi->fi_ustack = (struct dt_stack){ fr->fr_pcs + fr->fr_kernel, fr->fr_user };
	if (fr->fr_kernel > 1)
		fi->fi_caller = fr->fr_pcs[1];
	if (fr->fr_user > 1)
		fi->fi_ucaller = fr->fr_pcs[fr->fr_kernel + 1];
}

void etl_hold_stack(struct etl_feed *ef, const thread_t *t, struct dt_firing *fi)
{
	const struct etl_held *he = ef->ef_hold ? ef->ef_hold->ho_now : NULL;

	if (!he || !he->he_waits)
		return;
	if (he->he_event.ev_hookid != ETL_CSWITCH)
		hold_give(&he->he_stack, fi);
	else if ((uint32_t)t->t_tid == he->he_tid && he->he_tid != 0)
		hold_give(&he->he_stack, fi);
	else if ((uint32_t)t->t_tid == he->he_oldtid)
		hold_give(&he->he_off, fi);
}
