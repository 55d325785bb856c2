/* Payloads to records, by the tables of layout.h. */
#include <stdio.h>
#include "kernel.h"
#include "layout.h"

#define VALUES 64 /* fields of a layout, at most, that can be counts */

struct rd {
	struct kr rd_k;
	const struct layout *rd_layout;
	uint8_t *rd_record;
	char *rd_text, *rd_end; /* where the next text goes */
	uint64_t rd_values[VALUES];
};

const struct etw_guid etw_clr_runtime = { 0xe13c0d23, 0xccbc, 0x4e12,
	{ 0x93, 0x1b, 0xd9, 0xcc, 0x2e, 0xee, 0x27, 0xe4 } };
const struct etw_guid etw_clr_rundown = { 0xa669021c, 0xc450, 0x4609,
	{ 0xa0, 0x35, 0x5a, 0xf5, 0x9a, 0xf4, 0xdf, 0x18 } };
const struct etw_guid etw_guid_imageid = { 0xb3e675d7, 0x2554, 0x4f18,
	{ 0x83, 0x0b, 0x27, 0x62, 0x73, 0x25, 0x60, 0xde } };

/* A UTF-16 unit becomes at most three bytes; every field may be a GUID, and has a NUL. */
size_t etw_record_room(const struct etw_event *ev)
{
	const struct layout *ly = etl_layout_of(ev);

	if (!ly || !ly->ly_record)
		return 0;
	return ly->ly_record->lr_size + 1 + 3 * (size_t)ev->ev_paylen +
		(size_t)ly->ly_nfields * ETW_GUID_STRLEN;
}

static void set_number(struct rd *r, const struct layout_member *m, uint64_t v)
{
	memcpy(r->rd_record + m->lm_offset, &v, m->lm_size);
}

static void set_text(struct rd *r, const struct layout_member *m, char *s)
{
	memcpy(r->rd_record + m->lm_offset, &s, sizeof(s));
}

static size_t text_left(const struct rd *r)
{
	return (size_t)(r->rd_end - r->rd_text);
}

/* Ends the text of n bytes that was just written. */
static char *end_text(struct rd *r, size_t n)
{
	char *s = r->rd_text;

	s[n] = '\0';
	r->rd_text += n + 1;
	return s;
}

/* Several texts for one member are adjacent: the last text can grow. */
static void join_text(struct rd *r, const struct layout_member *m, size_t n, char between)
{
	char *old;

	memcpy(&old, r->rd_record + m->lm_offset, sizeof(old));
	if (*old == '\0')
		set_text(r, m, r->rd_text);
	else
		r->rd_text[-1] = between;
	end_text(r, n);
}

static size_t copy_utf16(struct rd *r, const uint8_t *p, uint32_t units)
{
	return etw_utf16_to_utf8(p, units, r->rd_text, text_left(r));
}

/* In an old code page, ASCII is unchanged; other bytes are shown as Latin-1. */
static size_t copy_ansi(struct rd *r, const char *p, uint32_t len)
{
	size_t n = 0, size = text_left(r);
	bool utf8 = etw_is_utf8(p, len);

	for (uint32_t i = 0; i < len && n + 2 < size; i++) {
		uint8_t b = (uint8_t)p[i];

		if (b >= 0x80 && !utf8)
			r->rd_text[n++] = (char)(0xc0 | b >> 6);
		r->rd_text[n++] = (char)(b < 0x80 || utf8 ? b : 0x80 | (b & 0x3f));
	}
	return n;
}

/* Copies a text of the payload after the texts so far. */
static size_t read_text(struct rd *r, const struct etw_field *fd)
{
	const uint8_t *p;
	const char *s;
	uint32_t n;

	if (fd->fd_type == ETW_T_ANSI) {
		s = kr_ansi(&r->rd_k, &n);
		return copy_ansi(r, s, n);
	}
	if (fd->fd_length) {
		p = kr_bytes(&r->rd_k, 2 * (size_t)fd->fd_length, fd->fd_name);
		return copy_utf16(r, p, p ? fd->fd_length : 0);
	}
	p = kr_utf16(&r->rd_k, &n);
	return copy_utf16(r, p, n);
}

static void read_guid(struct rd *r, const struct etw_field *fd, const struct layout_member *m)
{
	const uint8_t *p = kr_bytes(&r->rd_k, sizeof(struct etw_guid), fd->fd_name);
	static const struct etw_guid none;
	struct etw_guid g;

	if (!p)
		return;
	memcpy(&g, p, sizeof(g));
	if (m->lm_kind == MEMBER_BYTES)
		memcpy(r->rd_record + m->lm_offset, p, m->lm_size);
	if (m->lm_kind != MEMBER_TEXT || etw_guid_eq(&g, &none))
		return;
	etw_guid_format(&g, r->rd_text);
	set_text(r, m, end_text(r, strlen(r->rd_text)));
}

static uint64_t read_mac(const uint8_t *p)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < 8; i++)
		v |= (uint64_t)p[2 * i] << 8 * i;
	return v;
}

static void put_ipv4(struct rd *r, const struct layout_member *m, const uint8_t *p)
{
	int n = snprintf(r->rd_text, 16, "%u.%u.%u.%u", p[0], p[1], p[2], p[3]);

	if (base_u32(p))
		join_text(r, m, (size_t)n, ';');
}

/* D has no floating point: rates and ratios are in thousandths. */
static uint64_t integral(uint64_t bits, unsigned scale)
{
	double d;

	memcpy(&d, &bits, sizeof(d));
	d *= scale;
	return d > -1e18 && d < 1e18 ? (uint64_t)(int64_t)d : 0;
}

static void put_number(struct rd *r, const struct etw_field *fd, const struct layout_member *m,
	const uint8_t *p, uint64_t v)
{
	if (fd->fd_type == ETW_T_F64)
		v = integral(v, m->lm_scale);
	if (m->lm_kind == MEMBER_NUMBER)
		set_number(r, m, v);
	else if (m->lm_kind == MEMBER_TEXT && fd->fd_out == ETW_O_IPV4)
		put_ipv4(r, m, p);
	else if (m->lm_kind == MEMBER_TEXT)
		join_text(r, m, (size_t)snprintf(r->rd_text, 24, "%llu", (unsigned long long)v),
			'.');
}

static void read_number(struct rd *r, unsigned at, const struct layout_member *m)
{
	const struct etw_field *fd = &r->rd_layout->ly_fields[at];
	unsigned n = etl_layout_width(fd, r->rd_k.kr_ptrsize);
	const uint8_t *p = kr_bytes(&r->rd_k, n, fd->fd_name);
	uint64_t v = 0;

	if (!p)
		return;
	if (fd->fd_type == ETW_T_BINARY)
		v = read_mac(p);
	else
		memcpy(&v, p, n);
	if (at < VALUES)
		r->rd_values[at] = v;
	put_number(r, fd, m, p, v);
}

/* Reads one value: of a field or an element. */
static void read_one(struct rd *r, unsigned at, const struct layout_member *m)
{
	const struct etw_field *fd = &r->rd_layout->ly_fields[at];
	size_t n;

	switch (fd->fd_type) {
	case ETW_T_UTF16:
	case ETW_T_ANSI:
		n = read_text(r, fd);
		if (m->lm_kind != MEMBER_TEXT)
			break;
		if (fd->fd_flags & ETW_FD_COUNTREF)
			join_text(r, m, n, ';');
		else
			set_text(r, m, end_text(r, n));
		break;
	case ETW_T_GUID: read_guid(r, fd, m); break;
	default: read_number(r, at, m);
	}
}

static void read_field(struct rd *r, unsigned at, const struct layout_member *m);

static void read_struct(struct rd *r, const struct etw_field *fd)
{
	static const struct layout_member none;

	for (unsigned i = fd->fd_child; i != ETW_NOFIELD; i = r->rd_layout->ly_fields[i].fd_next)
		read_field(r, i, &none);
}

/* At the end of the payload a text may be missing; a missing number or struct is an error. */
static void read_field(struct rd *r, unsigned at, const struct layout_member *m)
{
	const struct etw_field *fd = &r->rd_layout->ly_fields[at];
	bool array = fd->fd_flags & ETW_FD_COUNTREF, text = fd->fd_type == ETW_T_UTF16;
	uint64_t n = array ? r->rd_values[fd->fd_count] : 1;

	if (m->lm_kind == MEMBER_REST)
		memcpy(r->rd_record + m->lm_offset, &r->rd_k.kr_p, sizeof(r->rd_k.kr_p));
	for (uint64_t i = 0; i < n && !r->rd_k.kr_bad; i++) {
		if (array && text && kr_empty(&r->rd_k))
			break;
		if (fd->fd_type == ETW_T_STRUCT)
			read_struct(r, fd);
		else
			read_one(r, at, m);
	}
}

static void blank(struct rd *r, const struct layout_record *lr)
{
	char *empty = end_text(r, 0);

	memset(r->rd_record, 0, lr->lr_size);
	for (unsigned i = 0; i < lr->lr_ntexts; i++)
		memcpy(r->rd_record + lr->lr_texts[i], &empty, sizeof(empty));
}

int etw_decode_record(const struct etw_event *ev, void *room, size_t *used)
{
	const struct layout *ly = etl_layout_of(ev);
	struct rd r = { .rd_layout = ly, .rd_record = room };

	kr_init(&r.rd_k, ev);
	if (!ly || !ly->ly_record) {
		r.rd_k.kr_bad = "layout is not known: it";
		return kr_done(&r.rd_k);
	}
	r.rd_text = (char *)room + ly->ly_record->lr_size;
	r.rd_end = (char *)room + etw_record_room(ev);
	blank(&r, ly->ly_record);
	for (unsigned i = 0; i < ly->ly_nfields && i != ETW_NOFIELD; i = ly->ly_fields[i].fd_next)
		read_field(&r, i, &ly->ly_members[i]);
	*used = (size_t)(r.rd_text - (char *)room);
	return kr_done(&r.rd_k);
}
