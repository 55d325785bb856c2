#include <stdio.h>
#include "kernel.h"

static _Thread_local char reason[96];
static _Thread_local uint32_t left;

const char *etw_decode_error(void)
{
	return reason;
}

uint32_t etw_decode_left(void)
{
	return left;
}

void kr_init(struct kr *k, const struct etw_event *ev)
{
	k->kr_p = ev->ev_payload;
	k->kr_end = ev->ev_payload + ev->ev_paylen;
	k->kr_ptrsize = ev->ev_ptrsize;
	k->kr_bad = NULL;
}

int kr_done(const struct kr *k)
{
	left = (uint32_t)(k->kr_end - k->kr_p);
	if (!k->kr_bad)
		return 0;
	snprintf(reason, sizeof(reason), "payload: %s runs past the end", k->kr_bad);
	return -1;
}

const uint8_t *kr_utf16(struct kr *k, uint32_t *units)
{
	const uint8_t *p = k->kr_p;
	uint32_t n = 0, max = (uint32_t)(k->kr_end - p) / 2;

	while (n < max && base_u16(p + 2 * (size_t)n))
		n++;
	*units = n;
	k->kr_p = n < max ? p + 2 * (size_t)n + 2 : k->kr_end;
	return p;
}

const char *kr_ansi(struct kr *k, uint32_t *len)
{
	const uint8_t *p = k->kr_p;
	size_t max = (size_t)(k->kr_end - p);
	const uint8_t *nul = max ? memchr(p, 0, max) : NULL;

	*len = (uint32_t)(nul ? (size_t)(nul - p) : max);
	k->kr_p = nul ? nul + 1 : k->kr_end;
	return (const char *)p;
}
