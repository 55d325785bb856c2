/* Stacks in extended items. */
#include "etl.h"
#include "etw_stack.h"

const struct etw_guid etw_guid_eventtracing = { 0xb675ec37, 0xbdb6, 0x4648,
	{ 0xbc, 0x92, 0xf3, 0xfd, 0xc7, 0x4d, 0x3c, 0xa2 } };

static int item_stack(const struct etw_ext *x, struct etw_extstack *xs)
{
	memset(xs, 0, sizeof(*xs));
	if (x->xt_len < 8)
		return 0;
	xs->xs_match = base_u64(x->xt_data);
	xs->xs_keyed = x->xt_type == ETW_EXT_STACK_KEY32 || x->xt_type == ETW_EXT_STACK_KEY64;
	if (xs->xs_keyed) {
		if (x->xt_len < (x->xt_type == ETW_EXT_STACK_KEY32 ? 12 : 16))
			return 0;
		xs->xs_key = x->xt_type == ETW_EXT_STACK_KEY32 ? base_u32(x->xt_data + 8) :
								 base_u64(x->xt_data + 8);
		return 1;
	}
	xs->xs_stack.sk_ptrsize = x->xt_type == ETW_EXT_STACK32 ? 4 : 8;
	xs->xs_stack.sk_frames = x->xt_data + 8;
	xs->xs_stack.sk_nframes = (x->xt_len - 8u) / xs->xs_stack.sk_ptrsize;
	return 1;
}

int etw_ext_stack(const struct etw_event *ev, struct etw_extstack *xs)
{
	struct etw_ext x = { 0 };

	while (etw_ext_next(ev, &x))
		if ((x.xt_type == ETW_EXT_STACK32 || x.xt_type == ETW_EXT_STACK64 ||
			    x.xt_type == ETW_EXT_STACK_KEY32 || x.xt_type == ETW_EXT_STACK_KEY64) &&
			item_stack(&x, xs)) {
			xs->xs_stack.sk_pid = ev->ev_pid;
			xs->xs_stack.sk_tid = ev->ev_tid;
			return 1;
		}
	return 0;
}
