/*
 * Context switches, wake-ups, samples and stacks: they are most of a trace, so they are decoded by
 * hand. A test compares this with the tables.
 */
#include "kernel.h"

int etw_decode_cswitch(const struct etw_event *ev, struct etw_cswitch *cs)
{
	struct kr k;

	memset(cs, 0, sizeof(*cs));
	kr_init(&k, ev);
	cs->cs_newtid = kr_u32(&k, "NewThreadId");
	cs->cs_oldtid = kr_u32(&k, "OldThreadId");
	cs->cs_newpri = (int8_t)kr_u8(&k, "NewThreadPriority");
	cs->cs_oldpri = (int8_t)kr_u8(&k, "OldThreadPriority");
	cs->cs_prevcstate = kr_u8(&k, "PreviousCState");
	cs->cs_spare = kr_u8(&k, "SpareByte");
	cs->cs_waitreason = (int8_t)kr_u8(&k, "OldThreadWaitReason");
	cs->cs_flags = kr_u8(&k, "OldThreadWaitMode");
	cs->cs_waitmode = (int8_t)(ev->ev_version >= 3 ? cs->cs_flags & 1 : cs->cs_flags);
	cs->cs_oldstate = (int8_t)kr_u8(&k, "OldThreadState");
	cs->cs_ideal = (int8_t)kr_u8(&k, "OldThreadWaitIdealProcessor");
	if (ev->ev_version >= 2) {
		cs->cs_newwait = kr_u32(&k, "NewThreadWaitTime");
		cs->cs_remaining = kr_u32(&k, "OldThreadRemainingQuantum");
	}
	return kr_done(&k);
}

int etw_decode_ready(const struct etw_event *ev, struct etw_ready *rt)
{
	struct kr k;

	memset(rt, 0, sizeof(*rt));
	kr_init(&k, ev);
	rt->rt_tid = kr_u32(&k, "TThreadId");
	rt->rt_reason = (int8_t)kr_u8(&k, "AdjustReason");
	rt->rt_increment = (int8_t)kr_u8(&k, "AdjustIncrement");
	rt->rt_flags = kr_u8(&k, "Flag");
	kr_u8(&k, "Reserved");
	return kr_done(&k);
}

int etw_decode_sample(const struct etw_event *ev, struct etw_sample *sp)
{
	struct kr k;

	memset(sp, 0, sizeof(*sp));
	kr_init(&k, ev);
	sp->sp_ip = kr_ptr(&k, "InstructionPointer");
	sp->sp_tid = kr_u32(&k, "ThreadId");
	sp->sp_count = kr_u16(&k, "Count");
	if (!kr_empty(&k)) /* Windows Vista stops here */
		sp->sp_flags = kr_u8(&k, "ProfileFlags");
	if (!kr_empty(&k))
		sp->sp_rank = kr_u8(&k, "Rank");
	return kr_done(&k);
}

int etw_decode_stack(const struct etw_event *ev, struct etw_stack *sk)
{
	struct kr k;

	memset(sk, 0, sizeof(*sk));
	kr_init(&k, ev);
	sk->sk_time = kr_u64(&k, "EventTimeStamp");
	sk->sk_pid = kr_u32(&k, "StackProcess");
	sk->sk_tid = kr_u32(&k, "StackThread");
	sk->sk_ptrsize = ev->ev_ptrsize;
	sk->sk_frames = k.kr_p;
	sk->sk_nframes = (uint32_t)(k.kr_end - k.kr_p) / ev->ev_ptrsize;
	kr_bytes(&k, (size_t)sk->sk_nframes * ev->ev_ptrsize, "Stack");
	return kr_done(&k);
}
