/* A payload to a struct, by plan. */
#include "kernel_plan.h"

const struct lay_plan *etl_plan(const struct lay_record *rc, const struct etw_event *ev)
{
	unsigned first = rc->rc_first[ev->ev_opcode];
	const struct lay_version *v = rc->rc_versions + first - 1;

	if (!first)
		return NULL;
	while (v->lv_version > ev->ev_version)
		v++;
	return &rc->rc_plans[v->lv_plan + (ev->ev_ptrsize != 4)];
}

static void put_u32(uint8_t *to, uint32_t v)
{
	memcpy(to, &v, sizeof(v));
}

static void put_address(uint8_t *to, const void *p)
{
	memcpy(to, &p, sizeof(p));
}

static void take_rare(const struct lay_op *op, const uint8_t *p, uint8_t *to)
{
	if (op->lo_copy) {
		memcpy(to, p, op->lo_copy);
	} else if (op->lo_kind == LAY_PORT) {
		to[0] = p[1];
		to[1] = p[0];
	} else {
		put_u32(to, ETW_NOID);
	}
}

/* Each of the usual sizes is one instruction. */
static inline void take_fixed(const struct lay_op *op, const uint8_t *p, uint8_t *to)
{
	if (op->lo_copy == 8)
		memcpy(to, p, 8);
	else if (op->lo_copy == 4)
		memcpy(to, p, 4);
	else if (op->lo_copy == 2)
		memcpy(to, p, 2);
	else if (op->lo_copy == 1)
		*to = *p;
	else
		take_rare(op, p, to);
}

static void take_sid(struct kr *k, const struct lay_op *op, uint8_t *out)
{
	const uint8_t *user;
	uint32_t len;
	const uint8_t *sid = kr_sid(k, &user, &len, etl_names + op->lo_name);

	if (!sid)
		return;
	put_address(out + op->lo_to, sid);
	put_u32(out + op->lo_len, len);
	put_address(out + op->lo_extra, user);
}

static void take_list(struct kr *k, const struct lay_op *op, uint8_t *out)
{
	uint32_t n = (uint32_t)(k->kr_end - k->kr_p) / op->lo_size;

	put_address(out + op->lo_to, k->kr_p);
	put_u32(out + op->lo_len, n);
	out[op->lo_extra] = op->lo_size;
	kr_bytes(k, (size_t)n * op->lo_size, etl_names + op->lo_name);
}

static void take_texts(struct kr *k, const struct lay_op *op, uint8_t *out)
{
	uint32_t n = base_u32(out + op->lo_extra), units;

	if (n > op->lo_copy)
		k->kr_bad = etl_names + op->lo_name;
	for (uint32_t i = 0; !k->kr_bad && i < n; i++) {
		if (kr_empty(k)) {
			k->kr_bad = etl_names + op->lo_name;
			return;
		}
		put_address(out + op->lo_to + i * sizeof(void *), kr_utf16(k, &units));
		put_u32(out + op->lo_len + i * sizeof(units), units);
	}
}

static void take_walked(struct kr *k, const struct lay_op *op, uint8_t *out)
{
	const uint8_t *p;
	uint32_t len;

	switch (op->lo_kind) {
	case LAY_UTF16:
		put_address(out + op->lo_to, kr_utf16(k, &len));
		put_u32(out + op->lo_len, len);
		break;
	case LAY_ANSI:
		put_address(out + op->lo_to, kr_ansi(k, &len));
		put_u32(out + op->lo_len, len);
		break;
	case LAY_SID: take_sid(k, op, out); break;
	case LAY_LIST: take_list(k, op, out); break;
	case LAY_TEXTS: take_texts(k, op, out); break;
	case LAY_MAYBE:
		if (kr_empty(k))
			return;
		put_u32(out + op->lo_len, 1);
		/* fallthrough */
	default:
		if ((p = kr_bytes(k, op->lo_size, etl_names + op->lo_name)))
			memcpy(out + op->lo_to, p, op->lo_copy);
	}
}

/* The fields of fixed offsets don't fit: finds the first one that doesn't. */
static __attribute__((noinline)) int find_cut(const struct lay_plan *pl, const struct lay_op *op,
	const struct etw_event *ev)
{
	unsigned walked = pl->pl_nfixed, skipped = walked + pl->pl_nwalked, at = UINT16_MAX;
	struct kr k;

	kr_init(&k, ev);
	for (unsigned i = 0; i < skipped + pl->pl_nskipped; i++)
		if ((i < walked || i >= skipped) && op[i].lo_at < at &&
			op[i].lo_at + op[i].lo_size > ev->ev_paylen) {
			at = op[i].lo_at;
			k.kr_bad = etl_names + op[i].lo_name;
		}
	return kr_done(&k);
}

static __attribute__((noinline)) int walk(const struct lay_plan *pl, const struct lay_op *op,
	const struct etw_event *ev, uint8_t *out)
{
	struct kr k;

	kr_init(&k, ev);
	k.kr_p += pl->pl_fixed;
	for (const struct lay_op *end = op + pl->pl_nwalked; op < end && !k.kr_bad; op++)
		if (!op->lo_optional || !kr_empty(&k))
			take_walked(&k, op, out);
	return kr_done(&k);
}

int etl_decode(const struct lay_record *rc, const struct etw_event *ev, void *out)
{
	const struct lay_plan *pl = etl_plan(rc, ev);
	const struct lay_op *op, *walked;

	memset(out, 0, rc->rc_size);
	if (!pl)
		return kr_unknown(ev);
	op = rc->rc_ops + pl->pl_first;
	if (ev->ev_paylen < pl->pl_fixed)
		return find_cut(pl, op, ev);
	for (walked = op + pl->pl_nfixed; op < walked; op++)
		take_fixed(op, ev->ev_payload + op->lo_at, (uint8_t *)out + op->lo_to);
	return pl->pl_nwalked ? walk(pl, op, ev, out) : kr_left(ev->ev_paylen - pl->pl_fixed);
}
