/*
 * Layouts: each is stated once, and decoding and encoding are made from it.
 *
 * The kernel's events: mof.def has their layouts, bind.def says which member of a struct holds
 * which field. mofgen.c compiles the two to constant tables when the library is built;
 * kernel_plan.h says what is in them.
 *
 *   kernel.c          the bounded cursor below, and the reason why a decoding failed
 *   decode.c          from a payload to a struct, by the tables
 *   kernel_records.c  the public decoders for which the tables are enough
 *   kernel_hot.c      the four most frequent events by hand, for speed
 *   kernel_stack.c    stacks in extended items
 *   kernel_write.c    the cursor through which payloads are written: kernel_write.h
 *
 * All others:
 *
 *   layout.c          the tables of layout.h, which layouts.awk makes from clr.def (the .NET
 *                     runtime) and config.def (system configuration, image identification)
 *   record_read.c     from a payload to a record (etw_records.h) by these tables; record_write.c
 *                     back
 *   kprocess.c        processes as the provider Kernel-Process describes them
 *
 * The cursor: a read past the end gives zero, is remembered with the name of the field, and makes
 * kr_done() fail. Invariant: kr_p <= kr_end, whatever the payload says.
 */
#ifndef ETL_KERNEL_H
#define ETL_KERNEL_H

#include "etl.h"

struct kr {
	const uint8_t *kr_p, *kr_end;
	unsigned kr_ptrsize;
	const char *kr_bad; /* the first field that did not fit */
};

/* 0, or -1 and the reason for etw_decode_error(). */
int kr_done(const struct kr *k);
/* Returns 0: no error; n bytes are left over. */
int kr_left(uint32_t n);
/* Returns -1 and sets the reason: the event's opcode is unknown. */
int kr_unknown(const struct etw_event *ev);

/* Strings end at their NUL, or at the end of the payload; the count leaves out the NUL. */
const uint8_t *kr_utf16(struct kr *k, uint32_t *units);
const char *kr_ansi(struct kr *k, uint32_t *len);
/*
 * Four zero bytes, for which it returns NULL; or a TOKEN_USER (two pointers of the traced machine,
 * meaningless here) and the SID after it.
 */
const uint8_t *kr_sid(struct kr *k, const uint8_t **user, uint32_t *len, const char *field);

/* Every context switch of a trace passes through these. */
static inline void kr_init(struct kr *k, const struct etw_event *ev)
{
	k->kr_p = ev->ev_payload;
	k->kr_end = ev->ev_payload + ev->ev_paylen;
	k->kr_ptrsize = ev->ev_ptrsize;
	k->kr_bad = NULL;
}

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
