/*
 * kernel.h - the cursor that the kernel layouts are read through. A read past the end gives
 * zero, is remembered with the name of the field, and makes kr_done() fail.
 */
#ifndef ETL_KERNEL_H
#define ETL_KERNEL_H

#include "etl.h"

struct kr {
	const uint8_t *kr_p, *kr_end;
	unsigned kr_ptrsize;
	const char *kr_bad; /* the first field that did not fit */
};

void kr_init(struct kr *k, const struct etw_event *ev);
/* 0, or -1 and the reason for etw_decode_error(). */
int kr_done(const struct kr *k);

uint8_t kr_u8(struct kr *k, const char *field);
uint16_t kr_u16(struct kr *k, const char *field);
uint32_t kr_u32(struct kr *k, const char *field);
uint64_t kr_u64(struct kr *k, const char *field);
uint64_t kr_ptr(struct kr *k, const char *field);
const uint8_t *kr_bytes(struct kr *k, size_t n, const char *field);
/* Strings end at their NUL, or at the end of the payload; the count leaves out the NUL. */
const uint8_t *kr_utf16(struct kr *k, uint32_t *units);
const char *kr_ansi(struct kr *k, uint32_t *len);

static inline bool kr_empty(const struct kr *k)
{
	return k->kr_p == k->kr_end;
}

#endif
