/* The cursor, and what the last decoding came to. */
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

int kr_done(const struct kr *k)
{
	left = (uint32_t)(k->kr_end - k->kr_p);
	if (!k->kr_bad)
		return 0;
	snprintf(reason, sizeof(reason), "payload: %s runs past the end", k->kr_bad);
	return -1;
}

int kr_left(uint32_t n)
{
	left = n;
	return 0;
}

int kr_unknown(const struct etw_event *ev)
{
	left = ev->ev_paylen;
	snprintf(reason, sizeof(reason), "payload: opcode %u has no layout", ev->ev_opcode);
	return -1;
}

/* Four units at a time: of the lanes that are 0, the lowest has the lowest borrow. */
static uint32_t count_units(const uint8_t *p, uint32_t max)
{
	const uint64_t low = 0x0001000100010001, high = low << 15;
	uint32_t n = 0;

	for (; max - n >= 4; n += 4) {
		uint64_t v = etl_u64(p + 2 * (size_t)n), zero = (v - low) & ~v & high;

		if (zero)
			return n + (uint32_t)__builtin_ctzll(zero) / 16;
	}
	while (n < max && etl_u16(p + 2 * (size_t)n))
		n++;
	return n;
}

const uint8_t *kr_utf16(struct kr *k, uint32_t *units)
{
	const uint8_t *p = k->kr_p;
	uint32_t max = (uint32_t)(k->kr_end - p) / 2, n = count_units(p, max);

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
