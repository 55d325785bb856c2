/* PerfInfo and StackWalk: profile samples and the stacks that belong to other events. */
#include "kernel.h"

int etw_decode_sample(const struct etw_event *ev, struct etw_sample *sp)
{
	struct kr k;

	memset(sp, 0, sizeof(*sp));
	kr_init(&k, ev);
	sp->sp_ip = kr_ptr(&k, "instruction pointer");
	sp->sp_tid = kr_u32(&k, "thread id");
	sp->sp_count = kr_u16(&k, "count");
	if (!kr_empty(&k)) { /* Windows Vista stops here */
		sp->sp_flags = kr_u8(&k, "flags");
		sp->sp_rank = kr_u8(&k, "rank");
	}
	return kr_done(&k);
}

int etw_decode_stack(const struct etw_event *ev, struct etw_stack *sk)
{
	struct kr k;

	memset(sk, 0, sizeof(*sk));
	kr_init(&k, ev);
	sk->sk_time = kr_u64(&k, "event's time");
	sk->sk_pid = kr_u32(&k, "process id");
	sk->sk_tid = kr_u32(&k, "thread id");
	sk->sk_ptrsize = ev->ev_ptrsize;
	sk->sk_frames = k.kr_p;
	sk->sk_nframes = (uint32_t)(k.kr_end - k.kr_p) / ev->ev_ptrsize;
	return kr_done(&k);
}
