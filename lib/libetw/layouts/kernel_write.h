/*
 * kernel_write.h - the cursor for writing the kernel layouts: the inverse of kernel.h. A write past
 * the end makes kw_put() fail with EMSGSIZE.
 */
#ifndef ETL_KERNEL_WRITE_H
#define ETL_KERNEL_WRITE_H

#include "etl.h"

struct kw {
	uint8_t kw_buf[ETL_RECORD_MAX];
	size_t kw_n;
	unsigned kw_ptrsize;
	bool kw_full;
};

void kw_init(struct kw *k, const struct etw_event *ev); /* takes the event's pointer size */
void kw_bytes(struct kw *k, const void *p, size_t n);
void kw_num(struct kw *k, unsigned n, uint64_t v); /* the n low bytes of v */
void kw_ptr(struct kw *k, uint64_t v);
void kw_utf16(struct kw *k, const uint8_t *s, uint32_t units); /* and a NUL */
void kw_ansi(struct kw *k, const char *s, uint32_t len);       /* and a NUL */
/* Appends the record with the hook id of that group and ev_opcode. As etw_writer_put(). */
int kw_put(struct etw_writer *w, struct etw_event *ev, const struct kw *k, enum etw_kind kind,
	unsigned group);

#endif
