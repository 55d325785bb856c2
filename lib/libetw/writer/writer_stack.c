/* The layouts of kernel_stack.c, written. */
#include "etw_stack.h"
#include "kernel_write.h"

static void put_frames(struct kw *k, const struct etw_stack *sk)
{
	for (uint32_t i = 0; i < sk->sk_nframes; i++)
		kw_ptr(k, etw_stack_frame(sk, i));
}

int etw_write_stackkey(struct etw_writer *w, struct etw_event *ev, const struct etw_stackkey *sk)
{
	struct kw k;

	kw_init(&k, ev);
	kw_num(&k, 8, sk->sk_time);
	kw_num(&k, 4, sk->sk_pid);
	kw_num(&k, 4, sk->sk_tid);
	kw_ptr(&k, sk->sk_key);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x18);
}

int etw_write_stackdef(struct etw_writer *w, struct etw_event *ev, const struct etw_stackdef *sd)
{
	struct kw k;

	kw_init(&k, ev);
	kw_ptr(&k, sd->sd_key);
	put_frames(&k, &sd->sd_stack);
	return kw_put(w, ev, &k, ETW_PERFINFO, 0x18);
}
