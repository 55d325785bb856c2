/* Records to payloads: the inverse of record_read.c. */
#include <errno.h>
#include <stdio.h>
#include "kernel_write.h"
#include "layout.h"

static uint64_t get_number(const struct layout_member *m, const uint8_t *record)
{
	uint64_t v = 0;

	memcpy(&v, record + m->lm_offset, m->lm_size);
	return v;
}

static const char *get_text(const struct layout_member *m, const uint8_t *record)
{
	const char *s = NULL;

	if (m->lm_kind == MEMBER_TEXT || m->lm_kind == MEMBER_LENGTH)
		memcpy(&s, record + m->lm_offset, sizeof(s));
	return s ? s : "";
}

/* The n-th of several texts, cut to fit. */
static const char *item(const char *list, unsigned n, char between, char *out, size_t size)
{
	const char ends[] = { between, '\0' };
	size_t len;

	while (n-- > 0 && (list = strchr(list, between)))
		list++;
	len = list ? strcspn(list, ends) : 0;
	if (len >= size)
		len = size - 1;
	memcpy(out, list ? list : "", len);
	out[len] = '\0';
	return out;
}

static unsigned items(const char *list)
{
	unsigned n = *list != '\0';

	for (; *list; list++)
		n += *list == ';';
	return n;
}

static uint32_t units_of(const char *s)
{
	uint8_t wide[2048];

	return (uint32_t)etw_utf8_to_utf16(s, wide, sizeof(wide) / 2);
}

static void put_text(struct kw *k, const struct etw_field *fd, const char *s)
{
	uint8_t wide[2048] = { 0 };
	size_t n;

	if (fd->fd_type == ETW_T_ANSI) {
		kw_ansi(k, s, (uint32_t)strlen(s));
	} else if (fd->fd_length) {
		etw_utf8_to_utf16(s, wide, fd->fd_length - 1u);
		kw_bytes(k, wide, 2 * (size_t)fd->fd_length);
	} else {
		n = etw_utf8_to_utf16(s, wide, sizeof(wide) / 2);
		kw_utf16(k, wide, (uint32_t)n);
	}
}

static void put_guid(struct kw *k, const struct layout_member *m, const uint8_t *record)
{
	struct etw_guid g = { 0 };

	if (m->lm_kind == MEMBER_BYTES)
		memcpy(&g, record + m->lm_offset, sizeof(g));
	else
		etw_guid_parse(get_text(m, record), &g);
	kw_bytes(k, &g, sizeof(g));
}

static uint32_t ipv4_of(const char *s)
{
	unsigned b[4] = { 0 };

	sscanf(s, "%3u.%3u.%3u.%3u", b, b + 1, b + 2, b + 3);
	return (b[0] & 0xff) | (b[1] & 0xff) << 8 | (b[2] & 0xff) << 16 | b[3] << 24;
}

/* The position among the fields that fill the same member. */
static unsigned position(const struct layout *ly, unsigned at)
{
	unsigned n = 0;

	for (unsigned i = 0; i < at; i++)
		n += ly->ly_members[i].lm_kind == MEMBER_TEXT &&
			ly->ly_members[i].lm_offset == ly->ly_members[at].lm_offset;
	return n;
}

/* The array whose elements the field counts; ETW_NOFIELD if it counts none. */
static unsigned counted(const struct layout *ly, unsigned at)
{
	for (unsigned i = at + 1; i < ly->ly_nfields; i++)
		if ((ly->ly_fields[i].fd_flags & ETW_FD_COUNTREF) &&
			ly->ly_fields[i].fd_count == at)
			return i;
	return ETW_NOFIELD;
}

static uint64_t number_of(const struct layout *ly, unsigned at, const uint8_t *record)
{
	const struct layout_member *m = &ly->ly_members[at];
	const struct etw_field *fd = &ly->ly_fields[at];
	unsigned array = counted(ly, at);
	char one[24];
	uint64_t v;
	double d;

	switch (m->lm_kind) {
	case MEMBER_NONE:
		return array == ETW_NOFIELD ? 0 : items(get_text(&ly->ly_members[array], record));
	case MEMBER_LENGTH: return units_of(get_text(m, record)) + 1 - m->lm_scale;
	case MEMBER_TEXT:
		if (fd->fd_out == ETW_O_IPV4)
			return ipv4_of(
				item(get_text(m, record), position(ly, at), ';', one, sizeof(one)));
		item(get_text(m, record), position(ly, at), '.', one, sizeof(one));
		return sscanf(one, "%llu", (unsigned long long *)&v) == 1 ? v : 0;
	}
	v = get_number(m, record);
	if (fd->fd_type == ETW_T_F64) {
		d = (double)(int64_t)v / m->lm_scale;
		memcpy(&v, &d, sizeof(v));
	}
	return v;
}

static void put_array(struct kw *k, const struct layout *ly, unsigned at, const uint8_t *record)
{
	const struct layout_member *m = &ly->ly_members[at];
	const struct etw_field *fd = &ly->ly_fields[at];
	const char *list = get_text(m, record);
	const uint8_t *p;
	char one[1024];

	if (m->lm_kind == MEMBER_REST) {
		memcpy(&p, record + m->lm_offset, sizeof(p));
		kw_bytes(k, p,
			number_of(ly, fd->fd_count, record) * etl_layout_width(fd, k->kw_ptrsize));
	}
	for (unsigned i = 0, n = items(list); i < n; i++)
		put_text(k, fd, item(list, i, ';', one, sizeof(one)));
}

static void put_field(struct kw *k, const struct layout *ly, unsigned at, const uint8_t *record)
{
	const struct layout_member *m = &ly->ly_members[at];
	const struct etw_field *fd = &ly->ly_fields[at];

	if (fd->fd_flags & ETW_FD_COUNTREF) {
		put_array(k, ly, at, record);
		return;
	}
	switch (fd->fd_type) {
	case ETW_T_UTF16:
	case ETW_T_ANSI: put_text(k, fd, get_text(m, record)); break;
	case ETW_T_GUID: put_guid(k, m, record); break;
	case ETW_T_BINARY:
		for (unsigned i = 0; i < 8; i++)
			kw_num(k, 2, get_number(m, record) >> 8 * i & 0xff);
		break;
	default: kw_num(k, etl_layout_width(fd, k->kw_ptrsize), number_of(ly, at, record));
	}
}

static enum etw_kind kind_of(const struct etw_event *ev)
{
	if (etw_guid_eq(ev->ev_provider, etw_group_guid(0x0b)))
		return ETW_SYSTEM;
	return etw_guid_eq(ev->ev_provider, &etw_guid_imageid) ? ETW_FULL : ETW_EVENT;
}

int etw_write_record(struct etw_writer *w, struct etw_event *ev, const void *record)
{
	const struct layout *ly;
	struct kw k;

	ev->ev_kind = kind_of(ev);
	ly = etl_layout_of(ev);
	if (!ly || !ly->ly_record) {
		errno = EINVAL;
		return -1;
	}
	kw_init(&k, ev);
	for (unsigned i = 0; i < ly->ly_nfields && i != ETW_NOFIELD; i = ly->ly_fields[i].fd_next)
		put_field(&k, ly, i, record);
	if (ev->ev_kind == ETW_SYSTEM)
		return kw_put(w, ev, &k, ETW_SYSTEM, 0x0b);
	if (k.kw_full) {
		errno = EMSGSIZE;
		return -1;
	}
	ev->ev_hookid = ETW_NOHOOK;
	ev->ev_payload = k.kw_buf;
	ev->ev_paylen = (uint32_t)k.kw_n;
	return etw_writer_put(w, ev);
}
