/* A struct to a payload, by plan: the inverse of decode.c. */
#include <errno.h>
#include "encode.h"
#include "kernel_write.h"

static uint64_t get(const uint8_t *p, size_t n)
{
	uint64_t v = 0;

	memcpy(&v, p, n);
	return v;
}

static const void *get_address(const uint8_t *p)
{
	const void *v;

	memcpy(&v, p, sizeof(v));
	return v;
}

static void put_num(struct kw *k, const struct lay_op *op, const uint8_t *rec)
{
	kw_num(k, op->lo_size, get(rec + op->lo_to, op->lo_copy));
}

static void put_sid(struct kw *k, const struct lay_op *op, const uint8_t *rec)
{
	const void *sid = get_address(rec + op->lo_to), *user = get_address(rec + op->lo_extra);

	if (!sid) {
		kw_num(k, 4, 0);
		return;
	}
	if (user) {
		kw_bytes(k, user, 2 * (size_t)k->kw_ptrsize);
	} else {
		kw_ptr(k, 1); /* the SID's address: not 0, which would mean that there is none */
		kw_ptr(k, 0);
	}
	kw_bytes(k, sid, get(rec + op->lo_len, 4));
}

/* Addresses are written in the event's pointer size. */
static void put_list(struct kw *k, const struct lay_op *op, const uint8_t *rec)
{
	const uint8_t *p = get_address(rec + op->lo_to);
	size_t n = get(rec + op->lo_len, 4), size = rec[op->lo_extra];

	for (size_t i = 0; i < n; i++)
		kw_num(k, op->lo_size, get(p + i * size, size));
}

static void put_texts(struct kw *k, const struct lay_op *op, const uint8_t *rec)
{
	size_t n = get(rec + op->lo_extra, 4);

	for (size_t i = 0; i < n && i < op->lo_copy; i++)
		kw_utf16(k, get_address(rec + op->lo_to + i * sizeof(void *)),
			(uint32_t)get(rec + op->lo_len + i * 4, 4));
}

static void put_text(struct kw *k, const struct lay_op *op, const uint8_t *rec)
{
	const void *s = get_address(rec + op->lo_to);
	uint32_t len = (uint32_t)get(rec + op->lo_len, 4);

	if (!s && op->lo_optional)
		return;
	if (op->lo_kind == LAY_UTF16)
		kw_utf16(k, s, len);
	else
		kw_ansi(k, s, len);
}

/* The fields of fixed offsets, whose size mofgen limits; 0 where there is no member. */
static void put_fixed(struct kw *k, const struct lay_plan *pl, const struct lay_op *op,
	const uint8_t *rec)
{
	uint8_t part[UINT8_MAX] = { 0 };

	for (unsigned i = 0; i < pl->pl_nfixed; i++, op++) {
		uint8_t *p = part + op->lo_at;

		memcpy(p, rec + op->lo_to, op->lo_copy);
		if (op->lo_kind == LAY_PORT) {
			p[0] = rec[op->lo_to + 1];
			p[1] = rec[op->lo_to];
		}
	}
	kw_bytes(k, part, pl->pl_fixed);
}

static void put_walked(struct kw *k, const struct lay_op *op, const uint8_t *rec)
{
	switch (op->lo_kind) {
	case LAY_UTF16:
	case LAY_ANSI: put_text(k, op, rec); break;
	case LAY_SID: put_sid(k, op, rec); break;
	case LAY_LIST: put_list(k, op, rec); break;
	case LAY_TEXTS: put_texts(k, op, rec); break;
	case LAY_MAYBE:
		if (get(rec + op->lo_len, 4))
			put_num(k, op, rec);
		break;
	default: put_num(k, op, rec);
	}
}

int etl_encode(struct etw_writer *w, struct etw_event *ev, const struct lay_record *rc,
	unsigned group, const void *rec)
{
	const struct lay_plan *pl;
	const struct lay_op *op;
	struct kw k;

	if (rc->rc_opcode)
		ev->ev_opcode = rc->rc_opcode;
	pl = etl_plan(rc, ev);
	if (!pl) {
		errno = EINVAL;
		return -1;
	}
	op = rc->rc_ops + pl->pl_first;
	kw_init(&k, ev);
	put_fixed(&k, pl, op, rec);
	for (unsigned i = 0; i < pl->pl_nwalked; i++)
		put_walked(&k, &op[pl->pl_nfixed + i], rec);
	return kw_put(w, ev, &k, ev->ev_kind == ETW_COMPACT ? ETW_COMPACT : rc->rc_kind, group);
}
