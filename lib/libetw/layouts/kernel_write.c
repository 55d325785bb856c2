/* The cursor of the kernel layouts' writers. */
#include <errno.h>
#include "kernel_write.h"

void kw_init(struct kw *k, const struct etw_event *ev)
{
	k->kw_n = 0;
	k->kw_ptrsize = ev->ev_ptrsize;
	k->kw_full = false;
}

void kw_bytes(struct kw *k, const void *p, size_t n)
{
	if (n > sizeof(k->kw_buf) - k->kw_n) {
		k->kw_full = true;
		return;
	}
	if (n)
		memcpy(k->kw_buf + k->kw_n, p, n);
	k->kw_n += n;
}

void kw_num(struct kw *k, unsigned n, uint64_t v)
{
	kw_bytes(k, &v, n); /* little-endian, as all of this room */
}

void kw_ptr(struct kw *k, uint64_t v)
{
	kw_num(k, k->kw_ptrsize, v);
}

void kw_utf16(struct kw *k, const uint8_t *s, uint32_t units)
{
	kw_bytes(k, s, 2 * (size_t)units);
	kw_num(k, 2, 0);
}

void kw_ansi(struct kw *k, const char *s, uint32_t len)
{
	kw_bytes(k, s, len);
	kw_num(k, 1, 0);
}

int kw_put(struct etw_writer *w, struct etw_event *ev, const struct kw *k, enum etw_kind kind,
	unsigned group)
{
	if (k->kw_full) {
		errno = EMSGSIZE;
		return -1;
	}
	ev->ev_kind = kind;
	ev->ev_hookid = (uint16_t)(group << 8 | ev->ev_opcode);
	ev->ev_payload = k->kw_buf;
	ev->ev_paylen = (uint32_t)k->kw_n;
	return etw_writer_put(w, ev);
}
