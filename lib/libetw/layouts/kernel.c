/* The cursor, and the error of the last decoding. */
#include <stdio.h>
#include "kernel.h"

#define SID_MAX_PARTS 15

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

/* Four units at a time: the lowest borrow is in the lowest lane that is 0. */
static uint32_t count_units(const uint8_t *p, uint32_t max)
{
	const uint64_t low = 0x0001000100010001, high = low << 15;
	uint32_t n = 0;

	for (; max - n >= 4; n += 4) {
		uint64_t v = base_u64(p + 2 * (size_t)n), zero = (v - low) & ~v & high;

		if (zero)
			return n + (uint32_t)__builtin_ctzll(zero) / 16;
	}
	while (n < max && base_u16(p + 2 * (size_t)n))
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

/* Whether a SID follows a TOKEN_USER of zeros, as in the records of user-mode loggers. */
static bool sid_follows(const struct kr *k)
{
	static const uint8_t zeros[16];
	size_t n = 2 * (size_t)k->kr_ptrsize;
	const uint8_t *p = k->kr_p;

	return (size_t)(k->kr_end - p) >= n + 8 && !memcmp(p, zeros, n) && p[n] == 1 && p[n + 1] &&
		p[n + 1] <= SID_MAX_PARTS && !memcmp(p + n + 2, zeros, 5);
}

const uint8_t *kr_sid(struct kr *k, const uint8_t **user, uint32_t *len, const char *field)
{
	struct kr start = *k;
	const uint8_t *sid;

	*len = 0;
	if (!kr_u32(k, field) && (k->kr_bad || !sid_follows(&start)))
		return NULL;
	*k = start;
	*user = kr_bytes(k, 2 * (size_t)k->kr_ptrsize, field);
	sid = kr_bytes(k, 8, field);
	if (sid && (sid[1] > SID_MAX_PARTS || !kr_bytes(k, 4 * (size_t)sid[1], field)))
		k->kr_bad = field;
	if (k->kr_bad)
		return NULL;
	*len = 8 + 4 * (uint32_t)sid[1];
	return sid;
}
