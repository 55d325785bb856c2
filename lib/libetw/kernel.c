#include <stdio.h>
#include "kernel.h"

static _Thread_local char reason[96];

const char *etw_decode_error(void)
{
	return reason;
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
	if (!k->kr_bad)
		return 0;
	snprintf(reason, sizeof(reason), "payload: %s runs past the end", k->kr_bad);
	return -1;
}

const uint8_t *kr_bytes(struct kr *k, size_t n, const char *field)
{
	const uint8_t *p = k->kr_p;

	if (k->kr_bad || n > (size_t)(k->kr_end - p)) {
		if (!k->kr_bad)
			k->kr_bad = field;
		return NULL;
	}
	k->kr_p += n;
	return p;
}

uint8_t kr_u8(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 1, field);

	return p ? *p : 0;
}

uint16_t kr_u16(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 2, field);

	return p ? etl_u16(p) : 0;
}

uint32_t kr_u32(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 4, field);

	return p ? etl_u32(p) : 0;
}

uint64_t kr_u64(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 8, field);

	return p ? etl_u64(p) : 0;
}

uint64_t kr_ptr(struct kr *k, const char *field)
{
	return k->kr_ptrsize == 4 ? kr_u32(k, field) : kr_u64(k, field);
}

const uint8_t *kr_utf16(struct kr *k, uint32_t *units)
{
	const uint8_t *p = k->kr_p;
	uint32_t n = 0, max = (uint32_t)(k->kr_end - p) / 2;

	while (n < max && etl_u16(p + 2 * (size_t)n))
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
