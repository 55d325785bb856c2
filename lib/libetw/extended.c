#include "etl.h"

/* record.c has checked the items when the event was read; here they are only walked. */
int etw_ext_next(const struct etw_event *ev, struct etw_ext *x)
{
	const uint8_t *p = x->xt_next ? x->xt_next : ev->ev_ext;

	if (!p || p >= ev->ev_ext + ev->ev_extlen)
		return 0;
	x->xt_type = base_u16(p + 2);
	x->xt_len = base_u16(p + 6);
	x->xt_data = p + 8;
	x->xt_next = p + base_u16(p);
	return 1;
}

int etw_ext_find(const struct etw_event *ev, uint16_t type, struct etw_ext *x)
{
	memset(x, 0, sizeof(*x));
	while (etw_ext_next(ev, x))
		if (x->xt_type == type)
			return 1;
	return 0;
}
