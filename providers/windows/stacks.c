/*
 * From a stack record to the events that wait for it.
 */
#include <stdlib.h>
#include <string.h>
#include "alloc.h"
#include "stacks.h"

#define SAME_MAX 1024 /* events of one key: usually at most one for each CPU; more are corrupt */

/*
 * Frames.
 */
static bool frames_room(struct etl_frames *fr, uint32_t more)
{
	uint32_t want = fr->fr_kernel + fr->fr_user + more;
	uint64_t *grown;

	if (want <= fr->fr_max)
		return true;
	if (want > STACK_MAXFRAMES)
		return false;
	grown = base_realloc(fr->fr_pcs, (want + 16) * sizeof(*grown));
	if (!grown)
		return false;
	fr->fr_pcs = grown;
	fr->fr_max = want + 16;
	return true;
}

/* the upper half of the addresses that there are; a damaged stack may have others */
#define KERNEL64 UINT64_C(0xffff800000000000)

static bool frame_kernel(const struct etw_stack *sk, uint64_t pc)
{
	return pc >= (sk->sk_ptrsize == 8 ? KERNEL64 : UINT64_C(0x80000000));
}

static uint32_t frames_kernel(const struct etw_stack *sk)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < sk->sk_nframes; i++)
		n += frame_kernel(sk, etw_stack_frame(sk, i));
	return n;
}

/*
 * A record has both halves, or one. Each half is taken once, because two stacks of one time are
 * different. Halves may alternate: the kernel calls window procedures in user mode.
 */
static void frames_add(struct etl_frames *fr, const struct etw_stack *sk)
{
	uint32_t n = sk->sk_nframes, inkernel = frames_kernel(sk);
	uint32_t nk = fr->fr_kernel == 0 ? inkernel : 0, nu = fr->fr_user == 0 ? n - inkernel : 0;
	uint64_t *k, *u;

	if (nk + nu == 0 || !frames_room(fr, nk + nu))
		return;
	memmove(fr->fr_pcs + fr->fr_kernel + nk, fr->fr_pcs + fr->fr_kernel,
		fr->fr_user * sizeof(*fr->fr_pcs));
	k = fr->fr_pcs + fr->fr_kernel;
	u = k + nk + fr->fr_user;
	for (uint32_t i = 0; i < n; i++) {
		uint64_t pc = etw_stack_frame(sk, i);

		if (frame_kernel(sk, pc) ? nk != 0 : nu != 0)
			*(frame_kernel(sk, pc) ? k++ : u++) = pc;
	}
	fr->fr_kernel += nk;
	fr->fr_user += nu;
}

/* Kernel threads have no user half. */
static bool stack_whole(const struct etl_frames *fr, uint32_t pid)
{
	return fr->fr_user != 0 || pid == 0 || pid == 4 || pid == ETW_NOID;
}

/* Context switches: the stack of the thread that comes back is the one from when it left. */
#define LEFT(ho, tid) \
	(&(ho)->ho_left[(tid) / 4 % (sizeof((ho)->ho_left) / sizeof((ho)->ho_left[0]))])

static void switch_prepare(struct etl_hold *ho, struct etl_held *he, uint64_t number)
{
	struct etw_cswitch cs;

	he->he_newtid = he->he_oldtid = 0;
	if (etw_decode_cswitch(&he->he_event, &cs) < 0)
		return;
	he->he_newtid = cs.cs_newtid;
	he->he_oldtid = cs.cs_oldtid;
	he->he_left = cs.cs_newtid != 0 ? *LEFT(ho, cs.cs_newtid) : 0;
	if (cs.cs_oldtid != 0)
		*LEFT(ho, cs.cs_oldtid) = number + 1;
	he->he_leaves = ho->ho_off && cs.cs_oldtid != 0;
}

static void switch_return(struct etl_hold *ho, const struct etl_held *he,
	const struct etw_stack *sk)
{
	struct etl_held *left = he->he_left != 0 ? etl_held(ho, he->he_left - 1) : NULL;

	if (!left || left->he_oldtid != he->he_newtid || sk->sk_tid != he->he_newtid)
		return;
	frames_add(&left->he_off, sk);
	if (stack_whole(&left->he_off, sk->sk_pid))
		left->he_leaves = false;
}

void etl_stack_give(const struct etw_stack *sk, uint64_t pcs[STACK_MAXFRAMES], struct dt_firing *fi)
{
	uint32_t n = sk->sk_nframes < STACK_MAXFRAMES ? sk->sk_nframes : STACK_MAXFRAMES;
	uint64_t *p = pcs;

	for (uint32_t i = 0; i < n; i++)
		if (frame_kernel(sk, etw_stack_frame(sk, i)))
			*p++ = etw_stack_frame(sk, i);
	fi->fi_kstack = (struct dt_stack){ p > pcs ? pcs : NULL, (uint32_t)(p - pcs) };
	fi->fi_ustack = (struct dt_stack){ p < pcs + n ? p : NULL, n - (uint32_t)(p - pcs) };
	for (uint32_t i = 0; i < n; i++)
		if (!frame_kernel(sk, etw_stack_frame(sk, i)))
			*p++ = etw_stack_frame(sk, i);
}

/* Assigning stacks to events. */
static void stack_to(struct etl_hold *ho, struct etl_held *he, const struct etw_stack *sk)
{
	if (he->he_event.ev_hookid == ETL_CSWITCH) {
		if (sk->sk_tid == he->he_oldtid) {
			frames_add(&he->he_off, sk);
			he->he_leaves = !stack_whole(&he->he_off, sk->sk_pid);
			return;
		}
		switch_return(ho, he, sk);
	}
	he->he_tid = sk->sk_tid;
	frames_add(&he->he_stack, sk);
	he->he_whole = stack_whole(&he->he_stack, sk->sk_pid);
}

static bool stack_fits(const struct etl_held *he, const struct etw_stack *sk)
{
	return he->he_event.ev_tid == ETW_NOID || he->he_event.ev_tid == sk->sk_tid ||
		sk->sk_tid == ETW_NOID;
}

/*
 * Of the events of that time, those of the same CPU, if there are any; of these, those of the same
 * thread, if there are any.
 */
static unsigned stack_rank(const struct etl_held *he, const struct etw_event *ev,
	const struct etw_stack *sk)
{
	return (he->he_event.ev_cpu == ev->ev_cpu ? 2u : 0u) + (stack_fits(he, sk) ? 1u : 0u);
}

static void bring_by_time(struct etl_hold *ho, const struct etw_event *ev,
	const struct etw_stack *sk)
{
	uint64_t key = etl_held_key(ev->ev_file, HOLD_BY_TIME, sk->sk_time);
	struct etl_held *first = etl_held_first(ho, HOLD_BY_TIME, key), *he;
	unsigned best = 0, n = 0;

	for (he = first; he && n++ < SAME_MAX; he = etl_held_next(ho, he))
		best = stack_rank(he, ev, sk) > best ? stack_rank(he, ev, sk) : best;
	n = 0;
	for (he = first; he && n++ < SAME_MAX; he = etl_held_next(ho, he))
		if (stack_rank(he, ev, sk) == best)
			stack_to(ho, he, sk);
}

static void bring_keyed(struct etl_feed *ef, struct etl_hold *ho, const struct etw_event *ev)
{
	struct etw_stackkey sk;
	struct etw_stack st;

	if (etw_decode_stackkey(ev, &sk) < 0 ||
		!etl_stackkeys_find(ef, ev->ev_file, sk.sk_key, ev->ev_raw, &st))
		return;
	st.sk_time = sk.sk_time;
	st.sk_pid = sk.sk_pid;
	st.sk_tid = sk.sk_tid;
	bring_by_time(ho, ev, &st);
}

/* The frames of an item, by its key if necessary. */
static bool item_frames(struct etl_feed *ef, const struct etw_event *ev, struct etw_extstack *xs)
{
	struct etw_stack st;

	if (!xs->xs_keyed)
		return true;
	if (!etl_stackkeys_find(ef, ev->ev_file, xs->xs_key, ev->ev_raw, &st))
		return false;
	st.sk_pid = xs->xs_stack.sk_pid;
	st.sk_tid = xs->xs_stack.sk_tid;
	xs->xs_stack = st;
	return true;
}

static void bring_half(struct etl_feed *ef, struct etl_hold *ho, const struct etw_event *ev)
{
	struct etw_extstack xs;
	unsigned n = 0;
	uint64_t key;

	if (!etw_ext_stack(ev, &xs) || xs.xs_match == 0 || !item_frames(ef, ev, &xs))
		return;
	key = etl_held_key(ev->ev_file, HOLD_BY_MATCH, xs.xs_match);
	for (struct etl_held *he = etl_held_first(ho, HOLD_BY_MATCH, key); he && n++ < SAME_MAX;
		he = etl_held_next(ho, he)) {
		frames_add(&he->he_stack, &xs.xs_stack);
		he->he_whole = he->he_stack.fr_kernel != 0 && he->he_stack.fr_user != 0;
	}
}

static uint64_t thread_key(const struct etw_event *ev)
{
	return etl_held_key(ev->ev_file, HOLD_BY_THREAD, (uint64_t)ev->ev_pid << 32 | ev->ev_tid);
}

static void bring_clr(struct etl_feed *ef, struct etl_hold *ho, const struct etw_event *ev)
{
	struct etl_held *he = etl_held_first(ho, HOLD_BY_THREAD, thread_key(ev));
	const struct etw_clrstack *cs;
	size_t used;

	if (he && !he->he_whole && ev->ev_id == ETL_CLR_STACKWALK &&
		(cs = etl_decoded(&ef->ef_feed, ev, &used)))
		stack_to(ho, he,
			&(struct etw_stack){ .sk_pid = ev->ev_pid,
				.sk_tid = ev->ev_tid,
				.sk_ptrsize = ev->ev_ptrsize,
				.sk_frames = cs->cs_frames,
				.sk_nframes = cs->cs_nframes });
}

static bool is_clr(const struct etw_event *ev)
{
	return ev->ev_kind == ETW_EVENT && etw_guid_eq(ev->ev_provider, &etw_clr_runtime);
}

void etl_stack_bring(struct etl_feed *ef, struct etl_hold *ho, const struct etw_event *ev)
{
	struct etw_stack sk;

	if (ev->ev_hookid == ETW_STACKWALK) {
		if (etw_decode_stack(ev, &sk) == 0)
			bring_by_time(ho, ev, &sk);
	} else if (ev->ev_hookid == ETW_STACK_KERNELKEY || ev->ev_hookid == ETW_STACK_USERKEY) {
		bring_keyed(ef, ho, ev);
	} else if (ev->ev_kind == ETW_EVENT && ev->ev_id == ETW_STACK_HALF &&
		etw_guid_eq(ev->ev_provider, &etw_guid_eventtracing)) {
		bring_half(ef, ho, ev);
	} else if (ev->ev_id == ETL_CLR_STACKWALK && is_clr(ev)) {
		bring_clr(ef, ho, ev);
	}
}

/*
 * Waiting.
 */
static void prepare_item(struct etl_feed *ef, struct etl_held *he, struct etw_extstack *xs)
{
	if (xs->xs_match != 0) {
		he->he_keykind = HOLD_BY_MATCH;
		he->he_key = etl_held_key(he->he_event.ev_file, HOLD_BY_MATCH, xs->xs_match);
	}
	if (item_frames(ef, &he->he_event, xs))
		frames_add(&he->he_stack, &xs->xs_stack);
	he->he_whole = xs->xs_match == 0;
}

void etl_stack_prepare(struct etl_feed *ef, struct etl_hold *ho, struct etl_held *he,
	uint64_t number)
{
	const struct etw_event *ev = &he->he_event;
	struct etw_extstack xs;

	if (ev->ev_hookid != ETW_NOHOOK) {
		he->he_keykind = HOLD_BY_TIME;
		he->he_key = etl_held_key(ev->ev_file, HOLD_BY_TIME, ev->ev_raw);
		if (ev->ev_hookid == ETL_CSWITCH)
			switch_prepare(ho, he, number);
	} else if (etw_ext_stack(ev, &xs)) {
		prepare_item(ef, he, &xs);
	} else if (is_clr(ev) && ev->ev_id != ETL_CLR_STACKWALK) {
		he->he_keykind = HOLD_BY_THREAD;
		he->he_key = thread_key(ev);
	} else {
		he->he_whole = true;
	}
}
