/*
 * Layouts: from a payload to a structure, and back.
 *
 *   kernel.c        the bounded cursor that every decoder reads through; kernel_write.c the one
 *                   that every encoder writes through
 *   kernel_*.c      the kernel's own events, in all their versions and both pointer sizes
 *   kprocess.c      processes as the provider Kernel-Process describes them
 *   layout.c        the tables of all other layouts (layout.h), which layouts.awk makes from
 *                   clr.def (the .NET runtime) and config.def (system configuration, image
 *                   identification)
 *   record_read.c   from a payload to a record (etw_records.h) by these tables; record_write.c back
 *
 * mof.def has the kernel's layouts as text, for names and fields.
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

/* Strings end at their NUL, or at the end of the payload; the count leaves out the NUL. */
const uint8_t *kr_utf16(struct kr *k, uint32_t *units);
const char *kr_ansi(struct kr *k, uint32_t *len);

/* Every context switch of a trace passes through these. */
static inline const uint8_t *kr_bytes(struct kr *k, size_t n, const char *field)
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

static inline uint8_t kr_u8(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 1, field);

	return p ? *p : 0;
}

static inline uint16_t kr_u16(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 2, field);

	return p ? base_u16(p) : 0;
}

static inline uint32_t kr_u32(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 4, field);

	return p ? base_u32(p) : 0;
}

static inline uint64_t kr_u64(struct kr *k, const char *field)
{
	const uint8_t *p = kr_bytes(k, 8, field);

	return p ? base_u64(p) : 0;
}

static inline uint64_t kr_ptr(struct kr *k, const char *field)
{
	return k->kr_ptrsize == 4 ? kr_u32(k, field) : kr_u64(k, field);
}

static inline bool kr_empty(const struct kr *k)
{
	return k->kr_p == k->kr_end;
}

#endif
