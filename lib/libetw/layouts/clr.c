/* CLR events, read and written as clr_layout.c describes them. */
#include <errno.h>
#include "clr.h"
#include "kernel.h"
#include "kernel_write.h"

const struct etw_guid etw_clr_runtime = { 0xe13c0d23, 0xccbc, 0x4e12,
	{ 0x93, 0x1b, 0xd9, 0xcc, 0x2e, 0xee, 0x27, 0xe4 } };
const struct etw_guid etw_clr_rundown = { 0xa669021c, 0xc450, 0x4609,
	{ 0xa0, 0x35, 0x5a, 0xf5, 0x9a, 0xf4, 0xdf, 0x18 } };

static bool has_field(const struct clr_field *f, unsigned version)
{
	return version >= f->cf_since && (f->cf_until == 0 || version <= f->cf_until);
}

static unsigned width(const struct clr_field *f, unsigned ptrsize)
{
	static const uint8_t widths[] = { [CLR_U8] = 1,
		[CLR_U16] = 2,
		[CLR_U32] = 4,
		[CLR_U64] = 8,
		[CLR_GUID] = 16,
		[CLR_COUNT16] = 2,
		[CLR_COUNT32] = 4,
		[CLR_LIST] = 0 };

	return f->cf_type == CLR_PTR ? ptrsize : widths[f->cf_type];
}

/* ---- reading ---- */

static void take(struct kr *k, const struct clr_field *fields, unsigned version, uint8_t *out);

static struct etw_text take_text(struct kr *k, bool ansi)
{
	struct etw_text t = { .tx_ansi = ansi };

	if (ansi)
		t.tx_s = (const uint8_t *)kr_ansi(k, &t.tx_len);
	else
		t.tx_s = kr_utf16(k, &t.tx_len);
	return t;
}

/* Elements take at least a byte each, so a count that lies ends with the payload. */
static struct etw_list take_list(struct kr *k, const struct clr_field *element, uint32_t count)
{
	struct etw_list l = { .ls_data = k->kr_p, .ls_count = count };

	for (uint32_t i = 0; i < count && !k->kr_bad; i++)
		take(k, element, 0, NULL);
	l.ls_bytes = (uint32_t)(k->kr_p - l.ls_data);
	return l;
}

static uint64_t take_number(struct kr *k, const struct clr_field *f)
{
	unsigned n = width(f, k->kr_ptrsize);
	const uint8_t *p = kr_bytes(k, n, f->cf_name);
	uint64_t v = 0;

	if (p)
		memcpy(&v, p, n);
	return v;
}

static void store(const struct clr_field *f, uint8_t *out, const void *v)
{
	if (out && f->cf_at != CLR_NOWHERE && v)
		memcpy(out + f->cf_at, v, f->cf_size);
}

static void take(struct kr *k, const struct clr_field *fields, unsigned version, uint8_t *out)
{
	uint32_t count = 0;

	for (const struct clr_field *f = fields; f->cf_name; f++) {
		struct etw_text text;
		struct etw_list list;
		uint64_t number;

		if (!has_field(f, version))
			continue;
		switch (f->cf_type) {
		case CLR_UTF16:
		case CLR_ANSI:
			text = take_text(k, f->cf_type == CLR_ANSI);
			store(f, out, &text);
			break;
		case CLR_LIST:
			list = take_list(k, f->cf_element, count);
			store(f, out, &list);
			break;
		case CLR_GUID: store(f, out, kr_bytes(k, 16, f->cf_name)); break;
		default:
			number = take_number(k, f);
			store(f, out, &number);
			if (f->cf_type == CLR_COUNT16 || f->cf_type == CLR_COUNT32)
				count = (uint32_t)number;
		}
	}
}

int etw_decode_clr(const struct etw_event *ev, struct etw_clr *out)
{
	const struct clr_layout *ly = clr_layout(ev);
	struct kr k;

	memset(out, 0, sizeof(*out));
	out->cl_left = ev->ev_paylen;
	if (!ly)
		return 0;
	kr_init(&k, ev);
	out->cl_kind = ly->ly_kind;
	take(&k, ly->ly_fields, ev->ev_version, (uint8_t *)out);
	out->cl_left = (uint32_t)(k.kr_end - k.kr_p);
	if (out->cl_kind == ETW_CLR_ALLOC && ev->ev_version < 2)
		out->cl_alloc.al_amount = out->cl_alloc.al_amount32;
	return kr_done(&k);
}

uint64_t etw_clr_frame(const struct etw_event *ev, const struct etw_clr_stack *st, uint32_t i)
{
	uint64_t a = 0;

	memcpy(&a, st->st_frames.ls_data + (size_t)i * ev->ev_ptrsize, ev->ev_ptrsize);
	return a;
}

/* ---- writing ---- */

static void give_text(struct kw *k, const struct clr_field *f, const uint8_t *in)
{
	struct etw_text t;

	memcpy(&t, in, sizeof(t));
	if (f->cf_type == CLR_ANSI)
		kw_ansi(k, (const char *)t.tx_s, t.tx_len);
	else
		kw_utf16(k, t.tx_s, t.tx_len);
}

static void give_number(struct kw *k, const struct clr_field *f, const uint8_t *in)
{
	uint64_t v = 0;

	memcpy(&v, in, f->cf_size);
	kw_num(k, width(f, k->kw_ptrsize), v);
}

static void give(struct kw *k, const struct clr_field *f, const struct etw_clr *cl)
{
	const uint8_t *in = (const uint8_t *)cl + f->cf_at;
	struct etw_list l;

	switch (f->cf_type) {
	case CLR_UTF16:
	case CLR_ANSI: give_text(k, f, in); break;
	case CLR_LIST:
		memcpy(&l, in, sizeof(l));
		kw_bytes(k, l.ls_data, l.ls_bytes);
		break;
	case CLR_GUID: kw_bytes(k, in, 16); break;
	default: give_number(k, f, in);
	}
}

int etw_write_clr(struct etw_writer *w, struct etw_event *ev, const struct etw_clr *cl)
{
	const struct clr_layout *ly = clr_layout(ev);
	struct kw k;

	kw_init(&k, ev);
	for (const struct clr_field *f = ly ? ly->ly_fields : NULL; f && f->cf_name; f++)
		if (has_field(f, ev->ev_version))
			give(&k, f, cl);
	if (!ly || k.kw_full) {
		errno = ly ? EMSGSIZE : EINVAL;
		return -1;
	}
	ev->ev_kind = ETW_EVENT;
	ev->ev_hookid = ETW_NOHOOK;
	ev->ev_payload = k.kw_buf;
	ev->ev_paylen = (uint32_t)k.kw_n;
	return etw_writer_put(w, ev);
}
